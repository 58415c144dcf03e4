//! Lists the shipped rulesets for `src/shipped.rs`: of each its name, its path below `rulesets`, and its text. With the
//! feature `serve`, also lists the files of the page for `src/cli/serve.rs`, if it was built.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=rulesets");
    let given = |name: &str| env::var_os(name).map(PathBuf::from).ok_or_else(|| io::Error::other(format!("no {name}")));
    let folder = given("CARGO_MANIFEST_DIR")?.join("rulesets");
    let mut files = Vec::new();
    rule_files(&folder, &mut files)?;
    files.sort_by(|one, other| one.file_stem().cmp(&other.file_stem()));
    let mut list = String::from("[\n");
    for file in &files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let path = file.strip_prefix(&folder).unwrap_or(file).to_string_lossy().replace('\\', "/");
        list.push_str(&format!("({name:?}, {path:?}, include_str!({file:?})),\n"));
    }
    fs::write(given("OUT_DIR")?.join("shipped.rs"), list + "]\n")?;
    if env::var_os("CARGO_FEATURE_SERVE").is_some() {
        fs::write(given("OUT_DIR")?.join("page.rs"), page(&given("CARGO_MANIFEST_DIR")?.join("web/dist"))?)?;
    }
    Ok(())
}

/// The files of the page with their bytes; none if it was not built.
fn page(folder: &Path) -> io::Result<String> {
    let mut list = String::from("[\n");
    if folder.is_dir() {
        // if the folder were missing, everything would be compiled each time
        println!("cargo::rerun-if-changed=web/dist");
        let mut files = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        files.sort();
        for file in files {
            // the same, compressed for other servers
            let is_copy = file.extension().is_some_and(|kind| kind == "br" || kind == "gz");
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            if !is_copy && !name.starts_with('.') {
                list.push_str(&format!("({name:?}, include_bytes!({file:?}) as &[u8]),\n"));
            }
        }
    }
    Ok(list + "]\n")
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
