//! Rules, ready to play.

use mancala_tools::checks::Checks;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use mancala::{Referee, Ruleset, Source};
use mancala_engine::game::{Actions, Observation, Position};
use mancala_tools::questions::Spec;
use pyo3::prelude::*;
use serde_json::json;

use crate::failing;

/// The rules of a game under chosen readings.
#[pyclass(frozen, subclass, module = "mancala._mancala")]
pub struct Rules {
    pub ruleset: Ruleset,
    pub rules: Arc<mancala::Rules>,
    settings: Vec<(String, String)>,
    pub actions: Arc<Actions>,
    pub observation: Arc<Observation>,
    tables: OnceLock<Referee>,
}

impl Rules {
    fn of(ruleset: Ruleset, rules: Arc<mancala::Rules>, settings: Vec<(String, String)>) -> Rules {
        let actions = Arc::new(Actions::new(&rules));
        let observation = Arc::new(Observation::new(&rules, &Position::start(&rules), &actions));
        Rules { ruleset, rules, settings, actions, observation, tables: OnceLock::new() }
    }

    /// What plays games by these rules.
    pub fn referee(&self, narrated: bool) -> Referee {
        match narrated {
            true => Referee::narrator(&self.rules),
            false => self.tables.get_or_init(|| Referee::tables(&self.rules)).clone(),
        }
    }
}

#[pymethods]
impl Rules {
    /// A game by its name or the path of its rule file; or the text of a rule file, with names and texts of those beside it
    /// that it may be like. A text is checked under all its readings if `check`.
    #[new]
    #[pyo3(signature = (game, settings, text=None, beside=None, check=true))]
    fn new(
        py: Python<'_>,
        game: PathBuf,
        settings: Vec<(String, String)>,
        text: Option<&str>,
        beside: Option<Vec<(String, String)>>,
        check: bool,
    ) -> PyResult<Self> {
        let game = game.to_string_lossy();
        let Some(text) = text else {
            let loaded = mancala::cli::load(&game, &settings);
            let (ruleset, rules) = loaded.map_err(|error| failing::failure(py, &error))?;
            return Ok(Rules::of(ruleset, rules, settings));
        };
        let file = |(name, text): &(String, String)| Source::new(format!("{name}.mancala"), text);
        let beside = beside.unwrap_or_default().iter().map(file).collect();
        let source = Source::new(format!("{game}.mancala"), text).with_beside(beside);
        let ruleset = if check { Ruleset::checked(source) } else { Ruleset::read(source) };
        let ruleset = ruleset.map_err(|error| failing::problems(py, &error))?;
        let rules = ruleset.rules_under(&settings).map_err(|error| failing::rules(py, &error))?;
        Ok(Rules::of(ruleset, rules, settings))
    }

    /// The game as a part of a question: see `answer`.
    fn spec(&self) -> String {
        json!(Spec::of(&self.ruleset.source, &self.settings)).to_string()
    }

    #[getter]
    fn name(&self) -> &str {
        self.ruleset.source.stem()
    }

    #[getter]
    fn title(&self) -> &str {
        self.rules.name()
    }

    #[getter]
    fn text(&self) -> &str {
        &self.ruleset.source.text
    }

    #[getter]
    fn fingerprint(&self) -> String {
        self.ruleset.source.fingerprint()
    }

    #[getter]
    fn settings(&self) -> Vec<(String, String)> {
        self.settings.clone()
    }

    #[getter]
    fn players(&self) -> usize {
        self.rules.players()
    }

    #[getter]
    fn player_names(&self) -> Vec<String> {
        (0..self.rules.players()).map(|player| self.rules.player_name(player)).collect()
    }

    #[getter]
    fn rows(&self) -> usize {
        self.rules.rows()
    }

    #[getter]
    fn columns(&self) -> usize {
        self.rules.columns()
    }

    #[getter]
    fn has_match(&self) -> bool {
        self.rules.has_match()
    }

    #[getter]
    fn has_lots(&self) -> bool {
        self.rules.draws_lots()
    }

    /// The names of holes, ends and stores.
    #[getter]
    fn cells(&self) -> Vec<String> {
        let board = &self.rules.board;
        (0..board.cells()).map(|cell| mancala_engine::game::cell_name(board, cell)).collect()
    }

    /// The names of the actions, by number.
    #[getter]
    fn actions(&self) -> Vec<String> {
        self.actions.names().to_vec()
    }

    /// The parts of an observation: name, first number, how many numbers.
    #[getter]
    fn observation(&self) -> Vec<(String, usize, usize)> {
        self.observation.parts().iter().map(|part| (part.name.clone(), part.start, part.length)).collect()
    }
}
