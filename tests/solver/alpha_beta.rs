//! Plain alpha-beta over the narrator, without any table: a position that comes back on the path is worth what was won
//! until then, for nothing more is won on a circle; and what is left, if the rules give it to one player.

use mancala_engine::engine::Progress;
use mancala_engine::game::Position;
use mancala_engine::solver::{Circling, Oracle, Solver, Trust, Values, Worth};
use mancala_rules::rules::model::{Players, Rules};

use super::{Follows, WON, follows, rules, smaller, solved};

/// So many positions at most are looked at.
const MOST: u64 = 400_000;

struct Search<'r> {
    rules: &'r Rules,
    path: Vec<(Vec<i64>, Vec<Players>, usize)>,
    looked: u64,
    /// Who gets what is left when a position comes back.
    left_to: Option<usize>,
}

impl Search<'_> {
    /// What the player to move has in the end, within the window; none if it takes too long.
    fn value(&mut self, position: &Position, low: i64, high: i64) -> Option<i64> {
        self.looked += 1;
        if self.looked > MOST {
            return None;
        }
        let board = &self.rules.board;
        let key = (position.seeds.clone(), position.marks.clone(), position.to_move);
        if self.path.contains(&key) {
            // whoever scores what lies in his store and in holes that he marked has that on a circle
            let own = |player: usize| -> i64 {
                let stored = position.seeds[board.stores[player]];
                let marked = (0..board.holes()).filter(|hole| position.marks[*hole].has(player));
                let scores_marks = format!("{:?}", self.rules.score.value).contains("Him");
                let left = if self.left_to == Some(player) { position.seeds[..board.holes()].iter().sum() } else { 0 };
                stored + left + if scores_marks { marked.map(|hole| position.seeds[hole]).sum() } else { 0 }
            };
            let counts = self.rules.score.value.is_some();
            return Some(if counts { own(position.to_move) - own(1 - position.to_move) } else { 0 });
        }
        let next = match follows(self.rules, position) {
            Follows::Over(value) => return Some(value),
            Follows::Positions(next) => next,
        };
        self.path.push(key);
        let mut best = -WON - 1;
        for follow in next {
            let value = match follow.end {
                Some(end) => Some(end),
                None if follow.position.to_move == position.to_move => {
                    self.value(&follow.position, low.max(best), high)
                }
                None => self.value(&follow.position, -high, -low.max(best)).map(|value| -value),
            };
            let Some(value) = value else {
                self.path.pop();
                return None;
            };
            best = best.max(value);
            if best >= high {
                break;
            }
        }
        self.path.pop();
        Some(best)
    }
}

fn number(worth: Worth) -> i64 {
    match worth {
        Worth::Won => WON,
        Worth::Lost => -WON,
        Worth::By(by) => i64::from(by),
    }
}

/// Whether both say the same of the start and of the positions after its moves; how many the search could finish.
fn agrees(rules: &Rules) -> u32 {
    agrees_if_left_to(rules, None)
}

/// The same where a player gets what is left when a position repeats.
fn agrees_if_left_to(rules: &Rules, left_to: Option<usize>) -> u32 {
    let (solver, values) = solved(rules, None).unwrap_or_else(|refusal| panic!("{}: {refusal}", rules.about.name));
    let oracle = Oracle::new(&solver, &values);
    let start = Position::start(rules);
    let mut positions = vec![start.clone()];
    if let Follows::Positions(next) = follows(solver.rules(), &start) {
        positions.extend(next.into_iter().filter(|follow| follow.end.is_none()).map(|follow| follow.position));
    }
    let mut compared = 0;
    for position in positions {
        let kept = oracle.worth(&position).expect("no refusal").expect("a value");
        let mut search = Search { rules: solver.rules(), path: Vec::new(), looked: 0, left_to };
        if let Some(value) = search.value(&position, -WON - 1, WON + 1) {
            assert_eq!(number(kept), value, "{} at {position:?}", rules.about.name);
            compared += 1;
        }
    }
    compared
}

/// The first board of Um ed-Dyar's file, with the line break behind it.
const UM_ED_DYAR_BOARD: &str = "columns, seeds: 6, 6 \"the middle of the table of boards, which names none as the \
                                usual one\"\n";

/// Endless play is worth something else to South than to North, and decides values.
#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn who_began_gets_what_circles() {
    let others = ("each player captures own holes", "starter captures holes");
    for (size, capture) in [("2, 1", "barred"), ("2, 2", "barred"), ("2, 1", "allowed")] {
        let size = format!("columns, seeds: {size}\n");
        let changes = [(UM_ED_DYAR_BOARD, size.as_str()), others];
        let rules = smaller("um-ed-dyar", &changes, &[("capture-at-home", capture)]);
        assert!(agrees_if_left_to(&rules, Some(0)) >= 2, "{size} {capture}");
    }
    let size = [(UM_ED_DYAR_BOARD, "columns, seeds: 2, 2\n"), others];
    let solver = Solver::new(&smaller("um-ed-dyar", &size, &[("capture-at-home", "barred")]), None, Trust::Games);
    let solver = solver.expect("it can be solved");
    let mut values = Values::new(solver.layers().len());
    let mut circles = false;
    for layer in 0..solver.layers().len() {
        let solved = solver.solve(layer, &values, 1 << 20, &Progress::default()).expect("solved");
        circles |= solved.circling == Circling::Told;
        values.put(layer, solved);
    }
    assert!(circles && !solver.turned());
}

#[test]
#[cfg_attr(debug_assertions, ignore = "long: cargo test --release")]
fn um_ed_dyar() {
    for remaining in ["owner's", "nobody's"] {
        for capture in ["allowed", "barred"] {
            let settings = [("capture-at-home", capture), ("remaining", remaining)];
            for seeds in ["1", "2"] {
                let size = format!("columns, seeds: 2, {seeds}\n");
                let rules = smaller("um-ed-dyar", &[(UM_ED_DYAR_BOARD, &size)], &settings);
                assert!(agrees(&rules) >= 2, "{seeds} {remaining} {capture}");
            }
        }
    }
}

#[test]
fn krur() {
    for home in ["relayed", "marked"] {
        for (no_move, remaining) in [("a-pass", "nobody's"), ("the-end", "nobody's"), ("the-end", "owner's")] {
            let changes = [("columns: 4", "columns: 2"), ("seeds:   4", "seeds:   2")];
            let settings = [("four-at-home", home), ("no-move", no_move), ("remaining", remaining)];
            assert!(agrees(&smaller("krur", &changes, &settings)) >= 1, "{home} {no_move} {remaining}");
        }
    }
}

#[test]
fn buqruru_whose_first_turns_capture_nothing() {
    for first in ["peaceful", "ordinary"] {
        for direction in ["#1", "#2", "#3"] {
            let changes = [("columns: 4", "columns: 2"), ("seeds:   6", "seeds:   1")];
            let rules = smaller("buqruru", &changes, &[("first-turn", first), ("direction", direction)]);
            assert!(agrees(&rules) >= 1, "{first} {direction}");
        }
    }
}

#[test]
fn kalah_with_moves_again() {
    for lone in ["left", "taken"] {
        for remaining in ["owner's", "finisher", "nobody's"] {
            let settings = [("lone-single", lone), ("remaining", remaining), ("columns", "2"), ("seeds", "3")];
            assert!(agrees(&rules("kalah", &settings)) >= 2, "{lone} {remaining}");
        }
    }
}

/// A hole by its name is one player's alone, so the board cannot be turned.
#[test]
fn krur_with_a_hole_of_its_own() {
    let size = [("columns: 4", "columns: 2"), ("seeds:   4", "seeds:   2")];
    let turned = |rules: &Rules| Solver::new(rules, None, Trust::Games).expect("it can be solved").turned();
    assert!(turned(&smaller("krur", &size, &[])));
    // each player captures what lies in his open holes
    assert!(turned(&smaller("krur", &size, &[("remaining", "owner's")])));
    let last_seed = "last seed, the first that fits {";
    let conditions = ["here is a1", "here is in a1 to b1", "position is North 1 2 / South 2 3"];
    for (at, condition) in (0..).zip(conditions) {
        let more = format!("{last_seed}\n  when {condition} -> end turn");
        let rules = smaller("krur", &[size[0], size[1], (last_seed, &more)], &[]);
        assert!(!turned(&rules), "{condition}");
        if at < crate::sized(1, 3) {
            assert!(agrees(&rules) >= 1, "{condition}");
        }
    }
}

#[test]
fn hus_won_without_a_count() {
    let seeds = "each player from own left inner 0 .. 2 .. / outer 2 ..";
    let changes = [("columns: 8", "columns: 2"), (seeds, "each player from own left inner 1 1 / outer 1 2")];
    for outer in ["required", "optional"] {
        assert!(agrees(&smaller("hus", &changes, &[("outer-hole", outer)])) >= 1, "{outer}");
    }
}

#[test]
fn um_el_tuweisat_with_a_choice_of_direction() {
    let changes = [("seeds:   3 ", "seeds:   1 ")];
    assert!(agrees(&smaller("um-el-tuweisat", &changes, &[])) >= 1);
}
