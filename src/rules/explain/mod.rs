//! Explains the rules of a game in plain English, one sentence for each statement of the file.

mod account;
mod board;
mod claims;
mod comparison;
mod conditions;
mod differences;
mod effects;
mod glossary;
mod grounds;
mod holes;
mod layout;
mod lists;
mod markdown;
mod matches;
mod moves;
mod named;
mod numbers;
mod options;
mod plain;
mod quantifiers;
mod runs;
mod sentence;
mod sentences;
mod simplify;
mod tracks;
mod voice;
mod words;

pub use self::account::{Account, Worked};
pub use self::comparison::Comparison;
pub use self::differences::{Difference, differences};
pub use self::layout::{Changed, FIRST_FITS, OPEN, as_except, brackets, readings, told};
pub use self::lists::rule_told;
pub use self::markdown::{Place, escaped};
pub use self::options::{Open, Reading, Settings};
pub use self::sentence::{Kind, Sentence, assumed, is_list};
pub use self::sentences::sentences;
