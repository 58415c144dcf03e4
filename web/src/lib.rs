//! The mancala library for web pages: a question in JSON comes in, an answer in JSON goes out.
//!
//! The library answers (`src/questions`); `exports` passes bytes between the page and this module, and needs no tool
//! beside the compiler. `web/README.md` describes the questions and the answers.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod exports;
