//! Inside a crate, modules depend on lower layers alone, and no files on each other in a circle, as
//! `docs/architecture.md` says. The compiler keeps the borders between crates.

mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use self::sources::{Dependencies, Sources, circles};

/// The heading of the table of layers.
const HEADING: &str = "## Which module may depend on which\n";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of each crate, by its name in the table.
static CRATES: LazyLock<[(&str, Dependencies); 4]> = LazyLock::new(|| {
    [("rules", "crates/rules/src"), ("engine", "crates/engine/src"), ("tools", "crates/tools/src"), ("mancala", "src")]
        .map(|(name, folder)| (name, Sources::folder(&root().join(folder)).dependencies()))
});

/// The layer of each module of a crate, from the table: its rows from the lowest up, names in backquotes.
fn layers(page: &str, name: &str) -> BTreeMap<String, usize> {
    let (_, section) = page.split_once(HEADING).expect("the heading");
    let section = section.split("\n## ").next().unwrap_or_default();
    // two lines of head, the words and the rule below them
    let rows = section.lines().filter(|line| line.starts_with('|')).skip(2);
    let mut layers = BTreeMap::new();
    for (layer, row) in rows.enumerate() {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let (of, modules) = (cells[1], cells[3]);
        if of != name {
            continue;
        }
        for module in modules.split('`').skip(1).step_by(2) {
            assert_eq!(layers.insert(module.to_owned(), layer), None, "`{module}` stands in two rows");
        }
    }
    layers
}

/// The module right below the root that a file belongs to.
fn module(file: &str) -> &str {
    file.split('/').next().unwrap_or_default().trim_end_matches(".rs")
}

/// Every dependency on a module that is not of a lower layer.
fn upward(files: &Dependencies, layers: &BTreeMap<String, usize>) -> Vec<String> {
    let mut found = Vec::new();
    for (file, others) in files {
        for (other, path) in others.iter().filter(|(other, _)| module(other) != module(file)) {
            if layers.get(module(other)) >= layers.get(module(file)) {
                found.push(format!("{file} -> {other}: {path}"));
            }
        }
    }
    found
}

/// The dependencies among the files of a circle.
fn told(files: &Dependencies, circle: &BTreeSet<String>) -> String {
    let arrow = |file: &String| {
        let others = files[file].iter().filter(|(other, _)| circle.contains(*other));
        others.map(|(other, path)| format!("  {file} -> {other}: {path}\n")).collect::<String>()
    };
    circle.iter().map(arrow).collect()
}

#[test]
fn no_module_depends_on_a_higher_layer() {
    let page = std::fs::read_to_string(root().join("docs/architecture.md")).expect("the page");
    for (name, files) in CRATES.iter() {
        let layers = layers(&page, name);
        let modules: BTreeSet<&str> = files.keys().map(|file| module(file)).filter(|module| *module != "lib").collect();
        assert_eq!(layers.keys().map(String::as_str).collect::<BTreeSet<_>>(), modules, "the table has all of {name}");
        assert_eq!(upward(files, &layers), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn no_files_depend_on_each_other_in_a_circle() {
    for (name, files) in CRATES.iter() {
        let found: Vec<String> = circles(files).iter().map(|circle| told(files, circle)).collect();
        assert!(found.is_empty(), "files of {name} in circles:\n{}", found.join("\n"));
    }
}

/// The dependencies of files that are given by their paths and texts.
fn of(texts: &[(&str, &str)]) -> Dependencies {
    Sources::new(texts.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))).dependencies()
}

/// Whom a file depends on.
fn others(texts: &[(&str, &str)], file: &str) -> Vec<String> {
    of(texts)[file].keys().cloned().collect()
}

#[test]
fn every_way_to_name_an_item_is_a_dependency() {
    let below = [
        ("lib.rs", "pub mod a; pub mod b;"),
        ("b/mod.rs", "mod c; pub use c::Deep; pub struct Own;"),
        ("b/c.rs", "pub struct Deep;"),
    ];
    let of_a = |text: &str| others(&[&below[..], &[("a.rs", text)]].concat(), "a.rs");
    assert_eq!(of_a("use crate::b::Own;"), ["b/mod.rs"]);
    assert_eq!(of_a("use super::b::{self, Own as Other};"), ["b/mod.rs"]);
    assert_eq!(of_a("fn f() -> crate::b::Own { crate::b::Own }"), ["b/mod.rs"]);
    assert_eq!(of_a("use crate::b; fn f() { g!(b::Own) }"), ["b/mod.rs"]);
    assert_eq!(of_a("use crate::b::*;"), ["b/mod.rs"]);
    assert_eq!(of_a("use crate::{b::{Deep, Own}};"), ["b/c.rs", "b/mod.rs"]);
    assert_eq!(of_a("use crate::b as other; type T = other::Deep;"), ["b/c.rs"]);
}

#[test]
fn what_is_no_dependency() {
    let below = [("lib.rs", "mod a; mod b;"), ("b/mod.rs", "mod c; pub use c::Deep;"), ("b/c.rs", "pub struct Deep;")];
    let of_a = |text: &str| others(&[&below[..], &[("a.rs", text)]].concat(), "a.rs");
    assert_eq!(others(&below, "b/mod.rs"), [""; 0], "a name is passed on");
    assert_eq!(of_a("use crate::b;"), [""; 0], "nothing of it is named");
    assert_eq!(of_a("/// [`crate::b::Deep`]\nfn f() { \"crate::b::Deep\"; } // crate::b::Deep"), [""; 0]);
    assert_eq!(of_a("#[cfg(test)] mod tests { use crate::b::Deep; }"), [""; 0]);
    assert_eq!(of_a("use b::Deep; use rand::rand; fn f(b: u8) { b.c(); }"), [""; 0], "another crate");
}

#[test]
fn a_dependency_upward_is_found() {
    let table = "| crate | layer | modules |\n| --- | --- | --- |\n| one | low | `a`, `b` |\n| one | high | `c` |\n";
    let layers = layers(&format!("{HEADING}\n{table}| other | high | `d` |\n\n## More\n"), "one");
    let found = |text: &str| upward(&of(&[("a.rs", text), ("b.rs", ""), ("c/mod.rs", "use crate::a::A;")]), &layers);
    assert_eq!(found("pub struct A;"), [""; 0]);
    assert_eq!(found("pub struct A(crate::c::C);"), ["a.rs -> c/mod.rs: crate::c::C"]);
    assert_eq!(found("use crate::b::B;"), ["a.rs -> b.rs: crate::b::B"], "of the same layer");
}

#[test]
fn a_circle_is_found() {
    let files = of(&[
        ("a/mod.rs", "mod b; pub struct A; fn f() { b::f() }"),
        ("a/b.rs", "use super::A; pub fn f() {}"),
        ("c.rs", "use crate::a::A;"),
    ]);
    let found = circles(&files);
    assert_eq!(found, [BTreeSet::from(["a/b.rs".to_owned(), "a/mod.rs".to_owned()])]);
    assert_eq!(told(&files, &found[0]), "  a/b.rs -> a/mod.rs: super::A\n  a/mod.rs -> a/b.rs: b::f\n");
}
