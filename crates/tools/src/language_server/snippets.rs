//! Texts with places to fill in, in the notation of editors: `${1:holes}`.

use mancala_rules::rules::vocabulary::{Entry, Meaning, SectionWord, settings};

/// What a placeholder of the vocabulary is called for an author.
const CALLED: &[(&str, &str)] = &[
    ("SET", "holes"),
    ("HOLES", "holes"),
    ("X", "here"),
    ("N", "2"),
    ("NUMBER", "number"),
    ("NUMBERS", "numbers"),
    ("PLAYER", "mover"),
    ("C", "condition"),
    ("E", "effect"),
    ("P", "property"),
    ("NAME", "name"),
    ("READING", "reading"),
    ("BOARD", "board"),
    ("Nth", "1st"),
];

/// The text of a form with places to fill in; `None` if it has none.
pub(super) fn of_form(form: &str) -> Option<String> {
    let mut places = 0;
    let words = form.trim_start_matches("@ ").split(' ').map(|word| {
        let bare = word.trim_end_matches([',', ':']);
        match CALLED.iter().find(|(known, _)| *known == bare) {
            Some((_, called)) => {
                places += 1;
                format!("${{{places}:{called}}}{}", &word[bare.len()..])
            }
            None if word.starts_with('"') => {
                places += 1;
                format!("\"${{{places}:{}}}\"", word.trim_matches('"'))
            }
            None => escaped(word),
        }
    });
    let text = words.collect::<Vec<_>>().join(" ");
    (places > 0).then_some(text)
}

/// A setting with the value of its example.
pub(super) fn of_setting(entry: &Entry, form: &str) -> String {
    let value = entry.example.split_once(": ").map_or("", |(_, value)| value);
    format!("{}: ${{1:{}}}", escaped(form), escaped(value))
}

/// A whole section, as most files have it.
pub(super) fn of_section(name: &str, word: SectionWord) -> String {
    let body = match word {
        SectionWord::Game => return "game \"${1:Name}\" {\n  region: \"${2:where}\"\n}".to_owned(),
        SectionWord::Example => {
            return "example \"${1:what it shows}\" {\n  play:  ${2:a1}\n  board: $0\n}".to_owned();
        }
        SectionWord::Never => return "never \"${1:what never happens}\" {\n  ${0:condition}\n}".to_owned(),
        SectionWord::Score => return "each player scores: ${0:seeds in own store}".to_owned(),
        SectionWord::Sources => "${1:key}: \"${2:title, where to find it}\"",
        SectionWord::Options => "${1:option}: ${2:reading} | ${3:other}",
        SectionWord::Board => "rows:    ${1:2}\n  columns: ${2:6}\n  seeds:   ${3:4}\n  side:    ${4:row}",
        SectionWord::Words => "${1:word}: ${2:holes}",
        SectionWord::Move => {
            "from:      ${1:own holes}\n  direction: ${2:counterclockwise}\n  begin:     ${3:lift here, sow after here}"
        }
        SectionWord::BeforeTurn => "when no legal move -> ${1:game over}\n  otherwise          -> play",
        SectionWord::LastSeed => "when ${1:condition} -> ${2:effect}, end turn\n  otherwise -> end turn",
        SectionWord::EachSeed | SectionWord::AfterTurn | SectionWord::AfterRefilling => {
            "when ${1:condition} -> ${2:effect}"
        }
        SectionWord::LeftOut => "\"${1:what the source says}\"",
        SectionWord::Match | SectionWord::Sowing => "$0",
    };
    let is_list = settings(word).next().is_none() || word == SectionWord::BeforeTurn;
    let plain = matches!(word, SectionWord::Sources | SectionWord::Options | SectionWord::Words | SectionWord::LeftOut);
    let head = if is_list && !plain { format!("{name}, the first that fits") } else { name.to_owned() };
    format!("{head} {{\n  {body}\n}}")
}

/// A row of the vocabulary with places to fill in, if it has any.
pub(super) fn of_entry(entry: &Entry, form: &str) -> Option<String> {
    match entry.meaning {
        Meaning::Section(word) => Some(of_section(form, word)),
        Meaning::Setting(_) => Some(of_setting(entry, form)),
        _ => of_form(form),
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}")
}

#[cfg(test)]
mod tests {
    use super::{of_form, of_section};
    use mancala_rules::rules::vocabulary::{Meaning, rows};
    use mancala_rules::source::Source;
    use mancala_rules::syntax::parse;

    #[test]
    fn forms_become_places_to_fill_in() {
        assert_eq!(of_form("lift N from SET").as_deref(), Some("lift ${1:2} from ${2:holes}"));
        assert_eq!(of_form("when C -> E, E").as_deref(), Some("when ${1:condition} -> ${2:effect}, ${3:effect}"));
        assert_eq!(of_form("@ assumed \"why\"").as_deref(), Some("assumed \"${1:why}\""));
        assert_eq!(of_form("end turn"), None);
    }

    /// The text of a snippet whose places are filled with what they suggest.
    fn filled(snippet: &str) -> String {
        let mut text = snippet.replace("$0", "");
        while let Some(start) = text.find("${") {
            let end = start + text[start..].find('}').unwrap_or_default();
            let said = text[start..end].split_once(':').map_or("", |(_, said)| said).to_owned();
            text.replace_range(start..=end, &said);
        }
        text
    }

    #[test]
    fn every_section_can_be_read_as_it_is_suggested() {
        for entry in rows(|meaning| matches!(meaning, Meaning::Section(_))) {
            let Meaning::Section(word) = entry.meaning else { continue };
            let text = filled(&of_section(entry.words, word)).replace("  board: \n", "");
            let (file, problems) = parse(&Source::new("snippet.mancala", &text));
            assert_eq!((file.statements.len(), problems), (1, Vec::new()), "{text}");
        }
    }
}
