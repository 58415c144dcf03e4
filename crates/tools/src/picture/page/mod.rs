//! A page to step through a game: one file, which asks for nothing else and needs no server.
//!
//! Without a script, all plies stand one below the other. The script shows one at a time.

use mancala_rules::rules::model::{Basis, Ground, Origin, SourceText};

use super::theme::{Theme, dark};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// A page to step through a game or a match.
#[derive(Clone, Debug)]
pub struct Page {
    /// The name of the game.
    pub game: String,
    /// Lines about the game that was played: players, readings, seed.
    pub facts: Vec<String>,
    /// The steps, in order.
    pub steps: Vec<PageStep>,
    /// The result in words.
    pub result: String,
    /// The sources of the rules.
    pub sources: Vec<SourceText>,
    /// The ground of the page at first; the reader can change it.
    pub theme: Theme,
}

/// One step: a ply, or what happens between rounds.
#[derive(Clone, Debug)]
pub struct PageStep {
    /// What happens, in short.
    pub heading: String,
    /// The board as SVG, drawn for a light ground and without one of its own.
    pub picture: String,
    /// What happened, in sentences.
    pub told: Vec<Told>,
}

/// A sentence about what happened.
#[derive(Clone, Debug)]
pub struct Told {
    /// The sentence.
    pub text: String,
    /// What it rests on, if a rule decided it.
    pub basis: Option<Basis>,
}

impl Page {
    /// The page as HTML.
    pub fn html(&self) -> String {
        let title = format!("{}: {}", self.game, self.result);
        let theme = match self.theme {
            Theme::Auto => "",
            Theme::Light => " data-theme=\"light\"",
            Theme::Dark => " data-theme=\"dark\"",
        };
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\"{theme}>\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
             script-src 'unsafe-inline'\">\n<title>{}</title>\n<style>\n{STYLE}{}</style>\n</head>\n<body>\n",
            escaped(&title),
            dark_pictures(),
        );
        page.push_str(&format!("<header>\n<h1>{}</h1>\n", escaped(&self.game)));
        for fact in &self.facts {
            page.push_str(&format!("<p>{}</p>\n", escaped(fact)));
        }
        page.push_str(&format!("<p class=\"result\">{}</p>\n</header>\n", escaped(&self.result)));
        page.push_str(&self.controls());
        page.push_str("<main>\n<div class=\"game\">\n<nav class=\"moves\" aria-label=\"Plies\">\n<ol>\n");
        for step in &self.steps {
            page.push_str(&format!("<li><button type=\"button\">{}</button></li>\n", escaped(&step.heading)));
        }
        page.push_str("</ol>\n</nav>\n<div class=\"steps\">\n");
        for (at, step) in self.steps.iter().enumerate() {
            page.push_str(&step.html(at + 1, &self.sources));
        }
        page.push_str("</div>\n</div>\n");
        page.push_str(&self.bibliography());
        page.push_str("</main>\n");
        page.push_str(
            "<footer>Keys: <kbd>←</kbd> <kbd>→</kbd> one ply back and forth, <kbd>Home</kbd> <kbd>End</kbd> the first \
             and the last, <kbd>Space</kbd> plays and pauses.</footer>\n",
        );
        page.push_str(&format!("<script>\n{SCRIPT}</script>\n</body>\n</html>\n"));
        page
    }

    fn controls(&self) -> String {
        let button = |id: &str, text: &str, label: &str| {
            format!("<button type=\"button\" id=\"{id}\" aria-label=\"{label}\" title=\"{label}\">{text}</button>\n")
        };
        let last = self.steps.len().saturating_sub(1);
        format!(
            "<div class=\"controls\" role=\"group\" aria-label=\"Step through the game\"><div>\n{}{}{}{}\
             <button type=\"button\" id=\"play\" aria-pressed=\"false\">Play</button>\n\
             <input type=\"range\" id=\"slider\" min=\"0\" max=\"{last}\" value=\"0\" aria-label=\"Ply\">\n\
             <span id=\"place\" class=\"place\"></span>\n\
             <button type=\"button\" id=\"ground\">Light / dark</button>\n</div></div>\n\
             <div id=\"said\" role=\"status\" aria-live=\"polite\" \
             style=\"position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)\"></div>\n",
            button("first", "|◀", "First ply"),
            button("back", "◀", "One ply back"),
            button("next", "▶", "One ply forward"),
            button("last", "▶|", "Last ply"),
        )
    }

    fn bibliography(&self) -> String {
        if self.sources.is_empty() {
            return String::new();
        }
        let mut list =
            "<section aria-label=\"Sources\">\n<h2>Sources of the rules</h2>\n<ul class=\"sources\">\n".to_owned();
        for source in &self.sources {
            let texts: Vec<String> = source.texts.iter().map(|text| linked(text)).collect();
            let key = escaped(&source.key);
            list.push_str(&format!("<li id=\"source-{key}\"><b>{key}</b>: {}</li>\n", texts.join(", ")));
        }
        list.push_str("</ul>\n</section>\n");
        list
    }
}

impl PageStep {
    fn html(&self, number: usize, sources: &[SourceText]) -> String {
        let picture = self.picture.split_once("?>").map_or(self.picture.as_str(), |(_, picture)| picture).trim();
        let mut html = format!(
            "<article class=\"step\" id=\"ply-{number}\">\n<h2>{}</h2>\n<figure>{picture}</figure>\n",
            escaped(&self.heading)
        );
        if !self.told.is_empty() {
            html.push_str("<ul class=\"told\">\n");
            for told in &self.told {
                html.push_str(&told.html(sources));
            }
            html.push_str("</ul>\n");
        }
        html.push_str("</article>\n");
        html
    }
}

impl Told {
    fn html(&self, sources: &[SourceText]) -> String {
        let text = escaped(&self.text);
        let Some(basis) = &self.basis else { return format!("<li>{text}</li>\n") };
        let cited: Vec<String> = basis.iter().map(|origin| cited(origin, sources)).collect();
        let cited = if cited.is_empty() { String::new() } else { format!(" <cite>[{}]</cite>", cited.join("; ")) };
        format!("<li class=\"rule\">{text}{cited}</li>\n")
    }
}

/// What a statement rests on, with a link to its source on the page.
fn cited(origin: &Origin, sources: &[SourceText]) -> String {
    let text = escaped(&origin.text);
    match &origin.ground {
        Ground::Source(key) => {
            let known = sources.iter().any(|source| source.key == *key);
            let key = escaped(key);
            let key = if known { format!("<a href=\"#source-{key}\">{key}</a>") } else { key };
            if text.is_empty() { key } else { format!("{key} “{text}”") }
        }
        Ground::Like => format!("as in {text}"),
        Ground::Assumed if text.is_empty() => "assumed".to_owned(),
        Ground::Assumed => format!("assumed: {text}"),
    }
}

/// The style sheet that gives pictures on the page the colours of a dark ground.
fn dark_pictures() -> String {
    let system = dark(":root:not([data-theme=light]) figure ");
    format!("@media (prefers-color-scheme:dark){{{system}}}\n{}\n", dark(":root[data-theme=dark] figure "))
}

/// A text with the signs of HTML replaced.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// The text of a source, with its addresses as links.
fn linked(text: &str) -> String {
    let word = |word: &str| {
        let address = word.trim_end_matches([',', '.', ';', ')']);
        if !(address.starts_with("https://") || address.starts_with("http://")) {
            return escaped(word);
        }
        let rest = &word[address.len()..];
        format!("<a href=\"{0}\" rel=\"noreferrer\">{0}</a>{1}", escaped(address), escaped(rest))
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{escaped, linked};

    #[test]
    fn addresses_are_links_and_signs_are_letters() {
        assert_eq!(escaped("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
        assert_eq!(
            linked("Krur, https://example.org/a?b=1&c=2, page 3"),
            "Krur, <a href=\"https://example.org/a?b=1&amp;c=2\" rel=\"noreferrer\">https://example.org/a?b=1&amp;c=2</a>, page 3"
        );
    }
}
