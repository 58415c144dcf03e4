//! `mancala situations`: which rule decides which situation.

use std::time::{Duration, Instant};

use mancala_engine::draw::draw;
use mancala_engine::engine::Progress;
use mancala_rules::source::{Line, Span};
use mancala_tools::json::situations::SituationsRecord;
use mancala_tools::proof::{Can, Grid, LONGEST, List, Scene, Situations, situations};

use super::Failure;
use super::analyse::time;
use super::game::{GameArguments, Loaded};
use super::output::Output;
use super::work::until_stopped;

/// Arguments of `situations`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala situations krur
  mancala situations krur --set four-at-home=marked
  mancala situations my-game.mancala --time 5m
  mancala situations my-game.mancala --json | jq '.lists[].overlaps'

Shows every rule with a situation that it decides: a position, the move, and where the last seed \
falls. Shows two rules that fit at once with a situation in which only their order decides. Where the \
time of --time is over, or after Ctrl-C, it says from which line on not everything was looked at.")]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// The longest time to look, such as `10s` or `5m` [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,

    /// Print a line of JSON
    #[arg(long)]
    json: bool,
}

/// Prints which rule decides which situation.
pub(super) fn print(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let loaded = arguments.game.load()?;
    let stop = until_stopped();
    let bounded = Progress::beside(&stop).at_latest(Instant::now() + arguments.time.unwrap_or(LONGEST));
    let Some(found) = situations(&loaded.rules, &bounded) else {
        return Err(Failure::wrong_use(
            "this file distinguishes too many numbers of seeds: its situations cannot be listed",
        ));
    };
    let page = Page { loaded: &loaded };
    if arguments.json {
        out.json(&SituationsRecord::new(&found, &loaded.rules, &loaded.ruleset.source))?;
        return if stop.is_asked() { Err(Failure::Interrupted) } else { Ok(()) };
    }
    // a list of one rule that always fits has nothing to show
    for list in found.lists.iter().filter(|list| list.rules.iter().any(|rule| !rule.said.is_empty())) {
        page.list(list, out)?;
    }
    page.positions(&found, out)?;
    if let Some((list, span)) = found.late {
        let text = format!(
            "The time was over: from {} on (`{list}`) not everything was looked at, so rules may decide more than this \
             shows. `--time` gives it more.",
            page.line(span).in_words()
        );
        out.line(out.bad(&textwrap::fill(&text, out.width())))?;
    }
    if stop.is_asked() { Err(Failure::Interrupted) } else { Ok(()) }
}

struct Page<'l> {
    loaded: &'l Loaded,
}

impl Page<'_> {
    fn line(&self, span: Span) -> Line {
        self.loaded.ruleset.source.line(span.start)
    }

    fn list(&self, list: &List, out: &mut Output) -> Result<(), Failure> {
        out.line(out.bold(list.name))?;
        out.line("")?;
        if let Some(grid) = &list.grid {
            self.grid(grid, out)?;
        }
        for rule in &list.rules {
            out.line(format!("  {}: {}", self.line(rule.span).in_words(), condition(&rule.said)))?;
            match &rule.can {
                Can::Be(scene) => self.scene(scene, out)?,
                Can::Perhaps if rule.played => {
                    out.line("      applies in random games; no single position shows it")?
                }
                Can::Perhaps => {
                    out.line("      no position was found that shows it, and no proof that it never applies")?
                }
                Can::Not => out.line("      never applies under these readings: proved")?,
            }
            out.line("")?;
        }
        for overlap in &list.overlaps {
            let [first, second] = [overlap.first, overlap.second].map(|span| self.line(span).in_words());
            out.line(format!("  {first} and {second} fit at once; {first} decides: it comes first"))?;
            self.scene(&overlap.scene, out)?;
            out.line("")?;
        }
        Ok(())
    }

    /// Prints a grid of the rules that decide, by what the last seed makes and where it falls.
    fn grid(&self, grid: &Grid, out: &mut Output) -> Result<(), Failure> {
        let heads: Vec<String> = grid
            .lines
            .iter()
            .map(|line| {
                let made = format!("makes {}", numbers(&line.numbers));
                line.marked.as_ref().map_or(made.clone(), |marked| format!("{made}, {marked}"))
            })
            .collect();
        let rules = |spans: &[Span]| match spans {
            [] => "-".to_owned(),
            spans => spans.iter().map(|span| self.line(*span).to_string()).collect::<Vec<_>>().join(" or "),
        };
        let cells: Vec<Vec<String>> =
            grid.lines.iter().map(|line| line.rules.iter().map(|spans| rules(spans)).collect()).collect();
        let width =
            |texts: &mut dyn Iterator<Item = &String>| texts.map(|text| text.chars().count()).max().unwrap_or(0);
        let first = width(&mut heads.iter());
        let widths: Vec<usize> = (0..grid.regions.len())
            .map(|at| width(&mut cells.iter().map(|row| &row[at]).chain([&grid.regions[at]])))
            .collect();
        let row = |head: &str, cells: &[String]| {
            let cells = cells.iter().zip(&widths).map(|(cell, width)| format!("  {cell:width$}")).collect::<String>();
            format!("  {head:first$}{cells}").trim_end().to_owned()
        };
        out.line("  line of the rule that decides, by what the last seed makes and where it falls")?;
        out.line(row("", &grid.regions))?;
        for (head, cells) in heads.iter().zip(&cells) {
            out.line(row(head, cells))?;
        }
        out.line("")
    }

    fn scene(&self, scene: &Scene, out: &mut Output) -> Result<(), Failure> {
        self.indented(&scene.drawn(&self.loaded.rules), out)
    }

    fn indented(&self, text: &str, out: &mut Output) -> Result<(), Failure> {
        text.lines().try_for_each(|line| out.line(format!("      {line}").trim_end()))
    }

    /// Prints positions that a report of the game should explain.
    fn positions(&self, found: &Situations, out: &mut Output) -> Result<(), Failure> {
        let shown = [
            (&found.stuck_with_seeds, "a player can have seeds and no legal move, and passes"),
            (&found.nobody_moves, "nobody can move, and only a repeated position ends the game"),
        ];
        for (position, what) in shown {
            if let Some(position) = position {
                out.line(out.bold(what))?;
                self.indented(&draw(&self.loaded.rules, position, Some(position.to_move), false), out)?;
                out.line("")?;
            }
        }
        Ok(())
    }
}

fn condition(said: &str) -> String {
    match said {
        "otherwise" | "" => "otherwise".to_owned(),
        said => format!("when {said}"),
    }
}

/// Sorted numbers in few words: `1`, `2 to 5`, `4, 6 .. 48`.
fn numbers(numbers: &[i64]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut at = 0;
    while at < numbers.len() {
        let run = |step: i64| {
            let follow = numbers[at..].windows(2).take_while(|pair| pair[1] - pair[0] == step);
            follow.count()
        };
        let (by_one, by_two) = (run(1), run(2));
        let (step, steps) = if by_one >= 1 { (1, by_one) } else { (2, by_two) };
        let (first, last) = (numbers[at], numbers[at + steps]);
        match (step, steps) {
            (_, 0) => parts.push(first.to_string()),
            (1, 1) | (2, 1) => parts.push(format!("{first}, {last}")),
            (1, _) => parts.push(format!("{first} to {last}")),
            _ => parts.push(format!("{first}, {} .. {last}", first + 2)),
        }
        at += steps + 1;
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn numbers_are_said_in_few_words() {
        assert_eq!(numbers(&[1]), "1");
        assert_eq!(numbers(&[2, 3]), "2, 3");
        assert_eq!(numbers(&[1, 2, 3, 7]), "1 to 3, 7");
        assert_eq!(numbers(&[2, 4, 6, 8, 9]), "2, 4 .. 8, 9");
        assert_eq!(numbers(&[5, 7, 12]), "5, 7, 12");
    }
}
