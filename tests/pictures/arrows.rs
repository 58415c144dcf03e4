//! The arrows of a move: around holes and figures, with heads and numbers on top.

use mancala::chance::{choice, generator};
use mancala::game::{Event, Position};
use mancala::picture::{Look, MOST_DOTS, svg};
use mancala::play::Game;
use mancala::ruleset::{Ruleset, shipped_texts};

use super::{Area, Pair, away, crosses, pieces, points, read, said, text_area};
use crate::sized;

/// The radius of a hole, and of the disk with the number of a lap.
const HOLE: f64 = 25.0;
const DISK: f64 = 7.0;

/// Pictures of the first moves of random games, with the number of their laps: of one game in `each`.
fn moves(each: usize, plies: u64) -> Vec<(String, usize, String)> {
    let mut drawn = Vec::new();
    for (name, _) in shipped_texts().step_by(each) {
        let rules = Ruleset::shipped(name).expect("well").rules().expect("rules");
        let start = Position::start(&rules);
        let mut game = Game::narrated(&rules, start).expect("a game");
        let mut chance = generator(7, 1);
        for _ in 0..plies {
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
                drawn.push((name.to_owned(), laps, svg(&rules, &before, Some(by), &events, &look)));
            }
        }
    }
    drawn
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
    let moves = moves(sized(9, 1) as usize, sized(6, 40));
    assert!(moves.iter().filter(|(_, laps, _)| *laps > 3).count() > 5);
    for (name, _, text) in &moves {
        let parts = parts(text);
        for line in &parts.lines {
            for piece in pieces(line) {
                let through = parts.holes.iter().find(|hole| away(**hole, piece) < HOLE - 0.2);
                assert!(through.is_none(), "{name}: {piece:?} crosses the hole at {through:?}\n{text}");
                let covered = parts.figures.iter().find(|figure| crosses(piece, figure));
                assert!(covered.is_none(), "{name}: {piece:?} crosses the figure {covered:?}\n{text}");
            }
        }
    }
}

#[test]
fn heads_and_numbers_lie_on_top_and_cover_nothing() {
    // where many laps leave little room, as later in long games, a number may lie on a head
    for (name, laps, text) in moves(9, 6) {
        let parts = parts(&text);
        let shown = laps.min(12);
        assert_eq!((parts.lines.len(), parts.heads.len(), parts.disks.len()), (shown, shown, shown), "{name}\n{text}");
        // drawn in this order: lines, heads, numbers
        let last = |what: &str| text.rfind(what).unwrap_or_else(|| panic!("{name}: no {what}"));
        let first_head = text.find("stroke-width=\"0.8\"").expect("heads");
        assert!(text.rfind("<path").expect("a line") < first_head && first_head < last("class=\"laps\""), "{name}");
        for (at, disk) in parts.disks.iter().enumerate() {
            let off = |other: &Pair| (disk.0 - other.0).hypot(disk.1 - other.1);
            let touched = parts.disks[at + 1..].iter().find(|other| off(other) < 2.0 * DISK);
            assert!(touched.is_none(), "{name}: numbers at {disk:?} and {touched:?}\n{text}");
            // where many laps leave little room, a number may lie on a rim, but not among the seeds
            let hole = parts.holes.iter().find(|hole| off(hole) < HOLE);
            assert!(hole.is_none(), "{name}: the number at {disk:?} lies in the hole {hole:?}\n{text}");
            for head in &parts.heads {
                let covered = pieces(head).any(|piece| away(*disk, piece) < DISK);
                assert!(!covered, "{name}: the number at {disk:?} covers a head at {head:?}\n{text}");
            }
        }
        // each head can be seen from its tip to its base
        for (at, head) in parts.heads.iter().enumerate() {
            let tip = head[0];
            let same = parts.heads[at + 1..].iter().any(|other| (tip.0 - other[0].0).hypot(tip.1 - other[0].1) < 2.5);
            assert!(!same, "{name}: two heads at {tip:?}\n{text}");
        }
    }
}
