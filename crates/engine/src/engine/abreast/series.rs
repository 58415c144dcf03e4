//! Series of random games of which many are played at once, on all threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use mancala_rules::chance::{Generator, generator};
use mancala_rules::clock::Instant;
use mancala_rules::progress::Progress;

use super::super::ended::Finished;
use super::super::lanes::Lanes;
use super::super::machine::Machine;
use super::super::parts::in_parts;
use super::super::position::{Position, Round};
use super::super::random::playouts::Player;
use super::super::random::runner::Runner;
use super::super::random::tally::Tally;
use super::super::random::tally::{Series, Sum};
use super::super::random::trial::Trial;
use super::super::trouble::Trouble;
use super::Abreast;
use super::games::Queue;

/// Number of games that are played one by one and side by side to see which is faster.
const ALONE: usize = 64;
const AT_ONCE: usize = 512;
/// The speed is measured after so many games were begun, since lanes fill with games of one age.
const FULL_AFTER: u64 = 192;
/// Number of games after which progress is told of them.
const TOLD_EVERY: u64 = 64;
/// Number of games that a thread takes at a time.
const TAKEN: u64 = 32;

/// The games that no thread has taken yet, by number, but for those that are examined.
struct Left<'s> {
    next: &'s AtomicU64,
    series: &'s Series,
    taken: Range<u64>,
}

impl Iterator for Left<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        loop {
            match self.taken.next() {
                Some(game) if game % self.series.sample() == 0 => {}
                Some(game) => return Some(game),
                None => {
                    let first = self.next.fetch_add(TAKEN, Ordering::Relaxed);
                    if first >= self.series.games {
                        return None;
                    }
                    self.taken = first..(first + TAKEN).min(self.series.games);
                }
            }
        }
    }
}

/// Games of a series that are played side by side.
struct Beside<'s, L: Lanes, const P: usize, I> {
    series: &'s Series,
    start: &'s Position<L, P>,
    /// The games that have not begun, by number.
    games: I,
    sum: &'s mut Sum,
    /// Number of games that were begun.
    begun: u64,
    /// When the lanes were full for a while, and the plies of the games that were over by then.
    full: (Instant, u64),
    /// How long they were full, and how many plies were played meanwhile, once no games are left to begin.
    spent: Option<(Duration, u64)>,
}

impl<L: Lanes, const P: usize, I> Beside<'_, L, P, I> {
    /// The time since the lanes were full, and the plies of the games that ended since.
    fn since_full(&self) -> (Duration, u64) {
        (self.full.0.elapsed(), self.sum.tally.plies - self.full.1)
    }
}

impl<L: Lanes, const P: usize, I: Iterator<Item = u64>> Queue<L, P> for Beside<'_, L, P, I> {
    fn next(&mut self, runner: &Runner<'_, L, P>) -> Option<u64> {
        runner.tell(self.sum, TOLD_EVERY);
        let next = self.games.next();
        self.begun += u64::from(next.is_some());
        match next {
            Some(_) if self.begun == FULL_AFTER => self.full = (Instant::now(), self.sum.tally.plies),
            None if self.spent.is_none() => self.spent = Some(self.since_full()),
            _ => {}
        }
        next
    }

    fn start(&self, _: u64) -> &Position<L, P> {
        self.start
    }

    fn only_start(&self) -> Option<&Position<L, P>> {
        Some(self.start)
    }

    fn chance(&self, game: u64) -> Generator {
        generator(self.series.seed, game + 1)
    }

    fn over(&mut self, _: u64, finished: Finished<P>) {
        self.sum.count(&finished);
    }
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Plays a series of random games on all threads of the pool. Which games fail does not show.
    pub(in super::super) fn many_at_once(
        &self,
        abreast: &Abreast,
        (position, round): (&Position<L, P>, &Round<L::Mask>),
        series: &Series,
        progress: &Progress,
    ) -> Result<Sum, Trouble> {
        let (next, examined) = (AtomicU64::new(0), AtomicU64::new(0));
        let empty = || Sum::new(self.empty_tally());
        let threads = rayon::current_num_threads() as u64;
        in_parts(
            0..threads,
            progress,
            empty,
            |sum, more| sum.add(&more),
            || {
                let rounds = std::slice::from_ref(round);
                let mut player = Player::new(self, position, rounds, series, progress);
                let (next, examined) = (&next, &examined);
                move |_| {
                    let left = Left { next, series, taken: 0..0 };
                    let mut sum = empty();
                    let played = player.shared(abreast, left, examined, (series, &mut sum));
                    player.runner.tell(&mut sum, 0);
                    if played.is_err() {
                        // nobody needs the others
                        next.store(series.games, Ordering::Relaxed);
                    }
                    played.map(|()| sum)
                }
            },
        )
    }
}

impl<L: Lanes, const P: usize> Machine<L, P> {
    /// Plays some games of a series at once, and one by one. `None` if they can only be played one by one.
    pub(in super::super) fn both_ways(
        &self,
        (position, round): (&Position<L, P>, Round<L::Mask>),
        games: Range<u64>,
        series: &Series,
    ) -> Option<[Result<Tally, Trouble>; 2]> {
        let abreast = Abreast::of(self, position, &round, false)?;
        let (rounds, progress) = ([round], Progress::default());
        let mut player = Player::new(self, position, &rounds, series, &progress);
        let mut sums = [0, 1].map(|_| Sum::new(self.empty_tally()));
        let at_once = player.at_once(&abreast, games.clone(), (series, &mut sums[0])).map(|_| ());
        let alone = player.alone(games, &mut sums[1]);
        let [one, other] = sums.map(Sum::into_tally);
        Some([at_once.map(|()| one), alone.map(|()| other)])
    }
}

impl<L: Lanes, const P: usize> Player<'_, L, P> {
    /// Plays games as long as some are left, most of them side by side if that is faster.
    fn shared(
        &mut self,
        abreast: &Abreast,
        mut left: Left<'_>,
        examined: &AtomicU64,
        (series, sum): (&Series, &mut Sum),
    ) -> Result<(), Trouble> {
        loop {
            let game = examined.fetch_add(series.sample(), Ordering::Relaxed);
            if game >= series.games || self.runner.is_stopped() {
                break;
            }
            self.alone([game], sum)?;
        }
        // what is made when first needed is not to count
        self.alone(left.by_ref().take(ALONE), sum)?;
        let mut trial = Trial::default();
        while !trial.is_over() {
            let at_once = trial.is_next_at_once();
            let (spent, plies) = match at_once {
                true => self.at_once(abreast, left.by_ref().take(AT_ONCE), (series, sum))?,
                false => {
                    let (begun, plies) = (Instant::now(), sum.tally.plies);
                    self.alone(left.by_ref().take(ALONE), sum)?;
                    (begun.elapsed(), sum.tally.plies - plies)
                }
            };
            trial.note(at_once, spent, plies);
        }
        match trial.is_faster_at_once() {
            true => self.at_once(abreast, left, (series, sum)).map(|_| ()),
            false => self.alone(left, sum),
        }
    }

    fn alone(&mut self, games: impl IntoIterator<Item = u64>, sum: &mut Sum) -> Result<(), Trouble> {
        for game in games {
            if self.runner.is_stopped() {
                break;
            }
            self.play(game, sum).map_err(|(trouble, _)| trouble)?;
            self.runner.tell(sum, TOLD_EVERY);
        }
        Ok(())
    }

    /// Plays games side by side. Returns how long the lanes were full, and how many plies were played meanwhile.
    fn at_once(
        &mut self,
        abreast: &Abreast,
        games: impl Iterator<Item = u64>,
        (series, sum): (&Series, &mut Sum),
    ) -> Result<(Duration, u64), Trouble> {
        let (position, round) = (&self.position, &self.rounds[0]);
        let full = (Instant::now(), sum.tally.plies);
        let mut beside = Beside { series, start: position, games, sum, begun: 0, full, spent: None };
        self.runner.side_by_side(abreast, round, &mut beside, series.most_plies)?;
        Ok(beside.spent.unwrap_or_else(|| beside.since_full()))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "shipped rulesets are well")]

    use super::super::super::lanes::Bytes;
    use super::super::tests::{OF_ALL_KINDS, of_two_players};
    use super::*;
    use mancala_rules::ruleset::Ruleset;
    use mancala_rules::source::Source;

    #[test]
    fn games_side_by_side_are_those_played_one_by_one() {
        // the limit on plies ends some of them
        let series = Series { games: 1 << 20, seed: 7, most_plies: 100 };
        let mut played = Vec::new();
        for (name, rules) in of_two_players() {
            let (machine, position, round) = Machine::<Bytes<4>, 6>::of_rules(&rules);
            if let Some([at_once, alone]) = machine.both_ways((&position, round), 1..150, &series) {
                assert_eq!(at_once.unwrap(), alone.unwrap(), "{name}");
                played.push(name);
            }
        }
        assert!(played.len() >= if cfg!(debug_assertions) { 20 } else { 78 }, "{played:?}");
        assert!(OF_ALL_KINDS.iter().all(|name| played.contains(name)), "{played:?}");
    }

    /// A game with lists of its own behind a board of two rows.
    fn of_text(
        seeds: u32,
        lists: &str,
    ) -> (Machine<Bytes<4>, 6>, Position<Bytes<4>, 6>, Round<<Bytes<4> as Lanes>::Mask>) {
        let text = format!(
            "game \"Test\" {{\n}}\n\nboard {{\n rows: 2\n columns: 4\n seeds: {seeds}\n side: row\n}}\n{lists}\n\
             before turn, the first that fits {{\n repeated position: 3rd time\n when repeated position -> draw\n\
             when no legal move -> each player captures own holes, game over\n otherwise -> play\n}}\n\
             each player scores: seeds in own store\n"
        );
        let ruleset = Ruleset::read(Source::new("test", &text)).unwrap();
        Machine::of_rules(&ruleset.rules().unwrap())
    }

    #[test]
    fn rules_that_no_shipped_game_has_are_the_same_side_by_side() {
        let section = " from: own holes\n direction: counterclockwise\n begin: lift here, sow after here\n";
        let sections = format!(
            "move many when some opponent's holes where (holds at least 4) {{\n{section}}}\n\
             move few when no opponent's holes where (holds at least 4) {{\n{section}}}\n\
             last seed, the first that fits {{\n when move is many and makes 2 -> capture here, end turn\n\
             when makes 3 -> capture here, move again\n otherwise -> end turn\n}}"
        );
        let captures = format!(
            "move {{\n{section}}}\neach seed, the first that fits {{\n when makes 4 and not last seed -> capture here\n}}\n\
             last seed, the first that fits {{\n when makes 2 -> capture here, end turn\n otherwise -> end turn\n}}"
        );
        let skips = format!(
            "move {{\n{section}}}\nsowing {{\n skip: opponent's holes where (holds 3)\n endless: illegal\n}}\n\
             last seed, the first that fits {{\n when was occupied -> lift here, sow after here\n\
             otherwise -> end turn\n}}"
        );
        // the first lap forbids choices of a section, and marks by a player are taken away
        let laps = format!(
            "move far {{\n from: own holes where holds at least 3\n direction: either\n begin: lift here, sow after here\n}}\n\
             move near {{\n{section}}}\nsowing {{\n endless: illegal\n}}\nlast seed, the first that fits {{\n\
             when move is far and 1st lap and was empty -> illegal\n\
             when 1st lap and here is marked by mover -> capture here, end turn\n\
             when was occupied and number of opponent's holes where occupied is 2 to 3\n\
             -> unmark holes where marked by opponent, lift here, sow after here\n\
             when was occupied -> lift here, sow after here\n otherwise -> mark here, end turn\n}}"
        );
        // a seed that is placed stands for a lap; the mover may decline something where he made a mark
        let placed = format!(
            "move early when own store holds at least 1 {{\n from: own holes where opposite is occupied\n direction {{\n\
             when number of own holes where occupied is 1 to 2 -> clockwise\n otherwise -> either\n }}\n\
             begin: place 1 in here from own store\n}}\nmove late {{\n{section}}}\nsowing {{\n endless: illegal\n}}\n\
             last seed, the first that fits {{\n when makes 5 and here is not marked -> capture here, mark here, end turn\n\
             when here is marked by mover and was occupied -> may capture opposite, end turn\n\
             when was occupied and opposite is occupied -> lift opposite, sow after here\n otherwise -> end turn\n}}"
        );
        // what the mover chooses depends on how the turn ended
        let chosen = format!(
            "move {{\n{section}}}\nlast seed, the first that fits {{\n\
             when makes 2 -> capture here, capture any 1 of opponent's occupied holes, end turn\n\
             when makes 3 -> capture any 1 of own occupied holes, move again\n otherwise -> end turn\n}}"
        );
        // runs that may lead round the board, that go either way, and that pass over marked holes
        let runs = "words {\n chain: run back while holds 1 to 2\n\
             front: here and run ahead while (on opponent's side and holds 2 to 4)\n}\n\
             move {\n from: own holes\n direction: either\n begin: lift here, sow after here\n}\n\
             sowing {\n skip: holes where marked by opponent\n}\nlast seed, the first that fits {\n\
             when makes 5 and here is not marked and on own side -> mark here, end turn\n\
             when makes 3 and on opponent's side and all opponent's occupied holes are in front -> move again\n\
             when makes 3 and number of front is 2 to 4 -> capture front, end turn\n\
             when makes 2 and some own holes where in chain -> capture chain, end turn\n\
             when makes 4 and some front where marked -> capture front, end turn\n otherwise -> end turn\n}"
            .to_owned();
        // holes that lie as many steps from others as those hold, more than once round the board, too
        let steps =
            "words {\n far: as many ahead of holes where holds at least 2\n beside: 2 back of own occupied holes\n}\n\
             move {\n from: own holes where (not in beside or holds at least 3)\n direction: either\n\
             begin: lift here, sow after here\n}\nlast seed, the first that fits {\n\
             when makes 2 and here is in far -> capture here, end turn\n\
             when makes 3 and number of opponent's holes where in far is 1 to 2 -> move again\n\
             when makes 4 and some own holes where in beside -> capture own holes where in far, end turn\n\
             otherwise -> end turn\n}"
                .to_owned();
        // a lap after the other, each of which the mover may decline: some turns ask more than can be told
        let asks = format!(
            "move {{\n{section}}}\nsowing {{\n endless: illegal\n}}\nlast seed, the first that fits {{\n\
             when was occupied -> may lift here, sow after here\n when makes 1 -> capture here, end turn\n\
             otherwise -> end turn\n}}"
        );
        // what follows a turn depends on its direction, and the mover may decline something in it
        let closes = "move {\n from: own holes\n direction: either\n begin: lift here, sow after here\n}\n\
             last seed, the first that fits {\n when makes 3 -> may capture here, end turn\n\
             otherwise -> end turn\n}\nafter turn, the first that fits {\n\
             when lap is clockwise and some own holes where holds 2 -> capture own holes where holds 2\n}"
            .to_owned();
        let all = [
            (3, sections),
            (10, captures),
            (4, skips),
            (4, laps),
            (4, placed),
            (4, chosen),
            (4, runs),
            (4, steps),
            (3, asks),
            (4, closes),
        ];
        for (seeds, lists) in all {
            let (machine, position, round) = of_text(seeds, &lists);
            let series = Series { games: 1 << 20, seed: 7, most_plies: 100 };
            let [at_once, alone] =
                machine.both_ways((&position, round), 1..300, &series).unwrap_or_else(|| panic!("{lists}"));
            assert_eq!(at_once.unwrap(), alone.unwrap(), "{lists}");
        }
    }
}
