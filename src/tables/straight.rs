//! Straight turns, which tables decide almost completely: one hole is lifted and sown, perhaps in several laps, and
//! nothing has to be recorded meanwhile.

use super::code::Test;
use super::decisions::Kind;
use super::gates::plain_holes;
use super::hazards::{Watched, only_forbids};
use super::mover::{MoverTables, Skip, StraightWay};
use super::section::{Safe, Section, Ways};
use super::slots::{Mask, Slot};

/// The straight turns of a mover; `None` if his turns are of another kind.
pub(super) fn straight_way<M: Mask>(
    mover: &MoverTables<M>,
    on_track: M,
    store: Slot,
    watched: &Watched,
) -> Option<StraightWay<M>> {
    let [Section { when: Test::Known(true), at_once: Some((from, Ways::One(way))), plain: Some(lifting), safe, .. }] =
        mover.sections.as_slice()
    else {
        return None;
    };
    let Skip::Marked { players, origin, .. } = &mover.skip else { return None };
    let (from, unless_marked) = plain_holes(from)?;
    let decisions = &mover.last_decisions;
    let told_apart = decisions.groups.count();
    let relays = decisions.entries.iter().any(|entry| entry.kind == Kind::Relay);
    let watches = watched.answers
        || watched.other_moves
        || watched.last_turn
        || watched.last_ways
        || watched.seeds_fall()
        || watched.every_state
        || watched.raided && relays;
    // a turn that tables do not end is played twice, which pays where it is rare; most laps end in an empty hole
    let open = on_track.slots().any(|slot| {
        let entry = decisions.at(0, slot, 0, decisions.class(1));
        entry.kind == Kind::Branches && decisions.quick.get(usize::from(entry.branches)).is_none_or(Option::is_none)
    });
    let quiet = mover.quiet.is_some_and(|quiet| quiet.is_smooth());
    if !mover.tabled_laps || watches || open || !quiet || told_apart > 1 || !(from & !on_track).is_none() {
        return None;
    }
    let (safe, unless_empty, must_feed) = match safe {
        Safe::Never => (false, M::NONE, false),
        Safe::Always => (true, M::NONE, false),
        Safe::IfOccupied { holes, asks_more } => (true, *holes, !asks_more),
    };
    let ends_alone = mover.after_turn.is_empty() || safe && only_forbids(mover);
    if !ends_alone {
        return None;
    }
    Some(StraightWay {
        from,
        unless_marked,
        lifting: *lifting,
        way: *way,
        origin_passed: *origin,
        store,
        passed_players: *players,
        safe,
        unless_empty,
        must_feed,
    })
}
