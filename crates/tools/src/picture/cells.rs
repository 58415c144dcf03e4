//! Draws holes, ends and stores with their contents.

use mancala_engine::draw::initial;
use mancala_engine::game::{Event, cell_name};
use mancala_rules::notation::capital;
use mancala_rules::rules::model::{Cell, Player, Players};
use svg::node::element::Group;

use super::layout::HOLE;
use super::route::Corners;
use super::shapes::{Point, circle, label, line, rectangle};
use super::theme::{INK, PALE, PAPER};
use super::{Names, Picture, seeds};

impl Picture<'_> {
    /// The cells that are drawn: all, except stores without a place.
    pub(super) fn drawn(&self) -> impl Iterator<Item = Cell> {
        let board = self.board_rules();
        (0..board.cells()).filter(|cell| *cell < board.holes() || self.layout.pit(*cell).is_some())
    }

    /// All cells.
    pub(super) fn cells(&self) -> Group {
        self.drawn().map(|cell| self.cell(cell)).fold(Group::new().set("font-size", 11), Group::add)
    }

    /// What the move takes from cells and puts into them, apart from sowing.
    pub(super) fn badges(&self) -> Group {
        let cells = 0..self.board_rules().cells();
        cells.filter_map(|cell| self.badge(cell)).fold(Group::new().set("font-size", 11), Group::add)
    }

    /// Where the badge of a cell stands, and half its width.
    pub(super) fn badge_place(&self, cell: Cell) -> Option<(Point, f64)> {
        let change = self.change(cell)?;
        let (x, y) = self.layout.center(cell);
        let place = match self.layout.pit(cell) {
            Some(pit) => (x, pit.y + pit.height),
            None if cell < self.board_rules().holes() => (x - HOLE * 0.8, y + HOLE * 0.8),
            None => return None,
        };
        Some((place, (9.0 + 7.0 * change.chars().count() as f64) / 2.0))
    }

    fn badge(&self, cell: Cell) -> Option<Group> {
        let ((x, y), half) = self.badge_place(cell)?;
        let text = label(self.change(cell)?, x, y + 4.0).set("fill", PAPER).set("font-weight", "bold");
        let ground = rectangle(x - half, y - 8.0, 2.0 * half, 16.0, 8.0).set("fill", INK).set("stroke", PAPER);
        Some(Group::new().add(ground).add(text))
    }

    /// What stands around a hole.
    pub(super) fn corners(&self, cell: Cell) -> Corners {
        let count = self.position.seeds.get(cell).copied().unwrap_or_default();
        Corners {
            badge: self.change(cell).is_some(),
            figure: self.is_dotted(count),
            mark: !self.position.marks[cell].is_nobody() || self.is_marked_now(cell),
            name: self.look.names == Names::Holes,
        }
    }

    fn is_marked_now(&self, cell: Cell) -> bool {
        self.events.iter().any(|event| matches!(event, Event::Marked(_, marked) if *marked == cell))
    }

    /// Whether seeds are drawn as dots.
    fn is_dotted(&self, count: i64) -> bool {
        u32::try_from(count).is_ok_and(|dots| dots > 0 && dots <= self.look.dots.min(seeds::MOST))
    }

    /// A cell: its rim, contents, name and mark.
    pub(super) fn cell(&self, cell: Cell) -> Group {
        let (x, y) = self.layout.center(cell);
        let mut group = self.rim(cell);
        if self.position.closed[cell] {
            let arm = HOLE * 0.5;
            let cross = [line(x - arm, y - arm, x + arm, y + arm), line(x - arm, y + arm, x + arm, y - arm)];
            group = cross.into_iter().map(|arm| arm.set("stroke", PALE)).fold(group, Group::add);
        } else {
            group = group.add(self.seeds(cell));
        }
        if self.look.names == Names::Holes && cell < self.board_rules().holes() {
            group = group.add(label(cell_name(self.board_rules(), cell), x - 25.0, y - 21.0).set("fill", PALE));
        }
        // A mark that the move puts there shows its letter in white.
        let before = self.position.marks[cell];
        let put = self.events.iter().filter_map(|event| match event {
            Event::Marked(player, marked) if *marked == cell => Some(*player),
            _ => None,
        });
        let by_each = self.board_rules().marks_by_each();
        let put = put.filter(|player| before.is_nobody() || by_each && !before.has(*player));
        let put: Players = put.collect();
        let marks = before.each().map(|player| (player, INK, PAPER));
        let marks = marks.chain(put.each().map(|player| (player, PAPER, INK)));
        for (nth, (player, ground, letter)) in marks.enumerate() {
            // one beside the other, towards the middle of the hole
            let (x, y) = (x + HOLE * 0.76 - 17.0 * nth as f64, y - HOLE * 0.76);
            group = group.add(circle(x, y, 8.0).set("fill", ground).set("stroke", INK)).add(
                label(initial(self.board_rules(), player), x, y + 4.0).set("fill", letter).set("font-weight", "bold"),
            );
        }
        if let (Some(pit), Some(owner)) = (self.layout.pit(cell), self.store_owner(cell)) {
            group = group.add(label(capital(&self.name(owner)), x, pit.y - 5.0).set("fill", PALE));
        }
        group
    }

    /// The rim of a cell: thick if it is marked, dashed if it is closed or locked.
    fn rim(&self, cell: Cell) -> Group {
        let (x, y) = self.layout.center(cell);
        let mut group = Group::new().set("stroke", INK).set("fill", PAPER).set("stroke-width", 1.2);
        if !self.position.marks[cell].is_nobody() {
            group = group.set("stroke-width", 3);
        }
        if self.position.closed[cell] {
            group = group.set("stroke", PALE).set("stroke-dasharray", "2 3").set("fill", "none");
        } else if self.position.locked[cell] {
            group = group.set("stroke-dasharray", "6 4");
        }
        let rim = match self.layout.pit(cell) {
            Some(pit) => group.add(rectangle(pit.x, pit.y, pit.width, pit.height, 20.0)),
            None => group.add(circle(x, y, HOLE)),
        };
        Group::new().add(rim)
    }

    /// Dots with a small number beside them, or a large number; nothing in an empty hole.
    fn seeds(&self, cell: Cell) -> Group {
        let (x, y) = self.layout.center(cell);
        let count = self.position.seeds[cell];
        let pit = self.layout.pit(cell);
        // A pit (an end or a store) is narrower than a hole.
        let scale = if pit.is_some() { 0.82 } else { 1.0 };
        match u32::try_from(count) {
            Ok(0) if pit.is_none() => Group::new(),
            Ok(dots) if self.is_dotted(count) => {
                let places = seeds::places(dots).into_iter();
                let dots = places.map(|(right, down)| circle(x + right * scale, y + down * scale, seeds::SEED));
                let figure = match pit {
                    Some(pit) => label(count.to_string(), x, pit.y + pit.height - 10.0),
                    None => label(count.to_string(), x + HOLE - 1.0, y + HOLE + 4.0),
                };
                dots.fold(Group::new(), Group::add).add(figure)
            }
            _ => {
                let text = if count < 0 { format!("−{}", -count) } else { count.to_string() };
                // As large as fits between the rims.
                let size = match text.chars().count() {
                    0..=2 => 22,
                    3 => 18,
                    4 => 16,
                    5 => 13,
                    6 => 11,
                    _ => 9,
                };
                Group::new().add(label(text, x, y + f64::from(size) * 0.35).set("font-size", size))
            }
        }
    }

    /// The player whose store a cell is, if any.
    fn store_owner(&self, cell: Cell) -> Option<Player> {
        self.board_rules().stores.iter().position(|store| *store == cell)
    }

    /// Seeds that the move captures from a cell or puts into it, apart from sowing, as signed text.
    fn change(&self, cell: Cell) -> Option<String> {
        let mut change = 0;
        for event in self.events {
            match event {
                Event::Captured(_, from, count) if *from == cell => change -= count,
                Event::Placed(into, count, _) if *into == cell => change += count,
                _ => {}
            }
        }
        match change {
            0 => None,
            1.. => Some(format!("+{change}")),
            _ => Some(format!("−{}", -change)),
        }
    }
}
