//! The page to step through a game.

use super::read;
use crate::cli::{folder, program};

/// The page of a run.
fn page(name: &str, arguments: &[&str]) -> (String, String) {
    let place = folder(name);
    let output = program(&place, &[&["run"], arguments, &["--html", "game.html"]].concat()).output().expect("runs");
    assert!(output.status.success(), "{output:?}");
    let page = std::fs::read_to_string(place.join("game.html")).expect("a page");
    (page, String::from_utf8(output.stdout).expect("text"))
}

fn between<'t>(text: &'t str, from: &str, to: &str) -> Vec<&'t str> {
    text.split(from).skip(1).filter_map(|rest| rest.split(to).next()).collect()
}

#[test]
fn every_ply_has_its_picture_and_the_rules_that_decided_it() {
    let (page, told) = page("page-of-a-game", &["krur", "--seed", "7"]);
    let steps = between(&page, "<article", "</article>");
    let plies: usize = told
        .split("game 1: ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .and_then(|n| n.parse().ok())
        .expect("plies");
    assert_eq!(steps.len(), plies + 1, "{told}");
    assert_eq!(between(&page, "<li><button type=\"button\">", "</button>").len(), steps.len());
    assert!(steps[0].contains("<h2>1. South plays "), "{}", steps[0]);
    let mut sizes = Vec::new();
    for step in &steps {
        let picture = format!("<svg{}</svg>", between(step, "<svg", "</svg>")[0]);
        let document = read(&picture);
        sizes.push(document.root_element().attribute("viewBox").expect("a size").to_owned());
    }
    sizes.dedup();
    assert_eq!(sizes.len(), 1, "all pictures have the same size");
    assert!(page.contains("<li class=\"rule\">If the hole was empty, the turn ends (line 69) <cite>["), "{page}");
    assert!(page.contains("<cite>[<a href=\"#source-wiki\">wiki</a> “Rules, "), "{page}");
    assert!(page.contains("<li id=\"source-wiki\">"));
    let result = told.split(" plies, ").nth(1).and_then(|rest| rest.split(':').next()).expect("a result");
    assert!(page.contains(&format!("<p class=\"result\">{result}</p>")), "{result}");
}

/// Nothing is asked of any server: no file, no font, no script from elsewhere.
#[test]
fn the_page_asks_for_nothing() {
    let (page, _) = page("page-alone", &["kalah", "--seed", "5"]);
    for asks in
        [" src=", "@import", "url(", "<link", "<iframe", "<object", "<img", "fetch(", "XMLHttpRequest", "import("]
    {
        assert!(!page.contains(asks), "{asks}");
    }
    assert!(page.contains("default-src 'none'"));
    // addresses stand only in links that a reader follows, and in names of XML
    for (at, _) in page.match_indices("http") {
        let before = &page[at.saturating_sub(9)..at];
        let known = before.ends_with("href=\"")
            || before.ends_with("xmlns=\"")
            || before.ends_with("rer\">")
            || before.ends_with("<meta ");
        assert!(known, "{}", &page[at.saturating_sub(40)..(at + 40).min(page.len())]);
    }
    assert!(page.contains("The rest is gathered") && page.contains("South wins, 33 to 15"));
}

#[test]
fn a_match_on_a_page() {
    let (page, _) = page("page-of-a-match", &["krur", "--match", "--rounds", "3", "--seed", "3"]);
    let headings = between(&page, "<h2>", "</h2>");
    for wanted in ["Round 1, South begins", "Round 2, North begins", "Round 3, South begins"] {
        assert!(headings.contains(&wanted), "{headings:?}");
    }
    assert!(headings.iter().any(|heading| heading.starts_with("Round 2 · 1. North plays ")), "{headings:?}");
    let second = page.split("<h2>Round 2, North begins</h2>").nth(1).and_then(|rest| rest.split("</article>").next());
    assert!(second.expect("a step").contains("South owns "), "what happened between the rounds is told");
}

#[test]
fn light_and_dark() {
    let grounds = |theme: &str| page(&format!("page-{theme}"), &["krur", "--theme", theme]).0;
    assert!(grounds("dark").contains("<html lang=\"en\" data-theme=\"dark\">"));
    assert!(grounds("light").contains("<html lang=\"en\" data-theme=\"light\">"));
    let auto = grounds("auto");
    assert!(auto.contains("<html lang=\"en\">") && auto.contains("prefers-color-scheme:dark"));
}

#[test]
fn where_the_page_cannot_be_written() {
    let place = folder("page-nowhere");
    let output = program(&place, &["run", "krur", "--html", "no/such/folder/game.html"]).output().expect("runs");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("`no/such/folder/game.html` cannot be written"), "{error}");
    assert!(output.stdout.is_empty(), "nothing is played first");
}

/// A saved game becomes the same page as the game that was saved.
#[test]
fn a_saved_game_on_a_page() {
    for (name, more) in [("page-saved", &["--seed", "7"][..]), ("page-saved-match", &["--match", "--rounds", "2"][..])]
    {
        let place = folder(name);
        let run = [&["run", "krur", "--save", "one.game", "--html", "run.html"], more].concat();
        let saved = program(&place, &run).output().expect("runs");
        assert!(saved.status.success(), "{saved:?}");
        let replayed = program(&place, &["replay", "--transcript", "one.game", "--html", "replay.html"]).output();
        let replayed = replayed.expect("runs");
        assert!(replayed.status.success(), "{replayed:?}");
        let read = |file: &str| {
            let page = std::fs::read_to_string(place.join(file)).expect("a page");
            // the seed stands in the one alone
            page.split_once("</header>").expect("a head").1.to_owned()
        };
        assert!(read("run.html") == read("replay.html"), "{name}");
    }
}
