//! What is proved of a file and what is not, as records.

use mancala_rules::problem::Problem;
use mancala_rules::source::{Line, Source};
use serde::Serialize;

use crate::proof::{Known, Reason, Unproved, Verdict};

/// A remark on a place of a file without problems.
#[derive(Serialize)]
pub struct FileRemarkRecord<'a> {
    remark: &'a str,
    file: &'a str,
    line: usize,
    help: Option<&'a str>,
}

impl<'a> FileRemarkRecord<'a> {
    /// The record of a remark.
    pub fn new(remark: &'a Problem, source: &'a Source) -> Self {
        let line = source.line(remark.span().start).line;
        FileRemarkRecord { remark: &remark.message, file: &source.name, line, help: remark.help.as_deref() }
    }
}

/// A remark on the random games of a file without problems.
#[derive(Serialize)]
pub struct RemarkRecord<'a> {
    /// In words.
    pub remark: &'a str,
    /// Name of the file.
    pub file: &'a str,
    /// Random games that were played.
    pub games: u64,
    /// Those that only repetition ended.
    pub ended_by_repetition: u64,
    /// Those that were cut off.
    pub cut: u64,
}

/// A part of the proof of a file that is open.
#[derive(Serialize)]
pub struct UnprovedRecord<'a> {
    unproved: &'static str,
    file: &'a str,
    #[serde(flatten, serialize_with = "Line::or_null")]
    line: Option<Line>,
    /// The number of readings that were looked at, and of all, if not all were.
    looked_at: Option<usize>,
    readings: Option<usize>,
    why: &'static str,
}

impl<'a> UnprovedRecord<'a> {
    /// The record of one.
    pub fn new(unproved: &Unproved, source: &'a Source) -> Self {
        UnprovedRecord {
            unproved: unproved.part.text(),
            file: &source.name,
            line: unproved.from.map(|span| source.line(span.start)),
            looked_at: unproved.readings.map(|(done, _)| done),
            readings: unproved.readings.map(|(_, all)| all),
            why: unproved.why.text(),
        }
    }
}

/// The verdict on a claim.
#[derive(Serialize)]
pub struct ClaimRecord<'a> {
    claim: &'a str,
    file: &'a str,
    #[serde(flatten)]
    line: Line,
    known: &'static str,
    readings: usize,
    proved: usize,
    by: Vec<&'static str>,
    positions: u64,
}

impl<'a> ClaimRecord<'a> {
    /// The record of one.
    pub fn new(claim: &'a Known, source: &'a Source) -> Self {
        let by = |reason: &Reason| match reason {
            Reason::Number(_) => "number of seeds",
            Reason::Kept(_) | Reason::Step(..) => "counting captures",
            Reason::All(_) => "all positions",
        };
        let looked_at = |reason: &Reason| match reason {
            Reason::All(positions) => *positions,
            _ => 0,
        };
        let (known, proved, by, positions) = match &claim.verdict {
            Verdict::Proved(reasons) => {
                let mut ways: Vec<&str> = reasons.iter().map(by).collect();
                ways.dedup();
                ("proved", claim.readings, ways, reasons.iter().map(looked_at).sum())
            }
            Verdict::NotFound { positions, proved } => ("not found", *proved, Vec::new(), *positions),
            Verdict::Refuted(_) => ("refuted", 0, Vec::new(), 0),
        };
        let line = source.line(claim.span.start);
        let readings = claim.readings;
        ClaimRecord { claim: &claim.title, file: &source.name, line, known, readings, proved, by, positions }
    }
}
