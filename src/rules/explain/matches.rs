//! Who wins, and how rounds follow one another.

use super::Sentence;
use super::lists::{list, rules as told_rules};
use super::simplify;
use super::voice::{Scene, Voice};
use super::words::count;
use crate::rules::model::{
    Amount, Basis, Contest, EmptyHoles, Fill, LastHole, Layout, NextStarter, NobodyWon, Rules, Surplus, WonBy,
};

/// The sentences of the score.
pub(super) fn score(rules: &Rules) -> Vec<Sentence> {
    const SECTION: &str = "Score";
    let basis = &rules.score.basis;
    let Some(amount) = &rules.score.value else {
        return vec![Sentence::new(SECTION, "seeds are not counted; only the rules above say who wins", basis)];
    };
    let mut voice = Voice::new(rules, Scene::EachPlayer);
    let scored = match amount {
        Amount::Number(number) => count(usize::try_from(*number).unwrap_or(usize::MAX), "point"),
        Amount::SeedsIn(set) => voice.amount(&Amount::SeedsIn(simplify::set(set, None))),
        Amount::NumberOf(set) => voice.amount(&Amount::NumberOf(simplify::set(set, None))),
        Amount::StartingSeeds(_) => voice.amount(amount),
    };
    let best = if rules.board.players.value > 2 {
        "the highest score wins; if several players have it, they draw"
    } else {
        "the higher score wins; equal scores are a draw"
    };
    vec![
        Sentence::new(SECTION, &format!("each player scores {scored}"), basis),
        Sentence::new(SECTION, best, &Basis::new()),
    ]
}

/// The sentences of the match; none for a single game.
pub(super) fn contest(rules: &Rules) -> Vec<Sentence> {
    const SECTION: &str = "Match";
    let Some(contest) = &rules.contest else { return Vec::new() };
    let mut told = vec![
        Sentence::new(SECTION, nobody_won(contest), &contest.nobody_won.basis),
        Sentence::new(SECTION, &fill(rules, contest), &contest.fill.basis),
        Sentence::new(SECTION, last_hole(contest), &contest.last_hole.basis),
        Sentence::new(SECTION, surplus(contest), &contest.surplus.basis),
        Sentence::new(SECTION, empty_holes(rules, contest), &contest.empty_holes.basis),
        Sentence::new(SECTION, next_starter(contest), &contest.next_starter.basis),
    ];
    let after = told_rules(rules, &contest.after_refilling, Scene::Refilled);
    let several = after.len() > 1;
    if let ([only], false) = (after.as_slice(), several) {
        let text = match only.text.strip_prefix("If ") {
            Some(rest) => format!("If after refilling {rest}"),
            None => format!("After refilling {}", only.text),
        };
        told.push(Sentence { section: SECTION.to_owned(), text, basis: only.basis.clone() });
    }
    if let Some(won_by) = &contest.won_by {
        let text = match won_by.value {
            WonBy::LastPlayerLeft => "the last player left wins the match",
            WonBy::MostPoints => "the player with most points wins the match",
        };
        told.push(Sentence::new(SECTION, text, &won_by.basis));
    }
    if several {
        let heading = "For each player after refilling";
        told.extend(list(rules, &contest.after_refilling, Scene::Refilled, heading));
    }
    told
}

fn nobody_won(contest: &Contest) -> &'static str {
    match contest.nobody_won.value {
        NobodyWon::ToOwner => "seeds that nobody won go to the owner of the side they lie on",
        NobodyWon::ToNobody => "seeds that nobody won are out of the match",
        NobodyWon::ToPot => "seeds that nobody won go into a pot, for the first player who captures in the next round",
    }
}

fn fill(rules: &Rules, contest: &Contest) -> String {
    let seeds = match &rules.board.seeds.value {
        Layout::Uniform(seeds) => {
            format!("with {} each", count(usize::try_from(*seeds).unwrap_or(usize::MAX), "seed"))
        }
        Layout::EachPlayer(_) | Layout::Drawn(_) => "as at the start".to_owned(),
    };
    let each = format!("for a new round each player fills his holes {seeds}, from what he won and kept");
    match contest.fill.value {
        Fill::FromOwnLeft => format!("{each}, beginning at his own left"),
        Fill::FromOwnRight => format!("{each}, beginning at his own right"),
        Fill::AsLoserChooses => format!("{each}; the loser chooses which, and the winner does as he did"),
    }
}

fn last_hole(contest: &Contest) -> &'static str {
    match contest.last_hole.value {
        LastHole::FullOnly => "a hole that he cannot fill in full stays empty",
        LastHole::EvenNumber => {
            "if he has too few left for a full hole, the largest even number of them goes into one more hole"
        }
        LastHole::AnyNumber => "if he has too few left for a full hole, all of them go into one more hole",
    }
}

fn surplus(contest: &Contest) -> &'static str {
    match contest.surplus.value {
        Surplus::ToReserve => "seeds that then are in no hole stay his, in reserve for the next refilling",
        Surplus::ToPot => {
            "seeds that then are in no hole go into a pot, for the first player who captures in the round; \
             if nobody does, they go back"
        }
    }
}

fn empty_holes(rules: &Rules, contest: &Contest) -> &'static str {
    match contest.empty_holes.value {
        EmptyHoles::Closed => "holes that stay empty are closed for the round: no seed is sown in them",
        EmptyHoles::Open => "holes that stay empty are played like all others",
        EmptyHoles::FilledByOpponent if rules.board.players.value > 2 => {
            "holes that stay empty are filled by another player from what he has left, and are his for the round"
        }
        EmptyHoles::FilledByOpponent => {
            "holes that stay empty are filled by the opponent from what he has left, and are his for the round"
        }
    }
}

fn next_starter(contest: &Contest) -> &'static str {
    match contest.next_starter.value {
        NextStarter::Alternate => "the players begin the rounds in turn",
        NextStarter::Winner => "the winner of a round begins the next",
        NextStarter::Loser => "the loser of a round begins the next",
        NextStarter::Same => "the player who began a round begins the next, too",
    }
}
