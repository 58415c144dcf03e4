//! Output that is longer than the screen is shown page by page.

use super::Terminal;
use crate::cli::{folder, program};

/// What a screen of 10 rows shows at the end of a command.
fn shown(command: &str, surroundings: &[(&str, &str)]) -> String {
    let folder = folder("terminal-pages");
    let command = format!("exec \"$MANCALA\" {command}");
    let (status, parser) = Terminal::open(&folder, (80, 10), &command, surroundings).end();
    assert!(status.success(), "{command}");
    parser.screen().contents()
}

#[test]
fn a_pager_shows_what_is_long() {
    // it shows the first lines alone
    let pager = ("PAGER", "sed -n 1,4p");
    let begins = |text: &str| text.trim_start().starts_with("Krur");
    for command in ["explain krur", "show krur", "replay krur d1 a2 b1"] {
        let paged = shown(command, &[pager]);
        assert!(paged.trim_end().lines().count() <= 4, "{command}:\n{paged}");
        let whole = shown(&format!("{command} --no-pager"), &[pager]);
        assert!(
            whole.lines().count() >= 7 && !begins(&whole),
            "{command}: the beginning has left the screen:\n{whole}"
        );
        // an empty name asks for no pager
        assert_eq!(shown(command, &[("PAGER", "")]), whole);
        assert_eq!(shown(command, &[("MANCALA_PAGER", "cat"), pager]), whole, "it counts first");
    }
    // a pager that there is not
    assert!(shown("explain krur", &[("PAGER", "no-such-pager")]).lines().count() >= 7);
    // what is short, and what goes through a pipe
    let short = shown("list krur", &[("PAGER", "sed -n 1p")]);
    assert!(short.contains("krur") && short.trim_end().lines().count() > 1, "{short}");
    assert!(shown("explain krur | cat", &[("PAGER", "false")]).lines().count() >= 7);
}

#[test]
fn a_pager_that_is_quit_ends_the_program() {
    let folder = folder("terminal-pages-quit");
    // more than a pipe holds, so that the program notices
    let game = program(&folder, &["run", "bao-la-kiswahili", "--seed", "1", "--save", "long.game"]).output();
    assert!(game.expect("runs").status.success());
    let told = "replay --transcript long.game --trace";
    let whole = program(&folder, &told.split(' ').collect::<Vec<_>>()).output().expect("runs").stdout;
    assert!(whole.len() > 100_000, "{}", whole.len());
    let command = format!("exec \"$MANCALA\" {told}");
    let mut terminal = Terminal::open(&folder, (80, 10), &command, &[("PAGER", "head -n 2")]);
    terminal.until_shows("Bao la kiswahili: South random");
    assert!(terminal.end().0.success());
}
