//! `mancala list`: the rulesets inside the program.

use unicode_width::UnicodeWidthStr;

use super::Failure;
use super::output::Output;
use super::record::GameRecord;
use super::whole;
use crate::names::{Called, called, folded};
use crate::problem::{nearest, one_of};
use crate::rules::family::{Family, families};
use crate::rules::model::Rules;
use crate::ruleset::Ruleset;

/// Arguments of `list`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala list
  mancala list krur
  mancala list --region mauritania
  mancala list --rows 4 --family resown
  mancala list --family relay,marks
  mancala list --json | jq -r .name

Case and accents do not count. With several filters, what fits all of them is listed.")]
pub(super) struct Arguments {
    /// Only games one of whose names, also-known-as names included, contains this
    name: Option<String>,

    /// Only games played at a place that contains this
    #[arg(long, value_name = "PLACE")]
    region: Option<String>,

    /// Only boards of so many rows
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1, 50))]
    rows: Option<u64>,

    /// Only games that so many can play, by one of their readings
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1, 50))]
    players: Option<u64>,

    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = family, help = family_help())]
    #[arg(add = super::completions::family())]
    family: Vec<Family>,

    /// Print a line of JSON for each ruleset
    #[arg(long)]
    json: bool,
}

/// A ruleset in the list.
struct Entry {
    name: &'static str,
    rules: Rules,
    families: Vec<Family>,
    /// How many can play, the number at the start first.
    players: Vec<usize>,
}

/// Lists the rulesets inside the program.
pub(super) fn list(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let mut entries: Vec<Entry> = Vec::new();
    // names and places stand in the heads of the files, and only what they leave is read whole
    for game in called().iter().filter(|game| arguments.may_be(game)) {
        let rules = Ruleset::shipped(game.ruleset)?.rules(&[])?;
        let (families, players) = (families(&rules), players(&rules));
        entries.push(Entry { name: game.ruleset, rules, families, players });
    }
    entries.retain(|entry| entry.fits(arguments));
    if arguments.json {
        for entry in &entries {
            out.json(&GameRecord::new(entry.name, &entry.rules))?;
        }
        return Ok(());
    }
    if entries.is_empty() {
        return out.note("no ruleset fits; `mancala list` has them all");
    }
    table(&entries, arguments, out)
}

impl Arguments {
    /// Whether names and places of a game are those looked for.
    fn may_be(&self, game: &Called) -> bool {
        contain(std::iter::once(game.ruleset).chain(game.names()), self.name.as_deref())
            && contain(game.region.iter().map(String::as_str), self.region.as_deref())
    }
}

impl Entry {
    /// Whether the board and the rules are those looked for.
    fn fits(&self, arguments: &Arguments) -> bool {
        let whole = |number: usize| u64::try_from(number).ok();
        arguments.rows.is_none_or(|rows| whole(self.rules.board.rows.value) == Some(rows))
            && arguments.players.is_none_or(|wanted| self.players.iter().any(|number| whole(*number) == Some(wanted)))
            && arguments.family.iter().all(|family| self.families.contains(family))
    }

    /// The names of the game, its title first.
    fn names(&self) -> impl Iterator<Item = &str> {
        let about = &self.rules.about;
        let also = about.also.iter().flat_map(|also| &also.value);
        std::iter::once(&about.name).chain(also).map(String::as_str)
    }

    fn places(&self) -> impl Iterator<Item = &str> {
        self.rules.about.region.iter().flat_map(|region| &region.value).map(String::as_str)
    }
}

/// Whether one of some texts contains what is wanted, if anything is.
fn contain<'t>(mut texts: impl Iterator<Item = &'t str>, wanted: Option<&str>) -> bool {
    wanted.map(folded).is_none_or(|wanted| texts.any(|text| folded(text).contains(&wanted)))
}

/// How many can play, by one reading or another; the number in force first.
fn players(rules: &Rules) -> Vec<usize> {
    let mut numbers = vec![rules.board.players.value];
    for option in &rules.options {
        let Some(at) = option.names.iter().position(|name| name == "players") else { continue };
        for reading in option.readings.iter() {
            let bounds: Vec<usize> = reading.values[at].split(" to ").filter_map(|text| text.parse().ok()).collect();
            if let (Some(low), Some(high)) = (bounds.first(), bounds.last()) {
                numbers.extend((*low..=*high).filter(|number| *number != rules.board.players.value));
            }
        }
    }
    numbers
}

/// The trait of a name.
fn family(name: &str) -> Result<Family, String> {
    let known = || Family::ALL.into_iter().map(Family::name);
    Family::ALL.into_iter().find(|family| family.name() == name.trim()).ok_or_else(|| {
        let like = nearest(name, known()).map_or(String::new(), |like| format!("did you mean `{like}`? "));
        format!("{like}there are {}", one_of(known()))
    })
}

fn family_help() -> String {
    let all = Family::ALL.into_iter().map(|family| format!("{} ({})", family.name(), family.about()));
    format!(
        "Only games of this kind; several, parted by commas, must all fit. There are {}",
        all.collect::<Vec<_>>().join(", ")
    )
}

/// A line for each ruleset; region and names take what room is left.
fn table(entries: &[Entry], arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let heads = ["name", "board", "seeds", "players", "family", "region", "also called"].map(str::to_owned);
    let mut rows: Vec<[String; 7]> = entries.iter().map(row).collect();
    let longest = |column: usize, rows: &[[String; 7]]| {
        rows.iter().chain([&heads]).map(|row| row[column].width()).max().unwrap_or(0)
    };
    let before: usize = (0..5).map(|column| longest(column, &rows) + 2).sum();
    let room = out.width().saturating_sub(before + 2);
    for (row, entry) in rows.iter_mut().zip(entries) {
        row[5] = short(&found_first(entry.places(), arguments.region.as_deref()), room / 2);
    }
    let room = room.saturating_sub(longest(5, &rows));
    for (row, entry) in rows.iter_mut().zip(entries) {
        // the title only where the name of the ruleset does not say it
        let title = |name: &&str| name.to_lowercase().replace(' ', "-") != entry.name;
        row[6] = short(&found_first(entry.names().filter(title), arguments.name.as_deref()), room);
    }
    let widths: Vec<usize> = (0..heads.len()).map(|column| longest(column, &rows)).collect();
    let text = |row: &[String; 7]| -> String {
        let cells = row.iter().zip(&widths);
        let cells = cells.map(|(cell, width)| format!("{cell}{}", " ".repeat(width - cell.width())));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    out.line(out.bold(&text(&heads)))?;
    for row in &rows {
        out.line(text(row))?;
    }
    Ok(())
}

/// All but region and names.
fn row(entry: &Entry) -> [String; 7] {
    let board = &entry.rules.board;
    let seeds: u64 = board.start.iter().map(|seeds| u64::from(*seeds)).sum();
    let families: Vec<&str> = entry.families.iter().map(|family| family.name()).collect();
    let mut players = entry.players.clone();
    players.sort_unstable();
    [
        entry.name.to_owned(),
        format!("{} x {}", board.rows.value, board.columns.value),
        seeds.to_string(),
        players.iter().map(usize::to_string).collect::<Vec<_>>().join(" "),
        families.join(" "),
        String::new(),
        String::new(),
    ]
}

/// Texts, those that contain what was looked for first.
fn found_first<'t>(texts: impl Iterator<Item = &'t str>, wanted: Option<&str>) -> Vec<&'t str> {
    let mut texts: Vec<&str> = texts.collect();
    if let Some(wanted) = wanted.map(folded) {
        texts.sort_by_key(|text| !folded(text).contains(&wanted));
    }
    texts
}

/// The first of some texts, as many as fit; the first is cut if it does not.
fn short(texts: &[&str], width: usize) -> String {
    let mut text = String::new();
    for (at, next) in texts.iter().enumerate() {
        let more = if at + 1 < texts.len() { " ..".len() } else { 0 };
        let parted = if text.is_empty() { 0 } else { ", ".len() };
        if text.width() + parted + next.width() + more > width {
            if text.is_empty() {
                text = cut(next, width.saturating_sub(" ..".len()));
            }
            text.push_str(" ..");
            break;
        }
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(next);
    }
    text
}

/// The beginning of a text.
fn cut(text: &str, width: usize) -> String {
    let mut begun = String::new();
    for letter in text.chars() {
        begun.push(letter);
        if begun.width() > width {
            begun.pop();
            break;
        }
    }
    begun.trim_end().to_owned()
}
