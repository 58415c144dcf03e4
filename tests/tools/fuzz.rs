//! Whatever the bytes of a file are, the whole way from them to games is gone without a panic, in time and in little
//! memory. The inputs in `tests/fuzz/found` come first, then inputs at random.
//!
//! ```text
//! cargo test --release --test fuzz -- --seconds 600 --seed 1
//! ```
//!
//! An input that panics is kept as `fuzz-SEED.mancala`, and the next is tried. One that takes too long or too much memory
//! ends the program; it is kept in the folder for files that do not last. A find that is mended belongs into
//! `tests/fuzz/found`.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "it stops where something is wrong")]

#[path = "../generator/mod.rs"]
mod generator;
#[path = "../fuzz/inputs.rs"]
mod inputs;
#[path = "../fuzz/path.rs"]
mod path;
#[path = "../fuzz/watch.rs"]
mod watch;

use std::alloc::System;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cap::Cap;
use clap::Parser;

#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, watch::MEMORY);

/// Goes the whole way from bytes to games with inputs at random.
#[derive(Parser)]
struct Arguments {
    /// How long
    #[arg(long, default_value = "60")]
    seconds: u64,
    /// The first seed
    #[arg(long, default_value = "1000000")]
    seed: u64,
    /// Tries these files instead
    files: Vec<PathBuf>,
}

fn main() {
    let arguments = Arguments::parse();
    let watch = watch::Watch::begin("fuzz");
    let known = match arguments.files.is_empty() {
        true => found(),
        false => arguments.files.clone(),
    };
    let mut finds = 0;
    for file in &known {
        let input = std::fs::read(file).expect("it can be read");
        let walked = watch.walk(&file.display().to_string(), &input, 1);
        println!("{}: {walked:?}", file.display());
        finds += u64::from(walked.is_err());
    }
    if !arguments.files.is_empty() {
        std::process::exit(i32::from(finds > 0));
    }
    let (begun, time) = (Instant::now(), Duration::from_secs(arguments.seconds));
    let (mut seed, mut sound, mut plies, mut slowest) = (arguments.seed, 0, 0, (Duration::ZERO, 0));
    while begun.elapsed() < time {
        let input = inputs::of(seed);
        let now = Instant::now();
        match watch.walk(&format!("seed {seed}"), &input, seed) {
            Ok(reached) => {
                sound += u64::from(reached.sound);
                plies += reached.plies;
            }
            Err(panic) => {
                finds += 1;
                let file = format!("fuzz-{seed}.mancala");
                println!("{file}: {panic}");
                std::fs::write(&file, &input).expect("it can be written");
            }
        }
        slowest = slowest.max((now.elapsed(), seed));
        seed += 1;
    }
    let tried = seed - arguments.seed;
    println!(
        "{tried} inputs, {sound} of them sound, {plies} plies, {finds} finds; seed {} took longest, {:?}",
        slowest.1, slowest.0
    );
    assert!(tried >= 20 && sound > tried / 20 && plies > sound, "the inputs show too little");
    std::process::exit(i32::from(finds > 0));
}

/// Inputs over which the program once stumbled.
fn found() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/found");
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    assert!(!files.is_empty());
    files.sort();
    files
}
