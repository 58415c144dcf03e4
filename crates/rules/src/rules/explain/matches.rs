//! Sentences about the score and about matches.

use super::lists::list;
use super::plain;
use super::sentence::Sentence;
use super::simplify::conjuncts;
use super::voice::{Scene, Voice};
use crate::rules::model::{
    Action, Amount, Condition, Contest, Effect, EmptyHoles, Endless, Fill, HoleSet, LastHole, Layout, NextStarter,
    NobodyWon, NobodysHoles, One, Outcome, Property, Rules, Surplus, Who, Whose, WonBy,
};
use crate::rules::notation::count;

/// The name of the setting for the score.
const SCORES: &str = "each player scores";

/// The sentences about the score.
pub(super) fn score(rules: &Rules) -> Vec<Sentence> {
    const SECTION: &str = "Score";
    let basis = &rules.score.basis;
    let Some(amount) = &rules.score.value else {
        let text = "seeds are not counted; only the rules above say who wins";
        return vec![Sentence::setting(SECTION, SCORES, text, basis)];
    };
    let mut voice = Voice::new(rules, Scene::EachPlayer);
    let scored = match amount {
        Amount::Number(number) => count(usize::try_from(*number).unwrap_or(usize::MAX), "point"),
        Amount::SeedsIn(set) => voice.amount(&Amount::SeedsIn(plain::set(voice.rules, set, None))),
        Amount::NumberOf(set) => voice.amount(&Amount::NumberOf(plain::set(voice.rules, set, None))),
        _ => voice.amount(amount),
    };
    let best = if rules.board.players.value > 2 {
        "the highest score wins; if several players have it, they draw"
    } else {
        "the higher score wins; equal scores are a draw"
    };
    vec![
        Sentence::setting(SECTION, SCORES, &format!("each player scores {scored}"), basis),
        Sentence::given(SECTION, best),
    ]
}

/// The sentences about the match; empty for a single game.
pub(super) fn contest(rules: &Rules) -> Vec<Sentence> {
    const SECTION: &str = "Match";
    let Some(contest) = &rules.contest else { return Vec::new() };
    let say = |name, text: &str, basis| Sentence::setting(SECTION, name, text, basis);
    let fill = say("fill", &fill(rules, contest), &contest.fill.basis);
    let starter = say("next starter", next_starter(contest), &contest.next_starter.basis);
    let mut sentences = match contest.fill.value {
        Fill::Anew => vec![fill, starter],
        _ => [
            say("seeds nobody won", &nobody_won(rules, contest), &contest.nobody_won.basis),
            fill,
            say("last hole", &last_hole(rules, contest), &contest.last_hole.basis),
            say("surplus", surplus(contest), &contest.surplus.basis),
            say("empty holes", empty_holes(rules, contest), &contest.empty_holes.basis),
        ]
        .into_iter()
        .chain(nobodys_holes(rules, contest).map(|text| say("nobody's holes", text, &contest.nobodys_holes.basis)))
        .chain([starter])
        .collect(),
    };
    sentences.extend(ends(rules, contest));
    sentences
}

/// The sentences about the end of the match and its winner.
fn ends(rules: &Rules, contest: &Contest) -> Vec<Sentence> {
    const SECTION: &str = "Match";
    let mut sentences = Vec::new();
    if let Some(won_by) = &contest.won_by {
        let text = match won_by.value {
            WonBy::LastPlayerLeft => "the last player left wins the match".to_owned(),
            WonBy::MostPoints => "the player with most points wins the match".to_owned(),
            WonBy::Points(number) => {
                let points = count(usize::try_from(number).unwrap_or(usize::MAX), "point");
                format!("as soon as a player has {points}, the match is over, and the player with most points wins it")
            }
        };
        sentences.push(Sentence::setting(SECTION, "match won by", &text, &won_by.basis));
    }
    if let Some(most) = &contest.most_rounds {
        let rounds = count(usize::try_from(most.value).unwrap_or(usize::MAX), "round");
        sentences.push(Sentence::setting(
            SECTION,
            "most rounds",
            &format!("after {rounds} the match is over"),
            &most.basis,
        ));
    }
    sentences.extend(list(rules, &contest.after_refilling, Scene::Refilled, "For each player after refilling"));
    sentences
}

/// Whether every rule that ends a round leaves no seed that nobody has won: somebody captures all that is left, or nothing
/// is.
fn somebody_wins_all(rules: &Rules) -> bool {
    let all_held = rules.board.has_nobodys() || rules.board.end_cells().is_some();
    let in_stores = match &rules.score.value {
        Some(Amount::SeedsIn(HoleSet::Store(Whose::Own))) => true,
        Some(Amount::SeedsIn(HoleSet::Union(parts))) => parts.contains(&HoleSet::Store(Whose::Own)),
        _ => false,
    };
    if all_held || !in_stores || matches!(rules.endless.as_ref().map(|it| it.value), Some(Endless::MoverLoses)) {
        return false;
    }
    let own = HoleSet::Where(Box::new(HoleSet::Holes), Box::new(Condition::Is(One::Tested, Property::Own)));
    let takes_all = |effect: &Effect| match effect {
        Effect::Capture(Who::EachPlayer, set) => *set == own,
        Effect::Capture(_, set) => *set == HoleSet::Holes,
        _ => false,
    };
    let nothing_left = Condition::All(HoleSet::Holes, Box::new(Condition::Is(One::Tested, Property::Empty)));
    let ends = |action: &Action| {
        matches!(action.outcome, Some(Outcome::Over | Outcome::MoverWins | Outcome::MoverLoses | Outcome::Draw))
    };
    let lists = [&rules.each_seed, &rules.last_seed, &rules.after_turn, &rules.before_turn];
    lists.into_iter().flat_map(|list| plain::cases(rules, list, |action| !action.may)).all(|(rule, asked)| {
        let empty = asked.as_ref().is_some_and(|asked| conjuncts(asked).contains(&nothing_left));
        !ends(&rule.value) || empty || rule.value.effects.iter().any(takes_all)
    })
}

fn nobody_won(rules: &Rules, contest: &Contest) -> String {
    let (go, would) = match contest.nobody_won.value {
        NobodyWon::ToOwner => ("go to the owner of the side they lie on", "go to the owner of the side they lie on"),
        NobodyWon::ToNobody => ("are out of the match", "be out of the match"),
        NobodyWon::ToPot => ("go into a pot, for the first player who wins seeds in the next round", "go into a pot"),
    };
    match somebody_wins_all(rules) {
        false => format!("seeds that nobody won {go}"),
        true => format!("at the end of a round no seeds are left that nobody won; they would {would}"),
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
            let filled = format!("each player fills his holes {seeds}, beginning at his own left");
            format!(
                "for a new round the loser lays out in his holes what he won and kept, as he likes, and the winner copies \
                 him hole by hole, each from his own left; after a draw {filled}"
            )
        }
        Fill::Anew => "every round begins like the first".to_owned(),
    }
}

fn last_hole(rules: &Rules, contest: &Contest) -> String {
    let text = match contest.last_hole.value {
        LastHole::Borrowed { least, by_lot } => {
            let enough = match by_lot {
                true => format!("more than {least}, or {least} and he wins the lot"),
                false => format!("at least {least}"),
            };
            let other = if rules.board.players.value == 2 { "the other" } else { "another" };
            return format!(
                "if he has too few left for a full hole, but {enough}, {other} player lends him the missing \
                 seeds and is owed them; with fewer the hole stays empty"
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
        Surplus::Reserve => "seeds left over stay his, in reserve for the next refilling",
        Surplus::Store => "seeds left over go into his store, and count as won in the round",
        Surplus::Pot => {
            "seeds left over go into a pot, for the first player who wins seeds in the round; \
             if nobody does, they go back"
        }
    }
}

fn empty_holes(rules: &Rules, contest: &Contest) -> &'static str {
    match contest.empty_holes.value {
        EmptyHoles::Closed => {
            "holes that stay empty are closed for the round: no seed is sown in them; when there are seeds for them, they \
             are opened again"
        }
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

/// What becomes of seeds in holes that are nobody's; `None` if all cells are somebody's.
fn nobodys_holes(rules: &Rules, contest: &Contest) -> Option<&'static str> {
    rules.board.has_nobodys().then_some(match contest.nobodys_holes.value {
        NobodysHoles::Empty => "holes that are nobody's begin the next round empty",
        NobodysHoles::Keep => "what is left in holes that are nobody's stays there for the next round",
    })
}

fn next_starter(contest: &Contest) -> &'static str {
    match contest.next_starter.value {
        NextStarter::Alternate => "the players begin the rounds in turn",
        NextStarter::Winner => "the winner of a round begins the next",
        NextStarter::Loser => "the loser of a round begins the next",
        NextStarter::LastMover => "the player who moved last in a round begins the next",
        NextStarter::ByLot => "the player who wins the lot of a round begins it",
        NextStarter::Same => "the player who began a round begins the next, too",
    }
}
