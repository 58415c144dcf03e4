//! The list of changes that nobody notices.

use std::fmt;
use std::path::Path;

use super::mutants::Mutant;

/// A change, as the list names it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Survivor {
    /// The ruleset, and the section of the statement.
    place: String,
    statement: String,
    change: String,
}

impl Survivor {
    /// The change that made a mutant.
    pub fn of(name: &str, mutant: &Mutant) -> Survivor {
        let place = format!("{name}: {}", mutant.section);
        Survivor { place, statement: mutant.statement.clone(), change: mutant.change.clone() }
    }
}

impl fmt::Display for Survivor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  {}\n  {}", self.place, self.statement, self.change)
    }
}

/// The changes in `survivors.txt`, each with its reason.
pub fn listed() -> Vec<(Survivor, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mutation/survivors.txt");
    let text = std::fs::read_to_string(path).expect("the list");
    let text: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    text.split(|line| line.is_empty())
        .filter(|entry| !entry.is_empty())
        .map(|entry| {
            let lines: Vec<&str> = entry.iter().map(|line| line.trim()).collect();
            let [place, statement, change, reason @ ..] = lines.as_slice() else {
                panic!("a place, a statement, a change and a reason, each in a line of its own: {entry:?}")
            };
            let (place, statement, change) = ((*place).to_owned(), (*statement).to_owned(), (*change).to_owned());
            (Survivor { place, statement, change }, reason.join(" "))
        })
        .collect()
}
