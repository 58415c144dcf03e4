//! Whatever the bytes of a file are, the whole way from them to games is gone without a panic, in time and in little
//! memory. A program of its own, since it limits the memory of the whole program.
//!
//! `cargo run --release --example fuzz` goes on as long as one likes.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test stops where something is wrong")]

#[path = "../generator/mod.rs"]
mod generator;
mod inputs;
mod path;
mod watch;

use std::alloc::System;
use std::time::{Duration, Instant};

use cap::Cap;

#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, watch::MEMORY);

/// How long inputs are tried.
const TIME: Duration = Duration::from_secs(10);

#[test]
fn inputs_at_random() {
    let (begun, watch) = (Instant::now(), watch::Watch::begin("test"));
    let (mut tried, mut sound, mut plies) = (0, 0, 0);
    while begun.elapsed() < TIME {
        let input = inputs::of(tried);
        let reached = watch.walk(&format!("seed {tried}"), &input, tried);
        let reached = reached.unwrap_or_else(|panic| panic!("seed {tried}: {panic}\n{}", input.escape_ascii()));
        tried += 1;
        sound += u64::from(reached.sound);
        plies += reached.plies;
    }
    assert!(tried >= 20 && sound > tried / 20 && plies > sound, "{tried} tried, {sound} sound, {plies} plies");
}

#[test]
fn inputs_once_found() {
    let watch = watch::Watch::begin("found");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/found");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let input = std::fs::read(&path).expect("bytes");
        let walked = watch.walk(&path.display().to_string(), &input, 1);
        assert!(walked.is_ok(), "{}: {walked:?}", path.display());
        files += 1;
    }
    assert!(files > 0);
}
