//! Says conditions, sets, numbers and effects in the words of the language, as the board allows.

use mancala_rules::notation::{hole_name, player_name};
use mancala_rules::rules::model::{
    Across, Action, Amount, Condition, CountedFrom, Direction, Effect, Ends, Fact, Fixed, HoleSet, Keeper, Marker,
    Moment, NumberSet, One, Outcome, Property, Relation, Steps, Stride, Turning, Way, Who, Whose,
};
use mancala_rules::rules::vocabulary::{Entry, Meaning, row_of, word};

use super::sketch::{Board, Contest, Sketch};

/// Says parts of a sketch, and remembers what the rest of the file must hold for them.
pub struct Speaker<'s> {
    pub board: &'s Board,
    moves: usize,
    /// `round`, or `game` without a match.
    whole: &'static str,
    pub moment: Moment,
    /// Whether words without a hole are about the hole tested.
    testing: bool,
    /// The file's own words, with their meaning.
    pub words: Vec<String>,
    /// Whether the option `custom` is asked for.
    pub asks_custom: bool,
    pub asks_repeated: bool,
    pub sows_on: bool,
    /// Whether some sowing goes clockwise.
    pub goes_clockwise: bool,
    /// Whether the players can swap sides.
    swaps: bool,
    /// The one direction of a board whose ends are stores.
    one_way: Option<Way>,
}

/// A set as it is said.
struct Said {
    text: String,
    /// Whether `where` may follow.
    takes_filter: bool,
    /// Whether it is several sets joined by `and`.
    joined: bool,
}

impl Said {
    fn plain(text: impl Into<String>) -> Said {
        Said { text: text.into(), takes_filter: true, joined: false }
    }

    fn closed(text: String) -> Said {
        Said { text, takes_filter: false, joined: false }
    }

    /// As one set.
    fn alone(self) -> Said {
        if self.joined { Said::plain(format!("({})", self.text)) } else { self }
    }
}

impl<'s> Speaker<'s> {
    pub fn new(sketch: &'s Sketch) -> Self {
        let first_way =
            sketch.moves.first().map_or(Way::Counterclockwise, |section| match section.direction.otherwise {
                Direction::One(way) => way,
                _ => Way::Counterclockwise,
            });
        Speaker {
            board: &sketch.board,
            moves: sketch.moves.len().max(1),
            swaps: sketch.board.has_same_numbers() && sketch.contest.as_ref().is_none_or(Contest::keeps_holes),
            whole: if sketch.contest.is_some() { "round" } else { "game" },
            moment: Moment::Board,
            testing: false,
            words: Vec::new(),
            asks_custom: false,
            asks_repeated: false,
            sows_on: false,
            goes_clockwise: false,
            one_way: (sketch.board.ends() == Ends::Stores && sketch.board.stores_at.is_none()).then_some(first_way),
        }
    }

    /// Says something about the hole tested.
    fn tested<T>(&mut self, say: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.testing, true);
        let said = say(self);
        self.testing = before;
        said
    }

    /// Gives something a word of the file's own.
    fn word(&mut self, kind: &str, meaning: impl FnOnce(&str) -> String) -> String {
        let name = format!("{kind}-{}", self.words.len() + 1);
        self.words.push(meaning(&name));
        name
    }

    /// `game` or `round`.
    pub fn whole(&self) -> &'static str {
        self.whole
    }

    pub fn condition(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::And(parts) => self.joined(parts, " and "),
            Condition::Or(parts) => self.joined(parts, " or "),
            Condition::Not(inner) => self.denied(inner),
            Condition::AnotherLeaves(inner) => format!("another move would leave ({})", self.condition(inner)),
            Condition::Constant(value) => {
                self.asks_custom = true;
                format!("custom is {}", if *value { "kept" } else { "dropped" })
            }
            Condition::Some(set) => format!("some {}", self.set(set)),
            Condition::All(set, claim) => self.all(set, claim),
            Condition::Is(one, property) => format!("{} is {}", self.one(one), self.property(property)),
            Condition::Drawn(numbers) => format!("position is {}", super::write::drawn(self.board, numbers)),
            Condition::Holds(one, numbers) => format!("{} holds {}", self.one(one), self.numbers(numbers, true)),
            Condition::Count(amount, numbers) => {
                format!("{} is {}", self.amount(amount), self.numbers(numbers, false))
            }
            Condition::Makes(numbers) => format!("here makes {}", self.numbers(numbers, true)),
            Condition::WasEmpty => "here was empty".to_owned(),
            Condition::Lap(lap) => format!("{} lap", nth(*lap)),
            Condition::LapGoes(way) => format!("lap is {}", way.name()),
            Condition::Turn(turn) => format!("mover's {} turn", nth(*turn)),
            Condition::MoverIs(player) => {
                let players = self.board.players();
                format!("mover is {}", player_name(players, player % players))
            }
            Condition::MoveIs(section) => format!("move is {}", move_name(section % self.moves)),
            Condition::Fact(fact) => {
                self.asks_repeated |= *fact == Fact::Repeated;
                word(Meaning::Fact(Some(*fact))).to_owned()
            }
        }
    }

    /// A condition as a part of others.
    fn part(&mut self, condition: &Condition) -> String {
        let said = self.condition(condition);
        match condition {
            Condition::And(parts) | Condition::Or(parts) if parts.len() > 1 => format!("({said})"),
            _ => said,
        }
    }

    fn joined(&mut self, parts: &[Condition], by: &str) -> String {
        match parts {
            [only] => self.condition(only),
            _ => parts.iter().map(|part| self.part(part)).collect::<Vec<_>>().join(by),
        }
    }

    fn denied(&mut self, inner: &Condition) -> String {
        match inner {
            Condition::Some(set) => format!("no {}", self.set(set)),
            Condition::WasEmpty => "here was occupied".to_owned(),
            Condition::Is(one, property) => format!("{} is not {}", self.one(one), self.property(property)),
            _ => format!("not ({})", self.condition(inner)),
        }
    }

    fn all(&mut self, set: &HoleSet, claim: &Condition) -> String {
        let set = self.set(set);
        let claim = self.tested(|speaker| match claim {
            Condition::Is(One::Tested, property) => format!("are {}", speaker.property(property)),
            Condition::Not(inner) if matches!(**inner, Condition::Is(One::Tested, _)) => {
                let Condition::Is(_, property) = &**inner else { return String::new() };
                format!("are not {}", speaker.property(property))
            }
            Condition::Holds(One::Tested, numbers) => format!("hold {}", speaker.numbers(numbers, true)),
            _ => {
                let said = speaker.condition(claim);
                format!("are {}", speaker.word("good", |name| format!("{name} if {said}")))
            }
        });
        format!("all {set} {claim}")
    }

    fn property(&mut self, property: &Property) -> String {
        let mark = self.board.mark();
        match property {
            property if !self.board.meets(property.need()) => "occupied".to_owned(),
            Property::Fixed(Fixed::Place(from, places)) => {
                let (most, from) = match from {
                    CountedFrom::OwnersLeft => (self.board.columns(), "owner's left"),
                    CountedFrom::OwnersRight => (self.board.columns(), "owner's right"),
                    CountedFrom::Border => (self.board.rows(), "border"),
                };
                let most = u32::try_from(most).unwrap_or(1);
                let places: Vec<String> = places.iter().map(|place| nth(place.saturating_sub(1) % most + 1)).collect();
                format!("{} from {from}", places.join(" or "))
            }
            Property::Fixed(Fixed::End) => "end".to_owned(),
            Property::Marked(Marker::Anybody) => mark.to_owned(),
            Property::Marked(Marker::Mover) => format!("{mark} by mover"),
            Property::Marked(Marker::Opponent) => format!("{mark} by opponent"),
            Property::Marked(Marker::Him) => format!("{mark} by him"),
            Property::In(set) => match &**set {
                HoleSet::One(One::Named(cell)) => self.name(*cell),
                set => format!("in {}", self.set(set)),
            },
            plain => word(Meaning::Property(Some(plain))).to_owned(),
        }
    }

    pub fn amount(&mut self, amount: &Amount) -> String {
        match amount {
            Amount::SeedsIn(set) => format!("seeds in {}", self.set(set)),
            Amount::NumberOf(set) => format!("number of {}", self.set(set)),
            Amount::InMatch(amount) => word(Meaning::Amount(Some(*amount))).to_owned(),
            Amount::Half(whole) => format!("half of {}", self.amount(whole)),
            // these stand behind `at least` and its like alone
            Amount::Number(_) | Amount::StartingSeeds(_) => "rounds".to_owned(),
        }
    }

    /// A set of numbers; starting seeds are those of one hole.
    fn numbers(&mut self, numbers: &NumberSet, of_one: bool) -> String {
        let bound = numbers.bound().map_or(String::new(), |bound| match bound {
            Amount::Number(number) => number.to_string(),
            Amount::StartingSeeds(_) if of_one => "starting seeds".to_owned(),
            Amount::StartingSeeds(_) => "3".to_owned(),
            counted => self.amount(counted),
        });
        match numbers {
            NumberSet::Even => "even".to_owned(),
            NumberSet::Odd => "odd".to_owned(),
            NumberSet::List(list) => list.iter().map(u32::to_string).collect::<Vec<_>>().join(" or "),
            NumberSet::Range(low, high) => format!("{} to {}", low.min(high), low.max(high)),
            NumberSet::Exactly(_) => bound,
            NumberSet::AtLeast(_) => format!("at least {bound}"),
            NumberSet::AtMost(_) => format!("at most {bound}"),
            NumberSet::MoreThan(_) => format!("more than {bound}"),
            NumberSet::FewerThan(_) => format!("fewer than {bound}"),
        }
    }

    fn one(&mut self, one: &One) -> String {
        let unsaid = if self.testing { One::Tested } else { One::Here };
        match one {
            One::Here => "here".to_owned(),
            One::Tested => "hole".to_owned(),
            One::Origin => "origin".to_owned(),
            One::Named(cell) => self.name(*cell),
            One::Related(relation, from) => match self.relation(*relation) {
                None => self.one(from),
                Some(relation) if **from == unsaid => relation,
                Some(relation) => format!("{relation} of {}", self.one(from)),
            },
        }
    }

    /// The name of a hole, of those that the board has.
    fn name(&self, cell: usize) -> String {
        hole_name(cell % (self.board.rows() * self.board.columns()), self.board.columns())
    }

    /// None where the board has no such hole.
    fn relation(&self, relation: Relation) -> Option<String> {
        match (word(Meaning::Relative(Some(relation))), relation) {
            _ if !self.board.meets(relation.need()) => None,
            ("", Relation::Ahead(Steps::Number(steps))) => Some(format!("{} ahead", steps.clamp(1, 50))),
            ("", Relation::Back(Steps::Number(steps))) => Some(format!("{} back", steps.clamp(1, 50))),
            (word, _) => Some(word.to_owned()),
        }
    }

    /// A set, in brackets if it is several.
    pub fn set(&mut self, set: &HoleSet) -> String {
        self.said(set).alone().text
    }

    /// A set behind the word of an effect: it cannot begin with a bracket.
    fn object(&mut self, set: &HoleSet) -> String {
        let said = self.said(set).text;
        if said.starts_with('(') { self.word("these", |name| format!("{name}: {said}")) } else { said }
    }

    fn said(&mut self, set: &HoleSet) -> Said {
        match set {
            HoleSet::Holes => Said::plain("holes"),
            HoleSet::Ends => Said::plain("ends"),
            HoleSet::Store(Whose::Opponents) if self.board.players() == 2 => Said::plain("opponent's store"),
            HoleSet::Store(_) => Said::plain("own store"),
            HoleSet::One(one) => {
                let text = self.one(one);
                let takes_filter = !text.contains(" of ");
                Said { text, takes_filter, joined: false }
            }
            HoleSet::Named(cells) => {
                let (first, last) = (cells.first().copied().unwrap_or(0), cells.last().copied().unwrap_or(0));
                let (rows, columns) = (self.board.rows(), self.board.columns());
                let first = first % (rows * columns);
                // within the row of the first hole, or within its column
                let last = match last % 2 == 0 {
                    true => first - first % columns + last % columns,
                    false => first % columns + last % rows * columns,
                };
                Said::plain(format!("{} to {}", self.name(first), self.name(last)))
            }
            HoleSet::Related(relation, from) => {
                let from = self.said(from);
                match self.relation(*relation) {
                    None => from,
                    Some(relation) => Said::closed(format!("{relation} of {}", from.alone().text)),
                }
            }
            HoleSet::Run { stride: Stride { back, step, most }, condition } => {
                let condition = self.tested(|speaker| speaker.condition(condition));
                let way = if *back { "back" } else { "ahead" };
                let by = if *step == 1 { String::new() } else { format!(" by {}", (*step).clamp(1, 50)) };
                let most = most.map_or(String::new(), |most| format!(" at most {}", most.clamp(1, 50)));
                Said::closed(format!("run {way}{by}{most} while ({condition})"))
            }
            HoleSet::Where(base, condition) => self.filtered(base, condition),
            HoleSet::Any(number, among) if among.reaches_a_store() => Said::closed(format!("any {number} of holes")),
            HoleSet::Any(number, among) => {
                let among = self.set(among);
                Said::closed(format!("any {number} of {among}"))
            }
            HoleSet::Union(parts) => match parts.as_slice() {
                [only] => self.said(only),
                _ => {
                    let parts: Vec<String> = parts.iter().map(|part| self.set(part)).collect();
                    Said { text: parts.join(" and "), takes_filter: false, joined: true }
                }
            },
        }
    }

    fn filtered(&mut self, base: &HoleSet, condition: &Condition) -> Said {
        if let (HoleSet::Holes | HoleSet::Ends, Condition::Is(One::Tested, property)) = (base, condition)
            && matches!(property, Property::Own | Property::Opponents | Property::Empty | Property::Occupied)
        {
            let noun = if *base == HoleSet::Holes { "holes" } else { "ends" };
            return Said::plain(format!("{} {noun}", self.property(property)));
        }
        let base = self.said(base).alone();
        let condition = self.tested(|speaker| speaker.condition(condition));
        let base = if base.takes_filter { base.text } else { format!("({})", base.text) };
        Said::closed(format!("{base} where ({condition})"))
    }

    pub fn direction(&mut self, direction: &Direction) -> String {
        let said = self.direction_said(direction);
        let is_clockwise = |said: &str| said == "clockwise" || said.ends_with(" clockwise");
        self.goes_clockwise |= said == "either" || said.ends_with("last turn") || said.split(", ").any(is_clockwise);
        said
    }

    fn direction_said(&self, direction: &Direction) -> String {
        if let Some(way) = self.one_way {
            return way.name().to_owned();
        }
        match direction {
            Direction::One(way) => way.name().to_owned(),
            Direction::PerPlayer(ways) if self.board.players() > 1 => {
                let players = self.board.players();
                let ways = ways.iter().cycle().take(players).enumerate();
                let said: Vec<String> =
                    ways.map(|(player, way)| format!("{} {}", player_name(players, player), way.name())).collect();
                said.join(", ")
            }
            Direction::PerPlayer(_) | Direction::Either => "either".to_owned(),
            Direction::AsLast(Keeper::Mover) => "as mover's last turn".to_owned(),
            Direction::AsLast(Keeper::Starter) => "as starter's last turn".to_owned(),
        }
    }

    /// Effects and outcome; none if it would be nothing.
    pub fn action(&mut self, action: &Action) -> Option<String> {
        let sows = matches!(action.outcome, Some(Outcome::Sow { .. }));
        let mut parts: Vec<String> = Vec::new();
        if sows && !action.effects.iter().any(|effect| matches!(effect, Effect::Lift(..))) {
            parts.push("lift here".to_owned());
        }
        parts.extend(action.effects.iter().map(|effect| self.effect(effect)));
        parts.extend(action.outcome.as_ref().map(|outcome| self.outcome(outcome)));
        let may = if action.may && self.moment.has_may() { "may " } else { "" };
        (!parts.is_empty()).then(|| format!("{may}{}", parts.join(", ")))
    }

    fn who(&self, who: Who) -> &'static str {
        match who {
            Who::Opponent if self.board.players() != 2 => "mover",
            who => word(Meaning::Player(who)),
        }
    }

    fn effect(&mut self, effect: &Effect) -> String {
        match effect {
            Effect::Capture(Who::EachPlayer, set @ HoleSet::Any(..)) => format!("capture {}", self.object(set)),
            Effect::Capture(who, set) => match self.who(*who) {
                "mover" => format!("capture {}", self.object(set)),
                who => format!("{who} captures {}", self.object(set)),
            },
            Effect::Lift(None, set) => format!("lift {}", self.object(set)),
            Effect::Lift(Some(count), set) => format!("lift {} from {}", self.moved(count), self.set(set)),
            Effect::Place { count, from_store, into } => {
                let from = if *from_store || !self.moment.has_hand() { " from own store" } else { "" };
                let link = if matches!(count, Amount::Number(_)) { "in" } else { "into" };
                format!("place {} {link} {}{from}", self.moved(count), self.set(into))
            }
            Effect::PlaceAll(set) => format!("place all in {}", self.set(set)),
            Effect::To(change, set) => word(Meaning::Effect(Some(*change))).replace("SET", &self.object(set)),
            // `mark owner gets 1 point` is read as a mark
            Effect::Points(Who::MarkOwner, count) => self.points("owner", count),
            Effect::Points(who, count) => self.points(self.who(*who), count),
        }
    }

    /// The number of an effect.
    fn moved(&mut self, amount: &Amount) -> String {
        match amount {
            Amount::Number(number) => number.to_string(),
            Amount::StartingSeeds(_) => "starting seeds".to_owned(),
            Amount::Half(whole) => format!("half of {}", self.moved(whole)),
            Amount::SeedsIn(HoleSet::One(One::Tested)) => "seeds in hole".to_owned(),
            counted => self.amount(counted),
        }
    }

    fn points(&mut self, who: &str, count: &Amount) -> String {
        match count {
            Amount::Number(number) => format!("{who} gets {number} points"),
            counted => format!("{who} gets as many points as {}", self.moved(counted)),
        }
    }

    fn outcome(&mut self, outcome: &Outcome) -> String {
        if let Outcome::Sow { turning, by, into, at } = outcome {
            return self.sow(*turning, *by, *into, at);
        }
        let outcome = if *outcome == Outcome::SwapSides && !self.swaps { &Outcome::Pass } else { outcome };
        let forms = || row_of(Meaning::Outcome(Some(outcome))).into_iter().flat_map(Entry::forms);
        let fitting = forms().find(|form| form.contains(self.whole)).or_else(|| forms().next());
        fitting.unwrap_or_default().to_owned()
    }

    fn sow(&mut self, turning: Option<Turning>, by: u32, into: bool, at: &HoleSet) -> String {
        self.sows_on |= self.moment == Moment::LastSeed;
        self.goes_clockwise |= turning.is_some_and(|turning| turning.may_be(Way::Clockwise));
        let turning = match turning {
            None => "",
            Some(Turning::To(way)) => way.name(),
            Some(Turning::Reversed) => "reversed",
        };
        let link = if into { "into" } else { "after" };
        // the other side is not on a track of one's own
        let beside = match at {
            HoleSet::Named(_) | HoleSet::One(One::Named(_)) => true,
            HoleSet::One(One::Related(relation, from)) => {
                matches!(**from, One::Named(_))
                    || matches!(relation, Relation::Across(Across::Opposite | Across::SameNumber))
            }
            _ => false,
        };
        let at = if beside && self.board.has_own_tracks() { "origin".to_owned() } else { self.set(at) };
        let by = if by > 1 { format!("{by} at a time") } else { String::new() };
        let words = ["sow", turning, &by, link, &at].into_iter().filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join(" ")
    }
}

/// The name of a `move` section.
pub fn move_name(section: usize) -> String {
    format!("m{}", section + 1)
}

/// 1st, 2nd ..
fn nth(number: u32) -> String {
    let ending = match number % 100 {
        11..=13 => "th",
        other => match other % 10 {
            1 => "st",
            2 => "nd",
            3 => "rd",
            _ => "th",
        },
    };
    format!("{number}{ending}")
}
