//! How the games of one ruleset are played side by side.

use mancala_rules::rules::model::{Player, Way};

use super::super::course::Code;
use super::super::harvest::Harvest;
use super::super::lanes::Lanes;
use super::super::machine::Machine;
use super::super::position::{Position, Round};
use super::super::program::Place;
use super::acts::{AGAIN, Act, NEXT, NO_GAME, OPEN, RELAY, Script, THESE};
use super::cases::{Branches, Case, Closings};
use super::choices::{Choice, Listed, Offer};
use super::codes::Codes;
use super::coding::Coder;
use super::form::Form;
use super::question::{About, Games, Question};
use super::reading::{Read, Reading};
use super::sight::{Facing, Sight, Spot};
use crate::tables::{Among, Mask, NOWHERE, Safe, Section, Skip, Slot, Test, Turning};

/// Seeds that are taken from a place where one fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reaping {
    pub spot: Spot,
    /// Who must have marked it; whoever did if it is `None`.
    pub mark: Option<Question>,
    pub seeds: Question,
    /// Whether the last seed of a lap takes none.
    pub but_last: bool,
    /// Where they go.
    pub goal: Spot,
}

/// What a player does, as he sees the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Conduct {
    /// The directions in which is sown.
    pub used: [bool; 2],
    /// Whether sowing passes over the place that a lap began from.
    pub origin_passed: bool,
    /// For each place of the track, what is asked of its mark or its seeds to see whether sowing passes over it; empty if it
    /// passes over none.
    pub passed: Vec<Option<Question>>,
    /// Whether each round of a lap is sown on its own: seeds capture as they fall, or decide what the next round passes over.
    pub by_rounds: bool,
    /// Whether a mover who may choose nothing passes.
    pub passes: bool,
    /// Whether places are marked, or marks are asked about.
    pub marked: bool,
    /// Number of marks that codes tell apart.
    pub marks: usize,
    /// What each seed takes.
    pub reapings: Vec<Reaping>,
    /// With which numbers of seeds the first one falls into the chosen hole.
    pub into: Vec<Question>,
    /// What follows a lap: tables for sections that differ, one for each lap that is told apart. A table has a row for each
    /// direction that is used, mark and place.
    pub codes: Codes,
    /// Number of tables.
    pub tables: usize,
    /// Number of laps told apart, the last standing for all later ones.
    pub laps: u8,
    /// Whether each turn is one lap.
    pub single: bool,
    /// What follows laps with more than one code.
    pub follow: Script,
    /// What is asked before a turn: whether the mover chooses, and which holes.
    pub start: Script,
    /// What is done with the hole that was chosen, by the number of the choice, if it is not just lifted and sown.
    pub lift: Option<Script>,
    /// What is done as a turn begins, by the number of what waits since the last one.
    pub closing: Option<Script>,
    pub quiet: Games,
    /// The games in which the mover has choices.
    pub movable: Games,
    /// A turn may be illegal only if no place of these holds seeds, before it or after it; if there are none, it never is.
    pub fed: Vec<Spot>,
    /// The games in which each choice is one legal move.
    pub free: Games,
    pub choices: Vec<Choice>,
    /// The choices by section.
    pub offers: Vec<Offer>,
    /// Whether turns are tried before one is played, and whether a turn can ask the mover something.
    pub tries: bool,
    pub asks: bool,
    pub listed: Listed,
    /// What follows a place that the mover chooses.
    pub tails: Vec<Script>,
}

/// How the games of one ruleset are played side by side: both players do the same, as they see the board.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub sight: Sight,
    /// The places that change when the next player is to move.
    pub exchanged: Vec<(Spot, Spot)>,
    pub conduct: Conduct,
    /// From which occurrence on a position counts as repeated.
    pub repeated: Option<u32>,
    /// Number of places on the board: they come before those beside it.
    pub on_board: usize,
    /// The first place beside the board, if what is beside never comes back.
    pub kept: Option<Spot>,
    /// Whether sequences of plies are counted; otherwise random games are played.
    pub counts: bool,
    /// After so many laps of a turn, it is played in another way.
    pub many_laps: u8,
    /// Whether it is looked for turns that come back to a question.
    pub recurring: bool,
}

/// After so many laps, a turn is played in another way: from its beginning, or (`ON`) on from that lap.
const MANY_LAPS: u8 = 100;
const MANY_LAPS_ON: u8 = 64;

/// Whether seeds and marks are all that lanes have to know of a position.
pub(super) fn is_told<L: Lanes, const P: usize>(position: &Position<L, P>) -> bool {
    let owes = position.stores.iter().any(|store| *store < 0);
    position.locked.is_none() && position.pot == 0 && !owes
}

impl Plan {
    /// How the games that begin in a position are played; `None` if lanes do not tell it.
    pub fn of<L: Lanes, const P: usize>(
        machine: &Machine<L, P>,
        position: &Position<L, P>,
        round: &Round<L::Mask>,
        counts: bool,
    ) -> Option<Self> {
        let tables = &machine.tables;
        let (layout, watched) = (&tables.layout, &tables.watched);
        if tables.players != 2 || L::SIGNED {
            return None;
        }
        let most = u8::try_from(position.total()).ok()?;
        let noted = watched.last_turn || watched.last_ways || watched.seeds_fall() || watched.lots;
        let open = is_told(position) && round.closed.is_none();
        let beyond = watched.other_moves || watched.every_state || layout.marks_by_each;
        if noted || beyond || !open || tables.movers.iter().any(|mover| mover.skip_last.is_some()) {
            return None;
        }
        if counts && tables.movers.iter().any(|mover| !mover.offers.is_empty()) {
            return None;
        }
        let passed = |player: Player| match &tables.movers[player].skip {
            Skip::Marked { always, .. } => Some(*always),
            Skip::Changing(_, true) => Some(L::Mask::NONE),
            _ => None,
        };
        let (Some(one), Some(other)) = (passed(0), passed(1)) else { return None };
        let seen = [Facing::Turned, Facing::Mirrored].map(|facing| Sight::of(layout, [one, other], facing));
        let seen: Vec<Sight> = seen.into_iter().flatten().collect();
        let conduct = |sight: &Sight, mover| {
            let (way, ended, chosen, begins, read) = (Way::BOTH[0], NOWHERE, None, false, &Read::default());
            Conduct::of(Reading { machine, sight, mover, section: 0, way, ended, chosen, begins, most, read }, counts)
        };
        // the first player sees the same either way
        let first = conduct(seen.first()?, 0)?;
        // in a mirror, the choices of the second player are only known in order if they are drawn at once
        let drawn = !counts && !first.tries && first.used != [true; 2];
        let mut possible = seen.into_iter().filter(|sight| sight.facing == Facing::Turned || drawn);
        let sight = possible.find(|sight| conduct(sight, 1).as_ref() == Some(&first))?;
        let straight = machine.endless_is_illegal && machine.courses.iter().all(|course| course.harvest.is_some());
        let mut sections = tables.movers.iter().flat_map(|mover| &mover.sections);
        let ends_at_once = sections.all(|section| section.allowed == Safe::Always);
        Some(Plan {
            exchanged: sight.exchanged(),
            on_board: layout.lanes,
            kept: tables.gains_stay.then(|| sight.spot(0, layout.lanes as Slot)),
            // a count does not ask whether positions are repeated
            repeated: tables.repeated.filter(|_| !counts),
            counts,
            many_laps: if counts && straight && ends_at_once { MANY_LAPS_ON } else { MANY_LAPS },
            // a random game that asks too often is left to the engine for one game, so nothing is missed there
            recurring: counts && watched.asked_states,
            sight,
            conduct: first,
        })
    }
}

impl Conduct {
    /// What a player does; `counts` says that sequences of plies are counted.
    fn of<L: Lanes, const P: usize>(reading: Reading<'_, L, P>, counts: bool) -> Option<Self> {
        let (machine, mover, most) = (reading.machine, reading.mover, reading.most);
        let (rules, course) = (&machine.tables.movers[mover], &machine.courses[mover]);
        let sections: Vec<usize> =
            (0..rules.sections.len()).filter(|number| rules.sections[*number].when != Test::Known(false)).collect();
        let of_sections = || sections.iter().map(|number| &rules.sections[*number]);
        let asks = sections.iter().any(|number| course.asks_with(*number) != 0);
        let may_fail = |section: &Section<L::Mask>| section.safe == Safe::Never;
        let tries = asks || counts || course.program.forbids() && of_sections().any(may_fail);
        let lifting = of_sections().find_map(|section| section.plain).unwrap_or_default();
        if of_sections().any(|section| section.plain.is_some_and(|plain| plain != lifting)) {
            return None;
        }
        let into = Form::among(About::Hand, most, |seeds| seeds > 0 && lifting.into(seeds))?.one_of()?;
        let turns = course.program.sowings.iter().any(|sowing| sowing.turning != Turning::Same);
        let offers = |section: &Section<L::Mask>, way: Way| match &section.offered {
            Some(offered) => !offered.fixed[way as usize].is_none(),
            None => section.direction.iter().any(|(_, ways)| ways.list().contains(&way)),
        };
        let used = Way::BOTH.map(|way| turns || of_sections().any(|section| offers(section, reading.seen(way))));
        let origin_passed = reading.passes_origin();
        let passed = reading.all_passed()?;
        let passes = rules.quiet.is_some_and(|quiet| quiet.passes);
        if origin_passed && !into.is_empty() {
            return None;
        }

        let (mut start, mut offers, mut hoisted) = (Script::new(), Vec::new(), Vec::new());
        let (mut choices, mut facts, mut fed) = (Vec::new(), Vec::new(), Vec::new());
        let (mut free, mut left, mut chosen) = (Vec::new(), THESE, Vec::new());
        for number in &sections {
            let (section, reading) = (&rules.sections[*number], Reading { section: *number, ..reading });
            let in_force = start.ask(left, &reading.holds(&section.when, NOWHERE)?);
            let first = choices.len();
            reading.write_choices(in_force, (&mut start, &mut hoisted), (&mut choices, &mut facts))?;
            let asking = match course.asks_with(*number) {
                _ if counts => Form::Known(true),
                0 => Form::Known(false),
                asks if asks & 1 != 0 => Form::Known(true),
                asks => Form::any(
                    reading.on_board(!L::Mask::NONE).map(|slot| reading.marked(reading.spot(slot), asks >> 1)),
                ),
            };
            let asking = start.hoist(THESE, asking, &mut hoisted);
            let asking = start.ask(in_force, &asking);
            offers.push(Offer { choices: u8::try_from(first).ok()?..u8::try_from(choices.len()).ok()?, asks: asking });
            if let Safe::IfOccupied { holes, .. } = section.allowed
                && !tries
            {
                let spots: Vec<Spot> = reading.on_board(holes).map(|slot| reading.spot(slot)).collect();
                if !fed.is_empty() && fed != spots {
                    return None;
                }
                fed = spots;
            }
            // all choices are legal, since no lap forbids one or is endless
            let legal = if counts && !asks { reading.all_are_legal(&passed) } else { Form::Known(false) };
            let chooses = start.union(choices[first..].iter().map(|choice| choice.games));
            chosen.push(chooses);
            if sections.len() == 1 {
                free.push(legal);
                continue;
            }
            // the next section is in force if all choices of this one turn out to be illegal
            if !(tries && may_fail(section) && legal == Form::Known(false)) {
                left = start.without(left, chooses);
            }
            free.push(Form::all([Form::those(chooses), legal]));
        }
        let quiet = start.ask(THESE, &reading.calm()?);
        let movable = start.union(chosen);
        let free = start.ask(THESE, &Form::any(free));
        if start.is_long() {
            return None;
        }

        let mut reapings = Vec::new();
        let harvest = Harvest::<L>::of(&machine.tables.layout, rules)?;
        for reaping in harvest.reapings() {
            let (low, high) = reaping.seeds;
            let (Ok(low), high) = (u8::try_from(low), u8::try_from(high).unwrap_or(u8::MAX)) else { continue };
            for slot in reaping.slots.slots() {
                let spot = reading.spot(slot);
                if spot >= reading.sight.track {
                    continue;
                }
                let marked = reaping.marked.map(|marked| marked.map_or(0, |by| if by == mover { 1 } else { 2 }));
                let asks = |about, low, high| Question { about, low, span: high - low, wanted: true };
                reapings.push(Reaping {
                    spot,
                    mark: marked.map(|mark| asks(About::Mark(spot), mark, mark)),
                    seeds: asks(About::Seeds(spot), low, high),
                    but_last: reaping.but_last,
                    goal: reading.spot(machine.tables.layout.stores[reaping.winner]),
                });
            }
        }
        reapings.sort_by_key(|reaping| (reaping.spot, reaping.mark.map(|mark| mark.low), reaping.seeds.low));

        let mut conduct = Conduct {
            used,
            origin_passed,
            by_rounds: !reapings.is_empty() || passed.iter().flatten().any(|asks| !asks.is_of_mark()),
            passed,
            passes,
            marked: false,
            marks: course.marks,
            reapings,
            into,
            codes: Codes::default(),
            tables: 0,
            laps: u8::try_from(course.told_laps).ok()?,
            single: false,
            follow: Script::new(),
            start,
            lift: None,
            closing: None,
            quiet,
            movable,
            fed,
            free,
            tries,
            asks,
            choices,
            offers,
            listed: Listed::default(),
            tails: Vec::new(),
        };
        let mut waiting = conduct.write_codes(reading, &sections)?;
        conduct.listed = Listed::of(&conduct.choices, &conduct.offers, reading.sight)?;
        if of_sections().any(|section| section.plain.is_none()) {
            waiting = conduct.write_lifts(reading, &facts, waiting)?;
        }
        if !waiting.is_empty() {
            let mut script = Script::new();
            script.join_groups(waiting)?;
            conduct.closing = Some(script);
        }
        let asks_marks = Question::is_of_mark;
        let marks = |act: &Act| matches!(act, Act::Mark { .. });
        conduct.marked = conduct.marks > 1
            || conduct.scripts().any(|it| it.acts.iter().any(marks) || it.asked().any(asks_marks))
            || conduct.reapings.iter().any(|reaping| reaping.mark.is_some())
            || conduct.passed.iter().flatten().any(asks_marks);
        Some(conduct)
    }

    /// Where the list `after turn` begins, if it is read after the turns of a section.
    fn after<L: Lanes, const P: usize>(&self, reading: Reading<'_, L, P>) -> Option<Place> {
        let Reading { machine, mover, section, .. } = reading;
        let allowed = machine.tables.movers[mover].sections[section].allowed;
        machine.courses[mover].program.after.filter(|_| self.tries || allowed == Safe::Never)
    }

    pub fn scripts(&self) -> impl Iterator<Item = &Script> {
        [&self.follow, &self.start].into_iter().chain(&self.lift).chain(&self.closing).chain(&self.tails)
    }

    /// Number of sets of games that the scripts need.
    pub fn sets(&self) -> usize {
        self.scripts().map(|script| usize::from(script.sets)).max().unwrap_or(0)
    }

    /// What is done with each hole that may be chosen, and of which is known what holds then. Returns what waits after turns,
    /// given what waits after laps.
    fn write_lifts<L: Lanes, const P: usize>(
        &mut self,
        reading: Reading<'_, L, P>,
        facts: &[Vec<Form>],
        waiting: Vec<Case>,
    ) -> Option<Vec<Case>> {
        let course = &reading.machine.courses[reading.mover];
        let (mut cases, mut closings) = (Vec::new(), Closings::new(waiting));
        for (number, (choice, known)) in self.choices.iter().zip(facts).enumerate() {
            let mut script = Script::new();
            let (section, way) = (usize::from(choice.section), reading.seen(choice.way));
            let [_, listed] = *course.program.begins.get(section)?;
            let here = reading.sight.slot(reading.mover, choice.spot);
            let reading = Reading { ended: here, way, section, begins: true, ..reading };
            let after = self.after(reading);
            let mut coder = Coder::new(reading, course, &mut script);
            coder.tails = self.tries.then_some(&mut self.tails);
            coder.after = after.map(|after| (after, &mut closings));
            coder.facts.clone_from(known);
            coder.all(listed)?;
            cases.push(Case { what: u8::try_from(number).ok()?, script });
        }
        let mut script = Script::new();
        let waiting = std::mem::take(&mut closings.waiting);
        script.join_all(cases, closings)?;
        self.lift = Some(script);
        Some(waiting)
    }

    /// What follows each lap in some sections, and the acts of what has more than one code. Returns what waits after turns.
    fn write_codes<L: Lanes, const P: usize>(
        &mut self,
        reading: Reading<'_, L, P>,
        sections: &[usize],
    ) -> Option<Vec<Case>> {
        let mut branches = Branches::default();
        // the tables of sections that differ
        let mut groups: Vec<Vec<Vec<u8>>> = Vec::new();
        for section in sections {
            let mut tables = Vec::new();
            for lap in 1..=self.laps {
                tables.push(self.table(Reading { section: *section, ..reading }, lap, &mut branches)?);
            }
            let group = groups.iter().position(|group| *group == tables).unwrap_or_else(|| {
                groups.push(tables);
                groups.len() - 1
            });
            let table = u8::try_from(group * usize::from(self.laps)).ok()?;
            for choice in self.choices.iter_mut().filter(|choice| usize::from(choice.section) == *section) {
                choice.table = table;
            }
        }
        let tables = groups.concat();
        self.tables = tables.len();
        self.codes = Codes::of(&tables, self.rows(reading.sight.track), usize::from(reading.most) + 1)?;
        let waiting = std::mem::take(&mut branches.closings.waiting);
        self.follow.join_all(branches.cases, branches.closings)?;
        let relays = tables.iter().flatten().any(|code| *code == RELAY);
        self.single = !relays && !self.follow.acts.iter().any(Act::sows);
        Some(waiting)
    }

    /// Number of rows of a table of codes.
    fn rows(&self, track: u8) -> usize {
        self.used.into_iter().filter(|used| *used).count() * self.marks * usize::from(track)
    }

    /// What follows each lap of a number in a section.
    fn table<L: Lanes, const P: usize>(
        &mut self,
        reading: Reading<'_, L, P>,
        lap: u8,
        branches: &mut Branches,
    ) -> Option<Vec<u8>> {
        let Reading { machine, sight, mover, section, most, .. } = reading;
        let course = &machine.courses[mover];
        let after = self.after(reading);
        let mut codes = Vec::new();
        for way in Way::BOTH.into_iter().filter(|way| self.used[*way as usize]) {
            let way = reading.seen(way);
            for mark in 0..self.marks {
                for here in (0..sight.track).map(|spot| sight.slot(mover, spot)) {
                    let mark = match mark {
                        1 => mover + 1,
                        2 => 2 - mover,
                        mark => mark,
                    };
                    for made in 0..=i32::from(most) {
                        let group = course.group(section, way) + course.group_of_lap(u32::from(lap));
                        // no lap ends with an empty hole
                        let code = course.code_by_mark(group, mark, here, made.max(1));
                        codes.push(match code {
                            Code::END if after.is_none() => NEXT,
                            Code::RELAY => RELAY,
                            Code::AGAIN if after.is_none() => AGAIN,
                            Code::NOTHING => OPEN,
                            code => branches.number((code, here, way, section), |closings| {
                                let mut script = Script::new();
                                let mut coder =
                                    Coder::new(Reading { ended: here, way, ..reading }, course, &mut script);
                                coder.tails = self.tries.then_some(&mut self.tails);
                                coder.after = after.map(|after| (after, closings));
                                coder.all(code.0)?;
                                Some(script)
                            })?,
                        });
                    }
                }
            }
        }
        Some(codes)
    }
}

impl<L: Lanes, const P: usize> Reading<'_, L, P> {
    /// The holes that may be chosen in a section, in the games in which it is in force, and what holds if one may be.
    fn write_choices(
        &self,
        in_force: Games,
        (start, hoisted): (&mut Script, &mut Vec<(Form, Games)>),
        (choices, facts): (&mut Vec<Choice>, &mut Vec<Vec<Form>>),
    ) -> Option<()> {
        let section = &self.machine.tables.movers[self.mover].sections[self.section];
        let mut holes = self.in_order();
        holes.retain(|slot| self.machine.holes.has(*slot));
        let mut asked: Vec<(Form, Games)> = Vec::new();
        for seen in Way::BOTH {
            let way = self.seen(seen);
            let reading = Reading { way, ..*self };
            for slot in holes.iter().copied() {
                let spot = reading.spot(slot);
                let among = match &section.offered {
                    Some(offered) if !offered.fixed[way as usize].has(slot) => continue,
                    Some(offered) => match &offered.among {
                        Among::All => Form::Known(true),
                        Among::Of(set) => reading.within(set, slot)?,
                        Among::Each(sets) => reading.within(&sets[way as usize], slot)?,
                    },
                    None => Reading { ended: slot, ..reading }.offers(section)?,
                };
                let holds = match Form::all([Form::occupied(spot), among.clone()]) {
                    Form::All(parts) => parts,
                    form => vec![form],
                };
                let among = start.hoist(THESE, among, hoisted);
                let form = Form::all([Form::occupied(spot), among]);
                // often the same as in the other direction
                let known = asked.iter().find(|(known, _)| *known == form).map(|(_, games)| *games);
                let games = known.unwrap_or_else(|| start.ask(in_force, &form));
                asked.push((form, games));
                if games != NO_GAME {
                    if spot >= reading.sight.track {
                        // no seed ever falls into it
                        return None;
                    }
                    choices.push(Choice {
                        section: u8::try_from(self.section).ok()?,
                        spot,
                        way: seen,
                        games,
                        table: 0,
                    });
                    facts.push(holds);
                }
            }
        }
        Some(())
    }

    /// Whether a section offers the hole, if each is tested on its own.
    fn offers(&self, section: &Section<L::Mask>) -> Option<Form> {
        let (mut goes, mut before) = (Vec::new(), Vec::new());
        for (test, ways) in &section.direction {
            let test = self.holds(test, NOWHERE)?;
            if ways.list().contains(&self.way) {
                goes.push(Form::all(before.iter().cloned().chain([test.clone()])));
            }
            before.push(test.not());
        }
        let (mut offers, mut before) = (Vec::new(), Vec::new());
        for (test, set) in &section.from {
            let test = self.holds(test, NOWHERE)?;
            offers.push(Form::all(before.iter().cloned().chain([test.clone(), self.within(set, self.here())?])));
            before.push(test.not());
        }
        Some(Form::all([Form::any(goes), Form::any(offers)]))
    }

    /// What lets the mover choose if he has a legal move and the position is not a repetition; `None` if no questions
    /// express that.
    fn calm(&self) -> Option<Form> {
        let quiet = self.machine.tables.movers[self.mover].quiet.as_ref()?;
        let mut asked = Vec::new();
        for slots in quiet.occupied {
            // all slots stand for nothing that is asked
            if slots != !L::Mask::NONE {
                asked.push(self.any_occupied(slots, 0));
            }
        }
        asked.extend(quiet.unmarked.map(|(slots, players)| self.any_occupied(slots, players)));
        let at_least = |spot, least: i32| match u8::try_from(least.max(0)) {
            Ok(0) => Form::Known(true),
            Ok(least) => Form::asks(About::Seeds(spot), least, u8::MAX),
            Err(_) => Form::Known(false),
        };
        asked.extend(
            quiet
                .many
                .map(|(slots, least)| Form::any(self.on_board(slots).map(|slot| at_least(self.spot(slot), least)))),
        );
        asked.extend(quiet.few.map(|(slots, than)| match u8::try_from(than) {
            Ok(than) => Form::More(self.on_board(slots).map(|slot| self.spot(slot)).collect(), than),
            Err(_) => Form::Known(than < 0),
        }));
        for (slot, low, high) in quiet.apart.into_iter().flatten() {
            let spot = self.spot(slot);
            let beyond = high.checked_add(1).map_or(Form::Known(false), |least| at_least(spot, least));
            asked.push(Form::any([at_least(spot, low).not(), beyond]));
        }
        Some(Form::all(asked))
    }
}
