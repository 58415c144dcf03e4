//! The book in Markdown. Links lead to places that HTML marks, since each reader makes names of headings in its own way.

use mancala_rules::rules::explain::{Place, escaped};

use super::chapter::Chapter;
use super::contents::{Places, families, index, regions, term_id};
use super::terms::{INTRODUCTION, TERMS};

/// The book in Markdown. A single game has neither contents nor an index.
pub fn markdown(title: &str, chapters: &[Chapter]) -> String {
    let mut text = format!("# {}\n", escaped(title));
    for paragraph in INTRODUCTION {
        // boards of letters have no colours
        if !paragraph.starts_with("The boards") {
            text.push_str(&format!("\n{paragraph}\n"));
        }
    }
    text.push_str(
        "\nThe boards of the examples have a point for an empty hole; a star and a letter stand behind a marked one.\n",
    );
    if chapters.len() > 1 {
        contents(&mut text, chapters);
    }
    text.push_str("\n## Words\n\n");
    for (term, meaning) in TERMS {
        text.push_str(&format!("- {}**{term}**: {meaning}\n", anchor(&term_id(term))));
    }
    for (at, chapter) in chapters.iter().enumerate() {
        let (before, notes) = (format!("{}. ", at + 1), format!("{}-", chapter.id));
        text.push_str(&format!("\n{}\n\n", anchor(&chapter.id)));
        text.push_str(&chapter.account.markdown_at(Place { depth: 1, before: &before, notes: &notes }));
    }
    if chapters.len() > 1 {
        text.push_str("\n## Names and words\n\n");
        for entry in index(chapters) {
            let term = entry.term.map(|term| format!("[Words](#{})", term_id(term)));
            let links: Vec<String> = term.into_iter().chain(numbers(chapters, &entry.chapters)).collect();
            let name = if entry.is_word { format!("*{}*", escaped(&entry.text)) } else { escaped(&entry.text) };
            text.push_str(&format!("- {name}: {}\n", links.join(", ")));
        }
    }
    text
}

fn contents(text: &mut String, chapters: &[Chapter]) {
    let named = |places: &Places| -> String {
        let link = |place: &usize| {
            let chapter = &chapters[*place];
            format!("[{} {}](#{})", place + 1, escaped(chapter.name()), chapter.id)
        };
        places.iter().map(link).collect::<Vec<_>>().join(", ")
    };
    text.push_str("\n## By region\n\n");
    for (region, places) in regions(chapters) {
        text.push_str(&format!("- **{}**: {}\n", escaped(&region), named(&places)));
    }
    text.push_str("\n## By family\n\n");
    for (family, places) in families(chapters) {
        text.push_str(&format!("- **{}** ({}): {}\n", family.name(), family.about(), named(&places)));
    }
}

/// Links to chapters by their numbers.
fn numbers(chapters: &[Chapter], places: &Places) -> Vec<String> {
    places.iter().map(|place| format!("[{}](#{})", place + 1, chapters[*place].id)).collect()
}

/// A place that links lead to.
fn anchor(id: &str) -> String {
    format!("<a id=\"{id}\"></a>")
}
