//! Texts and links as HTML.

/// A text of which no sign is read as a tag.
pub(super) fn text(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            _ => safe.push(letter),
        }
    }
    safe
}

/// A link to a place of the page.
pub(super) fn link(to: &str, shown: &str) -> String {
    format!("<a href=\"#{}\">{shown}</a>", text(to))
}
