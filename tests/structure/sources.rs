//! Which file of `src` names what another one defines.
//!
//! A file depends on another if one of its paths, in a `use` or elsewhere, names an item that the other defines. What a
//! module passes on by `pub use` counts for the file that defines it, and passing on alone makes nobody depend on
//! anything. Neither does `mod`. Methods have no path and do not count; nor does what is compiled for tests alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{Spacing, TokenStream, TokenTree};

/// The names from the root of the crate down to a module.
type Module = Vec<String>;

/// Files, each with those it depends on and a name taken from there.
pub(super) type Dependencies = BTreeMap<String, BTreeMap<String, String>>;

/// A name brought into a module by `use`.
struct Import {
    name: String,
    path: Vec<String>,
    passed_on: bool,
}

/// A module, as its file has it.
struct File {
    path: String,
    imports: Vec<Import>,
    /// Paths outside `use`, single names included.
    paths: Vec<Vec<String>>,
}

/// What a path leads to.
enum Found {
    /// An item, defined in the file of this module.
    Item(Module),
    /// A module itself.
    Module(Module),
}

/// All modules of a crate.
pub(super) struct Sources(BTreeMap<Module, File>);

impl Sources {
    /// Reads texts by their paths below `src`.
    pub(super) fn new(texts: impl IntoIterator<Item = (String, String)>) -> Sources {
        let read = |(path, text): (String, String)| {
            let stem = path.trim_end_matches(".rs").trim_end_matches("/mod");
            let module = if stem == "lib" { Vec::new() } else { stem.split('/').map(str::to_owned).collect() };
            (module, File::read(path, &text))
        };
        Sources(texts.into_iter().map(read).collect())
    }

    /// Reads a folder.
    pub(super) fn folder(root: &Path) -> Sources {
        let (mut texts, mut folders) = (Vec::new(), vec![root.to_owned()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let name = path.strip_prefix(root).expect("it is below").to_string_lossy().replace('\\', "/");
                    texts.push((name, fs::read_to_string(&path).expect("a text")));
                }
            }
        }
        Sources::new(texts)
    }

    /// Which file depends on which.
    pub(super) fn dependencies(&self) -> Dependencies {
        let of = |(module, file): (&Module, &File)| {
            let named = |name: &str| file.paths.iter().any(|path| path.first().is_some_and(|first| first == name));
            let imported = file.imports.iter().filter(|import| !import.passed_on || named(&import.name));
            let paths = imported.map(|import| &import.path).chain(file.paths.iter().filter(|path| path.len() > 1));
            let mut found = BTreeMap::new();
            for path in paths {
                let defined = match self.find(module, path) {
                    Some(Found::Item(defined)) => defined,
                    // all of a module is taken
                    Some(Found::Module(whole)) if path.last().is_some_and(|last| last == "*") => whole,
                    _ => continue,
                };
                if let Some(other) = self.0.get(&defined).filter(|_| defined != *module) {
                    found.entry(other.path.clone()).or_insert_with(|| path.join("::"));
                }
            }
            (file.path.clone(), found)
        };
        self.0.iter().map(of).collect()
    }

    /// What a path of a module leads to; nothing if it leaves the crate.
    fn find(&self, module: &[String], path: &[String]) -> Option<Found> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" | "mancala" => self.below(Vec::new(), rest),
            "self" => self.below(module.to_vec(), rest),
            "super" => {
                let (_, parent) = module.split_last()?;
                if rest.first().is_some_and(|next| next == "super") {
                    self.find(parent, rest)
                } else {
                    self.below(parent.to_vec(), rest)
                }
            }
            name => {
                // `use rand::rand` leads out of the crate
                let inside = |import: &Import| import.path.first().is_some_and(|first| first != name);
                let known = self.0.contains_key(&child(module, name)) || self.import(module, name).is_some_and(inside);
                if known { self.below(module.to_vec(), path) } else { None }
            }
        }
    }

    /// What a path leads to that begins inside a module.
    fn below(&self, module: Module, path: &[String]) -> Option<Found> {
        let path = path.strip_suffix(&["*".to_owned()]).unwrap_or(path);
        let Some((name, rest)) = path.split_first() else { return Some(Found::Module(module)) };
        let inner = child(&module, name);
        let import = self.import(&module, name);
        if self.0.contains_key(&inner) && (import.is_none() || !rest.is_empty()) {
            return self.below(inner, rest);
        }
        match import {
            Some(import) => match self.find(&module, &import.path)? {
                Found::Module(module) => self.below(module, rest),
                item => Some(item),
            },
            None => Some(Found::Item(module)),
        }
    }

    fn import(&self, module: &[String], name: &str) -> Option<&Import> {
        self.0.get(module)?.imports.iter().find(|import| import.name == name)
    }
}

fn child(module: &[String], name: &str) -> Module {
    [module, &[name.to_owned()]].concat()
}

impl File {
    fn read(path: String, text: &str) -> File {
        let text: TokenStream = text.parse().unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut words = Vec::new();
        flatten(text, &mut words);
        let mut file = File { path, imports: Vec::new(), paths: Vec::new() };
        let (mut rest, mut before) = (words.as_slice(), "");
        while let Some((word, after)) = rest.split_first() {
            if word == "use" && after.first().is_some_and(|next| next != "<") {
                let passed_on = before == "pub" || before == ")";
                rest = tree(after, &[], &mut |name, path| file.imports.push(Import { name, path, passed_on }));
                before = ";";
                continue;
            }
            if word == "mod" {
                assert!(
                    after.get(1).is_some_and(|sign| sign == ";"),
                    "{}: a module without a file of its own",
                    file.path
                );
                rest = after.get(1..).unwrap_or_default();
                continue;
            }
            let begun = is_name(word) && before != "::" && before != ".";
            if begun {
                let mut path = vec![word.clone()];
                rest = after;
                while let [colons, name, after @ ..] = rest
                    && colons == "::"
                    && is_name(name)
                {
                    path.push(name.clone());
                    rest = after;
                }
                file.paths.push(path);
            } else {
                rest = after;
            }
            before = word;
        }
        file
    }
}

/// Reads a tree of `use`; what is left after it.
fn tree<'w>(words: &'w [String], prefix: &[String], tell: &mut impl FnMut(String, Vec<String>)) -> &'w [String] {
    let mut path = prefix.to_vec();
    let mut rest = words;
    while let Some((word, after)) = rest.split_first() {
        rest = after;
        match word.as_str() {
            "::" => {}
            "{" => {
                while rest.first().is_some_and(|word| word != "}") {
                    rest = tree(rest, &path, tell);
                    rest = rest.strip_prefix(&[",".to_owned()]).unwrap_or(rest);
                }
                return rest.get(1..).unwrap_or_default();
            }
            "as" => {
                let (name, after) = rest.split_first().expect("a name");
                tell(name.clone(), path);
                return after;
            }
            "," | ";" | "}" => {
                rest = words.get(words.len() - rest.len() - 1..).unwrap_or_default();
                break;
            }
            // a module by its own name, inside braces
            "self" if !path.is_empty() => {}
            _ => path.push(word.clone()),
        }
    }
    tell(path.last().cloned().unwrap_or_default(), path);
    rest
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// The words and signs of a text, without literals and without what is compiled for tests alone.
fn flatten(text: TokenStream, words: &mut Vec<String>) {
    use proc_macro2::Delimiter::{Brace, Bracket, None, Parenthesis};

    let (mut joint, mut of_tests) = (false, false);
    for token in text {
        match token {
            TokenTree::Group(group) if of_tests => of_tests = group.delimiter() != Brace,
            TokenTree::Punct(sign) if of_tests => of_tests = sign.as_char() != ';',
            _ if of_tests => {}
            TokenTree::Group(group) if group.delimiter() == Bracket && group.stream().to_string() == "cfg (test)" => {
                of_tests = true;
            }
            TokenTree::Ident(name) => words.push(name.to_string()),
            TokenTree::Punct(sign) => {
                match words.last_mut() {
                    Some(last) if joint && last == ":" && sign.as_char() == ':' => last.push(':'),
                    _ => words.push(sign.to_string()),
                }
                joint = sign.spacing() == Spacing::Joint;
                continue;
            }
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Parenthesis => ("(", ")"),
                    Brace => ("{", "}"),
                    Bracket => ("[", "]"),
                    None => ("", ""),
                };
                words.push(open.to_owned());
                flatten(group.stream(), words);
                words.push(close.to_owned());
            }
            TokenTree::Literal(_) => words.push("\"".to_owned()),
        }
        joint = false;
    }
}

/// The files that lie on a circle of dependencies, circle by circle.
pub(super) fn circles(all: &Dependencies) -> Vec<BTreeSet<String>> {
    let reach = |from: &str| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(next) = open.pop() {
            for other in all.get(next).into_iter().flat_map(BTreeMap::keys) {
                if reached.insert(other.clone()) {
                    open.push(other);
                }
            }
        }
        reached
    };
    let reached: BTreeMap<&String, BTreeSet<String>> = all.keys().map(|file| (file, reach(file))).collect();
    let circle = |(file, others): (&&String, &BTreeSet<String>)| -> BTreeSet<String> {
        others.iter().filter(|other| reached.get(other).is_some_and(|back| back.contains(*file))).cloned().collect()
    };
    let found: BTreeSet<BTreeSet<String>> = reached.iter().map(circle).filter(|circle| !circle.is_empty()).collect();
    found.into_iter().collect()
}
