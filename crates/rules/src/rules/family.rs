//! Classifies games as mancala players do: by how laps follow one another and what is captured. The families follow
//! from the rules; no file names them.

use super::model::{
    Across, Amount, Change, Condition, Effect, Ends, HoleSet, Marker, One, Outcome, Part, Property, Relation, Rule,
    Rules, Steps, Who,
};

/// A trait by which mancala games are classified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// A move is one lap.
    SingleLap,
    /// Sowing goes on with the seeds of the hole where the last seed fell.
    Relay,
    /// Sowing goes on with the seeds of the hole after that: pussa kanawa.
    RelayFromNext,
    /// A hole is captured because of the number of seeds in it, mostly the hole of the last seed.
    Count,
    /// The hole opposite is captured.
    Cross,
    /// A hole ahead is captured, mostly behind an empty one.
    Gap,
    /// Captures may follow every seed of a lap.
    EverySeed,
    /// Seeds taken from the opponent are sown on.
    Resown,
    /// Players mark holes, and it matters who marked them.
    Marks,
    /// Seeds are sown into stores or other ends of the board.
    Ends,
}

impl Family {
    /// All traits, in the order in which they are listed.
    pub const ALL: [Family; 10] = [
        Family::SingleLap,
        Family::Relay,
        Family::RelayFromNext,
        Family::Count,
        Family::Cross,
        Family::Gap,
        Family::EverySeed,
        Family::Resown,
        Family::Marks,
        Family::Ends,
    ];

    /// The trait with this name.
    pub fn named(name: &str) -> Option<Family> {
        Family::ALL.into_iter().find(|family| family.name() == name)
    }

    /// The name of the trait.
    pub fn name(self) -> &'static str {
        match self {
            Family::SingleLap => "single-lap",
            Family::Relay => "relay",
            Family::RelayFromNext => "relay-next",
            Family::Count => "count",
            Family::Cross => "cross",
            Family::Gap => "gap",
            Family::EverySeed => "every-seed",
            Family::Resown => "resown",
            Family::Marks => "marks",
            Family::Ends => "ends",
        }
    }

    /// The meaning of the trait, in one line.
    pub fn about(self) -> &'static str {
        match self {
            Family::SingleLap => "a move is one lap",
            Family::Relay => "sowing goes on from the hole of the last seed",
            Family::RelayFromNext => "sowing goes on from the hole after it (pussa kanawa)",
            Family::Count => "a hole is captured for what it holds",
            Family::Cross => "the hole opposite is captured",
            Family::Gap => "a hole ahead is captured, mostly behind an empty one",
            Family::EverySeed => "captures may come after every seed of a lap",
            Family::Resown => "seeds taken from the opponent are sown on",
            Family::Marks => "players mark holes that are theirs",
            Family::Ends => "seeds are sown into stores or other ends of the board",
        }
    }
}

/// The traits of a game, in the order of [`Family::ALL`]. They always include one of the first three or `resown`. Rules
/// for first turns do not count.
pub fn families(rules: &Rules) -> Vec<Family> {
    let last_seed = || rules.last_seed.iter().filter(|rule| !is_of_first_turns(rule));
    let sown_on = |place: fn(&HoleSet) -> bool| {
        last_seed().any(|rule| sows(rule) && lifted(rule).any(|set| any_part(set, place)))
    };
    let captured =
        |wanted: fn(&Rule, &HoleSet) -> bool| last_seed().chain(&rules.after_turn).any(|rule| captures(rule, wanted));
    let has = |family: Family| match family {
        Family::SingleLap => !last_seed().any(sows),
        Family::Relay => sown_on(is_here),
        Family::RelayFromNext => sown_on(is_ahead),
        Family::Count => captured(|rule, set| counts(rule) && !any_part(set, is_opposite) && !any_part(set, is_ahead)),
        Family::Cross => captured(|_, set| any_part(set, is_opposite)),
        Family::Gap => captured(|_, set| any_part(set, is_ahead)),
        Family::EverySeed => rules.each_seed.iter().any(|rule| {
            let effects = &rule.value.effects;
            effects.iter().any(|effect| matches!(effect, Effect::Capture(who, _) if *who != Who::MarkOwner))
        }),
        Family::Resown => sown_on(|set| is_opposite(set) || *set == HoleSet::Holes),
        Family::Marks => marks(rules),
        Family::Ends => rules.board.ends.value != Ends::None,
    };
    Family::ALL.into_iter().filter(|family| has(*family)).collect()
}

/// Whether a rule read after a seed marks holes, and rules distinguish who marked a hole.
fn marks(rules: &Rules) -> bool {
    let mut owned = rules.does(|effect| matches!(effect, Effect::Capture(Who::MarkOwner, _)));
    rules.visit(&mut |part| {
        owned |=
            matches!(part, Part::Condition(Condition::Is(_, Property::Marked(whose))) if *whose != Marker::Anybody);
    });
    let mut after_seed = rules.each_seed.iter().chain(&rules.last_seed);
    owned
        && after_seed.any(|rule| rule.value.effects.iter().any(|effect| matches!(effect, Effect::To(Change::Mark, _))))
}

/// Whether a rule applies only in certain turns of a player.
fn is_of_first_turns(rule: &Rule) -> bool {
    fn is_turn(condition: &Condition) -> bool {
        match condition {
            Condition::Turn(_) => true,
            Condition::And(parts) => parts.iter().any(is_turn),
            Condition::Or(parts) => parts.iter().all(is_turn),
            _ => false,
        }
    }
    rule.condition.as_ref().is_some_and(is_turn)
}

fn sows(rule: &Rule) -> bool {
    matches!(rule.value.outcome, Some(Outcome::Sow { .. }))
}

fn lifted(rule: &Rule) -> impl Iterator<Item = &HoleSet> {
    rule.value.effects.iter().filter_map(|effect| match effect {
        Effect::Lift(_, set) => Some(set),
        _ => None,
    })
}

/// Whether a rule captures a set for which `wanted` is true.
fn captures(rule: &Rule, wanted: fn(&Rule, &HoleSet) -> bool) -> bool {
    let effects = &rule.value.effects;
    effects.iter().any(|effect| matches!(effect, Effect::Capture(_, set) if wanted(rule, set)))
}

/// Whether `wanted` is true of a set or of a set that it is made of. Conditions inside do not count.
fn any_part(set: &HoleSet, wanted: fn(&HoleSet) -> bool) -> bool {
    wanted(set)
        || match set {
            HoleSet::Related(_, base) | HoleSet::Where(base, _) => any_part(base, wanted),
            HoleSet::Union(parts) => parts.iter().any(|part| any_part(part, wanted)),
            _ => false,
        }
}

fn is_here(set: &HoleSet) -> bool {
    matches!(set, HoleSet::One(One::Here))
}

fn is_opposite(set: &HoleSet) -> bool {
    match set {
        HoleSet::Related(relation, _) => *relation == Relation::Across(Across::Opposite),
        HoleSet::One(one) => through(one, |relation| relation == Relation::Across(Across::Opposite)),
        _ => false,
    }
}

fn is_ahead(set: &HoleSet) -> bool {
    match set {
        HoleSet::Related(relation, _) => matches!(relation, Relation::Ahead(Steps::Number(_))),
        HoleSet::One(one) => through(one, |relation| matches!(relation, Relation::Ahead(Steps::Number(_)))),
        _ => false,
    }
}

/// Whether a hole is found through a relation for which `wanted` is true.
fn through(one: &One, wanted: fn(Relation) -> bool) -> bool {
    match one {
        One::Related(relation, from) => wanted(*relation) || through(from, wanted),
        _ => false,
    }
}

/// Whether a rule asks for the number of seeds in a hole.
fn counts(rule: &Rule) -> bool {
    let mut found = false;
    rule.visit(&mut |part| {
        found |= matches!(
            part,
            Part::Condition(Condition::Makes(_) | Condition::Holds(..))
                | Part::Condition(Condition::Count(Amount::SeedsIn(_), _))
        );
    });
    found
}
