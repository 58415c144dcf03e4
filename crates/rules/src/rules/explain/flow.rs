//! A turn as a flow chart: its stages in order, the sentences of each, and where play goes on from them.

use super::account::Account;
use super::differences::Difference;
use super::sentence::{Kind, Sentence, is_list};
use crate::rules::model::{Basis, Condition, Endless, Outcome, Rule, Rules};

/// A turn, from the choice of a hole to its outcomes.
#[derive(Clone, Debug)]
pub struct Flow {
    /// The stages, in the order in which a turn comes to them.
    pub stages: Vec<Stage>,
    /// The options of which a reading changes something that is shown, with the text of each reading. The first text of
    /// each is that of the reading in force.
    pub readings: Vec<(String, Vec<String>)>,
}

/// A stage of a turn.
#[derive(Clone, Debug)]
pub struct Stage {
    /// What happens there.
    pub at: At,
    /// The heading.
    pub title: String,
    /// Whether only the first sentence that fits applies.
    pub is_list: bool,
    /// The sentences.
    pub steps: Vec<Step>,
    /// Names of options that add a sentence here in another reading.
    pub readings: Vec<String>,
    /// Where play goes on if no sentence says so.
    pub on: Option<Exit>,
}

/// What happens at a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// A player is to move.
    Before,
    /// He chooses a hole.
    Move,
    /// A lap is sown.
    Sowing,
    /// A seed has fallen.
    EachSeed,
    /// The last seed of a lap has fallen.
    LastSeed,
    /// The turn is over.
    AfterTurn,
    /// The round or the game is over.
    End,
    /// Nothing: words are explained.
    Words,
}

/// A sentence at a stage.
#[derive(Clone, Debug)]
pub struct Step {
    /// The sentence.
    pub text: String,
    /// What it rests on.
    pub basis: Basis,
    /// The word for it; `None` for what the language states.
    pub ground: Option<&'static str>,
    /// Names of the options that change the sentence in another reading.
    pub readings: Vec<String>,
    /// Whether it applies only if its condition holds, or if the mover wants it.
    pub decides: bool,
    /// Where play goes on from it, if not with the next sentence or stage.
    pub exit: Option<Exit>,
}

/// Where play goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// A lap is sown.
    Sow,
    /// The next seed falls.
    NextSeed,
    /// The rules for the last seed are read at once.
    LastSeed,
    /// The turn ends.
    EndTurn,
    /// The mover moves again.
    MoveAgain,
    /// The move is not allowed, and he chooses another.
    Illegal,
    /// He chooses a hole.
    Play,
    /// He passes.
    Pass,
    /// He swaps sides.
    Swap,
    /// The next player is to move.
    NextPlayer,
    /// The round or the game is over, and scores are counted.
    Over,
    /// The mover wins without a count.
    Wins,
    /// The mover loses without a count.
    Loses,
    /// A draw without a count.
    Draw,
}

impl Account {
    /// The turn as a flow chart. `rules` are those that the account explains.
    pub fn flow(&self, rules: &Rules) -> Flow {
        let mut stages: Vec<Stage> = Vec::new();
        for section in self.sections() {
            let Some(at) = section.first().and_then(|first| at(&first.section)) else { continue };
            match stages.iter_mut().find(|stage| stage.at == at && at == At::Before) {
                // the words of what stands between turns belong there
                Some(stage) => stage.steps.extend(self.steps(section, rules, at)),
                None => stages.push(self.stage(section, rules, at)),
            }
        }
        if !self.phrases.is_empty() {
            stages.push(self.stage(&self.phrases, rules, At::Words));
        }
        stages.sort_by_key(|stage| stage.at as usize);
        for stage in &mut stages {
            stage.on = match stage.at {
                At::EachSeed => Some(Exit::NextSeed),
                At::AfterTurn => Some(Exit::NextPlayer),
                _ => None,
            };
        }
        let readings = self.marked(&stages);
        Flow { stages, readings }
    }

    fn stage(&self, section: &[Sentence], rules: &Rules, at: At) -> Stage {
        let title = section.first().map_or("", |first| first.section.as_str());
        let added = |difference: &Difference| matches!(difference, Difference::New(there, _) if there.section == title);
        Stage {
            at,
            title: title.to_owned(),
            is_list: is_list(section),
            steps: self.steps(section, rules, at),
            readings: self.options_where(added),
            on: None,
        }
    }

    fn steps(&self, section: &[Sentence], rules: &Rules, at: At) -> Vec<Step> {
        // the rules come in order, below what explains their words
        let (ruled, beside): (Vec<&Sentence>, Vec<&Sentence>) =
            section.iter().partition(|sentence| sentence.kind.is_rule() || at == At::Move);
        beside
            .into_iter()
            .chain(ruled)
            .map(|sentence| {
                let changed = |difference: &Difference| {
                    let (Difference::Changed(here, ..)
                    | Difference::Gone(here)
                    | Difference::Earlier(here)
                    | Difference::Later(here)) = difference
                    else {
                        return false;
                    };
                    here.section == sentence.section && here.text == sentence.text && here.at == sentence.at
                };
                let rule = sentence.at.and_then(|span| all(rules).find(|rule| rule.span == span));
                Step {
                    text: sentence.text.clone(),
                    basis: sentence.basis.clone(),
                    ground: sentence.ground(),
                    readings: self.options_where(changed),
                    decides: rule.is_some_and(asks) && !sentence.text.starts_with("Otherwise"),
                    exit: match rule {
                        Some(rule) => exit(rule, at),
                        None if sentence.kind == Kind::Setting("endless") => {
                            rules.endless.as_ref().map(|endless| match endless.value {
                                Endless::Illegal => Exit::Illegal,
                                Endless::EndTurn => Exit::EndTurn,
                                Endless::MoverLoses => Exit::Loses,
                            })
                        }
                        None => None,
                    },
                }
            })
            .collect()
    }

    /// The names of the options that differ in this way in another reading.
    fn options_where(&self, differs: impl Fn(&Difference) -> bool) -> Vec<String> {
        let changes = |reading: &super::options::Reading| {
            reading.changes.as_ref().is_some_and(|changes| changes.iter().any(&differs))
        };
        let open = self.open.iter().filter(|open| open.readings.iter().any(changes));
        open.map(|open| open.names.join(", ")).collect()
    }

    /// The options that some stage names, with their readings.
    fn marked(&self, stages: &[Stage]) -> Vec<(String, Vec<String>)> {
        let named = |name: &String| {
            stages.iter().any(|stage| {
                stage.readings.contains(name) || stage.steps.iter().any(|step| step.readings.contains(name))
            })
        };
        let options = self.open.iter().map(|open| (open.names.join(", "), open));
        options
            .filter(|(name, _)| named(name))
            .map(|(name, open)| {
                let mut readings: Vec<&super::options::Reading> = open.readings.iter().collect();
                readings.sort_by_key(|reading| !reading.in_force);
                let text = |reading: &super::options::Reading| match &reading.number {
                    Some(number) if reading.in_force => format!("{}: {number}", reading.text),
                    _ => reading.text.clone(),
                };
                (name, readings.into_iter().map(text).collect())
            })
            .collect()
    }
}

/// The stage to which a heading belongs.
fn at(heading: &str) -> Option<At> {
    match heading {
        "When a player is to move" | "Between turns" => Some(At::Before),
        "Sowing" => Some(At::Sowing),
        "After every seed" => Some(At::EachSeed),
        "When the last seed has fallen" => Some(At::LastSeed),
        "After the turn" => Some(At::AfterTurn),
        "Score" => Some(At::End),
        _ if heading == "Move" || heading.starts_with("Move: ") => Some(At::Move),
        _ => None,
    }
}

/// All rules that are read in a turn.
fn all(rules: &Rules) -> impl Iterator<Item = &Rule> {
    let begin = rules.moves.iter().flat_map(|section| &section.begin);
    let lists = [&rules.each_seed, &rules.last_seed, &rules.after_turn, &rules.before_turn];
    begin.chain(lists.into_iter().flatten())
}

/// Whether a rule applies only sometimes.
fn asks(rule: &Rule) -> bool {
    rule.value.may || rule.condition.as_ref().is_some_and(|condition| *condition != Condition::Constant(true))
}

/// Where play goes on after a rule.
fn exit(rule: &Rule, at: At) -> Option<Exit> {
    let Some(outcome) = &rule.value.outcome else {
        return match at {
            At::Move => Some(Exit::LastSeed),
            At::EachSeed => Some(Exit::NextSeed),
            At::LastSeed => Some(Exit::EndTurn),
            At::AfterTurn => Some(Exit::NextPlayer),
            _ => None,
        };
    };
    Some(match outcome {
        Outcome::Sow { .. } => Exit::Sow,
        Outcome::EndTurn if at == At::AfterTurn => Exit::NextPlayer,
        Outcome::EndTurn => Exit::EndTurn,
        Outcome::MoveAgain => Exit::MoveAgain,
        Outcome::Illegal => Exit::Illegal,
        Outcome::Play => Exit::Play,
        Outcome::Pass => Exit::Pass,
        Outcome::SwapSides => Exit::Swap,
        Outcome::Over => Exit::Over,
        Outcome::MoverWins | Outcome::WinsMatch => Exit::Wins,
        Outcome::MoverLoses | Outcome::LosesMatch => Exit::Loses,
        Outcome::Draw => Exit::Draw,
    })
}
