//! The first plies of the games of a series, remembered: most games begin alike.

use foldhash::HashMap;
use mancala_rules::chance::Generator;
use rand::Rng;

use super::lanes::Lanes;
use super::machine::Machine;
use super::position::{Position, Round};
use super::random::draws::below;
use super::trouble::Trouble;
use super::turn::Turn;
use crate::tables::Mask;

/// For so many positions is remembered what follows them.
const MOST: usize = 2048;

/// For each position what its random plies lead to, by the number of the choice that was drawn; `None` if that is not known.
pub(super) struct Openings<L: Lanes, const P: usize> {
    known: HashMap<Position<L, P>, Vec<Option<Position<L, P>>>>,
}

impl<L: Lanes, const P: usize> Openings<L, P> {
    /// Nothing is remembered yet.
    pub fn new() -> Self {
        Openings { known: HashMap::default() }
    }

    /// The position after a random ply, as the generator draws it. `None` if that is not known; then nothing is drawn.
    pub fn next(&self, position: &Position<L, P>, generator: &mut Generator) -> Option<Position<L, P>> {
        let after = self.known.get(position)?;
        let mut drawn = generator.clone();
        let next = after[below(after.len() as u32, &mut drawn)]?;
        *generator = drawn;
        Some(next)
    }

    /// Remembers a random ply: `drawn` and `left` are the generators before it and after it. Only turns are remembered that
    /// are legal, that depend on nothing but the choice that was drawn, and before which nothing happens.
    pub fn add(
        &mut self,
        (machine, round): (&Machine<L, P>, &Round<L::Mask>),
        (position, after): (&Position<L, P>, &Position<L, P>),
        (drawn, left): (&Generator, &Generator),
    ) -> Result<(), Trouble> {
        let mut once = drawn.clone();
        once.next_u32();
        if once != *left || !machine.is_quiet(position, position.seeds.occupied()) || self.known.len() >= MOST {
            return Ok(());
        }
        let mut turn = Turn::between(machine, round, position, None);
        for section in 0..turn.rules.sections.len() {
            turn.offer(section)?;
            let choices = turn.offered[0].count() + turn.offered[1].count();
            if choices == 0 {
                continue;
            }
            if !machine.courses[turn.mover].asks(section, position) {
                let known = self.known.entry(*position).or_insert_with(|| vec![None; choices as usize]);
                known[below(choices, &mut drawn.clone())] = Some(*after);
            }
            break;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "shipped rulesets are well")]

    use super::super::lanes::Bytes;
    use super::super::straight::moves::Ways;
    use super::*;
    use crate::engine::random::runner::Runner;
    use mancala_rules::chance::generator;

    #[test]
    fn a_first_ply_that_is_remembered_is_the_one_that_is_played() {
        // one hole may be chosen at first, then any
        let (machine, start, round) = Machine::<Bytes<2>, 3>::at_start("mbothe");
        let (mut runner, mut openings, mut told) = (Runner::new(&machine), Openings::new(), 0);
        for game in 1..200 {
            let (mut position, mut generator, mut plies) = (start, generator(1, game), 0);
            while !machine.is_later(&position) {
                let drawn = generator.clone();
                let (mut ways, mut turn) =
                    (Ways::new(&machine, &round), Turn::between(&machine, &round, &position, None));
                runner.step(&mut ways, &mut turn, false, &mut plies, &mut generator).unwrap();
                let mut again = drawn.clone();
                if let Some(next) = openings.next(&position, &mut again) {
                    assert_eq!((next, &again), (turn.now.position, &generator));
                    told += 1;
                }
                openings.add((&machine, &round), (&position, &turn.now.position), (&drawn, &generator)).unwrap();
                position = turn.now.position;
            }
        }
        assert!(told > 300, "{told}");
    }
}
