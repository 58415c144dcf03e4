//! Cache of the tables of both players, by marks.

use std::rc::Rc;

use super::face::{Faces, Lapped};
use super::seat::Seats;
use crate::engine::circling::Circling;
use crate::engine::lanes::Lanes;
use crate::engine::machine::Machine;
use crate::engine::position::{Position, Round};
use crate::tables::Mask;

/// Smallest and largest size of the cache.
const FIRST: usize = 16;
const MOST: usize = 1024;

/// Cache of the tables of both players, by marks and closed holes.
pub(in crate::engine) struct Known<'m, M, const P: usize> {
    places: Vec<Option<Marked<'m, M, P>>>,
    /// States that lead to endless sowing, on any of the boards.
    circling: Rc<Circling<Lapped>>,
    /// Number of tables made.
    made: u64,
}

/// The marks of each player, the closed holes, and the tables for them.
type Marked<'m, M, const P: usize> = ([M; P], M, Rc<Faces<'m>>);

impl<'m, M: Mask, const P: usize> Known<'m, M, P> {
    /// An empty cache.
    pub fn new() -> Self {
        Known { places: Vec::new(), circling: Rc::default(), made: 0 }
    }

    /// The tables for the marks of a position.
    pub fn get<L: Lanes<Mask = M>>(
        &mut self,
        seats: &'m Seats<M>,
        machine: &'m Machine<L, P>,
        position: &Position<L, P>,
        round: &Round<M>,
    ) -> Option<Rc<Faces<'m>>> {
        let mixed = Self::mixed(&position.marks, round.closed);
        let taken = |place: &Option<Marked<'m, M, P>>| {
            place.as_ref().is_some_and(|known| known.0 != position.marks || known.1 != round.closed)
        };
        let mut at = (mixed >> 32) as usize & self.places.len().wrapping_sub(1);
        if self.places.get(at).is_none_or(taken) && self.places.len() < MOST {
            let room = (4 * self.places.len()).max(FIRST);
            let known = std::mem::replace(&mut self.places, std::iter::repeat_with(|| None).take(room).collect());
            for known in known.into_iter().flatten() {
                let at = (Self::mixed(&known.0, known.1) >> 32) as usize & (room - 1);
                self.places[at] = Some(known);
            }
            at = (mixed >> 32) as usize & (room - 1);
        }
        let place = self.places.get_mut(at)?;
        let known = place.as_ref().is_some_and(|known| known.0 == position.marks && known.1 == round.closed);
        if !known {
            self.made += 1;
            let faces = seats.faces(machine, position, round, (&self.circling, self.made))?;
            *place = Some((position.marks, round.closed, Rc::new(faces)));
        }
        place.as_ref().map(|known| Rc::clone(&known.2))
    }

    fn mixed(marks: &[M; P], closed: M) -> u64 {
        marks.iter().fold(closed.low_bits(), |mixed, marks| {
            (mixed.rotate_left(5) ^ marks.low_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }

    /// Marks lanes that a player faces in the position. Returns the tables for it, and whether the lanes were unmarked.
    pub fn marked<L: Lanes<Mask = M>>(
        &mut self,
        seats: &'m Seats<M>,
        (machine, round): (&'m Machine<L, P>, &Round<M>),
        position: &mut Position<L, P>,
        (marker, lanes): (u8, u16),
    ) -> (Option<Rc<Faces<'m>>>, bool) {
        let slots = seats.sides().slots_of(usize::from(marker), lanes);
        let gained = (position.marked_by(!0) & slots).is_none();
        position.mark(usize::from(marker), slots);
        (self.get(seats, machine, position, round), gained)
    }
}
