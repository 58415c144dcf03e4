//! Addresses on the web in the texts of a file.

use mancala_rules::source::Span;
use mancala_rules::syntax::tokens::Kind;

use super::Document;

/// An address in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it is.
    pub span: Span,
    /// The address, with its scheme.
    pub address: String,
}

/// What separates an address from the words around it.
const AROUND: &[char] = &[' ', '\t', '"', '<', '>', ',', ';'];
/// Signs that end a sentence, not an address.
const BEHIND: &[char] = &['.', ':', '!', '?', '\''];

/// The addresses in the texts and notes of a file, in order.
pub fn links(document: &Document) -> Vec<Link> {
    let tokens = document.tokens();
    let texts = tokens.iter().filter(|token| matches!(token.kind, Kind::Text | Kind::Note));
    texts.flat_map(|token| in_text(token.text, token.start)).collect()
}

/// The link at a byte offset.
pub fn at(document: &Document, at: usize) -> Option<Link> {
    links(document).into_iter().find(|link| link.span.start <= at && at <= link.span.end)
}

fn in_text(text: &str, start: usize) -> Vec<Link> {
    let mut found = Vec::new();
    let mut from = 0;
    for word in text.split_inclusive(AROUND) {
        let bare = word.trim_start_matches('(').trim_end_matches(AROUND).trim_end_matches(BEHIND);
        let begin = start + from + word.len() - word.trim_start_matches('(').len();
        // a bracket belongs to an address only with its partner
        let bare = if bare.contains('(') { bare } else { bare.trim_end_matches(')').trim_end_matches(BEHIND) };
        if let Some(address) = address(bare) {
            found.push(Link { span: Span::new(begin, begin + bare.len()), address });
        }
        from += word.len();
    }
    found
}

/// The address that a word is; `None` if it is none. Rule files often leave `https://` out.
fn address(word: &str) -> Option<String> {
    if word.starts_with("https://") || word.starts_with("http://") {
        let host = word.split_once("://").map_or("", |(_, rest)| rest);
        return host.contains('.').then(|| word.to_owned());
    }
    let host = word.split('/').next().unwrap_or("");
    let labels: Vec<&str> = host.split('.').collect();
    let last = labels.last().copied().unwrap_or("");
    let is_label = |label: &&str| {
        !label.is_empty() && label.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    let is_host = labels.len() > 1 && labels.iter().all(is_label) && last.len() > 1;
    let is_name = last.chars().all(|c| c.is_ascii_lowercase()) && last != "mancala";
    // a name with dots alone may be the name of a file
    let is_address = is_host && is_name && (host.len() < word.len() || labels.len() > 2 || KNOWN.contains(&last));
    is_address.then(|| format!("https://{word}"))
}

/// Ends of hosts that are not also ends of the names of files.
const KNOWN: &[&str] = &["org", "com", "net", "edu", "info"];

#[cfg(test)]
mod tests {
    use super::{address, in_text};

    #[test]
    fn signs_around_an_address_are_no_part_of_it() {
        for (text, wanted) in [
            ("\"Wikipedia (https://a.example/b).\"", "https://a.example/b"),
            ("\"see https://a.example/Kalah_(game), 5\"", "https://a.example/Kalah_(game)"),
            ("// https://a.example/b.", "https://a.example/b"),
        ] {
            let found = in_text(text, 0);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(&text[found[0].span.start..found[0].span.end], wanted, "{text}");
        }
    }

    #[test]
    fn addresses_are_told_from_other_words() {
        for word in ["en.wikipedia.org", "mancala.fandom.com/wiki/Krur", "x.ch/a", "doi.org/10.1000/182"] {
            assert_eq!(address(word), Some(format!("https://{word}")), "{word}");
        }
        for word in ["http://a.example/b?c=d", "https://mancala.fandom.com/wiki/Krur#Rules"] {
            assert_eq!(address(word).as_deref(), Some(word));
        }
        for word in ["krur.mancala", "Rules", "5.", "e.g", "1.5", "S.A.", "https://", "Béart.org", "pp.512-514"] {
            assert_eq!(address(word), None, "{word}");
        }
    }
}
