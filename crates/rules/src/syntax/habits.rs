//! Signs that people bring along from other languages, and what to write here instead.

use crate::problem::{Change, Code, Problem, Remedy};
use crate::source::Span;

/// A foreign sign, and what to write instead.
type Sign = (&'static str, &'static str);

/// Signs in conditions. If one sign begins another, the longer one comes first.
const IN_CONDITIONS: &[Sign] = &[
    ("===", "`is`, and of seeds `holds 3` or `makes 3`"),
    ("==>", "`->`"),
    ("-->", "`->`"),
    ("–>", "`->`"),
    ("—>", "`->`"),
    ("=>", "`->`"),
    ("→", "`->`"),
    ("⇒", "`->`"),
    ("➔", "`->`"),
    ("==", "`is`, and of seeds `holds 3` or `makes 3`"),
    (">=", "`at least`, as in `holds at least 2`"),
    ("≥", "`at least`, as in `holds at least 2`"),
    ("<=", "`at most`, as in `holds at most 2`"),
    ("=<", "`at most`, as in `holds at most 2`"),
    ("≤", "`at most`, as in `holds at most 2`"),
    ("!=", "`is not`, as in `here is not marked`"),
    ("<>", "`is not`, as in `here is not marked`"),
    ("≠", "`is not`, as in `here is not marked`"),
    ("=", "`is`, and of seeds `holds 3` or `makes 3`"),
    (">", "`more than`, as in `holds more than 2`"),
    ("<", "`fewer than`, as in `holds fewer than 2`"),
    ("&&", "`and`"),
    ("&", "`and`"),
    ("∧", "`and`"),
    ("||", "`or`"),
    ("|", "`or`"),
    ("∨", "`or`"),
    ("/", "`or`, as in `makes 2 or 3`"),
    ("!", "`not`, as in `not marked`"),
    ("¬", "`not`, as in `not marked`"),
    ("~", "`not`, as in `not marked`"),
];

/// Comparison signs, in words.
const BOUNDS: &[Sign] = &[
    (">=", "at least"),
    ("≥", "at least"),
    ("<=", "at most"),
    ("=<", "at most"),
    ("≤", "at most"),
    (">", "more than"),
    ("<", "fewer than"),
];

const IN_SETTINGS: &[Sign] = &[
    (":=", "`:`, as in `rows: 2`"),
    ("=>", "`:`, as in `rows: 2`"),
    ("->", "`:`, as in `rows: 2`"),
    ("=", "`:`, as in `rows: 2`"),
];

/// Signs that begin a note in other languages.
const NOTES: &[&str] = &["#", "--", "/*", "*", ";", "%", "<!--"];

/// The kind of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The line has a condition.
    Condition,
    /// A setting, a head, or anything else.
    Other,
}

/// The problem at the first sign that no rule file has. In `masked`, which is as long as `text`, texts and notes are
/// masked.
pub(super) fn sign(text: &str, masked: &str, start: usize, kind: Kind) -> Option<Problem> {
    if let Some(note) = NOTES.iter().find(|note| masked.starts_with(**note)) {
        let place = Span::new(start, start + note.len());
        let message = format!("a note does not begin with `{note}`");
        let help = "begin it with `//`; it ends with its line";
        // a note over several lines has an end, too
        let remedy = (!matches!(*note, "/*" | "*" | "<!--"))
            .then(|| Remedy::sure("Begin the note with `//`", Change::Replace(place, "//".to_owned())));
        return Some(Problem { remedy, ..Problem::new(Code::ForeignSign, place, message).help(help) });
    }
    let mut before = ' ';
    for (at, c) in masked.char_indices() {
        let found = typographic(text, masked, start, at, c, before)
            .or_else(|| range(masked, start, at, c, before))
            .or_else(|| parting(&masked[at..], start + at))
            .or_else(|| operator(masked, at, start + at, kind, before))
            .or_else(|| meaningless(start + at, c));
        if found.is_some() {
            return found;
        }
        before = c;
    }
    None
}

/// Quotation marks, apostrophes and blanks as in typeset text and web pages.
fn typographic(text: &str, masked: &str, start: usize, at: usize, c: char, before: char) -> Option<Problem> {
    let here = Span::new(start + at, start + at + c.len_utf8());
    let rest = &masked[at + c.len_utf8()..];
    let word = |c: char| c.is_alphanumeric();
    match c {
        '\'' | '’' | '‘' | '´' | '`' | 'ʼ' | '′' if word(before) => {
            if c == '\'' {
                return None;
            }
            let begin = masked[..at]
                .rfind(|c: char| !word(c))
                .map_or(0, |begin| begin + masked[begin..].chars().next().map_or(1, char::len_utf8));
            let end = at + c.len_utf8() + rest.find(|c: char| !word(c)).unwrap_or(rest.len());
            let straight = format!("{}'{}", &text[begin..at], &text[at + c.len_utf8()..end]);
            let place = Span::new(start + begin, start + end);
            Some(Problem::new(Code::ForeignSign, place, "this is not the apostrophe of rule files").correct(
                &text[begin..end],
                &straight,
                format!("write `{straight}`, with the straight apostrophe `'`"),
            ))
        }
        '\'' | '’' | '‘' | '‚' | '“' | '”' | '„' | '‟' | '«' | '»' | '‹' | '›' | '″' | '`' | '´' =>
        {
            let closing: &[char] = match c {
                '\'' => &['\''],
                '`' | '´' => &['`', '´', '\''],
                '’' | '‘' | '‚' | '‹' | '›' => &['’', '‘', '‚', '‹', '›', '\''],
                _ => &['“', '”', '„', '‟', '«', '»', '″', '"'],
            };
            let inside = rest.find(closing);
            let place = match inside {
                Some(end) => {
                    let close = rest[end..].chars().next().map_or(0, char::len_utf8);
                    Span::new(here.start, here.end + end + close)
                }
                None => here,
            };
            let problem = Problem::new(Code::ForeignSign, place, "these are not the quotation marks of rule files");
            let said = inside.map_or("..", |end| text[at + c.len_utf8()..at + c.len_utf8() + end].trim());
            let written = format!("\"{said}\"");
            Some(match inside {
                Some(_) => problem.correct(&text[at..place.end - start], &written, format!("write `{written}`")),
                None => problem.help(format!("write `{written}`")),
            })
        }
        ' ' | '\t' | '\n' | '\r' => None,
        _ if c.is_whitespace() => {
            let message = format!("this is not a plain blank (U+{:04X})", u32::from(c));
            let help = "delete it and press the space bar; copied text often has such blanks";
            let plain = Remedy::sure("Write a plain blank", Change::Replace(here, " ".to_owned()));
            Some(Problem::new(Code::BadCharacter, here, message).help(help).remedy(plain))
        }
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}' => {
            let message = format!("here is an invisible character (U+{:04X})", u32::from(c));
            Some(Problem::new(Code::BadCharacter, here, message).correct(
                c.encode_utf8(&mut [0; 4]),
                "",
                "delete it; copied text often has such characters",
            ))
        }
        _ => None,
    }
}

/// `2-3`, `2..3`, `2+`.
fn range(masked: &str, start: usize, at: usize, c: char, before: char) -> Option<Problem> {
    if !before.is_ascii_digit() || !"-–—.+".contains(c) {
        return None;
    }
    let sign = masked[at..].trim_end_matches(|c| !"-–—.+".contains(c));
    let sign = &sign[..sign.find(|c| !"-–—.+".contains(c)).unwrap_or(sign.len())];
    let low = masked[..at]
        .rfind(|c: char| !c.is_ascii_digit())
        .map_or(0, |begin| begin + masked[begin..].chars().next().map_or(1, char::len_utf8));
    // The digits of a move such as `a1+` belong to it.
    if masked[..low].ends_with(|c: char| c.is_alphabetic()) {
        return None;
    }
    let behind = &masked[at + sign.len()..];
    let high = behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let place = Span::new(start + low, start + at + sign.len() + high);
    let number = &masked[low..at];
    let said = &masked[low..at + sign.len() + high];
    let instead = match (high, sign) {
        (0, "+") => format!("at least {number}"),
        (0, _) => return None,
        _ => format!("{number} to {}", &behind[..high]),
    };
    let problem = Problem::new(Code::ForeignSign, place, format!("`{said}` is written in words"));
    Some(problem.correct(said, &instead, format!("write `{instead}`")))
}

/// `;` in the middle of a line.
fn parting(rest: &str, place: usize) -> Option<Problem> {
    rest.starts_with(';').then(|| {
        Problem::new(Code::ForeignSign, Span::new(place, place + 1), "`;` does not separate anything here").correct(
            ";",
            ",",
            "separate effects and values with commas",
        )
    })
}

fn operator(masked: &str, at: usize, place: usize, kind: Kind, before: char) -> Option<Problem> {
    let rest = &masked[at..];
    let known = if kind == Kind::Condition { IN_CONDITIONS } else { IN_SETTINGS };
    if before == '-' && rest.starts_with('>') || kind == Kind::Condition && rest.starts_with("->") {
        return None;
    }
    let (sign, instead) = known.iter().find(|(sign, _)| rest.starts_with(sign))?;
    let behind = rest[sign.len()..].trim_start();
    let number = &behind[..behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_digit()).len()];
    let asked = masked[..at].split_whitespace().next_back().filter(|word| matches!(*word, "holds" | "makes"));
    let bound = BOUNDS.iter().find(|(bound, _)| bound == sign).map(|(_, words)| *words);
    let help = match (asked, bound) {
        _ if number.is_empty() || kind == Kind::Other => format!("write {instead}"),
        (Some(asked), Some(bound)) => format!("write `{asked} {bound} {number}`"),
        (Some(asked), None) if sign.starts_with('=') => format!("write `{asked} {number}`"),
        (None, Some(bound)) => format!("write `holds {bound} {number}`"),
        _ => format!("write {instead}"),
    };
    // what replaces the sign alone; the words for a comparison also need what is compared
    let alone = match (asked, bound) {
        (Some(_), Some(bound)) if !number.is_empty() => Some(bound),
        (_, None) => instead
            .strip_prefix('`')
            .and_then(|rest| rest.split('`').next())
            .filter(|_| !sign.starts_with("=="))
            .filter(|_| {
                (kind == Kind::Other || *sign != "=") && !matches!(*sign, "!" | "¬" | "~" | "/" | "!=" | "<>" | "≠")
            }),
        _ => None,
    };
    let message = format!("`{sign}` is not a sign of rule files");
    let problem = Problem::new(Code::ForeignSign, Span::new(place, place + sign.len()), message);
    let blank = |lacks: bool| if lacks { " " } else { "" };
    let after = masked[at + sign.len()..].starts_with(char::is_whitespace);
    Some(match alone {
        Some(":") => problem.correct(sign, ":", help),
        Some(alone) => {
            let written = format!("{}{alone}{}", blank(!before.is_whitespace()), blank(!after));
            problem.correct(sign, &written, help)
        }
        None => problem.help(help),
    })
}

/// Signs that no rule file has.
fn meaningless(place: usize, c: char) -> Option<Problem> {
    let ascii = c.is_ascii_punctuation() && !"\"'(){},:|/@-+>.".contains(c);
    let symbol = matches!(c, '\u{a1}'..='\u{a9}' | '\u{ab}'..='\u{b1}' | '×' | '÷' | '\u{2010}'..='\u{2bff}');
    if !ascii && !symbol {
        return None;
    }
    let problem = Problem::new(
        Code::ForeignSign,
        Span::new(place, place + c.len_utf8()),
        format!("`{c}` has no meaning in a rule file"),
    );
    Some(match c {
        '[' | ']' => problem.help("conditions use round brackets, sections use curly brackets"),
        _ => problem.help("remove it, or write it in a text in quotation marks"),
    })
}
