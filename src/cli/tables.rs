//! `mancala tables`: what is compiled from the rules, as text for a person.

use mancala_engine::engine::Engine;
use mancala_engine::game::Position;
use mancala_engine::tables::print::{
    BoardOverview, CaseOverview, DecisionOverview, Grid, Lasts, Letter, MoveOverview, MoverOverview, Overview,
    RuleOverview, SowingOverview,
};
use mancala_rules::notation::{capital, ordinal, player_name};
use mancala_rules::problem::one_of;
use mancala_rules::rules::model::Player;

use super::Failure;
use super::game::{GameArguments, Loaded};
use super::output::Output;

/// The longest line, in characters.
const WIDTH: usize = 100;

/// Arguments of `tables`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mancala tables krur
  mancala tables krur --set four-at-home=marked --player north
  mancala tables oware --json | jq '.players[0].last_seed'")]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// The player whose tables are shown: a name, a number, or `all` [default: the first player]
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,

    /// Print a line of JSON
    #[arg(long)]
    json: bool,
}

/// Shows the tables of a game.
pub(super) fn tables(arguments: &Arguments, out: &mut Output) -> Result<(), Failure> {
    let loaded = arguments.game.load()?;
    let players = players(&loaded, arguments.player.as_deref())?;
    let overview =
        Engine::new(&*loaded.rules, &Position::start(&loaded.rules)).overview(&loaded.ruleset.source, &players);
    if arguments.json {
        return out.json(&overview);
    }
    let mut page = Page { out, source: &loaded.ruleset.source.name };
    page.overview(&overview)?;
    let others = (0..loaded.rules.board.players.value).filter(|player| !players.contains(player));
    let others: Vec<String> = others.map(|player| name(&loaded, player)).collect();
    match others.as_slice() {
        [] => {}
        [other] => out.line(format!("\n`--player {}` shows {other}'s tables", other.to_lowercase()))?,
        _ => out.line("\n`--player all` shows the tables of all players")?,
    }
    Ok(())
}

fn name(loaded: &Loaded, player: Player) -> String {
    player_name(loaded.rules.board.players.value, player)
}

/// The players that `--player` names.
fn players(loaded: &Loaded, wanted: Option<&str>) -> Result<Vec<Player>, Failure> {
    let count = loaded.rules.board.players.value;
    let Some(wanted) = wanted else { return Ok(vec![0]) };
    let plain = wanted.trim().to_lowercase().replace('-', " ");
    if plain == "all" {
        return Ok((0..count).collect());
    }
    let is_meant = |player: &Player| plain == (player + 1).to_string() || plain == name(loaded, *player).to_lowercase();
    match (0..count).find(is_meant) {
        Some(player) => Ok(vec![player]),
        None => {
            let names: Vec<String> = (0..count).map(|player| name(loaded, player)).chain(["all".to_owned()]).collect();
            let names = one_of(names.iter().map(String::as_str).collect::<Vec<_>>());
            Err(Failure::wrong_use(format!("there is no player `{wanted}`")).help(format!("give {names}")))
        }
    }
}

/// Prints text for a person, section by section.
struct Page<'o> {
    out: &'o mut Output,
    /// The name of the rule file.
    source: &'o str,
}

impl Page<'_> {
    fn overview(&mut self, overview: &Overview) -> Result<(), Failure> {
        let title = self.out.bold(&overview.game);
        self.out.line(format!("{title}, compiled from {}", self.source))?;
        self.heading("Board")?;
        self.board(&overview.board)?;
        for player in &overview.players {
            self.mover(player, &overview.board)?;
        }
        self.heading("In every turn")?;
        let watched = overview.watched;
        let wanted = [
            (watched.sown, "in which holes seeds fell"),
            (watched.sown_this_lap, "in which holes seeds fell in the last lap"),
            (watched.raided, "which holes were raided"),
            (watched.asked_states, "the states in which the mover is asked"),
            (watched.every_state, "every state from the first lap on"),
        ];
        let wanted: Vec<&str> = wanted.iter().filter(|(is_watched, _)| *is_watched).map(|(_, what)| *what).collect();
        let nothing = "nothing, except repeated states in a long turn";
        self.item("watched", &if wanted.is_empty() { nothing.to_owned() } else { wanted.join("; ") })?;
        let endless = overview.endless.as_ref().map_or("the file does not say".to_owned(), |endless| {
            let line = endless.line.as_ref().map_or(String::new(), |line| format!(" ({})", line.in_words()));
            format!("{}{line}", endless.outcome)
        });
        self.item("a sowing without end", &endless)?;
        let repeated = overview.repeated_position.map(|times| format!("from its {} time on", ordinal(times)));
        self.item("a position counts as repeated", &repeated.unwrap_or("never; no rule asks".to_owned()))
    }

    fn heading(&mut self, text: &str) -> Result<(), Failure> {
        let text = self.out.bold(text);
        self.out.line(format!("\n{text}"))
    }

    fn item(&mut self, name: &str, text: &str) -> Result<(), Failure> {
        self.wrapped(&format!("{name}: {text}"), "  ", "      ")
    }

    /// Prints a text, wrapped to the width of the page.
    fn wrapped(&mut self, text: &str, first: &str, others: &str) -> Result<(), Failure> {
        let options = textwrap::Options::new(WIDTH).initial_indent(first).subsequent_indent(others);
        for line in textwrap::wrap(text, options) {
            self.out.line(line)?;
        }
        Ok(())
    }

    fn board(&mut self, board: &BoardOverview) -> Result<(), Failure> {
        for side in &board.sides {
            let holes = if side.short.is_empty() { "no hole".to_owned() } else { side.short.join(", ") };
            self.item(&capital(&side.player), &format!("{holes}; {}", side.store))?;
        }
        if !board.nobodys.is_empty() {
            self.item("nobody", &board.nobodys.join(", "))?;
        }
        let width = board.width;
        let lane = match width.lane_bytes {
            1 => "a byte".to_owned(),
            bytes => format!("{bytes} bytes"),
        };
        self.item(
            "kept in",
            &format!("{} lanes of {lane}; a position takes {} bytes", width.lanes, width.position_bytes),
        )
    }

    fn mover(&mut self, mover: &MoverOverview, board: &BoardOverview) -> Result<(), Failure> {
        let player = &mover.player;
        self.heading(&format!("{player}'s choices"))?;
        for (number, section) in mover.moves.iter().enumerate() {
            self.section(section, number, mover.moves.len())?;
        }
        self.heading(&format!("{player}'s sowing"))?;
        self.sowing(&mover.sowing)?;
        if let Some(each_seed) = &mover.each_seed {
            self.heading(&format!("After every seed that {player} sows"))?;
            self.decisions(each_seed, "-: nothing, sowing goes on")?;
        }
        self.heading(&format!("After the last seed of a lap of {player}"))?;
        self.decisions(&mover.last_seed, "-: no rule fits")?;
        self.heading(&format!("After a turn of {player}, the first that fits"))?;
        self.rules(&mover.after_turn)?;
        self.heading(&format!("Before a turn of {player}, the first that fits"))?;
        self.rules(&mover.before_turn)?;
        let scores: Vec<String> = board
            .sides
            .iter()
            .zip(&mover.scores)
            .filter_map(|(side, score)| Some(format!("{}: {}", side.player, score.as_ref()?)))
            .collect();
        self.item(
            "each player scores",
            &if scores.is_empty() { "nothing is counted".to_owned() } else { scores.join("; ") },
        )
    }

    fn section(&mut self, section: &MoveOverview, number: usize, sections: usize) -> Result<(), Failure> {
        let name = section.name.as_ref().map_or("move".to_owned(), |name| format!("move {name}"));
        let order = if sections > 1 { format!("{}. ", number + 1) } else { String::new() };
        let when = if section.when == "always" { String::new() } else { format!(", when {}", section.when) };
        self.wrapped(&format!("{order}{name} ({}){when}", section.line.in_words()), "  ", "      ")?;
        self.wrapped(&format!("from       {}", cases(&section.from)), "    ", "               ")?;
        self.wrapped(&format!("direction  {}", cases(&section.direction)), "    ", "               ")?;
        let begin: Vec<String> = section
            .begin
            .iter()
            .map(|rule| {
                let when = if rule.when == "always" { String::new() } else { format!("when {} -> ", rule.when) };
                format!("{when}{}", rule.does)
            })
            .collect();
        self.wrapped(&format!("begin      {}", begin.join("; else ")), "    ", "               ")?;
        let tried = match section.surely_legal.as_str() {
            "always" => "every choice is legal and need not be tried".to_owned(),
            "never" => "every choice is tried, because it may be illegal".to_owned(),
            when => format!("every choice is legal when {when}; otherwise each is tried"),
        };
        let asked = if section.at_once { "" } else { "; each hole is checked by itself" };
        self.wrapped(&format!("legal      {tried}{asked}"), "    ", "               ")
    }

    fn sowing(&mut self, sowing: &SowingOverview) -> Result<(), Failure> {
        self.item("track", &sowing.short.join(", "))?;
        if !sowing.short_clockwise.is_empty() {
            self.item("clockwise", &sowing.short_clockwise.join(", "))?;
        }
        let passed = match sowing.passes_over.as_slice() {
            [] => "closed holes only".to_owned(),
            passed => format!("{}; and closed holes", passed.join("; and ")),
        };
        self.item("passes over", &passed)?;
        let how =
            if sowing.seed_by_seed { "seed by seed, as rules require" } else { "a whole lap at once, from a table" };
        self.item("sown", how)?;
        if !sowing.at_a_time.is_empty() {
            let drops: Vec<String> = sowing.at_a_time.iter().map(i32::to_string).collect();
            self.item("at a time", &format!("{}, as the rules say", drops.join(" or ")))?;
        }
        let Some(first) = sowing.lasts.first() else { return Ok(()) };
        let (shown, others): (Vec<_>, Vec<_>) = sowing.lasts.iter().partition(|row| row.direction == first.direction);
        if others.is_empty() || !sowing.short_clockwise.is_empty() {
            self.lasts(sowing, &shown, "")?;
            return if others.is_empty() { Ok(()) } else { self.lasts(sowing, &others, "") };
        }
        self.lasts(sowing, &shown, "; the same backwards for the other direction")
    }

    /// Where last seeds fall in one direction.
    fn lasts(&mut self, sowing: &SowingOverview, lasts: &[&Lasts], more: &str) -> Result<(), Failure> {
        let Some(first) = lasts.first() else { return Ok(()) };
        let table: Vec<Vec<String>> = lasts
            .iter()
            .map(|row| {
                let last = row.last.iter().map(|last| short(last.as_deref().unwrap_or("-")).to_owned());
                std::iter::once(row.from.clone()).chain(last).collect()
            })
            .collect();
        let head = std::iter::once("after".to_owned()).chain((1..=first.last.len()).map(|seeds| seeds.to_string()));
        let one_by_one = if sowing.at_a_time.is_empty() { "" } else { " sown one by one" };
        let title = format!("where the last seed falls, by number of seeds{one_by_one}");
        self.item(&title, &format!("{}{more}", first.direction))?;
        self.table(&head.collect::<Vec<_>>(), &table)
    }

    fn decisions(&mut self, decisions: &DecisionOverview, nothing: &str) -> Result<(), Failure> {
        self.item("table", &format!("{} entries, {} bytes", decisions.entries, decisions.bytes))?;
        for grid in &decisions.grids {
            if !grid.situations.is_empty() {
                self.wrapped(&format!("{}:", grid.situations.join("; or ")), "  ", "      ")?;
            }
            self.grid(grid)?;
        }
        let empty = |grid: &Grid| grid.rows.iter().any(|row| row.letters.contains(&None));
        for letter in &decisions.letters {
            self.letter(letter)?;
        }
        if decisions.grids.iter().any(empty) { self.wrapped(nothing, "  ", "      ") } else { Ok(()) }
    }

    fn grid(&mut self, grid: &Grid) -> Result<(), Failure> {
        let head: Vec<String> = std::iter::once("makes".to_owned()).chain(grid.makes.iter().cloned()).collect();
        let mut rows = Vec::new();
        for row in &grid.rows {
            // a long list of names continues on the lines below
            let names = row.short.join(" ");
            let names = textwrap::wrap(&names, WIDTH / 3);
            for (line, names) in names.iter().enumerate() {
                let letters = row.letters.iter().map(|letter| letter.clone().unwrap_or("-".to_owned()));
                let letters = letters.map(|letter| if line == 0 { letter } else { String::new() });
                rows.push(std::iter::once(names.to_string()).chain(letters).collect());
            }
        }
        self.table(&head, &rows)
    }

    /// Prints columns under their heads; columns that do not fit the page follow below, again after the first column.
    fn table(&mut self, head: &[String], rows: &[Vec<String>]) -> Result<(), Failure> {
        let all = || std::iter::once(head).chain(rows.iter().map(Vec::as_slice));
        let width = |column: usize| all().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
        let widths: Vec<usize> = (0..head.len()).map(|column| width(column).unwrap_or(0)).collect();
        let label = widths.first().copied().unwrap_or(0);
        let mut from = 1;
        while from < widths.len() {
            let mut used = 4 + label;
            let fits = widths[from..].iter().take_while(|width| {
                used += 2 + **width;
                used <= WIDTH
            });
            let to = from + fits.count().max(1);
            for row in all() {
                let cells = row.iter().zip(&widths).take(to).skip(from);
                let cells: String = cells.map(|(cell, width)| format!("  {cell:>width$}")).collect();
                let name = row.first().map_or("", String::as_str);
                let line = format!("    {name:label$}{cells}");
                self.out.line(line.trim_end())?;
            }
            from = to;
        }
        Ok(())
    }

    fn letter(&mut self, letter: &Letter) -> Result<(), Failure> {
        let branches = letter.branches.iter().map(|branch| {
            let said = said(&branch.said);
            let only_if = branch.only_if.as_ref().map_or(String::new(), |test| format!("if {test}: "));
            format!("{only_if}{}, {said} -> {}", branch.line.in_words(), branch.does)
        });
        for (number, branch) in branches.enumerate() {
            let sign = if number == 0 { format!("{}:", letter.letter) } else { "else".to_owned() };
            self.wrapped(&format!("{sign} {branch}"), if number == 0 { "  " } else { "     " }, "       ")?;
        }
        Ok(())
    }

    fn rules(&mut self, rules: &[RuleOverview]) -> Result<(), Failure> {
        if rules.is_empty() {
            return self.wrapped("nothing is asked", "  ", "      ");
        }
        for rule in rules {
            self.wrapped(&format!("{}: {} -> {}", rule.line.in_words(), rule.when, rule.does), "  ", "      ")?;
        }
        Ok(())
    }
}

/// The text of values by case.
fn cases(cases: &[CaseOverview]) -> String {
    let case = |case: &CaseOverview| match case.when.as_str() {
        "always" => case.value.clone(),
        when => format!("when {when} -> {}", case.value),
    };
    cases.iter().map(case).collect::<Vec<_>>().join("; else ")
}

/// A condition in the words of the file.
fn said(said: &str) -> String {
    match said {
        "" | "otherwise" => "otherwise".to_owned(),
        condition => format!("when {condition}"),
    }
}

/// The short name of a hole, for a grid.
fn short(name: &str) -> &str {
    name.strip_suffix(" end").unwrap_or(name)
}
