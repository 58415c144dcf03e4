//! Resolves the tracks that sowing follows: loops that the board gives, mirrored ones, and those listed hole by hole.

use super::board::{ring, words_of};
use super::geometry::Size;
use super::phrases;
use super::resolver::{Found, Resolver};
use super::sides::{Holder, Listed};
use crate::problem::{Change, Code, Remedy};
use crate::rules::model::{Board, Cell, ClockwiseTrack, Ends, Player, Side, Stated, Track};
use crate::rules::notation::hole_name;
use crate::rules::vocabulary::SectionWord;
use crate::source::Span;
use crate::syntax::ast::Piece;

/// The tracks that a file lists, one for each player; empty if it lists none.
type Tracks = Vec<Vec<Cell>>;

/// What the file says of tracks.
pub(super) struct SaidTracks {
    pub track: Stated<Track>,
    pub clockwise: Option<Stated<ClockwiseTrack>>,
    /// The tracks that it lists, and those that it lists for clockwise sowing.
    pub listed: [Tracks; 2],
}

impl<'a> Resolver<'a> {
    /// Resolves both settings about tracks.
    pub(super) fn said_tracks(&mut self, size: Option<Size>) -> Option<SaidTracks> {
        let track = self.track(size);
        let clockwise = self.clockwise_track(size);
        let ((track, listed), (clockwise, listed_clockwise)) = (track?, clockwise?);
        Some(SaidTracks { track, clockwise, listed: [listed, listed_clockwise] })
    }

    /// Resolves the track, with its holes if the file lists them.
    fn track(&mut self, size: Option<Size>) -> Option<(Stated<Track>, Tracks)> {
        let Some(found) = self.setting(SectionWord::Board, 0, "track") else {
            return Some((Stated { value: Track::Loop, span: Span::default(), basis: Vec::new() }, Vec::new()));
        };
        let help = "write `whole board`, `own side`, or list the holes: `a1 to f1 and f2 to a2`";
        let (value, tracks) = self.chosen(&found, |resolver, pieces| match words_of(pieces).as_deref() {
            Some("whole board") => Some((Track::Loop, Vec::new())),
            Some("own side") => Some((Track::OwnSide, Vec::new())),
            _ => {
                let (for_each, tracks) = resolver.listed_track(&found, pieces, size, ("track", help))?;
                Some((if for_each { Track::ListedForEach } else { Track::Listed }, tracks))
            }
        })?;
        Some((Stated { value, span: found.span, basis: found.basis }, tracks))
    }

    /// Resolves what clockwise sowing follows, with its holes if the file lists them.
    fn clockwise_track(&mut self, size: Option<Size>) -> Option<(Option<Stated<ClockwiseTrack>>, Tracks)> {
        let Some(found) = self.setting(SectionWord::Board, 0, "clockwise track") else {
            return Some((None, Vec::new()));
        };
        let help = "write `mirrored`, `backwards`, or list the holes: `f1 to a1 and a2 to f2`";
        let (value, tracks) = self.chosen(&found, |resolver, pieces| match words_of(pieces).as_deref() {
            Some("mirrored") => Some((ClockwiseTrack::Mirrored, Vec::new())),
            Some("backwards") => Some((ClockwiseTrack::Backwards, Vec::new())),
            _ => {
                let (for_each, tracks) = resolver.listed_track(&found, pieces, size, ("clockwise track", help))?;
                Some((if for_each { ClockwiseTrack::ListedForEach } else { ClockwiseTrack::Listed }, tracks))
            }
        })?;
        Some((Some(Stated { value, span: found.span, basis: found.basis }), tracks))
    }

    /// Resolves `a1 to f1 and f2 to a2`, or such a list for each player. Returns whether each player has one of his
    /// own.
    fn listed_track(
        &mut self,
        found: &Found<'a>,
        pieces: &'a [Piece],
        size: Option<Size>,
        (name, help): (&str, &str),
    ) -> Option<(bool, Tracks)> {
        let span = pieces.first().map_or(found.span, Piece::span);
        let Some(by_holder) = self.listed_holes(pieces, size) else {
            if !self.gathered.reported.contains(&span) {
                self.wrong(Code::WrongValue, span, format!("it is unclear which holes the {name} has"), help);
            }
            return None;
        };
        let (_, columns) = size?;
        let mut tracks = Tracks::new();
        for (_, holes) in &by_holder {
            let mut track: Listed = Vec::new();
            for (cell, place) in holes {
                self.listed_once(&track, (*cell, *place), columns)?;
                track.push((*cell, *place));
            }
            tracks.push(track.into_iter().map(|(cell, _)| cell).collect());
        }
        let players = self.players;
        if let [(Holder::Unnamed, _)] = by_holder.as_slice() {
            return Some((false, vec![tracks.swap_remove(0); players]));
        }
        let of = |player: Player| by_holder.iter().position(|(holder, _)| *holder == Holder::Player(player));
        let order: Option<Vec<usize>> = (0..players).map(of).collect();
        match order {
            Some(order) if by_holder.len() == players => {
                Some((true, order.into_iter().map(|at| tracks[at].clone()).collect()))
            }
            _ => {
                let names: Vec<String> = (0..players).map(|player| self.player_name(player)).collect();
                let message = "give one track for all players, or one for each player";
                let help = format!("write a list without a name, or one each for {}", phrases::listed(&names));
                self.wrong(Code::WrongValue, span, message, help);
                None
            }
        }
    }

    /// The tracks of each player in both directions; `None`, with a problem reported, if there are no such loops.
    /// `listed` holds the tracks that the file lists hole by hole, and `clockwise` those for clockwise sowing.
    pub(super) fn tracks(&mut self, board: &Board, [listed, clockwise]: [Tracks; 2]) -> Option<Vec<[Vec<Cell>; 2]>> {
        let tracks = self.counterclockwise(board, listed)?;
        let clockwise = self.clockwise(board, &tracks, clockwise)?;
        Some(tracks.into_iter().zip(clockwise).map(<[Vec<Cell>; 2]>::from).collect())
    }

    /// The track of each player in counterclockwise order.
    fn counterclockwise(&mut self, board: &Board, listed: Tracks) -> Option<Tracks> {
        let (columns, players) = (board.columns.value, board.players.value);
        let tracks = match board.track.value {
            Track::Loop => match ring(board.rows.value, columns) {
                Some(ring) => vec![with_ends(board, ring); players],
                None => {
                    let help =
                        "on more than two rows write `track: own side`, or list the holes: `track: a1 to f1 and ..`";
                    let message = "a loop over the whole board needs a board of one or two rows";
                    self.wrong(Code::WrongBoard, board.rows.span, message, help);
                    return None;
                }
            },
            Track::OwnSide => match (0..players).map(|player| own_loop(board, player)).collect() {
                Some(tracks) => tracks,
                None => {
                    let help = "list the holes: `track: South a1 to f1 and f2 to a2, North ..`";
                    let message = "there is no loop around these sides";
                    self.wrong(Code::WrongBoard, board.track.span, message, help);
                    return None;
                }
            },
            Track::Listed | Track::ListedForEach => listed,
        };
        let is_listed = matches!(board.track.value, Track::Listed | Track::ListedForEach);
        if board.ends.value != Ends::None && is_listed {
            let help = "write `track: whole board`, or remove `ends`";
            self.wrong(Code::WrongBoard, board.ends.span, "a listed track cannot have end holes", help);
            return None;
        }
        for (player, track) in tracks.iter().enumerate() {
            let own = |cell: &Cell| board.owner[*cell] == Some(player) && !track.contains(cell);
            if let Some(cell) = (0..board.holes()).find(own) {
                let (hole, name) = (hole_name(cell, columns), self.player_name(player));
                let message = format!("{hole} is {name}'s, but his track does not include it");
                let help = "list all holes of the player in his track, in the order of sowing";
                self.wrong(Code::WrongBoard, board.track.span, message, help);
                return None;
            }
        }
        Some(tracks)
    }

    /// The track of each player in clockwise order: his track backwards, unless the file says otherwise.
    fn clockwise(&mut self, board: &Board, tracks: &[Vec<Cell>], listed: Tracks) -> Option<Tracks> {
        let backwards = || tracks.iter().map(|track| track.iter().rev().copied().collect()).collect();
        let Some(said) = &board.clockwise_track else { return Some(backwards()) };
        let clockwise: Tracks = match said.value {
            ClockwiseTrack::Backwards => backwards(),
            ClockwiseTrack::Mirrored => {
                tracks.iter().map(|track| track.iter().map(|cell| mirrored(board, *cell)).collect()).collect()
            }
            ClockwiseTrack::Listed | ClockwiseTrack::ListedForEach => listed,
        };
        let is_listed = matches!(said.value, ClockwiseTrack::Listed | ClockwiseTrack::ListedForEach);
        if board.ends.value != Ends::None && is_listed {
            let help = "write `clockwise track: mirrored`, or remove `clockwise track` or `ends`";
            self.wrong(Code::WrongBoard, said.span, "a listed track cannot have end holes", help);
            return None;
        }
        for (player, (track, clockwise)) in tracks.iter().zip(&clockwise).enumerate() {
            let beyond = |one: &[Cell], other: &[Cell]| {
                let cell = one.iter().find(|cell| !other.contains(cell));
                cell.map(|cell| hole_name(*cell, board.columns.value))
            };
            let (added, lost) = (beyond(clockwise, track), beyond(track, clockwise));
            let name = self.player_name(player);
            let message = match (added, lost) {
                (Some(hole), _) if !is_listed => {
                    format!("mirrored left to right, {name}'s track goes through {hole}, which is not on it")
                }
                (Some(hole), _) => format!("{hole} is on {name}'s clockwise track, but not on his track"),
                (None, Some(hole)) => format!("{hole} is on {name}'s track, but not on his clockwise track"),
                (None, None) => continue,
            };
            let help = "both tracks of a player go through the same holes: list all of them, in the order of \
                        clockwise sowing";
            self.wrong(Code::WrongBoard, said.span, message, help);
            return None;
        }
        Some(clockwise)
    }

    /// Reports a track for clockwise sowing where no sowing goes clockwise.
    pub(super) fn clockwise_in_use(&mut self) {
        if self.goes_clockwise {
            return;
        }
        if let Some(found) = self.setting(SectionWord::Board, 0, "clockwise track") {
            let message = "no sowing goes clockwise, so none follows this track";
            let remedy = Remedy::new("Remove `clockwise track`", Change::Remove(found.name.span));
            self.curable(Code::UnusedName, found.name.span, message, "remove `clockwise track`", remedy);
        }
    }
}

/// The cell in the mirrored column: the other end for an end.
fn mirrored(board: &Board, cell: Cell) -> Cell {
    match (board.row_column(cell), board.end_cells()) {
        (Some((row, column)), _) => board.hole(row, board.columns.value - 1 - column),
        (None, Some([left, right])) => left + right - cell,
        (None, None) => cell,
    }
}

/// The loop over the whole board, including the ends if the board has them.
fn with_ends(board: &Board, ring: Vec<Cell>) -> Vec<Cell> {
    let columns = board.columns.value;
    match board.end_cells() {
        Some([left, right]) => {
            let mut track = ring[..columns].to_vec();
            track.push(right);
            track.extend(&ring[columns..]);
            track.push(left);
            track
        }
        None => ring,
    }
}

/// The loop of a player's own side, counterclockwise: to and fro along his rows, or in the order that `side` lists.
/// A side of rows starts with the row nearest to its player, except that North's two rows start with the inner one.
/// `None` if the holes form no such loop.
fn own_loop(board: &Board, player: Player) -> Option<Vec<Cell>> {
    let columns = board.columns.value;
    let (rows, across): (Vec<usize>, Vec<usize>) = match &board.side.value {
        Side::Rows(each) if player == 0 => ((0..*each).collect(), (0..columns).collect()),
        Side::Rows(1) => (vec![player], (0..columns).rev().collect()),
        Side::Rows(2) => (vec![2 * player, 2 * player + 1], (0..columns).collect()),
        Side::Rows(each) => ((*each..2 * each).rev().collect(), (0..columns).rev().collect()),
        Side::Columns(each) if board.rows.value <= 2 => {
            ((0..board.rows.value).collect(), (player * each..(player + 1) * each).collect())
        }
        Side::Listed(lists) => return lists.get(player).cloned(),
        Side::Columns(_) | Side::Holes(_) => return None,
    };
    let row = |(at, row): (usize, usize)| -> Vec<Cell> {
        let cells = across.iter().map(|column| board.hole(row, *column));
        if at % 2 == 0 { cells.collect() } else { cells.rev().collect() }
    };
    Some(rows.into_iter().enumerate().flat_map(row).collect())
}
