//! Finds the grammar and the shipped rulesets, which stand at the top of the repository, or beside this file where the
//! crate was packed. Writes the parser with the path of the grammar, and the list of the rulesets: of each its name, its
//! path below `rulesets`, and its text.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = path("OUT_DIR")?;
    let grammar = folder("grammar")?.join("mancala.pest");
    let parser = format!("#[derive(pest_derive::Parser)]\n#[grammar = {grammar:?}]\npub(super) struct Grammar;\n");
    fs::write(out.join("grammar.rs"), parser)?;

    let rulesets = folder("rulesets")?;
    println!("cargo::rustc-env=RULESETS={}", rulesets.display());
    let mut files = Vec::new();
    rule_files(&rulesets, &mut files)?;
    files.sort_by(|one, other| one.file_stem().cmp(&other.file_stem()));
    let mut list = String::from("[\n");
    for file in &files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let path = file.strip_prefix(&rulesets).unwrap_or(file).to_string_lossy().replace('\\', "/");
        list.push_str(&format!("({name:?}, {path:?}, include_str!({file:?})),\n"));
    }
    fs::write(out.join("shipped.rs"), list + "]\n")
}

/// A path in a variable that Cargo sets.
fn path(variable: &str) -> io::Result<PathBuf> {
    env::var_os(variable).map(PathBuf::from).ok_or_else(|| io::Error::other(format!("no {variable}")))
}

/// A folder at the top of the repository. Where links are files, as on some systems, the one beside this file is none.
fn folder(name: &str) -> io::Result<PathBuf> {
    let here = path("CARGO_MANIFEST_DIR")?;
    let packed = here.join(name);
    let folder = if packed.is_dir() { packed } else { here.join("../..").join(name) }.canonicalize()?;
    println!("cargo::rerun-if-changed={}", folder.display());
    Ok(folder)
}

/// Adds the rule files in a folder and in those below it.
fn rule_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            rule_files(&path, files)?;
        } else if path.extension().is_some_and(|kind| kind == "mancala") {
            files.push(path);
        }
    }
    Ok(())
}
