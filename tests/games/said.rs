//! A list of lines with the games that say them, as a file that people read and compare.

use std::collections::{BTreeMap, BTreeSet};

/// Letters of a line of names.
const WIDTH: usize = 100;

/// What stands for the games that say a line, if most do; the others follow after [`BUT`].
const ALL: &str = "all";

/// What stands before the names of the games that do not say a line.
const BUT: &str = " but ";

/// Indentation of the games that say a line.
const OF_GAMES: &str = "    ";

/// Indentation of a line that only one game says, below its name.
const OF_ONE: &str = "  ";

/// Which games say which lines.
pub struct Said<'g> {
    games: &'g [&'g str],
    lines: BTreeMap<String, BTreeSet<&'g str>>,
}

impl<'g> Said<'g> {
    /// What each of the games says, in their order.
    pub fn new(games: &'g [&'g str], said: Vec<BTreeSet<String>>) -> Self {
        let mut lines: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for (game, said) in games.iter().zip(said) {
            for line in said {
                lines.entry(line).or_default().insert(*game);
            }
        }
        Said { games, lines }
    }

    /// Reads what [`Said::text`] writes. Games that are no longer there say nothing.
    pub fn read(games: &'g [&'g str], text: &str) -> Self {
        let mut lines: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        let mut said = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).peekable();
        let mut above = "";
        while let Some(line) = said.next() {
            if let Some(own) = line.strip_prefix(OF_ONE) {
                let game = games.iter().filter(|game| **game == above.trim_end_matches(':'));
                lines.entry(own.to_owned()).or_default().extend(game);
                continue;
            }
            above = line;
            let mut names = String::new();
            while let Some(more) = said.next_if(|line| line.starts_with(OF_GAMES)) {
                names.push_str(more.trim_start());
                names.push(' ');
            }
            if names.is_empty() {
                continue;
            }
            let others = names.strip_prefix(ALL).and_then(|rest| rest.strip_prefix(BUT).or(rest.strip_prefix(' ')));
            let named: BTreeSet<&str> = others.unwrap_or(&names).split([',', ' ']).collect();
            let says = |game: &&&str| named.contains(**game) != others.is_some();
            lines.entry(line.to_owned()).or_default().extend(games.iter().filter(says));
        }
        Said { games, lines }
    }

    /// First the lines of several games, each above these games, then those of one game below its name.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (line, games) in self.lines.iter().filter(|(_, games)| games.len() > 1) {
            text.push_str(&format!("{line}\n{}", self.named(games)));
        }
        for game in self.games {
            let own = self.lines.iter().filter(|(_, games)| games.len() == 1 && games.contains(game));
            for (place, (line, _)) in own.enumerate() {
                if place == 0 {
                    text.push_str(&format!("\n{game}:\n"));
                }
                text.push_str(&format!("{OF_ONE}{line}\n"));
            }
        }
        text
    }

    /// What is said no more, with `-`, and what is said now, with `+`; each above the games of which this is true.
    pub fn changes(&self, now: &Said<'g>) -> String {
        let nobody = BTreeSet::new();
        let lines: BTreeSet<&String> = self.lines.keys().chain(now.lines.keys()).collect();
        let mut changes = String::new();
        for line in lines {
            let (before, after) = (self.lines.get(line).unwrap_or(&nobody), now.lines.get(line).unwrap_or(&nobody));
            for (sign, one, other) in [('-', before, after), ('+', after, before)] {
                let games: BTreeSet<&str> = one.difference(other).copied().collect();
                if !games.is_empty() {
                    changes.push_str(&format!("{sign} {line}\n{}", self.named(&games)));
                }
            }
        }
        changes
    }

    /// The names of games, in lines of limited width.
    fn named(&self, games: &BTreeSet<&str>) -> String {
        let most = games.len() > self.games.len() / 2;
        let mut named = self.games.iter().filter(|game| games.contains(**game) != most).peekable();
        let mut line = match (most, named.peek()) {
            (true, None) => format!("{OF_GAMES}{ALL}"),
            (true, Some(_)) => format!("{OF_GAMES}{ALL}{BUT}"),
            (false, _) => OF_GAMES.to_owned(),
        };
        let mut text = String::new();
        while let Some(game) = named.next() {
            if line.len() + game.len() > WIDTH {
                text.push_str(&format!("{}\n", line.trim_end()));
                OF_GAMES.clone_into(&mut line);
            }
            line.push_str(game);
            line.push_str(if named.peek().is_some() { ", " } else { "" });
        }
        format!("{text}{line}\n")
    }
}

#[test]
fn what_is_written_is_read() {
    let games = ["adi", "kalah", "oware", "toguz-kumalak"];
    let says = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    let said = vec![
        says(&["He plays.", "He sows.", "He passes."]),
        says(&["He plays.", "He passes."]),
        says(&["He plays.", "He sows.", "He passes.", "He waits:"]),
        says(&["He plays."]),
    ];
    let said = Said::new(&games, said);
    let text =
        "He passes.\n    all but toguz-kumalak\nHe plays.\n    all\nHe sows.\n    adi, oware\n\noware:\n  He waits:\n";
    assert_eq!(said.text(), text);
    let read = Said::read(&games, &format!("# A comment.\n\n{text}"));
    assert_eq!(read.text(), text);
    assert_eq!(read.changes(&said), "");
    let other =
        Said::read(&games, &text.replace("sows.\n    adi", "sows seeds.\n    kalah").replace("waits:", "rests."));
    let changes = "- He rests.\n    oware\n- He sows seeds.\n    kalah, oware\n+ He sows.\n    adi, oware\n+ He waits:\n    oware\n";
    assert_eq!(other.changes(&said), changes);
}
