//! Compiled conditions, sets and effects in words close to those of the rule language, with the names of holes.

use mancala_rules::notation::{ordinal, player_name};
use mancala_rules::rules::model::{Endless, Keeper, Player, Property, Relation, Rules, Steps};
use mancala_rules::rules::vocabulary::{Meaning, word};

use crate::game::cell_name;
use crate::tables::paces::Paces;
use crate::tables::{
    Action, Amount, Bound, Layout, Mask, Numbers, Op, Set, Slot, Spot, Test, Then, Turning, Winner, mask,
};

/// Describes compiled conditions, sets and effects of one mover in words.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    /// The rules that were compiled.
    pub rules: &'a Rules,
    /// The slots.
    pub layout: &'a Layout,
    /// The mover.
    pub mover: Player,
    /// The hole that is called `here`; `None` if `here` can be any hole.
    pub here: Option<Slot>,
    /// The relations by which a hole may be named as seen from `here`: those across the board, and those along the track.
    pub seen: &'a [Relation],
    /// Steps along the track in the direction of sowing, if they are the same at all times.
    pub paces: Option<&'a Paces>,
}

impl Words<'_> {
    /// Fixes `here`.
    pub fn at(self, here: Slot) -> Self {
        Words { here: Some(here), ..self }
    }

    /// The name of a player.
    pub fn player(&self, player: Player) -> String {
        player_name(self.rules.board.players.value, player)
    }

    /// The name of a slot.
    pub fn slot(&self, slot: Slot) -> String {
        match self.layout.cell_of.get(usize::from(slot)) {
            Some(cell) => cell_name(&self.rules.board, *cell),
            None => "nowhere".to_owned(),
        }
    }

    /// The name of a `move` section.
    pub fn section(&self, section: usize) -> String {
        let named = self.rules.moves.get(section).and_then(|rules| rules.name.clone());
        named.unwrap_or_else(|| format!("the {}", ordinal(section as u32 + 1)))
    }

    /// Names of slots. Three or more neighbouring holes of a row are combined as `a1 to d1`, where `to` is the
    /// separator.
    pub fn names(&self, slots: &[Slot], to: &str) -> Vec<String> {
        let place =
            |slot: Slot| self.layout.cell_of.get(usize::from(slot)).and_then(|cell| self.rules.board.row_column(*cell));
        let follows = |one: Slot, next: Slot| match (place(one), place(next)) {
            (Some((row, column)), Some((other, beside))) => row == other && column.abs_diff(beside) == 1,
            _ => false,
        };
        let mut names = Vec::new();
        let mut rest = slots;
        while let [first, ..] = rest {
            let run = 1 + rest.windows(2).take_while(|pair| follows(pair[0], pair[1])).count();
            let (run, others) = rest.split_at(run);
            match run {
                [_, _, .., last] => names.push(format!("{}{to}{}", self.slot(*first), self.slot(*last))),
                few => names.extend(few.iter().map(|slot| self.slot(*slot))),
            }
            rest = others;
        }
        names
    }

    /// The player whose side, with his store, is exactly this set of slots.
    fn side<M: Mask>(&self, slots: M) -> Option<Player> {
        let owner = self.layout.owner.iter().enumerate();
        let side = |player: Player| {
            mask::<M>(owner.clone().filter(|(_, owner)| **owner == Some(player)).map(|(slot, _)| slot as Slot))
        };
        (0..self.rules.board.players.value).find(|player| side(*player) == slots)
    }

    /// The slots of a set, by name.
    fn slots<M: Mask>(&self, slots: M) -> String {
        self.slots_joined(slots, "and")
    }

    fn slots_joined<M: Mask>(&self, slots: M, word: &str) -> String {
        let slots = slots & M::first_slots(self.layout.slots);
        if slots.is_none() {
            return "no hole".to_owned();
        } else if slots == M::first_slots(self.layout.holes) {
            return "holes".to_owned();
        } else if let Some(player) = self.side(slots).filter(|_| slots.count() > 1) {
            return format!("{}'s side", self.player(player));
        } else if slots == M::first_slots(self.layout.slots) {
            return "everywhere".to_owned();
        }
        // holes around `here` are named by their relation to it
        let around: Option<Vec<(usize, String)>> = slots.slots().map(|slot| self.seen_from_here(slot)).collect();
        if let Some(mut around) = around {
            around.sort_unstable();
            return join(&around.into_iter().map(|(_, name)| name).collect::<Vec<_>>(), word);
        }
        let row = |slot: &Slot| {
            let cell = self.layout.cell_of.get(usize::from(*slot)).copied().unwrap_or(usize::MAX);
            self.rules.board.row_column(cell).unwrap_or((usize::MAX, cell))
        };
        let mut listed: Vec<Slot> = slots.slots().collect();
        listed.sort_by_key(row);
        join(&self.names(&listed, " to "), word)
    }

    /// The name of a slot, by its relation to `here` if possible.
    fn named(&self, slot: Slot) -> String {
        self.seen_from_here(slot).map_or_else(|| self.slot(slot), |(_, name)| name)
    }

    /// The name of a slot by its relation to `here`, with the rank by which such names are sorted.
    fn seen_from_here(&self, slot: Slot) -> Option<(usize, String)> {
        let here = self.here?;
        if slot == here {
            return Some((0, "here".to_owned()));
        }
        let seen = self.seen;
        let one = seen.iter().position(|relation| self.related(*relation, here) == Some(slot));
        if let Some(at) = one {
            return Some((1 + at, relation_name(seen[at])));
        }
        let pairs = seen.iter().flat_map(|first| seen.iter().map(move |second| (*first, *second)));
        let reached = |(first, second)| self.related(second, self.related(first, here)?);
        let (at, (first, second)) = pairs.enumerate().find(|(_, pair)| reached(*pair) == Some(slot))?;
        Some((1 + seen.len() + at, format!("{} of {}", relation_name(second), relation_name(first))))
    }

    /// The slot in a relation to another; `None` if it is not the same at all times.
    fn related(&self, relation: Relation, from: Slot) -> Option<Slot> {
        match relation {
            Relation::Across(relation) => Some(self.layout.relative(relation, from)),
            Relation::Ahead(steps) => self.paces?.walk(from, false, steps),
            Relation::Back(steps) => self.paces?.walk(from, true, steps),
        }
    }

    /// A spot in words.
    fn spot(&self, spot: &Spot) -> String {
        match spot {
            Spot::Slot(slot) => self.named(*slot),
            Spot::Nowhere => "no hole".to_owned(),
            Spot::Here => "here".to_owned(),
            Spot::Origin => "origin".to_owned(),
            Spot::Tested => "hole".to_owned(),
            Spot::Across(relation, from) => self.of(&relation_name(Relation::Across(*relation)), from),
            Spot::Along { back, steps, from } => self.of(&relation_name(along(*back, *steps)), from),
        }
    }

    /// `opposite` if `from` is `here`; else `opposite of <from>`.
    fn of(&self, relation: &str, from: &Spot) -> String {
        let from = self.spot(from);
        if from == "here" { relation.to_owned() } else { format!("{relation} of {from}") }
    }

    /// A spot as the subject of a claim; empty for `Tested`.
    fn subject(&self, spot: &Spot) -> String {
        if *spot == Spot::Tested { String::new() } else { self.spot(spot) }
    }

    /// A set in words.
    pub fn set<M: Mask>(&self, set: &Set<M>) -> String {
        match set {
            Set::Slots(slots) => self.slots(*slots),
            Set::Spot(spot) => self.spot(spot),
            Set::Unmarked(slots, players) => format!("{} where not {}", self.slots(*slots), self.marked(*players)),
            Set::Across(relation, from) => {
                format!("{} of {}", relation_name(Relation::Across(*relation)), self.set_apart(from))
            }
            Set::Along { back, steps, from } => {
                format!("{} of {}", relation_name(along(*back, *steps)), self.set_apart(from))
            }
            Set::Run { stride, claim, .. } => {
                let by = if stride.step > 1 { format!(" by {}", stride.step) } else { String::new() };
                let most = stride.most.map_or(String::new(), |most| format!(" at most {most}"));
                format!("run {}{by}{most} while {}", if stride.back { "back" } else { "ahead" }, self.apart(claim))
            }
            Set::Where(base, claim) => format!("{} where {}", self.set_apart(base), self.apart(claim)),
            Set::If(test) => format!("everywhere if {}", self.apart(test)),
            Set::Both(parts) => {
                let (base, claims): (String, Vec<String>) = match parts.split_first() {
                    Some((Set::Slots(slots), rest)) => {
                        let claim = |part| self.claim("", &among(part, *slots));
                        (self.slots(*slots), rest.iter().map(claim).collect())
                    }
                    _ => ("places".to_owned(), parts.iter().map(|part| self.claim("", part)).collect()),
                };
                match claims.as_slice() {
                    [one] => format!("{base} where {one}"),
                    _ => format!("{base} where ({})", claims.join(" and ")),
                }
            }
            Set::Either(parts) => parts.iter().map(|part| self.set_apart(part)).collect::<Vec<_>>().join(" and "),
            other => format!("places where {}", self.claim("", other)),
        }
    }

    /// A set inside another text: in parentheses if it is more than a name.
    fn set_apart<M: Mask>(&self, set: &Set<M>) -> String {
        let text = self.set(set);
        if matches!(set, Set::Slots(_) | Set::Spot(_)) { text } else { format!("({text})") }
    }

    /// The claim that something belongs to a set. The subject is empty for `Tested`.
    fn claim<M: Mask>(&self, subject: &str, set: &Set<M>) -> String {
        let is = |what: &str| if subject.is_empty() { what.to_owned() } else { format!("{subject} is {what}") };
        match set {
            // the only slot of a set is given by name
            Set::Slots(slots) if slots.count() == 1 && subject.is_empty() => self.slot(slots.first()),
            Set::Slots(slots) if slots.count() == 1 => is(&self.slots(*slots)),
            Set::Slots(slots) if (!*slots & M::first_slots(self.layout.slots)).count() == 1 => {
                is(&format!("not {}", self.slots(!*slots)))
            }
            Set::Slots(slots) if self.side(*slots).is_some() => is(&format!("on {}", self.slots(*slots))),
            Set::Slots(slots) => is(&format!("in {}", self.slots_joined(*slots, "or"))),
            Set::Occupied => is("occupied"),
            Set::Empty => is("empty"),
            Set::Holding(numbers) => format!("{subject} holds {}", number_set(numbers)).trim_start().to_owned(),
            Set::Marked(players) => is(&self.marked(*players)),
            Set::Unmarked(slots, players) => {
                self.claim(subject, &Set::Both(vec![Set::Slots(*slots), Set::Not(Box::new(Set::Marked(*players)))]))
            }
            Set::Happened(happened) => is(word(Meaning::Property(Some(&Property::Happened(*happened))))),
            Set::Chosen => is("chosen"),
            Set::Spot(spot) => is(&self.spot(spot)),
            Set::Whose(relation, set) => {
                let name = relation_name(Relation::Across(*relation));
                let other = if subject.is_empty() { name } else { format!("{name} of {subject}") };
                self.claim(&other, set)
            }
            Set::If(test) => self.apart(test),
            Set::Both(parts) => {
                format!("({})", parts.iter().map(|part| self.claim(subject, part)).collect::<Vec<_>>().join(" and "))
            }
            Set::Either(parts) => {
                format!("({})", parts.iter().map(|part| self.claim(subject, part)).collect::<Vec<_>>().join(" or "))
            }
            Set::Not(inner) => match inner.as_ref() {
                Set::Empty if subject.is_empty() => "occupied".to_owned(),
                Set::Occupied if subject.is_empty() => "empty".to_owned(),
                Set::Holding(numbers) if !subject.is_empty() => {
                    format!("{subject} does not hold {}", number_set(numbers))
                }
                Set::Holding(_) | Set::Whose(..) | Set::If(_) | Set::Both(_) => {
                    format!("not {}", self.claim(subject, inner))
                }
                Set::Either(_) => is(&format!("not in {}", self.set_apart(inner))),
                _ => is(&format!("not {}", self.claim("", inner))),
            },
            Set::Across(..) | Set::Along { .. } | Set::Run { .. } | Set::Where(..) => {
                is(&format!("in {}", self.set_apart(set)))
            }
        }
    }

    /// `marked` or `marked by South`, with the game's own word for a mark.
    pub fn marked(&self, players: u32) -> String {
        let board = &self.rules.board;
        let mark = board.mark_name();
        let by: Vec<String> = (0..board.players.value)
            .filter(|player| players >> player & 1 != 0)
            .map(|player| self.player(player))
            .collect();
        if by.len() == board.players.value { mark.to_owned() } else { format!("{mark} by {}", join(&by, "or")) }
    }

    /// A condition in words.
    pub fn test<M: Mask>(&self, test: &Test<M>) -> String {
        let all = |parts: &[Test<M>], word: &str| {
            parts.iter().map(|part| self.apart(part)).collect::<Vec<_>>().join(&format!(" {word} "))
        };
        match test {
            Test::Known(true) => "always".to_owned(),
            Test::Known(false) => "never".to_owned(),
            Test::Not(inner) => match inner.as_ref() {
                Test::Some(set) => self.all(set).unwrap_or_else(|| format!("no {}", self.set(set))),
                Test::AnyOccupied(slots, marked) => {
                    self.test(&Test::Not(Box::new(Test::Some(occupied(*slots, *marked)))))
                }
                Test::Within(spot, set) => self.claim(&self.subject(spot), &Set::Not(Box::new(set.clone()))),
                Test::Seeds(spot, numbers) => {
                    self.claim(&self.subject(spot), &Set::<M>::Not(Box::new(holding(numbers))))
                }
                Test::Count(Amount::Made, Numbers::Bits(2))
                | Test::Compare(Amount::Made, Bound::Exactly, Amount::Dropped) => "was occupied".to_owned(),
                other => format!("not {}", self.apart(other)),
            },
            Test::And(parts) => match joined(parts).as_slice() {
                [one] => self.test(one),
                parts => all(parts, "and"),
            },
            Test::Or(parts) => all(parts, "or"),
            Test::Some(set) => format!("some {}", self.set(set)),
            Test::AnyOccupied(slots, 0) if slots.count() > 1 => format!("some of {} are occupied", self.slots(*slots)),
            Test::AnyOccupied(slots, marked) => self.test(&Test::Some(occupied(*slots, *marked))),
            Test::Seeds(spot, numbers) => self.claim(&self.subject(spot), &holding::<M>(numbers)),
            Test::Within(spot, set) => self.claim(&self.subject(spot), set),
            Test::Count(Amount::Made, Numbers::Bits(2))
            | Test::Compare(Amount::Made, Bound::Exactly, Amount::Dropped) => "was empty".to_owned(),
            Test::Count(Amount::Made, numbers) => format!("makes {}", number_set(numbers)),
            Test::Count(Amount::SeedsIn(Set::Slots(slots)), numbers) if slots.count() == 1 => {
                self.claim(&self.slots(*slots), &Set::<M>::Holding(numbers.clone()))
            }
            Test::Count(amount, numbers) => format!("{} is {}", self.amount(amount), number_set(numbers)),
            Test::Compare(left, bound, right) => {
                let bound = match bound {
                    Bound::Exactly => "",
                    Bound::AtLeast => " at least",
                    Bound::AtMost => " at most",
                    Bound::MoreThan => " more than",
                    Bound::FewerThan => " fewer than",
                };
                let verb = if *left == Amount::Made { "" } else { " is" };
                format!("{}{verb}{bound} {}", self.amount(left), self.amount(right))
            }
            Test::AnotherLeaves(inner) => format!("another move would leave {}", self.apart(inner)),
            Test::Lap(lap) => format!("{} lap", ordinal(*lap)),
            Test::Goes(way) => format!("lap is {}", way.name()),
            Test::TurnsBefore(turns) => {
                format!("{}'s {} turn", self.player(self.mover), ordinal(turns.saturating_add(1)))
            }
            Test::Starter(player) => format!("{} is starter", self.player(*player)),
            Test::Lot(player) => format!("{} wins the lot", self.player(*player)),
            Test::Went(keeper, way) => {
                let whose = match keeper {
                    Keeper::Mover => self.player(self.mover),
                    Keeper::Starter => "starter".into(),
                };
                format!("{whose}'s last turn was {}", way.name())
            }
            Test::Section(section) => format!("move is {}", self.section(*section)),
            Test::Fact(fact) => word(Meaning::Fact(Some(*fact))).to_owned(),
        }
    }

    /// The claim that no slot has a property, worded as all slots having the opposite.
    fn all<M: Mask>(&self, set: &Set<M>) -> Option<String> {
        let Set::Both(parts) = set else { return None };
        let [Set::Slots(slots), claim] = parts.as_slice() else { return None };
        Some(match claim {
            Set::Occupied => self.all_are(*slots, "is", "are", "empty"),
            Set::Not(inner) => match inner.as_ref() {
                Set::Empty => self.all_are(*slots, "is", "are", "empty"),
                Set::Holding(numbers) => self.all_are(*slots, "holds", "hold", &number_set(numbers)),
                Set::Occupied | Set::Marked(_) => self.all_are(*slots, "is", "are", &self.claim("", inner)),
                _ => return None,
            },
            _ => return None,
        })
    }

    fn all_are<M: Mask>(&self, slots: M, is: &str, are: &str, what: &str) -> String {
        let names = self.slots(slots);
        if slots.count() == 1 { format!("{names} {is} {what}") } else { format!("all {names} {are} {what}") }
    }

    /// A condition inside another text: in parentheses if it has several parts.
    fn apart<M: Mask>(&self, test: &Test<M>) -> String {
        let text = self.test(test);
        if matches!(test, Test::And(_) | Test::Or(_)) { format!("({text})") } else { text }
    }

    /// A number in words.
    pub fn amount<M: Mask>(&self, amount: &Amount<M>) -> String {
        match amount {
            Amount::Number(number) => number.to_string(),
            Amount::SeedsIn(set) => format!("seeds in {}", self.set_apart(set)),
            Amount::NumberOf(set) => format!("number of {}", self.set_apart(set)),
            Amount::StartOf(spot) => format!("starting seeds of {}", self.spot(spot)),
            Amount::Made => "makes".to_owned(),
            Amount::Dropped => "seeds of the last drop".to_owned(),
            Amount::Half(whole) => format!("half of {}", self.amount(whole)),
        }
    }

    /// A player's score in words.
    pub fn score<M: Mask>(&self, score: &Amount<M>) -> String {
        match score {
            Amount::SeedsIn(set) => format!("seeds in {}", self.set(set)),
            other => self.amount(other),
        }
    }

    /// What a rule does, in words.
    pub fn action<M: Mask>(&self, action: &Action<M>) -> String {
        let mut parts: Vec<String> = action.ops.iter().map(|op| self.op(op)).collect();
        parts.extend(self.then(&action.then));
        let text = if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") };
        if action.may { format!("may {text}") } else { text }
    }

    fn op<M: Mask>(&self, op: &Op<M>) -> String {
        match op {
            Op::Capture(winner, set) => {
                let set = self.set(set);
                match winner {
                    Winner::Player(player) if *player == self.mover => format!("capture {set}"),
                    Winner::Player(player) => format!("{} captures {set}", self.player(*player)),
                    Winner::Owner => format!("owner captures {set}"),
                    Winner::MarkOwner => format!("mark owner captures {set}"),
                    Winner::Starter => format!("starter captures {set}"),
                    Winner::Nobody => format!("nobody captures {set}"),
                }
            }
            Op::CaptureEach(sets) => {
                let each = sets.iter().enumerate();
                let each = each.map(|(player, set)| format!("{} captures {}", self.player(player), self.set(set)));
                each.collect::<Vec<_>>().join(", ")
            }
            Op::Lift(None, set) => format!("lift {}", self.set(set)),
            Op::Lift(Some(most), set) => format!("lift {} from {}", self.amount(most), self.set(set)),
            Op::Place(count, set) => self.place(count, set),
            Op::PlaceFromStore(count, set) => format!("{} from own store", self.place(count, set)),
            Op::PlaceAll(set) => format!("place all in {}", self.set(set)),
            Op::To(change, set) => word(Meaning::Effect(Some(*change))).replace("SET", &self.set(set)),
            Op::Choose(number, set) => format!("choose {number} of {}", self.set_apart(set)),
        }
    }

    fn place<M: Mask>(&self, count: &Amount<M>, set: &Set<M>) -> String {
        let link = if matches!(count, Amount::Number(_)) { "in" } else { "into" };
        format!("place {} {link} {}", self.amount(count), self.set(set))
    }

    fn then<M: Mask>(&self, then: &Then<M>) -> Option<String> {
        let what = if self.rules.contest.is_some() { "round" } else { "game" };
        Some(match then {
            Then::Go => return None,
            Then::Sow { turning, by, into, at } => {
                let turning = match turning {
                    Turning::Same => "",
                    Turning::To(way) => &format!(" {}", way.name()),
                    Turning::Reversed => " reversed",
                };
                let by = by.filter(|by| *by > 1).map_or(String::new(), |by| format!(" {by} at a time"));
                format!("sow{turning}{by} {} {}", if *into { "into" } else { "after" }, self.set(at))
            }
            Then::EndTurn => "end turn".to_owned(),
            Then::MoveAgain => "move again".to_owned(),
            Then::Illegal => "illegal".to_owned(),
            Then::Play => "play".to_owned(),
            Then::Pass => "pass".to_owned(),
            Then::SwapSides => "swap sides".to_owned(),
            Then::Over => format!("{what} over"),
            Then::MoverWins => format!("{} wins the {what}", self.player(self.mover)),
            Then::MoverLoses => format!("{} loses the {what}", self.player(self.mover)),
            Then::Draw => "draw".to_owned(),
        })
    }
}

/// The occupied slots of a set that none of these players, given as a bit set, has marked.
fn occupied<M>(slots: M, marked: u32) -> Set<M> {
    let unmarked = (marked != 0).then(|| Set::Not(Box::new(Set::Marked(marked))));
    Set::Both([Set::Slots(slots), Set::Occupied].into_iter().chain(unmarked).collect())
}

/// The parts of a condition, with claims about the place of one spot combined.
fn joined<M: Mask>(parts: &[Test<M>]) -> Vec<Test<M>> {
    let mut kept: Vec<Test<M>> = Vec::new();
    for part in parts {
        let Test::Within(spot, Set::Slots(slots)) = part else {
            kept.push(part.clone());
            continue;
        };
        let same = kept.iter_mut().find_map(|known| match known {
            Test::Within(other, Set::Slots(others)) if other == spot => Some(others),
            _ => None,
        });
        match same {
            Some(others) => *others = *others & *slots,
            None => kept.push(part.clone()),
        }
    }
    kept
}

/// The part of a set that lies among these slots, as far as the form of the set shows it.
fn among<M: Mask>(set: &Set<M>, slots: M) -> Set<M> {
    match set {
        Set::Slots(others) => Set::Slots(*others & slots),
        Set::Both(parts) => Set::Both(parts.iter().map(|part| among(part, slots)).collect()),
        Set::Either(parts) => Set::Either(parts.iter().map(|part| among(part, slots)).collect()),
        other => other.clone(),
    }
}

/// The slots that hold one of these numbers of seeds.
fn holding<M>(numbers: &Numbers) -> Set<M> {
    match numbers {
        Numbers::Between(1, i32::MAX) => Set::Occupied,
        Numbers::Bits(1) => Set::Empty,
        other => Set::Holding(other.clone()),
    }
}

/// What ends an endless sowing, in words.
pub(super) fn endless(endless: Endless) -> &'static str {
    match endless {
        Endless::Illegal => "the move is not allowed",
        Endless::EndTurn => "the turn ends where its state first comes back",
        Endless::MoverLoses => "the mover loses",
    }
}

/// The relation of slots a number of steps along the track.
pub(super) fn along(back: bool, steps: Steps) -> Relation {
    if back { Relation::Back(steps) } else { Relation::Ahead(steps) }
}

/// The name of a relation: `opposite`, `next`, `2 ahead`, `1 back`, `as many ahead`
fn relation_name(relation: Relation) -> String {
    match (word(Meaning::Relative(Some(relation))), relation) {
        ("", Relation::Ahead(Steps::Number(steps))) => format!("{steps} ahead"),
        ("", Relation::Back(Steps::Number(steps))) => format!("{steps} back"),
        (word, _) => word.to_owned(),
    }
}

/// `4`, `2 or 3`, `at least 2`
pub(super) fn number_set(numbers: &Numbers) -> String {
    let list = |numbers: &[i32]| match numbers {
        [first, _, .., last] if last - first == numbers.len() as i32 - 1 => format!("{first} to {last}"),
        _ => join(&numbers.iter().map(i32::to_string).collect::<Vec<_>>(), "or"),
    };
    match numbers {
        Numbers::Between(i32::MIN, high) => format!("at most {high}"),
        Numbers::Between(low, i32::MAX) => format!("at least {low}"),
        Numbers::Between(low, high) if low == high => low.to_string(),
        Numbers::Between(low, high) => format!("{low} to {high}"),
        Numbers::Bits(0) => "no number".to_owned(),
        Numbers::Bits(bits) => list(&(0..64).filter(|number| bits >> number & 1 != 0).collect::<Vec<_>>()),
        Numbers::Even => "even".to_owned(),
        Numbers::Odd => "odd".to_owned(),
        Numbers::List(numbers) => list(numbers),
    }
}

/// `a`, `a or b`, `a, b or c`
pub(super) fn join(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [before @ .., last] => format!("{} {word} {last}", before.join(", ")),
    }
}
