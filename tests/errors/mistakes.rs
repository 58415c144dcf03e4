//! Mistakes that people make, each with what they meant. A mistake is answered if the help says what was
//! meant, or that it cannot be said.

use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Source;

/// A small game with one of everything that mistakes are made in.
const GAME: &str = "\
game \"Small\" {
  region: \"Here\" @ a \"1\"
}

sources {
  a: \"A book, 1999\", read whole, located by \"page\"
}

board {
  rows:    2
  columns: 4
  seeds:   4
  side:    row
}

move {
  from:      own holes
  direction: counterclockwise
  begin:     lift here, sow after here
}

sowing {
  endless: end turn
}

last seed, the first that fits {
  when makes 4 -> capture here, end turn
  when was occupied -> lift here, sow after here
  otherwise -> end turn
}

before turn, the first that fits {
  repeated position: 3rd time
  when repeated position -> game over
  when no legal move -> each player captures own holes, game over
  otherwise -> play
}

each player scores: seeds in own store
";

/// Mistakes, one in a line: what stands in the game, what somebody writes instead, and what the help has to say.
const MISTAKES: &str = include_str!("mistakes.txt");

#[test]
fn every_mistake_is_answered() {
    let mut unanswered = Vec::new();
    let mut count = 0;
    for line in MISTAKES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let parts: Vec<&str> = line.split('\t').collect();
        let [stands, written, right] = parts[..] else { panic!("three parts are needed: {line}") };
        count += 1;
        let text = crate::replaced(GAME, stands, written);
        match Ruleset::read(Source::new("game.mancala", &text)) {
            Ok(_) => unanswered.push(format!("{written}: no problem")),
            Err(error) => {
                let helps = error.problems.into_iter().filter_map(|problem| problem.help);
                let said = helps.collect::<Vec<_>>().join("\n");
                if !said.contains(right) {
                    unanswered.push(format!("{written}: {right}\n    {}", said.replace('\n', "\n    ")));
                }
            }
        }
    }
    assert!(unanswered.is_empty(), "{} of {count}:\n{}", unanswered.len(), unanswered.join("\n"));
    assert!(count >= 200, "{count}");
}
