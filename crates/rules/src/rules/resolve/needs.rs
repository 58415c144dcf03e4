//! Checks that the moment and the board give words a meaning, and reports what is missing.

use super::resolver::Resolver;
use crate::problem::Code;
use crate::rules::model::Moment;
use crate::rules::model::Need;
use crate::source::Span;

impl Resolver<'_> {
    /// Reports a need of a word that the moment or the board does not meet.
    pub(super) fn meets(&mut self, need: Need, span: Span) {
        let at = self.moment.name();
        let (message, help) = match need {
            Need::Nothing => return,
            Need::TwoPlayers | Need::Ends | Need::Rows | Need::Rear => return self.board_meets(need, span),
            Need::Opposites | Need::SameNumbers => return self.across_meets(need, span),
            Need::Track if self.moment.has_here() => return self.walks(span),
            _ if need.is_met_at(self.moment) => return,
            Need::Turn => (format!("at {at} no turn is in progress"), "use it in `last seed` or `after turn`"),
            Need::Track => {
                (format!("at {at} nobody sows, so no hole is ahead or back"), "name the holes by their side or place")
            }
            Need::LastTurn => {
                (format!("at {at} there is no previous turn"), "use it in `from`, or in a list of a turn")
            }
            Need::Seed => (
                "this condition needs one seed of a lap".to_owned(),
                "use `last seed` in `each seed` and in `skip`; the list `last seed` is read after the last seed anyway",
            ),
            Need::ToMove => {
                ("only `before turn` can test for legal moves".to_owned(), "move the rule to `before turn`")
            }
            Need::History if self.moment == Moment::Claim => (
                "a claim is about one position, not about earlier positions".to_owned(),
                "`mancala check --exhaust` finds out whether a game can go on for ever",
            ),
            Need::History => {
                let message = "only `before turn` can test whether a position is repeated";
                (message.to_owned(), "move the rule to `before turn`")
            }
            Need::OtherMoves => ("other moves are tried only when a turn is over".to_owned(), "use it in `after turn`"),
            Need::LastRound => {
                (format!("this is known between two rounds, not at {at}"), "use it in `each player after refilling`")
            }
        };
        self.wrong(Code::WrongMoment, span, message, help);
    }

    /// Reports a word that walks along the track inside `skip`: walking passes over skipped holes, so it depends on
    /// `skip`.
    pub(super) fn walks(&mut self, span: Span) {
        if self.moment == Moment::Sowing {
            let message = "`skip` decides which hole is next, ahead or back, so it cannot use these words";
            self.wrong(Code::WrongMoment, span, message, "name the holes by their side, place, mark or seeds");
        }
    }

    fn board_meets(&mut self, need: Need, span: Span) {
        let lacks_depth = self.geometry.lacks_depth;
        let (message, help) = match need {
            Need::Ends if self.geometry.lacks_ends => (
                "no hole of this board is an end, and no seed is sown into a store",
                "write `ends: stores` in `board` if the stores are sown into; otherwise remove it",
            ),
            Need::Rows if lacks_depth => (
                "inner and outer rows exist only if a player has a hole behind another",
                "write `side: 2 rows`, or remove it",
            ),
            Need::Rear if lacks_depth => {
                ("a rear hole exists only if a player has a hole behind another", "write `side: 2 rows`, or remove it")
            }
            Need::TwoPlayers if self.players == 1 => (
                "rows have an owner's left only between two players",
                "without an opponent name holes by `next`, `1 back` or `origin`",
            ),
            Need::TwoPlayers if self.players != 2 => {
                ("rows have an owner's left only between two players", "with more players name holes by their side")
            }
            _ => return,
        };
        self.wrong(Code::WrongBoard, span, message, help);
    }

    /// Reports a board whose sides cannot be swapped.
    pub(super) fn swap_fits(&mut self, span: Span) {
        let message = match &self.geometry.unlike {
            _ if self.players != 2 => "only two players swap sides".to_owned(),
            Some(hole) => {
                format!("the sides are not alike: no hole of the other player has the same number as {hole}")
            }
            None => return,
        };
        self.wrong(Code::WrongBoard, span, message, "remove the rule, or say in `left out` what the source says");
    }

    /// Reports a board on which opposite holes, or holes of the same number, are missing or ambiguous.
    fn across_meets(&mut self, need: Need, span: Span) {
        const HELP: &str = "name holes by `next`, `2 ahead` or their number";
        if self.players != 2 {
            let message = "this hole exists only between two players";
            let help = match self.players {
                1 => "without an opponent name holes by `next`, `1 back` or `origin`",
                _ => "with more players name holes by `next`, `2 ahead` or their number",
            };
            self.wrong(Code::WrongBoard, span, message, help);
            return;
        }
        if self.geometry.one_row {
            self.wrong(Code::WrongBoard, span, "a board of one row has no hole opposite another", HELP);
        } else {
            let unlike = self.geometry.unlike.as_ref().filter(|_| need == Need::SameNumbers).map(|hole| {
                format!("the sides are not alike: no hole of the other player has the same number as {hole}")
            });
            let opposite = need == Need::Opposites;
            let lacking = "no hole lies opposite another: no column has holes of both players";
            let lacking = (opposite && self.geometry.lacks_opposites).then(|| lacking.to_owned());
            let between = self.geometry.between.as_ref().filter(|_| opposite).map(|hole| {
                format!("{hole} lies between two holes of the other player, so it is unclear which is opposite")
            });
            for message in [unlike, lacking, between].into_iter().flatten() {
                self.wrong(Code::WrongBoard, span, message, HELP);
            }
        }
    }
}
