//! Examination of positions: refuted claims, rules that apply in the moves, endless sowings, and gains.

use mancala_rules::rules::model::{Condition, HoleSet, Part, Rules, Track};

use super::super::ended::Ended;
use super::super::lanes::Lanes;
use super::super::machine::{Child, Machine};
use super::super::moves::Move;
use super::super::position::{Position, Round};
use super::super::standing::Standing;
use super::super::trouble::Trouble;
use super::super::turn::Turn;
use super::super::view::View;
use super::super::watch::Notes;
use crate::game::Achieved;
use crate::tables::{Mask, Slot, Test, asked};

/// What rules and claims ask of a position besides its holes and marks. Nothing else need distinguish positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Asked {
    /// Whether they ask about stores beside the board.
    stores: bool,
    /// The highest turn number that they ask about.
    turns: u32,
}

impl Asked {
    /// What rules and claims ask, and what the score counts if it is asked for as well.
    pub fn new(rules: &Rules, claims: &[&Condition], with_score: bool) -> Self {
        let mut asked = Asked { stores: false, turns: 0 };
        let mut look = |part: Part<'_>| match part {
            Part::Set(HoleSet::Store(_)) => asked.stores = true,
            Part::Condition(Condition::Turn(turn)) => asked.turns = asked.turns.max(*turn),
            _ => {}
        };
        rules.visit_play(&mut look);
        claims.iter().for_each(|claim| claim.visit(&mut look));
        if with_score {
            rules.score.value.iter().for_each(|score| score.visit(&mut look));
        }
        asked
    }

    /// Whether they ask for the number of a turn.
    pub fn asks_about_turns(&self) -> bool {
        self.turns > 0
    }
}

/// What it changes that a position is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Repeated {
    /// Nothing.
    Same,
    /// The game is over, with this for its first player.
    Ends(Achieved),
    /// The game goes on, but not as if the position were not repeated.
    Different,
}

/// Examines positions, one after the other.
pub(in super::super) struct Look<'m, L: Lanes, const P: usize> {
    pub machine: &'m Machine<L, P>,
    /// For each claim, its test for each player as the mover.
    claims: Vec<Vec<Test<L::Mask>>>,
    asked: Asked,
    /// The track of each player if each sows only on his own side, so that seeds leave it only by capture; else empty.
    own_sides: Vec<L::Mask>,
    /// Ends that are stores.
    ends: L::Mask,
    /// The legal moves of the current position.
    pub children: Vec<Child<L, P>>,
    /// For each rule, whether it applied in a move that was played or tried.
    pub applied: Vec<bool>,
    unmet: usize,
    /// A move of the current position whose sowing is endless.
    pub endless: Option<Move>,
    notes: Notes,
    closely: bool,
}

impl<'m, L: Lanes, const P: usize> Look<'m, L, P> {
    pub fn new(machine: &'m Machine<L, P>, rules: &Rules, claims: &[&Condition], how: Asked) -> Self {
        let layout = &machine.tables.layout;
        let lanes = machine.on_board;
        let own_sides = match rules.board.track.value {
            Track::Loop | Track::Listed => Vec::new(),
            Track::OwnSide => machine.on_track.clone(),
            Track::ListedForEach => {
                let tracks = &machine.on_track;
                let apart =
                    |(at, track): (usize, &L::Mask)| tracks[..at].iter().all(|other| (*other & *track).is_none());
                if tracks.iter().enumerate().all(apart) { tracks.clone() } else { Vec::new() }
            }
        };
        Look {
            machine,
            claims: claims.iter().map(|claim| asked(rules, layout, claim)).collect(),
            asked: how,
            own_sides,
            ends: layout.stores.iter().fold(L::Mask::NONE, |ends, store| ends | L::Mask::of(*store)) & lanes,
            children: Vec::with_capacity(32),
            applied: vec![false; machine.tables.rules.len()],
            unmet: machine.tables.rules.len(),
            endless: None,
            notes: Notes::default(),
            closely: true,
        }
    }

    /// Whether some rule has not applied yet.
    pub fn has_unmet(&self) -> bool {
        self.unmet > 0
    }

    /// Clears the parts of a position that no rule and no claim asks about.
    pub fn plain(&self, position: &Position<L, P>) -> Position<L, P> {
        let mut plain = *position;
        if !self.asked.stores {
            plain.stores = [0; P];
        }
        plain.turns = plain.turns.map(|turns| turns.min(self.asked.turns));
        plain
    }

    /// Lists the legal moves and returns whether there are any. `closely` also records the rules that apply in
    /// attempted moves, and endless sowings.
    pub fn moves(&mut self, position: &Position<L, P>, round: &Round<L::Mask>, closely: bool) -> Result<bool, Trouble> {
        self.notes = Notes::default();
        self.endless = None;
        self.closely = closely;
        self.find(position, round)?;
        Ok(!self.children.is_empty())
    }

    fn find(&mut self, position: &Position<L, P>, round: &Round<L::Mask>) -> Result<(), Trouble> {
        let machine = self.machine;
        if !self.closely {
            return machine.children(position, round, &mut self.children);
        }
        self.children.clear();
        self.notes.endless = false;
        let mut turn = Turn::between(machine, round, position, Some(&mut self.notes));
        let endless = &mut self.endless;
        turn.list(position, &mut self.children, |turn, play, _| {
            if endless.is_none() && turn.notes.as_ref().is_some_and(|notes| notes.endless) {
                *endless = Some(play);
            }
            false
        })
    }

    /// Applies `before turn`, and updates the position and the legal moves accordingly.
    pub fn stand(
        &mut self,
        position: &mut Position<L, P>,
        round: &Round<L::Mask>,
        movable: bool,
    ) -> Result<Standing, Trouble> {
        let tried = self.notes.told.len();
        let notes = self.closely.then_some(&mut self.notes);
        let standing = self.machine.enter(position, round, false, notes, |_| Ok(movable))?;
        // where the game is over, moves were tried only to see whether there is a legal one
        if movable && !matches!(standing, Standing::Play { .. } | Standing::Pass) {
            self.notes.told.drain(..tried);
            self.endless = None;
        }
        if let Standing::Play { changed, offering, .. } = standing {
            if changed {
                self.find(position, round)?;
            }
            self.notes.told.extend(self.machine.offering_rules(position.mover(), offering));
        }
        self.note();
        Ok(standing)
    }

    /// What it changes that a position is repeated.
    pub fn if_repeated(&mut self, position: &Position<L, P>, round: &Round<L::Mask>) -> Result<Repeated, Trouble> {
        if self.machine.tables.repeated.is_none() {
            return Ok(Repeated::Same);
        }
        self.notes = Notes::default();
        let machine = self.machine;
        let can_move = |position: &Position<L, P>| machine.can_move(position, round);
        let (mut now, mut then) = (*position, *position);
        let repeated = machine.enter(&mut now, round, true, Some(&mut self.notes), can_move)?;
        self.note();
        let first = machine.enter(&mut then, round, false, None, can_move)?;
        Ok(match repeated.ended() {
            _ if (repeated, now) == (first, then) => Repeated::Same,
            Some(ended) => Repeated::Ends(self.achieved(ended, &now, round)),
            None => Repeated::Different,
        })
    }

    /// What the first player gets by an ending.
    pub fn achieved(&self, ended: Ended, position: &Position<L, P>, round: &Round<L::Mask>) -> Achieved {
        let scores = self.machine.counted(position, round);
        Achieved::of(ended.decision(), 0, i64::from(scores[0]))
    }

    /// Records which rules applied.
    fn note(&mut self) {
        for rule in self.notes.told.drain(..) {
            if let Some(applied) = self.applied.get_mut(usize::from(rule)) {
                self.unmet -= usize::from(!*applied);
                *applied = true;
            }
        }
    }

    /// Whether a position refutes a claim. `stuck` says that the player to move has no legal move.
    pub fn refutes(&self, claim: usize, position: &Position<L, P>, round: &Round<L::Mask>, stuck: bool) -> bool {
        let Some(test) = self.claims.get(claim).and_then(|tests| tests.get(position.mover())) else { return false };
        let mut turn = Turn::between(self.machine, round, position, None);
        turn.no_legal_move = stuck;
        turn.met(test)
    }

    /// Whether a ply gained something: a store, a mark or the seeds of a marked hole changed, or seeds changed sides
    /// where each player sows only on his own.
    pub fn wins(&self, before: &Position<L, P>, after: &Position<L, P>) -> bool {
        let seeds = |position: &Position<L, P>, slots: L::Mask| -> i64 {
            slots.slots().map(|slot| i64::from(position.seeds.get(slot))).sum()
        };
        let lanes = self.machine.on_board;
        let marked = before.marks.iter().fold(L::Mask::NONE, |all, marks| all | *marks) & lanes;
        let differ = |slot: Slot| before.seeds.get(slot) != after.seeds.get(slot);
        before.stores != after.stores
            || before.marks != after.marks
            || (marked | self.ends).slots().any(differ)
            || self.own_sides.iter().any(|side| seeds(before, *side) != seeds(after, *side))
    }
}
