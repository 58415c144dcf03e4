//! Turns that tables alone decide for most of their way: one hole is lifted, sown and perhaps sown on, and nothing has
//! to be watched meanwhile.

use super::code::{Test, Then};
use super::gates::plain_holes;
use super::section::{Lifting, Safe, Section, Ways};
use super::slots::{Mask, Slot};
use super::{Kind, MoverTables, Skip, Watched};
use crate::rules::model::Way;

/// How such turns of a mover go.
#[derive(Clone, Debug)]
pub struct StraightWay<M> {
    /// Holes that may be chosen when something lies in them.
    pub from: M,
    /// But not if one of these players, a bit for each, marked them.
    pub unless_marked: u32,
    /// How they are lifted and sown.
    pub lifting: Lifting,
    /// In which direction they are sown.
    pub way: Way,
    /// Slots that sowing always passes over.
    pub passed: M,
    /// Whether it passes over the hole that a lap left from.
    pub origin_passed: bool,
    /// The mover's store.
    pub store: Slot,
    /// Slots that it passes over when marked.
    pub passed_marked: M,
    /// By one of these players.
    pub passed_players: u32,
    /// Whether every choice is legal, as long as `unless_empty` is not.
    pub safe: bool,
    /// Whether `after turn` does nothing, as long as `unless_empty` is not.
    pub ends_alone: bool,
    /// Holes of which one must hold something; none where nothing depends on them.
    pub unless_empty: M,
    /// Whether a choice is forbidden just if these are empty after it and nothing was taken from them.
    pub must_feed: bool,
}

impl<M: Mask> StraightWay<M> {
    /// How straight turns of a mover go; none if his turns are of another kind.
    pub(super) fn of(mover: &MoverTables<M>, track: &[Slot], store: Slot, watched: &Watched) -> Option<Self> {
        let [
            Section {
                when: Test::Known(true), at_once: Some((from, Ways::One(way))), plain: Some(lifting), safe, ..
            },
        ] = mover.sections.as_slice()
        else {
            return None;
        };
        let Skip::Marked { always, among, players, origin } = &mover.skip else { return None };
        let (from, unless_marked) = plain_holes(from)?;
        let on_track = super::slots::mask::<M>(track.iter().copied());
        let decisions = &mover.last_decisions;
        let told_apart = decisions.sections * decisions.ways * decisions.laps;
        let relays = decisions.entries.iter().any(|entry| entry.kind == Kind::Relay);
        let watches = watched.answers
            || watched.last_turn
            || watched.sown
            || watched.sown_this_lap
            || watched.every_state
            || watched.raided && relays;
        if !mover.tabled_laps || watches || told_apart > 1 || !(from & !on_track).is_none() {
            return None;
        }
        let only_forbids = mover.after_turn.iter().all(|rule| {
            let action = &mover.actions[usize::from(rule.action)];
            action.ops.is_empty() && action.then == Then::Illegal
        });
        let (safe, unless_empty, must_feed) = match safe {
            Safe::Never => (false, M::NONE, false),
            Safe::Always => (true, M::NONE, false),
            Safe::IfOccupied { holes, asks_more } => (true, *holes, !asks_more),
        };
        Some(StraightWay {
            from,
            unless_marked,
            lifting: *lifting,
            way: *way,
            passed: *always,
            origin_passed: *origin,
            store,
            passed_marked: *among,
            passed_players: *players,
            safe,
            ends_alone: mover.after_turn.is_empty() || safe && only_forbids,
            unless_empty,
            must_feed,
        })
    }
}
