//! Sentences about the tracks that sowing follows.

use super::sentence::Sentence;
use crate::rules::model::{Board, Cell, ClockwiseTrack, Rules, Side, Track, Way, is_same_loop};
use crate::rules::notation::{hole_name, player_name};
use crate::rules::resolve::hole_runs;

/// The sentences about the tracks.
pub(super) fn tracks(rules: &Rules, section: &str) -> Vec<Sentence> {
    let board = &rules.board;
    // the statement can be about another reading, in which sowing goes clockwise
    let said = board.clockwise_track.as_ref().filter(|_| rules.goes_clockwise());
    let differs = said.is_some() && !goes_back(board);
    let each = match rules.largest_drop() {
        1 => "one seed into each hole",
        _ => "one seed into each hole where no rule says how many at a time",
    };
    let text = track(board, differs, each);
    let mut sentences = vec![match board.track.is_default() {
        true => {
            Sentence::unless(section, &text, "a seed falls into every hole on the way, unless a rule says otherwise")
        }
        false => Sentence::setting(section, "track", &text, &board.track.basis),
    }];
    if let Some(said) = said {
        let text = match said.value {
            ClockwiseTrack::Mirrored if differs => {
                format!(
                    "clockwise, sowing goes along the mirror image of the counterclockwise way, left for right: {}",
                    each_player(board)
                )
            }
            ClockwiseTrack::Mirrored => {
                "clockwise, sowing goes along the mirror image of the counterclockwise way, which is that way backwards"
                    .to_owned()
            }
            ClockwiseTrack::Listed => format!("clockwise, sowing goes {}", round(board, 0, Way::Clockwise)),
            ClockwiseTrack::ListedForEach => format!("clockwise, {}", each_player(board)),
            ClockwiseTrack::Backwards => "clockwise, sowing goes the counterclockwise way backwards".to_owned(),
        };
        sentences.push(Sentence::setting(section, "clockwise track", &text, &said.basis));
    }
    sentences
}

/// Whether clockwise sowing follows every player's track backwards.
fn goes_back(board: &Board) -> bool {
    (0..board.players.value).all(|player| {
        let backwards: Vec<Cell> = board.track_of(player, Way::Counterclockwise).iter().rev().copied().collect();
        is_same_loop(&backwards, board.track_of(player, Way::Clockwise))
    })
}

/// The phrase for the track. `one_way` says that clockwise sowing has another, which does not go back along it; `each`
/// how many seeds fall into each hole.
fn track(board: &Board, one_way: bool, each: &str) -> String {
    match board.track.value {
        Track::Loop => format!("sowing goes round the whole board, {each}"),
        Track::OwnSide => match board.side.value {
            Side::Rows(3..) => {
                format!(
                    "each player sows back and forth along his rows, from the outermost on and then from its \
                     beginning again, {each}"
                )
            }
            _ => format!("each player sows round his own side, {each}"),
        },
        Track::Listed => {
            let way = if one_way { "counterclockwise, " } else { "" };
            format!("{way}sowing goes {}, {each}", round(board, 0, Way::Counterclockwise))
        }
        Track::ListedForEach => {
            let way = if one_way { "counterclockwise, " } else { "" };
            let sows = |player| sows(board, player, Way::Counterclockwise);
            format!("{way}{}, {each}", (0..board.players.value).map(sows).collect::<Vec<_>>().join("; "))
        }
    }
}

/// The clockwise track of each player.
fn each_player(board: &Board) -> String {
    let sows = |player| sows(board, player, Way::Clockwise);
    (0..board.players.value).map(sows).collect::<Vec<_>>().join("; ")
}

/// `South sows along a1 to f1, and then from a1 on again`
fn sows(board: &Board, player: usize, way: Way) -> String {
    format!("{} sows {}", player_name(board.players.value, player), round(board, player, way))
}

/// `along a1 to f1, then f2 to a2, and then from a1 on again`
fn round(board: &Board, player: usize, way: Way) -> String {
    let (track, columns) = (board.track_of(player, way), board.columns.value);
    let holes: Vec<Cell> = track.iter().copied().filter(|cell| *cell < board.holes()).collect();
    let first = holes.first().map_or(String::new(), |cell| hole_name(*cell, columns));
    format!("along {}, and then from {first} on again", hole_runs(&holes, columns).join(", then "))
}
