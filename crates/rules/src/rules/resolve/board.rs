//! Resolves the board: sizes, sides, tracks, ends and the seeds at the start.

use super::choices;
use super::limits::MOST_SEEDS;
use super::outline::Outline;
use super::phrases::{forms, listed, piece_words, plain_words};
use super::resolver::{Found, Resolver};
use crate::problem::Code;
use crate::rules::model::{Board, Cell, Direction, Ends, HoleSet, Layout, Mark, Moment, MoveRules, Side, Stated, Way};
use crate::rules::notation;
use crate::rules::vocabulary::{self, SectionWord};
use crate::source::Span;
use crate::syntax::ast::{Board as Drawn, Piece, Section, Strip, texts};

/// Most holes of a board: more than any known board has. With ends and stores they just fit the widest tables.
const MOST_HOLES: usize = 120;

/// What lies at the ends: the words, and for stores at a side of their owners the direction in which South's follows his
/// row.
const ENDS: &[(&str, (Ends, Option<Way>))] = &[
    ("stores", (Ends::Stores, None)),
    ("stores at own right", (Ends::Stores, Some(Way::Counterclockwise))),
    ("stores at own left", (Ends::Stores, Some(Way::Clockwise))),
    ("nobody's", (Ends::Nobodys, None)),
];

impl<'a> Resolver<'a> {
    pub(super) fn board(&mut self, outline: &Outline<'a>) -> Option<Board> {
        let section = outline.one(SectionWord::Board)?;
        let players = self.number(section, "players", 1, 6, Some(2));
        self.players = players.as_ref().map_or(2, |players| players.value);
        let rows = self.number(section, "rows", 1, 6, None);
        let columns = self.number(section, "columns", 1, 50, None);
        let size = rows.as_ref().zip(columns.as_ref()).map(|(rows, columns)| (rows.value, columns.value));
        let size = size.filter(|(rows, columns)| rows * columns <= MOST_HOLES);
        let side = self.side(section, size);
        self.geometry.size = size;
        self.geometry.rows_are_sides =
            self.players == 2 && side.as_ref().is_some_and(|side| matches!(side.value, Side::Rows(_)));
        self.geometry.one_row = rows.as_ref().is_some_and(|rows| rows.value == 1);
        self.geometry.lacks_depth = side.as_ref().is_some_and(|side| side.value == Side::Rows(1));
        let tracks = self.said_tracks(size);
        let ends = self.words_setting("ends", ENDS, (Ends::None, None));
        let souths_way = ends.as_ref().and_then(|ends| ends.value.1);
        let ends = ends.map(|Stated { value: (value, _), span, basis }| Stated { value, span, basis });
        self.geometry.lacks_ends = ends.as_ref().is_some_and(|ends| ends.value == Ends::None);
        let mark = self.mark_setting();
        let in_ends = self.optional_number("seeds in each end");
        let in_stores = self.optional_number("seeds in each store");
        let seeds = self.layout(section);
        let (players, rows, columns, side) = (players?, rows?, columns?, side?);
        let (tracks, ends, seeds) = (tracks?, ends?, seeds?);
        let mut board = Board {
            start: Vec::new(),
            owner: Vec::new(),
            tracks: Vec::new(),
            stores: Vec::new(),
            marked_at_start: None,
            rows,
            columns,
            players,
            side,
            track: tracks.track,
            clockwise_track: tracks.clockwise,
            ends,
            mark,
            seeds,
            seeds_in_ends: in_ends?,
            seeds_in_stores: in_stores?,
        };
        if !self.lay_out(&mut board, tracks.listed) {
            return None;
        }
        if let Some(way) = souths_way {
            own_ends(&mut board, way);
        }
        if let Some(found) = self.setting(SectionWord::Board, 0, "marked at start") {
            let set = self.at(Moment::Board, |resolver| {
                resolver.chosen(&found, |resolver, pieces| match pieces {
                    [Piece::Words(phrase)] if phrase.links.is_empty() => resolver.holes(phrase.object.as_ref()?),
                    _ => {
                        let help = "write `marked at start: own holes where 5th from owner's left`";
                        resolver.wrong(Code::NotAHoleSet, found.span, "it is unclear which holes are marked", help);
                        None
                    }
                })
            });
            let value: HoleSet = set?;
            let basis = self.with_words(found.basis);
            board.marked_at_start = Some(Stated { value, span: found.span, basis });
        }
        Some(board)
    }

    /// Resolves a number of the board, such as `rows`.
    fn number(
        &mut self,
        section: &'a Section,
        name: &'static str,
        low: usize,
        high: usize,
        default: Option<usize>,
    ) -> Option<Stated<usize>> {
        let Some(found) = self.setting(SectionWord::Board, 0, name) else {
            if let Some(value) = default {
                return Some(Stated { value, span: Span::default(), basis: Vec::new() });
            }
            self.lacks(section, SectionWord::Board, name);
            return None;
        };
        let mut value = None;
        for (index, pieces) in found.readings.iter().enumerate().filter(|(_, pieces)| !pieces.is_empty()) {
            let span = pieces.first().map_or(found.span, Piece::span);
            let Some((from, to)) = (if let [piece] = pieces { choices::range(piece) } else { None }) else {
                self.wrong(
                    Code::WrongValue,
                    span,
                    format!("`{name}` is a number"),
                    format!("write `{name}: {}`", low + 1),
                );
                continue;
            };
            if from < low as u64 || to > high as u64 || from > to {
                let help = format!("`{name}` must be from {low} to {high}");
                self.wrong(Code::OutOfRange, span, format!("`{name}` cannot be {}", self.source.slice(span)), help);
                continue;
            }
            if index == found.chosen {
                value = usize::try_from(found.number.unwrap_or(from)).ok();
            }
        }
        value.map(|value| Stated { value, span: found.span, basis: found.basis })
    }

    /// Resolves an optional number of seeds. Outer `None`: a problem was reported.
    #[expect(clippy::option_option, reason = "given, left out, or wrong")]
    fn optional_number(&mut self, name: &'static str) -> Option<Option<Stated<u32>>> {
        let Some(found) = self.setting(SectionWord::Board, 0, name) else { return Some(None) };
        let value = self.chosen(&found, |resolver, pieces| match pieces {
            [piece] if choices::range(piece).is_some() => {
                let (low, _) = choices::range(piece)?;
                resolver.count(low, piece.span())
            }
            _ => {
                let span = pieces.first().map_or(found.span, Piece::span);
                resolver.wrong(Code::WrongValue, span, format!("`{name}` is a number"), format!("write `{name}: 10`"));
                None
            }
        })?;
        let value = found.number.and_then(|number| u32::try_from(number).ok()).unwrap_or(value);
        Some(Some(Stated { value, span: found.span, basis: found.basis }))
    }

    fn words_setting<T: Copy>(&mut self, name: &str, values: &[(&str, T)], default: T) -> Option<Stated<T>> {
        match self.setting(SectionWord::Board, 0, name) {
            Some(found) => self.keyword(&found, values),
            None => Some(Stated { value: default, span: Span::default(), basis: Vec::new() }),
        }
    }

    fn mark_setting(&mut self) -> Option<Stated<Mark>> {
        let found = self.setting(SectionWord::Board, 0, "mark")?;
        let value = self.chosen(&found, |resolver, pieces| {
            let words = match pieces {
                [Piece::Words(phrase)] => plain_words(phrase).unwrap_or_default(),
                _ => &[],
            };
            if let [word, rest @ ..] = words
                && word.number.is_none()
                && (rest.is_empty() || texts(rest) == "by each player")
            {
                if vocabulary::is_taken(&word.text) && word.text != "marked" || resolver.own_word(&word.text).is_some()
                {
                    let message = format!("`{}` is already a word", word.text);
                    resolver.wrong(Code::NameTaken, word.span, message, "choose another word for a marked hole");
                }
                let forms = forms(found.texts.iter().copied());
                return Some(Mark { name: word.text.clone(), forms, by_each: !rest.is_empty() });
            }
            resolver.wrong(
                Code::WrongValue,
                found.span,
                "the name of a mark is one word",
                "write for example `mark: tuz`, or `mark: claim by each player` if all players can mark the same hole",
            );
            None
        })?;
        Some(Stated { value, span: found.span, basis: found.basis })
    }

    fn layout(&mut self, section: &'a Section) -> Option<Stated<Layout>> {
        let Some(found) = self.setting(SectionWord::Board, 0, "seeds") else {
            self.lacks(section, SectionWord::Board, "seeds");
            return None;
        };
        let value = self.chosen(&found, |resolver, pieces| resolver.layout_value(&found, pieces))?;
        Some(Stated { value, span: found.span, basis: found.basis })
    }

    fn layout_value(&mut self, found: &Found<'a>, pieces: &[Piece]) -> Option<Layout> {
        let span = pieces.first().map_or(found.span, Piece::span);
        let [piece] = pieces else {
            let help = "write `seeds: 4`, or `seeds: each player from own left 2 2 2`";
            self.wrong(Code::WrongValue, span, "it is unclear which holes hold how many seeds", help);
            return None;
        };
        if let Some((low, high)) = choices::range(piece) {
            let number = found.number.filter(|number| (low..=high).contains(number)).unwrap_or(low);
            self.count(high, span)?;
            return self.count(number, span).map(Layout::Uniform);
        }
        let Piece::Board(drawn) = piece else {
            let help = "write `seeds: 4`, or `seeds: each player from own left 2 2 2`";
            self.wrong(Code::WrongValue, span, "it is unclear which holes hold how many seeds", help);
            return None;
        };
        if let [row] = drawn.rows.as_slice()
            && row.player.as_ref().is_some_and(|player| player.text == "each player")
        {
            if row.from_left.is_none() {
                let help = "write `each player from own left 2 2 2`";
                self.wrong(Code::WrongValue, row.span, "this does not say from which side the holes are counted", help);
            }
            if row.strips.len() == 2 {
                let names: Vec<&str> =
                    row.strips.iter().map(|strip| strip.name.as_ref().map_or("", |name| name.text.as_str())).collect();
                if names != ["inner", "outer"] {
                    let help = "write `each player from own left inner 2 2 2 / outer 2 2 2`";
                    self.wrong(Code::WrongValue, row.span, "this does not say which row is the inner one", help);
                }
            }
            let strips: Option<Vec<Vec<u32>>> = row.strips.iter().map(|strip| self.strip(strip)).collect();
            return strips.map(Layout::EachPlayer);
        }
        self.strips(drawn).map(Layout::Drawn)
    }

    /// The numbers of all rows of holes, from above.
    fn strips(&mut self, drawn: &Drawn) -> Option<Vec<Vec<u32>>> {
        drawn.rows.iter().flat_map(|row| &row.strips).map(|strip| self.strip(strip)).collect()
    }

    /// The numbers of a row of holes. Numbers that go on fill the row alike. `None` if a problem was reported, or if the
    /// length of the row is unknown.
    fn strip(&mut self, strip: &Strip) -> Option<Vec<u32>> {
        let counts: Option<Vec<u32>> =
            strip.numbers.iter().map(|number| self.count(number.value, number.span)).collect();
        let counts = counts?;
        let (Some(first), Some(last)) = (strip.going_on.first(), strip.going_on.last()) else { return Some(counts) };
        let (_, columns) = self.geometry.size?;
        let (left, shares) = (columns.saturating_sub(counts.len()), strip.going_on.len());
        if left % shares != 0 {
            let span = strip.numbers[*first].span.to(strip.numbers[*last].span);
            let message = format!("{left} more holes cannot be shared alike by {shares} numbers that go on");
            self.wrong(Code::WrongShape, span, message, "write `..` behind one number, or write the others out");
            return None;
        }
        let times = |at: usize| if strip.going_on.contains(&at) { 1 + left / shares } else { 1 };
        Some(counts.iter().enumerate().flat_map(|(at, count)| std::iter::repeat_n(*count, times(at))).collect())
    }

    /// Computes what follows from the settings; `false` if they do not fit together. `listed` holds the tracks that the
    /// file lists hole by hole, and those for clockwise sowing.
    fn lay_out(&mut self, board: &mut Board, listed: [Vec<Vec<Cell>>; 2]) -> bool {
        let (rows, columns, players) = (board.rows.value, board.columns.value, board.players.value);
        let holes = rows * columns;
        if holes > MOST_HOLES {
            let help = format!("a board has at most {MOST_HOLES} holes");
            self.wrong(Code::OutOfRange, board.columns.span, format!("this board would have {holes} holes"), help);
            return false;
        }
        if board.ends.value != Ends::None && (rows != 2 || players != 2) {
            let help = "only two rows of two players have ends. Remove `ends`: stores lie beside the board, and \
                        captured seeds go there. Where stores are sown, too, make each a hole of the board, and list \
                        `side` and `track` hole by hole";
            self.wrong(Code::WrongBoard, board.ends.span, "this board has no place for end holes", help);
            return false;
        }
        if board.ends.value == Ends::Stores && matches!(board.side.value, Side::Columns(_) | Side::Listed(_)) {
            let help = "a store lies at the end of its owner's row; without `ends` stores lie beside the board";
            self.wrong(Code::WrongBoard, board.ends.span, "stores at the ends need one row for each player", help);
            return false;
        }
        let Some(owner) = self.owners(board) else { return false };
        board.owner = owner;
        self.look_at(board);
        let Some(tracks) = self.tracks(board, listed) else { return false };
        board.tracks = tracks;
        let first_store = holes + board.end_cells().map_or(0, |ends| ends.len());
        board.stores = (0..players).map(|player| first_store + player).collect();
        board.owner.extend(board.end_cells().iter().flatten().map(|_| None));
        board.owner.extend((0..players).map(Some));
        let Some(mut start) = self.start(board) else { return false };
        for (given, place) in [(&board.seeds_in_ends, "ends"), (&board.seeds_in_stores, "stores")] {
            if let (Some(given), "ends", Ends::None | Ends::Stores) = (given, place, board.ends.value) {
                let help = "`seeds in each end` needs `ends: nobody's`; for stores use `seeds in each store`";
                self.wrong(Code::WrongBoard, given.span, "this board has no end holes that belong to nobody", help);
                return false;
            }
        }
        let in_ends = board.seeds_in_ends.as_ref().map_or(0, |seeds| seeds.value);
        let in_stores = board.seeds_in_stores.as_ref().map_or(0, |seeds| seeds.value);
        if board.ends.value == Ends::Stores {
            start.extend([in_stores, in_stores]);
            start.extend(vec![0; players]);
        } else {
            start.extend(board.end_cells().iter().flatten().map(|_| in_ends));
            start.extend(vec![in_stores; players]);
        }
        let total: u64 = start.iter().map(|seeds| u64::from(*seeds)).sum();
        if total > MOST_SEEDS {
            let help = format!("a game has at most {MOST_SEEDS} seeds");
            self.wrong(Code::OutOfRange, board.seeds.span, format!("this board would hold {total} seeds"), help);
            return false;
        }
        board.start = start;
        true
    }

    /// If the ends are stores and the file does not say whose, gives each to the player whose row ends there in the
    /// direction of sowing.
    pub(super) fn end_owners<'m>(&mut self, board: &mut Board, moves: impl Iterator<Item = &'m MoveRules>) {
        let owned = board.end_cells().is_some_and(|ends| ends.iter().any(|end| board.owner[*end].is_some()));
        if board.ends.value != Ends::Stores || owned {
            return;
        }
        let mut ways: Vec<Option<Way>> = moves
            .flat_map(|section| &section.direction)
            .map(|case| match case.value {
                Direction::One(way) => Some(way),
                Direction::PerPlayer(_) | Direction::Either | Direction::AsLast(_) => None,
            })
            .collect();
        ways.dedup();
        let [Some(way)] = ways.as_slice() else {
            self.wrong(
                Code::WrongBoard,
                board.ends.span,
                "the directions of sowing do not say whose store lies at which end",
                "write `ends: stores at own right` or `ends: stores at own left`",
            );
            return;
        };
        own_ends(board, *way);
    }

    fn start(&mut self, board: &Board) -> Option<Vec<u32>> {
        let (rows, columns, players) = (board.rows.value, board.columns.value, board.players.value);
        let span = board.seeds.span;
        match &board.seeds.value {
            Layout::Uniform(seeds) => Some(vec![*seeds; rows * columns]),
            Layout::Drawn(drawn) => self.drawn_rows(drawn, rows, columns, span),
            Layout::EachPlayer(strips) => {
                let Side::Rows(per_player) = board.side.value else {
                    let help = "draw the rows: `seeds: 2 2 2 / 2 2 2`";
                    self.wrong(Code::WrongShape, span, "`from own left` needs sides that are rows", help);
                    return None;
                };
                if strips.len() != per_player || strips.iter().any(|strip| strip.len() != columns) {
                    let message = format!("each player needs {per_player} rows of {columns} holes");
                    self.wrong(
                        Code::WrongShape,
                        span,
                        message,
                        "give a number for every hole of his rows, the inner row first",
                    );
                    return None;
                }
                let mut start = vec![0; rows * columns];
                for player in 0..players {
                    for (depth, strip) in strips.iter().enumerate() {
                        for (from_left, seeds) in strip.iter().enumerate() {
                            let cell = if player == 0 {
                                board.hole(per_player - 1 - depth, from_left)
                            } else {
                                board.hole(per_player + depth, columns - 1 - from_left)
                            };
                            start[cell] = *seeds;
                        }
                    }
                }
                Some(start)
            }
        }
    }

    /// Converts rows as drawn, the far one first, to seeds by hole.
    fn drawn_rows(&mut self, drawn: &[Vec<u32>], rows: usize, columns: usize, span: Span) -> Option<Vec<u32>> {
        if drawn.len() != rows || drawn.iter().any(|row| row.len() != columns) {
            let found: Vec<usize> = drawn.iter().map(Vec::len).collect();
            let holes = |count: usize| if count == 1 { "1 hole".to_owned() } else { format!("{count} holes") };
            let is = match found.as_slice() {
                [] => "no row".to_owned(),
                [only] => format!("one row of {}", holes(*only)),
                [first, ..] if found.iter().all(|length| length == first) => {
                    format!("{} rows of {}", found.len(), holes(*first))
                }
                _ => {
                    let found: Vec<String> = found.iter().map(usize::to_string).collect();
                    format!("rows of {}", listed(&found))
                }
            };
            let wanted = if rows == 1 { "one row".to_owned() } else { format!("{rows} rows") };
            let message = format!("the board has {wanted} of {}, and drawn here: {is}", holes(columns));
            let help = match drawn {
                [row] if rows == 2 && row.len() == columns => {
                    "separate rows with `/`, the far row first; or write `each player from own left` before the numbers"
                }
                _ => "draw every hole, the far row first",
            };
            self.wrong(Code::WrongShape, span, message, help);
            return None;
        }
        Some(drawn.iter().rev().flatten().copied().collect())
    }

    /// Converts a drawn board of an example or a condition to seeds by hole. `None` if a problem was reported, or if the
    /// size of the board is unknown.
    pub(super) fn drawn(&mut self, drawn: &Drawn) -> Option<Vec<u32>> {
        let (rows, columns) = self.geometry.size?;
        let named: Vec<Option<&str>> =
            drawn.rows.iter().map(|row| row.player.as_ref().map(|player| player.text.as_str())).collect();
        if self.geometry.rows_are_sides {
            let wanted = [Some(notation::player_name(2, 1)), Some(notation::player_name(2, 0))];
            let fits = named.len() == 2 && named.iter().zip(&wanted).all(|(name, wanted)| *name == wanted.as_deref());
            if !fits {
                let help = "write `North 0 1 2` and below it `South 0 1 2`";
                self.wrong(Code::WrongShape, drawn.span, "a board is drawn with North's rows above South's", help);
                return None;
            }
        }
        let strips = self.strips(drawn)?;
        self.drawn_rows(&strips, rows, columns, drawn.span)
    }

    /// An empty board as drawn in one line, to show how that is done.
    pub(super) fn empty_board(&self) -> String {
        let (rows, columns) = self.geometry.size.unwrap_or((2, 3));
        notation::drawn(&vec![0; rows * columns], rows, self.geometry.rows_are_sides)
    }
}

/// Makes the ends the players' stores, South's at the end of his row in this direction.
fn own_ends(board: &mut Board, way: Way) {
    let Some([left, right]) = board.end_cells() else { return };
    let [souths, norths] = if way == Way::Counterclockwise { [right, left] } else { [left, right] };
    board.stores = vec![souths, norths];
    board.owner[souths] = Some(0);
    board.owner[norths] = Some(1);
}

/// The loop over the whole board, counterclockwise from a1; `None` on more than two rows.
pub(super) fn ring(rows: usize, columns: usize) -> Option<Vec<Cell>> {
    match rows {
        1 => Some((0..columns).collect()),
        2 => Some((0..columns).chain((columns..2 * columns).rev()).collect()),
        _ => None,
    }
}

/// The words of a value that consists only of words, joined by single blanks.
pub(super) fn words_of(pieces: &[Piece]) -> Option<String> {
    match pieces {
        [piece] => piece_words(piece),
        _ => None,
    }
}
