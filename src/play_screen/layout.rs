//! Where everything is on a screen of a given size.

use mancala_engine::draw::{legend, mark_width};
use mancala_rules::rules::model::{Change, Effect, Player, Rules};
use ratatui::layout::Rect;

use super::board::Plan;
use super::state::State;

/// The smallest screen that shows a game, in columns and rows. A board that needs more is shown in part.
pub const SMALLEST: (u16, u16) = (40, 11);

/// Lines for the question to the player.
const PROMPT: u16 = 2;

/// Most lines for what the board cannot show, where there is room and where there is little.
const MOST_LEGEND: u16 = 3;
const LEAST_LEGEND: u16 = 1;

/// Lines in which something of the story can be read, with its frame.
const LEAST_STORY: u16 = 4;

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
    /// The pane of what happened; empty if the board needs all the room.
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

/// Whether play, or a match, can change what the board itself does not show.
fn changes(rules: &Rules) -> bool {
    rules.contest.is_some() || rules.does(|effect| matches!(effect, Effect::To(Change::Mark | Change::Unmark, _)))
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
        // where the whole board has no room otherwise, the letter of a mark stands right behind the number
        let is_tight = mark_width(rules, &position) > 0 && Plan::needs(board, least, 1).0 > screen.width;
        let least = if is_tight { least.saturating_sub(1).max(3) } else { least };
        let players = board.players.value;
        // The pane goes beside the board if that leaves enough room for the board, else below it.
        let pane = (screen.width * 2 / 5).clamp(28, 60);
        let told = legend(rules, &position).join("; ");
        // the board must not jump when something is told below it for the first time
        let ever_told = changes(rules) || !told.is_empty();
        let (wide, _) = Plan::needs(board, least.max(4), 1);
        let beside = screen.width > wide + pane;
        let width = if beside { body.width - pane } else { body.width };
        let lines = u16::try_from(players).unwrap_or(1);
        let needed = Plan::needs(board, least, 1).1 + lines;
        let told_lines = match (ever_told, body.height.saturating_sub(needed)) {
            (false, _) | (_, 0) => 0,
            (true, spare) if spare >= if beside { 4 } else { 16 } => MOST_LEGEND,
            (true, _) => LEAST_LEGEND,
        };
        let told = textwrap::wrap(&told, usize::from(width.saturating_sub(6)).max(10));
        let more = told.len() > usize::from(told_lines);
        let mut told: Vec<String> =
            told.into_iter().filter(|line| !line.is_empty()).take(told_lines.into()).map(Into::into).collect();
        if let (true, Some(last)) = (more, told.last_mut()) {
            last.push_str(" ..");
        }

        let (place, pane) = if beside {
            (Rect { width, ..body }, Rect { x: body.x + width, width: pane, ..body })
        } else {
            // the whole board comes first; then its holes get room for seeds, and the story gets the rest
            let rest = lines + told_lines;
            let tall = |height| Plan::needs(board, least, height).1 + rest;
            let height = if tall(3) <= body.height * 3 / 5 {
                tall(3)
            } else if tall(2) + LEAST_STORY <= body.height {
                tall(2)
            } else {
                tall(1)
            };
            let height = if height + LEAST_STORY > body.height { body.height } else { height };
            (Rect { height, ..body }, Rect { y: body.y + height, height: body.height - height, ..body })
        };
        // If sides are rows, South is below the board and North above; otherwise all players are listed below.
        let faced = board.rows_are_sides();
        let above = u16::from(faced);
        let below = lines - above + told_lines;
        let room = Rect { y: place.y + above, height: place.height.saturating_sub(above + below), ..place };
        let plan = Plan::new(board, least, room, state.cursor).turned(state.turned);
        // Keep the lines close to the board.
        let (top, bottom) = (plan.area.y, plan.area.bottom());
        let seat = |player: Player| {
            let far = if state.turned { 0 } else { 1 };
            let y = match (faced, player) {
                (true, player) if player == far => top.saturating_sub(1),
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
