//! Sentences about the choice of a hole and about sowing.

use super::holes::asks_of_tested;
use super::lists::rules as list;
use super::plain::{self, cases, is_possible};
use super::sentence::{Kind, Sentence};
use super::simplify::{self, conjuncts};
use super::voice::{Scene, Voice};
use super::words::{Article, join};
use crate::rules::model::{
    Basis, Case, Condition, Direction, Endless, Fact, HoleSet, Keeper, MoveRules, One, Property, Rules, Way,
};
use crate::rules::notation::player_name;

/// The sentences of the `move` sections, in the order in which these are tried.
pub(super) fn moves(rules: &Rules) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let mut empty_said = false;
    // other readings may have further sections
    let sections: Vec<(usize, &MoveRules)> =
        rules.moves.iter().enumerate().filter(|(index, _)| is_possible(rules, *index)).collect();
    let several = sections.len() > 1;
    for (place, (index, section)) in sections.into_iter().enumerate() {
        let heading = match several {
            false => "Move".to_owned(),
            true => format!("Move: {}", headed(rules, index)),
        };
        sentences.extend(in_force(rules, section, (place, several), &heading));
        sentences.extend(chosen(rules, &section.from, &heading));
        if !empty_said && !section.from.iter().all(|case| is_occupied(&case.value)) {
            sentences.push(Sentence::given(&heading, "an empty hole cannot be chosen"));
            empty_said = true;
        }
        sentences.extend(directions(rules, &section.direction, &heading));
        sentences.extend(list(rules, &section.begin, Scene::Move).into_iter().map(|sentence| Sentence {
            section: heading.clone(),
            kind: Kind::Setting("begin"),
            ..sentence
        }));
    }
    // with one direction for all his moves, nobody thinks of another
    if rules.walks_at_rest() && (0..rules.board.players.value).any(|player| rules.only_way(player).is_none()) {
        let text = "between turns, the hole after another is the next one counterclockwise";
        sentences.push(Sentence::given("Between turns", text));
    }
    sentences
}

/// The name of a `move` section as a heading, with what the file says that it is.
fn headed(rules: &Rules, index: usize) -> String {
    let unnamed = |section: &MoveRules| section.name.is_none();
    let name = match rules.moves.get(index) {
        // what is left when the sections with names are not in force
        Some(section) if unnamed(section) && rules.moves.iter().filter(|other| unnamed(other)).count() == 1 => {
            "otherwise".to_owned()
        }
        _ => Voice::new(rules, Scene::Move).move_name(index),
    };
    match rules.moves.get(index).and_then(|section| section.title.as_ref()) {
        Some(title) => format!("{name}, {title}"),
        None => name,
    }
}

/// The sentence that says when a section is in force.
fn in_force(rules: &Rules, section: &MoveRules, (place, several): (usize, bool), heading: &str) -> Option<Sentence> {
    let when = section.when.as_ref().map(|when| plain::condition(rules, when, None));
    let when = when.filter(|when| *when != Condition::Constant(true));
    let when = when.map(|when| Voice::new(rules, Scene::Between).condition(&when));
    let text = match (place, when) {
        (0, None) if !several => return None,
        (0, None) => "this is the move, if it offers a legal one".to_owned(),
        (0, Some(when)) => format!("if {when}, this is the move"),
        (1, None) => "otherwise, if the move above offers nothing legal, this is the move".to_owned(),
        (_, None) => "otherwise, if none of the moves above offers anything legal, this is the move".to_owned(),
        (1, Some(when)) => format!("otherwise, if the move above offers nothing legal and {when}, this is the move"),
        (_, Some(when)) => {
            format!("otherwise, if none of the moves above offers anything legal and {when}, this is the move")
        }
    };
    Some(match section.when {
        Some(_) => Sentence::setting(heading, "when", &text, &section.basis),
        None => Sentence::given(heading, &text),
    })
}

fn chosen(rules: &Rules, from: &[Case<HoleSet>], heading: &str) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    for (case, condition, basis) in settled(rules, from) {
        let mut voice = match sentences.is_empty() {
            true => Voice::new(rules, Scene::Move),
            false => Voice::going_on(rules, Scene::Move),
        };
        let (when, set) = in_front(&plain::set(rules, &case.value, None));
        let condition = match (condition, when) {
            (Some(one), Some(two)) => Some(Condition::And(vec![one, two])),
            (one, two) => one.or(two),
        };
        let lead = match &condition {
            Some(condition) => format!("if {}, ", voice.condition(condition)),
            None if sentences.is_empty() => String::new(),
            None => "otherwise ".to_owned(),
        };
        let he = voice.he();
        let hole = match voice.kind(&set) {
            Some(_) if condition == Some(Condition::Some(set.clone())) => "such a hole".to_owned(),
            Some(kind) => match voice.own_place(&kind) {
                Some(hole) => hole,
                None => voice.any(&kind, "a"),
            },
            None => match voice.set(&set) {
                (holes, true) => format!("one of {holes}"),
                (hole, false) => hole,
            },
        };
        let text = format!("{lead}{he} chooses {hole}");
        sentences.push(Sentence::setting(heading, "from", &text, &basis).told(case.told.as_ref()));
    }
    sentences
}

/// Whether every hole of a set certainly holds seeds.
fn is_occupied(set: &HoleSet) -> bool {
    match simplify::set(set, None) {
        HoleSet::Where(_, filter) => conjuncts(&filter).iter().any(|part| match part {
            Condition::Is(One::Tested, Property::Occupied) => true,
            Condition::Holds(One::Tested, numbers) => simplify::excludes_zero(numbers),
            _ => false,
        }),
        _ => false,
    }
}

fn directions(rules: &Rules, directions: &[Case<Direction>], heading: &str) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    for (case, condition, basis) in settled(rules, directions) {
        let mut voice = Voice::going_on(rules, Scene::Move);
        let lead = match &condition {
            Some(condition) => format!("if {}, ", voice.condition(condition)),
            None if sentences.is_empty() => String::new(),
            None => "otherwise ".to_owned(),
        };
        let text = match &case.value {
            Direction::One(way) => format!("he sows {}", way.name()),
            Direction::Either => "he sows counterclockwise or clockwise, as he chooses".to_owned(),
            Direction::PerPlayer(ways) => each_way(rules, ways),
            Direction::AsLast(keeper) => {
                let last = match keeper {
                    Keeper::Mover => "his last turn",
                    Keeper::Starter => "the last turn of the player who began",
                };
                format!("he sows in the direction of the first lap of {last}; before that turn, as he chooses")
            }
        };
        let text = format!("{lead}{text}");
        sentences.push(Sentence::setting(heading, "direction", &text, &basis).told(case.told.as_ref()));
    }
    sentences
}

/// The cases of a setting. Where the last case says what those before it say, one is enough.
fn settled<'c, T: PartialEq>(rules: &Rules, given: &'c [Case<T>]) -> Vec<(&'c Case<T>, Option<Condition>, Basis)> {
    let mut found: Vec<(&Case<T>, Option<Condition>, Basis)> = Vec::new();
    for (case, condition) in cases(rules, given, |_| true) {
        let mut basis = case.basis.clone();
        while condition.is_none()
            && let Some((.., before)) = found.pop_if(|(before, ..)| before.value == case.value)
        {
            let more = before.into_iter().filter(|origin| !basis.contains(origin)).collect::<Basis>();
            basis.extend(more);
        }
        found.push((case, condition, basis));
    }
    found
}

fn each_way(rules: &Rules, ways: &[Way]) -> String {
    if let [first, others @ ..] = ways
        && others.iter().all(|way| way == first)
    {
        return format!("every player sows {}", first.name());
    }
    let player = |(player, way): (usize, &Way)| {
        let name = player_name(rules.board.players.value, player);
        let sows = if player == 0 { " sows" } else { "" };
        format!("{name}{sows} {}", way.name())
    };
    join(&ways.iter().enumerate().map(player).collect::<Vec<_>>(), "and")
}

/// The sentences of the `sowing` section. `terms` are the explanations of words.
pub(super) fn sowing(rules: &Rules, terms: &[&str]) -> Vec<Sentence> {
    const SECTION: &str = "Sowing";
    let mut sentences = super::tracks::tracks(rules, SECTION);
    sentences.extend(terms.iter().map(|term| Sentence::new(SECTION, term, &Basis::new(), Kind::Term)));
    let skip = rules.skip.as_ref().map(|skip| (plain::set(rules, &skip.value, None), &skip.basis));
    let skip = skip.filter(|(set, _)| !simplify::is_nothing(set));
    let mut origin = false;
    if let Some((set, basis)) = &skip {
        let mut voice = Voice::new(rules, Scene::LastSeed);
        origin = has_origin(set);
        let (set, by) = match of_the_last_seed(set) {
            Some(set) => (plain::set(rules, &set, None), " by the last seed of a lap"),
            None => (set.clone(), ""),
        };
        let (when, set) = in_front(&set);
        let lead = match when {
            Some(when) => format!("if {}, ", voice.condition(&when)),
            None => String::new(),
        };
        let (holes, plural) = match voice.kind(&set) {
            Some(kind) => voice.many(&kind, Article::Bare),
            None => voice.set(&set),
        };
        let are = if plural { "are" } else { "is" };
        sentences.push(Sentence::setting(SECTION, "skip", &format!("{lead}{holes} {are} passed over{by}"), basis));
    }
    if !origin {
        const WHY: &str = "a hole is passed over only where a rule says so";
        let text = "the hole just emptied is sown too when the sowing comes round to it";
        sentences.push(match rules.start_hole.as_slice() {
            [] => Sentence::unless(SECTION, text, WHY),
            _ => Sentence::setting(SECTION, "skip", text, &rules.start_hole),
        });
    }
    if let Some(endless) = &rules.endless {
        let unit = Voice::new(rules, Scene::LastSeed).unit();
        let text = match endless.value {
            Endless::Illegal => "a sowing that would never end may not be played".to_owned(),
            Endless::EndTurn => {
                "a sowing that would never end is broken off where it first repeats itself, and the turn ends"
                    .to_owned()
            }
            Endless::MoverLoses => format!("a player whose sowing would never end loses the {unit}"),
        };
        sentences.push(Sentence::setting(SECTION, "endless", &text, &endless.basis));
    }
    sentences
}

/// A set without the conditions that name no hole of it. These hold of all its holes or of none, so they stand in front.
fn in_front(set: &HoleSet) -> (Option<Condition>, HoleSet) {
    let HoleSet::Where(base, filter) = set else { return (None, set.clone()) };
    let (about, when): (Vec<Condition>, Vec<Condition>) = conjuncts(filter).iter().cloned().partition(asks_of_tested);
    let joined = |mut parts: Vec<Condition>| if parts.len() == 1 { parts.remove(0) } else { Condition::And(parts) };
    match (when.is_empty(), about.is_empty()) {
        (true, _) => (None, set.clone()),
        (false, true) => (Some(joined(when)), (**base).clone()),
        (false, false) => (Some(joined(when)), HoleSet::Where(base.clone(), Box::new(joined(about)))),
    }
}

/// The holes that the last seed of a lap passes over, if the others pass over none.
fn of_the_last_seed(set: &HoleSet) -> Option<HoleSet> {
    let HoleSet::Where(base, condition) = set else { return None };
    let last = Condition::Fact(Fact::LastSeed);
    let rest = match &**condition {
        condition if *condition == last => Condition::Constant(true),
        Condition::And(parts) if parts.contains(&last) => {
            Condition::And(parts.iter().filter(|part| **part != last).cloned().collect())
        }
        _ => return None,
    };
    Some(HoleSet::Where(base.clone(), Box::new(rest)))
}

fn has_origin(set: &HoleSet) -> bool {
    match set {
        HoleSet::One(One::Origin) => true,
        HoleSet::Union(parts) => parts.iter().any(has_origin),
        _ => false,
    }
}
