//! Writes what forms ask as acts.

use super::acts::{Act, NO_GAME, Part, Script};
use super::form::Form;
use super::question::{Games, Question};

/// With more parts than this, what is asked for every choice is asked once.
const LONG: usize = 8;

/// What takes so few acts is asked in any case.
const CHEAP: usize = 6;

/// So much is asked in any case if single questions are enough.
const FUSED: usize = 40;

impl Script {
    /// Those games for which something holds.
    pub fn ask(&mut self, of: Games, form: &Form) -> Games {
        if of == NO_GAME {
            return of;
        }
        match form {
            Form::Known(true) => of,
            Form::Known(false) => NO_GAME,
            Form::Asks(question) => self.ask_one(of, *question),
            Form::More(spots, than) => {
                let (spots, to) = (self.spots(spots.iter().copied()), self.free());
                self.acts.push(Act::More { of, spots, than: *than, to });
                to
            }
            Form::Number(parts, low, high) => {
                let mut groups = Vec::new();
                for part in parts {
                    groups.push(match part {
                        Form::Asks(question) => (of, Some(*question)),
                        part => (self.ask(of, part), None),
                    });
                }
                let (groups, to) = (self.groups(groups), self.free());
                self.acts.push(Act::Number { of, groups, low: *low, span: high - low, to });
                to
            }
            Form::All(parts) => {
                let (plain, mut clauses, others) = split(parts);
                let asked: usize = clauses.iter().map(|questions| questions.len() + 1).sum();
                let cost: usize = others.iter().map(|form| form.cost()).sum();
                let short = if others.is_empty() { FUSED } else { CHEAP };
                let is_short = asked + cost <= short;
                let of = if is_short && asked > 0 {
                    clauses.splice(0..0, plain.into_iter().map(|question| vec![question]));
                    of
                } else {
                    self.ask_all(of, plain)
                };
                if is_short {
                    let of = self.ask_clauses(of, clauses);
                    return others.into_iter().fold(of, |of, part| self.ask(of, part));
                }
                // what is short is asked first, and the rest only if it holds somewhere
                let found = self.free();
                self.acts.push(Act::Are { of, to: found });
                let pass = self.pass(of);
                let met = self.ask_clauses(of, clauses);
                let met = others.into_iter().fold(met, |of, part| self.ask(of, part));
                self.acts.push(Act::Are { of: met, to: found });
                self.end_pass(pass);
                found
            }
            Form::Any(parts) => {
                let none = form.clone().not();
                if let Form::All(unwanted) = &none
                    && let (_, clauses, others) = split(unwanted)
                    && !clauses.is_empty()
                    && others.is_empty()
                {
                    // few acts ask whether none of them holds
                    let others = self.ask(of, &none);
                    return self.without(of, others);
                }
                let (mut plain, clauses, mut others) = split(parts);
                plain.extend(clauses.concat());
                let first = match plain.is_empty() && !others.is_empty() {
                    true => self.ask(of, others.remove(0)),
                    false => self.ask_clauses(of, vec![plain]),
                };
                if others.is_empty() {
                    return first;
                }
                let to = self.free();
                self.acts.push(Act::Are { of: first, to });
                for part in others {
                    let of = self.ask(of, part);
                    self.acts.push(Act::Join { of, to });
                }
                to
            }
            Form::Claimed { run, from, begun, spot } => self.ask(of, &Form::claimed(run, (*from, *begun), *spot)),
            Form::Not(form) => {
                let others = self.ask(of, form);
                self.without(of, others)
            }
        }
    }

    /// Those games for which one answer is as wanted. What is asked of the same games in a row is one act.
    fn ask_one(&mut self, games: Games, question: Question) -> Games {
        let follows = self.acts.len() > self.passed;
        let (next, asks, to) = (self.questions.len() as u32, self.questions([question]), self.free());
        if let Some(Act::Each { of, asks: (begin, end), to: first }) = self.acts.last_mut()
            && follows
            && *of == games
            && *end == next
            && *first + (next - *begin) as Games == to
        {
            *end = asks.1;
        } else {
            self.acts.push(Act::Each { of: games, asks, to });
        }
        to
    }

    /// Those for which all answers are.
    fn ask_all(&mut self, of: Games, questions: Vec<Question>) -> Games {
        match questions[..] {
            [] => of,
            [question] => self.ask_one(of, question),
            _ => {
                let (asks, to) = (self.questions(questions), self.free());
                self.acts.push(Act::All { of, asks, to });
                to
            }
        }
    }

    /// Those for which one answer of each of some lists is as wanted.
    fn ask_clauses(&mut self, of: Games, clauses: Vec<Vec<Question>>) -> Games {
        if clauses.is_empty() {
            return of;
        }
        let clauses: Vec<Part> = clauses.into_iter().map(|questions| self.questions(questions)).collect();
        let (clauses, to) = (self.clauses(clauses), self.free());
        self.acts.push(Act::Clauses { of, clauses, to });
        to
    }

    /// Asks once, in some games, what is long and stands in several forms: such parts become known. No act may change seeds
    /// or marks in between.
    pub fn hoist(&mut self, of: Games, form: Form, known: &mut Vec<(Form, Games)>) -> Form {
        let (parts, every) = match form {
            Form::All(parts) if parts.len() <= LONG => (parts, true),
            Form::Any(parts) if parts.len() <= LONG => (parts, false),
            Form::Not(form) => return self.hoist(of, *form, known).not(),
            form if form.cost() <= LONG => return form,
            form => {
                if let Some((_, games)) = known.iter().find(|(other, _)| *other == form) {
                    return Form::those(*games);
                }
                let games = self.ask(of, &form);
                known.push((form, games));
                return Form::those(games);
            }
        };
        Form::joined(parts.into_iter().map(|part| self.hoist(of, part, known)), every)
    }
}

/// The questions among some forms, the lists of which one answer is enough, and the others.
fn split(parts: &[Form]) -> (Vec<Question>, Vec<Vec<Question>>, Vec<&Form>) {
    let (mut plain, mut clauses, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for part in parts {
        match (part, part.clone().one_of()) {
            (Form::Asks(question), _) => plain.push(*question),
            (_, Some(questions)) => clauses.push(questions),
            (_, None) => others.push(part),
        }
    }
    (plain, clauses, others)
}
