//! What all answers share.

use std::sync::Arc;

use super::workers::Workers;
use crate::questions::Databases;

/// What all answers share.
pub(super) struct Desk {
    pub(super) workers: Workers,
    pub(super) databases: Option<Arc<dyn Databases>>,
}
