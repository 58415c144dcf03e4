//! What a proof leaves open.

use std::time::Duration;

use mancala_rules::source::Span;

/// How long a file is proved, unless another time is given. No shipped file needs a tenth of it; unoptimised builds get
/// many times more.
pub const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 300 } else { 30 });

/// A part of a proof that is not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unproved {
    /// What is not proved.
    pub part: Part,
    /// The first rule that was not looked at in full, if one is known.
    pub from: Option<Span>,
    /// The number of readings that were looked at in full, and of all to look at, if not all were.
    pub readings: Option<(usize, usize)>,
    /// Why.
    pub why: Why,
}

/// What a proof consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Whether the lists decide under all readings.
    Readings,
    /// Whether every rule can apply, and every list decides.
    Lists,
    /// Whether games run in circles.
    Circles,
    /// The claims of the file.
    Claims,
    /// The examples of the file.
    Examples,
}

/// Why a part is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// There are too many classes of numbers.
    Numbers,
    /// A search reached its limit on situations.
    Situations,
    /// The examples reached their own limit on time.
    Examples,
    /// The time was over, or somebody stopped it.
    Time,
}

impl Unproved {
    /// A part for which the time was over.
    pub fn late(part: Part) -> Self {
        Unproved { part, from: None, readings: None, why: Why::Time }
    }
}

impl Part {
    /// What is not proved, in words.
    pub fn text(self) -> &'static str {
        match self {
            Part::Readings => "that the lists decide every situation",
            Part::Lists => "that every rule can apply and that no rule lacks an answer",
            Part::Circles => "that no game runs in circles",
            Part::Claims => "the claims that were not found to be wrong",
            Part::Examples => "the examples that were not played",
        }
    }
}

impl Why {
    /// The reason, in words.
    pub fn text(self) -> &'static str {
        match self {
            Why::Numbers => "it distinguishes too many numbers of seeds",
            Why::Situations => "a search stopped after 20,000 situations",
            Why::Examples => "its examples take too long to play",
            Why::Time => "the time was over",
        }
    }
}
