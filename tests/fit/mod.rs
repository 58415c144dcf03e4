//! Games played under a known reading, recorded in several ways: `fit` finds that reading again, and refutes no other
//! without a move or a board that the narrator plays differently.

mod sources;

use mancala_engine::engine::Progress;
use mancala_engine::game::Position;
use mancala_engine::narrator::Narrator;
use mancala_rules::chance::{Generator, choice, generator};
use mancala_rules::rules::model::{Choice, Rules};
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;
use mancala_tools::drivers::fit::{Evidence, Fit, Search, Set, Wanted, fit};

/// Games with readings that a move, a capture, an ending or the board shows.
const GAMES: [&str; 12] = [
    "krur",
    "buqruru",
    "um-laarais",
    "um-ed-dyar",
    "oware",
    "kalah",
    "bao-la-kiswahili",
    "katro",
    "walak-pussa",
    "pallanguzhi",
    "hus",
    "giuthi",
];
/// So many sets of readings at most are tried for one record.
const MOST_SETS: usize = crate::sized(16, 200) as usize;
/// So many games are recorded of each kind.
const EACH: u64 = crate::sized(1, 3);
/// So many plies at most are recorded.
const PLIES: usize = crate::sized(20, 60) as usize;

/// How a game is recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Style {
    /// Every move, and the board after it.
    Boards,
    /// Moves alone, and the winner.
    Moves,
    /// Some boards, with moves left out between them.
    Gaps,
    /// The hole of every move, without its direction and what the mover chose, and the board after it.
    Holes,
}

/// Finds what fits a record, without questions.
pub(crate) fn fitted(ruleset: &Ruleset, text: &str, settings: &[(String, String)]) -> Fit {
    let evidence = Evidence::read(ruleset, vec![Source::new("record.txt", text)], Vec::new());
    let evidence = evidence.unwrap_or_else(|error| panic!("{}\n{text}", error.problems[0].message));
    let search = Search { games: 1, plies: 1, seed: 1, questions: 0 };
    let wanted = Wanted { settings: settings.to_vec(), most_sets: 1 << 20, most_ways: 500, search };
    fit(ruleset, &evidence, &wanted, &Progress::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The readings of a set, as `--set` takes them.
fn settings(fit: &Fit, set: &Set) -> Vec<(String, String)> {
    fit.options.iter().zip(set).flat_map(|(option, value)| option.values[*value].settings.clone()).collect()
}

/// A board as it is drawn in a record.
fn drawn(rules: &Rules, position: &Position) -> String {
    let (rows, columns) = (rules.rows(), rules.columns());
    let strips = (0..rows).rev().map(|row| {
        let strip = &position.seeds[row * columns..(row + 1) * columns];
        let strip = strip.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
        match row + 1 {
            last if rules.players() == 2 && last == rows => format!("North {strip}"),
            first if rules.players() == 2 && 2 * first == rows => format!("South {strip}"),
            _ => strip,
        }
    });
    strips.collect::<Vec<_>>().join(" / ")
}

/// One ply of a game: the move, and the board after it.
type Ply = (String, String);

/// Plays a game at random. Returns its plies, and who has won if it is over.
fn played(rules: &Rules, chance: &mut Generator) -> Option<(Vec<Ply>, Option<String>)> {
    let mut game = Narrator::new(rules).ok()?;
    let mut plies = Vec::new();
    while game.ending().is_none() && plies.len() < PLIES {
        let legal = game.legal();
        let name = legal[choice(legal.len(), chance)].clone();
        game.play(&name).ok()?;
        plies.push((name, drawn(rules, game.left())));
    }
    let won = game.ending().and_then(|ending| match ending.winners.as_slice() {
        [winner] => Some(format!("{} wins", rules.player_name(*winner))),
        all if all.len() == rules.players() => Some("draw".to_owned()),
        _ => None,
    });
    Some((plies, won))
}

/// The hole of a move that begins in one.
fn hole(name: &str) -> &str {
    let letters = name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len());
    let digits = name[letters..].find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len() - letters);
    if digits == 0 { name } else { &name[..letters + digits] }
}

/// The text of a record, and the plies whose boards it has.
fn recorded(plies: &[Ply], won: Option<&str>, style: Style, chance: &mut Generator) -> (String, Vec<usize>) {
    let mut boards = Vec::new();
    let mut lines = vec!["example \"a game at random\" {".to_owned()];
    let mut at = 0;
    while at < plies.len() {
        let (name, board) = &plies[at];
        match style {
            Style::Moves => lines.push(format!("play: {name}")),
            Style::Boards => lines.extend([format!("play: {name}"), format!("board: {board}")]),
            Style::Holes => lines.extend([format!("play: {}", hole(name)), format!("board: {board}")]),
            Style::Gaps => {
                let gap = choice(3, chance).min(plies.len() - at - 1);
                let unknown = match gap {
                    0 => String::new(),
                    1 => "unknown, ".to_owned(),
                    _ if choice(2, chance) == 0 => format!("up to {} unknown, ", gap + 1),
                    _ => format!("{gap} unknown, "),
                };
                at += gap;
                let (name, board) = &plies[at];
                lines.extend([format!("play: {unknown}{name}"), format!("board: {board}")]);
            }
        }
        if style != Style::Moves {
            boards.push(at);
        }
        at += 1;
    }
    lines.extend(won.map(|won| format!("result: {won}")));
    lines.push("}\n".to_owned());
    (lines.join("\n"), boards)
}

/// Whether the narrator plays all moves, with the boards that are recorded, and ends as recorded.
fn allows(rules: &Rules, plies: &[Ply], won: Option<&str>, boards: &[usize]) -> bool {
    let Ok(mut game) = Narrator::new(rules) else { return false };
    for (at, (name, board)) in plies.iter().enumerate() {
        // the sign of a direction that nobody chooses
        let bare = name.replace(['+', '-'], "");
        if game.play(name).is_err() && (game.legal().contains(name) || game.play(&bare).is_err()) {
            return false;
        }
        if boards.contains(&at) && drawn(rules, game.left()) != *board {
            return false;
        }
    }
    let ended = |won: &str| {
        game.ending().is_some_and(|ending| match ending.winners.as_slice() {
            [winner] => format!("{} wins", rules.player_name(*winner)) == won,
            all => all.len() == rules.players() && won == "draw",
        })
    };
    won.is_none_or(ended)
}

/// Options that are fixed, so that no more sets are left than a test tries: the reading of each is drawn.
fn fixed(ruleset: &Ruleset, chance: &mut Generator) -> Vec<(String, String)> {
    let mut options: Vec<&Choice> = ruleset.options().iter().collect();
    let size = |option: &Choice| option.readings.iter().map(|reading| numbers(&reading.values[0])).sum::<usize>();
    let mut fixed = Vec::new();
    while options.iter().map(|option| size(option)).product::<usize>() > MOST_SETS {
        let option = options.remove(choice(options.len(), chance));
        let value = format!("#{}", 1 + choice(option.readings.len(), chance));
        fixed.extend(option.names.iter().map(|name| (name.clone(), value.clone())));
    }
    fixed
}

/// How many numbers `2 to 12` has; 1 for any other value.
fn numbers(value: &str) -> usize {
    let range = value.split_once(" to ").and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    range.map_or(1, |(low, high): (usize, usize)| high + 1 - low)
}

#[test]
fn the_reading_of_a_recorded_game_is_found_again() {
    let mut refuted = 0;
    for (game, name) in (1..).zip(GAMES) {
        let ruleset = Ruleset::shipped(name).expect("a game");
        let mut chance = generator(21, game);
        for _ in 0..EACH {
            let given = fixed(&ruleset, &mut chance);
            let tried = fitted(&ruleset, "example \"nothing\" {\n  play: unknown\n}\n", &given);
            let truth: Set = tried.options.iter().map(|option| choice(option.values.len(), &mut chance)).collect();
            // not every number of a range is a board
            let Ok(rules) = ruleset.rules_under(&[given.clone(), settings(&tried, &truth)].concat()) else { continue };
            let Some((plies, won)) = played(&rules, &mut chance) else { continue };
            for style in [Style::Boards, Style::Moves, Style::Gaps, Style::Holes] {
                let (text, boards) = recorded(&plies, won.as_deref(), style, &mut chance);
                let found = fitted(&ruleset, &text, &given);
                let fits: Vec<&Set> = found.kinds.iter().flat_map(|kind| &kind.sets).collect();
                assert!(fits.contains(&&truth), "{name}, {style:?}: {truth:?} is refuted: {:?}\n{text}", found.refuted);
                refuted += found.sets - fits.len();
                for set in sets(&found) {
                    let under = [given.clone(), settings(&found, &set)].concat();
                    let Ok(rules) = ruleset.rules_under(&under) else { continue };
                    let allowed = allows(&rules, &plies, won.as_deref(), &boards);
                    let fit = fits.contains(&&set);
                    // what a record leaves open may fit in another way, such as the direction of a move
                    let is_open = matches!(style, Style::Gaps | Style::Holes) || rules.chooses_way();
                    let as_it_should = if is_open { fit || !allowed } else { fit == allowed };
                    assert!(as_it_should, "{name}, {style:?}, {under:?}: fits: {fit}, the narrator: {allowed}\n{text}");
                }
            }
        }
    }
    assert!(refuted > 100, "records that refute only {refuted} sets show nothing");
}

/// All sets of readings that were tried.
fn sets(found: &Fit) -> Vec<Set> {
    found.options.iter().fold(vec![Set::new()], |before, option| {
        let with = |set: &Set| -> Vec<Set> {
            (0..option.values.len()).map(|value| [set.clone(), vec![value]].concat()).collect()
        };
        before.iter().flat_map(with).collect()
    })
}
