//! The work on one layer, as each part of it needs to know it.

use super::values::Values;
use crate::engine::Progress;

/// A layer to be solved, after those that it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work<'s> {
    /// Number of the layer.
    pub number: usize,
    /// Least and greatest possible value.
    pub range: (i8, i8),
    /// The values of the layers before it.
    pub values: &'s Values,
    /// Memory for lists of open positions, besides the bounds.
    pub bytes: usize,
    pub progress: &'s Progress,
}
