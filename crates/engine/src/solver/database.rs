//! The file format of databases: a title that identifies the game, and one record for each layer.
//!
//! A record has a head of 96 bytes, then the values in compressed blocks, see [`super::blocks`]. Numbers are
//! little-endian. The head:
//!
//! | bytes | content |
//! | --- | --- |
//! | 0..8 | `mancala2` |
//! | 8..40 | SHA-256 of the text of `database.json` |
//! | 40..44 | number of the layer |
//! | 44..48 | seeds in play |
//! | 48..52 | marked holes |
//! | 52 | value of endless play: 0 none, 1 given by the rules, 2 depends on the path, 3 not given |
//! | 53 | 1: no value of this layer or of one that it leads to depends on a convention about endless play; 0: not known |
//! | 54..56 | unused |
//! | 56..64 | number of positions |
//! | 64..72, 72..80, 80..88 | number of positions won; even; in endless play |
//! | 88..92 | CRC-32 of the values |
//! | 92..96 | CRC-32 of bytes 0..92 |

use hmac_sha256::Hash;
use mancala_rules::rules::model::Rules;
use serde::{Deserialize, Serialize};

use super::{Circling, Counts, Layer, Solved, Solver, Trust};

/// Length in bytes of the head of a record.
pub const HEAD_BYTES: usize = 96;

/// Name of the file with the title of a database.
pub const TITLE_FILE: &str = "database.json";

const MAGIC: &[u8; 8] = b"mancala2";

/// Version of the format.
const FORMAT: &str = "mancala values 2";

/// The title of a database: which game it is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Title {
    /// Version of the format.
    pub format: String,
    /// Name of the game.
    pub game: String,
    /// SHA-256 of the rule file.
    pub ruleset: String,
    /// The reading in force of each option.
    pub options: Vec<(String, String)>,
    /// Most seeds in play.
    pub most_seeds: usize,
    /// How far the results of random games were trusted.
    pub trust: Trust,
    /// Number of layers.
    pub layers: usize,
    /// Number of positions.
    pub positions: u64,
}

/// The reading in force of each option.
fn readings(rules: &Rules) -> Vec<(String, String)> {
    let options = rules.options.iter();
    options.flat_map(|option| option.names.iter().cloned().zip(option.values.iter().cloned())).collect()
}

/// Why bytes are not the expected record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The record belongs to another game or layer.
    #[error("{0}")]
    Foreign(String),
    /// The record belongs to a database with another title.
    #[error("it belongs to another database")]
    OtherTitle,
    /// The bytes are damaged.
    #[error("{0}")]
    Damaged(String),
}

impl Title {
    /// The title of a game and its layers. `ruleset` is the fingerprint of its rule file.
    pub fn new(solver: &Solver, rules: &Rules, ruleset: String) -> Title {
        Title {
            format: FORMAT.to_owned(),
            game: rules.about.name.clone(),
            ruleset,
            options: readings(rules),
            most_seeds: solver.most_seeds(),
            trust: solver.trust(),
            layers: solver.layers().len(),
            positions: solver.layers().iter().map(|layer| layer.positions).sum(),
        }
    }

    /// Writes the title as JSON.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Parses the text of a title.
    ///
    /// # Errors
    ///
    /// The text is not a title of this format.
    pub fn read(text: &str) -> Result<Title, Damage> {
        let title: Title = serde_json::from_str(text)
            .map_err(|error| Damage::Damaged(format!("it does not name its game: {error}")))?;
        if title.format != FORMAT {
            return Err(Damage::Foreign(format!("its format is `{}` instead of `{FORMAT}`", title.format)));
        }
        Ok(title)
    }

    /// Whether the game has the same readings in force.
    pub fn has_readings_of(&self, rules: &Rules) -> bool {
        self.options == readings(rules)
    }

    /// Checks that both titles describe the same positions.
    ///
    /// # Errors
    ///
    /// They differ; the error says how.
    pub fn same(&self, wanted: &Title) -> Result<(), Damage> {
        let differ = |what: &str, is: &str, wanted: &str| {
            Err(Damage::Foreign(format!("its {what} is {is} instead of {wanted}")))
        };
        if self.game != wanted.game {
            return differ("game", &self.game, &wanted.game);
        }
        if self.ruleset != wanted.ruleset {
            let message = "it was made from another text of the rule file (its fingerprint differs)";
            return Err(Damage::Foreign(message.to_owned()));
        }
        for (own, other) in self.options.iter().zip(&wanted.options) {
            if own != other {
                return differ("reading", &format!("{}={}", own.0, own.1), &format!("{}={}", other.0, other.1));
            }
        }
        if self.most_seeds != wanted.most_seeds {
            return differ("number of seeds", &self.most_seeds.to_string(), &wanted.most_seeds.to_string());
        }
        if self != wanted {
            return Err(Damage::Foreign("it numbers positions in another way".to_owned()));
        }
        Ok(())
    }

    fn digest(&self) -> [u8; 32] {
        Hash::hash(self.text().as_bytes())
    }

    /// Name of the file of a layer.
    pub fn file(&self, layer: usize) -> String {
        format!("layer-{layer:05}.values")
    }

    /// The head of a layer's record. `sum` is the checksum of the values.
    pub fn head(&self, number: usize, layer: &Layer, solved: &Solved, sum: u32) -> [u8; HEAD_BYTES] {
        let mut head = [0; HEAD_BYTES];
        let mut put = |at: usize, bytes: &[u8]| {
            if let Some(place) = head.get_mut(at..at + bytes.len()) {
                place.copy_from_slice(bytes);
            }
        };
        put(0, MAGIC);
        put(8, &self.digest());
        put(40, &(number as u32).to_le_bytes());
        put(44, &(layer.seeds as u32).to_le_bytes());
        put(48, &layer.marked.to_le_bytes());
        put(52, &[solved.circling as u8, u8::from(solved.settled)]);
        put(56, &layer.positions.to_le_bytes());
        put(64, &solved.counts.won.to_le_bytes());
        put(72, &solved.counts.even.to_le_bytes());
        put(80, &solved.counts.cyclic.to_le_bytes());
        put(88, &sum.to_le_bytes());
        let own = crc32fast::hash(&head[..HEAD_BYTES - 4]);
        head[HEAD_BYTES - 4..].copy_from_slice(&own.to_le_bytes());
        head
    }

    /// Reads the head of a layer's record: a layer without its values, and their checksum.
    ///
    /// # Errors
    ///
    /// The record is damaged, or belongs to another game or layer.
    pub fn read_head(&self, number: usize, layer: &Layer, head: &[u8]) -> Result<(Solved, u32), Damage> {
        let damaged = |what: &str| Damage::Damaged(what.to_owned());
        let word = |at: usize| head.get(at..at + 4).and_then(|bytes| Some(u32::from_le_bytes(bytes.try_into().ok()?)));
        let long = |at: usize| head.get(at..at + 8).and_then(|bytes| Some(u64::from_le_bytes(bytes.try_into().ok()?)));
        let Some(own) = word(HEAD_BYTES - 4).filter(|_| head.len() == HEAD_BYTES) else {
            return Err(damaged("it is too short"));
        };
        if head.get(..8) != Some(MAGIC) {
            return Err(Damage::Foreign("it is not a file of values".to_owned()));
        }
        if crc32fast::hash(&head[..HEAD_BYTES - 4]) != own {
            return Err(damaged("its head has changed since it was written (checksum)"));
        }
        if head.get(8..40) != Some(&self.digest()) {
            return Err(Damage::OtherTitle);
        }
        if word(40) != Some(number as u32) || long(56) != Some(layer.positions) {
            return Err(Damage::Foreign("it belongs to another layer".to_owned()));
        }
        let counts =
            |won: u64, even: u64, cyclic: u64| Some((won, even, layer.positions.checked_sub(won + even)?, cyclic));
        let counts = long(64).zip(long(72)).zip(long(80)).and_then(|((won, even), cyclic)| counts(won, even, cyclic));
        let Some((won, even, lost, cyclic)) = counts else { return Err(damaged("its counts are impossible")) };
        let circling = match head.get(52) {
            Some(1) => Circling::Told,
            Some(2) => Circling::ByPath,
            Some(3) => Circling::Untold,
            _ => Circling::Never,
        };
        let settled = head.get(53) == Some(&1);
        let (values, counts) = (Vec::new(), Counts { won, even, lost, cyclic });
        let solved = Solved { values, counts, circling, settled, passes: 0, listed: 0, exchanged: 0 };
        Ok((solved, word(88).unwrap_or(0)))
    }
}

/// CRC-32 of values that come piece by piece.
#[derive(Clone, Debug, Default)]
pub struct Checksum {
    hasher: crc32fast::Hasher,
    bytes: Vec<u8>,
}

impl Checksum {
    /// Adds values.
    pub fn add(&mut self, values: &[i8]) {
        for piece in values.chunks(PIECE) {
            self.bytes.clear();
            self.bytes.extend(piece.iter().map(|value| *value as u8));
            self.hasher.update(&self.bytes);
        }
    }

    /// The checksum of all values.
    pub fn of_all(self) -> u32 {
        self.hasher.finalize()
    }
}

/// Number of values converted to bytes at a time.
const PIECE: usize = 1 << 16;

/// CRC-32 of values.
pub fn checksum(values: &[i8]) -> u32 {
    let mut sum = Checksum::default();
    sum.add(values);
    sum.of_all()
}

/// Checksum of all values: the CRC-32 of the checksums of all layers in order.
pub fn checksum_of_all(layers: &[u32]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    layers.iter().for_each(|sum| hasher.update(&sum.to_le_bytes()));
    hasher.finalize()
}
