//! Strategies for boards.

use mancala_rules::rules::model::{CountedFrom, Ends, Fixed, HoleSet, Moment, Property};
use proptest::prelude::*;

use super::conditions::at;
use super::holes::{holes_that_are, own_holes};
use super::sketch::{Board, Clockwise, Lists, Seeds, Shape};

fn shapes() -> BoxedStrategy<Shape> {
    prop_oneof![
        16 => Just(Shape::TwoRows),
        5 => Just(Shape::FourRows),
        1 => Just(Shape::SixRows),
        1 => (1usize..=2, 1usize..=4).prop_map(|(rows, players)| Shape::Columns { rows, players }),
        4 => (1usize..=6).prop_map(|rows| Shape::Listed { rows }),
        1 => (1usize..=2).prop_map(|rows| Shape::Alone { rows }),
        4 => (1usize..=2, 1usize..=6).prop_map(|(rows, players)| Shape::Shared { rows, players }),
    ]
    .boxed()
}

/// Seeds at the start, mostly the same number everywhere.
pub fn seeds() -> BoxedStrategy<Seeds> {
    let drawn = prop::collection::vec(prop_oneof![4 => 0u32..=5, 1 => 0u32..=20], 1..=24).boxed();
    prop_oneof![
        8 => (1u32..=5).prop_map(Seeds::Uniform),
        1 => (0u32..=12).prop_map(Seeds::Uniform),
        2 => drawn.clone().prop_map(Seeds::EachPlayer),
        2 => drawn.prop_map(Seeds::Drawn),
    ]
    .boxed()
}

/// Sides that are mostly whole rows or halves of them, and any.
fn lists() -> BoxedStrategy<Lists> {
    let owner = prop_oneof![6 => Just(0u8), 6 => Just(1), 1 => Just(2)];
    let order = prop_oneof![1 => Just(Vec::new()), 2 => prop::collection::vec(any::<u16>(), 1..=40)];
    (prop::collection::vec(owner, 1..=24), order, any::<bool>())
        .prop_map(|(owners, order, own_tracks)| Lists { owners, order, own_tracks })
        .boxed()
}

/// What clockwise sowing follows.
fn clockwise() -> BoxedStrategy<Clockwise> {
    let order = prop::collection::vec(any::<u16>(), 1..=40);
    prop_oneof![
        6 => Just(Clockwise::Unsaid),
        1 => Just(Clockwise::Backwards),
        3 => Just(Clockwise::Mirrored),
        3 => (order, any::<bool>()).prop_map(|(order, each)| Clockwise::Listed { order, each }),
    ]
    .boxed()
}

/// Columns: up to twelve, mostly five or six.
pub fn columns() -> BoxedStrategy<usize> {
    let more = prop_oneof![4 => Just(0), 1 => 0usize..=2];
    (1usize..=5, 0usize..=5, more).prop_map(|(some, others, more)| some + others + more).boxed()
}

fn marked_at_start() -> BoxedStrategy<Option<HoleSet>> {
    let sets = at(Moment::Board).sets;
    let places = prop::collection::vec(1u32..=6, 1..=2)
        .prop_map(|places| holes_that_are(Property::Fixed(Fixed::Place(CountedFrom::OwnersLeft, places))));
    let marked = prop_oneof![1 => Just(own_holes()), 3 => places, 2 => sets];
    prop::option::weighted(0.15, marked).boxed()
}

pub fn boards() -> BoxedStrategy<Board> {
    let ends = prop_oneof![5 => Just(Ends::None), 2 => Just(Ends::Stores), 2 => Just(Ends::Nobodys)];
    let stores_at = prop_oneof![2 => Just(None), 1 => Just(Some("right")), 1 => Just(Some("left"))];
    (
        shapes(),
        columns(),
        seeds(),
        (prop::bool::weighted(0.1), clockwise()),
        (ends, stores_at),
        prop::option::weighted(0.6, 0u32..=10),
        prop::option::weighted(0.15, 0u32..=22),
        marked_at_start(),
        (any::<bool>(), prop::bool::weighted(0.2)),
        lists(),
    )
        .prop_map(|(shape, columns, seeds, tracks, (ends, stores_at), in_ends, in_stores, marked, mark, lists)| {
            let (marked_at_start, (own_mark, marks_by_each), (own_track, clockwise)) = (marked, mark, tracks);
            Board {
                shape,
                columns,
                seeds,
                own_track,
                clockwise,
                ends,
                in_ends,
                in_stores,
                stores_at,
                marked_at_start,
                own_mark,
                marks_by_each,
                lists,
            }
        })
        .boxed()
}

/// Boards of which nothing but size and seeds differ.
pub fn plain_boards(shape: Shape, ends: Ends) -> BoxedStrategy<Board> {
    (columns(), seeds(), prop_oneof![3 => Just(Clockwise::Unsaid), 1 => clockwise()])
        .prop_map(move |(columns, seeds, clockwise)| Board {
            shape,
            columns,
            seeds,
            own_track: false,
            clockwise,
            ends,
            in_ends: Some(5),
            in_stores: None,
            stores_at: None,
            marked_at_start: None,
            own_mark: false,
            marks_by_each: false,
            lists: Lists::default(),
        })
        .boxed()
}
