//! `mancala list`: the rulesets inside the program.

use mancala_rules::names::{Called, called, folded};
use mancala_rules::problem::{nearest, one_of};
use mancala_rules::rules::family::Family;
use mancala_rules::ruleset::Ruleset;
use mancala_tools::json::ply::GameRecord;
use unicode_width::UnicodeWidthStr;

use super::Failure;
use super::output::Output;
use super::whole::whole;

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

Case and accents are ignored. With several filters, games that match all of them are listed.")]
pub(super) struct Arguments {
    /// Only games with a name that contains this; other names of a game count, too
    name: Option<String>,

    /// Only games played in a place whose name contains this
    #[arg(long, value_name = "PLACE", add = super::candidates::region())]
    region: Option<String>,

    /// Only boards with N rows
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1, 50))]
    rows: Option<u64>,

    /// Only games for N players, by one of their readings
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1, 50))]
    players: Option<u64>,

    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = family, help = family_help())]
    #[arg(add = super::candidates::family())]
    family: Vec<Family>,

    /// Print a line of JSON for each ruleset
    #[arg(long)]
    json: bool,
}

/// Lists the rulesets inside the program.
pub(super) fn list(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let mut games = called();
    games.retain(|game| arguments.fits(game));
    if arguments.json {
        for game in &games {
            out.json(&GameRecord::new(game.ruleset, &*Ruleset::shipped(game.ruleset)?.rules()?))?;
        }
        return Ok(());
    }
    if games.is_empty() {
        return out.note("no ruleset matches; `mancala list` lists all of them");
    }
    table(&games, arguments, out)
}

impl Arguments {
    /// Whether a game matches the filters.
    fn fits(&self, game: &Called) -> bool {
        let is = |number: usize, wanted: u64| u64::try_from(number) == Ok(wanted);
        contain(std::iter::once(game.ruleset).chain(game.names()), self.name.as_deref())
            && contain(game.region.iter().copied(), self.region.as_deref())
            && self.rows.is_none_or(|rows| is(game.rows, rows))
            && self.players.is_none_or(|wanted| game.players.iter().any(|number| is(*number, wanted)))
            && self.family.iter().all(|family| game.families.contains(family))
    }
}

/// Whether one of some texts contains the text wanted; true if no text is wanted.
fn contain<'t>(mut texts: impl Iterator<Item = &'t str>, wanted: Option<&str>) -> bool {
    wanted.map(folded).is_none_or(|wanted| texts.any(|text| folded(text).contains(&wanted)))
}

/// The family of a name.
fn family(name: &str) -> Result<Family, String> {
    let known = || Family::ALL.into_iter().map(Family::name);
    Family::named(name.trim()).ok_or_else(|| {
        let like = nearest(name, known()).map_or(String::new(), |like| format!("did you mean `{like}`? "));
        format!("{like}there are {}", one_of(known()))
    })
}

fn family_help() -> String {
    let all = Family::ALL.into_iter().map(|family| format!("{} ({})", family.name(), family.about()));
    format!(
        "Only games of this family; several are separated by commas and must all match. The families are {}",
        all.collect::<Vec<_>>().join(", ")
    )
}

/// Prints a line for each ruleset; region and names take the space that is left.
fn table(games: &[Called], arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let heads = ["name", "board", "seeds", "players", "family", "region", "also called"].map(str::to_owned);
    let mut rows: Vec<[String; 7]> = games.iter().map(row).collect();
    let longest = |column: usize, rows: &[[String; 7]]| {
        rows.iter().chain([&heads]).map(|row| row[column].width()).max().unwrap_or(0)
    };
    let before: usize = (0..5).map(|column| longest(column, &rows) + 2).sum();
    let room = out.width().saturating_sub(before + 2);
    for (row, game) in rows.iter_mut().zip(games) {
        row[5] = short(&found_first(game.region.iter().copied(), arguments.region.as_deref()), room / 2);
    }
    let room = room.saturating_sub(longest(5, &rows));
    for (row, game) in rows.iter_mut().zip(games) {
        // the title only if it differs from the name of the ruleset
        let title = |name: &&str| name.to_lowercase().replace(' ', "-") != game.ruleset;
        row[6] = short(&found_first(game.names().filter(title), arguments.name.as_deref()), room);
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

/// The cells of a row, without region and names.
fn row(game: &Called) -> [String; 7] {
    let families: Vec<&str> = game.families.iter().map(|family| family.name()).collect();
    let mut players = game.players.clone();
    players.sort_unstable();
    [
        game.ruleset.to_owned(),
        format!("{} x {}", game.rows, game.columns),
        game.seeds.to_string(),
        players.iter().map(usize::to_string).collect::<Vec<_>>().join(" "),
        families.join(" "),
        String::new(),
        String::new(),
    ]
}

/// Texts; those that contain the text wanted come first.
fn found_first<'t>(texts: impl Iterator<Item = &'t str>, wanted: Option<&str>) -> Vec<&'t str> {
    let mut texts: Vec<&str> = texts.collect();
    if let Some(wanted) = wanted.map(folded) {
        texts.sort_by_key(|text| !folded(text).contains(&wanted));
    }
    texts
}

/// The first texts that fit a width, joined by commas; the first text is cut if it does not fit.
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
