//! How an expectation of an example differs from what happens, in words and hole by hole.

use mancala_engine::game::{cell_name, spelled};
use mancala_rules::notation::{drawn, player_name};
use mancala_rules::rules::model::{Board, Cell, Expectation, Expected, Player, Players};
use mancala_rules::source::Span;

/// An expectation of an example that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where the statement that fails is.
    pub span: Span,
    /// What was expected, in words.
    pub expected: String,
    /// What was found, in words.
    pub found: String,
    /// What differs, one hole, player or move at a time; empty if only the whole can be told.
    pub parts: Vec<Part>,
    /// What to write instead.
    pub instead: Instead,
    /// The statement of the rules that gives no answer, if that is what is wrong.
    pub undecided: Option<Span>,
}

/// What to write instead of a statement that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instead {
    /// Other text in these places.
    Write(Vec<(Span, String)>),
    /// Nothing: another statement of the example says what is true.
    Nothing,
    /// This needs the author, for this reason.
    ByHand(&'static str),
}

/// A hole, player or move for which an example expects something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Name of the hole, player or move.
    pub what: String,
    /// What was expected of it: a number, or words.
    pub expected: String,
    /// What was found.
    pub found: String,
    /// The difference in a sentence.
    pub said: String,
    /// Where the expectation is: the number of a hole, otherwise the statement.
    pub span: Span,
}

impl Difference {
    /// The difference of a statement; `None` if it holds. `is` is what is true, `all` are the statements of the
    /// example.
    pub(super) fn of(board: &Board, stated: &Expectation, is: Expected, all: &[Expectation]) -> Option<Difference> {
        let holds = match (&stated.what, &is) {
            (Expected::Legal(was), Expected::Legal(is)) => {
                let mut was: Vec<String> = was.iter().map(|name| spelled(is, name)).collect();
                was.sort();
                was == *is
            }
            (was, is) => was == is,
        };
        if holds {
            return None;
        }
        let found = match (&stated.what, &is) {
            (Expected::Next(_), Expected::Winners(_)) => "the game is over".to_owned(),
            (Expected::Winners(_) | Expected::Scores(_), Expected::Next(_)) => "the game is not over".to_owned(),
            _ => words(board, &is),
        };
        Some(Difference {
            span: stated.span,
            expected: words(board, &stated.what),
            parts: parts(board, stated, &is, &found),
            found,
            instead: instead(board, stated, &is, all),
            undecided: None,
        })
    }

    /// A difference that cannot be written otherwise.
    pub(super) fn whole(
        span: Span,
        expected: impl Into<String>,
        found: impl Into<String>,
        why: &'static str,
    ) -> Difference {
        let (expected, found) = (expected.into(), found.into());
        Difference { span, expected, found, parts: Vec::new(), instead: Instead::ByHand(why), undecided: None }
    }
}

/// What to write in place of a statement. `all` are the statements of the example.
fn instead(board: &Board, stated: &Expectation, is: &Expected, all: &[Expectation]) -> Instead {
    let kind = |expected: &Expected| std::mem::discriminant(expected);
    match is {
        Expected::Board(_) if !stated.numbers.is_empty() => {
            Instead::Write(parts(board, stated, is, "").into_iter().map(|part| (part.span, part.found)).collect())
        }
        Expected::Winners(winners) if winners.is_empty() => Instead::ByHand("an example cannot say that nobody wins"),
        // who is to move and who has won are two answers to one question
        Expected::Next(_) | Expected::Winners(_) if kind(is) != kind(&stated.what) => {
            let asks = |other: &&Expectation| match is {
                Expected::Next(_) => matches!(other.what, Expected::Winners(_) | Expected::Scores(_)),
                _ => matches!(other.what, Expected::Next(_)),
            };
            let same = all.iter().find(|other| kind(&other.what) == kind(is));
            if same.or_else(|| all.iter().find(asks)).is_some_and(|other| other.span != stated.span) {
                return Instead::Nothing;
            }
            let name = if matches!(is, Expected::Next(_)) { "next" } else { "result" };
            Instead::Write(vec![(stated.span, format!("{name}: {}", value(board, is)))])
        }
        _ => Instead::Write(vec![(stated.value, value(board, is))]),
    }
}

/// The name of a player as an example says it.
fn name(board: &Board, player: Player) -> String {
    player_name(board.players.value, player)
}

/// An expectation in words, mostly those of the rule file.
fn words(board: &Board, expected: &Expected) -> String {
    match expected {
        Expected::Board(seeds) => drawn(seeds, board.rows.value, false),
        Expected::Next(player) => format!("{} is to move", name(board, *player)),
        Expected::Winners(winners) => match winners.as_slice() {
            all if all.len() == board.players.value && all.len() > 1 => "a draw".to_owned(),
            [] => "nobody wins".to_owned(),
            _ => value(board, expected),
        },
        _ => value(board, expected),
    }
}

/// The value of a statement as a rule file says it.
fn value(board: &Board, expected: &Expected) -> String {
    let names = |cells: &[Cell]| list(cells.iter().map(|cell| cell_name(board, *cell)));
    match expected {
        // each player's rows on a line of their own
        Expected::Board(seeds) => drawn(seeds, board.rows.value, board.rows_are_sides()).replace(" / South", "\nSouth"),
        Expected::Stores(seeds) | Expected::Scores(seeds) | Expected::Reserve(seeds) => {
            let each = seeds.iter().enumerate();
            each.map(|(player, seeds)| format!("{} {seeds}", name(board, player))).collect::<Vec<_>>().join(", ")
        }
        Expected::Ends([left, right]) => format!("left {left}, right {right}"),
        Expected::Marks(marks) => list(
            marks
                .iter()
                .enumerate()
                .flat_map(|(cell, marks)| marks.each().map(move |player| (cell, player)))
                .map(|(cell, player)| format!("{} by {}", cell_name(board, cell), name(board, player))),
        ),
        Expected::Next(player) => name(board, *player),
        Expected::Legal(moves) => list(moves.iter().cloned()),
        Expected::Winners(winners) => {
            let names: Vec<String> = winners.iter().map(|winner| name(board, *winner)).collect();
            match names.as_slice() {
                all if all.len() == board.players.value && all.len() > 1 => "draw".to_owned(),
                [winner] => format!("{winner} wins"),
                several => format!("{} win", several.join(" and ")),
            }
        }
        Expected::Closed(cells) => names(cells),
        Expected::Pot(seeds) => seeds.to_string(),
    }
}

fn list(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// What differs, one by one. `found` is what is true, in words.
fn parts(board: &Board, stated: &Expectation, is: &Expected, found: &str) -> Vec<Part> {
    let part = |what: String, expected: String, found: String, said: String| Part {
        what,
        expected,
        found,
        said,
        span: stated.span,
    };
    let number = |what: String, place: String, verb: [&str; 2], was: i64, is: i64| {
        let said = format!("{place} should {} {was} and {} {is}", verb[0], verb[1]);
        (was != is).then(|| part(what, was.to_string(), is.to_string(), said))
    };
    let hold = ["hold", "holds"];
    let each = |was: &[i64], is: &[i64], verb: [&str; 2], place: &dyn Fn(&str) -> String| -> Vec<Part> {
        let pairs = was.iter().zip(is).enumerate();
        pairs
            .filter_map(|(player, (was, is))| {
                let player = name(board, player);
                number(player.clone(), place(&player), verb, *was, *is)
            })
            .collect()
    };
    let being = |what: String, expected: String, found: String| {
        let said = match expected.strip_prefix("not ") {
            Some(plain) => format!("{what} should not be {plain} and is {found}"),
            None => format!("{what} should be {expected} and is {found}"),
        };
        part(what, expected, found, said)
    };
    match (&stated.what, is) {
        (Expected::Board(was), Expected::Board(is)) => {
            let holes = was.iter().zip(is).enumerate().filter_map(|(cell, (was, is))| {
                let name = cell_name(board, cell);
                let mut part = number(name.clone(), name, hold, i64::from(*was), i64::from(*is))?;
                part.span = number_of(board, cell, &stated.numbers).unwrap_or(stated.span);
                Some(part)
            });
            let mut holes: Vec<Part> = holes.collect();
            holes.sort_by_key(|part| part.span.start);
            holes
        }
        (Expected::Stores(was), Expected::Stores(is)) => each(was, is, hold, &|player| format!("{player}'s store")),
        (Expected::Reserve(was), Expected::Reserve(is)) => {
            each(was, is, ["keep", "keeps"], &|player| player.to_owned())
        }
        (Expected::Scores(was), Expected::Scores(is)) => {
            each(was, is, ["score", "scores"], &|player| player.to_owned())
        }
        (Expected::Ends(was), Expected::Ends(is)) => {
            let ends = ["left end", "right end"].into_iter().zip(was.iter().zip(is));
            ends.filter_map(|(end, (was, is))| {
                number(end.to_owned(), format!("the {end}"), hold, i64::from(*was), i64::from(*is))
            })
            .collect()
        }
        (Expected::Pot(was), Expected::Pot(is)) => {
            number("pot".to_owned(), "the pot".to_owned(), hold, i64::from(*was), i64::from(*is)).into_iter().collect()
        }
        (Expected::Marks(was), Expected::Marks(is)) => {
            let mark = board.mark_name();
            let text = |marks: &Players| match marks.is_nobody() {
                false => {
                    let by: Vec<String> = marks.each().map(|player| name(board, player)).collect();
                    format!("{mark} by {}", by.join(" and "))
                }
                true => format!("not {mark}"),
            };
            let holes = was.iter().zip(is).enumerate().filter(|(_, (was, is))| was != is);
            holes.map(|(cell, (was, is))| being(cell_name(board, cell), text(was), text(is))).collect()
        }
        (Expected::Legal(was), Expected::Legal(is)) => {
            let was: Vec<String> = was.iter().map(|name| spelled(is, name)).collect();
            sets(&was, is, "legal", &being)
        }
        (Expected::Closed(was), Expected::Closed(is)) => {
            let names = |cells: &[Cell]| -> Vec<String> { cells.iter().map(|cell| cell_name(board, *cell)).collect() };
            sets(&names(was), &names(is), "closed", &being)
        }
        (Expected::Next(player), _) => {
            let player = name(board, *player);
            let said = match is {
                Expected::Next(other) => format!("{player} should be to move, and {} is", name(board, *other)),
                _ => format!("{player} should be to move, and {found}"),
            };
            vec![part(player, "to move".to_owned(), found.to_owned(), said)]
        }
        (was, _) => {
            let expected = words(board, was);
            let what = if matches!(was, Expected::Winners(_)) { "result" } else { "scores" };
            let said = match is {
                Expected::Next(_) => format!("the {what} should be `{}`, and {found}", value(board, was)),
                _ => format!("the {what} should be `{}` and is `{}`", value(board, was), value(board, is)),
            };
            vec![part(what.to_owned(), expected, found.to_owned(), said)]
        }
    }
}

/// What is only in one of two lists of names.
fn sets(was: &[String], is: &[String], what: &str, being: &dyn Fn(String, String, String) -> Part) -> Vec<Part> {
    let not = format!("not {what}");
    let lacking = was.iter().filter(|name| !is.contains(name));
    let surplus = is.iter().filter(|name| !was.contains(name));
    lacking
        .map(|name| being(name.clone(), what.to_owned(), not.clone()))
        .chain(surplus.map(|name| being(name.clone(), not.clone(), what.to_owned())))
        .collect()
}

/// Where the number of a hole is in a drawn board.
fn number_of(board: &Board, cell: Cell, numbers: &[Span]) -> Option<Span> {
    let (rows, columns) = (board.rows.value, board.columns.value);
    numbers.get((rows - 1 - cell / columns) * columns + cell % columns).copied()
}
