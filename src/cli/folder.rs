//! Databases of exact values in a folder, found by the games that they are of.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use mancala_engine::solver::Book;
use mancala_engine::solver::database::Title;
use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;
use mancala_tools::questions::Databases;

use super::Failure;
use super::database::{Database, title_in};
use super::game::Loaded;

/// A folder with databases. One that is made while the page is served is found, too.
pub struct Folder {
    folder: PathBuf,
    /// The databases that were read, with their titles. Each is read once.
    read: Mutex<HashMap<PathBuf, (Title, Arc<Book>)>>,
}

impl Folder {
    /// A folder that can be read.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn open(folder: &Path) -> Result<Folder, Failure> {
        fs::read_dir(folder).map_err(|error| {
            Failure::wrong_use(format!("the folder `{}` cannot be read: {error}", folder.display()))
        })?;
        Ok(Folder { folder: folder.to_owned(), read: Mutex::default() })
    }

    /// The folders of the databases of a game, those with most positions first.
    fn candidates(&self, ruleset: &Ruleset, rules: &Rules) -> Result<Vec<(PathBuf, Title)>, String> {
        let inside = fs::read_dir(&self.folder).map_err(|error| format!("{}: {error}", self.folder.display()))?;
        let mut folders: Vec<PathBuf> =
            inside.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
        folders.push(self.folder.clone());
        let fingerprint = ruleset.source.fingerprint();
        let mut found = Vec::new();
        for folder in folders {
            // a title that cannot be read may be of any game
            if let Ok(Some(title)) = title_in(&folder)
                && title.ruleset == fingerprint
                && title.has_readings_of(rules)
            {
                found.push((folder, title));
            }
        }
        found.sort_by_key(|(_, title)| std::cmp::Reverse(title.positions));
        Ok(found)
    }
}

impl Databases for Folder {
    fn book(&self, ruleset: &Ruleset, rules: &Arc<Rules>) -> Result<Option<Arc<Book>>, String> {
        let Some((folder, title)) = self.candidates(ruleset, rules)?.into_iter().next() else { return Ok(None) };
        // others wait, so that none is read twice
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, book)) = read.get(&folder).filter(|(known, _)| *known == title) {
            return Ok(Some(book.clone()));
        }
        // the rules that are asked about were read already
        let loaded = Loaded { ruleset: ruleset.clone(), rules: rules.clone(), proved: true };
        let book = Database::look_up(&folder, &loaded).map_err(|failure| failure.text())?;
        let book = Arc::new(book);
        read.insert(folder, (title, book.clone()));
        Ok(Some(book))
    }
}
