//! Pictures: `show --svg` and `run --svg`.

use mancala_engine::game::Position;
use mancala_engine::narrator::Narrator;
use mancala_rules::ruleset::Ruleset;
use mancala_tools::picture::{Look, MOST_DOTS, Names, svg};

use super::{folder, printed, run_in, tags_in_fewer_lines, transcripts};

/// A picture from the command line.
fn picture(arguments: &[&str]) -> String {
    printed(&[&["show"], arguments, &["--svg", "-"]].concat())
}

/// A picture as a snapshot has it.
fn drawn(arguments: &[&str]) -> String {
    tags_in_fewer_lines(&picture(arguments))
}

/// What is wrong with a picture: XML, what it says in words, and whether all of it can be seen.
fn check(text: &str, what: &str) {
    let document = roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{what}: {error}\n{text}"));
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "svg");
    assert_eq!(root.attribute("role"), Some("img"));
    let words: Vec<&str> =
        root.children().filter(roxmltree::Node::is_element).map(|node| node.tag_name().name()).collect();
    assert_eq!(words[..2], ["title", "desc"], "{what}");
    let number = |text: &str| text.parse::<f64>().unwrap_or_else(|error| panic!("{what}: `{text}`: {error}"));
    let sizes: Vec<f64> = root.attribute("viewBox").expect("a view").split(' ').map(number).collect();
    let (wide, high) = (sizes[2], sizes[3]);
    let inside = |x: f64, y: f64| (0.0..=wide).contains(&x) && (0.0..=high).contains(&y);
    for node in root.descendants() {
        let of = |name: &str| node.attribute(name).map(number);
        match node.tag_name().name() {
            "circle" => {
                let (x, y, radius) = (of("cx").expect("x"), of("cy").expect("y"), of("r").expect("r"));
                assert!(inside(x - radius, y - radius) && inside(x + radius, y + radius), "{what}: {node:?}");
            }
            "rect" => {
                let (x, y) = (of("x").expect("x"), of("y").expect("y"));
                let (width, height) = (of("width").expect("width"), of("height").expect("height"));
                assert!(inside(x, y) && inside(x + width, y + height), "{what}: {node:?}");
            }
            "text" => assert!(inside(of("x").expect("x"), of("y").expect("y")), "{what}: {node:?}"),
            "path" | "polygon" | "polyline" => {
                let points = node.attribute("d").or(node.attribute("points")).expect("points");
                for part in points.split([' ', ',']) {
                    number(part.trim_start_matches(['M', 'L', 'Q']));
                }
            }
            _ => {}
        }
    }
}

#[test]
fn marks_and_figures() {
    let position = "0 2 4 11 / 14 4 0 1; to move North; marks c2 South, a1 North, d2 South";
    insta::assert_snapshot!(drawn(&["krur", "--from", position]));
}

#[test]
fn stores_on_the_board_and_directions() {
    let position = "4 0 5 5 5 1 / 0 5 5 12 0 1; stores South 14, North 3; to move North";
    insta::assert_snapshot!(drawn(&["kalah", "--from", position, "--arrows", "--names", "holes", "--dots", "0"]));
}

#[test]
fn three_players() {
    let position = "0 2 4 1 3 7 / 14 4 0 1 4 4; to move player 2; marks c2 player 1; stores player 2 4";
    insta::assert_snapshot!(drawn(&["um-laarais", "--from", position, "--dots", "0", "--names", "none"]));
}

#[test]
fn the_laps_of_a_move() {
    insta::assert_snapshot!(drawn(&["hus", "--move", "a1", "--dots", "0"]));
}

#[test]
fn a_capture_and_a_caption() {
    let position = "4 4 4 4 2 1 / 0 1 4 4 3 4; stores South 3, North 0";
    let caption = "<b> & \"two\" ]]> – ô";
    let text = picture(&["oware", "--from", position, "--move", "e1", "--caption", caption]);
    check(&text, "a caption");
    let document = roxmltree::Document::parse(&text).expect("XML");
    let texts: Vec<&str> = document.descendants().filter_map(|node| node.text()).map(str::trim).collect();
    assert!(texts.contains(&caption) && texts.contains(&"−2") && texts.contains(&"−3"), "{texts:?}");
    insta::assert_snapshot!(tags_in_fewer_lines(&text));
}

#[test]
fn holes_out_of_use() {
    let position = "0 1 6 6 6 6 / 6 6 6 6 6 0; locked b2; closed a2 f1; pot 5; stores South 10, North 0";
    insta::assert_snapshot!(drawn(&["um-ed-dyar", "--from", position, "--dots", "0"]));
}

#[test]
fn the_last_of_several_moves() {
    let first = picture(&["krur", "--move", "d1"]);
    let second = picture(&["krur", "--move", "d1,b2"]);
    check(&second, "two moves");
    assert!(first.contains("Krur, South plays d1") && second.contains("Krur, North plays b2"));
    assert!(second.contains("The move sows from b2 to "), "{second}");
}

#[test]
fn a_long_move_is_cut() {
    let position = "2 4 1 11 / 0 2 3 9; marks b2 South, d2 South; to move North";
    let text = picture(&["krur", "--from", position, "--move", "a2"]);
    check(&text, "a long move");
    assert!(text.contains("laps 1 to 12 of 166"), "{text}");
}

/// Every game, at its start and with a first move, in every look.
#[test]
fn every_game_can_be_drawn() {
    for (name, _) in crate::sampled() {
        let rules = Ruleset::shipped(name).expect("well").rules().expect("rules");
        let start = Position::start(&rules);
        let mut game = Narrator::from_position(&*rules, start.clone()).expect("a game");
        let first = game.legal().into_iter().next().expect("a move");
        game.take_events();
        game.play(&first).expect("legal");
        let told = game.take_events();
        for names in [Names::Edges, Names::Holes, Names::None] {
            let look = Look { dots: MOST_DOTS, names, arrows: true, caption: Some(name.to_owned()), ..Look::default() };
            check(&svg(&rules, &start, Some(0), &told, &look), name);
        }
        check(&svg(&rules, game.position(), None, &[], &Look::default()), name);
    }
}

#[test]
fn dots_are_as_many_as_seeds() {
    for seeds in 0..=MOST_DOTS {
        let position = format!("{seeds} 0 0 0 / 0 0 0 0");
        let text = picture(&["krur", "--dots", "19", "--from", &position]);
        let document = roxmltree::Document::parse(&text).expect("XML");
        let dots: Vec<(f64, f64)> = document
            .descendants()
            .filter(|node| node.attribute("r") == Some("3.3"))
            .map(|node| ["cx", "cy"].map(|name| node.attribute(name).expect("a place").parse().expect("a number")))
            .map(|[x, y]: [f64; 2]| (x, y))
            .collect();
        assert_eq!(dots.len(), seeds as usize);
        for (at, one) in dots.iter().enumerate() {
            for other in &dots[at + 1..] {
                assert!((one.0 - other.0).hypot(one.1 - other.1) > 6.8, "{seeds} seeds: {one:?} and {other:?} touch");
            }
        }
    }
}

#[test]
fn a_long_caption_takes_several_lines_and_a_long_number_is_smaller() {
    let caption = "A caption that says at length what can be seen in this picture of a board of four columns";
    let text = picture(&["krur", "--caption", caption, "--from", "12345 1 1 1 / 1 1 1 20; to move South"]);
    let document = roxmltree::Document::parse(&text).expect("XML");
    let width: f64 = document.root_element().attribute("width").and_then(|width| width.parse().ok()).expect("a width");
    let texts: Vec<(String, f64)> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .map(|node| {
            let size = node.ancestors().find_map(|above| above.attribute("font-size")).expect("a size");
            (node.text().unwrap_or("").trim().to_owned(), size.parse().expect("a number"))
        })
        .collect();
    let lines: Vec<&(String, f64)> =
        texts.iter().filter(|(text, _)| text.len() > 1 && caption.contains(text.as_str())).collect();
    assert!(lines.len() > 1, "{texts:?}");
    assert_eq!(lines.iter().map(|(line, _)| line.as_str()).collect::<Vec<_>>().join(" "), caption);
    for (line, size) in lines {
        assert!(line.len() as f64 * size * 0.56 < width, "{line}");
    }
    let size = |number: &str| texts.iter().find(|(text, _)| text == number).expect("a number").1;
    assert!(size("12345") * 5.0 * 0.58 < 50.0 && size("20") > size("12345"), "{texts:?}");
}

#[test]
fn a_game_as_pictures() {
    let place = folder("a_game_as_pictures");
    let output = run_in(&place, &["run", "krur", "--seed", "3", "--svg", "pictures", "--save", "drawn.game"]);
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8(output.stdout).expect("text");
    let mut files: Vec<String> = std::fs::read_dir(place.join("pictures"))
        .expect("a folder")
        .map(|entry| entry.expect("a file").file_name().into_string().expect("a name"))
        .collect();
    files.sort();
    assert!(told.ends_with(&format!("{} pictures in pictures\n", files.len())), "{told}");
    let plies = String::from_utf8(run_in(&place, &["run", "krur", "--seed", "3", "--json"]).stdout).expect("text");
    assert_eq!(files.len(), plies.lines().count(), "a picture a ply, and one of the end");
    assert_eq!((files[0].as_str(), files[9].as_str()), ("0001.svg", "0010.svg"));
    let read = |file: &str| std::fs::read_to_string(place.join("pictures").join(file)).expect("a picture");
    for file in &files {
        check(&read(file), file);
    }
    assert!(read("0001.svg").contains("1. South plays "));
    let last = read(files.last().expect("a last"));
    assert!(last.contains(" wins, ") || last.contains("A draw, "), "{last}");
    // the game is saved as it is without pictures
    run_in(&place, &["run", "krur", "--seed", "3", "--save", "told.game"]);
    let saved = |name: &str| std::fs::read_to_string(place.join(name)).expect("a saved game");
    assert_eq!(saved("drawn.game"), saved("told.game"));
    // never mixed with another game, and no file is begun then
    let again = run_in(&place, &["run", "krur", "--svg", "pictures", "--save", "again.game"]);
    assert!(!place.join("again.game").exists());
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("the folder `pictures` is not empty"));
}

#[test]
fn a_match_as_pictures() {
    let place = folder("a_match_as_pictures");
    let arguments = ["run", "krur", "--match", "--rounds", "3", "--seed", "3"];
    let told = run_in(&place, &[&arguments[..], &["--svg", "pictures"]].concat());
    let plain = run_in(&place, &arguments);
    assert!(told.status.success(), "{told:?}");
    let text = |output: Vec<u8>| String::from_utf8(output).expect("text");
    let records = text(run_in(&place, &[&arguments[..], &["--json"]].concat()).stdout);
    // a picture a ply, and one of the end of each round; a record each, and one of the beginning of each round
    let count = records.lines().filter(|line| line.contains("\"ply\":")).count();
    assert_eq!(text(told.stdout), format!("{}{count} pictures in pictures\n", text(plain.stdout)));
    let read = |number: usize| {
        let text = std::fs::read_to_string(place.join(format!("pictures/{number:04}.svg"))).expect("a picture");
        check(&text, &number.to_string());
        text
    };
    let pictures: Vec<String> = (1..=count).map(read).collect();
    assert!(pictures[0].contains("Round 1 · 1. South plays "));
    let ends = pictures.iter().filter(|picture| picture.contains(" wins, ") || picture.contains("A draw, "));
    assert_eq!(ends.count(), 3);
    let second = pictures.iter().position(|picture| picture.contains("Round 2 · 1. ")).expect("a second round");
    assert!(pictures[second - 1].contains("Round 1 · ") && !pictures[second - 1].contains("plays "));
}

#[test]
fn the_end_of_a_game_is_drawn_as_it_ended() {
    let place = folder("svg-end").join("pictures");
    let summary = printed(&["run", "kalah", "--seed", "5", "--svg", place.to_str().expect("a path")]);
    let count = summary.trim_end().lines().last().and_then(|line| line.split(' ').next());
    let count: usize = count.and_then(|count| count.parse().ok()).expect("a number of pictures");
    let read = |number: usize| std::fs::read_to_string(place.join(format!("{number:04}.svg"))).expect("a picture");
    // the last turn, what is gathered after it, and the result
    assert!(read(count - 2).contains("32. North plays d2"));
    let gathering = read(count - 1);
    assert!(gathering.contains("<title>Kalah: The rest is gathered: South gathers 13 seeds"), "{gathering}");
    let last = read(count);
    assert!(last.contains("<title>Kalah: South wins, 33 to 15</title>"), "{last}");
    assert!(last.contains("Row 2: 0 0 0 0 0 0; row 1: 0 0 0 0 0 0"), "{last}");
    assert!(last.contains("South 33, North 15") && !last.contains("o move South"), "{last}");
}

#[test]
fn pictures_and_a_page_are_written_at_once() {
    let place = folder("svg-and-html");
    let arguments = ["run", "krur", "--seed", "3", "--svg", "pictures", "--html", "game.html", "--dots", "0"];
    let told = run_in(&place, &arguments);
    assert!(told.status.success(), "{told:?}");
    assert!(place.join("pictures/0002.svg").is_file());
    let page = std::fs::read_to_string(place.join("game.html")).expect("a page");
    assert!(page.contains("<title>Krur, South plays "), "{page}");
}

#[test]
fn grounds() {
    let drawn = |more: &[&str]| picture(&[&["krur"], more].concat());
    let auto = drawn(&[]);
    assert!(auto.contains("@media (prefers-color-scheme:dark){") && auto.contains("<rect fill=\"#ffffff\""), "{auto}");
    let dark = drawn(&["--theme", "dark"]);
    check(&dark, "dark");
    for light in ["#1a1a1a", "#ffffff", "#f7f3ea", "#6b6b6b"] {
        assert!(!dark.contains(light) && drawn(&["--theme", "light"]).contains(light), "{light}");
    }
    let ground = |text: &str| text.matches("height=\"").count();
    assert_eq!(ground(&drawn(&["--transparent"])) + 1, ground(&auto));
}

/// Pictures of one game do not jump when they are shown one after the other.
#[test]
fn all_pictures_of_a_game_have_the_same_size() {
    let place = folder("same-size");
    run_in(&place, &["run", "krur", "--seed", "3", "--svg", "pictures"]);
    let mut notes = std::collections::BTreeSet::new();
    let mut sizes = std::collections::BTreeSet::new();
    for entry in std::fs::read_dir(place.join("pictures")).expect("a folder") {
        let text = std::fs::read_to_string(entry.expect("a file").path()).expect("a picture");
        let document = roxmltree::Document::parse(&text).expect("XML");
        sizes.insert(document.root_element().attribute("viewBox").expect("a view").to_owned());
        notes.insert(text.matches(" marked by ").count());
    }
    assert!(notes.len() > 1, "holes are marked in this game");
    assert_eq!(sizes.len(), 1, "{sizes:?}");
}

#[test]
fn wrong_use() {
    insta::assert_snapshot!(transcripts(&[
        &["show", "krur", "--dots", "4"],
        &["show", "krur", "--svg", "-", "--dots", "20"],
        &["show", "krur", "--svg", "-", "--names", "everywhere"],
        &["show", "krur", "--svg", "-", "--move", "a2"],
        &["show", "krur", "--svg", "-", "--move", "d1,z9"],
        &["show", "krur", "--svg", "-", "--json"],
        &["show", "krur", "--svg", "no/such/folder/krur.svg"],
        &["show", "krur", "--svg", "-", "--caption", "two\nlines"],
        &["show", "krur", "--svg", "-", "--animate"],
        &["show", "pandi", "--theme", "dark"],
        &["run", "krur", "--svg", "pairs.mancala"],
        &["run", "krur", "--svg", "x", "--match", "--games", "2"],
    ]));
}
