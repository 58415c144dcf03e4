//! The arrows of a move: around holes and figures, with heads and numbers on top.

use std::sync::LazyLock;

use mancala_engine::game::{Event, Position};
use mancala_engine::play::Game;
use mancala_rules::chance::{choice, generator};
use mancala_rules::ruleset::Ruleset;
use mancala_tools::picture::{Look, MOST_DOTS, svg};

use super::{Area, Pair, away, crosses, pieces, points, read, said, text_area};
use crate::{sampled, sized};

/// The radius of a hole, and of the disk with the number of a lap.
const HOLE: f64 = 25.0;
const DISK: f64 = 7.0;

/// A move and its picture.
struct Drawn {
    name: String,
    ply: u64,
    laps: usize,
    text: String,
}

/// Games at random of each game, and how many of their moves are drawn: in a quick run the first ones of some games.
const GAMES: u64 = sized(1, 2);
const PLIES: u64 = sized(12, 100);

/// The pictures of their moves.
fn moves() -> &'static [Drawn] {
    static MOVES: LazyLock<Vec<Drawn>> = LazyLock::new(|| {
        let games = sampled().flat_map(|(name, _)| (1..=GAMES).map(move |seed| (name, seed)));
        let drawn: Vec<Drawn> = games.flat_map(|(name, seed)| game(name, seed)).collect();
        assert!(drawn.iter().filter(|drawn| drawn.laps > 3).count() > 5);
        drawn
    });
    &MOVES
}

fn game(name: &str, seed: u64) -> Vec<Drawn> {
    let rules = Ruleset::shipped(name).expect("well").rules().expect("rules");
    let start = Position::start(&rules);
    let mut game = Game::narrated(&rules, start).expect("a game");
    let mut chance = generator(seed, 1);
    let mut drawn = Vec::new();
    for ply in 0..PLIES {
        if game.is_over() {
            break;
        }
        let (before, by) = (game.position(), game.to_move());
        game.take_events();
        game.play_nth(choice(game.choices(), &mut chance)).expect("legal");
        let events = game.take_events();
        let laps = events.iter().filter(|event| matches!(event, Event::Lap { .. })).count();
        if laps > 0 {
            let look = Look { dots: MOST_DOTS, ..Look::default() };
            let text = svg(&rules, &before, Some(by), &events, &look);
            drawn.push(Drawn { name: format!("{name}, game {seed}"), ply, laps, text });
        }
    }
    drawn
}

/// Fails if anything is wrong with a picture, and tells of each picture what.
fn look_at(wrong: impl Fn(&Drawn, &Parts) -> Vec<String>) {
    let told = moves().iter().flat_map(|drawn| {
        let wrong = wrong(drawn, &parts(&drawn.text));
        wrong.into_iter().map(|wrong| format!("{}, ply {}, {} laps: {wrong}", drawn.name, drawn.ply + 1, drawn.laps))
    });
    let told: Vec<String> = told.collect();
    assert!(told.is_empty(), "{} of {} pictures:\n{}", told.len(), moves().len(), told.join("\n"));
}

/// The parts of a picture.
struct Parts {
    holes: Vec<Pair>,
    lines: Vec<Vec<Pair>>,
    heads: Vec<Vec<Pair>>,
    disks: Vec<Pair>,
    figures: Vec<Area>,
}

fn parts(text: &str) -> Parts {
    let document = read(text);
    let nodes = || document.descendants();
    let of =
        |node: &roxmltree::Node<'_, '_>, name: &str| node.attribute(name).and_then(|text| text.parse::<f64>().ok());
    let center = |node: roxmltree::Node<'_, '_>| (of(&node, "cx").expect("x"), of(&node, "cy").expect("y"));
    let circles =
        |radius: f64| nodes().filter(move |node| node.has_tag_name("circle") && of(node, "r") == Some(radius));
    let lines = nodes().filter(|node| node.has_tag_name("path") && said(node, "stroke-width") == Some("1.6"));
    // a triangle below the board points to the player to move
    let heads = nodes().filter(|node| node.has_tag_name("polygon") && said(node, "stroke-width") == Some("0.8"));
    let small = nodes().filter(|node| node.has_tag_name("text") && said(node, "font-size") == Some("11"));
    let figure = |node: &roxmltree::Node<'_, '_>| {
        node.text().is_some_and(|text| text.trim().chars().all(|sign| sign.is_ascii_digit()))
            && node.attribute("fill").is_none()
    };
    Parts {
        holes: circles(HOLE).map(center).collect(),
        lines: lines.map(|node| points(node.attribute("d").expect("a way"))).collect(),
        heads: heads.map(|node| points(node.attribute("points").expect("corners"))).collect(),
        disks: circles(DISK).map(center).collect(),
        figures: small.filter(figure).map(|node| text_area(&node)).collect(),
    }
}

#[test]
fn arrows_go_around_holes_and_figures() {
    look_at(|_, parts| {
        let mut wrong = Vec::new();
        for piece in parts.lines.iter().flat_map(|line| pieces(line)) {
            let holes = parts.holes.iter().filter(|hole| away(**hole, piece) < HOLE - 0.2);
            wrong.extend(holes.map(|hole| format!("{piece:?} crosses the hole at {hole:?}")));
            let figures = parts.figures.iter().filter(|figure| crosses(piece, figure));
            wrong.extend(figures.map(|figure| format!("{piece:?} crosses the figure {figure:?}")));
        }
        wrong
    });
}

#[test]
fn every_lap_that_is_drawn_has_a_line_a_head_and_a_number_in_this_order() {
    look_at(|Drawn { laps, text, .. }, parts| {
        let mut wrong = Vec::new();
        let found = [parts.lines.len(), parts.heads.len(), parts.disks.len()];
        if found != [(*laps).min(12); 3] {
            wrong.push(format!("lines, heads and numbers: {found:?}"));
        }
        let first_head = text.find("stroke-width=\"0.8\"").expect("heads");
        if text.rfind("<path") > Some(first_head) || Some(first_head) > text.rfind("class=\"laps\"") {
            wrong.push("a line lies on a head, or a head on a number".to_owned());
        }
        wrong
    });
}

#[test]
fn numbers_cover_no_head_no_rim_no_figure_and_no_other_number() {
    look_at(|_, parts| {
        let mut wrong = Vec::new();
        for (at, disk) in parts.disks.iter().enumerate() {
            let off = |other: &Pair| (disk.0 - other.0).hypot(disk.1 - other.1);
            let numbers = parts.disks[at + 1..].iter().filter(|other| off(other) < 2.0 * DISK);
            wrong.extend(numbers.map(|other| format!("numbers at {disk:?} and {other:?}")));
            let holes = parts.holes.iter().filter(|hole| off(hole) < HOLE + DISK - 0.5);
            wrong.extend(holes.map(|hole| format!("the number at {disk:?} covers the rim of {hole:?}")));
            let heads = parts.heads.iter().filter(|head| pieces(head).any(|piece| away(*disk, piece) < DISK));
            wrong.extend(heads.map(|head| format!("the number at {disk:?} covers a head at {head:?}")));
            let around = Area::around(&[*disk]).grown(DISK - 1.0);
            let figures = parts.figures.iter().filter(|figure| figure.meets(&around));
            wrong.extend(figures.map(|figure| format!("the number at {disk:?} covers the figure {figure:?}")));
        }
        wrong
    });
}

#[test]
fn each_head_can_be_told_from_the_others() {
    look_at(|_, parts| {
        let mut wrong = Vec::new();
        for (at, head) in parts.heads.iter().enumerate() {
            let off = |other: &[Pair]| (head[0].0 - other[0].0).hypot(head[0].1 - other[0].1);
            let same = parts.heads[at + 1..].iter().filter(|other| off(other) < 2.5);
            wrong.extend(same.map(|other| format!("heads at {:?} and {:?}", head[0], other[0])));
        }
        wrong
    });
}
