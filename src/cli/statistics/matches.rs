//! Statistics of many matches.

use mancala_rules::source::Line;
use mancala_tools::drivers::simulate::MatchTally;
use serde::Serialize;

use super::{
    INTERVALS, Row, Run, ShareRecord, SpreadRecord, Statistics, means, print_endings, print_means, print_results,
    print_spreads, provenance_rows, share,
};
use crate::cli::Failure;
use crate::cli::game::Loaded;
use crate::cli::output::Output;
use crate::cli::provenance::Provenance;

/// Statistics of many matches.
#[derive(Serialize)]
pub(in crate::cli) struct Matches {
    matches: u64,
    #[serde(flatten)]
    run: Run,
    /// Matches that each player won alone.
    wins: Vec<u64>,
    /// Matches that several won together.
    shared: u64,
    /// Matches that were cut, so that nobody won them.
    cut: u64,
    passes: u64,
    /// Choices of lay-outs while the board was refilled.
    lay_outs: u64,
    /// Rounds of a match; `None` if no match was played.
    rounds: Option<SpreadRecord>,
    /// Mean points of each player; `None` if no match was played.
    points: Option<Vec<f64>>,
    /// Mean number of seeds that each player owned at the end; `None` if no match was played.
    owned: Option<Vec<f64>>,
    /// Mean number of seeds that left a match, since nobody won them; `None` if no match was played.
    gone: Option<f64>,
    endings: Vec<MatchEnding>,
    round_endings: Vec<RoundEnding>,
    /// The share of all matches that each player won alone; `None` if no match was played.
    win_shares: Option<Vec<ShareRecord>>,
    shared_share: Option<ShareRecord>,
    #[serde(flatten)]
    provenance: Provenance,
}

/// The number of matches that ended for a reason.
#[derive(Serialize)]
struct MatchEnding {
    /// `None` if the match was cut.
    #[serde(flatten, serialize_with = "Line::or_null")]
    line: Option<Line>,
    reason: String,
    matches: u64,
}

/// The number of rounds that a rule ended.
#[derive(Serialize)]
struct RoundEnding {
    #[serde(flatten)]
    line: Line,
    reason: String,
    rounds: u64,
}

impl Matches {
    pub(in crate::cli) fn new(loaded: &Loaded, run: Run, tally: &MatchTally) -> Self {
        let source = &loaded.ruleset.source;
        let after_refilling = loaded.rules.contest.iter().flat_map(|contest| &contest.after_refilling);
        let line = |reason: &str| {
            let rule = after_refilling.clone().find(|rule| rule.said == reason)?;
            Some(source.line(rule.span.start))
        };
        let ending = |(reason, matches): (&String, &u64)| MatchEnding {
            line: line(reason),
            reason: reason.clone(),
            matches: *matches,
        };
        let mut endings: Vec<MatchEnding> = tally.endings.iter().map(ending).collect();
        endings.sort_by(|one, two| two.matches.cmp(&one.matches).then_with(|| one.line.cmp(&two.line)));
        let round_endings = tally.round_endings.iter().map(|((span, reason), rounds)| RoundEnding {
            line: source.line(span.start),
            reason: reason.clone(),
            rounds: *rounds,
        });
        let mut round_endings: Vec<RoundEnding> = round_endings.collect();
        round_endings.sort_by(|one, two| two.rounds.cmp(&one.rounds).then_with(|| one.line.cmp(&two.line)));
        let played = tally.matches > 0;
        Matches {
            matches: tally.matches,
            run,
            wins: tally.won.clone(),
            shared: tally.shared,
            cut: tally.cut,
            passes: tally.passes,
            lay_outs: tally.lay_outs,
            rounds: SpreadRecord::of(&tally.rounds),
            points: played.then(|| means(&tally.points, tally.matches)),
            owned: played.then(|| means(&tally.owned, tally.matches)),
            gone: means(&[tally.gone], tally.matches).pop().filter(|_| played),
            endings,
            round_endings,
            win_shares: ShareRecord::each(&tally.won, tally.matches),
            shared_share: ShareRecord::of(tally.shared, tally.matches),
            provenance: Provenance::of(loaded),
        }
    }
}

impl Statistics for Matches {
    fn print(&self, out: &mut Output) -> Result<(), Failure> {
        self.run.print(self.matches, "matches", out)?;
        if self.matches == 0 {
            return Ok(());
        }
        print_results(&self.wins, &[("shared", self.shared), ("cut, nobody won", self.cut)], out)?;
        let spreads: Vec<_> = self.rounds.iter().map(|rounds| ("rounds", rounds.cells())).collect();
        print_spreads(&spreads, out)?;
        out.line(INTERVALS)?;
        out.line("")?;
        if let Some(owned) = &self.owned {
            print_means("owned, mean", owned, None, out)?;
        }
        if let Some(gone) = self.gone.filter(|gone| *gone > 0.0) {
            out.line(format!("left the match      {gone:.2} seeds on average, since nobody won them"))?;
        }
        if let Some(points) = self.points.as_ref().filter(|points| points.iter().any(|points| *points != 0.0)) {
            print_means("points, mean", points, None, out)?;
        }
        out.line(format!("passes              {}, {} of all plies", self.passes, share(self.passes, self.run.plies)))?;
        if self.lay_outs > 0 {
            out.line(format!("chosen lay-outs     {} choices", self.lay_outs))?;
        }
        let endings = self.endings.iter().map(|ending| (ending.matches, ending.line.as_ref(), ending.reason.as_str()));
        print_endings("How matches ended", "matches", endings, out)?;
        let endings =
            self.round_endings.iter().map(|ending| (ending.rounds, Some(&ending.line), ending.reason.as_str()));
        print_endings("How rounds ended", "rounds", endings, out)
    }

    fn rows(&self) -> Vec<Row<'_>> {
        let mut rows = vec![Row::count("total", "matches", self.matches)];
        rows.extend(self.run.rows());
        rows.push(Row::count("total", "passes", self.passes));
        rows.push(Row::count("total", "lay-outs", self.lay_outs));
        rows.extend(Row::counts("wins", &self.wins));
        rows.push(Row::count("result", "shared", self.shared));
        rows.push(Row::count("result", "cut", self.cut));
        rows.extend(self.points.iter().flat_map(|points| Row::measures("mean points", points)));
        rows.extend(self.owned.iter().flat_map(|owned| Row::measures("mean owned", owned)));
        rows.extend(self.gone.map(|gone| Row::measure("mean gone", "seeds", gone)));
        rows.extend(self.rounds.iter().flat_map(|rounds| rounds.rows("rounds")));
        rows.extend(
            self.endings
                .iter()
                .map(|ending| Row::count("ending", &ending.reason, ending.matches).at("", ending.line.as_ref())),
        );
        rows.extend(
            self.round_endings
                .iter()
                .map(|ending| Row::count("round ending", &ending.reason, ending.rounds).at("", Some(&ending.line))),
        );
        rows.extend(self.win_shares.iter().flat_map(|shares| ShareRecord::rows("win share", shares)));
        rows.extend(self.shared_share.map(|share| share.row("draw share", "shared")));
        rows.extend(provenance_rows(&self.provenance, &self.run));
        rows
    }
}
