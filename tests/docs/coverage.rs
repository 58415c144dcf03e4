//! `docs/coverage.md`: the rulesets it names exist, and say the words of the construct beside which they stand.

use mancala_rules::ruleset::shipped_texts;

use super::read;

/// A row: its line, what says it, and the rulesets named.
struct Row {
    line: usize,
    said: String,
    named: String,
}

fn rows() -> Vec<Row> {
    let text = read("docs/coverage.md");
    let mut rows = Vec::new();
    for (at, content) in text.lines().enumerate() {
        // a bar behind a backslash stands within a cell
        let whole = content.replace("\\|", "\u{1}");
        let cells: Vec<String> = whole.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect();
        if let [_, _, _, said, named, _] = cells.as_slice()
            && !named.starts_with("---")
            && named != "ruleset"
        {
            rows.push(Row { line: at + 1, said: said.clone(), named: named.clone() });
        }
    }
    rows
}

/// The rulesets of a cell; `None` for what is no list of them.
fn rulesets(named: &str) -> Vec<String> {
    let items = named.split([';', ',']).map(str::trim).filter(|item| !item.starts_with('*'));
    let items = items.flat_map(|item| item.split(" and "));
    let items =
        items.map(|item| item.strip_prefix("a reading of ").or(item.strip_prefix("readings of ")).unwrap_or(item));
    items.filter_map(|item| item.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn rulesets_that_are_named_exist() {
    let rows = rows();
    assert!(rows.len() > 120, "{}", rows.len());
    let mut found = 0;
    for row in &rows {
        let open = row.named.contains("*fits*") || row.named.starts_with("all");
        let named = rulesets(&row.named);
        let known = named.iter().filter(|name| shipped_texts().any(|(ruleset, _)| ruleset == *name)).count();
        assert!(open || known > 0, "coverage.md:{}: `{}` names no ruleset", row.line, row.named);
        let first = row.named.split([';', ',', ' ']).next().unwrap_or("");
        if !open && !["a", "readings"].contains(&first) {
            assert!(
                shipped_texts().any(|(ruleset, _)| ruleset == first),
                "coverage.md:{}: no ruleset `{first}`",
                row.line
            );
        }
        found += known;
    }
    assert!(found > 150, "{found}");
}

/// One of the phrases of two words or more between signs and names, in one of the files named.
#[test]
fn rulesets_say_what_they_are_named_for() {
    let plain = |text: &str| -> String {
        let letters = text.chars().map(|c| if c.is_alphanumeric() || "':".contains(c) { c } else { ' ' });
        letters.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let mut checked = 0;
    for row in rows().iter().filter(|row| row.said.contains('`')) {
        let files: Vec<String> = rulesets(&row.named)
            .iter()
            .filter_map(|name| shipped_texts().find(|(ruleset, _)| ruleset == name).map(|(_, text)| plain(text)))
            .collect();
        if files.is_empty() {
            continue;
        }
        let code: Vec<&str> = row.said.split('`').skip(1).step_by(2).collect();
        let words: Vec<String> = code.iter().map(|code| plain(code)).collect();
        let pairs = words.iter().flat_map(|text| {
            let words: Vec<&str> = text.split(' ').collect();
            let long = words.len().min(2);
            words.windows(long.max(1)).map(|pair| pair.join(" ")).collect::<Vec<_>>()
        });
        let pairs: Vec<String> = pairs.filter(|pair| pair.len() > 2).collect();
        let said = pairs.iter().any(|pair| files.iter().any(|file| file.contains(pair.as_str())));
        assert!(said, "coverage.md:{}: none of {pairs:?} stands in {}", row.line, row.named);
        checked += 1;
    }
    assert!(checked > 90, "{checked}");
}
