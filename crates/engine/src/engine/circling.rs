//! Cache of states from which a sowing is known not to end within the most laps of a turn.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

/// Cache of states of turns from which sowing goes on for too many laps or for ever. Only signs are kept, a few of the states
/// of a turn: one that goes on and on comes by a sign before long. Threads may share it.
#[derive(Debug)]
pub(super) struct Circling<S> {
    /// Allocated when the first state is added, and each part when one is added there.
    parts: OnceLock<Box<[Part<S>]>>,
}

/// A place for a state.
#[derive(Debug)]
struct Place<S> {
    /// The hash of the state, which is looked at first.
    hash: AtomicU64,
    sign: Mutex<Option<Sign<S>>>,
}

/// A state of a turn after a lap of this number. In the cache: from that lap on, turns that come by it are known to be endless;
/// 0 if sowing goes on for ever.
#[derive(Clone, Copy, Debug)]
struct Sign<S> {
    state: S,
    lap: u32,
}

/// Some places.
type Part<S> = OnceLock<Box<[Place<S>]>>;

/// Number of parts, and of the states that are kept in each.
const PARTS: usize = 512;
const PLACES: usize = 64;

/// Number of signs that are noted during a turn.
const SIGNS: usize = 64;

/// The signs by which a turn came last, with their hashes, and the number of all.
pub(super) struct Signs<S> {
    noted: Vec<(u64, Sign<S>)>,
    met: usize,
}

impl<S> Default for Circling<S> {
    fn default() -> Self {
        Circling { parts: OnceLock::new() }
    }
}

impl<S> Default for Place<S> {
    fn default() -> Self {
        Place { hash: AtomicU64::new(0), sign: Mutex::new(None) }
    }
}

impl<S> Default for Signs<S> {
    #[inline(always)]
    fn default() -> Self {
        Signs { noted: Vec::new(), met: 0 }
    }
}

impl<S: Copy + Eq> Circling<S> {
    /// Whether a state is a sign, which one in `1 << rarity` is. The highest bits of the hash must be good.
    #[inline(always)]
    pub fn is_sign(hash: u64, rarity: u32) -> bool {
        hash.leading_zeros() >= rarity
    }

    /// A turn comes by a sign after a lap of this number. Returns whether it is known to be endless: then those that it came by
    /// before are added. If it is not, this one is noted.
    #[inline(always)]
    pub fn knows(&self, hash: u64, state: S, lap: u32, signs: &mut Signs<S>) -> bool {
        let (part, place) = place(hash);
        let place = self.parts.get().and_then(|parts| parts[part].get()).map(|places| &places[place]);
        let place = place.filter(|place| place.hash.load(Ordering::Relaxed) == hash);
        match place.and_then(|place| place.endless_from(&state)) {
            Some(from) if lap >= from => {
                self.add(signs, from == 0);
                true
            }
            _ => {
                signs.note(hash, Sign { state, lap });
                false
            }
        }
    }

    /// A turn that came by some signs proved endless: it goes on for ever (`for_ever`), or for too many laps.
    #[cold]
    pub fn add(&self, signs: &Signs<S>, for_ever: bool) {
        for (hash, Sign { state, lap }) in &signs.noted {
            let parts = self.parts.get_or_init(|| (0..PARTS).map(|_| OnceLock::new()).collect());
            let (part, place) = place(*hash);
            let places = parts[part].get_or_init(|| (0..PLACES).map(|_| Place::default()).collect());
            let place = &places[place];
            let Ok(mut sign) = place.sign.lock() else { continue };
            let lap = if for_ever { 0 } else { *lap };
            let lap = sign.filter(|known| known.state == *state).map_or(lap, |known| known.lap.min(lap));
            *sign = Some(Sign { state: *state, lap });
            place.hash.store(*hash, Ordering::Relaxed);
        }
    }
}

impl<S: Copy + Eq> Place<S> {
    #[cold]
    #[inline(never)]
    fn endless_from(&self, state: &S) -> Option<u32> {
        let sign = *self.sign.lock().ok()?;
        sign.filter(|sign| sign.state == *state).map(|sign| sign.lap)
    }
}

impl<S> Signs<S> {
    #[cold]
    #[inline(never)]
    fn note(&mut self, hash: u64, sign: Sign<S>) {
        match self.noted.get_mut(self.met % SIGNS) {
            Some(noted) => *noted = (hash, sign),
            None => self.noted.push((hash, sign)),
        }
        self.met += 1;
    }
}

/// Where a sign is kept: the part and the place there. The first bits of its hash are those of all others.
fn place(hash: u64) -> (usize, usize) {
    let number = (hash >> 44) as usize;
    (number / PLACES % PARTS, number % PLACES)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGN: u32 = 5;

    fn hash(state: u64) -> u64 {
        state.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Some signs.
    fn some(number: usize) -> Vec<u64> {
        let signs: Vec<u64> = (0..10_000).filter(|it| Circling::<u64>::is_sign(hash(*it), SIGN)).take(number).collect();
        assert!(signs.len() == number && signs[number - 1] < 40 * number as u64, "{signs:?}");
        signs
    }

    /// How many signs are known when a turn comes by them, one each lap from a number on.
    fn known(circling: &Circling<u64>, states: &[u64], from: u32) -> (usize, Signs<u64>) {
        let mut signs = Signs::default();
        let laps = states.iter().zip(from..);
        let known = laps.filter(|(state, lap)| circling.knows(hash(**state), **state, *lap, &mut signs)).count();
        (known, signs)
    }

    #[test]
    fn an_endless_turn_is_known_by_the_signs_that_it_came_by_last() {
        let (circling, states) = (Circling::default(), some(SIGNS + 20));
        let (none, signs) = known(&circling, &states, 100);
        circling.add(&signs, true);
        assert_eq!((none, known(&circling, &states[..20], 200).0), (0, 0));
        // some take the places of others
        let all = known(&circling, &states[20..], 1).0;
        assert!((SIGNS - 4..=SIGNS).contains(&all), "{all}");
    }

    #[test]
    fn a_turn_with_too_many_laps_is_known_no_earlier_than_one_before() {
        let (circling, states) = (Circling::default(), some(8));
        circling.add(&known(&circling, &states, 100).1, false);
        assert_eq!([99, 100, 101].map(|from| known(&circling, &states, from).0), [0, 8, 8]);
        circling.add(&known(&circling, &states, 70).1, false);
        circling.add(&known(&circling, &states, 80).1, false);
        assert_eq!([69, 70].map(|from| known(&circling, &states, from).0), [0, 8]);
    }

    #[test]
    fn what_led_to_too_many_laps_did_not_lead_to_endless_sowing() {
        let states = some(10);
        for for_ever in [false, true] {
            let circling = Circling::default();
            circling.add(&known(&circling, &states[8..], 100).1, for_ever);
            // the ninth state is known after lap 108
            assert_eq!(known(&circling, &states[..9], 100).0, 1);
            // those before it are known from the laps on at which that turn came by
            let from = [1, 99, 100].map(|from| known(&circling, &states[..8], from).0);
            assert_eq!(from, if for_ever { [8; 3] } else { [0, 0, 8] });
        }
    }
}
