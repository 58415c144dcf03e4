//! The games of a sweep, and the sets of readings of each.

use std::path::{Path, PathBuf};

use mancala_rules::ruleset::shipped_names;
use mancala_tools::drivers::sweep::{Scope, Settings, readings};

use crate::cli::Failure;
use crate::cli::game::Loaded;

/// Most sets of readings of one game.
const MOST_SETS: usize = 1_000_000;

/// A game, and its sets of readings, the usual ones first.
pub(super) struct Entry {
    pub(super) usual: Loaded,
    pub(super) sets: Vec<Settings>,
}

/// The games of these names, paths and folders, all inside the program if there are none.
pub(super) fn entries(names: &[String], chosen: &[(String, String)], scope: Scope) -> Result<Vec<Entry>, Failure> {
    let mut games: Vec<String> = Vec::new();
    for name in names {
        if Path::new(name).is_dir() {
            games.extend(files(name)?);
        } else {
            games.push(name.clone());
        }
    }
    if names.is_empty() {
        games.extend(shipped_names().map(str::to_owned));
    }
    if let (Some((name, _)), true) = (chosen.first(), games.len() > 1) {
        let message = format!("`--set {name}` belongs to one game, and several are given");
        return Err(Failure::wrong_use(message).help("sweep that game alone"));
    }
    games.iter().map(|game| entry(game, chosen, scope)).collect()
}

fn entry(game: &str, chosen: &[(String, String)], scope: Scope) -> Result<Entry, Failure> {
    let usual = Loaded::new(game, chosen)?;
    let sets = readings(&usual.rules, chosen, scope, MOST_SETS).map_err(|number| {
        let title = &usual.rules.about.name;
        let message = format!("{title} has {number} sets of readings, more than {MOST_SETS}");
        Failure::wrong_use(message).help("settle some options with `--set`, or sweep `--readings each`")
    })?;
    Ok(Entry { usual, sets })
}

/// The rule files in a folder and in the folders in it, in the order of their paths.
fn files(folder: &str) -> Result<Vec<String>, Failure> {
    let (mut open, mut found) = (vec![PathBuf::from(folder)], Vec::new());
    while let Some(folder) = open.pop() {
        let unread = |error| Failure::wrong_use(format!("`{}` cannot be read: {error}", folder.display()));
        for entry in std::fs::read_dir(&folder).map_err(unread)? {
            let entry = entry.map_err(unread)?;
            let (path, kind) = (entry.path(), entry.file_type().map_err(unread)?);
            // a link to a folder could lead round in a circle
            if kind.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "mancala") && path.is_file() {
                found.push(path.to_string_lossy().into_owned());
            }
        }
    }
    found.sort_unstable();
    if found.is_empty() {
        let message = format!("there is no rule file in `{folder}`");
        return Err(Failure::wrong_use(message).help("the names of rule files end in `.mancala`"));
    }
    Ok(found)
}
