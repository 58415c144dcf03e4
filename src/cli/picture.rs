//! Pictures in SVG: one of a position or a move, or one for each ply of a game.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Failure;
use super::game::Loaded;
use super::output::Output;
use super::refusal::refusal;
use super::whole::whole;
use crate::game::{Event, IllegalMove, Position};
use crate::notation::capital;
use crate::outcome::result;
use crate::picture::{Look, MOST_DOTS, Names, svg};
use crate::play::Referee;
use crate::rules::model::{Player, Rules};

/// How a picture looks.
#[derive(clap::Args)]
pub(super) struct LookArguments {
    /// In the picture: draw up to N seeds of a hole as dots (0 to 19); more are a number
    #[arg(long, value_name = "N", default_value = "12", allow_negative_numbers = true, requires = "svg")]
    #[arg(value_parser = whole(0, u64::from(MOST_DOTS)))]
    dots: u64,

    /// In the picture: write names of holes at the `edges` of the board, at the `holes`, or `none`
    #[arg(long, value_name = "WHERE", default_value = "edges", requires = "svg", hide_possible_values = true)]
    names: NamesAt,

    /// In the picture: draw small arrows between the holes where the player to move sows
    #[arg(long, requires = "svg")]
    arrows: bool,

    /// In the picture: write this line below the board
    #[arg(long, value_name = "TEXT", requires = "svg")]
    caption: Option<String>,
}

/// Where the names of holes are written.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum NamesAt {
    /// Beside and below the board
    Edges,
    /// At every hole
    Holes,
    /// Nowhere
    None,
}

impl LookArguments {
    fn look(&self) -> Result<Look, Failure> {
        let names = match self.names {
            NamesAt::Edges => Names::Edges,
            NamesAt::Holes => Names::Holes,
            NamesAt::None => Names::None,
        };
        if self.caption.as_ref().is_some_and(|caption| caption.chars().any(char::is_control)) {
            return Err(Failure::wrong_use("a caption is one line of text, without control characters"));
        }
        let dots = u32::try_from(self.dots).unwrap_or(MOST_DOTS);
        Ok(Look { dots, names, arrows: self.arrows, caption: self.caption.clone() })
    }
}

/// Draws a position, or the last of some moves from there, into a file; `-` prints the picture.
pub(super) fn show(
    loaded: &Loaded,
    position: Position,
    moves: &[String],
    look: &LookArguments,
    file: &Path,
    out: &mut Output,
) -> Result<(), Failure> {
    let mut look = look.look()?;
    let rules = &loaded.rules;
    let mut game = loaded.game(&Referee::narrator(rules), position)?;
    let (mut before, mut by, mut events) = (game.position(), (!game.is_over()).then(|| game.to_move()), Vec::new());
    let moves: Vec<&str> = moves.iter().map(|name| name.trim()).filter(|name| !name.is_empty()).collect();
    for (ply, name) in (1..).zip(&moves) {
        (before, by) = (game.left(), Some(game.to_move()));
        let position = game.position();
        game.take_events();
        if let Err(refused) = game.play_named(name) {
            return Err(match refused {
                IllegalMove::Fault(fault) => loaded.fault(&fault, &position),
                _ => refusal(loaded, &game, ply, name),
            });
        }
        events = game.take_events();
    }
    if let (Some(ending), true) = (game.outcome(), moves.is_empty()) {
        look.caption.get_or_insert_with(|| capital(&result(rules, &ending)));
    }
    let text = svg(rules, &before, by, &events, &look);
    if file.as_os_str() == "-" {
        return out.print(text);
    }
    fs::write(file, text).map_err(|error| unwritten(file, &error))?;
    out.line(format!("{} written", file.display()))
}

/// Pictures of a game in a folder of their own.
pub(super) struct Pictures {
    folder: PathBuf,
    look: Look,
    written: usize,
}

impl Pictures {
    /// Creates the folder. A folder that is not empty is an error.
    pub(super) fn new(folder: &Path, look: &LookArguments) -> Result<Pictures, Failure> {
        let look = look.look()?;
        fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
        let mut entries = fs::read_dir(folder).map_err(|error| unwritten(folder, &error))?;
        if entries.next().is_some() {
            return Err(Failure::wrong_use(format!("the folder `{}` is not empty", folder.display()))
                .help("give a new folder, so that pictures do not mix"));
        }
        Ok(Pictures { folder: folder.to_owned(), look, written: 0 })
    }

    /// Writes the next picture: `0001.svg`, `0002.svg`, ...
    pub(super) fn add(
        &mut self,
        rules: &Rules,
        position: &Position,
        by: Option<Player>,
        events: &[Event],
        caption: String,
    ) -> Result<(), Failure> {
        self.written += 1;
        let file = self.folder.join(format!("{:04}.svg", self.written));
        let caption = match &self.look.caption {
            Some(text) => format!("{text} · {caption}"),
            None => caption,
        };
        let look = Look { caption: Some(caption), ..self.look.clone() };
        fs::write(&file, svg(rules, position, by, events, &look)).map_err(|error| unwritten(&file, &error))
    }

    /// How many pictures were written, and where.
    pub(super) fn summary(&self) -> String {
        let many = if self.written == 1 { "picture" } else { "pictures" };
        format!("{} {many} in {}", self.written, self.folder.display())
    }
}

fn unwritten(path: &Path, error: &io::Error) -> Failure {
    Failure::wrong_use(format!("`{}` cannot be written: {error}", path.display()))
}
