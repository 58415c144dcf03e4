//! Finds the page of values, which stands with the documents of the repository, or beside this file where the crate was
//! packed.

use std::env;
use std::io;
use std::path::Path;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let here = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let packed = Path::new(&here).join("docs");
    let docs = if packed.is_dir() { packed } else { Path::new(&here).join("../../docs") };
    let values = docs.join("values.md").canonicalize()?;
    println!("cargo::rerun-if-changed={}", values.display());
    println!("cargo::rustc-env=VALUES={}", values.display());
    Ok(())
}
