//! A game in pictures: a folder of SVG files, and a page to step through it. All pictures of a game have the same size.

use std::fs;
use std::path::{Path, PathBuf};

use mancala_engine::game::{Event, Position, at_end, tell};
use mancala_engine::outcome::{GATHERING, gathered};
use mancala_engine::play::Game;
use mancala_rules::notation::capital;
use mancala_rules::rules::explain::{Sentence, sentences};
use mancala_rules::rules::model::Player;
use mancala_tools::picture::{Look, Page, PageStep, Room, Scene, Theme, Told};

use super::Failure;
use super::game::Loaded;
use super::picture::LookArguments;
use super::plies::ply_text;

/// What one picture shows.
pub(super) struct Shot {
    /// The board before the events.
    pub(super) position: Position,
    /// Who moves, if anybody does.
    pub(super) by: Option<Player>,
    /// The move that is played.
    pub(super) play: Option<String>,
    pub(super) events: Vec<Event>,
    /// What is written below the picture, and above it on the page.
    pub(super) heading: String,
    /// Whether it is a picture of the page alone.
    pub(super) aside: bool,
}

/// Pictures of a game, gathered while it is played and written at its end.
pub(super) struct Album {
    folder: Option<PathBuf>,
    page: Option<PathBuf>,
    look: Look,
    shots: Vec<Shot>,
    /// The board after the last ply of a game.
    board: Option<Position>,
}

/// The readings that were chosen, in a line; `None` if all are those by default.
pub(super) fn readings(settings: &[(String, String)]) -> Option<String> {
    let settings: Vec<String> = settings.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    (!settings.is_empty()).then(|| format!("Readings: {}", settings.join(", ")))
}

impl Album {
    /// Begins an album if one is wanted, and creates its folder. A folder that is not empty is an error.
    pub(super) fn begin(
        folder: Option<&Path>,
        page: Option<&Path>,
        look: &LookArguments,
    ) -> Result<Option<Album>, Failure> {
        if folder.is_none() && page.is_none() {
            return Ok(None);
        }
        let look = look.look()?;
        if let Some(page) = page {
            let parent = page.parent().filter(|parent| !parent.as_os_str().is_empty());
            if page.is_dir() || parent.is_some_and(|parent| !parent.is_dir()) {
                return Err(Failure::wrong_use(format!("`{}` cannot be written", page.display()))
                    .help("give the name of a file in a folder that exists"));
            }
        }
        if let Some(folder) = folder {
            fs::create_dir_all(folder).map_err(|error| Failure::unwritten(folder, &error))?;
            let mut entries = fs::read_dir(folder).map_err(|error| Failure::unwritten(folder, &error))?;
            if entries.next().is_some() {
                return Err(Failure::wrong_use(format!("the folder `{}` is not empty", folder.display()))
                    .help("give a new folder, so that pictures do not mix"));
            }
        }
        Ok(Some(Album {
            folder: folder.map(Path::to_owned),
            page: page.map(Path::to_owned),
            look,
            shots: Vec::new(),
            board: None,
        }))
    }

    pub(super) fn add(&mut self, shot: Shot) {
        self.shots.push(shot);
    }

    /// Adds the ply that was just played in a game, on the board before it, and what is gathered after it; at the start
    /// nothing.
    pub(super) fn ply(&mut self, game: &mut Game, ply: Option<(u64, Player, String)>) {
        let events = game.take_events();
        let gathering = game.gathering();
        let (turn, end) = if gathering.is_some() { at_end(&events) } else { (events.as_slice(), &[][..]) };
        let before = self.board.replace(game.left());
        if let (Some((ply, by, play)), Some(position)) = (ply, before) {
            let heading = ply_text(game.rules(), ply, by, &play);
            let (by, play, events) = (Some(by), Some(play), turn.to_vec());
            self.add(Shot { position, by, play, events, heading, aside: false });
        }
        if let (Some(gathering), Some(position)) = (&gathering, self.board.replace(game.position())) {
            let heading = format!("{GATHERING}: {}", gathered(game.rules(), gathering));
            self.add(Shot { position, by: None, play: None, events: end.to_vec(), heading, aside: false });
        }
    }

    /// Adds the board at the end of a game.
    pub(super) fn last(&mut self, heading: &str) {
        let (by, play, events, heading) = (None, None, Vec::new(), heading.to_owned());
        if let Some(position) = self.board.take() {
            self.add(Shot { position, by, play, events, heading, aside: false });
        }
    }

    /// Writes the pictures and the page. Returns what was written, and where.
    pub(super) fn finish(self, loaded: &Loaded, facts: Vec<String>, result: String) -> Result<Vec<String>, Failure> {
        let mut told = Vec::new();
        if let Some(folder) = &self.folder {
            let written = self.pictures(folder, loaded)?;
            let many = if written == 1 { "picture" } else { "pictures" };
            told.push(format!("{written} {many} in {}", folder.display()));
        }
        if let Some(file) = &self.page {
            let page = self.page(loaded, facts, result);
            fs::write(file, page.html()).map_err(|error| Failure::unwritten(file, &error))?;
            told.push(format!("{} written", file.display()));
        }
        Ok(told)
    }

    /// Writes the pictures: `0001.svg`, `0002.svg`, ... Returns their number.
    fn pictures(&self, folder: &Path, loaded: &Loaded) -> Result<usize, Failure> {
        let look = |shot: &Shot| {
            let caption = match &self.look.caption {
                Some(text) => format!("{text} · {}", shot.heading),
                None => shot.heading.clone(),
            };
            Look { caption: Some(caption), ..self.look.clone() }
        };
        let shots: Vec<&Shot> = self.shots.iter().filter(|shot| !shot.aside).collect();
        let rooms = shots.iter().map(|shot| shot.scene(loaded).room(&look(shot)));
        let room = rooms.fold(Room::default(), Room::and);
        for (number, shot) in (1..).zip(&shots) {
            let file = folder.join(format!("{number:04}.svg"));
            let text = shot.scene(loaded).svg_in(&look(shot), &room);
            fs::write(&file, text).map_err(|error| Failure::unwritten(&file, &error))?;
        }
        Ok(shots.len())
    }

    fn page(&self, loaded: &Loaded, facts: Vec<String>, result: String) -> Page {
        // the page has the ground, and its own colours for a dark one
        let look = Look { theme: Theme::Light, ground: false, ..self.look.clone() };
        let room = self.shots.iter().map(|shot| shot.scene(loaded).room(&look)).fold(Room::default(), Room::and);
        let rules = sentences(&loaded.rules);
        let step = |shot: &Shot| PageStep {
            heading: shot.heading.clone(),
            picture: shot.scene(loaded).svg_in(&look, &room),
            told: shot.told(loaded, &rules),
        };
        Page {
            game: loaded.rules.about.name.clone(),
            facts,
            steps: self.shots.iter().map(step).collect(),
            result,
            sources: loaded.rules.sources.clone(),
            theme: self.look.theme,
        }
    }
}

impl Shot {
    fn scene<'s>(&'s self, loaded: &'s Loaded) -> Scene<'s> {
        Scene {
            rules: &loaded.rules,
            position: &self.position,
            to_move: self.by,
            play: self.play.as_deref(),
            events: &self.events,
        }
    }

    /// What happens, in sentences; those of rules with what they rest on.
    fn told(&self, loaded: &Loaded, rules: &[Sentence]) -> Vec<Told> {
        let lines = tell(&self.events, &loaded.rules, &loaded.ruleset.source);
        let told = lines.into_iter().zip(&self.events).map(|(line, event)| {
            let basis = match event {
                Event::Rule { span, .. } | Event::Offers { span, .. } => {
                    let sentence = rules.iter().find(|sentence| sentence.at == Some(*span));
                    Some(sentence.map_or_else(Vec::new, |sentence| sentence.basis.clone()))
                }
                _ => None,
            };
            Told { text: capital(line.trim()), basis }
        });
        told.collect()
    }
}
