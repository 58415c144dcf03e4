//! Results as records for JSON, the same from the program and from a page. The names and the order of their fields are
//! stable; `docs/json.md` describes them.

pub mod explain;
pub mod ply;
pub mod proof;
pub mod situations;
