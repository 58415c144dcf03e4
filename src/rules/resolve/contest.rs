//! How rounds follow one another.

use super::outline::Outline;
use super::{Moment, Resolver};
use crate::problem::Code;
use crate::rules::model::{
    Contest, EmptyHoles, Fill, LastHole, NextStarter, NobodyWon, Outcome, Stated, Surplus, WonBy,
};
use crate::rules::vocabulary::{self, Meaning, SectionWord};

impl<'a> Resolver<'a> {
    /// The match, if the file has one. Inner none: a problem was told.
    #[expect(clippy::option_option, reason = "no match, a match, or one that is wrong")]
    pub(super) fn contest(&mut self, outline: &Outline<'a>) -> Option<Option<Contest>> {
        let section = outline.one(SectionWord::Match)?;
        let nobody_won = self.match_setting(
            outline,
            "seeds nobody won",
            &[("to owner", NobodyWon::ToOwner), ("to nobody", NobodyWon::ToNobody), ("to pot", NobodyWon::ToPot)],
        );
        let fill = self.match_setting(
            outline,
            "fill",
            &[
                ("from own left", Fill::FromOwnLeft),
                ("from own right", Fill::FromOwnRight),
                ("as loser chooses", Fill::AsLoserChooses),
            ],
        );
        let last_hole = self.match_setting(
            outline,
            "last hole",
            &[
                ("full only", LastHole::FullOnly),
                ("even number", LastHole::EvenNumber),
                ("any number", LastHole::AnyNumber),
            ],
        );
        let surplus =
            self.match_setting(outline, "surplus", &[("to reserve", Surplus::ToReserve), ("to pot", Surplus::ToPot)]);
        let empty_holes = self.match_setting(
            outline,
            "empty holes",
            &[
                ("closed", EmptyHoles::Closed),
                ("open", EmptyHoles::Open),
                ("filled by opponent", EmptyHoles::FilledByOpponent),
            ],
        );
        let next_starter = self.match_setting(
            outline,
            "next starter",
            &[
                ("alternate", NextStarter::Alternate),
                ("winner", NextStarter::Winner),
                ("loser", NextStarter::Loser),
                ("same", NextStarter::Same),
            ],
        );
        let after_refilling = self.list(outline.after_refilling, Moment::AfterRefilling);
        let a_rule_wins = after_refilling.iter().any(|rule| rule.value.outcome == Some(Outcome::WinsMatch));
        let won_by = if self.setting(SectionWord::Match, 0, "match won by").is_some() || !a_rule_wins {
            self.match_setting(
                outline,
                "match won by",
                &[("last player left", WonBy::LastPlayerLeft), ("most points", WonBy::MostPoints)],
            )
            .map(Some)
        } else {
            Some(None)
        };
        let contest = (|| {
            Some(Contest {
                nobody_won: nobody_won?,
                fill: fill?,
                last_hole: last_hole?,
                surplus: surplus?,
                empty_holes: empty_holes?,
                next_starter: next_starter?,
                won_by: won_by?,
                after_refilling,
                span: section.head,
            })
        })();
        Some(contest)
    }

    fn match_setting<T: Copy>(&mut self, outline: &Outline<'a>, name: &str, values: &[(&str, T)]) -> Option<Stated<T>> {
        match self.setting(SectionWord::Match, 0, name) {
            Some(found) => self.keyword(&found, values),
            None => {
                let section = outline.one(SectionWord::Match)?;
                let example = vocabulary::rows(|meaning| meaning == Meaning::Setting(SectionWord::Match))
                    .find(|entry| entry.words == name)
                    .map_or("", |entry| entry.example);
                let message = format!("the match does not say `{name}`");
                self.wrong(Code::MissingSetting, section.head, message, format!("write for example `{example}`"));
                None
            }
        }
    }
}
