//! What differs between two sets of readings, and by how much.

use mancala_rules::notation::{capital, player_name};
use mancala_tools::drivers::measure::{Difference, Sample, Share};

use super::row::Swept;

/// A measure of two series.
pub(super) struct Compared {
    pub(super) what: String,
    pub(super) there: f64,
    pub(super) here: f64,
    pub(super) difference: Difference,
    /// Whether it is a share.
    pub(super) is_share: bool,
}

/// What differs between the usual readings, `base`, and others.
pub(super) fn differences(base: &Swept, other: &Swept) -> Vec<Compared> {
    let first = capital(&player_name(other.wins.len(), 0));
    let means = |what: String, there: Option<Sample>, here: Option<Sample>| {
        let (there, here) = (there?, here?);
        let difference = Difference::of_means(&there, &here)?;
        Some(Compared { what, there: there.mean, here: here.mean, difference, is_share: false })
    };
    let shares = |what: String, there: Share, here: Share| {
        let difference = Difference::of_shares(&there, &here)?;
        Some(Compared { what, there: there.share(), here: here.share(), difference, is_share: true })
    };
    let mut all = vec![means("plies".to_owned(), base.length, other.length)];
    // one player who plays alone always wins or loses against nobody
    if other.wins.len() > 1 {
        all.push(shares(format!("{first} wins"), base.first_wins(), other.first_wins()));
        all.push(shares("drawn".to_owned(), base.drawn(), other.drawn()));
    }
    all.push(means(format!("{first}'s score"), base.score, other.score));
    all.into_iter().flatten().collect()
}

/// How large an effect is, as is usual for Cohen's d and h.
pub(super) fn size(effect: f64) -> &'static str {
    match effect.abs() {
        0.8.. => "large",
        0.5.. => "medium",
        0.2.. => "small",
        _ => "slight",
    }
}

/// The usual readings of a game, and each other set with what differs.
pub(super) struct Against<'a> {
    pub(super) base: &'a Swept,
    pub(super) others: Vec<(&'a Swept, Vec<Compared>)>,
}

impl<'a> Against<'a> {
    /// Of the rows of one game. `None` if the usual readings are not among them.
    pub(super) fn of(rows: &'a [Swept]) -> Option<Self> {
        let base = rows.iter().find(|row| row.is_usual())?;
        let others = rows.iter().filter(|row| !row.is_usual()).map(|row| (row, differences(base, row)));
        Some(Against { base, others: others.collect() })
    }

    /// The number of comparisons.
    pub(super) fn number(&self) -> usize {
        self.others.iter().map(|(_, differences)| differences.len()).sum()
    }
}

/// The rows of each game, those of several seeds added up.
pub(super) fn by_game(rows: &[Swept]) -> Vec<Vec<Swept>> {
    let mut games: Vec<Vec<Swept>> = Vec::new();
    for row in rows {
        let at = games.iter().position(|game| game.first().is_some_and(|first| first.is_of_same_game(row)));
        let Some(game) = at.and_then(|at| games.get_mut(at)) else {
            games.push(vec![row.clone()]);
            continue;
        };
        match game.iter_mut().find(|known| known.origin == row.origin) {
            Some(known) => known.add(row),
            None => game.push(row.clone()),
        }
    }
    games
}
