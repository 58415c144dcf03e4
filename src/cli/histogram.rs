//! Pictures of how long games were, and how they were scored.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use mancala_rules::notation::player_name;
use mancala_tools::drivers::measure::Sample;
use mancala_tools::picture::histogram::{Counted, histograms};
use mancala_tools::proof::not_default;

use super::Failure;
use super::game::Loaded;
use super::output::Output;
use super::provenance::VERSION;

/// What was counted in games or matches.
pub(super) struct Histograms<'a> {
    pub(super) loaded: &'a Loaded,
    /// How many games or matches were played and how: `10000 games at random, seed 0`.
    pub(super) how: String,
    /// What the first histogram shows: `plies of a game` or `rounds of a match`.
    pub(super) what: &'static str,
    pub(super) lengths: &'a BTreeMap<u64, u64>,
    /// For each player, how often he had which score; empty where nothing is scored.
    pub(super) scores: &'a [BTreeMap<i64, u64>],
}

/// What numbers show, in a line.
fn told(what: &str, counts: &BTreeMap<i64, u64>) -> String {
    let range = counts.keys().next().zip(counts.keys().next_back());
    match (Sample::of(counts), range) {
        (Some(sample), Some((least, most))) => {
            let Sample { mean, deviation, .. } = sample;
            format!("{what}: {least} to {most}, mean {mean:.2}, standard deviation {deviation:.2}")
        }
        _ => format!("{what}: no game"),
    }
}

impl Histograms<'_> {
    /// Draws them into a file; `-` prints the picture.
    pub(super) fn draw(&self, file: &Path, out: &mut Output) -> Result<(), Failure> {
        let text = self.text();
        if file.as_os_str() == "-" {
            return out.print(text);
        }
        fs::write(file, text).map_err(|error| Failure::unwritten(file, &error))
    }

    fn text(&self) -> String {
        let (rules, source) = (&self.loaded.rules, &self.loaded.ruleset.source);
        let lengths: BTreeMap<i64, u64> =
            self.lengths.iter().map(|(length, games)| (i64::try_from(*length).unwrap_or(i64::MAX), *games)).collect();
        let counted = |what: String, counts| Counted {
            told: told(&what, counts),
            mean: Sample::of(counts).map(|sample| sample.mean),
            what,
            counts,
        };
        let mut all = vec![counted(self.what.to_owned(), &lengths)];
        let players = self.scores.len();
        all.extend(
            self.scores
                .iter()
                .enumerate()
                .map(|(player, counts)| counted(format!("final score of {}", player_name(players, player)), counts)),
        );
        let readings = not_default(rules);
        let mut notes = vec![self.how.clone()];
        if !readings.is_empty() {
            notes.push(readings.join(", "));
        }
        notes.push(format!("{}, SHA-256 {:.12}.., mancala {VERSION}", source.name, source.fingerprint()));
        histograms(&rules.about.name, &all, &notes)
    }
}
