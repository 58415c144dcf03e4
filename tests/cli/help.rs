//! `--help` of the program and of every command.

use super::{printed, run};

fn help(command: &str) -> String {
    printed(&[command, "--help"])
}

#[test]
fn program() {
    insta::assert_snapshot!(printed(&["--help"]));
}

#[test]
fn every_command() {
    for command in
        ["list", "show", "check", "explain", "test", "tables", "run", "replay", "analyse", "perft", "simulate"]
    {
        let help = help(command);
        assert!(help.contains("Example"), "{command} has no example:\n{help}");
        assert!(help.contains("--json"), "{command} has no --json:\n{help}");
        insta::assert_snapshot!(format!("help_{command}"), help);
    }
}

#[test]
fn without_a_command_the_help_is_wrong_use() {
    let output = run(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("Usage: mancala <COMMAND>"));
}

#[test]
fn version() {
    assert_eq!(printed(&["--version"]), format!("mancala {}\n", env!("CARGO_PKG_VERSION")));
}
