//! Where everything is on a screen of a given size.

use ratatui::layout::Rect;

use super::board::Plan;
use super::state::State;
use crate::draw::{legend, mark_width};
use crate::rules::model::Player;

/// The smallest screen that shows a game, in columns and rows.
pub const SMALLEST: (u16, u16) = (40, 15);

/// Lines for the question to the player.
const PROMPT: u16 = 2;

/// Most lines for what the board cannot show.
const MOST_LEGEND: usize = 3;

/// Where everything is on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The title line.
    pub title: Rect,
    /// The board.
    pub board: Plan,
    /// The line of each player.
    pub players: Vec<(Player, Rect)>,
    /// What the board cannot show, one line at a time.
    pub legend: Vec<(Rect, String)>,
    /// The pane of what happened.
    pub story: Rect,
    /// The pane of moves. `None` if only one pane fits.
    pub moves: Option<Rect>,
    /// The lines for the question to the player.
    pub prompt: Rect,
    /// The line of keys.
    pub bar: Rect,
    /// Everything between the title and the question.
    pub body: Rect,
}

/// A line of an area, counted from the top, from 0.
fn line(area: Rect, number: u16) -> Rect {
    Rect::new(area.x, area.y + number, area.width, 1).intersection(area)
}

impl Layout {
    /// The layout for a screen. `None` if the screen is smaller than [`SMALLEST`].
    pub fn new(state: &State<'_>, screen: Rect) -> Option<Layout> {
        if screen.width < SMALLEST.0 || screen.height < SMALLEST.1 {
            return None;
        }
        let body = Rect { y: screen.y + 1, height: screen.height - 2 - PROMPT, ..screen };
        let rules = state.rules();
        let board = &rules.board;
        let position = state.board_now().0;
        let digits = position.seeds.iter().take(board.holes()).map(|seeds| seeds.to_string().len()).max().unwrap_or(1);
        let least = u16::try_from(digits.max(2) + mark_width(rules, &position).max(1)).unwrap_or(4).max(3);
        let players = board.players.value;
        // The pane goes beside the board if that leaves enough room for the board, else below it.
        let pane = (screen.width * 2 / 5).clamp(28, 60);
        let told = legend(rules, &position).join("; ");
        let (wide, _) = Plan::needs(board, least.max(4), 1);
        let beside = screen.width > wide + pane;
        let width = if beside { body.width - pane } else { body.width };
        let told = textwrap::wrap(&told, usize::from(width.saturating_sub(6)).max(10));
        let told: Vec<String> =
            told.into_iter().filter(|line| !line.is_empty()).take(MOST_LEGEND).map(Into::into).collect();
        let told_lines = u16::try_from(told.len()).unwrap_or(0);
        let lines = u16::try_from(players).unwrap_or(1);

        let (place, pane) = if beside {
            (Rect { width, ..body }, Rect { x: body.x + width, width: pane, ..body })
        } else {
            let (_, tall) = Plan::needs(board, least, 2);
            let (_, taller) = Plan::needs(board, least, 3);
            let rest = lines + told_lines;
            let enough = body.height * 3 / 5;
            let height = if taller + rest <= enough { taller } else { tall.min(body.height * 7 / 10) };
            let height = (height + rest).min(body.height - 4);
            (Rect { height, ..body }, Rect { y: body.y + height, height: body.height - height, ..body })
        };
        // If sides are rows, South is below the board and North above; otherwise all players are listed below.
        let faced = board.rows_are_sides();
        let above = u16::from(faced);
        let below = lines - above + told_lines;
        let room = Rect { y: place.y + above, height: place.height.saturating_sub(above + below), ..place };
        let plan = Plan::new(board, least, room, state.cursor);
        // Keep the lines close to the board.
        let (top, bottom) = (plan.area.y, plan.area.bottom());
        let seat = |player: Player| {
            let y = match (faced, player) {
                (true, 1) => top.saturating_sub(1),
                (true, _) => bottom,
                (false, player) => bottom + u16::try_from(player).unwrap_or(0),
            };
            (player, line(Rect { y, height: 1, ..place }, 0).intersection(place))
        };
        let seats: Vec<(Player, Rect)> = (0..players).map(seat).collect();
        let first = bottom + lines - above;
        let legend = (0..)
            .zip(told)
            .map(|(number, text)| (Rect::new(place.x, first + number, place.width, 1).intersection(place), text))
            .collect();
        let list = (pane.height >= 14).then_some((pane.height / 4).max(4));
        let (story, moves) = match list {
            Some(height) => {
                let moves = Rect { height, ..pane };
                (Rect { y: pane.y + height, height: pane.height - height, ..pane }, Some(moves))
            }
            None => (pane, None),
        };
        Some(Layout {
            title: Rect { height: 1, ..screen },
            board: plan,
            players: seats,
            legend,
            story,
            moves,
            prompt: Rect { y: body.bottom(), height: PROMPT, ..screen },
            bar: Rect { y: screen.bottom() - 1, height: 1, ..screen },
            body,
        })
    }
}
