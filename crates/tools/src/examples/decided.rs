//! Which rules decided the last turn of an example.

use mancala_engine::game::{Event, cell_name};
use mancala_rules::rules::model::Board;
use mancala_rules::source::{Source, Span};

/// A rule that decided something in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The list of the rule.
    pub list: &'static str,
    /// Bytes of the rule in the rule file.
    pub span: Span,
}

/// How the last turn of an example was decided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// Where the last seed of the turn fell, in words; `None` if no seed was sown.
    pub fell: Option<String>,
    /// The rules that ended the turn, ruled on it afterwards, and said how the game goes on; those that always apply
    /// are left out.
    pub rules: Vec<Decided>,
}

impl Decision {
    /// Finds the decision in the events of a turn.
    pub fn of(board: &Board, events: &[Event]) -> Decision {
        let fell = events.iter().rev().find_map(|event| {
            let Event::Lap { lap, last, was, dropped, .. } = event else { return None };
            let seed = if *dropped > 1 { format!("the last {dropped} seeds") } else { "the last seed".to_owned() };
            let seed = if *lap > 1 { format!("{seed} of lap {lap}") } else { seed };
            let held = match was {
                0 => "was empty".to_owned(),
                _ => format!("held {was}"),
            };
            Some(format!("{seed} fell in {}, which {held}", cell_name(board, *last)))
        });
        // of an endless sowing, no rule of the last lap decided anything
        let endless = events.contains(&Event::Endless);
        let fell = if endless { Some("the sowing would never end".to_owned()) } else { fell };
        let rule = |(at, event): (usize, &Event)| match event {
            // a rule that the mover declined decided nothing
            Event::Rule { list, span, .. } if events.get(at + 1) != Some(&Event::Declined) => {
                Some(Decided { list, span: *span })
            }
            _ => None,
        };
        let read: Vec<Decided> = events.iter().enumerate().filter_map(rule).collect();
        // a turn reads most lists again and again; the last rule of a list is the one that counts
        let turn: &[&str] = if endless { &[] } else { &["begin", "last seed"] };
        let lists = [turn, &["after turn"], &["before turn"]];
        let rules = lists.iter().filter_map(|lists| read.iter().rfind(|rule| lists.contains(&rule.list)).cloned());
        Decision { fell, rules: rules.collect() }
    }

    /// The decision in a sentence, with the rules as the file says them; empty if nothing is known.
    pub fn said(&self, source: &Source) -> String {
        let rule = |(at, rule): (usize, &Decided)| {
            let line = source.line(rule.span.start).in_words();
            let said = source.said(rule.span);
            match at {
                0 => format!("{line} decided: `{said}`"),
                _ => format!("then {line}, in `{}`: `{said}`", rule.list),
            }
        };
        let rules = self.rules.iter().enumerate().map(rule);
        self.fell.iter().cloned().chain(rules).collect::<Vec<_>>().join("; ")
    }
}
