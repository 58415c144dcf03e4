//! All shipped rule files are parsed without a mistake, and the queries of the editors fit the grammar.

use std::path::{Path, PathBuf};

use tree_sitter::{Language, Node, Parser, Query, QueryCursor, StreamingIterator, Tree};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn language() -> Language {
    tree_sitter_mancala::LANGUAGE.into()
}

fn parsed(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&language()).expect("a version that this library reads");
    parser.parse(text, None).expect("a tree")
}

/// The places of nodes that could not be read.
fn mistakes(tree: &Tree) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![tree.root_node()];
    while let Some(node) = open.pop() {
        if node.is_error() || node.is_missing() {
            found.push(format!("line {}: {}", node.start_position().row + 1, node.to_sexp()));
        }
        open.extend((0..node.child_count()).rev().filter_map(|at| node.child(at.try_into().ok()?)));
    }
    found
}

fn rule_files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join("../../rulesets")];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.extension().and_then(|end| end.to_str()) {
                _ if path.is_dir() => open.push(path),
                Some("mancala") => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

#[test]
fn every_shipped_rule_file_is_parsed() {
    let files = rule_files();
    assert!(files.len() > 100, "{}", files.len());
    let wrong: Vec<String> = files
        .iter()
        .flat_map(|path| {
            let found = mistakes(&parsed(&std::fs::read_to_string(path).expect("a text")));
            found.into_iter().map(move |told| format!("{}: {told}", path.display()))
        })
        .collect();
    assert!(wrong.is_empty(), "{} mistakes:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_is_no_rule_file_is_a_mistake() {
    for text in ["board {\n", "last seed {\n  when -> \n}\n", "}\n", "rows 2\n: 3\n", "example \"a {\n}\n"] {
        assert!(parsed(text).root_node().has_error(), "{text}");
    }
}

/// The statements of a text, each with its kind and its words.
fn statements(text: &str) -> Vec<(String, String)> {
    let tree = parsed(text);
    assert_eq!(mistakes(&tree), [] as [String; 0], "{text}");
    let mut found = Vec::new();
    let mut open = vec![tree.root_node()];
    while let Some(node) = open.pop() {
        if ["setting", "rule", "definition", "remark", "claim"].contains(&node.kind()) {
            let said = node.utf8_text(text.as_bytes()).expect("text");
            found.push((node.kind().to_owned(), said.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
        open.extend((0..node.child_count()).rev().filter_map(|at| node.child(at.try_into().ok()?)));
    }
    found
}

#[test]
fn a_statement_ends_where_its_line_does() {
    let text = "\
options {
  four-at-home: relayed \"it is sown on\" @ wiki \"7\", copy \"8\"
              | marked // so far
              | 2 @ assumed \"why\"
  no-move: a pass | the end
}
words {
  hit if on opponent's side
    and makes 2 or 3 // both
    @ wiki \"1\"
  prey: opposite
}
last seed, the first that fits {
  when hit
    -> capture here,
       // the rest stays
       end turn \"it is over\"
  otherwise -> end turn
}
never \"one\" when four-at-home is marked {
  seeds in holes is 1 @ wiki \"5\"
}
left out {
  \"both sow\" @ wiki \"6\" }
example \"two\" {
  position: North 0 2 1
            South 0 0 1
  play: a1+, b2:c1, c2-, a1
  next:
    North
}
each player scores: seeds in own store";
    let kinds = [
        ("setting", "four-at-home: relayed"),
        ("setting", "no-move: a pass | the end"),
        ("definition", "hit if on opponent's side and makes 2 or 3 // both @ wiki \"1\""),
        ("setting", "prey: opposite"),
        ("rule", "when hit -> capture here, // the rest stays end turn \"it is over\""),
        ("rule", "otherwise -> end turn"),
        ("claim", "seeds in holes is 1 @ wiki \"5\""),
        ("remark", "\"both sow\" @ wiki \"6\""),
        ("setting", "position: North 0 2 1 South 0 0 1"),
        ("setting", "play: a1+, b2:c1, c2-, a1"),
        ("setting", "next: North"),
        ("setting", "each player scores: seeds in own store"),
    ];
    let found = statements(text);
    assert_eq!(found.len(), kinds.len(), "{found:#?}");
    for ((kind, said), (wanted, begin)) in found.iter().zip(kinds) {
        assert!(kind == wanted && said.starts_with(begin), "{kind} {said}, not {wanted} {begin}");
    }
    assert_eq!(statements(&text.replace('\n', "\r\n")).len(), kinds.len(), "lines may end as on Windows");
}

/// The words that a query captures, each with the name given to it; none is captured twice.
fn captured(query: &str, text: &str) -> Vec<(String, String)> {
    let query = Query::new(&language(), query).expect("a query");
    let tree = parsed(text);
    let mut cursor = QueryCursor::new();
    let mut found: Vec<(Node<'_>, String)> = Vec::new();
    let mut matches = cursor.matches(&query, tree.root_node(), text.as_bytes());
    while let Some(found_here) = matches.next() {
        for capture in found_here.captures() {
            let place = capture.node.byte_range();
            let over =
                |(known, _): &&(Node<'_>, String)| known.start_byte() < place.end && place.start < known.end_byte();
            assert!(!found.iter().any(|known| over(&known)), "captured twice: {}", &text[place]);
            found.push((capture.node, query.capture_names()[capture.index as usize].to_owned()));
        }
    }
    let said = |node: Node<'_>| node.utf8_text(text.as_bytes()).expect("text").to_owned();
    found.into_iter().map(|(node, name)| (said(node), name)).collect()
}

#[test]
fn the_queries_fit_the_grammar() {
    let mut found = 0;
    for folder in ["queries", "../helix/queries/mancala", "../zed/languages/mancala"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}")) {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|end| end == "scm") {
                let text = std::fs::read_to_string(&path).expect("a text");
                Query::new(&language(), &text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                found += 1;
            }
        }
    }
    assert_eq!(found, 12);
}

#[test]
fn words_are_told_apart() {
    let query = std::fs::read_to_string(root().join("queries/highlights.scm")).expect("a query");
    let text = "\
last seed, the first that fits {
  when here is own end and reached -> capture prey, end turn @ wiki \"5\" // so
  repeated position: 3rd time
}
";
    let found = captured(&query, text);
    // the same places in other editors, some of which have other names
    for other in ["../helix/queries/mancala/highlights.scm", "../zed/languages/mancala/highlights.scm"] {
        let other = captured(&std::fs::read_to_string(root().join(other)).expect("a query"), text);
        assert!(other.iter().map(|(said, _)| said).eq(found.iter().map(|(said, _)| said)), "{other:?}");
    }
    for (words, wanted) in [
        ("last seed", "keyword"),
        ("when", "keyword"),
        ("here", "constant.builtin"),
        ("is", "keyword"),
        ("reached", "variable"),
        ("capture", "function"),
        ("prey", "variable"),
        ("end turn", "function"),
        ("wiki", "label"),
        ("\"5\"", "string"),
        ("// so", "comment"),
        ("repeated position", "property"),
        ("3rd", "number"),
        ("->", "operator"),
    ] {
        let name = found.iter().find(|(said, _)| said == words).map(|(_, name)| name.as_str());
        assert_eq!(name, Some(wanted), "{words}: {found:#?}");
    }
}
