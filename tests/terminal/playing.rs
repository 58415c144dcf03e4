//! A game played by keys and by the mouse, on screens of several sizes, with and without colour.

use super::{Terminal, saved};
use crate::cli::folder;

const RIGHT: &str = "\x1b[C";
const ENTER: &str = "\r";

#[test]
fn keys_play_take_back_and_play_again() {
    let folder = folder("terminal-keys");
    let mut terminal = Terminal::play(&folder, "krur --save one.game");
    assert!(terminal.parser.screen().alternate_screen());
    assert!(terminal.text().contains("Krur · ply 0"), "{}", terminal.text());
    terminal.press(&format!("{RIGHT}{RIGHT}{RIGHT}{ENTER}"));
    terminal.until_shows("Krur · ply 1");
    assert_eq!(saved(&folder, "one.game"), "1. South d1\n");
    terminal.press("u");
    terminal.until_shows("r redo");
    assert!(terminal.text().contains("Krur · ply 0"), "{}", terminal.text());
    terminal.press("r");
    terminal.until_shows("Krur · ply 1");
    // looking back writes nothing
    assert_eq!(saved(&folder, "one.game"), "1. South d1\n");
    terminal.press("?");
    terminal.until_hides("u undo");
    terminal.press("\x1b");
    terminal.until_shows("u undo");
    terminal.press("q");
    let (status, parser) = terminal.end();
    // the terminal is given back as it was
    let screen = parser.screen();
    assert!(status.success() && !screen.alternate_screen() && !screen.hide_cursor());
    assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    assert_eq!(screen.contents().trim(), "Saved; to continue: mancala play --load one.game");
}

#[test]
fn a_click_on_a_hole_plays_it() {
    let folder = folder("terminal-click");
    let mut terminal = Terminal::play(&folder, "krur");
    terminal.click_hole("[c1]");
    terminal.until_shows("1.c1");
    // a hole of the other side is no move
    terminal.click_hole("a1");
    terminal.until_shows("You cannot choose a1 now");
    assert!(terminal.text().contains("Krur · ply 1"), "{}", terminal.text());
    terminal.quit();
}

#[test]
fn a_hint_is_given_and_the_game_is_saved_from_the_screen() {
    let folder = folder("terminal-hint");
    let mut terminal = Terminal::play(&folder, "kalah --hints search:d3");
    terminal.press("h");
    terminal.until_shows("search:d3");
    terminal.press(ENTER);
    terminal.until_shows("Kalah · ply 1");
    terminal.press("s");
    terminal.until_shows("Enter done");
    // a name is proposed
    terminal.press(&format!("{}mine.game{ENTER}", "\x7f".repeat("kalah.game".len())));
    terminal.until_shows("saved in mine.game");
    let before = saved(&folder, "mine.game");
    assert!(before.starts_with("1. South "), "{before}");
    // what follows is written at once, too
    terminal.press(ENTER);
    terminal.until_shows("Kalah · ply 2");
    let after = saved(&folder, "mine.game");
    assert!(after.starts_with(&format!("{before}2. ")), "{after}");
    terminal.quit();
}

#[test]
fn the_screen_follows_the_size_of_the_terminal() {
    let folder = folder("terminal-sizes");
    let mut terminal = Terminal::play(&folder, "krur");
    terminal.resize((30, 10));
    terminal.until_shows("too small");
    terminal.resize((80, 24));
    terminal.until_shows("q quit");
    terminal.until_shows("Krur · ply 0");
    terminal.press(ENTER);
    terminal.until_shows("u undo");
    // nothing stands outside, and nothing is left of the other sizes
    insta::assert_snapshot!(terminal.text());
    terminal.quit();
}

/// How many signs on the screen have a colour of their own.
fn coloured(screen: &vt100::Screen) -> usize {
    let (rows, columns) = screen.size();
    let cells = (0..rows.get()).flat_map(|row| (0..columns.get()).filter_map(move |column| screen.cell(row, column)));
    cells.filter(|cell| cell.fgcolor() != vt100::Color::Default || cell.bgcolor() != vt100::Color::Default).count()
}

#[test]
fn no_colour_is_shown_where_none_is_wanted() {
    let folder = folder("terminal-colour");
    let command = "exec \"$MANCALA\" play krur --speed off";
    for (surroundings, wanted) in [(&[][..], true), (&[("NO_COLOR", "1")][..], false)] {
        let mut terminal = Terminal::open(&folder, (80, 24), command, surroundings);
        terminal.until_shows("q quit");
        terminal.press(ENTER);
        terminal.until_shows("u undo");
        assert_eq!(coloured(terminal.parser.screen()) > 0, wanted, "{surroundings:?}");
        terminal.quit();
    }
}

#[test]
fn a_game_is_chosen_from_the_list() {
    let folder = folder("terminal-picker");
    let command = "exec \"$MANCALA\" play --speed off";
    let mut terminal = Terminal::open(&folder, (80, 24), command, &[]);
    terminal.until_shows("114 of 114");
    terminal.parser.process(b"\x1b[2Jsomething else");
    terminal.press("\x0c");
    let anew = |screen: &vt100::Screen| screen.contents().contains("114 of") && !screen.contents().contains("else");
    terminal.until("the list drawn anew", anew);
    terminal.press("um ed");
    terminal.until_shows("1 of 114");
    // random games have been played meanwhile
    terminal.until_shows("typical length: ");
    terminal.until_shows("difficulty: ");
    terminal.press(ENTER);
    terminal.until_shows("Who plays Um ed-Dyar?");
    terminal.press(ENTER);
    terminal.until_shows("Um ed-Dyar · ply 0");
    terminal.press("q");
    assert!(terminal.end().0.success());
    // and left without a game
    let mut terminal = Terminal::open(&folder, (40, 15), command, &[]);
    terminal.until_shows("114 of 114");
    terminal.press("\x03");
    let (status, parser) = terminal.end();
    assert!(status.success() && !parser.screen().alternate_screen());
}

#[test]
fn the_terminal_is_given_to_the_shell_and_taken_back() {
    let folder = folder("terminal-suspended");
    // the shell of a person: it stops what it runs, and continues it at the next line
    let command =
        "set -m; \"$MANCALA\" play krur --speed off; echo stopped; read -r _; fg > /dev/null; echo \"ended $?\"";
    let mut terminal = Terminal::open(&folder, (80, 24), command, &[]);
    terminal.until_shows("q quit");
    terminal.press("\x1a");
    terminal.until("the shell", |screen| !screen.alternate_screen() && screen.contents().contains("stopped"));
    terminal.press("\n");
    terminal.until("the game again", |screen| screen.alternate_screen() && screen.contents().contains("q quit"));
    // what another program wrote over the game goes
    terminal.parser.process(b"\x1b[2Jsomething else");
    terminal.press("\x0c");
    let anew = |screen: &vt100::Screen| screen.contents().contains("q quit") && !screen.contents().contains("else");
    terminal.until("the game drawn anew", anew);
    terminal.press("q");
    let (_, parser) = terminal.end();
    let text = parser.screen().contents();
    assert!(text.contains("ended 0"), "{text}");
}

#[test]
fn a_locale_without_other_signs_gets_a_board_of_ascii() {
    let folder = folder("terminal-ascii");
    let command = "exec \"$MANCALA\" play krur --speed off";
    let mut terminal = Terminal::open(&folder, (80, 24), command, &[("LC_ALL", "C")]);
    terminal.until_shows("q quit");
    assert!(terminal.text().is_ascii(), "{}", terminal.text());
    terminal.press("q");
    assert!(terminal.end().0.success());
    // a terminal that cannot place its letters gets the prompt
    let mut terminal = Terminal::open(&folder, (80, 24), command, &[("TERM", "dumb")]);
    terminal.until_shows("South to move: a1");
    assert!(!terminal.parser.screen().alternate_screen());
    terminal.press("quit\r");
    assert!(terminal.end().0.success());
}

#[test]
fn a_line_of_the_prompt_is_edited_recalled_and_completed() {
    let folder = folder("terminal-prompt");
    let mut terminal = Terminal::open(&folder, (100, 40), "exec \"$MANCALA\" play krur --plain", &[]);
    terminal.until_shows("> ");
    // what is typed to the left of what stands there
    terminal.press("1\x1b[Dd\r");
    let asked = |screen: &vt100::Screen| screen.contents().trim_end().ends_with("North to move: a2 b2 c2\n>");
    terminal.until("the prompt", asked);
    terminal.press("\x1b[A");
    terminal.until("the line before", |screen| screen.contents().trim_end().ends_with("> d1"));
    // Ctrl-U takes the line away
    terminal.press("\x15posi\t\r");
    terminal.until_shows("; to move North");
    // Ctrl-D means something only where a line is typed
    terminal.until("the prompt again", asked);
    terminal.press("\x04");
    assert!(terminal.end().0.success());
}

#[test]
fn a_terminal_that_places_no_letters_gets_plain_lines() {
    let folder = folder("terminal-dumb");
    let mut terminal = Terminal::open(&folder, (100, 40), "exec \"$MANCALA\" play krur", &[("TERM", "dumb")]);
    terminal.until_shows("> ");
    terminal.press("d1\n");
    terminal.until_shows("North to move: a2 b2 c2");
    terminal.press("quit\n");
    let (status, parser) = terminal.end();
    assert!(status.success());
    assert!(!parser.screen().contents().contains('\x1b'));
}
