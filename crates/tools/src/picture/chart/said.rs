//! The words of a flow chart.

use mancala_rules::rules::explain::{At, Exit, Flow, Stage, Step, brackets};
use mancala_rules::rules::model::Rules;

/// What the round or the game is called.
fn unit(rules: &Rules) -> &'static str {
    if rules.has_match() { "round" } else { "game" }
}

/// The heading of a stage.
pub(super) fn heading(stage: &Stage) -> String {
    let list = if stage.is_list { ", the first of these that fits applies" } else { "" };
    match stage.at {
        At::Sowing => "A lap is sown".to_owned(),
        At::End => "The end: scores are counted".to_owned(),
        At::Words => "What words mean".to_owned(),
        _ => format!("{}{list}", stage.title),
    }
}

/// An outcome in a few words.
pub(super) fn outcome(exit: Exit, rules: &Rules) -> String {
    match exit {
        Exit::Sow => "sow".to_owned(),
        Exit::NextSeed => "the next seed falls".to_owned(),
        Exit::LastSeed => "no lap is sown".to_owned(),
        Exit::EndTurn => "the turn ends".to_owned(),
        Exit::NextPlayer => "the next turn".to_owned(),
        Exit::MoveAgain => "move again".to_owned(),
        Exit::Illegal => "not allowed".to_owned(),
        Exit::Play => "play".to_owned(),
        Exit::Pass => "pass".to_owned(),
        Exit::Swap => "swap sides".to_owned(),
        Exit::Over => format!("the {} is over", unit(rules)),
        Exit::Wins => "the mover wins".to_owned(),
        Exit::Loses => "the mover loses".to_owned(),
        Exit::Draw => "a draw".to_owned(),
    }
}

/// What a step rests on, in a line: the kind of ground, then where it was read.
pub(super) fn ground(step: &Step) -> Option<String> {
    let kind = match step.ground? {
        "documented" => "documented",
        "similar" => "from a similar game",
        "assumed" => "assumed",
        "convention" => return Some("assumed of every game unless its file says otherwise".to_owned()),
        _ => "the file does not say on what it rests",
    };
    let cited = brackets(&step.basis);
    let cited = cited.trim_start_matches('[').trim_end_matches(']');
    let alone = step.basis.iter().all(|origin| origin.assumed().is_some());
    Some(match cited {
        "" => kind.to_owned(),
        // one reason, or several, says the kind itself
        _ if alone => cited.replace("; assumed: ", "; "),
        _ => format!("{kind}: {cited}"),
    })
}

/// The mark of what another reading changes.
pub(super) fn marked(options: &[String], adds: bool) -> Option<String> {
    let verb = if adds { "another reading adds a sentence here" } else { "other readings" };
    (!options.is_empty()).then(|| format!("◆ {verb}: {}", options.join(", ")))
}

/// The chart in words, for readers who do not see it.
pub(super) fn description(flow: &Flow, rules: &Rules) -> String {
    let mut text = String::new();
    for stage in &flow.stages {
        text.push_str(&format!("{}. ", heading(stage)));
        for step in &stage.steps {
            text.push_str(&step.text);
            text.push(' ');
            if let Some(ground) = ground(step) {
                text.push_str(&format!("({ground}.) "));
            }
            if let Some(exit) = step.exit {
                text.push_str(&format!("→ {}. ", outcome(exit, rules)));
            }
        }
    }
    text.trim_end().to_owned()
}
