//! Pictures in SVG: of a position, or of a move.

use std::fs;
use std::path::Path;

use mancala_engine::game::{IllegalMove, Move, Position};
use mancala_engine::narrator::{frames, gathering_frames};
use mancala_engine::outcome::result;
use mancala_engine::play::Referee;
use mancala_rules::notation::capital;
use mancala_tools::picture::{Look, MOST_DOTS, Names, Scene, Theme};

use super::Failure;
use super::game::Loaded;
use super::output::Output;
use super::refusal::refusal;
use super::whole::whole;

/// How a picture looks.
#[derive(clap::Args)]
pub(super) struct LookArguments {
    /// In the picture: draw up to N seeds of a hole as dots (0 to 19); more are a number
    #[arg(long, value_name = "N", default_value = "12", allow_negative_numbers = true, requires = "drawn")]
    #[arg(value_parser = whole(0, u64::from(MOST_DOTS)))]
    dots: u64,

    /// In the picture: write names of holes at the `edges` of the board, at the `holes`, or `none`
    #[arg(long, value_name = "WHERE", default_value = "edges", requires = "drawn", hide_possible_values = true)]
    names: NamesAt,

    /// In the picture: draw small arrows between the holes where the player to move sows
    #[arg(long, requires = "drawn")]
    arrows: bool,

    /// In the picture: write this line below the board
    #[arg(long, value_name = "TEXT", requires = "drawn")]
    caption: Option<String>,

    #[command(flatten)]
    ground: GroundArguments,
}

/// The ground of a picture.
#[derive(clap::Args)]
pub(super) struct GroundArguments {
    /// In the picture: draw for a `light` or a `dark` ground; `auto` follows the settings of the reader's system
    #[arg(long, value_name = "GROUND", default_value = "auto", requires = "drawn", hide_possible_values = true)]
    theme: GroundOf,

    /// In the picture: leave the ground transparent
    #[arg(long, requires = "drawn")]
    transparent: bool,
}

/// The ground that a picture is drawn for.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum GroundOf {
    /// As the reader's system prefers
    Auto,
    /// Dark lines on a light ground
    Light,
    /// Light lines on a dark ground
    Dark,
}

impl GroundArguments {
    /// The theme, and whether the ground is drawn.
    pub(super) fn theme(&self) -> (Theme, bool) {
        let theme = match self.theme {
            GroundOf::Auto => Theme::Auto,
            GroundOf::Light => Theme::Light,
            GroundOf::Dark => Theme::Dark,
        };
        (theme, !self.transparent)
    }
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
    pub(super) fn look(&self) -> Result<Look, Failure> {
        let names = match self.names {
            NamesAt::Edges => Names::Edges,
            NamesAt::Holes => Names::Holes,
            NamesAt::None => Names::None,
        };
        if self.caption.as_ref().is_some_and(|caption| caption.chars().any(char::is_control)) {
            return Err(Failure::wrong_use("a caption is one line of text, without control characters"));
        }
        let dots = u32::try_from(self.dots).unwrap_or(MOST_DOTS);
        let (theme, ground) = self.ground.theme();
        Ok(Look { dots, names, arrows: self.arrows, caption: self.caption.clone(), theme, ground })
    }
}

/// Draws a position, or the last of some moves from there, into a file; `-` prints the picture. The move may stand
/// still or move.
pub(super) fn show(
    loaded: &Loaded,
    position: Position,
    (moves, animate): (&[String], bool),
    look: &LookArguments,
    file: &Path,
    out: &mut Output,
) -> Result<(), Failure> {
    let mut look = look.look()?;
    let rules = &loaded.rules;
    let mut game = loaded.game(&Referee::narrator(rules), position)?;
    let (mut before, mut by, mut events) = (game.position(), (!game.is_over()).then(|| game.to_move()), Vec::new());
    let moves: Vec<&str> = moves.iter().map(|name| name.trim()).filter(|name| !name.is_empty()).collect();
    let mut played: Option<Move> = None;
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
        played = game.history().last().cloned();
        events = game.take_events();
    }
    if let (Some(ending), true) = (game.outcome(), moves.is_empty()) {
        look.caption.get_or_insert_with(|| capital(&result(rules, &ending)));
    }
    let play = played.as_ref().map(Move::to_string);
    let scene = Scene { rules, position: &before, to_move: by, play: play.as_deref(), events: &events };
    let text = if animate {
        let Some(sowing) = played.as_ref().and_then(Move::sowing) else {
            return Err(Failure::wrong_use(
                "nothing is sown in the last of these moves, so there is nothing to animate",
            ));
        };
        let mut moments = frames(rules, &before, sowing);
        if let Some(gathering) = game.gathering() {
            moments.extend(gathering_frames(rules, &gathering, &events, &game.position()));
        }
        scene.animated(&look, &moments)
    } else {
        scene.svg(&look)
    };
    write(file, &text, out)
}

/// Writes a picture into a file; `-` prints it.
pub(super) fn write(file: &Path, text: &str, out: &mut Output) -> Result<(), Failure> {
    if file.as_os_str() == "-" {
        return out.print(text);
    }
    fs::write(file, text).map_err(|error| Failure::unwritten(file, &error))?;
    out.line(format!("{} written", file.display()))
}
