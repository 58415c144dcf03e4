//! With the feature `serve`, lists the files of the page for `src/cli/serve/page.rs`, if it was built.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let given = |name: &str| env::var_os(name).map(PathBuf::from).ok_or_else(|| io::Error::other(format!("no {name}")));
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
