//! Writes a sketch as a rule file.

use std::fmt;

use mancala_rules::notation::player_name;
use mancala_rules::rules::model::{
    Action, Condition, EmptyHoles, Endless, Ends, Fill, LastHole, Moment, NextStarter, NobodyWon, NobodysHoles,
    Outcome, Surplus, WonBy,
};

use super::say::{Speaker, move_name};
use super::sketch::{Board, Case, Cases, Clockwise, Contest, Move, Rule, Seeds, Shape, Sketch};

impl fmt::Display for Sketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut speaker = Speaker::new(self);
        let mut board = board(&mut speaker, &self.board);
        let moves: Vec<String> =
            self.moves.iter().enumerate().map(|(index, section)| move_section(&mut speaker, index, section)).collect();
        let each_seed = list(&mut speaker, Moment::EachSeed, &self.each_seed, None);
        let last_seed = list(&mut speaker, Moment::LastSeed, &self.last_seed.cases, Some(&self.last_seed.otherwise));
        let after_turn = list(&mut speaker, Moment::AfterTurn, &self.after_turn, None);
        let before_turn =
            list(&mut speaker, Moment::BeforeTurn, &self.before_turn.cases, Some(&self.before_turn.otherwise));
        let sowing = sowing(&mut speaker, self);
        let score = score(&mut speaker, self);
        let contest = self.contest.as_ref().map(|contest| match_section(&mut speaker, contest));
        board.extend(clockwise_track(&self.board).filter(|_| speaker.goes_clockwise));
        speaker.moment = Moment::Claim;
        let claims: Vec<String> = self.claims.iter().map(|claim| speaker.condition(claim)).collect();

        writeln!(f, "game \"Generated\" {{\n}}")?;
        if speaker.asks_custom {
            section(f, "options", &["custom: kept | dropped".to_owned()])?;
        }
        section(f, "board", &board)?;
        section(f, "words", &speaker.words)?;
        for text in moves {
            write!(f, "\n{text}")?;
        }
        section(f, "sowing", &sowing)?;
        section(f, "each seed, the first that fits", &each_seed)?;
        section(f, "last seed, the first that fits", &last_seed)?;
        section(f, "after turn, the first that fits", &after_turn)?;
        let repeated = speaker.asks_repeated.then(|| format!("repeated position: {}", times(self.repeated)));
        section(f, "before turn, the first that fits", &[Vec::from_iter(repeated), before_turn].concat())?;
        writeln!(f, "\neach player scores: {score}")?;
        if let Some(contest) = contest {
            section(f, "match", &contest)?;
        }
        for claim in claims {
            section(f, "never \"so\"", &[claim])?;
        }
        Ok(())
    }
}

/// A section, if it holds anything.
fn section(f: &mut fmt::Formatter<'_>, head: &str, lines: &[String]) -> fmt::Result {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(f, "\n{head} {{\n{}}}", indented(lines))
}

fn indented(lines: &[String]) -> String {
    lines.iter().flat_map(|text| text.lines()).map(|line| format!("  {line}\n")).collect()
}

fn times(number: u32) -> String {
    match number.clamp(2, 100) {
        2 => "2nd time".to_owned(),
        3 => "3rd time".to_owned(),
        number => format!("{number}th time"),
    }
}

fn board(speaker: &mut Speaker<'_>, board: &Board) -> Vec<String> {
    let mut lines = vec![format!("rows: {}", board.rows()), format!("columns: {}", board.columns())];
    if board.players() != 2 {
        lines.push(format!("players: {}", board.players()));
    }
    lines.push(match board.shape {
        Shape::TwoRows | Shape::Alone { rows: 1 } => "side: row".to_owned(),
        Shape::FourRows | Shape::Alone { .. } => "side: 2 rows".to_owned(),
        Shape::SixRows => "side: 3 rows".to_owned(),
        Shape::Columns { .. } => format!("side: {} columns", board.columns_each()),
        Shape::Listed { .. } => format!("side: {}", listed_sides(board)),
        Shape::Shared { .. } => format!("side: {} holes", board.holes_each()),
    });
    lines.push(format!("seeds: {}", seeds(board)));
    if matches!(board.shape, Shape::Listed { .. }) && board.own_track && board.lists.own_tracks {
        let sides = listed_sides(board);
        let (own, _) = sides.split_once(", nobody").unwrap_or((&sides, ""));
        lines.push(format!("track: {own}"));
    } else if board.has_own_tracks() {
        lines.push("track: own side".to_owned());
    } else if let Shape::Listed { .. } = board.shape {
        lines.push(format!("track: {}", joined(board.listed_holes().into_iter())));
    }
    match board.ends() {
        Ends::None => {}
        Ends::Stores => {
            let at = board.stores_at.map_or(String::new(), |side| format!(" at own {side}"));
            lines.push(format!("ends: stores{at}"));
        }
        Ends::Nobodys => {
            lines.push("ends: nobody's".to_owned());
            lines.extend(board.in_ends.map(|seeds| format!("seeds in each end: {seeds}")));
        }
    }
    lines.extend(board.in_stores.map(|seeds| format!("seeds in each store: {seeds}")));
    if board.own_mark || board.marks_by_each {
        let by = if board.marks_by_each { " by each player" } else { "" };
        lines.push(format!("mark: {}{by}", board.mark()));
    }
    if let Some(set) = &board.marked_at_start {
        speaker.moment = Moment::Board;
        lines.push(format!("marked at start: {}", speaker.set(set)));
    }
    lines
}

/// The loop that clockwise sowing follows, if the board allows what is wanted.
fn clockwise_track(board: &Board) -> Option<String> {
    let track = match &board.clockwise {
        Clockwise::Unsaid => return None,
        Clockwise::Backwards => "backwards".to_owned(),
        Clockwise::Mirrored if board.has_lopsided_tracks() => return None,
        Clockwise::Mirrored => "mirrored".to_owned(),
        // a track with ends is not listed
        Clockwise::Listed { .. } if board.ends() != Ends::None => return None,
        Clockwise::Listed { order, each } if *each || board.has_own_tracks() => {
            let players = board.players();
            let list = |player| {
                format!("{} {}", player_name(players, player), joined(board.on_track(player, order).into_iter()))
            };
            (0..players).map(list).collect::<Vec<_>>().join(", ")
        }
        Clockwise::Listed { order, .. } => joined(board.on_track(0, order).into_iter()),
    };
    Some(format!("clockwise track: {track}"))
}

/// `South a1 and b1, North a2 and b2, nobody c1`
fn listed_sides(board: &Board) -> String {
    let holes = board.listed_holes();
    let of = |owner: Option<usize>| {
        joined(holes.iter().copied().filter(|(row, column)| board.listed_owner(*row, *column) == owner))
    };
    let mut sides = vec![format!("South {}", of(Some(0))), format!("North {}", of(Some(1)))];
    let nobodys = of(None);
    if !nobodys.is_empty() {
        sides.push(format!("nobody {nobodys}"));
    }
    sides.join(", ")
}

/// Holes joined by `and`, neighbours in a row as a range.
fn joined(holes: impl Iterator<Item = (usize, usize)>) -> String {
    let name =
        |(row, column): (usize, usize)| format!("{}{}", mancala_rules::notation::column_letters(column), row + 1);
    let mut runs: Vec<((usize, usize), (usize, usize))> = Vec::new();
    for (row, column) in holes {
        match runs.last_mut() {
            Some((_, last)) if last.0 == row && last.1 + 1 == column => *last = (row, column),
            _ => runs.push(((row, column), (row, column))),
        }
    }
    let told = |(from, to): ((usize, usize), (usize, usize))| match from == to {
        true => name(from),
        false => format!("{} to {}", name(from), name(to)),
    };
    runs.into_iter().map(told).collect::<Vec<_>>().join(" and ")
}

fn seeds(board: &Board) -> String {
    match &board.seeds {
        Seeds::Uniform(seeds) => seeds.to_string(),
        Seeds::EachPlayer(numbers)
            if !matches!(board.shape, Shape::Shared { .. } | Shape::Columns { .. } | Shape::Listed { .. }) =>
        {
            let rows = board.rows() / board.players();
            let names: &[&str] = if rows == 2 { &["inner", "outer"] } else { &[] };
            format!("each player from own left {}", strips(board, numbers, rows, names))
        }
        Seeds::EachPlayer(numbers) | Seeds::Drawn(numbers) => strips(board, numbers, board.rows(), &[]),
    }
}

/// A board as it is drawn in a condition: with these numbers, or as at the start if there are none.
pub fn drawn(board: &Board, numbers: &[u32]) -> String {
    let start = match &board.seeds {
        Seeds::Uniform(seeds) => std::slice::from_ref(seeds),
        Seeds::EachPlayer(numbers) | Seeds::Drawn(numbers) => numbers,
    };
    let names: &[&str] = match board.shape {
        Shape::TwoRows => &["North", "South"],
        Shape::FourRows => &["North", "", "South"],
        Shape::SixRows => &["North", "", "", "South"],
        _ => &[],
    };
    strips(board, if numbers.is_empty() { start } else { numbers }, board.rows(), names)
}

/// Rows with these numbers, repeated until every hole has one, some behind a name. Equal numbers at the end of a row are
/// one that goes on.
fn strips(board: &Board, numbers: &[u32], rows: usize, names: &[&str]) -> String {
    let numbers = if numbers.is_empty() { &[3] } else { numbers };
    let mut numbers = numbers.iter().cycle();
    let strips = (0..rows).map(|row| {
        let mut strip: Vec<String> = numbers.by_ref().take(board.columns()).map(u32::to_string).collect();
        if let Some(last) = strip.last().cloned() {
            let alike = strip.iter().rev().take_while(|number| **number == last).count();
            if alike > 1 {
                strip.truncate(strip.len() - alike);
                strip.push(format!("{last} .."));
            }
        }
        format!("{} {}", names.get(row).unwrap_or(&""), strip.join(" ")).trim().to_owned()
    });
    strips.collect::<Vec<_>>().join(" / ")
}

fn move_section(speaker: &mut Speaker<'_>, index: usize, section: &Move) -> String {
    speaker.moment = Moment::MoveWhen;
    let when = section.when.as_ref().map_or(String::new(), |when| format!(" when {}", speaker.condition(when)));
    speaker.moment = Moment::Choosing;
    let from = cased(speaker, "from", &section.from, |speaker, set| speaker.set(set));
    let direction = cased(speaker, "direction", &section.direction, |speaker, way| speaker.direction(way));
    speaker.moment = Moment::Begin;
    let begin = cased(speaker, "begin", &section.begin, |speaker, action| {
        speaker.action(action).unwrap_or_else(|| "lift here, sow after here".to_owned())
    });
    format!("move {}{when} {{\n{}}}\n", move_name(index), indented(&[from, direction, begin].concat()))
}

/// A setting of `move`, plain or case by case.
fn cased<T>(
    speaker: &mut Speaker<'_>,
    name: &str,
    cases: &Cases<T>,
    say: impl Fn(&mut Speaker<'_>, &T) -> String,
) -> Vec<String> {
    if cases.cases.is_empty() {
        return vec![format!("{name}: {}", say(speaker, &cases.otherwise))];
    }
    let mut lines = vec![format!("{name} {{")];
    for Case { condition, value } in &cases.cases {
        lines.push(format!("  when {} -> {}", speaker.condition(condition), say(speaker, value)));
    }
    lines.push(format!("  otherwise -> {}", say(speaker, &cases.otherwise)));
    lines.push("}".to_owned());
    lines
}

fn list(speaker: &mut Speaker<'_>, moment: Moment, rules: &[Rule], otherwise: Option<&Action>) -> Vec<String> {
    speaker.moment = moment;
    let mut lines: Vec<String> = rules.iter().filter_map(|rule| rule_said(speaker, rule)).collect();
    lines.extend(otherwise.and_then(|action| speaker.action(action)).map(|action| format!("otherwise -> {action}")));
    lines
}

fn rule_said(speaker: &mut Speaker<'_>, rule: &Rule) -> Option<String> {
    let action = speaker.action(&rule.value)?;
    let condition: &Condition = &rule.condition;
    Some(format!("when {} -> {action}", speaker.condition(condition)))
}

fn sowing(speaker: &mut Speaker<'_>, sketch: &Sketch) -> Vec<String> {
    speaker.moment = Moment::Sowing;
    let mut lines = Vec::new();
    lines.extend(sketch.skip.as_ref().map(|set| format!("skip: {}", speaker.set(set))));
    if speaker.sows_on {
        let reading = match sketch.endless {
            Endless::Illegal => "illegal".to_owned(),
            Endless::EndTurn => "end turn".to_owned(),
            Endless::MoverLoses => format!("mover loses the {}", speaker.whole()),
        };
        lines.push(format!("endless: {reading}"));
    }
    lines
}

fn score(speaker: &mut Speaker<'_>, sketch: &Sketch) -> String {
    speaker.moment = Moment::Score;
    sketch.score.as_ref().map_or("nothing".to_owned(), |amount| speaker.amount(amount))
}

fn match_section(speaker: &mut Speaker<'_>, contest: &Contest) -> Vec<String> {
    let two = speaker.board.players() == 2;
    let fill = match contest.fill {
        Fill::FromOwnRight => "from own right",
        Fill::AsEachPlayerChooses => "as each player chooses",
        Fill::AsLoserChooses if two => "as loser chooses",
        Fill::FromOwnLeft | Fill::AsLoserChooses => "from own left",
        Fill::Anew => "as at the start",
    };
    let next_starter = match contest.next_starter {
        NextStarter::Alternate => "alternate",
        NextStarter::Winner => "winner",
        NextStarter::Loser => "loser",
        NextStarter::Same => "same",
        NextStarter::LastMover => "last mover",
        NextStarter::ByLot => "by lot",
    };
    let mut lines = vec![format!("fill: {fill}"), format!("next starter: {next_starter}")];
    if contest.fill != Fill::Anew {
        lines.extend(refilling(contest, two));
        if speaker.board.has_nobodys() {
            lines.push(format!(
                "nobody's holes: {}",
                match contest.nobodys_holes {
                    NobodysHoles::Empty => "empty",
                    NobodysHoles::Keep => "keep their seeds",
                }
            ));
        }
    }
    lines.extend(contest.most_rounds.map(|rounds| format!("most rounds: {}", rounds.max(1))));
    let a_rule_wins = contest.after_refilling.iter().any(|rule| rule.value.outcome == Some(Outcome::WinsMatch));
    match contest.won_by {
        Some(WonBy::MostPoints) => lines.push("match won by: most points".to_owned()),
        Some(WonBy::Points(number)) => lines.push(format!("match won by: {number} points")),
        None if a_rule_wins => {}
        _ => lines.push("match won by: last player left".to_owned()),
    }
    let rules = list(speaker, Moment::AfterRefilling, &contest.after_refilling, None);
    if !rules.is_empty() {
        lines.push(format!("each player after refilling, the first that fits {{\n{}}}", indented(&rules)));
    }
    lines
}

fn refilling(contest: &Contest, two: bool) -> [String; 4] {
    let nobody_won = match contest.nobody_won {
        NobodyWon::ToOwner => "to owner",
        NobodyWon::ToNobody => "to nobody",
        NobodyWon::ToPot => "to pot",
    };
    let last_hole = match contest.last_hole {
        LastHole::FullOnly => "full only".to_owned(),
        LastHole::EvenNumber => "even number".to_owned(),
        LastHole::AnyNumber => "any number".to_owned(),
        LastHole::LockedUntilFull => "locked until full".to_owned(),
        LastHole::Borrowed { least, by_lot: false } => format!("at least {least} with the rest borrowed"),
        LastHole::Borrowed { least, by_lot: true } => format!("at least {least} by lot with the rest borrowed"),
    };
    let surplus = match contest.surplus {
        Surplus::Reserve => "to reserve",
        Surplus::Pot => "to pot",
        Surplus::Store => "to store",
    };
    let empty_holes = match contest.empty_holes {
        EmptyHoles::ClosedForGood => "closed for good",
        EmptyHoles::ClosedOnBothSides if two => "closed on both sides",
        EmptyHoles::Closed | EmptyHoles::ClosedOnBothSides => "closed",
        EmptyHoles::Open => "open",
        EmptyHoles::FilledByOpponent => "filled by opponent",
    };
    [
        format!("seeds nobody won: {nobody_won}"),
        format!("last hole: {last_hole}"),
        format!("surplus: {surplus}"),
        format!("empty holes: {empty_holes}"),
    ]
}
