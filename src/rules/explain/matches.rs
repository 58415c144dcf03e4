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
        _ => voice.amount(amount),
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
    if contest.fill.value == Fill::Anew {
        let mut told = vec![Sentence::new(SECTION, &fill(rules, contest), &contest.fill.basis)];
        told.push(Sentence::new(SECTION, next_starter(contest), &contest.next_starter.basis));
        told.extend(ends(rules, contest));
        return told;
    }
    let mut told = vec![
        Sentence::new(SECTION, nobody_won(contest), &contest.nobody_won.basis),
        Sentence::new(SECTION, &fill(rules, contest), &contest.fill.basis),
        Sentence::new(SECTION, &last_hole(contest), &contest.last_hole.basis),
        Sentence::new(SECTION, surplus(contest), &contest.surplus.basis),
        Sentence::new(SECTION, empty_holes(rules, contest), &contest.empty_holes.basis),
        Sentence::new(SECTION, next_starter(contest), &contest.next_starter.basis),
    ];
    told.extend(ends(rules, contest));
    told
}

/// When the match is over, and who has won it.
fn ends(rules: &Rules, contest: &Contest) -> Vec<Sentence> {
    const SECTION: &str = "Match";
    let mut told = Vec::new();
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
    if let Some(most) = &contest.most_rounds {
        let rounds = count(usize::try_from(most.value).unwrap_or(usize::MAX), "round");
        told.push(Sentence::new(SECTION, &format!("after {rounds} the match is over"), &most.basis));
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
        NobodyWon::ToPot => {
            "seeds that nobody won go into a pot, for the first player who wins seeds in the next round"
        }
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
        Fill::AsEachPlayerChooses => format!("{each}, each in the order that he chooses"),
        Fill::AsLoserChooses => {
            "for a new round the loser says how many of the seeds that he won and kept go into each \
                                 of his holes, and the winner does as he did"
                .to_owned()
        }
        Fill::Anew => "every round begins as the first one did".to_owned(),
    }
}

fn last_hole(contest: &Contest) -> String {
    let text = match contest.last_hole.value {
        LastHole::Borrowed(least) => {
            return format!(
                "if he has too few left for a full hole, but at least {least}, another player lends him what lacks and is \
                 owed it; with fewer the hole stays empty"
            );
        }
        LastHole::FullOnly => "a hole that he cannot fill in full stays empty",
        LastHole::EvenNumber => {
            "if he has too few left for a full hole, the largest even number of them goes into one more hole"
        }
        LastHole::LockedUntilFull => {
            "if he has too few left for a full hole, all of them go into one more hole; until it is full nothing is sown \
             or taken from it"
        }
        LastHole::AnyNumber => "if he has too few left for a full hole, all of them go into one more hole",
    };
    text.to_owned()
}

fn surplus(contest: &Contest) -> &'static str {
    match contest.surplus.value {
        Surplus::ToReserve => "seeds that then are in no hole stay his, in reserve for the next refilling",
        Surplus::ToPot => {
            "seeds that then are in no hole go into a pot, for the first player who wins seeds in the round; \
             if nobody does, they go back"
        }
    }
}

fn empty_holes(rules: &Rules, contest: &Contest) -> &'static str {
    match contest.empty_holes.value {
        EmptyHoles::Closed => "holes that stay empty are closed for the round: no seed is sown in them",
        EmptyHoles::ClosedForGood => {
            "holes that stay empty are closed for the rest of the match: no seed is sown in them"
        }
        EmptyHoles::ClosedOnBothSides => {
            "holes that stay empty are closed for the round, and so are the holes opposite them: no seed is sown in them"
        }
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
        NextStarter::LastMover => "the player who moved last in a round begins the next",
        NextStarter::Same => "the player who began a round begins the next, too",
    }
}
