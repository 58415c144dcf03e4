//! Where a result comes from: what an output for programs says of the game, its readings, its rule file and the program.

use mancala_rules::rules::model::Rules;
use mancala_tools::proof::first_of_range;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::game::Loaded;

/// The version of this program.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What is needed to get a result again: the game, its readings, its rule file and the program. Commands that draw
/// random numbers say their seed beside it.
#[derive(Clone, Serialize)]
pub(super) struct Provenance {
    /// Title of the game; `None` where a record says it otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game: Option<String>,
    /// Name of the rule file.
    file: String,
    readings: Readings,
    fingerprint: String,
    version: &'static str,
}

/// A record, and where it comes from.
#[derive(Serialize)]
struct Told<R: Serialize> {
    #[serde(flatten)]
    record: R,
    seed: Option<u64>,
    #[serde(flatten)]
    provenance: Provenance,
}

/// The value in force of every option, in the order of the file.
#[derive(Clone)]
struct Readings(Vec<(String, String)>);

impl Serialize for Readings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl Provenance {
    pub(super) fn of(loaded: &Loaded) -> Self {
        Provenance {
            game: Some(loaded.rules.about.name.clone()),
            file: loaded.ruleset.source.name.clone(),
            readings: Readings(readings(&loaded.rules)),
            fingerprint: loaded.ruleset.source.fingerprint(),
            version: VERSION,
        }
    }

    /// A record with the seed of its random numbers, if it needs any, and where it comes from.
    pub(super) fn told<R: Serialize>(&self, record: R, seed: Option<u64>) -> impl Serialize {
        Told { record, seed, provenance: self.clone() }
    }

    /// The same for a record that names the game itself.
    pub(super) fn without_game(self) -> Self {
        Provenance { game: None, ..self }
    }

    /// Names and values, for a table: the readings one by one.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&'static str, &str, &str)> {
        let game = self.game.as_deref().unwrap_or("");
        let about = [
            ("provenance", "game", game),
            ("provenance", "file", self.file.as_str()),
            ("provenance", "fingerprint", self.fingerprint.as_str()),
            ("provenance", "version", self.version),
        ];
        about.into_iter().chain(self.readings.0.iter().map(|(name, value)| ("reading", name.as_str(), value.as_str())))
    }

    /// All readings in one text: `name=value; name=value`.
    pub(super) fn readings_in_a_line(&self) -> String {
        let each = self.readings.0.iter().map(|(name, value)| format!("{name}={value}"));
        each.collect::<Vec<_>>().join("; ")
    }

    /// The columns of a table of games: game, file, readings, fingerprint, version.
    pub(super) fn columns(&self) -> [String; 5] {
        [
            self.game.clone().unwrap_or_default(),
            self.file.clone(),
            self.readings_in_a_line(),
            self.fingerprint.clone(),
            self.version.to_owned(),
        ]
    }
}

/// Each option with the value in force.
pub(super) fn readings(rules: &Rules) -> Vec<(String, String)> {
    let in_force = |(name, value): (&String, &String)| (name.clone(), first_of_range(value).to_owned());
    rules.options.iter().flat_map(|option| option.names.iter().zip(&option.values).map(in_force)).collect()
}
