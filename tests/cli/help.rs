//! `--help` of the program and of every command.

use super::{printed, run};

fn help(command: &str) -> String {
    printed(&[command, "--help"])
}

/// All commands, as the program lists them.
pub(super) fn commands() -> Vec<String> {
    let help = printed(&["--help"]);
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // a second line of what a command does is set in further
    let lines = lines.filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let commands = lines.filter_map(|line| line.split_whitespace().next()).filter(|command| *command != "help");
    commands.map(str::to_owned).collect()
}

#[test]
fn program() {
    insta::assert_snapshot!(printed(&["--help"]));
}

/// Those that print no results of their own.
const WITHOUT_JSON: [&str; 9] = ["book", "fmt", "new", "lsp", "play", "protocol", "serve", "completions", "man"];

#[test]
fn every_command() {
    let commands = commands();
    assert!(commands.len() >= 14, "{commands:?}");
    for command in commands {
        let help = help(&command);
        assert!(help.contains("Example"), "{command} has no example:\n{help}");
        assert!(
            help.contains("--json") || WITHOUT_JSON.contains(&command.as_str()),
            "{command} has no --json:\n{help}"
        );
        insta::assert_snapshot!(format!("help_{command}"), help);
    }
}

/// Below the examples, every line is as full as the screen lets it be.
#[test]
fn paragraphs_are_wrapped_once() {
    const WIDTH: usize = 70;
    for command in commands() {
        let output =
            super::program(super::FILES, &[&command, "--help"]).env("COLUMNS", "70").output().expect("it runs");
        let help = String::from_utf8_lossy(&output.stdout).into_owned();
        let Some((_, below)) = help.split_once("Examples:") else { continue };
        for paragraph in below.split("\n\n").skip(1) {
            let lines: Vec<&str> = paragraph.lines().collect();
            for pair in lines.windows(2) {
                let next = pair[1].split(' ').next().unwrap_or("");
                let room = pair[0].chars().count() + 1 + next.chars().count();
                assert!(room > WIDTH, "{command}: `{next}` fits behind `{}`", pair[0]);
            }
        }
    }
}

/// These write files or speak with an editor; there is nothing for programs to read.
#[test]
fn commands_for_those_who_write() {
    for command in ["new", "fmt", "lsp"] {
        let help = help(command);
        assert!(help.contains("Examples:") && help.contains("Exit codes:"), "{command}:\n{help}");
        insta::assert_snapshot!(format!("help_{command}"), help);
    }
}

#[test]
fn without_a_command_the_help_is_wrong_use() {
    let output = run(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("Usage: mancala [OPTIONS] <COMMAND>"));
}

#[test]
fn version() {
    assert_eq!(printed(&["--version"]), format!("mancala {}\n", env!("CARGO_PKG_VERSION")));
}
