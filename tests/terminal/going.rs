//! How a game on the screen ends when it is not asked: killed, stopped, or without its terminal.

use super::{Terminal, ended, saved};
use crate::cli::folder;

/// What `replay` makes of a saved game: that it is whole.
fn is_whole(folder: &std::path::Path, name: &str) -> bool {
    let mut replay = std::process::Command::new(assert_cmd::cargo::cargo_bin!("mancala"));
    let output = replay.args(["replay", "--transcript", name]).current_dir(folder).output().expect("the program runs");
    output.status.success() && output.stderr.is_empty()
}

#[test]
fn a_kill_in_the_middle_loses_nothing() {
    let folder = folder("terminal-kill");
    let mut terminal = Terminal::play(&folder, "krur --save one.game");
    terminal.click_hole("[d1]");
    terminal.until_shows("Krur · ply 1");
    terminal.click_hole("[b2]");
    terminal.until_shows("Krur · ply 2");
    terminal.signal("-KILL");
    let (status, _) = terminal.end();
    assert!(!status.success());
    assert_eq!(saved(&folder, "one.game"), "1. South d1\n2. North b2\n");
    assert!(is_whole(&folder, "one.game"));
    // and goes on where it stood
    let mut terminal = Terminal::play(&folder, "--load one.game");
    assert!(terminal.text().contains("Krur · ply 2"), "{}", terminal.text());
    terminal.press("\r");
    terminal.until_shows("Krur · ply 3");
    assert!(saved(&folder, "one.game").starts_with("1. South d1\n2. North b2\n3. South "));
    terminal.quit();
}

#[test]
fn who_asks_the_program_to_end_gets_the_terminal_back() {
    let folder = folder("terminal-term");
    let terminal = Terminal::play(&folder, "krur --players search:1000s");
    terminal.signal("-TERM");
    let (status, parser) = terminal.end();
    assert!(status.success() && !parser.screen().alternate_screen());
}

#[test]
fn without_its_terminal_a_game_ends_by_itself() {
    let folder = folder("terminal-gone");
    // as it is, with the signal ignored, and while a machine thinks
    let ways = [("", "person"), ("trap '' HUP; ", "person"), ("trap '' HUP; ", "person,search:1000s")];
    for (number, (before, players)) in ways.into_iter().enumerate() {
        let file = format!("{number}.game");
        let command = format!("{before}exec \"$MANCALA\" play krur --speed off --players {players} --save {file}");
        let mut terminal = Terminal::open(&folder, (100, 30), &command, &[]);
        terminal.until_shows("q quit");
        terminal.click_hole("[d1]");
        terminal.until_shows("Krur · ply 1");
        assert_eq!(terminal.vanish().code(), Some(130), "{command}");
        assert_eq!(saved(&folder, &file), "1. South d1\n");
        assert!(is_whole(&folder, &file));
    }
}

#[test]
fn without_its_terminal_the_prompt_ends_too() {
    let folder = folder("terminal-prompt");
    for before in ["", "trap '' HUP; "] {
        let command = format!("{before}exec \"$MANCALA\" play krur --plain");
        let mut terminal = Terminal::open(&folder, (80, 24), &command, &[]);
        terminal.until_shows("> ");
        let Terminal { pty, child, .. } = terminal;
        drop(pty);
        // a program that does not ignore the signal dies of it
        assert!(matches!(ended(child).code(), Some(130) | None), "{command}");
    }
}

#[test]
fn a_count_that_is_stopped_leaves_no_bar() {
    let folder = folder("terminal-bar");
    let mut terminal = Terminal::open(&folder, (80, 24), "exec \"$MANCALA\" perft krur --depth 40", &[]);
    terminal.until_shows(" left");
    terminal.press("\x03");
    let (_, parser) = terminal.end();
    let text = parser.screen().contents();
    assert!(text.contains("stopped: counted so far") && !text.contains(" left"), "{text}");
}
