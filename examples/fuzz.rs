//! Goes the whole way from bytes to games with inputs at random, as long as one likes.
//!
//! ```text
//! cargo run --release --example fuzz -- --seconds 600 --seed 1
//! ```
//!
//! An input that panics is kept as `fuzz-SEED.mancala`, and the next is tried. One that takes too long or too much memory
//! ends the program; it is kept in the folder for files that do not last. A find that is mended belongs into
//! `tests/fuzz/found`.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "it stops where something is wrong")]

#[path = "../tests/generator/mod.rs"]
mod generator;
#[path = "../tests/fuzz/inputs.rs"]
mod inputs;
#[path = "../tests/fuzz/path.rs"]
mod path;
#[path = "../tests/fuzz/watch.rs"]
mod watch;

use std::alloc::System;
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
    files: Vec<std::path::PathBuf>,
}

fn main() {
    let arguments = Arguments::parse();
    let watch = watch::Watch::begin("fuzz");
    let mut finds = 0;
    for file in &arguments.files {
        let input = std::fs::read(file).expect("it can be read");
        let walked = watch.walk(&file.display().to_string(), &input, arguments.seed);
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
    println!(
        "{} inputs, {sound} of them sound, {plies} plies, {finds} finds; seed {} took longest, {:?}",
        seed - arguments.seed,
        slowest.1,
        slowest.0
    );
    std::process::exit(i32::from(finds > 0));
}
