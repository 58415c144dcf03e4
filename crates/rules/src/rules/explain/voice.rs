//! Chooses how a sentence refers to players and holes: `the mover` first and then `he`, `the hole` and then `it`.

use crate::rules::model::{Across, HoleSet, Marker, One, Outcome, Relation, Rule, Rules, Steps, Who};
use crate::rules::notation::{hole_name, ordinal};
use crate::rules::vocabulary::{Meaning, Phrase, phrase, word};

/// The moment that a sentence describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scene {
    /// A player chooses a hole and lifts its seeds.
    Move,
    /// A seed has fallen.
    Seed,
    /// The last seed of a lap has fallen.
    LastSeed,
    /// A turn is over or about to begin.
    Between,
    /// Each player counts or fills his holes.
    EachPlayer,
    /// The holes have been filled for a new round.
    Refilled,
}

/// The state of a sentence that is being built.
pub(super) struct Voice<'r> {
    /// The game that is explained.
    pub(super) rules: &'r Rules,
    /// The moment that the sentence describes.
    pub(super) scene: Scene,
    /// Whether the player meant by `he` has been named.
    named: bool,
    /// The hole that was named last.
    recent: Option<One>,
    /// Whether a hole other than `here` has been named.
    others_named: bool,
    /// Whether `here` has been named.
    here_named: bool,
    /// Whether exactly one other hole has been named.
    one_other: bool,
    /// The phrase for the hole tested, while there is one.
    tested: Option<&'static str>,
    /// The holes named so far, one by one.
    met: Vec<One>,
    /// Whether holes have been named as a set.
    met_sets: bool,
    /// Two holes that share a predicate, and so may be called `both`.
    both: Vec<One>,
    /// Whether the current holes certainly lie on the side of the player meant by `he`.
    pub(super) at_home: bool,
}

impl<'r> Voice<'r> {
    /// Starts a sentence.
    pub(super) fn new(rules: &'r Rules, scene: Scene) -> Self {
        Voice {
            rules,
            scene,
            named: scene == Scene::EachPlayer,
            recent: None,
            others_named: false,
            here_named: false,
            one_other: false,
            tested: None,
            met: Vec::new(),
            met_sets: false,
            both: Vec::new(),
            at_home: false,
        }
    }

    /// Starts a sentence that goes on about the same player.
    pub(super) fn going_on(rules: &'r Rules, scene: Scene) -> Self {
        Voice { named: true, ..Voice::new(rules, scene) }
    }

    /// `round` in a match, `game` otherwise.
    pub(super) fn unit(&self) -> &'static str {
        if self.rules.contest.is_some() { "round" } else { "game" }
    }

    /// Whether the game has two players.
    pub(super) fn two_players(&self) -> bool {
        self.rules.board.players.value == 2
    }

    fn person(&self) -> &'static str {
        match self.scene {
            Scene::Refilled => "a player",
            Scene::EachPlayer => "each player",
            _ if self.rules.board.players.value == 1 => "the player",
            _ => "the mover",
        }
    }

    /// `the mover`, then `he`.
    pub(super) fn he(&mut self) -> String {
        if std::mem::replace(&mut self.named, true) { "he" } else { self.person() }.to_owned()
    }

    /// `the mover`, then `him`.
    pub(super) fn him(&mut self) -> String {
        if std::mem::replace(&mut self.named, true) { "him" } else { self.person() }.to_owned()
    }

    /// `the mover's`, then `his`.
    pub(super) fn his(&mut self) -> String {
        if std::mem::replace(&mut self.named, true) { "his".to_owned() } else { format!("{}'s", self.person()) }
    }

    /// The mover's opponent or opponents.
    pub(super) fn opponent(&self) -> &'static str {
        match (self.two_players(), self.scene) {
            (false, _) => "another player",
            (true, Scene::Refilled) => "his opponent",
            (true, Scene::EachPlayer) => "the other player",
            (true, _) => "the opponent",
        }
    }

    /// The owner of a mark: `his`, `the opponent's`; `None` for a mark of anybody.
    pub(super) fn marker(&mut self, marker: Marker) -> Option<String> {
        match marker {
            Marker::Anybody => None,
            Marker::Mover => Some(self.his()),
            Marker::Opponent => Some(format!("{}'s", self.opponent())),
            Marker::Him => Some("his".to_owned()),
        }
    }

    /// The player who marked a hole: `him`, `the opponent`; `None` for a mark of anybody.
    pub(super) fn marked_by(&mut self, marker: Marker) -> Option<String> {
        match marker {
            Marker::Anybody => None,
            Marker::Mover => Some(self.him()),
            Marker::Opponent => Some(self.opponent().to_owned()),
            Marker::Him => Some("him".to_owned()),
        }
    }

    /// The player who does something.
    pub(super) fn who(&mut self, who: Who) -> String {
        match who {
            Who::Mover => return self.he(),
            Who::Opponent => self.opponent(),
            Who::Owner => "the player on whose side it lies",
            Who::MarkOwner => "the player who marked it",
            Who::Starter => match self.rules.contest {
                Some(_) => "the player who began the round",
                None => "the player who began the game",
            },
            Who::EachPlayer => "each player",
        }
        .to_owned()
    }

    /// Builds a part about each player, in which `his` means that player's. Then the sentence is about the mover again.
    pub(super) fn for_each_player<T>(&mut self, build: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.scene, Scene::EachPlayer);
        let named = std::mem::replace(&mut self.named, true);
        let built = build(self);
        self.scene = before;
        self.named = named;
        built
    }

    /// Records that somebody else was named, so that `he` could be misread.
    pub(super) fn forget_person(&mut self) {
        self.named = self.scene == Scene::Refilled;
    }

    /// Records that several holes were named, so that `it` and `the hole` could be misread.
    pub(super) fn forget_hole(&mut self) {
        self.recent = None;
        self.others_named = true;
        self.met_sets = true;
    }

    /// Records that two holes share a predicate, so that `both` means them from here on.
    pub(super) fn said_of_both(&mut self, holes: Vec<One>) {
        self.forget_hole();
        self.both = holes;
    }

    /// `both` for the two holes that share a predicate, `both holes` for the only two that were named.
    pub(super) fn both(&self, parts: &[HoleSet]) -> Option<&'static str> {
        let one = |part: &HoleSet| match part {
            HoleSet::One(one) => Some(one.clone()),
            _ => None,
        };
        let parts: Vec<One> = parts.iter().map(one).collect::<Option<_>>()?;
        let are = |known: &[One]| known.len() == 2 && parts.len() == 2 && known.iter().all(|one| parts.contains(one));
        match self.tested {
            None if are(&self.both) => Some("both"),
            None if !self.met_sets && are(&self.met) => Some("both holes"),
            _ => None,
        }
    }

    /// Records that something else was named, so that `it` could be misread.
    pub(super) fn forget_it(&mut self) {
        self.recent = None;
    }

    /// Starts a main clause, in which `it` stays clear only if one hole was named.
    pub(super) fn main_clause(&mut self) {
        if self.others_named && (self.here_named || !self.one_other) {
            self.recent = None;
        }
    }

    /// Whether a hole is the one that was named last.
    pub(super) fn is_recent(&self, one: &One) -> bool {
        self.recent.as_ref() == Some(one)
    }

    /// The phrase for a hole: `it` if it was named last, else its name.
    pub(super) fn hole(&mut self, one: &One) -> String {
        if self.is_recent(one) {
            return "it".to_owned();
        }
        self.hole_named(one)
    }

    /// The name of a hole, even if it was named last.
    pub(super) fn hole_named(&mut self, one: &One) -> String {
        let text = match one {
            // a name is as short as `it`, and never misread
            One::Named(cell) => return hole_name(*cell, self.rules.board.columns.value),
            One::Here => self.here().to_owned(),
            One::Tested => self.tested.unwrap_or("it").to_owned(),
            One::Origin => self.origin().to_owned(),
            One::Related(relation, base) => self.related(*relation, base),
        };
        if self.tested.is_none() && !self.met.contains(one) {
            self.met.push(one.clone());
        }
        match one {
            One::Here => self.here_named = true,
            One::Tested => {}
            _ => {
                self.one_other = !self.others_named;
                self.others_named = true;
            }
        }
        self.recent = Some(one.clone());
        text
    }

    /// The phrase for the hole after a hole.
    pub(super) fn hole_after(&mut self, one: &One) -> String {
        if self.is_recent(one) {
            return "the hole after it".to_owned();
        }
        let named = self.hole(one);
        let named = named.strip_prefix("the hole where").map(|rest| format!("the one where{rest}")).unwrap_or(named);
        format!("the hole after {}", if named == "the hole" { "it" } else { &named })
    }

    /// The phrase for the hole that the lap started from.
    fn origin(&self) -> &'static str {
        let sows_on = |rule: &Rule| matches!(rule.value.outcome, Some(Outcome::Sow { .. }));
        match self.rules.last_seed.iter().any(sows_on) {
            true => "the hole where the lap began",
            false => "the hole where the sowing began",
        }
    }

    fn here(&self) -> &'static str {
        match self.scene {
            Scene::Move => "the chosen hole",
            Scene::Seed | Scene::LastSeed if !self.others_named => "the hole",
            Scene::Seed => "the hole where the seed fell",
            _ => "the hole where the last seed fell",
        }
    }

    fn related(&mut self, relation: Relation, base: &One) -> String {
        // on six rows there are two holes behind the one opposite
        if let (Relation::Across(Across::Rear), One::Related(Relation::Across(Across::Rear), first)) = (relation, base)
        {
            let first = self.hole(first);
            return format!("the second hole behind {first}");
        }
        let fell = matches!(self.scene, Scene::Seed | Scene::LastSeed);
        let implied = *base == One::Here && self.tested.is_none() && fell;
        let base = match base {
            One::Related(..) if self.is_recent(base) => "that one".to_owned(),
            _ if implied
                && (!self.is_recent(base)
                    || !matches!(relation, Relation::Across(Across::Opposite | Across::Rear))) =>
            {
                String::new()
            }
            _ if self.is_recent(base) => "it".to_owned(),
            _ => match self.hole_named(base).as_str() {
                "that hole" => "that one".to_owned(),
                named => named.to_owned(),
            },
        };
        relative(relation, &base)
    }

    /// Builds a part about the hole tested, which was named just before. Then restores the hole named last before.
    pub(super) fn testing<T>(&mut self, build: impl FnOnce(&mut Self) -> T) -> T {
        self.testing_as("that hole", Some(One::Tested), build)
    }

    /// Builds a part about each of a few holes, which `it` stands for. Then restores the hole named last before.
    pub(super) fn testing_as_it<T>(&mut self, build: impl FnOnce(&mut Self) -> T) -> T {
        self.testing_as("it", None, build)
    }

    /// Builds a part about each hole tested. Then restores the hole named last before.
    pub(super) fn testing_each<T>(&mut self, build: impl FnOnce(&mut Self) -> T) -> T {
        self.testing_as("each", None, build)
    }

    /// Builds a part about each hole of a run from which other holes are seen. Then restores the hole named last
    /// before.
    pub(super) fn testing_that<T>(&mut self, build: impl FnOnce(&mut Self) -> T) -> T {
        self.testing_as("that hole", None, build)
    }

    fn testing_as<T>(&mut self, called: &'static str, recent: Option<One>, build: impl FnOnce(&mut Self) -> T) -> T {
        let tested = self.tested.replace(called);
        let recent = std::mem::replace(&mut self.recent, recent);
        let built = build(self);
        self.tested = tested;
        self.recent = recent;
        built
    }
}

/// The phrase for a hole seen from another, `base`. An empty `base` means the hole that the sentence is about.
pub(super) fn relative(relation: Relation, base: &str) -> String {
    let (near, base) = (base.is_empty(), if base.is_empty() { "it" } else { base });
    // phrases for one step, for the hole after or before another, for the direction, and for the sowing of the held
    // seeds
    let along = |steps, [one, from, way, sown]: [&str; 4]| match steps {
        Steps::Number(1) if near => format!("the {one}"),
        Steps::Number(1) => format!("the hole {from} {base}"),
        Steps::Number(steps) if near => format!("the {} hole {way}", ordinal(steps)),
        Steps::Number(steps) => format!("the {} hole {from} {base}", ordinal(steps)),
        Steps::Held if near => format!("the hole that its seeds would reach{sown}"),
        Steps::Held => format!("the hole that the seeds of {base} would reach{sown}"),
    };
    match relation {
        Relation::Ahead(steps) => along(steps, ["next hole", "after", "ahead", ""]),
        Relation::Back(steps) => along(steps, ["hole before", "before", "back", " backwards"]),
        Relation::Across(_) => match phrase(Meaning::Relative(Some(relation))) {
            Phrase::Seen { near: words, .. } if near => format!("the {words}"),
            Phrase::Seen { from, .. } => format!("the {}", from.replace('X', base)),
            _ => format!("the {} of {base}", word(Meaning::Relative(Some(relation)))),
        },
    }
}
