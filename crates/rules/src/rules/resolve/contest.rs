//! Resolves the `match` section.

use super::outline::Outline;
use super::resolver::Resolver;
use crate::problem::{Change, Code, Help, Remedy, one_of};
use crate::rules::model::{
    Contest, EmptyHoles, Fill, LastHole, Moment, NextStarter, NobodyWon, NobodysHoles, Outcome, Stated, Surplus, WonBy,
};
use crate::rules::vocabulary::SectionWord;
use crate::source::Span;
use crate::syntax::ast::Piece;

impl<'a> Resolver<'a> {
    /// Resolves the match, if the file has one. Inner `None`: a problem was reported.
    #[expect(clippy::option_option, reason = "no match, a match, or one that is wrong")]
    pub(super) fn contest(&mut self, outline: &Outline<'a>) -> Option<Option<Contest>> {
        let section = outline.one(SectionWord::Match)?;
        let fill = self.match_setting(
            outline,
            "fill",
            &[
                ("from own left", Fill::FromOwnLeft),
                ("from own right", Fill::FromOwnRight),
                ("as each player chooses", Fill::AsEachPlayerChooses),
                ("as loser chooses", Fill::AsLoserChooses),
                ("as at the start", Fill::Anew),
            ],
        );
        if let Some(fill) = fill.as_ref().filter(|fill| fill.value == Fill::AsLoserChooses && self.players != 2) {
            let help = "with more players write `as each player chooses`";
            self.wrong(Code::WrongBoard, fill.span, "a loser and a winner exist only between two players", help);
        }
        let anew = fill.as_ref().is_some_and(|fill| fill.value == Fill::Anew);
        let nobody_won = self.refill_setting(
            outline,
            anew.then_some(NobodyWon::ToNobody),
            "seeds nobody won",
            &[("to owner", NobodyWon::ToOwner), ("to nobody", NobodyWon::ToNobody), ("to pot", NobodyWon::ToPot)],
        );
        let last_hole = self.last_hole(outline, anew);
        let surplus = self.refill_setting(
            outline,
            anew.then_some(Surplus::Reserve),
            "surplus",
            &[("to reserve", Surplus::Reserve), ("to pot", Surplus::Pot), ("to store", Surplus::Store)],
        );
        let empty_holes = self.refill_setting(
            outline,
            anew.then_some(EmptyHoles::Open),
            "empty holes",
            &[
                ("closed", EmptyHoles::Closed),
                ("closed for good", EmptyHoles::ClosedForGood),
                ("closed on both sides", EmptyHoles::ClosedOnBothSides),
                ("open", EmptyHoles::Open),
                ("filled by opponent", EmptyHoles::FilledByOpponent),
            ],
        );
        let both = empty_holes.as_ref().filter(|empty| empty.value == EmptyHoles::ClosedOnBothSides);
        if let Some(both) = both.filter(|_| self.players != 2) {
            let help = "with more players write `closed`";
            self.wrong(Code::WrongBoard, both.span, "both sides exist only between two players", help);
        }
        let nobodys_holes = self.nobodys_holes(outline, anew);
        let next_starter = self.match_setting(
            outline,
            "next starter",
            &[
                ("alternate", NextStarter::Alternate),
                ("winner", NextStarter::Winner),
                ("loser", NextStarter::Loser),
                ("same", NextStarter::Same),
                ("last mover", NextStarter::LastMover),
                ("by lot", NextStarter::ByLot),
            ],
        );
        let after_refilling = self.list(outline.after_refilling, Moment::AfterRefilling);
        let a_rule_wins = after_refilling.iter().any(|rule| rule.value.outcome == Some(Outcome::WinsMatch));
        let won_by = if self.setting(SectionWord::Match, 0, "match won by").is_some() || !a_rule_wins {
            let plain = [("last player left", WonBy::LastPlayerLeft), ("most points", WonBy::MostPoints)];
            self.match_setting_or(outline, "match won by", &plain, points, &["60 points"]).map(Some)
        } else {
            Some(None)
        };
        let most_rounds = self.most_rounds();
        let unlike = [
            empty_holes.as_ref().filter(|empty| empty.value != EmptyHoles::Open).map(|empty| empty.span),
            last_hole.as_ref().filter(|last| last.value == LastHole::LockedUntilFull).map(|last| last.span),
        ];
        for (swap, setting) in std::mem::take(&mut self.swaps).into_iter().zip(unlike.into_iter().flatten().cycle()) {
            let message = "sides that are not alike after a refilling cannot be swapped";
            let problem = self.problem(Code::WrongBoard, swap, message);
            problem.labels.push((setting, "some holes may then be out of use on one side only".to_owned()));
            problem.help = Some("choose a value under which all holes stay in use, such as `empty holes: open`".into());
        }
        let contest = (|| {
            Some(Contest {
                nobody_won: nobody_won?,
                fill: fill?,
                last_hole: last_hole?,
                surplus: surplus?,
                empty_holes: empty_holes?,
                nobodys_holes: nobodys_holes?,
                next_starter: next_starter?,
                most_rounds,
                won_by: won_by?,
                after_refilling,
                span: section.head,
            })
        })();
        Some(contest)
    }

    /// Resolves a setting of refilling. `default` is given if every round starts like the first, so nothing is
    /// refilled.
    fn refill_setting<T: Copy>(
        &mut self,
        outline: &Outline<'a>,
        default: Option<T>,
        name: &str,
        values: &[(&str, T)],
    ) -> Option<Stated<T>> {
        let Some(value) = default else { return self.match_setting(outline, name, values) };
        self.not_refilled(name);
        Some(Stated { value, span: Span::default(), basis: Vec::new() })
    }

    fn not_refilled(&mut self, name: &str) {
        // another reading of `fill` may need the setting
        let one_reading = self.setting(SectionWord::Match, 0, "fill").is_some_and(|fill| fill.readings.len() == 1);
        if let (Some(found), true) = (self.setting(SectionWord::Match, 0, name), one_reading) {
            let help = "remove it, or fill holes from what the players won";
            let (span, message) = (found.name.span, "every round begins like the first, so nothing is refilled");
            let remedy = Remedy::new(format!("Remove `{name}`"), Change::Remove(span));
            self.curable(Code::UnusedName, span, message, help, remedy);
        }
    }

    fn last_hole(&mut self, outline: &Outline<'a>, anew: bool) -> Option<Stated<LastHole>> {
        if anew {
            self.not_refilled("last hole");
            return Some(Stated { value: LastHole::FullOnly, span: Span::default(), basis: Vec::new() });
        }
        let plain = [
            ("full only", LastHole::FullOnly),
            ("even number", LastHole::EvenNumber),
            ("any number", LastHole::AnyNumber),
            ("locked until full", LastHole::LockedUntilFull),
        ];
        let forms = ["at least 3 with the rest borrowed", "at least 2 by lot with the rest borrowed"];
        self.match_setting_or(outline, "last hole", &plain, borrowed, &forms)
    }

    /// Resolves a setting whose value is one of the `plain` words, or has a number in it: `read` reads such a value,
    /// and `forms` shows what it may look like.
    fn match_setting_or<T: Copy>(
        &mut self,
        outline: &Outline<'a>,
        name: &str,
        plain: &[(&str, T)],
        read: fn(&str) -> Option<T>,
        forms: &[&str],
    ) -> Option<Stated<T>> {
        let Some(found) = self.setting(SectionWord::Match, 0, name) else {
            return self.match_setting(outline, name, plain);
        };
        let value = self.chosen(&found, |resolver, pieces| {
            let text = super::choices::text_of(resolver.source, pieces);
            let value = read(&text).or_else(|| plain.iter().find(|(word, _)| *word == text).map(|(_, value)| *value));
            if value.is_none() {
                let span = pieces.first().map_or(found.span, Piece::span);
                let known = plain.iter().map(|(word, _)| *word);
                let help = Help::nearest(&text, known.clone())
                    .unwrap_or_else(|| format!("write {}", one_of(known.chain(forms.iter().copied()))).into());
                resolver.wrong(Code::WrongValue, span, format!("`{name}` does not take `{text}`"), help);
            }
            value
        })?;
        Some(Stated { value, span: found.span, basis: found.basis })
    }

    /// Resolves what becomes of holes that are nobody's. A board without any must not say it.
    fn nobodys_holes(&mut self, outline: &Outline<'a>, anew: bool) -> Option<Stated<NobodysHoles>> {
        const NAME: &str = "nobody's holes";
        let none = self.geometry.has_nobodys != Some(true);
        // under another reading of the board, some may be nobody's
        let sure = ["side", "ends", "rows", "players"]
            .into_iter()
            .all(|name| self.setting(SectionWord::Board, 0, name).is_none_or(|found| found.readings.len() == 1));
        if let (Some(found), Some(false), true) =
            (self.setting(SectionWord::Match, 0, NAME), self.geometry.has_nobodys, sure)
        {
            let message = "no hole of this board is nobody's";
            let remedy = Remedy::new(format!("Remove `{NAME}`"), Change::Remove(found.name.span));
            let help = "remove it: each hole is on a player's side";
            self.curable(Code::UnusedName, found.name.span, message, help, remedy);
        }
        if none {
            return Some(Stated { value: NobodysHoles::Empty, span: Span::default(), basis: Vec::new() });
        }
        self.refill_setting(
            outline,
            anew.then_some(NobodysHoles::Empty),
            NAME,
            &[("empty", NobodysHoles::Empty), ("keep their seeds", NobodysHoles::Keep)],
        )
    }

    fn most_rounds(&mut self) -> Option<Stated<u32>> {
        let found = self.setting(SectionWord::Match, 0, "most rounds")?;
        let value = self.chosen(&found, |resolver, pieces| {
            let range = if let [piece] = pieces { super::choices::range(piece) } else { None };
            let number =
                range.and_then(|(low, _)| u32::try_from(low).ok()).filter(|number| (1..=100_000).contains(number));
            if number.is_none() {
                let span = pieces.first().map_or(found.span, Piece::span);
                resolver.wrong(
                    Code::OutOfRange,
                    span,
                    "`most rounds` must be from 1 to 100,000",
                    "write `most rounds: 10`",
                );
            }
            number
        })?;
        let value = found.number.and_then(|number| u32::try_from(number).ok()).unwrap_or(value);
        Some(Stated { value, span: found.span, basis: found.basis })
    }

    fn match_setting<T: Copy>(&mut self, outline: &Outline<'a>, name: &str, values: &[(&str, T)]) -> Option<Stated<T>> {
        match self.setting(SectionWord::Match, 0, name) {
            Some(found) => self.keyword(&found, values),
            None => {
                let section = outline.one(SectionWord::Match)?;
                self.lacks(section, SectionWord::Match, name);
                None
            }
        }
    }
}

/// Reads `60 points`.
fn points(text: &str) -> Option<WonBy> {
    let number = text.strip_suffix(" points").or_else(|| text.strip_suffix(" point"))?;
    number.parse().ok().filter(|number| (1..=1_000_000).contains(number)).map(WonBy::Points)
}

/// Reads `at least 3 with the rest borrowed` and `at least 2 by lot with the rest borrowed`.
fn borrowed(text: &str) -> Option<LastHole> {
    let number = text.strip_prefix("at least ")?.strip_suffix(" with the rest borrowed")?;
    let (number, by_lot) = number.strip_suffix(" by lot").map_or((number, false), |number| (number, true));
    let least = number.parse().ok().filter(|least| (1..=1000).contains(least))?;
    Some(LastHole::Borrowed { least, by_lot })
}
