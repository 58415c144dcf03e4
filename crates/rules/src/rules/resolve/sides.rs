//! Resolves sides, given by rows, columns and numbers or hole by hole.

use super::board::ring;
use super::geometry::{Geometry, Size};
use super::limits::MOST_SEEDS;
use super::named::Range;
use super::phrases::{self, plain_words};
use super::resolver::{Found, Resolver};
use crate::problem::Code;
use crate::rules::model::{Across, Board, Cell, Player, Side, Stated};
use crate::rules::notation::{self, hole_name};
use crate::rules::vocabulary::SectionWord;
use crate::source::Span;
use crate::syntax::ast::{Phrase, Piece, Section, Set, SetKind, Word, texts};

/// The player whose holes a part of a list names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Holder {
    Player(Player),
    Nobody,
    /// No player's name and no `nobody` precedes the holes.
    Unnamed,
}

/// Listed holes in order, each with the place where the file lists it.
pub(super) type Listed = Vec<(Cell, Span)>;

impl<'a> Resolver<'a> {
    pub(super) fn side(&mut self, section: &'a Section, size: Option<Size>) -> Option<Stated<Side>> {
        let Some(found) = self.setting(SectionWord::Board, 0, "side") else {
            self.lacks(section, SectionWord::Board, "side");
            return None;
        };
        let value = self.chosen(&found, |resolver, pieces| {
            let words = match pieces {
                [Piece::Words(phrase)] => plain_words(phrase),
                _ => None,
            };
            // a number above the limit fits no board
            let number = |word: &Word| word.number.and_then(|number| usize::try_from(number.min(MOST_SEEDS)).ok());
            match words {
                Some([row]) if row.text == "row" => return Some(Side::Rows(1)),
                Some([count, things]) => match (number(count), things.text.as_str()) {
                    (Some(count), "rows" | "row") => return Some(Side::Rows(count)),
                    (Some(count), "columns" | "column") => return Some(Side::Columns(count)),
                    (Some(count), "holes" | "hole") => return Some(Side::Holes(count)),
                    _ => {}
                },
                _ => {}
            }
            resolver.listed_side(&found, pieces, size)
        })?;
        Some(Stated { value, span: found.span, basis: found.basis })
    }

    /// Resolves `South a1 to f1 and f2 to d2, North f3 to a3 and a2 to c2`.
    fn listed_side(&mut self, found: &Found<'a>, pieces: &'a [Piece], size: Option<Size>) -> Option<Side> {
        let span = pieces.first().map_or(found.span, Piece::span);
        let by_holder = self.listed_holes(pieces, size);
        let by_holder = match by_holder {
            Some(by_holder) if !by_holder.iter().any(|(holder, _)| *holder == Holder::Unnamed) => by_holder,
            Some(_) | None => {
                if !self.gathered.reported.contains(&span) {
                    let (first, second) = (self.player_name(0), self.player_name(1));
                    let help = format!(
                        "write `row`, `2 rows`, `3 columns`, `4 holes`, or list them: `{first} a1 to f1, {second} a2 to f2`"
                    );
                    self.wrong(Code::WrongValue, span, "it is unclear which holes belong to whom", help);
                }
                return None;
            }
        };
        let (rows, columns) = size?;
        let mut listed: Listed = Vec::new();
        for (cell, place) in by_holder.iter().flat_map(|(_, holes)| holes) {
            self.listed_once(&listed, (*cell, *place), columns)?;
            listed.push((*cell, *place));
        }
        let players = self.players;
        for player in 0..players {
            if !by_holder.iter().any(|(holder, _)| *holder == Holder::Player(player)) {
                let name = self.player_name(player);
                let help = format!("add a comma, `{name}` and his holes");
                self.wrong(Code::WrongValue, span, format!("no holes are given for {name}"), help);
                return None;
            }
        }
        let left: Vec<Cell> =
            (0..rows * columns).filter(|cell| !listed.iter().any(|(listed, _)| listed == cell)).collect();
        if !left.is_empty() {
            let (names, are) = (hole_runs(&left, columns), if left.len() == 1 { "is" } else { "are" });
            let help = format!("give them to a player, or add a comma and `nobody {}`", names.join(" and "));
            let span = pieces.last().map_or(span, |last| span.to(last.span()));
            let message = format!("{} {are} on no side", phrases::listed(&names));
            self.wrong(Code::WrongValue, span, message, help);
            return None;
        }
        let cells = |player: Player| -> Vec<Cell> {
            let own = by_holder.iter().filter(|(holder, _)| *holder == Holder::Player(player));
            own.flat_map(|(_, holes)| holes).map(|(cell, _)| *cell).collect()
        };
        Some(Side::Listed((0..players).map(cells).collect()))
    }

    /// Reports a hole that is already listed.
    pub(super) fn listed_once(&mut self, listed: &Listed, (cell, place): (Cell, Span), columns: usize) -> Option<()> {
        let Some((_, first)) = listed.iter().find(|(listed, _)| *listed == cell) else { return Some(()) };
        let first = *first;
        let message = format!("{} is listed twice", hole_name(cell, columns));
        let problem = self.problem(Code::WrongValue, place, message);
        if first != place {
            problem.labels.push((first, "first here".to_owned()));
        }
        problem.help = Some(
            "name each hole once; a range such as `a1 to f1` includes both ends and all holes between them".into(),
        );
        None
    }

    /// Resolves lists of holes, each with its player. `None` if the pieces are not such lists; a problem may have been
    /// reported.
    pub(super) fn listed_holes(&mut self, pieces: &'a [Piece], size: Option<Size>) -> Option<Vec<(Holder, Listed)>> {
        let whole = pieces.first()?.span();
        let mut by_holder: Vec<(Holder, Listed)> = Vec::new();
        for piece in pieces {
            let Piece::Words(phrase) = piece else { return None };
            let parts = word_lists(phrase)?;
            let mut holder = Holder::Unnamed;
            let mut holes: Listed = Vec::new();
            for (at, words) in parts.into_iter().enumerate() {
                let words = if at > 0 {
                    words
                } else {
                    let (named, rest) = self.holder(words);
                    holder = named;
                    rest
                };
                let range = Range::of(words)?;
                let span = range.span();
                let Some(run) = self.holes_named(&range, size) else {
                    self.gathered.reported.push(whole);
                    return None;
                };
                holes.extend(run.into_iter().map(|cell| (cell, span)));
            }
            if let Some((named, _)) =
                by_holder.iter().find(|(named, _)| matches!(named, Holder::Player(_)) && *named == holder)
                && let Holder::Player(player) = named
            {
                let message = format!("the holes of {} are listed twice", self.player_name(*player));
                self.wrong(Code::WrongValue, piece.span(), message, "join all his holes with `and`");
                self.gathered.reported.push(whole);
                return None;
            }
            by_holder.push((holder, holes));
        }
        Some(by_holder)
    }

    /// The holder named at the start of `words`, and the words after it.
    fn holder<'w>(&self, words: &'w [Word]) -> (Holder, &'w [Word]) {
        if words.first().is_some_and(|word| word.text == "nobody") {
            return (Holder::Nobody, &words[1..]);
        }
        for player in 0..self.players {
            let name = self.player_name(player);
            let length = name.split(' ').count();
            if words.len() > length && texts(&words[..length]) == name {
                return (Holder::Player(player), &words[length..]);
            }
        }
        (Holder::Unnamed, words)
    }

    pub(super) fn player_name(&self, player: Player) -> String {
        notation::player_name(self.players, player)
    }

    /// The owner of each hole; `None`, with a problem reported, if the sides do not fill the board.
    pub(super) fn owners(&mut self, board: &Board) -> Option<Vec<Option<Player>>> {
        let (rows, columns, players) = (board.rows.value, board.columns.value, board.players.value);
        let mut owner = vec![None; rows * columns];
        let unfilled = |each: usize, what: &str, filled: String| {
            let whats = if each == 1 { what.to_owned() } else { format!("{what}s") };
            format!("{players} players with {each} {whats} each do not fill {filled}")
        };
        let (message, help) = match &board.side.value {
            Side::Rows(each) => {
                if *each > 0 && each * players == rows && players <= 2 {
                    (0..owner.len()).for_each(|cell| owner[cell] = Some(cell / columns / each));
                    return Some(owner);
                }
                (unfilled(*each, "row", format!("{rows} rows")), "change `rows`, `players` or `side`")
            }
            Side::Columns(each) => {
                if *each > 0 && each * players == columns {
                    (0..owner.len()).for_each(|cell| owner[cell] = Some(cell % columns / each));
                    return Some(owner);
                }
                (unfilled(*each, "column", format!("{columns} columns")), "change `columns`, `players` or `side`")
            }
            Side::Holes(each) => {
                if let Some(ring) = ring(rows, columns).filter(|ring| *each > 0 && each * players == ring.len()) {
                    for (at, cell) in ring.iter().enumerate() {
                        owner[*cell] = Some(at / each);
                    }
                    return Some(owner);
                }
                (unfilled(*each, "hole", format!("{} holes", rows * columns)), "change `columns`, `players` or `side`")
            }
            Side::Listed(lists) => {
                for (player, list) in lists.iter().enumerate() {
                    list.iter().for_each(|cell| owner[*cell] = Some(player));
                }
                return Some(owner);
            }
        };
        self.wrong(Code::WrongBoard, board.side.span, message, help);
        None
    }

    /// Records which relations the board lacks, once its holes have owners.
    pub(super) fn look_at(&mut self, board: &Board) {
        let columns = board.columns.value;
        let owned: Vec<Cell> = (0..board.holes()).filter(|cell| board.owner[*cell].is_some()).collect();
        let is_between = |cell: &&Cell| {
            let column = |other: &Cell| *other != **cell && other % columns == **cell % columns;
            let other_players = |other: &Cell| column(other) && board.owner[*other] != board.owner[**cell];
            board.across(Across::Opposite, **cell).is_none() && owned.iter().any(other_players)
        };
        let is_unlike = |cell: &&Cell| {
            let twin = board.across(Across::SameNumber, **cell);
            twin.and_then(|twin| board.owner[twin]).is_none_or(|owner| Some(owner) == board.owner[**cell])
        };
        let name = |cell: &Cell| hole_name(*cell, columns);
        let two = board.players.value == 2;
        self.geometry = Geometry {
            size: self.geometry.size,
            rows_are_sides: self.geometry.rows_are_sides,
            marks_by_each: board.marks_by_each(),
            has_nobodys: Some(board.has_nobodys()),
            one_row: board.rows.value == 1,
            lacks_ends: board.end_cells().is_none(),
            lacks_opposites: !owned.iter().any(|cell| board.across(Across::Opposite, *cell).is_some()),
            between: owned.iter().find(is_between).filter(|_| two).map(name),
            lacks_depth: !board.has_depth(),
            unlike: owned.iter().find(is_unlike).filter(|_| two).map(name),
        };
    }
}

/// The words of each part of a list; `None` if the list has anything else.
fn word_lists<'p>(phrase: &'p Phrase) -> Option<Vec<&'p [Word]>> {
    if !phrase.links.is_empty() {
        return None;
    }
    let words = |set: &'p Set| match &set.kind {
        SetKind::Words { words, within: None } if set.filter.is_none() => Some(words.words.as_slice()),
        _ => None,
    };
    phrase.object.as_ref()?.parts.iter().map(words).collect()
}

/// Holes in order, written as ranges: `a1 to f1`.
pub(in crate::rules) fn hole_runs(cells: &[Cell], columns: usize) -> Vec<String> {
    runs_said(cells, columns, "to")
}

/// Holes as in [`hole_runs`], where their order does not count: `d1 and d2` for two that touch.
pub(in crate::rules) fn holes_said(cells: &[Cell], columns: usize) -> Vec<String> {
    runs_said(cells, columns, "and")
}

/// Runs of holes, with the word between two that touch.
fn runs_said(cells: &[Cell], columns: usize, pair: &str) -> Vec<String> {
    let step = |from: Cell, to: Cell| -> Option<isize> {
        let (from_row, to_row) = (from / columns, to / columns);
        let steps = to as isize - from as isize;
        (from_row == to_row && steps.abs() == 1 || steps.unsigned_abs() == columns).then_some(steps)
    };
    let mut runs: Vec<(Cell, Cell, Option<isize>)> = Vec::new();
    for cell in cells {
        match runs.last_mut() {
            Some((_, last, steps))
                if step(*last, *cell).is_some_and(|next| steps.is_none_or(|steps| steps == next)) =>
            {
                *steps = step(*last, *cell);
                *last = *cell;
            }
            _ => runs.push((*cell, *cell, None)),
        }
    }
    let name = |cell: Cell| hole_name(cell, columns);
    let by_holder = |(from, to, _): (Cell, Cell, Option<isize>)| match from == to {
        true => name(from),
        false if step(from, to).is_some() => format!("{} {pair} {}", name(from), name(to)),
        false => format!("{} to {}", name(from), name(to)),
    };
    runs.into_iter().map(by_holder).collect()
}
