//! Carries out acts on all games at once.

use fearless_simd::{Select, Simd, SimdMask, prelude::*};

use super::acts::{ANY_MARK, Act, Column, Ends, Goal, Part, Script, Step, range};
use super::kernel::Kernel;
use super::merging::COLUMNS;
use super::question::{About, Games, Question};
use super::sight::{HERE, Spot};
use super::stand::{Bytes, Mask};

/// The column that a place stands for.
#[inline(always)]
fn column(column: Spot, script: &Script) -> &Column {
    &script.columns[usize::from(column - COLUMNS)]
}

/// Takes the seeds of a place in some games.
#[inline(always)]
fn taken<S: Simd>(place: &mut Bytes<S>, games: Mask<S>, none: Bytes<S>) -> Bytes<S> {
    let taken = games.select(*place, none);
    *place -= taken;
    taken
}

impl<S: Simd> Kernel<'_, S> {
    /// Adds seeds to a place.
    #[inline(always)]
    pub fn give(&mut self, spot: Spot, seeds: Bytes<S>) {
        let place = &mut self.now.seeds[usize::from(spot)];
        *place += seeds;
        if self.plan.kept.is_some_and(|kept| spot >= kept) {
            self.grew |= seeds.simd_gt(self.all(0));
        }
    }

    /// The games for which a number is as asked.
    #[inline(always)]
    pub fn answer(&self, number: Bytes<S>, asks: Question) -> Mask<S> {
        let holds = (number - self.all(asks.low)).simd_le(self.all(asks.span));
        if asks.wanted { holds } else { !holds }
    }

    /// A number of each game at a place.
    #[inline(always)]
    fn at(&self, script: &Script, numbers: &[Bytes<S>], spot: Spot) -> Bytes<S> {
        if spot < COLUMNS { numbers[usize::from(spot)] } else { self.at_column(script, numbers, spot) }
    }

    /// The number of a place.
    #[inline(always)]
    fn place(&self, script: &Script, spot: Spot) -> Bytes<S> {
        if spot == HERE {
            return self.here;
        }
        if spot < COLUMNS {
            return self.all(spot);
        }
        self.place_of(column(spot, script))
    }

    /// The place that a column stands for.
    #[inline(always)]
    fn place_of(&self, column: &Column) -> Bytes<S> {
        column.places.at(self.simd, self.what - self.all(column.least))
    }

    /// The seeds of a place, where nothing has been taken from the one where the last lap ended.
    #[inline(always)]
    fn held(&self, script: &Script, spot: Spot) -> Bytes<S> {
        if spot == HERE { self.at_here() } else { self.at(script, &self.now.seeds, spot) }
    }

    /// A number of each game at a place that depends on the game.
    #[inline(always)]
    fn at_column(&self, script: &Script, numbers: &[Bytes<S>], spot: Spot) -> Bytes<S> {
        let column = column(spot, script);
        let (place, mut found) = (self.place_of(column), self.all(0));
        for spot in &column.spots {
            found = place.simd_eq(self.all(*spot)).select(numbers[usize::from(*spot)], found);
        }
        found
    }

    #[inline(always)]
    pub fn ask(&self, script: &Script, asks: &Question) -> Mask<S> {
        let number = match asks.about {
            About::Raided(spot) => self.turn.stand.seeds[usize::from(spot)] - self.now.seeds[usize::from(spot)],
            About::Seeds(spot) => self.at(script, &self.now.seeds, spot),
            About::Parity(spot) => {
                let seeds = self.at(script, &self.now.seeds, spot);
                seeds.simd_eq(self.all(0)).select(self.all(2), seeds & self.all(1))
            }
            About::Mark(spot) => self.at(script, &self.now.marks, spot),
            About::Origin => self.origin,
            About::Made => self.made,
            About::Hand => self.hand,
            About::Those(games) => return if asks.wanted { self.get_set(games) } else { !self.get_set(games) },
        };
        self.answer(number, *asks)
    }

    /// Those games of a group for which the answer is as wanted.
    #[inline(always)]
    pub fn group(&self, script: &Script, (games, asks): &(Games, Option<Question>)) -> Mask<S> {
        let games = self.get_set(*games);
        // no closure: it would be compiled without wide instructions
        match asks {
            None => games,
            Some(asks) => games & self.ask(script, asks),
        }
    }

    /// The games for which one of some numbers is as asked.
    #[inline(always)]
    fn any(&self, script: &Script, asks: &[Question]) -> Mask<S> {
        let mut games = self.these(0);
        for asks in asks {
            games |= self.ask(script, asks);
        }
        games
    }

    /// Takes the seeds of places in some games.
    #[inline(always)]
    fn take(&mut self, script: &Script, games: Mask<S>, spot: Spot) -> Bytes<S> {
        let none = self.all(0);
        if spot < COLUMNS {
            return taken(&mut self.now.seeds[usize::from(spot)], games, none);
        }
        let column = column(spot, script);
        let (place, mut all) = (self.place_of(column), none);
        for spot in &column.spots {
            let here = games & place.simd_eq(self.all(*spot));
            all += taken(&mut self.now.seeds[usize::from(*spot)], here, none);
        }
        all
    }

    /// Replaces the mark of a place in some games, if it is one of some.
    #[inline(always)]
    fn mark(&mut self, mut games: Mask<S>, spot: Spot, (over, mark): ((u8, u8), Bytes<S>)) {
        if over != ANY_MARK {
            let (low, span) = (self.all(over.0), self.all(over.1));
            games &= (self.now.marks[usize::from(spot)] - low).simd_le(span);
        }
        let place = &mut self.now.marks[usize::from(spot)];
        if self.plan.kept.is_some() {
            self.grew |= games & place.simd_eq(Bytes::splat(self.simd, 0));
        }
        *place = games.select(mark, *place);
    }

    #[inline(always)]
    fn bring(&mut self, goal: Goal, seeds: Bytes<S>) {
        match goal {
            Goal::Hand => self.taken += seeds,
            Goal::Spot(spot) => self.give(spot, seeds),
        }
    }

    /// Sows the hand in some games: which place is the origin, and after which it begins.
    #[inline(always)]
    fn sow_hand(&mut self, games: Mask<S>, (origin, after): (Bytes<S>, Bytes<S>)) {
        self.hand = games.select(self.taken, self.hand);
        self.taken = games.select(self.all(0), self.taken);
        self.origin = games.select(origin, self.origin);
        self.after = games.select(after, self.after);
    }

    /// Places are lifted in some games, and as many seeds are sown after them.
    #[inline(always)]
    fn lift_from(&mut self, games: Mask<S>, place: Bytes<S>, seeds: Bytes<S>) {
        self.hand = games.select(seeds, self.hand);
        self.lift = games.select(place, self.lift);
        self.after = games.select(place, self.after);
        self.origin = games.select(place, self.origin);
    }

    /// Those games in which a run that reached a place claims it, and those in which it goes on from there.
    #[inline(always)]
    fn claimed(&self, script: &Script, step: &Step, reached: Mask<S>, origin: bool) -> (Mask<S>, Mask<S>) {
        let claimed = reached & self.any(script, &script.questions[range(step.claims)]);
        if !origin && step.passed.is_none() {
            return (claimed, claimed);
        }
        let mut passed = if origin { self.origin.simd_eq(self.all(step.spot)) } else { self.these(0) };
        if let Some(asks) = &step.passed {
            passed |= self.ask(script, asks);
        }
        (claimed & !passed, claimed | reached & passed)
    }

    /// Carries out a script. This is a function of its own: as part of the loop it would stand there several times, and how
    /// well the compiler does then depends on what else it looks at.
    #[inline(never)]
    pub fn act(&mut self, script: &Script) {
        self.simd.vectorize(
            #[inline(always)]
            || self.carry_out(script),
        );
    }

    #[inline(always)]
    fn carry_out(&mut self, script: &Script) {
        let asks = |part: Part| &script.questions[range(part)];
        let spots = |part: Part| &script.spots[range(part)];
        let mut place = 0;
        while let Some(act) = script.acts.get(place) {
            place += 1;
            match *act {
                Act::Follows { ranges, to } => {
                    let mut games = self.these(0);
                    for (low, span) in &script.ranges[range(ranges)] {
                        games |= (self.what - self.all(*low)).simd_le(self.all(*span));
                    }
                    self.set(to, games);
                }
                Act::Pass { of, acts } => {
                    if !self.get_set(of).any_true() {
                        place += acts as usize;
                    }
                }
                Act::All { of, asks: part, to } => {
                    let mut games = self.get_set(of);
                    for asks in asks(part) {
                        games &= self.ask(script, asks);
                    }
                    self.set(to, games);
                }
                Act::Clauses { of, clauses, to } => {
                    let mut games = self.get_set(of);
                    for clause in &script.clauses[range(clauses)] {
                        games &= self.any(script, asks(*clause));
                    }
                    self.set(to, games);
                }
                Act::Each { of, asks: part, to } => {
                    let games = self.get_set(of);
                    for (asks, to) in asks(part).iter().zip(to..) {
                        self.set(to, games & self.ask(script, asks));
                    }
                }
                Act::More { of, spots: part, than, to } => {
                    let mut sum = self.all(0);
                    for spot in spots(part) {
                        sum += self.at(script, &self.now.seeds, *spot);
                    }
                    self.set(to, self.get_set(of) & sum.simd_gt(self.all(than)));
                }
                Act::Number { of, groups, low, span, to } => {
                    let (mut number, one) = (self.all(0), self.all(1));
                    for group in &script.groups[range(groups)] {
                        number += self.only(self.group(script, group), one);
                    }
                    let within = (number - self.all(low)).simd_le(self.all(span));
                    self.set(to, self.get_set(of) & within);
                }
                Act::Union { groups, to } => {
                    let mut games = self.these(0);
                    for group in &script.groups[range(groups)] {
                        games |= self.group(script, group);
                    }
                    self.set(to, games);
                }
                Act::Are { of, to } => self.set(to, self.get_set(of)),
                Act::Without { of, others, to } => self.set(to, self.get_set(of) & !self.get_set(others)),
                Act::Join { of, to } => self.set(to, self.get_set(of) | self.get_set(to)),
                Act::Take { of, spots: part, goal } => {
                    let (games, mut sum) = (self.get_set(of), self.all(0));
                    for spot in spots(part) {
                        sum += self.take(script, games, *spot);
                    }
                    self.bring(goal, sum);
                }
                Act::Gather { of, from, spots: part, goal } => {
                    let (games, mut sum) = (self.get_set(of), self.all(0));
                    for (spot, from) in spots(part).iter().zip(from..) {
                        sum += self.take(script, games & self.get_set(from), *spot);
                    }
                    self.bring(goal, sum);
                }
                Act::Run { of, steps, origin, circle, begun, to } => {
                    let (mut begins, mut goes_on) = (self.get_set(of), self.these(0));
                    for round in 0..=u8::from(circle) {
                        for (step, to) in script.steps[range(steps)].iter().zip(to..) {
                            if round > 0 && !goes_on.any_true() {
                                break;
                            }
                            let is_here = self.here.simd_eq(self.all(step.spot));
                            let begins_here = begins & self.here.simd_eq(self.all(step.after));
                            let mut claimed;
                            (claimed, goes_on) = self.claimed(script, step, goes_on & !is_here | begins_here, origin);
                            if begun {
                                claimed |= begins & is_here;
                            }
                            if round > 0 {
                                claimed |= self.get_set(to);
                            }
                            self.set(to, claimed);
                        }
                        begins = self.these(0);
                    }
                }
                Act::Move { of, seeds, from, to } => {
                    let (games, number) = (self.get_set(of), self.all(seeds));
                    let there = match from {
                        Goal::Hand => self.taken,
                        Goal::Spot(from) => self.at(script, &self.now.seeds, from),
                    };
                    let few = games & there.simd_lt(number);
                    self.ends[Ends::OPEN] |= few;
                    let moved = self.only(games & !few, number);
                    match from {
                        Goal::Hand => self.taken -= moved,
                        Goal::Spot(from) if from < COLUMNS => self.now.seeds[usize::from(from)] -= moved,
                        Goal::Spot(from) => {
                            let from = column(from, script);
                            let place = self.place_of(from);
                            for spot in &from.spots {
                                let moved = self.only(place.simd_eq(self.all(*spot)), moved);
                                self.now.seeds[usize::from(*spot)] -= moved;
                            }
                        }
                    }
                    if to < COLUMNS {
                        self.give(to, moved);
                    } else {
                        let to = column(to, script);
                        let place = self.place_of(to);
                        for spot in &to.spots {
                            self.give(*spot, self.only(place.simd_eq(self.all(*spot)), moved));
                        }
                    }
                }
                Act::Mark { of, spots: part, over, mark } => {
                    let (games, marks) = (self.get_set(of), (over, self.all(mark)));
                    for spot in spots(part) {
                        if *spot < COLUMNS {
                            self.mark(games, *spot, marks);
                            continue;
                        }
                        let column = column(*spot, script);
                        let place = self.place_of(column);
                        for spot in &column.spots {
                            self.mark(games & place.simd_eq(self.all(*spot)), *spot, marks);
                        }
                    }
                }
                Act::Lift { of, spot } => {
                    let held = self.held(script, spot);
                    self.lift_from(self.get_set(of), self.place(script, spot), held);
                }
                Act::SowFrom { of, spot } => {
                    let (games, held) = (self.get_set(of), self.held(script, spot));
                    self.lift_from(games, self.place(script, spot), held + self.taken);
                    self.taken = games.select(self.all(0), self.taken);
                }
                Act::Sow { of, origin, after, clockwise } => {
                    let games = self.get_set(of);
                    self.turn(script, games, clockwise);
                    let place = self.place(script, origin);
                    let after = if after == origin { place } else { self.place(script, after) };
                    self.sow_hand(games, (place, after));
                }
                Act::SowAtOrigin { of, into, clockwise } => {
                    let games = self.get_set(of);
                    self.turn(script, games, clockwise);
                    let after = if into { self.before(self.origin) } else { self.origin };
                    self.sow_hand(games, (self.origin, after));
                }
                Act::May { of, to } => {
                    let games = self.may(self.get_set(of));
                    self.set(to, games);
                }
                Act::Tail { of, tail } => {
                    let (games, tail) = (self.get_set(of), self.all(tail));
                    self.tries.tail = games.select(tail, self.tries.tail);
                    self.ends[Ends::SETTLED] |= games;
                }
                Act::Goto { of, what } => self.what = self.get_set(of).select(self.all(what), self.what),
                Act::Close { of, how, what } => {
                    let games = self.get_set(of);
                    self.ends[how.number()] |= games;
                    self.closing = games.select(self.all(what), self.closing);
                }
                Act::Choose { among } => self.chosen(script, among),
                Act::End { of, how } => {
                    let games = self.get_set(of);
                    self.ends[how.number()] |= games;
                    if let Ends::Verdict(verdict) = how {
                        self.verdict = games.select(self.all(verdict), self.verdict);
                    }
                }
            }
        }
    }

    /// Some games sow clockwise where a number is 1.
    #[inline(always)]
    fn turn(&mut self, script: &Script, games: Mask<S>, number: Spot) {
        let clockwise = self.place(script, number).simd_eq(self.all(1));
        self.clockwise = games & clockwise | !games & self.clockwise;
    }

    #[inline(always)]
    pub fn get_set(&self, games: Games) -> Mask<S> {
        self.sets[usize::from(games)]
    }

    #[inline(always)]
    pub fn set(&mut self, to: Games, games: Mask<S>) {
        self.sets[usize::from(to)] = games;
    }
}
