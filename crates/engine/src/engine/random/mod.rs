//! Random games: one move drawn, one game played, series of games and what they tell.

pub(super) mod aside;
pub(super) mod barred;
pub(super) mod drawing;
pub(super) mod draws;
pub(super) mod playouts;
pub(super) mod runner;
pub(super) mod tally;
pub(super) mod traced;
pub(super) mod trial;
