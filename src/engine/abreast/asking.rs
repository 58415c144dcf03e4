//! Writes what forms ask as acts.

use super::acts::{Act, NO_GAME, Part, Script, THESE};
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
                let (plain, others) = split(parts);
                let (clauses, others): (Vec<_>, Vec<_>) = others.into_iter().partition(|form| form.is_clause());
                let of = self.ask_all(of, plain);
                let cost: usize = clauses.iter().chain(&others).map(|form| form.cost()).sum();
                let short = if others.is_empty() { FUSED } else { CHEAP };
                if cost <= short {
                    let of = self.ask_clauses(of, &clauses);
                    return others.into_iter().fold(of, |of, part| self.ask(of, part));
                }
                // what is short is asked first, and the rest only if it holds somewhere
                let found = self.free();
                self.acts.push(Act::Are { of, to: found });
                let pass = self.pass(of);
                let met = self.ask_clauses(of, &clauses);
                let met = others.into_iter().fold(met, |of, part| self.ask(of, part));
                self.acts.push(Act::Are { of: met, to: found });
                self.end_pass(pass);
                found
            }
            Form::Any(parts) => {
                let (plain, mut others) = split(parts);
                if !others.is_empty() && others.iter().all(|form| form.is_term()) {
                    // for none of them, one answer of each is not as wanted: few acts ask that
                    let others = self.ask(of, &form.clone().not());
                    return self.without(of, others);
                }
                let first = match plain.is_empty() {
                    true => self.ask(of, others.remove(0)),
                    false => self.ask_any(of, [plain]),
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

    /// Those for which all of some clauses hold.
    fn ask_clauses(&mut self, of: Games, clauses: &[&Form]) -> Games {
        let questions = |clause: &&Form| (*clause).clone().one_of().unwrap_or_default();
        self.ask_any(of, clauses.iter().map(questions))
    }

    /// Those for which one answer of each of some lists is as wanted.
    fn ask_any(&mut self, of: Games, lists: impl IntoIterator<Item = Vec<Question>>) -> Games {
        let lists: Vec<Part> = lists.into_iter().map(|questions| self.questions(questions)).collect();
        if lists.is_empty() {
            return of;
        }
        let (clauses, to) = (self.clauses(lists), self.free());
        self.acts.push(Act::Clauses { of, clauses, to });
        to
    }

    /// Asks once what is long and stands in several forms: such parts become known. No act may change seeds or marks in
    /// between.
    pub fn hoist(&mut self, form: Form, known: &mut Vec<(Form, Games)>) -> Form {
        let (parts, every) = match form {
            Form::All(parts) if parts.len() <= LONG => (parts, true),
            Form::Any(parts) if parts.len() <= LONG => (parts, false),
            Form::Not(form) => return self.hoist(*form, known).not(),
            form if form.cost() <= LONG => return form,
            form => {
                if let Some((_, games)) = known.iter().find(|(other, _)| *other == form) {
                    return Form::those(*games);
                }
                let games = self.ask(THESE, &form);
                known.push((form, games));
                return Form::those(games);
            }
        };
        Form::joined(parts.into_iter().map(|part| self.hoist(part, known)), every)
    }
}

/// The questions among some forms, and the others.
fn split(parts: &[Form]) -> (Vec<Question>, Vec<&Form>) {
    let mut plain = Vec::new();
    let mut others = Vec::new();
    for part in parts {
        if let Form::Asks(question) = part { plain.push(*question) } else { others.push(part) }
    }
    (plain, others)
}
