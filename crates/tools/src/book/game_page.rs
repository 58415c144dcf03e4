//! One game as a chapter of the page.

use mancala_engine::game::Position;
use mancala_rules::notation::capital;
use mancala_rules::rules::explain::{
    Changed, FIRST_FITS, OPEN, Reading, Sentence, as_except, is_list, readings, rule_told, told,
};
use mancala_rules::rules::model::{Basis, Ground, Kind, Origin, Rules, SourceText};

use super::chapter::{Chapter, when};
use super::contents::chapter_of;
use super::diagram::{diagram, is_wide};
use super::tags::{link, text};
use crate::examples::Shown;
use crate::picture::{Look, svg};

/// How many of the headings on what sentences rest on are told; what holds in all games stands before them all.
const GROUNDS: usize = 3;

/// The chapter of a game, as HTML. `place` is its place in the book, from 0.
pub(super) fn game_page(place: usize, chapter: &Chapter, chapters: &[Chapter]) -> String {
    let mut page = GamePage { chapter, chapters, text: String::new(), notes: Vec::new() };
    page.head(place);
    page.rules();
    page.grounds();
    page.open();
    page.examples();
    page.sources();
    page.footnotes();
    page.text.push_str("</section>\n");
    page.text
}

struct GamePage<'p> {
    chapter: &'p Chapter,
    chapters: &'p [Chapter],
    text: String,
    /// The notes: each basis once, numbered from 1 by its place here.
    notes: Vec<Basis>,
}

impl GamePage<'_> {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn heading(&mut self, heading: &str) {
        self.push(&format!("<h3>{}</h3>", text(heading)));
    }

    /// The name, what is told of names, and the board at the start.
    fn head(&mut self, place: usize) {
        let chapter = self.chapter;
        let number = if self.chapters.len() > 1 { format!("<span>{}</span> ", place + 1) } else { String::new() };
        self.push(&format!("<section class=\"game\" id=\"{}\">", text(&chapter.id)));
        self.push(&format!("<h2>{number}{}</h2>", text(chapter.name())));
        let names = chapter.account.names();
        for section in chapter.account.sections().take(names) {
            let told: Vec<String> = section.iter().map(|sentence| self.sentence(sentence)).collect();
            self.push(&format!("<p class=\"names\">{}</p>", told.join(" ")));
        }
        let family = |name: &str| match self.chapters.len() {
            0 | 1 => name.to_owned(),
            _ => link(&format!("family-{name}"), name),
        };
        let families: Vec<String> = chapter.families.iter().map(|known| family(known.name())).collect();
        self.push(&format!("<p class=\"facts\">{} · {}</p>", text(&chapter.board()), families.join(", ")));
        if !chapter.chosen.is_empty() {
            let chosen = text(&chapter.chosen.join(", "));
            self.push(&format!("<p class=\"facts\">Under these readings: {chosen}.</p>"));
        }
        let start = Position::start(&chapter.rules);
        let picture = svg(&chapter.rules, &start, None, &[], &Look::default());
        // the declaration at its head has no place within a page
        let picture = picture.split_once("?>").map_or(picture.as_str(), |(_, picture)| picture).trim();
        self.push(&format!("<figure class=\"start\">{picture}</figure>"));
    }

    fn rules(&mut self) {
        let account = &self.chapter.account;
        if let Some((like, differences)) = &account.like {
            let heading = text(&as_except(like, differences));
            let heading = match chapter_of(self.chapters, like) {
                Some(other) => heading.replacen(&text(like), &link(&other.id, &text(like)), 1),
                None => heading,
            };
            self.push(&format!("<h3>{heading}</h3>"));
            self.changed(told(differences, &[], |_| false));
        }
        for section in account.sections().skip(account.names()) {
            let Some(first) = section.first() else { continue };
            self.heading(&first.section);
            self.section(section);
        }
    }

    /// Sentences as a paragraph, and the rules of a list as a numbered list.
    fn section(&mut self, section: &[Sentence]) {
        let numbered = |sentence: &&Sentence| is_list(section) && sentence.kind.is_rule();
        let rules: Vec<String> =
            section.iter().filter(numbered).map(|rule| format!("<li>{}</li>", self.sentence(rule))).collect();
        if !rules.is_empty() {
            self.push(&format!("<p class=\"first\">{}:</p>", text(&capital(FIRST_FITS))));
            self.push(&format!("<ol>{}</ol>", rules.concat()));
        }
        let others = section.iter().filter(|sentence| !numbered(sentence));
        let others: Vec<String> = others.map(|sentence| self.sentence(sentence)).collect();
        if !others.is_empty() {
            self.push(&format!("<p>{}</p>", others.join(" ")));
        }
    }

    fn sentence(&mut self, sentence: &Sentence) -> String {
        self.noted(&sentence.text, &sentence.basis)
    }

    /// A text with the number of its note.
    fn noted(&mut self, told: &str, basis: &[Origin]) -> String {
        let (told, sign) = (text(told), sign(basis));
        if basis.is_empty() {
            return told;
        }
        let known = self.notes.iter().position(|note| note == basis);
        let place = known.unwrap_or_else(|| {
            self.notes.push(basis.to_vec());
            self.notes.len() - 1
        });
        let number = format!("{sign}{}", place + 1);
        format!("{told}<sup>{}</sup>", link(&format!("{}-note-{}", self.chapter.id, place + 1), &number))
    }

    fn changed(&mut self, changed: Vec<Changed<'_>>) {
        if changed.is_empty() {
            return;
        }
        let change = |(word, sentence, basis): Changed<'_>| {
            let word = if word.is_empty() { word } else { format!("<i>{}</i> ", text(word.trim())) };
            format!("<li>{word}{}</li>", self.noted(&sentence, basis))
        };
        let items: String = changed.into_iter().map(change).collect();
        self.push(&format!("<ul>{items}</ul>"));
    }

    /// What is taken from similar games, what is assumed, and what has no ground.
    fn grounds(&mut self) {
        for (heading, lines) in self.chapter.account.grounds().into_iter().take(GROUNDS) {
            if !lines.is_empty() {
                self.heading(heading);
                let items: String = lines.iter().map(|line| format!("<li>{}</li>", text(line))).collect();
                self.push(&format!("<ul>{items}</ul>"));
            }
        }
    }

    fn open(&mut self) {
        let account = &self.chapter.account;
        if !account.open.is_empty() {
            self.heading(OPEN);
        }
        for option in &account.open {
            self.push(&format!("<h4>{}</h4>\n<ul class=\"open\">", text(&option.names.join(" and "))));
            for (reading, aside, changed) in readings(option) {
                self.reading(reading, &aside, changed);
            }
            self.push("</ul>");
        }
    }

    fn reading(&mut self, reading: &Reading, aside: &str, changed: Vec<Changed<'_>>) {
        let end = if changed.is_empty() { "." } else { ":" };
        let told = self.noted(&reading.text, &reading.basis);
        self.push(&format!("<li>{told}{}{end}", text(aside)));
        self.changed(changed);
        self.push("</li>");
    }

    fn examples(&mut self) {
        if self.chapter.examples.is_empty() {
            return;
        }
        self.heading("Examples");
        self.push("<div class=\"examples\">");
        for (rules, shown) in &self.chapter.examples {
            let example = example(rules, shown);
            self.push(&example);
        }
        self.push("</div>");
    }

    fn sources(&mut self) {
        let sources = &self.chapter.account.sources;
        if sources.is_empty() {
            return;
        }
        self.heading("Sources");
        let item = |source: &SourceText| {
            let notes: String = source.notes().iter().map(|note| format!("; {}", text(note))).collect();
            let id = self.source_id(&source.key);
            let titles: Vec<String> = source.texts.iter().map(|title| linked(title)).collect();
            format!("<dt id=\"{id}\">{}</dt><dd>{}{notes}.</dd>", text(&source.key), titles.join(", "))
        };
        let items: String = sources.iter().map(item).collect();
        self.push(&format!("<dl class=\"sources\">{items}</dl>"));
    }

    fn source_id(&self, key: &str) -> String {
        text(&format!("{}-source-{key}", self.chapter.id))
    }

    fn footnotes(&mut self) {
        if self.notes.is_empty() {
            return;
        }
        self.heading("Notes");
        let origin = |origin: &Origin| match (&origin.ground, origin.text.is_empty()) {
            (Ground::Source(key), true) => format!("<a href=\"#{}\">{}</a>", self.source_id(key), text(key)),
            (Ground::Source(key), false) => {
                format!("<a href=\"#{}\">{}</a>, {}", self.source_id(key), text(key), text(&origin.text))
            }
            (Ground::Like, _) => {
                let game = text(&origin.text);
                let other = origin.like().and_then(|like| chapter_of(self.chapters, like));
                format!("as in {}", other.map_or(game.clone(), |other| link(&other.id, &game)))
            }
            (Ground::Assumed, true) => "assumed".to_owned(),
            (Ground::Assumed, false) => format!("assumed: {}", text(&origin.text)),
        };
        let note = |(place, basis): (usize, &Basis)| {
            let origins: Vec<String> = basis.iter().map(origin).collect();
            format!("<li id=\"{}-note-{}\">{}.</li>", text(&self.chapter.id), place + 1, origins.join("; "))
        };
        let items: String = self.notes.iter().enumerate().map(note).collect();
        self.push(&format!("<ol class=\"notes\">{items}</ol>"));
    }
}

/// The sign before the number of a note: what kind of ground it tells.
fn sign(basis: &[Origin]) -> &'static str {
    match Kind::of(basis) {
        Kind::Documented | Kind::Neither => "",
        Kind::TakenOver => "≈",
        Kind::Assumed => "?",
    }
}

/// An example: its title, the boards with the moves between them, what came of it, and the rule that decided.
fn example(rules: &Rules, shown: &Shown) -> String {
    let when = when(rules, shown).map_or(String::new(), |when| format!("<p class=\"when\">{}</p>", text(&when)));
    let title = text(&capital(shown.title.trim_end_matches('.')));
    let played = shown.play.first().filter(|_| shown.play.len() == 1);
    let before = shown.before.as_ref().map(|position| diagram(rules, position, played.map(String::as_str), None));
    let after = shown.after.as_ref().map(|position| diagram(rules, position, None, shown.before.as_ref()));
    let arrow = if before.is_some() && after.is_some() { "<span class=\"arrow\">→</span>" } else { "" };
    let moves = match shown.moves() {
        Some(moves) => Some(moves),
        None if shown.deeds.is_empty() => None,
        None => Some(format!("{}.", shown.deeds.join(", "))),
    };
    let told: Vec<String> = moves.into_iter().chain(shown.outcome.iter().cloned()).map(|line| text(&line)).collect();
    let decided: Vec<String> = shown.decided.iter().filter_map(|rule| rule_told(rules, rule.span)).collect();
    let decided = match decided.is_empty() {
        true => String::new(),
        false => format!("<p class=\"decided\">{}</p>", text(&decided.join(" "))),
    };
    let wide = if is_wide(rules, shown) { " wide" } else { "" };
    format!(
        "<figure class=\"example\"><figcaption>{title}</figcaption>{when}<div class=\"boards{wide}\">{}{arrow}{}</div>\
         <p>{}</p>{decided}</figure>",
        before.unwrap_or_default(),
        after.unwrap_or_default(),
        told.join(" ")
    )
}

/// The text of a source. A web address becomes a link.
fn linked(title: &str) -> String {
    let is_address = |word: &str| word.starts_with("http://") || word.starts_with("https://");
    let words = title.split(' ').map(|word| {
        let bare = word.trim_end_matches([',', ';']);
        if !is_address(bare) {
            return text(word);
        }
        format!("<a href=\"{0}\">{0}</a>{1}", text(bare), text(&word[bare.len()..]))
    });
    words.collect::<Vec<_>>().join(" ")
}
