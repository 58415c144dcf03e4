//! A rule file in a form that nobody would write, saying the same.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Blanks and line breaks at random wherever the language leaves them free.
pub fn mangled(text: &str, random: &mut Xoshiro256PlusPlus) -> String {
    let end = ["\n", "\r\n", "\r"][random.random_range(0..3)];
    let mut out = String::new();
    let mut inside = 0usize;
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let (code, note) = split_note(line.trim());
        let code = blanks(code, inside, end, random);
        out.push_str(&indentation(random));
        out.push_str(&code);
        if let Some(note) = note {
            out.push_str(if code.is_empty() { "" } else { " \t" });
            out.push_str(note);
            out.push_str(if random.random() { "  \t" } else { "" });
        }
        inside += usize::from(line.ends_with('{'));
        inside -= usize::from(line.trim() == "}");
        let next = lines.get(at + 1).map_or("", |next| next.trim());
        let joins = goes_on(next) || code.trim_end().ends_with(',');
        if joins && note.is_none() && random.random() {
            out.push_str(&blank(random));
        } else {
            out.push_str(end);
            // blank lines grow, and between sections that touch they need not be
            if line.is_empty() && random.random() {
                out.push_str(&format!(" \t{end}{end}"));
            }
        }
    }
    out
}

/// What stands before a note, and the note.
fn split_note(line: &str) -> (&str, Option<&str>) {
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        quoted ^= c == '"';
        if !quoted && line[at..].starts_with("//") {
            return (line[..at].trim_end(), Some(&line[at..]));
        }
    }
    (line, None)
}

/// The blanks of a line at random, and line breaks before what may begin a line.
fn blanks(code: &str, inside: usize, end: &str, random: &mut Xoshiro256PlusPlus) -> String {
    let mut out = String::new();
    let mut quoted = false;
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        quoted ^= c == '"';
        let after = &rest[c.len_utf8()..];
        if quoted || c != ' ' {
            out.push(c);
            // signs need no blank behind them, nor a word before them
            let sign = ":,|@(".contains(c) || c == '>' && out.ends_with("->");
            rest = if sign && !quoted && random.random() { after.trim_start() } else { after };
            if !quoted
                && (after.starts_with(',') || after.starts_with(": ") || after.starts_with(')'))
                && random.random()
            {
                out.push_str(&blank(random));
            }
            continue;
        }
        rest = rest.trim_start();
        let close = |text: &str| "|@\"{-".contains(text.chars().next().unwrap_or(' '));
        if inside > 0 && goes_on(rest) && random.random_ratio(1, 3) {
            out.push_str(end);
            out.push_str(&indentation(random));
        } else if close(rest)
            && (!rest.starts_with('-') || rest.starts_with("->"))
            && out.ends_with(|c: char| c.is_alphanumeric())
            && random.random()
        {
            // nothing between
        } else {
            // a line goes on only with `and` and a blank
            out.push_str(if is_joint(&out) { " " } else { "" });
            out.push_str(&blank(random));
        }
    }
    out
}

/// Whether the last line is `and` or `or` alone.
fn is_joint(out: &str) -> bool {
    let line = out.rsplit(['\n', '\r']).next().unwrap_or("").trim();
    line == "and" || line == "or"
}

/// Whether a line that begins so goes on with the line before.
fn goes_on(text: &str) -> bool {
    let row = |player: &str| {
        text.strip_prefix(player).is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
    };
    text.starts_with("->")
        || text.starts_with(['@', '|'])
        || text.starts_with("and ")
        || text.starts_with("or ")
        || row("South ")
        || row("North ")
}

fn blank(random: &mut Xoshiro256PlusPlus) -> String {
    [" ", "  ", "\t", "        ", " \t "][random.random_range(0..5)].to_owned()
}

fn indentation(random: &mut Xoshiro256PlusPlus) -> String {
    [" ".repeat(random.random_range(0..12)), "\t".to_owned()][random.random_range(0..2)].clone()
}
