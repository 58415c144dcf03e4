//! The book: every game is in it, every example is drawn, every link leads somewhere.

use std::collections::BTreeSet;

use mancala_rules::ruleset::{Ruleset, shipped_names};
use mancala_rules::source::Source;
use mancala_tools::book::{Chapter, html, markdown};
use rayon::prelude::*;

/// A small game with a match, a reading, a mark, a sentence of its own and a source on another game.
const SMALL: &str = include_str!("small.mancala");

fn chapter(name: &str) -> Chapter {
    let ruleset = Ruleset::shipped(name).expect("without problems");
    Chapter::new(name, &ruleset, &[]).expect("a chapter")
}

/// The chapters of all shipped games.
fn library() -> Vec<Chapter> {
    shipped_names().collect::<Vec<_>>().into_par_iter().map(chapter).collect()
}

fn small_game() -> Chapter {
    let ruleset = Ruleset::read(Source::new("small.mancala", SMALL)).expect("no problems");
    Chapter::new("small.mancala", &ruleset, &[]).expect("a chapter")
}

/// Texts between two marks.
fn between<'t>(text: &'t str, from: &str, to: &str) -> Vec<&'t str> {
    text.split(from).skip(1).filter_map(|rest| rest.split_once(to)).map(|(found, _)| found).collect()
}

#[test]
fn all_games_are_in_the_book_with_all_their_examples() {
    let chapters = library();
    let page = html("Mancala", "all games", &chapters);
    let document = roxmltree::Document::parse_with_options(
        &page,
        roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() },
    )
    .expect("well-formed");
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let known: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), known.len(), "a place has two names");
    for name in shipped_names() {
        assert!(known.contains(name), "{name} is not in the book");
    }
    // each example has a board before its moves and one after them, as far as it has moves
    for chapter in &chapters {
        let section = document.descendants().find(|node| node.attribute("id") == Some(chapter.id.as_str()));
        let section = section.expect("a section");
        let is = |node: &roxmltree::Node<'_, '_>, class: &str| node.attribute("class") == Some(class);
        let figures = section.descendants().filter(|node| is(node, "example")).count();
        let boards = section.descendants().filter(|node| is(node, "board")).count();
        let wanted: usize = chapter
            .examples
            .iter()
            .map(|(_, shown)| usize::from(shown.before.is_some()) + usize::from(shown.after.is_some()))
            .sum();
        assert_eq!((figures, boards), (chapter.examples.len(), wanted), "{}", chapter.id);
        assert!(chapter.examples.iter().all(|(_, shown)| shown.before.is_some() || shown.after.is_some()));
        assert_eq!(section.descendants().filter(|node| is(node, "start")).count(), 1, "{}", chapter.id);
    }
    let links = document.descendants().filter_map(|node| node.attribute("href"));
    for link in links {
        match link.strip_prefix('#') {
            Some(place) => assert!(known.contains(place), "nothing is called {place}"),
            None => assert!(link.starts_with("http"), "{link}"),
        }
    }
    // the page needs no other file
    assert!(!page.contains("<script") && !page.contains("<link ") && !page.contains("src="), "something is missing");
}

#[test]
fn links_of_markdown_lead_somewhere() {
    let chapters: Vec<Chapter> = crate::sampled().map(|(name, _)| chapter(name)).collect();
    let text = markdown("Mancala", &chapters);
    let places: Vec<&str> = between(&text, "<a id=\"", "\"");
    let known: BTreeSet<&str> = places.iter().copied().collect();
    assert_eq!(places.len(), known.len(), "a place has two names");
    let links = between(&text, "](#", ")");
    assert!(links.len() > chapters.len());
    for link in links {
        assert!(known.contains(link), "nothing is called {link}");
    }
    // footnotes of different games do not mix
    let notes: Vec<&str> = text.lines().filter(|line| line.starts_with("[^")).collect();
    let names: BTreeSet<&str> = notes.iter().filter_map(|line| line.split_once("]: ")).map(|(name, _)| name).collect();
    assert_eq!(names.len(), notes.len());
    for note in between(&text, "[^", "]") {
        assert!(names.contains(format!("[^{note}").as_str()), "there is no note {note}");
    }
    for chapter in &chapters {
        assert!(places.contains(&chapter.id.as_str()));
    }
}

#[test]
fn examples_are_played_to_their_boards() {
    for (name, _) in crate::sampled() {
        for (rules, shown) in chapter(name).examples {
            assert_eq!(
                shown.after.is_none(),
                shown.play.is_empty() && shown.before.is_some(),
                "{name}: {}",
                shown.title
            );
            assert_eq!(shown.deeds.len(), shown.play.len(), "{name}: {}", shown.title);
            let boards = shown.boards(&rules);
            let rows = rules.board.rows.value;
            assert!(boards.len() > rows, "{name}: {}\n{}", shown.title, boards.join("\n"));
            for line in shown.outcome.iter().chain(shown.moves().iter()) {
                assert!(line.ends_with('.'), "{name}: {line}");
            }
        }
    }
}

#[test]
fn a_small_game_in_html() {
    let chapter = small_game();
    let page = html("Small", "about it", &[chapter]);
    let (_, page) = page.split_once("</style>").expect("a style sheet");
    insta::assert_snapshot!(crate::cli::tags_in_fewer_lines(&page.replace("><", ">\n<")));
}

#[test]
fn a_small_game_in_markdown() {
    let (small, krur) = (small_game(), chapter("krur"));
    insta::assert_snapshot!(markdown("Two games", &[small, krur]).split("<a id=\"krur\">").next().expect("text"));
}

/// Readings that are chosen are told, and the rules are told under them.
#[test]
fn readings_may_be_chosen() {
    let ruleset = Ruleset::shipped("krur").expect("without problems");
    let settings = [("no-move".to_owned(), "the-end".to_owned())];
    let chapter = Chapter::new("krur", &ruleset, &settings).expect("a chapter");
    let page = html("Krur", "", &[chapter]);
    assert!(page.contains("Under these readings: no-move=the-end."), "{page}");
    assert!(page.contains("If the mover has no legal move, the round is over."));
    // the examples of the default readings say for which readings they hold, if they name any
    assert!(page.contains("Where four-at-home is marked"));
}

#[test]
fn signs_of_a_file_are_no_tags() {
    let text = crate::replaced(SMALL, "game \"Small\"", "game \"<b>&Small\"");
    let ruleset = Ruleset::read(Source::new("small.mancala", &text)).expect("no problems");
    let chapter = Chapter::new("small.mancala", &ruleset, &[]).expect("a chapter");
    let page = html("<b>&", "", &[chapter]);
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(&page, options).expect("well-formed");
    for (tag, wanted) in [("title", "<b>&"), ("h1", "<b>&"), ("h2", "<b>&Small")] {
        let texts = document.descendants().filter(|node| node.has_tag_name(tag)).filter_map(|node| node.text());
        assert!(texts.into_iter().any(|text| text.contains(wanted)), "{tag}: {page}");
    }
}
