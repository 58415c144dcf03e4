//! The findings of `check --play` and `check --exhaust`, as text and as JSON.

use mancala_engine::draw::draw;
use mancala_engine::position_text;
use mancala_engine::tables::RuleText;
use mancala_rules::notation::player_name;
use mancala_rules::source::Line;
use mancala_tools::drivers::findings::{Endless, Exhausted, Played, QUIET, Shown};
use mancala_tools::drivers::measure::{Interval, Share};
use mancala_tools::proof::{Refutation, not_default};
use serde::Serialize;
use textwrap::{Options, WordSplitter, wrap};

use super::Failure;
use super::game::Loaded;
use super::output::Output;
use super::statistics::list_name;

/// Width of the label in front of a finding.
const LABEL: usize = 15;

/// Prints findings of one file.
pub(super) struct Printer<'l> {
    pub(super) loaded: &'l Loaded,
}

impl Printer<'_> {
    /// Prints the game and its readings, as a title above the findings.
    fn title(&self, how: &str, out: &mut Output) -> Result<(), Failure> {
        let chosen = not_default(&self.loaded.rules);
        let with = if chosen.is_empty() { String::new() } else { format!(" with {}", chosen.join(", ")) };
        let title = out.bold(&format!("{}{with}", self.loaded.rules.about.name));
        out.line("")?;
        out.line(format!("{title}: {how}"))
    }

    /// Prints a finding: a label, a text, and perhaps a position.
    fn finding(&self, label: &str, text: &str, shown: Option<&Shown>, out: &mut Output) -> Result<(), Failure> {
        let first = format!("  {label:<width$}", width = LABEL - 2);
        let others = " ".repeat(LABEL);
        let options = Options::new(out.width()).initial_indent(&first).subsequent_indent(&others);
        // names of options have hyphens
        for line in wrap(text, options.word_splitter(WordSplitter::NoHyphenation)) {
            out.line(line)?;
        }
        if let Some(shown) = shown {
            let drawn = draw(&self.loaded.rules, &shown.position, Some(shown.position.to_move), out.color);
            for line in drawn.lines() {
                out.line(format!("{others}{line}").trim_end())?;
            }
        }
        Ok(())
    }

    fn claims(&self, found: &[Option<Refutation>], sure: bool, out: &mut Output) -> Result<(), Failure> {
        for (nth, (claim, refutation)) in self.loaded.rules.claims.iter().zip(found).enumerate() {
            let said = match (refutation, sure) {
                (Some(refutation), _) => format!("refuted {}", after(&refutation.moves)),
                (None, true) => "never true, in all positions".to_owned(),
                (None, false) => "never true, in the positions examined".to_owned(),
            };
            let label = if nth == 0 { "Never" } else { "" };
            self.finding(label, &format!("\"{}\": {said}", claim.title), None, out)?;
        }
        Ok(())
    }

    fn idle(&self, idle: &[RuleText], never: &str, out: &mut Output) -> Result<(), Failure> {
        if idle.is_empty() {
            return self.finding("Rules", "every rule applies", None, out);
        }
        for (nth, rule) in idle.iter().enumerate() {
            let label = if nth == 0 { "Rules" } else { "" };
            let line = self.loaded.ruleset.source.line(rule.span.start).in_words();
            let said = match rule.said.as_str() {
                "" => "the only one".to_owned(),
                "otherwise" => "`otherwise`".to_owned(),
                said => format!("`when {said}`"),
            };
            let list = list_name(&self.loaded.rules, rule.list);
            self.finding(label, &format!("{line}, {list}, {said}: {never}"), None, out)?;
        }
        Ok(())
    }

    fn endless(&self, endless: &Endless, how: &str, out: &mut Output) -> Result<(), Failure> {
        let text = format!("{} would sow for ever {}{how}:", endless.play, after(&endless.before.moves));
        self.finding("Endless", &text, Some(&endless.before), out)
    }

    /// Prints the findings in all positions.
    pub(super) fn exhausted(&self, found: &Exhausted, stopped: bool, out: &mut Output) -> Result<(), Failure> {
        let sure = found.complete;
        self.title(if sure { "all positions" } else { "the positions nearest to the start" }, out)?;
        let more = match (sure, stopped, found.unfollowed) {
            (true, ..) => "the game has no others".to_owned(),
            (false, true, _) => "stopped, there are more".to_owned(),
            (false, false, true) => {
                "there may be more, since a repeated position does not end the game in all of them".to_owned()
            }
            (false, false, false) => "there are more; raise `--most-positions` to examine them".to_owned(),
        };
        let near = if sure { "the farthest" } else { "all up to" };
        let text =
            format!("{} positions, {near} {} from the start; {more}", found.positions, moves(found.plies.into()));
        self.finding("Examined", &text, None, out)?;
        self.claims(&found.claims, sure, out)?;
        self.idle(&found.idle, if sure { "it can never apply here" } else { "it never applied" }, out)?;
        match &found.endless {
            Some(endless) => self.endless(endless, ", and no sowing goes on for ever sooner", out)?,
            None if sure => self.finding("Endless", "no sowing goes on for ever", None, out)?,
            None => self.finding("Endless", "no sowing was found that goes on for ever", None, out)?,
        }
        self.rounds(found, out)?;
        let (barren, first) = &found.barren;
        let text = match barren {
            0 if sure => "something can be captured as long as the game goes on".to_owned(),
            0 => "no position was found from which nothing can be captured any more".to_owned(),
            1 => format!("from one position nothing can be captured any more, {}:", place(first.as_ref())),
            _ => format!(
                "from {barren} positions nothing can be captured any more, the nearest {}:",
                place(first.as_ref())
            ),
        };
        self.finding("Captures", &text, first.as_ref(), out)
    }

    fn rounds(&self, found: &Exhausted, out: &mut Output) -> Result<(), Failure> {
        let text = match &found.round {
            Some((before, back)) => {
                let but = match self.loaded.rules.repeated {
                    Some(_) => " but for the rule on repeated positions",
                    None => ", since nothing ends it",
                };
                let back = back.join(" ");
                format!("a game can go on for ever{but}: {}, {back} repeats the position", after_or_start(before))
            }
            None if found.complete => "every game ends, whatever the players choose".to_owned(),
            None => "no position was repeated".to_owned(),
        };
        self.finding("For ever", &text, None, out)?;
        let (unending, first) = &found.unending;
        if *unending > 0 {
            let from = if *unending == 1 { "one position".to_owned() } else { format!("{unending} positions") };
            let text = format!("from {from} the game cannot end otherwise, the nearest {}:", place(first.as_ref()));
            self.finding("", &text, first.as_ref(), out)?;
        }
        Ok(())
    }

    /// Prints the findings in random games.
    pub(super) fn played(&self, found: &Played, seed: u64, out: &mut Output) -> Result<(), Failure> {
        self.title(&format!("{} at random, seed {seed}", games(found.games)), out)?;
        let text = format!("{} positions in {}", found.positions, moves(found.plies));
        self.finding("Examined", &text, None, out)?;
        self.claims(&found.claims, false, out)?;
        self.idle(&found.idle, "it never applied", out)?;
        match &found.endless {
            Some((endless, games_with)) => {
                let how = format!("; in {} some move would", games(*games_with));
                self.endless(endless, &how, out)?;
            }
            None => self.finding("Endless", "no sowing was found that goes on for ever", None, out)?,
        }
        let text = match (found.repeated, found.cut) {
            (0, 0) => "every game ended without a repeated position".to_owned(),
            (repeated, 0) => format!("{} ended only because a position was repeated", games(repeated)),
            (0, cut) => format!("{} did not end and were cut", games(cut)),
            (repeated, cut) => {
                format!("{} ended only because a position was repeated, {} were cut", games(repeated), games(cut))
            }
        };
        self.finding("For ever", &text, None, out)?;
        match &found.quietest {
            None => {
                let text = format!("every game had a capture within its last {QUIET} moves");
                self.finding("Captures", &text, None, out)?;
            }
            Some(quietest) => {
                let could = match quietest.can_win {
                    Some(true) => "something could still be captured there",
                    Some(false) => "nothing can be captured there any more, whatever is played",
                    None => "it was not found out whether something could still be captured there",
                };
                let text = format!(
                    "{} had no capture in the last {QUIET} moves or more; the longest such case is the last {}, {}; \
                     {could}:",
                    games(found.quiet),
                    quietest.plies,
                    after(&quietest.from.moves),
                );
                self.finding("Captures", &text, Some(&quietest.from), out)?;
            }
        }
        self.first_player(found.first, out)
    }

    fn first_player(&self, share: Share, out: &mut Output) -> Result<(), Failure> {
        let players = self.loaded.rules.board.players.value;
        let Some(Interval { low, high }) = share.bounds.filter(|_| players > 1) else { return Ok(()) };
        let fair = 1.0 / players as f64;
        let verdict = if low > fair {
            "the first player has an advantage"
        } else if high < fair {
            "the first player has a disadvantage"
        } else {
            "this difference is not significant"
        };
        let percent = |share: f64| format!("{:.1}%", 100.0 * share);
        let text = format!(
            "{}, who begins, won {} of the {} that one player won: {}, with 95% confidence {} to {}; {verdict}",
            player_name(players, 0),
            share.part,
            games(share.of),
            percent(share.part as f64 / share.of as f64),
            percent(low),
            percent(high),
        );
        self.finding("Who begins", &text, None, out)
    }
}

fn games(games: u64) -> String {
    if games == 1 { "1 game".to_owned() } else { format!("{games} games") }
}

fn moves(plies: u64) -> String {
    if plies == 1 { "1 move".to_owned() } else { format!("{plies} moves") }
}

/// `at the start`, `after a1 b2 (2 moves)`.
fn after(played: &[String]) -> String {
    match played.len() {
        0 => "at the start".to_owned(),
        1 => format!("after {}", played[0]),
        plies => format!("after {} ({plies} moves)", played.join(" ")),
    }
}

fn after_or_start(shown: &Shown) -> String {
    if shown.moves.is_empty() { "from the start".to_owned() } else { after(&shown.moves) }
}

fn place(shown: Option<&Shown>) -> String {
    shown.map_or(String::new(), |shown| after(&shown.moves))
}

/// A position with the moves that lead to it.
#[derive(Serialize)]
struct ShownRecord {
    moves: Vec<String>,
    position: String,
}

#[derive(Serialize)]
struct ClaimRecord<'a> {
    #[serde(flatten)]
    line: Line,
    claim: &'a str,
    refuted: Option<ShownRecord>,
}

#[derive(Serialize)]
struct RuleRecord<'a> {
    list: String,
    #[serde(flatten)]
    line: Line,
    condition: Option<&'a str>,
}

#[derive(Serialize)]
struct EndlessRecord<'a> {
    #[serde(flatten)]
    before: ShownRecord,
    #[serde(rename = "move")]
    play: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<u64>,
}

#[derive(Serialize)]
struct RoundRecord<'a> {
    #[serde(flatten)]
    before: ShownRecord,
    back: &'a [String],
}

#[derive(Serialize)]
struct PositionsRecord {
    positions: u64,
    nearest: Option<ShownRecord>,
}

/// Findings in all positions.
#[derive(Serialize)]
pub(super) struct ExhaustRecord<'a> {
    file: &'a str,
    searched: &'static str,
    readings: Vec<String>,
    positions: u64,
    complete: bool,
    plies: u32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    claims: Vec<ClaimRecord<'a>>,
    idle_rules: Vec<RuleRecord<'a>>,
    endless: Option<EndlessRecord<'a>>,
    round: Option<RoundRecord<'a>>,
    unending: PositionsRecord,
    barren: PositionsRecord,
}

/// Findings in random games.
#[derive(Serialize)]
pub(super) struct PlayRecord<'a> {
    file: &'a str,
    searched: &'static str,
    readings: Vec<String>,
    seed: u64,
    games: u64,
    plies: u64,
    positions: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    claims: Vec<ClaimRecord<'a>>,
    idle_rules: Vec<RuleRecord<'a>>,
    endless: Option<EndlessRecord<'a>>,
    ended_by_repetition: u64,
    cut: u64,
    quiet: QuietRecord,
    first_player: Option<ShareRecord>,
}

#[derive(Serialize)]
struct QuietRecord {
    least: u64,
    games: u64,
    longest: Option<LongestRecord>,
}

#[derive(Serialize)]
struct LongestRecord {
    plies: u64,
    #[serde(flatten)]
    from: ShownRecord,
    can_capture: Option<bool>,
}

#[derive(Serialize)]
struct ShareRecord {
    won: u64,
    of: u64,
    low: f64,
    high: f64,
}

impl Printer<'_> {
    fn shown(&self, shown: &Shown) -> ShownRecord {
        let position = position_text::format(&self.loaded.rules.board, &shown.position);
        ShownRecord { moves: shown.moves.clone(), position }
    }

    fn claim_records<'r>(&'r self, found: &[Option<Refutation>]) -> Vec<ClaimRecord<'r>> {
        let record = |(claim, found): (&'r mancala_rules::rules::model::Claim, &Option<Refutation>)| ClaimRecord {
            line: self.loaded.ruleset.source.line(claim.span.start),
            claim: &claim.title,
            refuted: found.as_ref().map(|refutation| ShownRecord {
                moves: refutation.moves.clone(),
                position: position_text::format(&self.loaded.rules.board, &refutation.position),
            }),
        };
        self.loaded.rules.claims.iter().zip(found).map(record).collect()
    }

    fn rule_records<'r>(&self, idle: &'r [RuleText]) -> Vec<RuleRecord<'r>> {
        let record = |rule: &'r RuleText| RuleRecord {
            list: list_name(&self.loaded.rules, rule.list),
            line: self.loaded.ruleset.source.line(rule.span.start),
            condition: Some(rule.said.as_str()).filter(|said| !said.is_empty()),
        };
        idle.iter().map(record).collect()
    }

    fn endless_record<'r>(&self, endless: &'r Endless, games: Option<u64>) -> EndlessRecord<'r> {
        EndlessRecord { before: self.shown(&endless.before), play: &endless.play, games }
    }

    fn positions(&self, (positions, nearest): &(u64, Option<Shown>)) -> PositionsRecord {
        PositionsRecord { positions: *positions, nearest: nearest.as_ref().map(|shown| self.shown(shown)) }
    }

    /// The findings in all positions, as JSON.
    pub(super) fn exhaust_record<'r>(&'r self, found: &'r Exhausted, interrupted: bool) -> ExhaustRecord<'r> {
        ExhaustRecord {
            file: &self.loaded.ruleset.source.name,
            searched: "positions",
            readings: not_default(&self.loaded.rules),
            positions: found.positions,
            complete: found.complete,
            plies: found.plies,
            interrupted,
            claims: self.claim_records(&found.claims),
            idle_rules: self.rule_records(&found.idle),
            endless: found.endless.as_ref().map(|endless| self.endless_record(endless, None)),
            round: found.round.as_ref().map(|(before, back)| RoundRecord { before: self.shown(before), back }),
            unending: self.positions(&found.unending),
            barren: self.positions(&found.barren),
        }
    }

    /// The findings in random games, as JSON.
    pub(super) fn play_record<'r>(&'r self, found: &'r Played, seed: u64, interrupted: bool) -> PlayRecord<'r> {
        PlayRecord {
            file: &self.loaded.ruleset.source.name,
            searched: "games",
            readings: not_default(&self.loaded.rules),
            seed,
            games: found.games,
            plies: found.plies,
            positions: found.positions,
            interrupted,
            claims: self.claim_records(&found.claims),
            idle_rules: self.rule_records(&found.idle),
            endless: found.endless.as_ref().map(|(endless, games)| self.endless_record(endless, Some(*games))),
            ended_by_repetition: found.repeated,
            cut: found.cut,
            quiet: QuietRecord {
                least: QUIET,
                games: found.quiet,
                longest: found.quietest.as_ref().map(|quietest| LongestRecord {
                    plies: quietest.plies,
                    from: self.shown(&quietest.from),
                    can_capture: quietest.can_win,
                }),
            },
            first_player: found.first.bounds.map(|Interval { low, high }| ShareRecord {
                won: found.first.part,
                of: found.first.of,
                low: rounded(low),
                high: rounded(high),
            }),
        }
    }
}

fn rounded(share: f64) -> f64 {
    (share * 10_000.0).round() / 10_000.0
}
