//! Programs that talk to each other line by line: they drive a game, take seats, and fail.

// the programs of these tests are scripts of a shell
#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{FILES, folder, program, run_in, transcript_of};

const PROGRAM: &str = env!("CARGO_BIN_EXE_mancala");

/// No answer takes longer, however busy the machine is.
const LONGEST: Duration = Duration::from_secs(30);

/// The lines that a program writes. They are waited for with a limit, since a program that does not flush is silent.
fn lines_of(stdout: ChildStdout) -> Receiver<String> {
    let (send, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// The program with its input, and its output line by line.
fn piped(arguments: &[&str]) -> (Child, ChildStdin, Receiver<String>) {
    let mut child = Command::new(PROGRAM)
        .args(arguments)
        .current_dir(FILES)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let stdin = child.stdin.take().expect("a pipe");
    let lines = lines_of(child.stdout.take().expect("a pipe"));
    (child, stdin, lines)
}

/// What requests are answered with, each before the next is sent.
fn talk(arguments: &[&str], requests: &[&str]) -> Vec<String> {
    let (mut child, mut stdin, lines) = piped(arguments);
    let answers = requests.iter().map(|request| {
        writeln!(stdin, "{request}").expect("it is heard");
        lines.recv_timeout(LONGEST).unwrap_or_else(|_| panic!("no answer to {request}"))
    });
    let answers = answers.collect();
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
    answers
}

#[test]
fn another_program_drives_a_game() {
    let requests = [
        "mancala 1",
        "legal",
        "game krur",
        "players",
        "legal",
        "play D1",
        "board",
        "result",
        "play d1",
        "undo",
        "undo",
        "set no-move=the-end",
        "set no-move=never",
        "position start moves d1 a2",
        "position 0 0 1 0 / 0 0 0 1; to move South moves",
        "legal",
        "match rounds 2 lots 0 moves d1",
        "go",
        "go time 100 legal a2 b2 c2",
        "seat South",
        "seat East",
        "mancala 2",
        "gme krur",
        "game nothing-like-it",
        "over South wins",
    ];
    let arguments = ["protocol", "--player", "first"];
    let told = requests.iter().zip(talk(&arguments, &requests)).map(|(asked, told)| format!("> {asked}\n{told}\n"));
    insta::assert_snapshot!(told.collect::<String>());
}

#[test]
fn a_game_is_driven_to_its_end() {
    let start = "position 0 0 0 0 0 1 / 0 0 0 0 0 1; to move South; stores South 30, North 16";
    let told =
        talk(&["protocol", "kalah"], &[start, "legal", "go", "play f1", "result", "legal", "go", "play a2", "board"]);
    let error = "error `a2` comes after the end of the game";
    let over = ["result South wins, 31 to 17", "legal", "error the game is over", error];
    assert_eq!(told[..4], ["ok", "legal f1", "move f1", "ok"]);
    assert_eq!(told[4..8], over);
    assert_eq!(
        told[8],
        "board 0 0 0 0 0 0 / 0 0 0 0 0 0; to move South; stores South 31, North 17; turn South 2, North 1"
    );
}

/// A prompt that is read through a pipe shows what it wrote before it waits.
#[test]
fn the_plain_prompt_is_driven_through_pipes() {
    let (mut child, mut stdin, lines) = piped(&["play", "krur"]);
    let mut lines = std::iter::from_fn(|| lines.recv_timeout(LONGEST).ok());
    for (by, play) in [("South", "d1"), ("North", "a2")] {
        assert!(lines.any(|line| line.starts_with(&format!("{by} to move: "))), "{by} is asked");
        writeln!(stdin, "{play}").expect("it is heard");
    }
    assert!(lines.any(|line| line.starts_with("South to move: ")));
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

/// A program that plays the first legal move.
const FIRST: &str = "\
while read -r word rest; do
  case \"$word\" in
    mancala) echo 'ready first of all' ;;
    go) echo 'info I look at the list'; set -- ${rest#*legal }; echo \"move $1\" ;;
    quit) exit 0 ;;
    over) echo \"over $rest\" >> over.txt; echo ok ;;
    *) echo \"$word $rest\" >> heard.txt; echo ok ;;
  esac
done
";

#[test]
fn two_programs_play_a_match() {
    let folder = folder("protocol-match");
    std::fs::write(folder.join("first.sh"), FIRST).expect("written");
    let players = format!("program:sh first.sh,program:'{PROGRAM}' protocol --player first");
    let arguments = ["run", "krur", "--set", "four-at-home=marked", "--match", "--rounds", "3", "--json", "--players"];
    let programs = run_in(&folder, &[&arguments[..], &[&players]].concat());
    assert!(programs.status.success(), "{}", transcript_of(&arguments, &programs));
    // both play as the machine does that plays the first legal move
    let machines = run_in(&folder, &[&arguments[..], &["first"]].concat());
    assert_eq!(programs.stdout, machines.stdout);
    assert!(programs.stdout.iter().filter(|byte| **byte == b'\n').count() > 20);
    let over = std::fs::read_to_string(folder.join("over.txt")).expect("it was told");
    assert!(over.contains("after 3 rounds"), "{over}");
    let heard = std::fs::read_to_string(folder.join("heard.txt")).expect("it was told");
    let told = [
        "game krur\nset four-at-home=marked\nseat South\nmatch rounds 3 lots ",
        " moves\nboard 4 4 4 4 / 4 4 4 4; to move South\n",
    ];
    assert!(told.iter().all(|part| heard.contains(part)), "{heard}");
}

#[test]
fn a_program_plays_at_the_prompt() {
    let folder = folder("protocol-prompt");
    std::fs::write(folder.join("first.sh"), FIRST).expect("written");
    let arguments = ["play", "krur", "--players", "person,program:sh first.sh", "--save", "mine.game"];
    let output = program(&folder, &arguments).write_stdin("d1\n").output().expect("the program runs");
    let text = transcript_of(&arguments, &output);
    assert!(text.contains("2. North plays a2"), "{text}");
    // a saved game starts no program
    let loaded = ["play", "--load", "mine.game"];
    let output = program(&folder, &loaded).write_stdin("b1\nb2\n").output().expect("the program runs");
    let text = transcript_of(&loaded, &output);
    assert!(text.contains("4. North plays b2"), "{text}");
}

/// What is told of a program that fails, within a few seconds.
fn failing(folder: &Path, script: &str) -> String {
    std::fs::write(folder.join("bot.sh"), script).expect("written");
    let arguments = ["run", "krur", "--program-time", "400ms", "--players", "program:sh bot.sh,random"];
    let begun = Instant::now();
    let output = run_in(folder, &arguments);
    assert!(begun.elapsed() < Duration::from_secs(20), "{script}");
    let text = transcript_of(&arguments, &output);
    assert!(text.ends_with("[exit code 2]\n"), "{text}");
    text.split_once("[standard error]\n").expect("an error").1.to_owned()
}

#[test]
fn programs_that_fail_are_told() {
    let folder = folder("protocol-failing");
    let ready = "read x; echo ready; ";
    let all = "while read -r word rest; do case \"$word\" in go) ";
    let rest = " ;; *) echo ok ;; esac; done";
    let scripts = [
        // it dies, at once and later
        "exit 3".to_owned(),
        format!("{ready}exit 4"),
        // it hangs, and does not even read
        format!("{ready}sleep 60"),
        // it answers nonsense, or without an end
        "echo hello".to_owned(),
        "cat /dev/zero".to_owned(),
        format!("{ready}{all}echo hello{rest}"),
        // it plays what is not legal
        format!("{ready}{all}echo move z9{rest}"),
        // it does not want to
        format!("{ready}read x; echo error this game is not known; read x"),
    ];
    let told: Vec<String> = scripts.iter().map(|script| format!("{script}\n{}", failing(&folder, script))).collect();
    insta::assert_snapshot!(told.join("\n"));
    let arguments = ["run", "krur", "--players", "program:./nothing-here"];
    let text = transcript_of(&arguments, &run_in(&folder, &arguments));
    assert!(text.contains("`./nothing-here` cannot be started") && text.ends_with("[exit code 2]\n"), "{text}");
    let arguments = ["run", "krur", "--players", "program:a,random,first"];
    let text = transcript_of(&arguments, &run_in(&folder, &arguments));
    assert!(text.contains("3 players are given, but this game has 2"), "{text}");
}
