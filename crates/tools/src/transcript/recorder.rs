//! Writes transcripts, line by line.

use mancala_rules::notation::player_name;
use mancala_rules::rules::model::Player;

use super::{Head, Transcript, one_line, same_result};

/// Writes a transcript. Each call returns lines to append to the text; write them out at once. Looking back and forth
/// in a game writes nothing: plies are taken back in the text when another one is played in their place.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    players: usize,
    /// Whether the game is a match.
    rounds: bool,
    /// Round, player and move of each ply in the text, without those taken back there.
    plies: Vec<(u32, Player, String)>,
    /// Number of those that are played now.
    at: usize,
    /// Results in the text, each with the number of plies before it.
    results: Vec<(usize, String)>,
}

impl Recorder {
    /// Starts a transcript. Returns its head as text.
    pub fn begin(head: &Head) -> (Recorder, String) {
        let (players, rounds) = (head.players.len(), head.rounds.is_some());
        let recorder = Recorder { players, rounds, ..Recorder::default() };
        (recorder, head.text())
    }

    /// Continues a transcript that was read. First cut the text off at [`Transcript::whole`].
    pub fn resume(transcript: &Transcript) -> Recorder {
        Recorder {
            players: transcript.head.players.len(),
            rounds: transcript.head.rounds.is_some(),
            plies: transcript.plies.iter().map(|ply| (ply.round, ply.by, ply.play.clone())).collect(),
            at: transcript.plies.len(),
            results: transcript.results.iter().map(|result| (result.after, result.text.clone())).collect(),
        }
    }

    /// Records a ply, or a choice of a lay-out, in a round counted from 1.
    pub fn ply(&mut self, round: u32, by: Player, play: &str) -> String {
        let ply = (round, by, play.to_owned());
        if self.plies.get(self.at) == Some(&ply) {
            self.at += 1;
            return String::new();
        }
        let mut text = "undo\n".repeat(self.plies.len() - self.at);
        self.plies.truncate(self.at);
        self.results.retain(|(after, _)| *after <= self.at);
        if self.rounds && self.plies.last().map(|last| last.0) != Some(round) {
            let line = if self.plies.is_empty() { "" } else { "\n" };
            text.push_str(&format!("{line}round {round}\n"));
        }
        self.plies.push(ply);
        self.at += 1;
        let number = self.plies.iter().rev().take_while(|other| other.0 == round).count();
        text.push_str(&format!("{number}. {} {play}\n", player_name(self.players, by)));
        text
    }

    /// Records that the last ply was taken back. The text says so once another ply is played.
    pub fn undo(&mut self) {
        self.at = self.at.saturating_sub(1);
    }

    /// Records the result of a game, round or match, in words. A result in the text is not repeated.
    pub fn result(&mut self, text: &str) -> String {
        let text = one_line(text);
        if self.at < self.plies.len() || self.knows(&text) {
            return String::new();
        }
        self.results.push((self.at, text.clone()));
        format!("result: {text}\n")
    }

    /// Whether the text has this result after the plies played now, but for the case of its first letter.
    fn knows(&self, text: &str) -> bool {
        self.results.iter().any(|(after, known)| *after == self.at && same_result(known, text))
    }
}
