//! What the package for Python takes of the program.

use std::ffi::OsString;
use std::sync::Arc;

use mancala_rules::rules::model::Rules;
use mancala_rules::ruleset::Ruleset;

use super::Failure;
pub use super::folder::Folder;
use super::game::Loaded;

/// Loads a game by what a user calls it: the name of a ruleset, another name of a game, or the path of a rule file.
/// `settings` are names and values of readings.
///
/// # Errors
///
/// There is no such game or reading, or its file has problems.
pub fn load(game: &str, settings: &[(String, String)]) -> Result<(Ruleset, Arc<Rules>), Failure> {
    let Loaded { ruleset, rules, .. } = Loaded::new(game, settings)?;
    Ok((ruleset, rules))
}

/// Runs the program with its arguments, the first of which is its name, and reports what goes wrong. Returns its exit code.
pub fn exit_code(arguments: Vec<OsString>) -> u8 {
    super::run(arguments.into_iter()).map_or_else(|failure| failure.report(), |()| 0)
}
