//! `mancala check --sources`: which statements of a rule file are documented, which assumed, and which neither.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets::NOTHING};
use mancala_rules::rules::explain::assumed;
use mancala_rules::rules::model::{Basis, Choice, Ground, Kind, Origin};
use mancala_rules::rules::provenance::Statement;
use mancala_rules::ruleset::Ruleset;
use mancala_rules::source::Line;
use mancala_tools::checks::Checks;
use mancala_tools::json::explain::{SourceRecord, sources};
use serde::Serialize;

use super::Failure;
use super::output::Output;

/// Prints the basis of the statements of a file, and what it leaves open.
pub(super) fn print(ruleset: &Ruleset, json: bool, out: &mut Output) -> Result<(), Failure> {
    let statements = ruleset.statements();
    if json {
        return out.json(&FileRecord::new(ruleset, &statements));
    }
    let of =
        |kind: Kind| -> Vec<&Statement> { statements.iter().filter(|statement| statement.kind() == kind).collect() };
    let (documented, taken_over, assumed, neither) =
        (of(Kind::Documented), of(Kind::TakenOver), of(Kind::Assumed), of(Kind::Neither));
    out.line(format!(
        "{}: {} statements: {} documented, {} taken from a similar game, {} assumed, {} neither",
        out.bold(&ruleset.source.name),
        statements.len(),
        documented.len(),
        taken_over.len(),
        assumed.len(),
        neither.len()
    ))?;
    let line = |start: usize| ruleset.source.line(start).to_string();
    let row =
        |statement: &&Statement| [line(statement.span.start), statement.text.clone(), basis_text(&statement.basis)];
    let why = |row: [String; 3]| row.map(|cell| cell.strip_prefix("assumed: ").map_or(cell.clone(), str::to_owned));
    let rules = ruleset.rules().ok();
    let whole = rules.as_ref().and_then(|rules| rules.about.like.as_ref()).map(|like| like.value.as_str());
    for (games, statements) in by_games(&taken_over) {
        // what a file takes over as a whole is in the other file
        let own = statements.iter().filter(|statement| {
            let over = |origin: &Origin| origin.ground == Ground::Like && origin.like() == whole;
            !statement.basis.iter().all(over)
        });
        block(&format!("As in {games}"), own.map(row).collect(), out)?;
    }
    block("Assumed", assumed.iter().map(row).map(why).collect(), out)?;
    block("Neither documented nor assumed", neither.iter().map(row).collect(), out)?;
    let account = rules.as_ref().map(|rules| ruleset.account(rules));
    let conventions = account.iter().flat_map(|account| &account.sentences);
    let conventions = conventions
        .filter_map(|sentence| Some([String::new(), sentence.text.clone(), sentence.convention()?.to_owned()]));
    block("What every file assumes unless it says otherwise", conventions.collect(), out)?;
    let options = ruleset.options().iter().flat_map(|option| {
        let line = line(option.span.start);
        option.readings.iter().enumerate().map(move |(place, reading)| {
            let values = reading.values.join(", ");
            let text =
                if place == 0 { format!("{}: {values}", option.names.join(", ")) } else { format!("| {values}") };
            [if place == 0 { line.clone() } else { String::new() }, text, basis_text(&reading.basis)]
        })
    });
    block("Open; the first reading is in force", options.collect(), out)?;
    let cited = cited(&statements);
    if !cited.is_empty() {
        out.line("")?;
        out.line("Statements that cite a source")?;
        out.line(table(cited.into_iter().map(|(key, count)| [count.to_string(), key.to_owned()]).collect(), out))?;
    }
    out.line("")
}

/// Prints rows under a heading; nothing if there are no rows.
fn block(heading: &str, rows: Vec<[String; 3]>, out: &mut Output) -> Result<(), Failure> {
    if rows.is_empty() {
        return Ok(());
    }
    out.line("")?;
    out.line(heading)?;
    let text = table(rows, out);
    out.line(text)
}

/// Formats rows; the first column holds numbers.
fn table<const COLUMNS: usize>(rows: Vec<[String; COLUMNS]>, out: &Output) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(out.width()).unwrap_or(u16::MAX));
    table.add_rows(rows);
    if let Some(numbers) = table.column_mut(0) {
        numbers.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt()
}

/// The source of a statement or why it is assumed, in the words of the file.
fn basis_text(basis: &Basis) -> String {
    let origin = |origin: &Origin| match &origin.ground {
        Ground::Source(source) => format!("{source} \"{}\"", origin.text),
        Ground::Like => match origin.other.as_ref().and_then(|other| other.why.as_ref()) {
            Some(why) => format!("as in {}: {why}", origin.text),
            None => format!("as in {}", origin.text),
        },
        Ground::Assumed => format!("assumed: {}", origin.text),
    };
    basis.iter().map(origin).collect::<Vec<_>>().join("; ")
}

/// Statements by the similar games that they are taken from, in the order of the file.
fn by_games<'s>(statements: &[&'s Statement]) -> Vec<(String, Vec<&'s Statement>)> {
    let mut groups: Vec<(String, Vec<&Statement>)> = Vec::new();
    for statement in statements {
        let mut games: Vec<&str> = Vec::new();
        for game in statement.basis.iter().filter_map(Origin::like) {
            if !games.contains(&game) {
                games.push(game);
            }
        }
        let games = games.join(" and ");
        match groups.iter_mut().find(|(known, _)| *known == games) {
            Some((_, group)) => group.push(statement),
            None => groups.push((games, vec![statement])),
        }
    }
    groups
}

/// Number of statements that cite each source, the most cited first.
fn cited(statements: &[Statement]) -> Vec<(&str, usize)> {
    let mut cited: Vec<(&str, usize)> = Vec::new();
    for statement in statements {
        let mut keys: Vec<&str> = statement.basis.iter().filter_map(Origin::source).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            match cited.iter_mut().find(|(known, _)| *known == key) {
                Some((_, count)) => *count += 1,
                None => cited.push((key, 1)),
            }
        }
    }
    cited.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    cited
}

#[derive(Serialize)]
struct FileRecord<'a> {
    file: &'a str,
    documented: usize,
    taken_over: usize,
    assumed: usize,
    neither: usize,
    statements: Vec<StatementRecord<'a>>,
    options: Vec<OptionRecord<'a>>,
}

#[derive(Serialize)]
struct StatementRecord<'a> {
    #[serde(flatten)]
    line: Line,
    section: &'a str,
    text: &'a str,
    sources: Vec<SourceRecord<'a>>,
    similar: Vec<&'a str>,
    assumed: Option<String>,
    ground: &'static str,
}

#[derive(Serialize)]
struct OptionRecord<'a> {
    #[serde(flatten)]
    line: Line,
    names: &'a [String],
    readings: Vec<ReadingRecord<'a>>,
}

#[derive(Serialize)]
struct ReadingRecord<'a> {
    values: &'a [String],
    note: Option<&'a str>,
    sources: Vec<SourceRecord<'a>>,
    assumed: Option<String>,
    ground: &'static str,
}

impl<'a> FileRecord<'a> {
    fn new(ruleset: &'a Ruleset, statements: &'a [Statement]) -> Self {
        let count = |kind| statements.iter().filter(|statement| statement.kind() == kind).count();
        let statement = |statement: &'a Statement| StatementRecord {
            line: ruleset.source.line(statement.span.start),
            section: &statement.section,
            text: &statement.text,
            sources: sources(&statement.basis),
            similar: statement.basis.iter().filter_map(Origin::like).collect(),
            assumed: assumed(&statement.basis),
            ground: statement.kind().name(),
        };
        let option = |option: &'a Choice| OptionRecord {
            line: ruleset.source.line(option.span.start),
            names: &option.names,
            readings: option
                .readings
                .iter()
                .map(|reading| ReadingRecord {
                    values: &reading.values,
                    note: reading.note.as_deref(),
                    sources: sources(&reading.basis),
                    assumed: assumed(&reading.basis),
                    ground: Kind::of(&reading.basis).name(),
                })
                .collect(),
        };
        FileRecord {
            file: &ruleset.source.name,
            documented: count(Kind::Documented),
            taken_over: count(Kind::TakenOver),
            assumed: count(Kind::Assumed),
            neither: count(Kind::Neither),
            statements: statements.iter().map(statement).collect(),
            options: ruleset.options().iter().map(option).collect(),
        }
    }
}
