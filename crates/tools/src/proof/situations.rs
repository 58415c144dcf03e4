//! Reports which rule of a list decides which situations.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use mancala_engine::engine::Progress;
use mancala_engine::game::Position;
use mancala_rules::rules::model::{Board, Cell, Rule, Rules};
use mancala_rules::source::Span;

use super::evidence;
use super::lists::Can;
use super::moments::Moment;
use super::numbers::Mask;
use super::scene::Scene;
use super::search::Found;
use super::world::{NO, Var, World, marked, marked_by, sets_in};

/// Report on the lists of a game.
#[derive(Clone, Debug)]
pub struct Situations {
    /// All lists that have rules.
    pub lists: Vec<List>,
    /// A position in which a player has seeds but no legal move, and the game goes on.
    pub stuck_with_seeds: Option<Position>,
    /// A position in which nobody can move, and only a rule about repeated positions can end the game.
    pub nobody_moves: Option<Position>,
    /// The first rule that was not looked at in full, with the name of its list, if time was over before the end.
    pub late: Option<(&'static str, Span)>,
}

/// A list of rules.
#[derive(Clone, Debug)]
pub struct List {
    /// Name of the list in the file.
    pub name: &'static str,
    /// Its rules, in order.
    pub rules: Vec<Decides>,
    /// Pairs of rules that can fit at once and do different things; the first decides.
    pub overlaps: Vec<Overlap>,
    /// Which rules decide, by hole of the last seed and by what it makes; only for `last seed`.
    pub grid: Option<Grid>,
}

/// What one rule decides.
#[derive(Clone, Debug)]
pub struct Decides {
    /// Span of the rule in the file.
    pub span: Span,
    /// Text of its condition, from the rule file.
    pub said: String,
    /// Whether it can decide a situation, with a scene.
    pub can: Can,
    /// Whether it applied in a few hundred random games.
    pub played: bool,
}

/// Two rules that can fit at once.
#[derive(Clone, Debug)]
pub struct Overlap {
    /// The rule that decides.
    pub first: Span,
    /// The rule that would decide without the first.
    pub second: Span,
    /// A scene in which both fit.
    pub scene: Scene,
}

/// Which rules decide when the last seed of a player falls.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Regions of the board as the mover sees them, the outermost row first.
    pub regions: Vec<String>,
    /// Lines of the grid, by number of seeds made and by who marked the hole.
    pub lines: Vec<Line>,
}

/// A line of a grid.
#[derive(Clone, Debug)]
pub struct Line {
    /// Numbers that the last seed makes.
    pub numbers: Vec<i64>,
    /// Who marked the hole; `None` if marks do not matter.
    pub marked: Option<String>,
    /// For each region, the rules that can decide.
    pub rules: Vec<Vec<Span>>,
}

/// Reports which rule decides which situation, as far as it gets until `stop` ends it; `None` if the file distinguishes too many numbers to be proved.
pub fn situations(rules: &Rules, stop: &Progress) -> Option<Situations> {
    let world = World::new(rules, stop)?;
    let played =
        evidence::played(rules, &HashSet::new(), 1, &mut Duration::default(), stop).unwrap_or_default().applied;
    let mut late = None;
    let mut lists = Vec::new();
    for (moment, list) in world.lists() {
        let name = super::scene::list_name(moment);
        let mut rules = Vec::new();
        let mut look = |span: Span| {
            if stop.is_stopped() {
                late.get_or_insert((name, span));
            }
        };
        for (at, rule) in list.iter().enumerate() {
            let (said, played) = (rule.said.clone(), played.contains(&rule.span));
            rules.push(Decides { span: rule.span, said, can: world.applies(moment, list, at), played });
            look(rule.span);
        }
        let overlaps = world.overlaps(moment, list);
        let grid = (moment == Moment::LastSeed).then(|| world.grid(list));
        if let Some(first) = list.first() {
            look(first.span);
        }
        // what a search that was stopped did not rule out would stand in the grid
        lists.push(List { name, rules, overlaps, grid: grid.filter(|_| !stop.is_stopped()) });
    }
    // random games may show what no constructed position shows
    let unseen = |list: &List| {
        let rules = list.rules.iter().filter(|rule| matches!(rule.can, Can::Perhaps));
        rules.map(|rule| (list.name, rule.span)).collect::<Vec<_>>()
    };
    let wanted: Vec<_> = lists.iter().flat_map(unseen).collect();
    let mut scenes = if wanted.is_empty() { HashMap::new() } else { evidence::scenes(rules, &wanted, stop) };
    for rule in lists.iter_mut().flat_map(|list| &mut list.rules) {
        if let Some(scene) = scenes.remove(&rule.span) {
            rule.can = Can::Be(Box::new(scene));
        }
    }
    let (stuck_with_seeds, nobody_moves) = (world.stuck_with_seeds(), world.nobody_moves());
    if stop.is_stopped() {
        let last = lists.last().and_then(|list| Some((list.name, list.rules.last()?.span)));
        late = late.or(last);
    }
    Some(Situations { lists, stuck_with_seeds, nobody_moves, late })
}

impl World<'_> {
    /// Pairs of rules that can fit at once and do different things. A rule that always fits overlaps with all others.
    fn overlaps(&self, moment: Moment, list: &[Rule]) -> Vec<Overlap> {
        let asked = |rule: &&Rule| rule.condition.is_some() && !rule.value.may;
        let mut overlaps = Vec::new();
        for (first, one) in list.iter().enumerate().filter(|(_, rule)| asked(rule)) {
            for (second, other) in list.iter().enumerate().skip(first + 1).filter(|(_, rule)| asked(rule)) {
                if one.value.effects == other.value.effects && one.value.outcome == other.value.outcome {
                    continue;
                }
                if let Can::Be(scene) = self.both_fit(moment, list, first, second) {
                    overlaps.push(Overlap { first: one.span, second: other.span, scene: *scene });
                }
            }
        }
        overlaps
    }

    /// Which rules decide when the last seed of the first player falls.
    fn grid(&self, list: &[Rule]) -> Grid {
        let board = &self.rules.board;
        let all_marks = self.marks.iter().fold(0, |all, marks| all | marks);
        let others = |of: Mask| sets_in(of).filter(|players| !players.each().all(|player| player == 0));
        let others = |of: Mask| others(of).fold(0, |all, players| all | marked(players));
        let mine = marked_by(0);
        let marks: Vec<(&str, Mask)> = [
            ("not marked", NO),
            ("marked by the mover", mine & !others(mine)),
            ("marked by another", others(!mine)),
            ("marked by the mover and another", others(mine)),
        ]
        .into_iter()
        .filter(|(_, mask)| all_marks & mask != 0)
        .collect();
        let regions = regions(board);
        let mut lines: Vec<Line> = Vec::new();
        for (said, mark) in &marks {
            let marked = (marks.len() > 1).then(|| (*said).to_owned());
            for number in 1..=self.seeds {
                let class = self.classes.containing(number);
                let known = lines.iter_mut().find(|line| {
                    line.marked == marked
                        && line.numbers.first().is_some_and(|one| self.classes.containing(*one) == class)
                });
                if let Some(line) = known {
                    line.numbers.push(number);
                    continue;
                }
                let rules = regions.iter().map(|(_, cells)| self.deciding(list, cells, class, *mark)).collect();
                lines.push(Line { numbers: vec![number], marked: marked.clone(), rules });
            }
        }
        // merge equal lines
        let mut merged: Vec<Line> = Vec::new();
        for line in lines {
            match merged.iter_mut().find(|known| known.marked == line.marked && known.rules == line.rules) {
                Some(known) => known.numbers.extend(line.numbers),
                None => merged.push(line),
            }
        }
        for line in &mut merged {
            line.numbers.sort_unstable();
        }
        merged.retain(|line| line.rules.iter().any(|rules| !rules.is_empty()));
        Grid { regions: regions.into_iter().map(|(name, _)| name).collect(), lines: merged }
    }

    /// The rules that can decide when the first player's last seed makes a number of a class in one of these cells.
    fn deciding(&self, list: &[Rule], cells: &[Cell], class: Mask, mark: Mask) -> Vec<Span> {
        let mut deciding = Vec::new();
        for setting in self.settings(Moment::LastSeed) {
            let Some(here) = setting.frame.here.filter(|here| setting.frame.mover == 0 && cells.contains(here)) else {
                continue;
            };
            let mut situation = setting.situation.clone();
            let made = if setting.frame.untouched { Var::Seeds(here) } else { Var::Made };
            if !self.restrict(&mut situation, made, class) || !self.restrict(&mut situation, Var::Mark(here), mark) {
                continue;
            }
            for (at, rule) in
                list.iter().enumerate().filter(|(_, rule)| !deciding.contains(&rule.span)).collect::<Vec<_>>()
            {
                let goals = self.first_fits(setting.frame, list, at);
                if !matches!(self.within(&setting, situation.clone(), &goals), Found::None) {
                    deciding.push(rule.span);
                }
            }
        }
        deciding.sort_by_key(|span| span.start);
        deciding
    }
}

/// Regions of the board: names and cells.
fn regions(board: &Board) -> Vec<(String, Vec<Cell>)> {
    let mut regions: Vec<(String, Vec<Cell>)> = Vec::new();
    for cell in 0..board.cells() {
        if !board.is_on_track(0, cell) {
            continue;
        }
        let side = match board.owner[cell] {
            Some(0) => "own side",
            Some(_) => "opponent's side",
            None => "nobody's",
        };
        let name = match board.row_column(cell) {
            None => format!("end, {side}"),
            Some(_) if board.is_outer(cell) => format!("{side}, outer row"),
            Some(_) if board.has_depth() => format!("{side}, inner row"),
            Some(_) => side.to_owned(),
        };
        match regions.iter_mut().find(|(known, _)| *known == name) {
            Some((_, cells)) => cells.push(cell),
            None => regions.push((name, vec![cell])),
        }
    }
    regions
}
