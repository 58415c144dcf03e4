//! Statistics of many games.

use mancala_engine::engine::{Engine, Tally};
use mancala_engine::tables::List;
use mancala_rules::notation::player_name;
use mancala_rules::rules::model::{Outcome, Rules};
use mancala_rules::source::{Line, Span};
use mancala_tools::drivers::measure::Sample;
use serde::Serialize;

use super::{
    INTERVALS, MeanRecord, Row, Run, ShareRecord, SpreadRecord, Statistics, counted_line, line_column, means,
    print_endings, print_means, print_results, print_spreads, provenance_rows, share,
};
use crate::cli::Failure;
use crate::cli::game::Loaded;
use crate::cli::output::Output;
use crate::cli::provenance::Provenance;

/// Statistics of many games.
#[derive(Serialize)]
pub(in crate::cli) struct Games {
    games: u64,
    /// Games in which legal moves and the rules that apply were counted.
    examined: u64,
    #[serde(flatten)]
    run: Run,
    /// Games that each player won alone.
    wins: Vec<u64>,
    /// Games that several won together.
    draws: u64,
    /// Games stopped before their end.
    stopped: u64,
    passes: u64,
    /// Plies of a game; `None` if no game was played.
    length: Option<SpreadRecord>,
    /// Number of legal moves of the player to move; `None` if nobody moved.
    branching: Option<Branching>,
    /// Mean score of each player at the end; `None` if the game has no scores or no game ended.
    scores: Option<Vec<f64>>,
    endings: Vec<Ending>,
    rules: Vec<RuleCount>,
    /// The share of all games that each player won alone; `None` if no game was played.
    win_shares: Option<Vec<ShareRecord>>,
    draw_share: Option<ShareRecord>,
    /// The score of each player at the end, as `scores`.
    score_spreads: Option<Vec<MeanRecord>>,
    #[serde(flatten)]
    provenance: Provenance,
}

#[derive(Serialize)]
struct Branching {
    mean: f64,
    max: u64,
    /// The standard deviation.
    deviation: f64,
}

/// The number of games that a rule ended.
#[derive(Serialize)]
struct Ending {
    list: String,
    #[serde(flatten, serialize_with = "Line::or_null")]
    line: Option<Line>,
    reason: String,
    games: u64,
}

/// The number of times that a rule applied.
#[derive(Serialize)]
struct RuleCount {
    list: String,
    #[serde(flatten)]
    line: Line,
    /// `None` if it always applies.
    condition: Option<String>,
    count: u64,
    /// Whether it makes a move illegal, so that it applies in no move that is played.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    forbids: bool,
    /// Of a rule that makes a move illegal: the number of moves that it barred.
    #[serde(skip_serializing_if = "Option::is_none")]
    barred: Option<u64>,
}

impl Games {
    pub(in crate::cli) fn new(loaded: &Loaded, engine: &Engine<&Rules>, run: Run, tally: &Tally) -> Self {
        let rules = &loaded.rules;
        let line = |start: usize| loaded.ruleset.source.line(start);
        let ended = tally.games - tally.stopped;
        let scored = rules.score.value.is_some();
        let mut endings: Vec<Ending> = tally
            .endings
            .iter()
            .map(|(number, games)| match number.and_then(|number| engine.rule(usize::from(number))) {
                Some(rule) => Ending {
                    list: list_name(rules, rule.list),
                    line: Some(line(rule.span.start)),
                    reason: rule.said.clone(),
                    games: *games,
                },
                None => Ending {
                    list: "sowing".to_owned(),
                    line: rules.endless.as_ref().map(|endless| line(endless.span.start)),
                    reason: "endless".to_owned(),
                    games: *games,
                },
            })
            .collect();
        endings.sort_by(|one, two| two.games.cmp(&one.games).then_with(|| one.line.cmp(&two.line)));
        let counts = (0..engine.rules_in_all()).filter_map(|number| {
            let rule = engine.rule(number)?;
            let forbids = forbids(rules, rule.span);
            Some(RuleCount {
                list: list_name(rules, rule.list),
                line: line(rule.span.start),
                condition: (!rule.said.is_empty()).then(|| rule.said.clone()),
                count: tally.applied.get(number).copied().unwrap_or(0),
                forbids,
                barred: forbids.then(|| tally.tried.get(number).copied().unwrap_or(0)),
            })
        });
        Games {
            games: tally.games,
            examined: tally.examined,
            run,
            wins: tally.won.clone(),
            draws: tally.shared,
            stopped: tally.stopped,
            passes: tally.passes,
            length: SpreadRecord::of(&tally.lengths),
            branching: Sample::of_sums(tally.choices, tally.moves.into(), tally.moves_squared.into())
                .map(|moves| Branching { mean: moves.mean, max: tally.most_moves, deviation: moves.deviation }),
            scores: (scored && ended > 0).then(|| means(&tally.scores, ended)),
            endings,
            rules: counts.collect(),
            win_shares: ShareRecord::each(&tally.won, tally.games),
            draw_share: ShareRecord::of(tally.shared, tally.games),
            score_spreads: if scored { MeanRecord::each(&tally.by_score) } else { None },
            provenance: Provenance::of(loaded),
        }
    }

    fn tell_rules(&self, out: &mut Output) -> Result<(), Failure> {
        let width = out.width();
        out.line("")?;
        let heading = match self.examined {
            examined if examined < self.games => format!("How often each rule applied, in {examined} of the games"),
            _ => "How often each rule applied".to_owned(),
        };
        out.line(out.bold(&heading))?;
        let column = line_column(self.rules.iter().map(|rule| &rule.line));
        let counted =
            |count: &str, share: &str, line: &str, said: &str| counted_line([count, share, line], said, column, width);
        out.line(counted("times", "share", "line", "the rule"))?;
        for list in self.rules.chunk_by(|one, next| one.list == next.list) {
            let Some(first) = list.first() else { continue };
            let sum = list.iter().map(|rule| rule.count).sum();
            out.line(&first.list)?;
            for rule in list {
                let said = match rule.condition.as_deref() {
                    None => "always".to_owned(),
                    Some("otherwise") => "otherwise".to_owned(),
                    Some(condition) => format!("when {condition}"),
                };
                let line = rule.line.to_string();
                out.line(match rule.count {
                    0 if rule.forbids => counted(&rule.barred.unwrap_or(0).to_string(), "barred", &line, &said),
                    0 => out.bad(&counted("never", "", &line, &said)),
                    count => counted(&count.to_string(), &share(count, sum), &line, &said),
                })?;
            }
        }
        let never = self.rules.iter().filter(|rule| rule.count == 0 && !rule.forbids).count();
        let text = match never {
            0 => return Ok(()),
            1 => "1 rule never applied".to_owned(),
            _ => format!("{never} rules never applied"),
        };
        out.line(out.bad(&text))
    }
}

impl Statistics for Games {
    fn print(&self, out: &mut Output) -> Result<(), Failure> {
        self.run.print(self.games, "games", out)?;
        if self.games == 0 {
            return Ok(());
        }
        let drawn = if self.wins.len() > 2 { "shared" } else { "drawn" };
        let mut others = vec![(drawn, self.draws)];
        if self.stopped > 0 {
            others.push(("stopped", self.stopped));
        }
        print_results(&self.wins, &others, out)?;
        let mut spreads: Vec<_> = self.length.iter().map(|length| ("plies", length.cells())).collect();
        if let Some(Branching { mean, max, deviation }) = &self.branching {
            let [mean, deviation] = [mean, deviation].map(|number| format!("{number:.2}"));
            spreads.push(("legal moves", ["".into(), "".into(), mean, max.to_string(), deviation, "".into()]));
        }
        print_spreads(&spreads, out)?;
        out.line(INTERVALS)?;
        if self.branching.is_some() && self.examined < self.games {
            out.line(format!("legal moves         counted in {} of the games", self.examined))?;
        }
        out.line("")?;
        if let Some(scores) = &self.scores {
            let deviations = self.score_spreads.as_ref();
            let deviations: Option<Vec<f64>> = deviations.map(|all| all.iter().map(|one| one.deviation).collect());
            print_means("mean scores", scores, deviations.as_deref(), out)?;
        }
        out.line(format!("passes              {}, {} of all plies", self.passes, share(self.passes, self.run.plies)))?;
        let endings = self.endings.iter().map(|ending| (ending.games, ending.line.as_ref(), ending.reason.as_str()));
        print_endings("How games ended", "games", endings, out)?;
        self.tell_rules(out)
    }

    fn rows(&self) -> Vec<Row<'_>> {
        let mut rows =
            vec![Row::count("total", "games", self.games), Row::count("total", "games examined", self.examined)];
        rows.extend(self.run.rows());
        rows.push(Row::count("total", "passes", self.passes));
        rows.extend(Row::counts("wins", &self.wins));
        rows.push(Row::count("result", "draws", self.draws));
        rows.push(Row::count("result", "stopped", self.stopped));
        rows.extend(self.scores.iter().flat_map(|scores| Row::measures("mean score", scores)));
        rows.extend(self.length.iter().flat_map(|length| length.rows("length")));
        if let Some(Branching { mean, max, deviation }) = self.branching {
            rows.push(Row::measure("branching", "mean", mean));
            rows.push(Row::count("branching", "max", max));
            rows.push(Row::measure("branching", "deviation", deviation));
        }
        rows.extend(
            self.endings.iter().map(|ending| {
                Row::count("ending", &ending.reason, ending.games).at(&ending.list, ending.line.as_ref())
            }),
        );
        rows.extend(self.rules.iter().map(|rule| {
            let condition = rule.condition.as_deref().unwrap_or("always");
            let kind = if rule.forbids { "rule that forbids" } else { "rule" };
            Row::count(kind, condition, rule.count).at(&rule.list, Some(&rule.line))
        }));
        rows.extend(self.rules.iter().filter_map(|rule| {
            let condition = rule.condition.as_deref().unwrap_or("always");
            Some(Row::count("barred", condition, rule.barred?).at(&rule.list, Some(&rule.line)))
        }));
        rows.extend(self.win_shares.iter().flat_map(|shares| ShareRecord::rows("win share", shares)));
        rows.extend(self.draw_share.map(|share| share.row("draw share", "draws")));
        if let Some(spreads) = &self.score_spreads {
            for (player, spread) in spreads.iter().enumerate() {
                let name = player_name(spreads.len(), player);
                rows.push(spread.row("score", name.clone()));
                rows.push(Row::measure("score deviation", name, spread.deviation));
            }
        }
        rows.extend(provenance_rows(&self.provenance, &self.run));
        rows
    }
}

/// Whether the rule of a place makes a move illegal.
pub(in crate::cli) fn forbids(rules: &Rules, place: Span) -> bool {
    let begins = rules.moves.iter().map(|section| &section.begin);
    let lists = begins.chain([&rules.each_seed, &rules.last_seed, &rules.after_turn, &rules.before_turn]);
    lists.flatten().any(|rule| rule.span == place && rule.value.outcome == Some(Outcome::Illegal))
}

/// The name that the file gives to the list of a rule.
pub(in crate::cli) fn list_name(rules: &Rules, list: List) -> String {
    match list {
        List::Begin(section) => match rules.moves.get(section).and_then(|section| section.name.as_ref()) {
            Some(name) => format!("begin of move {name}"),
            None => "begin of move".to_owned(),
        },
        List::EachSeed => "each seed".to_owned(),
        List::LastSeed => "last seed".to_owned(),
        List::AfterTurn => "after turn".to_owned(),
        List::BeforeTurn => "before turn".to_owned(),
    }
}
