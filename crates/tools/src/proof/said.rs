//! What is known of a file, in words.

use super::claims::{Known, Reason, Verdict};
use super::evidence::Ends;

/// What is remarkable about games of which hardly one came to an end of its own.
pub fn remark(Ends { games, repeated, cut }: Ends) -> String {
    let most = Ends::MOST_PLIES;
    let circling = match repeated == games {
        true => "all ended only because a position was repeated".to_owned(),
        false => format!("{repeated} ended only because a position was repeated"),
    };
    let long = match cut == games {
        true => format!("none was over after {most} turns"),
        false => format!("{cut} were not over after {most} turns"),
    };
    let how = match (repeated, cut) {
        (_, 0) => circling,
        (0, _) => long,
        _ => format!("{circling} and {long}"),
    };
    format!("of {games} random games, {how}. Does the source know a rule that ends such games?")
}

/// The verdict on a claim, in words.
pub fn known(claim: &Known) -> String {
    let readings = match claim.readings {
        1 => String::new(),
        several => format!(" under {several} readings"),
    };
    match &claim.verdict {
        Verdict::Proved(reasons) => {
            let reasons: Vec<String> = reasons.iter().map(reason).collect();
            let mut reasons: Vec<&str> = reasons.iter().map(String::as_str).collect();
            reasons.dedup();
            format!("proved{readings}, since {}", reasons.join("; or since "))
        }
        Verdict::NotFound { positions, proved: 0 } => format!("not found in {positions} positions{readings}"),
        Verdict::NotFound { positions, proved } => {
            format!(
                "proved under {proved} of {} readings, and not found in {positions} positions of the others",
                claim.readings
            )
        }
        Verdict::Refuted(_) => "refuted".to_owned(),
    }
}

/// Why a claim is proved, in words.
fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Number(seeds) => format!("there are only {seeds} seeds"),
        Reason::Kept(_) => "no seed ever leaves the holes".to_owned(),
        Reason::Step(2, start) => {
            let parity = if start % 2 == 0 { "even" } else { "odd" };
            format!(
                "every capture takes an even number of seeds, and their number in the holes is {parity} at the start"
            )
        }
        Reason::Step(step, start) => {
            format!("every capture takes a multiple of {step} seeds, and {start} lie in the holes at the start")
        }
        Reason::All(positions) => format!("it holds in none of the {positions} positions of the game"),
    }
}
