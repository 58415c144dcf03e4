//! What all answers share.

use std::sync::Arc;

use mancala_tools::questions::Databases;

use super::workers::Workers;

/// What all answers share.
pub(super) struct Desk {
    pub(super) workers: Workers,
    pub(super) databases: Option<Arc<dyn Databases>>,
}
