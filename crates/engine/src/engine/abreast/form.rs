//! What conditions ask of a game, in a form that is asked of all games at once.

use std::rc::Rc;

use super::question::{About, Games, Question};
use super::runs::Run;
use super::sight::Spot;
use crate::tables::Numbers;

/// Questions combined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Known(bool),
    Asks(Question),
    /// More than a number of seeds lie at some places.
    More(Vec<Spot>, u8),
    /// How many of these hold lies between two numbers, both included.
    Number(Vec<Form>, u8, u8),
    All(Vec<Form>),
    Any(Vec<Form>),
    Not(Box<Form>),
    /// A run that starts next to a place claims another one; if `begun` is set, it also claims the one that it starts next
    /// to.
    Claimed {
        run: Rc<Run>,
        from: Spot,
        begun: bool,
        spot: Spot,
    },
}

/// The most ranges that numbers may consist of.
const MOST_RANGES: usize = 6;

impl Form {
    pub fn asks(about: About, low: u8, high: u8) -> Self {
        Form::Asks(Question { about, low, span: high - low, wanted: true })
    }

    /// Whether a game belongs to a set.
    pub fn those(games: Games) -> Self {
        Form::asks(About::Those(games), 1, 1)
    }

    /// Whether a place holds seeds.
    pub fn occupied(spot: Spot) -> Self {
        Form::asks(About::Seeds(spot), 1, u8::MAX)
    }

    pub fn all(parts: impl IntoIterator<Item = Form>) -> Self {
        Form::joined(parts, true)
    }

    pub fn any(parts: impl IntoIterator<Item = Form>) -> Self {
        Form::joined(parts, false)
    }

    /// All parts, or (`every` is not set) any of them.
    pub fn joined(parts: impl IntoIterator<Item = Form>, every: bool) -> Self {
        let mut kept = Vec::new();
        for part in parts {
            let parts = match part {
                Form::Known(holds) if holds == every => continue,
                Form::Known(_) => return part,
                Form::All(parts) if every => parts,
                Form::Any(parts) if !every => parts,
                part => vec![part],
            };
            for part in parts {
                if kept.iter().any(|known| Form::exclude(known, &part)) {
                    return Form::Known(!every);
                }
                let both = if every { kept.iter_mut().find_map(|known| Form::both(known, &part)) } else { None };
                match both {
                    Some((_, Form::Known(_))) => return Form::Known(false),
                    Some((known, both)) => *known = both,
                    None => kept.push(part),
                }
            }
        }
        match kept.len() {
            0 => Form::Known(every),
            1 => kept.remove(0),
            _ if every => Form::All(kept),
            _ => Form::Any(kept),
        }
    }

    /// Whether these are a question and its negation.
    fn exclude(one: &Form, other: &Form) -> bool {
        match (one, other) {
            (Form::Asks(one), Form::Asks(other)) => *one == Question { wanted: !other.wanted, ..*other },
            _ => false,
        }
    }

    /// What two questions of one number ask together, and the place of the first; `None` if they are no such questions.
    fn both<'f>(one: &'f mut Form, other: &Form) -> Option<(&'f mut Form, Form)> {
        let (Form::Asks(first), Form::Asks(second)) = (&*one, other) else { return None };
        if first.about != second.about || !first.wanted || !second.wanted {
            return None;
        }
        let low = first.low.max(second.low);
        let high = first.high().min(second.high());
        let both = if low > high { Form::Known(false) } else { Form::asks(first.about, low, high) };
        Some((one, both))
    }

    /// Whether a run claims a place, in questions of single places.
    pub fn claimed(run: &Run, (from, begun): (Spot, bool), place: Spot) -> Self {
        if begun && place == from {
            return Form::Known(true);
        }
        let mut claimed = Vec::new();
        let Some(first) = run.stages.iter().position(|stage| stage.after == from) else { return Form::Known(false) };
        let round = if run.circle { &run.stages[..first] } else { &[] };
        for stage in run.stages[first..].iter().chain(round).take_while(|stage| stage.spot != from) {
            let asked = |asks: &Question| if asks.always_holds() { Form::Known(true) } else { Form::Asks(*asks) };
            let claim = Form::any(stage.claims.iter().map(asked));
            let origin =
                if run.origin { Form::asks(About::Origin, stage.spot, stage.spot) } else { Form::Known(false) };
            let passed = Form::any([origin, stage.passed.map_or(Form::Known(false), Form::Asks)]);
            if stage.spot == place {
                claimed.extend([claim, passed.not()]);
                return Form::all(claimed);
            }
            claimed.push(Form::any([claim, passed]));
        }
        Form::Known(false)
    }

    /// The questions of which one answer is enough; `None` if it has another form.
    pub fn one_of(self) -> Option<Vec<Question>> {
        let asked = |part| if let Form::Asks(question) = part { Some(question) } else { None };
        match self {
            Form::Known(false) => Some(Vec::new()),
            Form::Any(parts) => parts.into_iter().map(asked).collect(),
            form => asked(form).map(|question| vec![question]),
        }
    }

    /// About how many acts it takes to ask this.
    pub fn cost(&self) -> usize {
        match self {
            Form::Known(_) => 0,
            Form::Asks(_) => 1,
            Form::More(spots, _) => 1 + spots.len() / 2,
            Form::Not(form) => 1 + form.cost(),
            Form::Claimed { run, from, begun, spot } => Form::claimed(run, (*from, *begun), *spot).cost(),
            Form::All(parts) | Form::Any(parts) | Form::Number(parts, ..) => {
                1 + parts.iter().map(Form::cost).sum::<usize>()
            }
        }
    }

    pub fn not(self) -> Self {
        match self {
            Form::Known(holds) => Form::Known(!holds),
            Form::Asks(question) => Form::Asks(Question { wanted: !question.wanted, ..question }),
            Form::All(parts) => Form::any(parts.into_iter().map(Form::not)),
            Form::Any(parts) => Form::all(parts.into_iter().map(Form::not)),
            Form::Not(inner) => *inner,
            form @ (Form::More(..) | Form::Number(..) | Form::Claimed { .. }) => Form::Not(Box::new(form)),
        }
    }

    /// Whether the number of those that hold is one of some; `None` if these do not follow each other.
    pub fn number(parts: impl IntoIterator<Item = Form>, numbers: &Numbers) -> Option<Self> {
        let (mut asked, mut sure) = (Vec::new(), 0);
        for part in parts {
            match part {
                Form::Known(holds) => sure += i32::from(holds),
                part => asked.push(part),
            }
        }
        let all = u8::try_from(asked.len()).ok()?;
        let mut wanted = (0..=all).filter(|number| numbers.contains(i32::from(*number) + sure));
        let Some(low) = wanted.next() else { return Some(Form::Known(false)) };
        let high = wanted.try_fold(low, |last, number| (number == last + 1).then_some(number))?;
        Some(if (low, high) == (0, all) { Form::Known(true) } else { Form::Number(asked, low, high) })
    }

    /// What is left to ask if a number is known.
    pub fn given(self, about: About, number: u8) -> Self {
        let all = |parts: Vec<Form>| parts.into_iter().map(|part| part.given(about, number)).collect::<Vec<_>>();
        match self {
            Form::Asks(asks) if asks.about == about => Form::Known(asks.holds(number)),
            Form::All(parts) => Form::all(all(parts)),
            Form::Any(parts) => Form::any(all(parts)),
            Form::Not(form) => form.given(about, number).not(),
            form => form,
        }
    }

    /// Whether it may ask about the seeds of places.
    pub fn asks_about(&self, places: &[Spot]) -> bool {
        match self {
            Form::Known(_) => false,
            Form::Asks(question) => match question.about {
                About::Seeds(spot) | About::Parity(spot) | About::Raided(spot) => places.contains(&spot),
                About::Mark(_) | About::Origin | About::Made | About::Those(_) => false,
                About::Hand => true,
            },
            Form::More(spots, _) => spots.iter().any(|spot| places.contains(spot)),
            Form::Number(parts, ..) | Form::All(parts) | Form::Any(parts) => {
                parts.iter().any(|part| part.asks_about(places))
            }
            Form::Not(form) => form.asks_about(places),
            Form::Claimed { .. } => true,
        }
    }

    /// Whether a number is one of those for which `is` holds; `None` if these are too many ranges. No number is larger
    /// than `most`.
    pub fn among(about: About, most: u8, is: impl Fn(i32) -> bool) -> Option<Self> {
        let mut ranges: Vec<(u8, u8)> = Vec::new();
        for number in (0..=most).filter(|number| is(i32::from(*number))) {
            match ranges.last_mut() {
                Some((_, high)) if *high + 1 == number => *high = number,
                _ => ranges.push((number, number)),
            }
        }
        if let (About::Seeds(spot), [(first, _), _, ..]) = (about, &ranges[..]) {
            let odd = first % 2;
            if (0..=most).all(|number| is(number.into()) == (number > 0 && number % 2 == odd)) {
                return Some(Form::asks(About::Parity(spot), odd, odd));
            }
        }
        let within = |(low, high): &(u8, u8)| Form::between(about, most, (*low, *high));
        (ranges.len() <= MOST_RANGES).then(|| Form::any(ranges.iter().map(within)))
    }

    /// Whether a number lies between two others, both included. No number is larger than `most`.
    fn between(about: About, most: u8, (low, high): (u8, u8)) -> Self {
        match (low, high) {
            (low, high) if low > high.min(most) => Form::Known(false),
            (0, high) if high >= most => Form::Known(true),
            (low, high) if high >= most => Form::asks(about, low, u8::MAX),
            (low, high) => Form::asks(about, low, high),
        }
    }

    /// Whether a number is one of some.
    pub fn numbers(about: About, most: u8, numbers: &Numbers) -> Option<Self> {
        match numbers {
            Numbers::Between(low, high) => Some(match [(*low).max(0), (*high).min(u8::MAX.into())].map(u8::try_from) {
                [Ok(low), Ok(high)] => Form::between(about, most, (low, high)),
                _ => Form::Known(false),
            }),
            _ => Form::among(about, most, |number| numbers.contains(number)),
        }
    }
}
