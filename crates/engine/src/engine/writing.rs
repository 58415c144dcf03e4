//! Writes the rules of a player as a program: finds the form of each condition and effect that needs no look at the rules.

use mancala_rules::rules::model::{self, Change, Player, Stride, Way};

use super::lanes::Lanes;
use super::moves::{Decided, Verdict};
use super::program::{
    Asked, At, Choice, Counted, Counts, Does, Op, Place, Plain, Program, Sowing, Takes, Taking, is_beyond,
};
use crate::tables::{
    self, Action, Amount, Branches, Layout, Listed, Mask, MoverTables, Moving, Numbers, RuleId, Set, Slot, Spot, Test,
    Then, Turning, Winner,
};

/// Compiles the rules of a player. `careful` says that slots may be locked, or that there may be a pot: whatever
/// takes seeds or marks is then carried out in full.
pub(super) fn program_of<L: Lanes>(
    layout: &Layout,
    mover: &MoverTables<L::Mask>,
    player: Player,
    careful: bool,
) -> Program<L> {
    let mut writer = Writer {
        layout,
        mover,
        store: layout.stores[player],
        on_track: layout.on_track(player),
        careful,
        after_lap: false,
        ops: Vec::new(),
        rules: Vec::new(),
        plain: Vec::new(),
        looks: Vec::new(),
        lanes: Vec::new(),
        asked: Vec::new(),
        counted: Vec::new(),
        tests: Vec::new(),
        choices: Vec::new(),
        takings: Vec::new(),
        marks: Vec::new(),
        moves: Vec::new(),
        effects: Vec::new(),
        sowings: Vec::new(),
        verdicts: Vec::new(),
        player: player as u8,
    };
    // the first places are those of the codes that stand for no branches
    for op in [Op::Relay, Op::Next, Op::Again, Op::Undecided] {
        writer.push(op);
    }
    let last_list = writer.place();
    writer.list(&mover.last_seed, Op::Undecided);
    let mut begins = Vec::new();
    for (number, section) in mover.sections.iter().enumerate() {
        let listed = writer.place();
        writer.list(&section.begin, Op::Jump(last_list));
        let opens = writer.place();
        writer.push(if section.plain.is_some() && !careful { Op::Open(number as u32) } else { Op::Jump(listed) });
        begins.push([opens, listed]);
    }
    let after = (!mover.after_turn.is_empty()).then(|| {
        let after = writer.place();
        writer.list(&mover.after_turn, Op::Finished);
        after
    });
    writer.after_lap = true;
    let branch = |branches: &Branches<L::Mask>| {
        let place = writer.place();
        let branches = branches.iter().map(|(test, action)| (test.as_ref(), *action));
        writer.rules_of(branches, Op::Undecided);
        place
    };
    let branches = mover.last_decisions.branches.iter().map(branch).collect();
    Program {
        ops: writer.ops.into(),
        rules: writer.rules.into(),
        plain: writer.plain.into(),
        looks: writer.looks.into(),
        lanes: writer.lanes.into(),
        asked: writer.asked.into(),
        counted: writer.counted.into(),
        still: writer.tests.iter().map(|test| !test.any(&mut is_beyond)).collect(),
        tests: writer.tests.into(),
        choices: writer.choices.into(),
        takings: writer.takings.into(),
        marks: writer.marks.into(),
        moves: writer.moves.into(),
        effects: writer.effects.into(),
        sowings: writer.sowings.into(),
        verdicts: writer.verdicts.into(),
        begins: begins.into(),
        after,
        branches,
    }
}

/// Writes a program.
struct Writer<'t, L: Lanes> {
    layout: &'t Layout,
    mover: &'t MoverTables<L::Mask>,
    /// The mover's store.
    store: Slot,
    on_track: L::Mask,
    careful: bool,
    /// Whether what is written follows a lap, not the beginning of a turn.
    after_lap: bool,
    /// The mover.
    player: u8,
    ops: Vec<Op>,
    rules: Vec<Option<RuleId>>,
    plain: Vec<Plain<L>>,
    looks: Vec<[L; 2]>,
    lanes: Vec<L>,
    asked: Vec<Asked<L::Mask>>,
    counted: Vec<Counted<L::Mask>>,
    tests: Vec<Test<L::Mask>>,
    choices: Vec<Choice<L::Mask>>,
    takings: Vec<Taking<L>>,
    marks: Vec<(Change, L::Mask)>,
    moves: Vec<Moving>,
    effects: Vec<(tables::Op<L::Mask>, RuleId)>,
    sowings: Vec<Sowing<L::Mask>>,
    verdicts: Vec<Decided>,
}

/// Appends a value to a list. Returns its index.
fn added<T>(list: &mut Vec<T>, value: T) -> u32 {
    list.push(value);
    list.len() as u32 - 1
}

/// The condition of a rule, in parts that all must hold.
struct Parts<'t, M> {
    /// The slots that must hold seeds.
    full: M,
    /// Those that must be empty.
    bare: M,
    others: Vec<&'t Test<M>>,
}

impl<L: Lanes> Writer<'_, L> {
    /// The place of the next operation.
    fn place(&self) -> Place {
        self.ops.len() as Place
    }

    fn push(&mut self, op: Op) {
        self.ops.push(op);
        self.rules.push(None);
    }

    /// Appends a list; `last` is what follows if no rule of it applies.
    fn list(&mut self, list: &[Listed<L::Mask>], last: Op) {
        self.rules_of(list.iter().map(|rule| (Some(&rule.test), rule.action)), last);
    }

    fn rules_of<'r>(&mut self, rules: impl Iterator<Item = (Option<&'r Test<L::Mask>>, u16)>, last: Op) {
        for (test, action) in rules {
            let action = &self.mover.actions[usize::from(action)];
            let parts = self.parts(test);
            let always = matches!(test, None | Some(Test::Known(true)));
            if always && action.relays() && !self.careful {
                self.ops.push(Op::Relay);
                self.rules.push(Some(action.rule));
                return;
            }
            if let Some(plain) = self.plain_rule(&parts, action) {
                let plain = added(&mut self.plain, plain);
                self.ops.push(Op::Plain(plain));
                self.rules.push(Some(action.rule));
            } else {
                let before = self.ops.len();
                self.unless(&parts);
                let asked = before..self.ops.len();
                let declined = self.action(action, last);
                let next = self.place();
                for place in asked.chain(declined) {
                    match &mut self.ops[place] {
                        Op::Look { to, .. }
                        | Op::Hold { to, .. }
                        | Op::Seeds { to, .. }
                        | Op::Number { to, .. }
                        | Op::Test { to, .. } => {
                            *to = next;
                        }
                        Op::May { no } => *no = next,
                        _ => {}
                    }
                }
            }
            if always && !action.may {
                return;
            }
        }
        self.push(last);
    }

    fn parts<'r>(&self, test: Option<&'r Test<L::Mask>>) -> Parts<'r, L::Mask> {
        let tests = match test {
            None | Some(Test::Known(true)) => &[],
            Some(Test::And(parts)) => parts.as_slice(),
            Some(test) => std::slice::from_ref(test),
        };
        let mut parts = Parts { full: L::Mask::NONE, bare: L::Mask::NONE, others: Vec::new() };
        let some = Numbers::Between(1, i32::MAX);
        let on_board = |slot: Slot| usize::from(slot) < self.layout.lanes;
        for test in tests {
            match test {
                Test::Seeds(Spot::Slot(slot), numbers) if *numbers == some && on_board(*slot) => {
                    parts.full |= L::Mask::of(*slot);
                }
                Test::Seeds(Spot::Slot(slot), Numbers::Bits(1)) if usize::from(*slot) < self.layout.holes => {
                    parts.bare |= L::Mask::of(*slot);
                }
                Test::Not(inner) => match &**inner {
                    Test::AnyOccupied(slots, 0) if self.are_lanes(*slots) => parts.bare |= *slots,
                    Test::Seeds(Spot::Slot(slot), numbers) if *numbers == some && on_board(*slot) => {
                        parts.bare |= L::Mask::of(*slot);
                    }
                    _ => parts.others.push(test),
                },
                _ => parts.others.push(test),
            }
        }
        parts
    }

    /// Whether slots have lanes: stores beside the board have none.
    fn are_lanes(&self, slots: L::Mask) -> bool {
        (slots & !L::Mask::first_slots(self.layout.lanes)).is_none()
    }

    /// Appends the parts of a condition.
    fn unless(&mut self, parts: &Parts<'_, L::Mask>) {
        if !(parts.full | parts.bare).is_none() {
            let lanes = added(&mut self.looks, [L::all_of(parts.full), L::all_of(parts.bare)]);
            self.push(Op::Look { lanes, to: 0 });
        }
        for test in &parts.others {
            let op = match test {
                Test::AnyOccupied(slots, 0) if self.are_lanes(*slots) => {
                    Op::Hold { lanes: added(&mut self.lanes, L::all_of(*slots)), to: 0 }
                }
                Test::Count(Amount::NumberOf(Set::Both(parts)), numbers)
                    if let [Set::Slots(slots), Set::Occupied] = parts.as_slice()
                        && self.are_lanes(*slots) =>
                {
                    let counted = Counted { slots: *slots, counts: Counts::of(numbers) };
                    Op::Number { counted: added(&mut self.counted, counted), to: 0 }
                }
                test => match self.asked_of(test, true) {
                    Some(asked) => Op::Seeds { asked: added(&mut self.asked, asked), to: 0 },
                    None => Op::Test { test: added(&mut self.tests, (*test).clone()), to: 0 },
                },
            };
            self.push(op);
        }
    }

    fn asked_of(&self, test: &Test<L::Mask>, wanted: bool) -> Option<Asked<L::Mask>> {
        match test {
            Test::Seeds(spot, numbers) => Some(Asked { at: self.at(spot)?, counts: Counts::of(numbers), wanted }),
            Test::Not(inner) => self.asked_of(inner, !wanted),
            _ => None,
        }
    }

    /// `None` if the slot may be beside the board, or has no such form.
    fn at(&self, spot: &Spot) -> Option<At<L::Mask>> {
        match spot {
            Spot::Slot(slot) if usize::from(*slot) < self.layout.lanes => Some(At::Slot(*slot)),
            Spot::Origin => Some(At::Origin),
            Spot::Along { back, steps: model::Steps::Number(steps), from } => match **from {
                Spot::Slot(from) if !back && *steps > 0 && !self.mover.skip.passes_origin() => {
                    Some(At::Ahead { steps: *steps, from })
                }
                Spot::Slot(from) => Some(At::Along { back: *back, steps: *steps, from }),
                _ => None,
            },
            _ => None,
        }
    }

    /// The only slot of a set.
    fn only(&self, set: &Set<L::Mask>) -> At<L::Mask> {
        let at = match set {
            Set::Slots(slots) if slots.count() == 1 => self.at(&Spot::Slot(slots.first())),
            Set::Spot(spot) => self.at(spot),
            set => {
                let slot = |way| match set.going(way, self.layout) {
                    Set::Slots(slots) if slots.count() == 1 && self.are_lanes(slots) => Some(slots.first()),
                    _ => None,
                };
                match Way::BOTH.map(slot) {
                    [Some(one), Some(other)] => Some(At::EachWay([one, other])),
                    _ => None,
                }
            }
        };
        at.unwrap_or_else(|| At::Only(set.clone()))
    }

    /// Appends an action; `last` is what follows if it has no outcome. Returns the place of the question whether it is
    /// declined.
    fn action(&mut self, action: &Action<L::Mask>, last: Op) -> Option<usize> {
        let first = self.ops.len();
        if action.may {
            self.push(Op::May { no: 0 });
        }
        let always = Parts { full: L::Mask::NONE, bare: L::Mask::NONE, others: Vec::new() };
        if action.relays() && !self.careful {
            self.push(Op::Relay);
        } else if let Some(plain) = self.plain_rule(&always, action) {
            let plain = Op::Plain(added(&mut self.plain, plain));
            self.push(plain);
        } else if let Some(at) = self.lifted_where_it_lies(&action.ops, &action.then) {
            let sowing = Sowing { turning: Turning::Same, by: None, into: false, at, rule: action.rule };
            let lift = Op::Lift(added(&mut self.sowings, sowing));
            self.push(lift);
        } else {
            for (at, op) in action.ops.iter().enumerate() {
                let next = action.ops.get(at + 1);
                if let Some(moving) =
                    next.and_then(|next| Moving::of(op, next)).filter(|moving| self.moves_lanes(moving))
                {
                    let moving = Op::Move(added(&mut self.moves, moving));
                    self.push(moving);
                }
                self.effect(op, action);
            }
            let then = self.then(action, last);
            self.push(then);
        }
        self.rules[first] = Some(action.rule);
        action.may.then_some(first)
    }

    /// Whether seeds are moved from a lane.
    fn moves_lanes(&self, moving: &Moving) -> bool {
        !self.careful && Program::<L>::takes_from(self.layout).has(moving.from)
    }

    /// The slot, if a hole is lifted and sown, and so need not leave the board.
    fn lifted_where_it_lies(&self, ops: &[tables::Op<L::Mask>], then: &Then<L::Mask>) -> Option<At<L::Mask>> {
        // once the hole is empty, a step along the track may lead elsewhere, if what sowing passes over depends on seeds
        let fixed = self.mover.stirred.is_some();
        match (ops, then) {
            ([tables::Op::Lift(None, lifted)], Then::Sow { turning: Turning::Same, by: None, into: false, at })
                if lifted == at && !self.careful =>
            {
                match at {
                    Set::Slots(slots) if slots.count() == 1 => self.at(&Spot::Slot(slots.first())),
                    Set::Spot(at) => {
                        self.at(at).filter(|at| fixed || !matches!(at, At::Ahead { .. } | At::Along { .. }))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn effect(&mut self, op: &tables::Op<L::Mask>, action: &Action<L::Mask>) {
        if let tables::Op::Choose(number, among) = op {
            let settles = action.settles() && self.mover.after_turn.is_empty();
            let choice = Choice { number: *number, among: among.clone(), settles };
            let choose = Op::Choose(added(&mut self.choices, choice));
            self.push(choose);
            return;
        }
        if let tables::Op::To(change, Set::Slots(slots)) = op
            && !self.careful
        {
            let mark = Op::Mark(added(&mut self.marks, (*change, *slots)));
            self.push(mark);
            return;
        }
        let effect = added(&mut self.effects, (op.clone(), action.rule));
        let taking = match op {
            tables::Op::Lift(None, set) => self.taking(set, None, effect),
            tables::Op::Capture(Winner::Player(winner), set) if self.layout.stores[*winner] == self.store => {
                self.taking(set, Some(self.store), effect)
            }
            _ => None,
        };
        let op = match taking {
            Some(taking) => Op::Take(added(&mut self.takings, taking)),
            None => Op::Effect(effect),
        };
        self.push(op);
    }

    fn taking(&self, set: &Set<L::Mask>, store: Option<Slot>, effect: u32) -> Option<Taking<L>> {
        let (slots, rest) = match set {
            Set::Slots(slots) => (*slots, None),
            Set::Either(parts) => match parts.as_slice() {
                [Set::Slots(slots), rest] => (*slots, Some(rest.clone())),
                _ => (L::Mask::NONE, Some(set.clone())),
            },
            set => (L::Mask::NONE, Some(set.clone())),
        };
        let slots = store.map_or(slots, |store| slots & !L::Mask::of(store));
        // stores beside the board have no lane
        let on_board = (slots & !Program::<L>::takes_from(self.layout)).is_none();
        (on_board && !self.careful).then(|| {
            let run = match &rest {
                Some(Set::Run { stride: Stride { back, step: 1, most: None }, table: Some(table), .. }) => {
                    Some((*back, table.clone()))
                }
                _ => None,
            };
            let still = rest.as_ref().is_some_and(|rest| !rest.any(&mut is_beyond));
            Taking { slots, lanes: L::all_of(slots), rest, run, still, store, effect }
        })
    }

    fn then(&mut self, action: &Action<L::Mask>, last: Op) -> Op {
        let mover = self.player;
        let mut decided =
            |verdict| Op::Verdict(added(&mut self.verdicts, Decided { verdict, rule: Some(action.rule) }));
        match &action.then {
            Then::Sow { turning, by, into, at } => {
                let at = self.only(at);
                let sowing = Sowing { turning: *turning, by: *by, into: *into, at, rule: action.rule };
                Op::Sow(added(&mut self.sowings, sowing))
            }
            Then::Go => last,
            Then::MoveAgain => Op::Again,
            Then::Illegal => Op::Illegal,
            Then::MoverWins => decided(Verdict::Wins(mover)),
            Then::MoverLoses => decided(Verdict::Loses(mover)),
            Then::Draw => decided(Verdict::Draw),
            Then::EndTurn | Then::Play | Then::Pass | Then::SwapSides | Then::Over => Op::Next,
        }
    }

    /// A rule as lanes; `None` if they do not express it.
    fn plain_rule(&self, parts: &Parts<'_, L::Mask>, action: &Action<L::Mask>) -> Option<Plain<L>> {
        if self.careful || action.may || !parts.others.is_empty() {
            return None;
        }
        let captured = |op: &tables::Op<L::Mask>| match op {
            tables::Op::Capture(Winner::Player(winner), Set::Slots(slots))
                if self.layout.stores[*winner] == self.store =>
            {
                Some(*slots & !L::Mask::of(self.store))
            }
            _ => None,
        };
        let (taken, ops) = match action.ops.as_slice() {
            [op, rest @ ..] if let Some(slots) = captured(op) => (slots, rest),
            ops => (L::Mask::NONE, ops),
        };
        let (slots, does) = match (ops, &action.then) {
            _ if action.relays() => (L::Mask::NONE, Does::Relay(None)),
            ([], Then::EndTurn) => (taken, Does::Take(Takes::Next)),
            ([], Then::MoveAgain) => (taken, Does::Take(Takes::Again)),
            _ if let Some(at) = self.lifted_where_it_lies(ops, &action.then) => {
                let At::Slot(at) = at else { return None };
                (taken, if taken.is_none() { Does::Relay(Some(at)) } else { Does::Take(Takes::Relay(at)) })
            }
            (
                [tables::Op::Lift(None, Set::Slots(lifted))],
                Then::Sow { turning: Turning::Same, by: None, into, at },
            ) if taken.is_none() => match self.only(at) {
                At::Slot(at) => (*lifted, Does::Take(Takes::Sow { into: *into, at: Some(at) })),
                At::Origin if self.after_lap => (*lifted, Does::Take(Takes::Sow { into: *into, at: None })),
                _ => return None,
            },
            _ => return None,
        };
        let at = match does {
            Does::Relay(at) | Does::Take(Takes::Sow { at, .. }) => at,
            Does::Take(Takes::Relay(at)) => Some(at),
            Does::Take(Takes::Next | Takes::Again) => None,
        };
        // an end of the turn alone is an operation of its own
        let bare_end =
            matches!(does, Does::Take(Takes::Next | Takes::Again)) && (parts.full | parts.bare | slots).is_none();
        let takes = (slots & !Program::<L>::takes_from(self.layout)).is_none() && !bare_end;
        let tracks = at.is_none_or(|at| self.on_track.has(at));
        let [full, bare, prey] = [parts.full, parts.bare, slots].map(L::all_of);
        (takes && tracks).then_some(Plain { full, bare, slots, prey, does })
    }
}
