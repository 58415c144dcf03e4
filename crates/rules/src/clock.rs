//! The clock by which long work keeps its limits: the machine's, or in a web page one that the page lends.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use lent::{Instant, lend};

/// WebAssembly without an operating system has no clock, and [`std::time::Instant`] panics there. Crates that ask the
/// page for one need the tools of `wasm-bindgen`; a function that the page passes in needs none.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod lent;
