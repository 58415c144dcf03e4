//! Resolves worked examples.

use super::choices::{OptionInForce, text_of};
use super::outline::Outline;
use super::phrases::{piece_words, plain_words};
use super::resolver::{Found, Resolver};
use crate::problem::Code;
use crate::rules::model::{Board, Cell, Ends, Example, Expectation, Expected, Player, Players};
use crate::rules::notation;
use crate::rules::vocabulary::SectionWord;
use crate::source::Span;
use crate::syntax::ast::{
    Board as Drawn, Condition, ConditionKind, Name, Number, NumbersKind, Piece, Property, Section, SetKind, Strip,
    Tail, Word,
};

impl<'a> Resolver<'a> {
    pub(super) fn examples(&mut self, outline: &Outline<'a>, board: &Board) -> Vec<Example> {
        let sections = outline.all(SectionWord::Example).to_vec();
        let mut examples = Vec::new();
        for (index, section) in sections.into_iter().enumerate() {
            let readings = match readings_asked(section) {
                Ok(readings) => readings,
                Err(span) => {
                    let help = "write `when NAME is READING`; join several with `and`";
                    self.bad(span, "it is unclear for which readings this example holds", help);
                    continue;
                }
            };
            if let Some((name, _)) = readings.iter().find(|(name, _)| self.option(name).is_none()) {
                let span = section.when.as_ref().map_or(section.head, |when| when.span);
                self.bad(span, format!("the file has no option `{name}`"), "name an option of the file");
            } else if self.known.of_records && self.accords(&readings) || self.are_chosen(&readings) {
                examples.push(self.example(index, section, readings, board));
            }
        }
        examples
    }

    /// The option with a name, and the name's index in it.
    pub(super) fn option(&self, name: &str) -> Option<(&OptionInForce<'a>, usize)> {
        self.options.iter().find_map(|option| option.entry.place(name).map(|at| (option, at)))
    }

    /// Whether these readings are in force, and the defaults for all other options.
    fn are_chosen(&self, readings: &[(String, String)]) -> bool {
        self.accords(readings)
            && self.options.iter().all(|option| {
                let names = &option.entry.names;
                let any = names.iter().any(|known| readings.iter().any(|(name, _)| *name == known.text));
                any || (0..names.len()).all(|at| option.value_in_force(at) == option.default_value(at))
            })
    }

    /// Whether these readings are in force. Other options do not matter.
    pub(super) fn accords(&self, readings: &[(String, String)]) -> bool {
        let mut named = readings.iter().map(|(name, wanted)| (self.option(name), wanted));
        named.all(|(option, wanted)| option.is_some_and(|(option, at)| option.accords(at, wanted)))
    }

    fn example(
        &mut self,
        index: usize,
        section: &'a Section,
        readings: Vec<(String, String)>,
        board: &Board,
    ) -> Example {
        let mut example = Example {
            title: section.title.as_ref().map_or(String::new(), |title| title.text.clone()),
            span: section.head,
            readings,
            position: None,
            marks: None,
            stores: None,
            to_move: 0,
            lot: 0,
            turn: None,
            play: Vec::new(),
            expected: Vec::new(),
            refill: None,
        };
        let mark = &self.known.mark;
        let mut find = |name: &str| self.setting(SectionWord::Example, index, name);
        let (position, stores_before, ends_before) = (find("position"), find("stores before"), find("ends before"));
        let (marks_before, to_move, turn) = (find(&format!("{mark} before")), find("to move"), find("mover's turn"));
        let (refill, play, lot) = (find("refill"), find("play"), find("lot"));
        let after = ["board", "stores", "ends", mark, "next", "legal", "result", "scores", "closed", "reserve", "pot"];
        let expected: Vec<(usize, Option<Found<'a>>)> = after.iter().map(|name| find(name)).enumerate().collect();

        let stores = stores_before.and_then(|found| self.per_player(&found, board));
        let ends = ends_before.and_then(|found| self.ends(&found, board));
        if let Some(found) = position {
            example.position = self.drawn_board(&found);
        }
        if let (Some(ends), Some(cells)) = (ends, board.end_cells()) {
            let holes = board.holes();
            let seeds = example.position.get_or_insert_with(|| board.start[..holes].to_vec());
            seeds.resize(holes + cells.len(), 0);
            seeds[holes..].copy_from_slice(&ends);
        }
        example.stores = stores;
        example.marks = marks_before.and_then(|found| self.marks(&found, board));
        if let Some(found) = to_move {
            example.to_move = self.player_value(&found, board).unwrap_or(0);
        }
        if let Some(found) = lot {
            example.lot = self.player_value(&found, board).unwrap_or(0);
        }
        if let Some(found) = turn {
            example.turn = self.nth(&found);
        }
        example.refill = refill.and_then(|found| self.per_player(&found, board));
        if let Some(found) = play {
            for piece in found.readings.first().copied().unwrap_or_default() {
                if let Some(name) = self.move_name(piece) {
                    example.play.push((name, piece.span()));
                }
            }
        }
        for (what, found) in expected {
            let Some(found) = found else { continue };
            let value = match what {
                0 => self.drawn_board(&found).map(Expected::Board),
                1 => self.per_player(&found, board).map(Expected::Stores),
                2 => self.ends(&found, board).map(Expected::Ends),
                3 => self.marks(&found, board).map(Expected::Marks),
                4 => self.player_value(&found, board).map(Expected::Next),
                5 => self.names(&found).map(Expected::Legal),
                6 => self.result(&found, board),
                7 => self.per_player(&found, board).map(Expected::Scores),
                8 => self.cells(&found, board).map(Expected::Closed),
                9 => self.per_player(&found, board).map(Expected::Reserve),
                _ => self.one_number(&found).map(Expected::Pot),
            };
            if let Some(what) = value {
                let (value, numbers) = places(Self::first(&found));
                example.expected.push(Expectation { what, span: found.span, value, numbers });
            }
        }
        let refilled = |expectation: &Expectation| {
            matches!(expectation.what, Expected::Closed(_) | Expected::Reserve(_) | Expected::Pot(_))
        };
        if example.expected.is_empty() && !self.known.of_records {
            self.bad(
                section.head,
                "this example expects nothing",
                "add what the example expects: `board:`, `stores:`, `legal:`, `result:` ..",
            );
        } else if example.refill.is_none()
            && let Some(found) = example.expected.iter().find(|expectation| refilled(expectation))
        {
            self.bad(found.span, "this is known only after a refilling", "write `refill: South 21, North 11` above it");
        }
        if example.refill.is_some()
            && let Some(found) = example.expected.iter().find(|expectation| {
                !refilled(expectation) && !matches!(expectation.what, Expected::Board(_) | Expected::Stores(_))
            })
        {
            let help = "after `refill` write `board`, `stores`, `closed`, `reserve` or `pot`";
            self.bad(found.span, "a refilling does not decide this", help);
        }
        if example.refill.is_some() && !self.has_contest {
            self.bad(section.head, "without a match nothing is refilled", "describe the match in `match { .. }`");
        }
        example
    }

    fn bad(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.wrong(Code::BadExample, span, message, help);
    }

    fn first(found: &Found<'a>) -> &'a [Piece] {
        found.readings.first().copied().unwrap_or_default()
    }

    fn drawn_board(&mut self, found: &Found<'a>) -> Option<Vec<u32>> {
        match Self::first(found) {
            [Piece::Board(drawn)] => self.drawn(drawn),
            _ => {
                self.bad(found.span, "this is not a drawn board", "write `North 0 1 2` and below it `South 0 1 2`");
                None
            }
        }
    }

    /// Resolves `South 3, North 0`. A player who owes seeds has `South -3`.
    fn per_player(&mut self, found: &Found<'a>, board: &Board) -> Option<Vec<i64>> {
        let players = board.players.value;
        let mut values: Vec<Option<i64>> = vec![None; players];
        for piece in Self::first(found) {
            let said = match piece {
                Piece::Board(drawn) => alone(drawn).map(|(player, number)| (player, number, 1)),
                Piece::Debt(debt) => Some((&debt.player, &debt.owed, -1)),
                _ => None,
            };
            match said.and_then(|(name, number, sign)| Some((notation::player(players, &name.text)?, number, sign))) {
                Some((player, number, sign)) => {
                    values[player] = self.count(number.value, number.span).map(|seeds| sign * i64::from(seeds));
                }
                None => {
                    self.bad(piece.span(), "this is not understood", format!("write `{}`", self.all_players(board)));
                    return None;
                }
            }
        }
        let all: Option<Vec<i64>> = values.into_iter().collect();
        if all.is_none() {
            self.bad(found.span, "a player is missing", format!("write `{}`", self.all_players(board)));
        }
        all
    }

    fn all_players(&self, board: &Board) -> String {
        let players = board.players.value;
        (0..players)
            .map(|player| format!("{} 0", notation::player_name(players, player)))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// Resolves `left 2, right 10`.
    fn ends(&mut self, found: &Found<'a>, board: &Board) -> Option<[u32; 2]> {
        let texts: Vec<Option<String>> = Self::first(found).iter().map(piece_words).collect();
        let number = |text: &Option<String>, side: &str| -> Option<u32> {
            text.as_ref()?.strip_prefix(side)?.trim().parse().ok()
        };
        if let ([left, right], Ends::Nobodys) = (texts.as_slice(), board.ends.value)
            && let (Some(left), Some(right)) = (number(left, "left"), number(right, "right"))
        {
            return Some([left, right]);
        }
        let help = "on a board with `ends: nobody's` write `left 2, right 10`; for stores use `stores`";
        self.bad(found.span, "these are not end holes", help);
        None
    }

    /// Resolves `c2 by South, d1 by North`, or `none`.
    fn marks(&mut self, found: &Found<'a>, board: &Board) -> Option<Vec<Players>> {
        let mut marks = vec![Players::NOBODY; board.cells()];
        for piece in Self::first(found) {
            let text = piece_words(piece).unwrap_or_default();
            if text == "none" {
                continue;
            }
            let parts = text.split_once(" by ").and_then(|(hole, player)| {
                Some((notation::hole(board, hole)?, notation::player(board.players.value, player)?))
            });
            match parts {
                Some((hole, _)) if !marks[hole].is_nobody() && !board.marks_by_each() => {
                    let name = notation::hole_name(hole, board.columns.value);
                    self.bad(piece.span(), format!("{name} is named twice"), "a hole has one mark: name it once");
                    return None;
                }
                Some((hole, player)) => marks[hole] = marks[hole].and(player),
                None => {
                    self.bad(piece.span(), "this is not a marked hole", "write `c2 by South`, or `none`");
                    return None;
                }
            }
        }
        Some(marks)
    }

    fn player_value(&mut self, found: &Found<'a>, board: &Board) -> Option<Player> {
        let text = match Self::first(found) {
            [piece] => piece_words(piece).unwrap_or_default(),
            _ => String::new(),
        };
        let player = notation::player(board.players.value, &text);
        if player.is_none() {
            let first = notation::player_name(board.players.value, 0);
            self.bad(found.span, "this is not a player", format!("write for example `{first}`"));
        }
        player
    }

    fn nth(&mut self, found: &Found<'a>) -> Option<u32> {
        if let [Piece::Words(phrase)] = Self::first(found)
            && let Some([word]) = plain_words(phrase)
            && word.ordinal
            && word.number.is_some_and(|number| (1..=1000).contains(&number))
        {
            return word.number.and_then(|number| u32::try_from(number).ok());
        }
        self.bad(found.span, "it is unclear which turn this is", "write for example `2nd`");
        None
    }

    fn names(&mut self, found: &Found<'a>) -> Option<Vec<String>> {
        let names: Vec<Option<String>> = Self::first(found).iter().map(|piece| self.move_name(piece)).collect();
        let mut names = names.into_iter().collect::<Option<Vec<String>>>()?;
        if names == ["none"] {
            names.clear();
        }
        names.sort();
        Some(names)
    }

    /// The name of one move, which is one word.
    fn move_name(&mut self, piece: &Piece) -> Option<String> {
        let span = piece.span();
        let words = match piece {
            Piece::Words(phrase) => plain_words(phrase),
            _ => None,
        };
        match words {
            Some([word]) => return Some(word.text.clone()),
            Some(words) if words.iter().all(is_move) => {
                let moves: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
                let help = format!("write `{}`", moves.join(", "));
                self.bad(span, "commas are missing between these moves", help);
            }
            _ => self.bad(span, "this is not a move", "write holes such as `b1`, with commas between them"),
        }
        None
    }

    fn result(&mut self, found: &Found<'a>, board: &Board) -> Option<Expected> {
        let players = board.players.value;
        let text = text_of(self.source, Self::first(found));
        let several: Option<Vec<Player>> = text
            .strip_suffix(" win")
            .map(|names| names.split(" and ").map(|name| notation::player(players, name)).collect())
            .unwrap_or(None);
        if let Some(winners) = several.filter(|winners| winners.len() > 1) {
            return Some(Expected::Winners(winners));
        }
        if text == "draw" {
            return Some(Expected::Winners((0..players).collect()));
        }
        let winner = text.strip_suffix(" wins").and_then(|name| notation::player(players, name));
        if winner.is_none() {
            let first = notation::player_name(players, 0);
            self.bad(found.span, "this is not a result", format!("write `{first} wins`, or `draw`"));
        }
        winner.map(|winner| Expected::Winners(vec![winner]))
    }

    fn cells(&mut self, found: &Found<'a>, board: &Board) -> Option<Vec<Cell>> {
        let mut cells = Vec::new();
        for piece in Self::first(found) {
            let text = piece_words(piece).unwrap_or_default();
            if text == "none" {
                continue;
            }
            match notation::hole(board, &text) {
                Some(cell) => cells.push(cell),
                None => {
                    self.bad(piece.span(), "there is no such hole", "write `a2, b2`, or `none`");
                    return None;
                }
            }
        }
        cells.sort_unstable();
        Some(cells)
    }

    fn one_number(&mut self, found: &Found<'a>) -> Option<u32> {
        if let [piece] = Self::first(found)
            && let Some((number, _)) = super::choices::range(piece)
        {
            return self.count(number, found.span);
        }
        self.bad(found.span, "this is not a number", "write for example `6`");
        None
    }
}

/// The player of a row that holds one number, and that number.
fn alone(drawn: &Drawn) -> Option<(&Name, &Number)> {
    let [row] = drawn.rows.as_slice() else { return None };
    let [strip] = row.strips.as_slice() else { return None };
    let [number] = strip.numbers.as_slice() else { return None };
    Some((row.player.as_ref()?, number)).filter(|_| strip.going_on.is_empty())
}

/// Whether a word can be a move on some board.
fn is_move(word: &Word) -> bool {
    let hole = word.text.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    let hole = hole.trim_end_matches(['y', 'n']);
    word.text == "pass" || notation::row_column(hole).is_some()
}

/// The readings that the head of an example or a claim names, as names and values.
///
/// # Errors
///
/// The place of a condition that does not name a reading.
pub(super) fn readings_asked(section: &Section) -> Result<Vec<(String, String)>, Span> {
    let Some(when) = &section.when else { return Ok(Vec::new()) };
    let parts = match &when.kind {
        ConditionKind::And(parts) => parts.as_slice(),
        _ => std::slice::from_ref(when),
    };
    let pair = |part: &Condition| {
        let ConditionKind::Test(Some(subject), Some(tail)) = &part.kind else { return None };
        let SetKind::Words { words: name, within: None } = &subject.kind else { return None };
        let value = match tail {
            Tail::Is(false, Property::Words(value)) => match value.words.as_slice() {
                // a reading whose words are no words of a condition is given by its number
                [nth, reading] if nth.ordinal && reading.text == "reading" => format!("#{}", nth.number?),
                _ => value.text().into_owned(),
            },
            Tail::Is(true, Property::Words(value)) => format!("not {}", value.text()),
            Tail::IsNumber(false, numbers) => match &numbers.kind {
                NumbersKind::List(list) => match list.as_slice() {
                    [number] => number.value.to_string(),
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        };
        Some((name.text().into_owned(), value))
    };
    parts.iter().map(|part| pair(part).ok_or(part.span)).collect()
}

/// Where a value stands, and the numbers of the board that it draws; no numbers where one of them goes on for several
/// holes.
fn places(pieces: &[Piece]) -> (Span, Vec<Span>) {
    let value = pieces.iter().map(Piece::span).reduce(Span::to).unwrap_or_default();
    let rows = pieces.iter().flat_map(|piece| match piece {
        Piece::Board(drawn) => drawn.rows.as_slice(),
        _ => &[],
    });
    let strips: Vec<&Strip> = rows.flat_map(|row| &row.strips).collect();
    if strips.iter().any(|strip| !strip.going_on.is_empty()) {
        return (value, Vec::new());
    }
    let numbers = strips.iter().flat_map(|strip| &strip.numbers);
    (value, numbers.map(|number| number.span).collect())
}
