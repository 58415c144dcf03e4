//! Where there is little room, the whole board is shown, and nothing jumps while a game is played.

use mancala::play_screen::layout::Layout;
use mancala_rules::chance::{choice, generator};
use ratatui::layout::Rect;

use super::{drawn_at, rules, screen, screen_from, type_move};

#[test]
fn the_whole_board_comes_before_the_story() {
    // the screens on which an earlier layout left rows out
    for (game, width, height) in [
        ("hus", 60, 16),
        ("hus", 50, 16),
        ("hus", 40, 15),
        ("bao-la-kiswahili", 60, 17),
        ("bao-la-kiswahili", 40, 15),
        ("krur", 80, 11),
        ("krur", 40, 11),
    ] {
        let state = screen(game);
        let layout = Layout::new(&state, Rect::new(0, 0, width, height)).expect("there is room");
        let board = &rules(game).0.board;
        assert_eq!((layout.board.rows, layout.board.columns), (0..board.rows.value, 0..board.columns.value), "{game}");
        // the lines of the players and the question stand outside the board
        let text = drawn_at(&state, width, height);
        for part in ["North", "South", "to move", "q quit"] {
            assert!(text.contains(part), "{game} {width}x{height}: {part}\n{text}");
        }
    }
}

#[test]
fn marks_need_little_room_where_there_is_little() {
    let position = "0 0 0 0 0 0 0 0 / 0 2 2 6 0 0 0 0 / 0 0 0 0 12 2 2 0 / 0 0 0 0 0 0 0 0; to move South; \
                    stores South 19, North 19; marks e2 South, d3 North";
    let state = screen_from("bao-la-kiswahili", position);
    let text = drawn_at(&state, 40, 15);
    assert!(text.contains("│6*N│") && text.contains("│12S┃"), "{text}");
    assert!(drawn_at(&state, 60, 20).contains("12*S"));
}

#[test]
fn every_board_that_fits_is_shown_whole() {
    for (game, _) in crate::sampled() {
        let (rules, _) = rules(game);
        let board = &rules.board;
        for (width, height) in [(40, 11), (40, 15), (60, 20), (80, 24), (120, 40)] {
            let state = screen(game);
            let layout = Layout::new(&state, Rect::new(0, 0, width, height)).expect("there is room");
            let needed = 2 * board.rows.value + 1 + board.players.value + 4;
            if needed <= usize::from(height) {
                assert_eq!(layout.board.rows, 0..board.rows.value, "{game} on {width}x{height}");
            }
        }
    }
}

#[test]
fn the_board_stays_where_it_is() {
    for (game, _) in crate::sampled() {
        for (width, height) in [(60, 20), (80, 24), (120, 40)] {
            let mut state = screen(game);
            let area = Rect::new(0, 0, width, height);
            let place = |state: &mancala::play_screen::State<'_>| {
                let plan = Layout::new(state, area).expect("there is room").board;
                (plan.area.y, plan.height, plan.rows.len())
            };
            let (first, mut chance) = (place(&state), generator(5, 1));
            for _ in 0..crate::sized(6, 30) {
                let legal = state.session().legal_names();
                if legal.is_empty() || state.session().is_laying_out() {
                    break;
                }
                type_move(&mut state, &legal[choice(legal.len(), &mut chance)]);
                assert_eq!(place(&state), first, "{game} on {width}x{height}");
            }
        }
    }
}
