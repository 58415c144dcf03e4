//! The book as one page of HTML that needs nothing else and prints on paper.

use super::chapter::Chapter;
use super::contents::{Places, families, index, regions, term_id};
use super::game_page::game_page;
use super::tags::{link, text};
use super::terms::{INTRODUCTION, TERMS};

/// How the page looks, on screens and on paper.
const STYLE: &str = include_str!("style.css");

/// The book as a page. A single game has neither contents nor an index.
pub fn html(title: &str, about: &str, chapters: &[Chapter]) -> String {
    let several = chapters.len() > 1;
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body{}>\n<header id=\"top\">\n<h1>{}</h1>\n<p>{}</p>\n</header>\n",
        text(title),
        if several { "" } else { " class=\"alone\"" },
        text(title),
        text(about),
    );
    if several {
        contents(&mut page, chapters);
        introduction(&mut page);
    }
    for (place, chapter) in chapters.iter().enumerate() {
        page.push_str(&game_page(place, chapter, chapters));
    }
    match several {
        true => back(&mut page, chapters),
        // whoever opens the page of one game wants the game first
        false => introduction(&mut page),
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn introduction(page: &mut String) {
    page.push_str("<section id=\"how-to-read\" class=\"front\">\n<h2>How to read this</h2>\n");
    for paragraph in INTRODUCTION {
        page.push_str(&format!("<p>{}</p>\n", text(paragraph)));
    }
    page.push_str("<h3 id=\"words\">Words</h3>\n<dl class=\"words\">\n");
    for (term, meaning) in TERMS {
        let meaning = text(meaning);
        page.push_str(&format!("<dt id=\"{}\">{term}</dt><dd>{meaning}</dd>\n", term_id(term)));
    }
    page.push_str("</dl>\n</section>\n");
}

fn contents(page: &mut String, chapters: &[Chapter]) {
    let named = |places: &Places| -> String {
        let entry = |place: &usize| {
            let chapter = &chapters[*place];
            format!("<li>{} <b>{}</b></li>", link(&chapter.id, &text(chapter.name())), place + 1)
        };
        places.iter().map(entry).collect()
    };
    page.push_str("<nav id=\"contents\" class=\"front\">\n<h2>Contents</h2>\n<p>");
    page.push_str("Games have numbers, in the order of the alphabet. After them stands the ");
    page.push_str(&format!(
        "{}; before them, {}.</p>\n",
        link("index", "index of names and words"),
        link("how-to-read", "how to read this")
    ));
    page.push_str("<h3>By region</h3>\n<div class=\"columns\">\n");
    for (region, places) in regions(chapters) {
        page.push_str(&format!("<div><h4>{}</h4><ul>{}</ul></div>\n", text(&region), named(&places)));
    }
    page.push_str("</div>\n<h3>By family</h3>\n<div class=\"columns families\">\n");
    for (family, places) in families(chapters) {
        let (name, about) = (text(family.name()), text(family.about()));
        page.push_str(&format!(
            "<div><h4 id=\"family-{name}\">{name}</h4><p>{about}</p><ul>{}</ul></div>\n",
            named(&places)
        ));
    }
    page.push_str("</div>\n</nav>\n");
}

/// The index of names and words.
fn back(page: &mut String, chapters: &[Chapter]) {
    page.push_str("<section id=\"index\" class=\"front\">\n<h2>Names and words</h2>\n");
    page.push_str("<p>Numbers are those of the games. Words are in italics.</p>\n<ul class=\"columns index\">\n");
    for entry in index(chapters) {
        let name = text(&entry.text);
        let name = if entry.is_word { format!("<i>{name}</i>") } else { name };
        let term = entry.term.map(|term| link(&term_id(term), "Words"));
        let numbers = entry.chapters.iter().map(|place| link(&chapters[*place].id, &(place + 1).to_string()));
        let links: Vec<String> = term.into_iter().chain(numbers).collect();
        page.push_str(&format!("<li>{name} {}</li>\n", links.join(", ")));
    }
    page.push_str("</ul>\n</section>\n");
}
