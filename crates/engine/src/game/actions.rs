//! Moves as numbers. A move is one action, or several where the rules ask the mover: a hole and a direction, then each
//! answer.

use mancala_rules::rules::model::{Cell, Rules, Way};

use super::{Answer, Instead, Move, cell_name};

/// Number of an action.
pub type Action = u16;

/// The actions of a game, numbered from 0: holes in the order of cells (each with its directions, if the mover chooses
/// one), answers if the rules ask the mover, moves in place of a turn, and the forced pass.
#[derive(Clone, Debug)]
pub struct Actions {
    /// Whether each hole has an action for each direction.
    both_ways: bool,
    /// The actions `yes` and `no`.
    whether: Option<[Action; 2]>,
    /// The first of the actions that choose a cell.
    cells: Option<Action>,
    /// The moves in place of a turn. The forced pass comes last.
    instead: Vec<(Instead, Action)>,
    pass: Action,
    names: Vec<String>,
}

impl Actions {
    /// The actions of a game.
    pub fn new(rules: &Rules) -> Actions {
        let (board, both_ways) = (&rules.board, rules.chooses_way());
        let mut names: Vec<String> = Vec::new();
        for hole in 0..board.holes() {
            let name = cell_name(board, hole);
            match both_ways {
                true => names.extend([format!("{name}+"), format!("{name}-")]),
                false => names.push(name),
            }
        }
        let may = rules.rules_of_turns().any(|rule| rule.value.may);
        let whether = may.then(|| {
            let yes = names.len() as Action;
            names.extend(["y", "n"].map(str::to_owned));
            [yes, yes + 1]
        });
        let picks = rules.does(|effect| effect.choice().is_some());
        let cells = picks.then(|| {
            let first = names.len() as Action;
            names.extend((0..board.cells()).map(|cell| format!(":{}", super::Hole::new(board, cell).short())));
            first
        });
        let mut instead: Vec<(Instead, Action)> = Vec::new();
        let offered = rules.offers().filter_map(|(rule, _)| Instead::of(rules, rule));
        for one in offered {
            if instead.iter().all(|(known, _)| *known != one) && one.to_string() != Move::Pass.to_string() {
                instead.push((one, names.len() as Action));
                names.push(one.to_string());
            }
        }
        let pass = names.len() as Action;
        names.push(Move::Pass.to_string());
        Actions { both_ways, whether, cells, instead, pass, names }
    }

    /// Number of actions.
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// The names of all actions; the names of the actions of a move, one after the other, are the name of the move.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether a move can have several actions.
    pub fn asks(&self) -> bool {
        self.whether.is_some() || self.cells.is_some()
    }

    /// The action that passes.
    pub fn pass(&self) -> Action {
        self.pass
    }

    /// The action that begins a turn.
    pub fn begin(&self, hole: Cell, way: Way) -> Action {
        match self.both_ways {
            true => (2 * hole + usize::from(way == Way::Clockwise)) as Action,
            false => hole as Action,
        }
    }

    /// The action of a move in place of a turn.
    pub fn instead(&self, play: Instead) -> Action {
        self.instead.iter().find(|(known, _)| *known == play).map_or(self.pass, |(_, action)| *action)
    }

    /// Adds the actions of an answer.
    pub fn answer(&self, answer: &Answer, actions: &mut Vec<Action>) {
        match (answer, self.whether, self.cells) {
            (Answer::Yes, Some([yes, _]), _) => actions.push(yes),
            (Answer::No, Some([_, no]), _) => actions.push(no),
            (Answer::Holes(holes), _, Some(first)) => {
                actions.extend(holes.iter().map(|hole| first + hole.cell() as Action));
            }
            // no rule asks so
            _ => {}
        }
    }

    /// The actions of a move, in order. None for a choice between the rounds of a match.
    pub fn of(&self, play: &Move) -> Vec<Action> {
        match play {
            Move::Sow(sowing) => {
                let mut actions = vec![self.begin(sowing.hole.cell(), sowing.way)];
                sowing.answers.iter().for_each(|answer| self.answer(answer, &mut actions));
                actions
            }
            Move::Pass => vec![self.pass],
            Move::Instead(instead) => vec![self.instead(*instead)],
            Move::Fill(_) | Move::Put(..) | Move::FillRest => Vec::new(),
        }
    }
}
