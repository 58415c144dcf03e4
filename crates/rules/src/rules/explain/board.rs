//! Sentences about the board at the start, including defaults of the language.

use super::plain;
use super::sentence::Sentence;
use super::voice::{Scene, Voice};
use super::words::{Article, is_adjective, join, with_article};
use crate::rules::model::{
    Basis, Board, Cell, Condition, CountedFrom, Effect, Ends, Fixed, HoleSet, Layout, Marker, One, Part, Property,
    Rule, Rules, Side, Whose,
};
use crate::rules::notation::{count, ordinal, player_name};
use crate::rules::resolve::holes_said;

const SECTION: &str = "Board";

/// The sentences of the board.
pub(super) fn board(rules: &Rules) -> Vec<Sentence> {
    let board = &rules.board;
    let mut sentences = size(board);
    sentences.extend(ends(board));
    sentences.extend(seeds(board));
    sentences.push(Sentence::setting(SECTION, "side", &sides(board), &board.side.basis));
    if let Some(text) = rows_of_sides(rules) {
        sentences.push(Sentence::given(SECTION, text));
    }
    sentences.extend(marks(rules));
    sentences.push(players(rules));
    sentences.extend(rules.about.starter.as_ref().map(|starter| {
        let text = format!("who begins, and is called {}: {}", rules.player_name(0), starter.value.join(", "));
        Sentence::setting(SECTION, "starter", &text, &starter.basis)
    }));
    if captures(rules) {
        let text = match board.ends.value {
            Ends::Stores => "captured seeds go into the store of the player who captures them",
            Ends::None | Ends::Nobodys => {
                "captured seeds go off the board, into the store of the player who captures them"
            }
        };
        sentences.push(Sentence::given(SECTION, text));
    }
    sentences
}

fn size(board: &Board) -> Vec<Sentence> {
    let (rows, columns) = (count(board.rows.value, "row"), count(board.columns.value, "hole"));
    let are = if board.rows.value == 1 { "is" } else { "are" };
    let cited = |basis: &Basis| !basis.is_empty() && basis.iter().all(|origin| origin.assumed().is_none());
    if board.rows.basis == board.columns.basis || (cited(&board.rows.basis) && cited(&board.columns.basis)) {
        let more = board.columns.basis.iter().filter(|origin| !board.rows.basis.contains(origin)).cloned();
        let basis: Basis = board.rows.basis.iter().cloned().chain(more).collect();
        return vec![Sentence::setting(SECTION, "columns", &format!("there {are} {rows} of {columns}"), &basis)];
    }
    let each = if board.rows.value == 1 { "the row" } else { "each row" };
    vec![
        Sentence::setting(SECTION, "rows", &format!("there {are} {rows} of holes"), &board.rows.basis),
        Sentence::setting(SECTION, "columns", &format!("{each} has {columns}"), &board.columns.basis),
    ]
}

fn ends(board: &Board) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    match board.ends.value {
        Ends::None => {}
        Ends::Stores => {
            let side = match (board.end_cells(), board.stores.first()) {
                (Some([left, _]), Some(souths)) if left == *souths => "left",
                _ => "right",
            };
            let text = format!(
                "at each end of the board there is a store; each player owns the one at his {side}, and seeds that \
                 fall into it are not lifted again"
            );
            sentences.push(Sentence::setting(SECTION, "ends", &text, &board.ends.basis));
        }
        Ends::Nobodys => {
            let text = "at each end of the board there is one more hole, which is nobody's and is sown like the others";
            sentences.push(Sentence::setting(SECTION, "ends", text, &board.ends.basis));
        }
    }
    sentences
}

fn seeds(board: &Board) -> Vec<Sentence> {
    let number = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let text = match &board.seeds.value {
        Layout::Uniform(0) => "every hole is empty at the start".to_owned(),
        Layout::Uniform(seeds) => format!("every hole starts with {}", count(number(*seeds), "seed")),
        Layout::EachPlayer(rows) => each_players_seeds(rows),
        Layout::Drawn(rows) => {
            let rows: Vec<String> = rows.iter().map(|row| listed(row)).collect();
            match (board.rows.value, board.players.value) {
                (1, 1) => format!("the holes start with these seeds, from the left: {}", rows.concat()),
                (1, _) => format!("the holes start with these seeds, from South's left: {}", rows.concat()),
                _ => format!(
                    "the holes start with these seeds, the far row first and each row from South's left: {}",
                    rows.join(" / ")
                ),
            }
        }
    };
    let mut sentences = vec![Sentence::setting(SECTION, "seeds", &text, &board.seeds.basis)];
    if let Some(seeds) = &board.seeds_in_ends {
        let text = format!("each end starts with {}", count(number(seeds.value), "seed"));
        sentences.push(Sentence::setting(SECTION, "seeds in each end", &text, &seeds.basis));
    }
    if let Some(seeds) = &board.seeds_in_stores {
        let text = format!("each player starts with {} in his store", count(number(seeds.value), "seed"));
        sentences.push(Sentence::setting(SECTION, "seeds in each store", &text, &seeds.basis));
    }
    sentences
}

/// The phrase for the rows of each player: `2 in every hole of the outer row`.
fn each_players_seeds(rows: &[Vec<u32>]) -> String {
    let row = |(place, row): (usize, &Vec<u32>)| {
        let name = match (rows.len(), place) {
            (1, _) => "row",
            (_, 0) => "inner row",
            (2, _) => "outer row",
            _ => {
                return format!("in his {} row from the border {}", ordinal(place as u32 + 1), listed(row));
            }
        };
        match row.first() {
            Some(first) if row.len() > 1 && row.iter().all(|seeds| seeds == first) => match first {
                0 => format!("his {name} is empty"),
                _ => format!("every hole of his {name} holds {first}"),
            },
            _ => format!("his {name} holds, from his own left, {}", listed(row)),
        }
    };
    let rows: Vec<String> = rows.iter().enumerate().map(row).collect();
    format!("each player starts with these seeds: {}", rows.join("; "))
}

fn listed(row: &[u32]) -> String {
    row.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// The sentence that says which rows are inner rows; `None` if each player has one row, or if sides are listed and no
/// rule asks.
fn rows_of_sides(rules: &Rules) -> Option<&'static str> {
    let asks = |part: &Part<'_>| match part {
        Part::Condition(Condition::Is(_, property)) => {
            matches!(
                property,
                Property::Fixed(Fixed::Inner)
                    | Property::Fixed(Fixed::Outer)
                    | Property::Fixed(Fixed::Place(CountedFrom::Border, _))
            )
        }
        _ => false,
    };
    match &rules.board.side.value {
        Side::Rows(2) => {
            Some("a player's inner row is the one next to the other side, his outer row the one before him")
        }
        Side::Rows(3..) => {
            Some("a player's inner row is the one next to the other side; the rest of his rows are outer rows")
        }
        Side::Listed(_) => {
            let mut asked = false;
            rules.visit(&mut |part| asked |= asks(&part));
            asked.then_some(
                "a player's hole is an inner one if none of his lies between it and the other side in its column; those \
                 behind it are outer ones",
            )
        }
        _ => None,
    }
}

fn sides(board: &Board) -> String {
    match &board.side.value {
        Side::Rows(1) if board.players.value == 1 => "the player owns the row".to_owned(),
        Side::Rows(1) => "each player owns the row before him".to_owned(),
        Side::Rows(rows) => format!("each player owns the {rows} rows before him"),
        Side::Columns(columns) => {
            let (columns, first) = (count(*columns, "column"), player_name(board.players.value, 0));
            format!(
                "each player owns {columns} of holes: {first} the first from the left, the others those that follow"
            )
        }
        Side::Listed(lists) => {
            let columns = board.columns.value;
            let named =
                |name: String, cells: &[Cell]| format!("{name} owns {}", join(&holes_said(cells, columns), "and"));
            let players = lists.iter().enumerate();
            let mut parts: Vec<String> =
                players.map(|(player, list)| named(player_name(board.players.value, player), list)).collect();
            let nobodys: Vec<Cell> = (0..board.holes()).filter(|cell| board.owner[*cell].is_none()).collect();
            if !nobodys.is_empty() {
                let are = if nobodys.len() == 1 { "is" } else { "are" };
                parts.push(format!("{} {are} nobody's", join(&holes_said(&nobodys, columns), "and")));
            }
            parts.join("; ")
        }
        Side::Holes(_) if board.players.value == 1 => "the player owns all holes".to_owned(),
        Side::Holes(holes) if *holes == board.columns.value && board.rows.value == 2 && board.players.value == 2 => {
            "South owns the near row, North the far row".to_owned()
        }
        Side::Holes(holes) => {
            let follow = if *holes == 1 { "" } else { " that follow one another" };
            let (holes, first) = (count(*holes, "hole"), player_name(board.players.value, 0));
            format!(
                "each player owns {holes}{follow}: {first} from the left of the near row on, the others after him, counterclockwise"
            )
        }
    }
}

fn marks(rules: &Rules) -> Vec<Sentence> {
    let board = &rules.board;
    let mut sentences = Vec::new();
    if let Some(mark) = &board.mark {
        let name = &mark.value.name;
        let called = if is_adjective(name) { name.clone() } else { with_article(name) };
        let by_all = "all players can mark the same hole";
        let said = match &mark.value.forms {
            Some(forms) => Some(format!("a hole can be {}", forms.by("a player"))),
            None if name == "marked" => None,
            None => Some(format!("a hole that a player has marked is called {called}")),
        };
        let text = match (said, mark.value.by_each) {
            (Some(said), true) => Some(format!("{said}; {by_all}")),
            (None, true) => Some(by_all.to_owned()),
            (said, false) => said,
        };
        if let Some(text) = text {
            sentences.push(Sentence::setting(SECTION, "mark", &text, &mark.basis));
        }
    }
    if let Some(marked) = &board.marked_at_start {
        let mut voice = Voice::new(rules, Scene::EachPlayer);
        let (holes, plural) = marked_holes(&mut voice, &plain::set(rules, &marked.value, None));
        let mark = voice.mark().to_owned();
        let be = if plural { "are" } else { "is" };
        let marked_so = match voice.mark_forms().cloned() {
            Some(forms) => voice.marked_in_words(&forms, Marker::Him, true, plural),
            None if is_adjective(&mark) => format!("{be} {mark}"),
            None => format!("{be} his {mark}{}", if plural { "s" } else { "" }),
        };
        let text = format!("at the start {holes} {marked_so}");
        sentences.push(Sentence::setting(SECTION, "marked at start", &text, &marked.basis));
    }
    sentences
}

/// The holes that are marked at the start, as a subject, and whether it is plural.
fn marked_holes(voice: &mut Voice<'_>, set: &HoleSet) -> (String, bool) {
    let Some(kind) = voice.kind(set) else { return voice.set(set) };
    let columns = u32::try_from(voice.rules.board.columns.value).unwrap_or(0);
    let is_ends = |part: &&Condition| match part {
        Condition::Is(One::Tested, Property::Fixed(Fixed::Place(CountedFrom::OwnersLeft, places))) => {
            places.len() == 2 && [1, columns].iter().all(|place| places.contains(place))
        }
        _ => false,
    };
    let own = kind.side == Some(Whose::Own);
    match (own, kind.rest.as_slice()) {
        (true, []) if kind.noun.is_none() && voice.rules.board.owner.iter().all(Option::is_some) => {
            (format!("all {}", kind.noun(true)), true)
        }
        (true, [only]) if is_ends(only) => {
            (format!("each player's {}", kind.noun(true).replace("holes", "end holes")), true)
        }
        (true, _) => match voice.numbered(&kind) {
            Some(hole) => {
                (format!("each player's {}", hole.trim_start_matches("the ").replace("his own", "his")), false)
            }
            None => {
                (format!("each player's {}", voice.many(&kind, Article::Bare).0.trim_start_matches("his own ")), true)
            }
        },
        _ => voice.many(&kind, Article::All),
    }
}

fn players(rules: &Rules) -> Sentence {
    let players = rules.board.players.value;
    let first = player_name(players, 0);
    let of = if rules.contest.is_some() { " of the first round" } else { "" };
    let text = match players {
        1 => "one player plays alone".to_owned(),
        2 => {
            let names: Vec<String> = (0..2).map(|player| player_name(players, player)).collect();
            format!("two players, {}, move in turn; {first} has the first turn{of}", join(&names, "and"))
        }
        _ => {
            let names: Vec<String> = (0..players).map(|player| player_name(players, player)).collect();
            let number = ["three", "four", "five", "six"].get(players - 3).copied().unwrap_or("several");
            let names = join(&names, "and");
            format!("{number} players, {names}, move in turn; {first} has the first turn{of}")
        }
    };
    match rules.board.players.is_default() {
        true if players == 1 => Sentence::given(SECTION, &text),
        true => Sentence::unless(SECTION, &text, "the player who begins is called so"),
        false => Sentence::setting(SECTION, "players", &text, &rules.board.players.basis),
    }
}

/// Whether any rule captures.
fn captures(rules: &Rules) -> bool {
    let captures = |rule: &Rule| rule.value.effects.iter().any(|effect| matches!(effect, Effect::Capture(..)));
    let lists = [&rules.each_seed, &rules.last_seed, &rules.after_turn, &rules.before_turn];
    lists.into_iter().flatten().chain(rules.moves.iter().flat_map(|section| &section.begin)).any(captures)
}
