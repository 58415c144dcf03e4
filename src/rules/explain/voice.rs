//! Whom and which hole a sentence has named so far: `the mover` and then `he`, `the hole` and then `it`.

use crate::rules::model::{Across, HoleSet, Marker, One, Outcome, Relation, Rule, Rules, Steps, Who};
use crate::rules::notation::ordinal;
use crate::rules::vocabulary::{Meaning, Phrase, phrase, word};

/// The moment that a sentence tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scene {
    /// A hole is chosen and its seeds are lifted.
    Move,
    /// A seed has fallen.
    Seed,
    /// The last seed of a lap has fallen.
    LastSeed,
    /// A turn is over, or is to begin.
    Between,
    /// Each player counts or fills his holes.
    EachPlayer,
    /// Holes have been filled for a new round.
    Refilled,
}

/// A sentence in the making.
pub(super) struct Voice<'r> {
    /// The game told.
    pub(super) rules: &'r Rules,
    /// The moment told of.
    pub(super) scene: Scene,
    /// Whether the player whom `he` means has been named.
    named: bool,
    /// The hole named last.
    recent: Option<One>,
    /// Whether a hole other than `here` has been named.
    others_named: bool,
    /// Whether `here` has been named.
    here_named: bool,
    /// Whether one other hole has been named and no more.
    one_other: bool,
    /// How the hole tested is called, where one is tested.
    tested: Option<&'static str>,
    /// The holes named, one by one.
    met: Vec<One>,
    /// Whether holes were named as a set.
    met_sets: bool,
    /// Two holes of which the same was said.
    both: Vec<One>,
    /// Whether the holes spoken of are known to lie on the side of the player who is `he`.
    pub(super) at_home: bool,
}

impl<'r> Voice<'r> {
    /// A new sentence.
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

    /// A new sentence that goes on telling of the same player.
    pub(super) fn going_on(rules: &'r Rules, scene: Scene) -> Self {
        Voice { named: true, ..Voice::new(rules, scene) }
    }

    /// `round` in a match, `game` otherwise.
    pub(super) fn unit(&self) -> &'static str {
        if self.rules.contest.is_some() { "round" } else { "game" }
    }

    /// Whether two play.
    pub(super) fn two_players(&self) -> bool {
        self.rules.board.players.value == 2
    }

    fn person(&self) -> &'static str {
        match self.scene {
            Scene::Refilled => "a player",
            Scene::EachPlayer => "each player",
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

    /// The player or the players that the mover plays against.
    pub(super) fn opponent(&self) -> &'static str {
        match (self.two_players(), self.scene) {
            (false, _) => "another player",
            (true, Scene::Refilled) => "his opponent",
            (true, Scene::EachPlayer) => "the other player",
            (true, _) => "the opponent",
        }
    }

    /// Whose mark it is: `his`, `the opponent's`; nothing if it may be anybody's.
    pub(super) fn marker(&mut self, marker: Marker) -> Option<String> {
        match marker {
            Marker::Anybody => None,
            Marker::Mover => Some(self.his()),
            Marker::Opponent => Some(format!("{}'s", self.opponent())),
            Marker::Him => Some("his".to_owned()),
        }
    }

    /// By whom it is marked; nothing if it may be anybody.
    pub(super) fn marked_by(&mut self, marker: Marker) -> Option<String> {
        match marker {
            Marker::Anybody => None,
            Marker::Mover => Some(self.him()),
            Marker::Opponent => Some(self.opponent().to_owned()),
            Marker::Him => Some("him".to_owned()),
        }
    }

    /// Who does something.
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

    /// Tells of each player from here on, `his` being that player's, and of the mover again behind it.
    pub(super) fn for_each_player<T>(&mut self, tell: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.scene, Scene::EachPlayer);
        let named = std::mem::replace(&mut self.named, true);
        let told = tell(self);
        self.scene = before;
        self.named = named;
        told
    }

    /// Somebody else was named: `he` could be misread.
    pub(super) fn forget_person(&mut self) {
        self.named = self.scene == Scene::Refilled;
    }

    /// Several holes were named: `it` and `the hole` could be misread.
    pub(super) fn forget_hole(&mut self) {
        self.recent = None;
        self.others_named = true;
        self.met_sets = true;
    }

    /// The same was said of two holes: `both` means them from here on.
    pub(super) fn said_of_both(&mut self, holes: Vec<One>) {
        self.forget_hole();
        self.both = holes;
    }

    /// `both` for the two holes of which the same was said, `both holes` for the only two that were named.
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

    /// Something else was named: `it` could be misread.
    pub(super) fn forget_it(&mut self) {
        self.recent = None;
    }

    /// A main clause begins: `it` stays clear only if one hole was named.
    pub(super) fn main_clause(&mut self) {
        if self.others_named && (self.here_named || !self.one_other) {
            self.recent = None;
        }
    }

    /// Whether a hole is the one named last.
    pub(super) fn is_recent(&self, one: &One) -> bool {
        self.recent.as_ref() == Some(one)
    }

    /// A hole; `it` if it was named last.
    pub(super) fn hole(&mut self, one: &One) -> String {
        if self.is_recent(one) {
            return "it".to_owned();
        }
        self.hole_named(one)
    }

    /// A hole by its name, also if it was named last.
    pub(super) fn hole_named(&mut self, one: &One) -> String {
        let text = match one {
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

    /// The hole after a hole.
    pub(super) fn hole_after(&mut self, one: &One) -> String {
        if self.is_recent(one) {
            return "the hole after it".to_owned();
        }
        let named = self.hole(one);
        let named = named.strip_prefix("the hole where").map(|rest| format!("the one where{rest}")).unwrap_or(named);
        format!("the hole after {}", if named == "the hole" { "it" } else { &named })
    }

    /// The hole that the seeds of a lap came from.
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

    /// Tells of the hole tested, which was named just before, and goes back to the holes named earlier.
    pub(super) fn testing<T>(&mut self, tell: impl FnOnce(&mut Self) -> T) -> T {
        self.testing_as("that hole", Some(One::Tested), tell)
    }

    /// Tells of each hole tested, and goes back to the holes named earlier.
    pub(super) fn testing_each<T>(&mut self, tell: impl FnOnce(&mut Self) -> T) -> T {
        self.testing_as("each", None, tell)
    }

    /// Tells of each hole of a row of holes seen from others, and goes back to the holes named earlier.
    pub(super) fn testing_that<T>(&mut self, tell: impl FnOnce(&mut Self) -> T) -> T {
        self.testing_as("that hole", None, tell)
    }

    fn testing_as<T>(&mut self, called: &'static str, recent: Option<One>, tell: impl FnOnce(&mut Self) -> T) -> T {
        let tested = self.tested.replace(called);
        let recent = std::mem::replace(&mut self.recent, recent);
        let told = tell(self);
        self.tested = tested;
        self.recent = recent;
        told
    }
}

/// A hole seen from another; from the hole that everything is about if none is named.
pub(super) fn relative(relation: Relation, base: &str) -> String {
    let (near, base) = (base.is_empty(), if base.is_empty() { "it" } else { base });
    // how one step is called, where a hole is from another, which way it lies, and which way seeds would go
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
