//! Draws a turn as a flow chart: from the choice of a hole through the laps to the outcomes.
//!
//! The stages stand one below the other. In each stand its sentences, with what they rest on. From a sentence that
//! decides, an arrow leads to its outcome at the right, and from there along a lane to the stage that follows.

mod draw;
mod place;
mod said;

use mancala_rules::rules::explain::Account;
use mancala_rules::rules::model::Rules;

use self::place::Chart;
use super::theme::{Theme, colored};

/// Draws a turn of a game as a flow chart in SVG. `account` explains the rules.
pub fn flow_chart(account: &Account, rules: &Rules, theme: Theme, ground: bool) -> String {
    let flow = account.flow(rules);
    let chart = Chart::new(&account.name, rules, &flow);
    let document = draw::document(&chart, &flow, theme, ground);
    colored(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{document}\n"), theme)
}
