//! Draws the laps of a move as numbered arrows: all lines first, then all heads, then the numbers.

use svg::node::element::{Group, Polygon};

use super::Picture;
use super::shapes::{bent, circle, distance, head, label, listed};
use super::theme::{BOARD, INK, PAPER};

/// Radius of the disk with the number of a lap.
pub(super) const DISK: f64 = 7.0;
/// Length of a head, and its width to each side.
pub(super) const HEAD: (f64, f64) = (9.0, 4.0);
/// How round the corners of a line are.
const ROUND: f64 = 6.0;

impl Picture<'_> {
    /// An arrow for each lap, with its number. `None` without laps.
    pub(super) fn path(&self) -> Option<Group> {
        let ways = self.routes.points(&self.layout);
        if ways.is_empty() {
            return None;
        }
        let mut halos = Group::new().set("stroke", BOARD).set("stroke-width", 4.5);
        let mut shafts = Group::new().set("stroke", INK).set("stroke-width", 1.6);
        let mut heads = Group::new().set("fill", INK).set("stroke", BOARD).set("stroke-width", "0.8");
        for way in &ways {
            // the line ends inside the head
            let mut short = way.clone();
            if let [.., before, tip] = way.as_slice() {
                let long = distance(*before, *tip).max(0.001);
                let part = (HEAD.0 * 0.7).min(long) / long;
                let neck = (tip.0 + (before.0 - tip.0) * part, tip.1 + (before.1 - tip.1) * part);
                short.pop();
                short.push(neck);
                heads = heads.add(Polygon::new().set("points", listed(&head(*tip, *before, HEAD.0, HEAD.1))));
            }
            halos = halos.add(bent(&short, ROUND));
            shafts = shafts.add(bent(&short, ROUND));
        }
        let mut numbers = Group::new().set("font-size", 10);
        for (at, (x, y)) in self.numbers.iter().enumerate() {
            let disk = circle(*x, *y, DISK).set("fill", PAPER).set("stroke", INK).set("stroke-width", 1);
            numbers = numbers.add(disk).add(label((at + 1).to_string(), *x, y + 3.5));
        }
        Some(Group::new().add(halos).add(shafts).add(heads).add(numbers.set("class", "laps")))
    }
}
