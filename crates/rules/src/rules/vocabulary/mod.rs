//! The words of the language, one row each, for the resolver, for suggestions and for the manual.
//!
//! A row links a word to what it stands for in the model, so that code with one can find the other.
//! `CONTRIBUTING.md` lists what else a new word needs.

mod kinds;
mod phrase;

pub use kinds::{Meaning, SectionWord};
pub use phrase::{Of, Phrase, Said, Verb};

use std::sync::LazyLock;

use foldhash::HashMap;

use crate::syntax::ast::Word;

use super::model::{
    Across, Change, Fact as F, Fixed, Happened, HoleSet, InMatch, One, Outcome as O, Property as Q, Relation, Steps,
    Way, Who, Whose,
};
use super::notation::row_column;

/// A row of the vocabulary.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The words as written. Further forms follow after `;`.
    pub words: &'static str,
    /// What the words stand for.
    pub meaning: Meaning<'static>,
    /// Where the words may stand.
    pub place: &'static str,
    /// What the words mean.
    pub doc: &'static str,
    /// An example of their use.
    pub example: &'static str,
    /// How `explain` says the words.
    pub phrase: Phrase,
}

impl Entry {
    /// All forms of the words.
    pub fn forms(&self) -> impl Iterator<Item = &'static str> {
        self.words.split(';').map(str::trim_start)
    }

    /// The first form of the words.
    pub fn word(&self) -> &'static str {
        self.words.split(';').next().unwrap_or(self.words)
    }

    /// Sets the phrase for the current hole.
    const fn said(self, verb: Verb, text: &'static str) -> Entry {
        self.said_of(Of::Hole, verb, text)
    }

    /// Sets the phrase for the given subject.
    const fn said_of(self, of: Of, verb: Verb, text: &'static str) -> Entry {
        Entry { phrase: Phrase::Said(Said { of, verb, text, of_several: None, denied: None }), ..self }
    }

    /// Sets the text for several holes.
    const fn of_several(self, text: &'static str) -> Entry {
        match self.phrase {
            Phrase::Said(said) => Entry { phrase: Phrase::Said(Said { of_several: Some(text), ..said }), ..self },
            _ => self,
        }
    }

    /// Sets the text for the denial.
    const fn denied(self, text: &'static str) -> Entry {
        match self.phrase {
            Phrase::Said(said) => Entry { phrase: Phrase::Said(Said { denied: Some(text), ..said }), ..self },
            _ => self,
        }
    }

    /// Sets the phrases for a hole seen from another.
    const fn seen(self, near: &'static str, from: &'static str, whose: &'static str) -> Entry {
        Entry { phrase: Phrase::Seen { near, from, whose }, ..self }
    }

    /// Sets the phrase for something that the mover does to holes.
    const fn done(self, verb: Verb, text: &'static str) -> Entry {
        Entry { phrase: Phrase::Done(verb, text), ..self }
    }
}

const fn row(
    words: &'static str,
    meaning: Meaning<'static>,
    place: &'static str,
    doc: &'static str,
    example: &'static str,
) -> Entry {
    Entry { words, meaning, place, doc, example, phrase: Phrase::Word }
}

use self::Meaning::{
    Amount, Effect, Fact, Hole, Noun as N, Outcome, Player, Property, Relative, Section, Setting, Structure, Value,
};
use self::SectionWord as S;
use self::Verb::{Be, Did, Do, Have};

/// Every word of the language, in the order of the manual.
#[rustfmt::skip]
pub static VOCABULARY: &[Entry] = &[
    // how statements are written
    row("NAME: VALUE", Structure, "any section", "a setting; `NAME { when C -> VALUE .. }` decides it case by case", "rows: 2"),
    row("A | B", Structure, "settings, options", "readings of one setting: the first is the default, `--set` chooses another. Each may say in quotation marks what it means and cite its own source; a citation counts for the readings before it that have none. The setting's name is the option's name", "surplus: to reserve | to pot"),
    row("NAME, NAME: A, B", Structure, "options", "names that belong together and take their readings together", "columns, seeds: 6, 6 | 2, 4"),
    row("N to M", Structure, "settings, conditions", "any number from N to M; as a reading, the number that `--set` gives", "columns: 6 | 5 to 10"),
    row("N ..", Structure, "rows of numbers", "the number goes on to the end of the row, or as far as the numbers behind it leave holes; where several go on, all for the same number of holes", "seeds: each player from own left inner 0 1 2 .. / outer 2 .."),
    row("South A, North B; each player A", Structure, "values", "a value for each player; `each player` gives all players the same value, `from own left` counts from the left of each player, `inner` and `outer` name his rows", "direction: South counterclockwise, North clockwise"),
    row("when C -> E, E", Structure, "lists", "a rule. Rules are read from the top; only the first whose condition holds applies", "when was empty -> end turn"),
    row("otherwise -> E", Structure, "lists", "the rule for every other situation", "otherwise -> play"),
    row("the first that fits", Structure, "heads of lists", "stands in the head of every list of rules: only the first rule that fits applies", "last seed, the first that fits {"),
    row("may", Structure, "after `->`, in begin, last seed, before turn", "the mover chooses whether the rule applies; if not, the rules below it are read. In `before turn` the rule offers a move in place of a turn: `pass`, `swap`, `end`, `resign`, `win` or `draw`", "when house -> may end turn"),
    row("NAME: HOLES; NAME if C", Structure, "words", "a word of the file's own, for a set of holes or a condition; it is read in the place where it is used", "prey: opposite and rear of opposite"),
    row("@ source \"place\"", Structure, "end of a statement or reading, or of the condition in the head of a `move`", "the origin: the key of a source and the place in it; several are separated by commas", "rows: 2 @ wiki \"Rules, 1\""),
    row("@ assumed \"why\"", Structure, "end of a statement or reading", "no source says this; the text says why the file assumes it", "repeated position: 3rd time @ assumed \"no source says\""),
    row("otherwise -> as in NAME", Structure, "end of a list, in a file that is like NAME", "the rules of that game follow; of two rules with one condition, that of this file counts", "otherwise -> as in oware"),
    row("NAME: none", Structure, "in a file that is like another", "takes the setting away that the other game has; an empty section takes the section away", "endless: none"),
    row("@ like \"GAME\" because \"why\"", Structure, "end of a statement or reading", "no source on this game says it, and the statement is as in that similar game; every statement that a file takes over has this origin, and its reason is that of `like` in `game`", "endless: illegal @ like \"Krur\" because \"the same people play it\""),
    row("describes \"GAME\" because \"why\"", Structure, "sources", "the source describes another game, which serves where no source on this one says anything; every statement that cites only such sources is taken from a similar game", "dyar: \"Mancala World, Um ed-Dyar\", describes \"Um ed-Dyar\" because \"the same people play it\""),
    row("read whole; read in extract; read through KEY", Structure, "sources", "what was read of the source: all, a part, or what the source KEY tells of it; a text in quotation marks may say more", "beart: \"C. Béart 1955: 512-514\", read through khrour"),
    row("located by \"scheme\"", Structure, "sources", "how places in the source are given", "wiki: \"Mancala World, Krur\", located by \"heading, and paragraph under it\""),
    row("and; or; not; is not; ( )", Structure, "conditions", "`not` binds closest, then `and`, then `or`; between sets of holes `and` joins them", "when was empty and not marked -> end turn"),
    row("no SET; some SET", Structure, "conditions", "the set is empty; the set is not empty", "when no holes where tuz -> draw"),
    row("all SET are P; all SET hold N", Structure, "conditions", "every hole of the set has the property, or holds N seeds; true for a set without holes", "when all holes are empty -> game over"),
    row("X is P", Structure, "conditions", "hole X has property P, number X is one of P, name X has reading P. A test that names no hole is about `here`; in `where`, `while` and `all` it is about the hole tested", "opposite is occupied"),
    row("another move would leave C", Structure, "conditions in after turn", "the mover had another move, of the same `move` section, from the position before the turn, after which C would be true when `after turn` is read; `and` and `or` belong to C only in brackets. A move that is illegal before its `after turn`, or that ends the game, does not count; what `after turn` says of it does not matter", "when all opponent's holes are empty and another move would leave some opponent's occupied holes -> illegal"),
    row("position is BOARD", Structure, "conditions", "the holes hold exactly these seeds, drawn as in examples; rows may stand in one line with `/` between them", "position is North 0 0 0 / South 1 0 0"),
    row("NAME is READING", Structure, "conditions", "the reading chosen of an option; `is not allowed` asks for the reading `not allowed`, if there is one. The name of an option that is a number can be used as a number", "no-move is a pass"),
    row("holds N", Structure, "conditions", "the seeds in the hole now, when the rule is read", "opposite holds 3"),
    row("makes N", Structure, "conditions in each seed, last seed", "the count of `here` at the moment when the last seed fell, that seed included, before any rule moved seeds; after seeds that fell at a time, all of them included", "when makes 2 or 3 -> capture here, end turn"),
    row("was empty; was occupied", Structure, "conditions in each seed, last seed", "what `here` held just before that seed, or before the seeds that fell at a time", "when was empty -> end turn"),
    row("2 or 4; at least N; at most N; more than N; fewer than N; even; odd", Structure, "after holds, makes, is", "sets of numbers; zero is neither even nor odd. N may be the name of an option, or counted: `seeds in SET`, `number of SET`, `half of N`. What is counted, an option and `starting seeds` may stand alone: `makes seeds in opposite`", "holds at least 2"),
    row("SET where P; run while P", Structure, "hole sets", "the holes of the set that have the property; several tests stand in brackets", "own holes where holds at least 2"),
    row("any N of SET", Structure, "after capture, lift, place, mark, unmark, alone", "N holes of the set that the mover chooses; if the set has at most N, all of them, without a choice", "capture any 1 of opponent's occupied holes"),
    row("X of SET; X in SET", Structure, "hole sets, numbers", "the relative X of every hole of the set; the number X over the set", "rear of opposite"),
    // sections
    row("game", Section(S::Game), "top", "the name of the game, other names and places", "game \"Krur\" {"),
    row("sources", Section(S::Sources), "top", "keys of the sources, each with a title and, after a comma, where to find it", "wiki: \"Mancala World, Krur\""),
    row("options", Section(S::Options), "top", "what the sources leave open, if rules ask for it or names belong together", "no-move: a pass | the end"),
    row("board", Section(S::Board), "top", "holes, seeds, sides", "board {"),
    row("words", Section(S::Words), "top", "the file's own words", "good if holds 2 or 4"),
    row("move", Section(S::Move), "top, several", "the choices of a player. The first `move` whose condition holds and that offers a legal move is in force", "move namua when own store holds at least 1 {"),
    row("sowing", Section(S::Sowing), "top", "settings that apply to every lap", "sowing {"),
    row("each seed", Section(S::EachSeed), "top, a list", "read after every seed, or once after those that fall at a time; nothing happens if no rule applies", "each seed, the first that fits {"),
    row("last seed", Section(S::LastSeed), "top, a list", "read after the last seed of a lap; it decides every case, and every rule ends with an outcome", "last seed, the first that fits {"),
    row("after turn", Section(S::AfterTurn), "top, a list", "read once after the turn; nothing happens if no rule applies; `illegal` forbids the move", "after turn, the first that fits {"),
    row("before turn", Section(S::BeforeTurn), "top, a list", "read whenever a player is to move; it decides every case: play, pass or the end", "before turn, the first that fits {"),
    row("each player scores", Section(S::Score), "top, a setting", "the score of a player at the end; more wins, equal scores are a draw. `nothing`: only a rule names a winner", "each player scores: seeds in own store"),
    row("match", Section(S::Match), "top", "how rounds follow one another; a file without it describes a single game", "match {"),
    row("each player after refilling", Section(S::AfterRefilling), "match, a list", "read for each player, the starter first; `own` and `opponent` are relative to him; nothing happens if no rule applies", "each player after refilling, the first that fits {"),
    row("never", Section(S::Never), "top, several", "a claim of the source, tested by `check`: the condition is never true in a game. It is tested when `before turn` is read, before its rules do anything, and when a turn ends the game; `mover`, `own` and similar words refer to the player to move, or to the player whose turn ended the game. The claim is for all readings; `when` limits it to some", "never \"a single seed remains\" when remaining is nobody's {"),
    row("left out", Section(S::LeftOut), "top", "what the source says and the file leaves out", "left out {"),
    row("example", Section(S::Example), "top, several", "a worked position under the default readings, or under the readings that `when` gives (a reading of several words may have hyphens for blanks, or be given by its number: `when fill is 2nd reading`). Before: position, to move, stores before, ends before, the mark's name with before, mover's turn, lot, refill; done: play; after: board, stores, ends, the mark's name, next, legal, result, scores, closed, reserve, pot", "example \"relayed at home\" when four-at-home is relayed {"),
    // settings
    row("like", Setting(S::Game), "game", "the game that this one is like: the name of a rule file beside this one, or of a ruleset inside the program, without `.mancala`. What this file does not say is as in that game", "like: oware"),
    row("also", Setting(S::Game), "game", "other names", "also: \"Wari\", \"Ayo\""),
    row("region", Setting(S::Game), "game", "where the game is played", "region: \"Ghana\""),
    row("starter", Setting(S::Game), "game", "how the players agree on who begins; in the file he is called South, or player 1", "starter: \"the players draw lots\""),
    row("rows", Setting(S::Board), "board", "number of rows of holes, 1 to 6", "rows: 2"),
    row("columns", Setting(S::Board), "board", "number of holes in a row, 1 to 50", "columns: 6"),
    row("seeds", Setting(S::Board), "board", "seeds in every hole, or a list: `each player from own left 2 2 2`, or the rows as drawn", "seeds: 4"),
    row("side", Setting(S::Board), "board", "`row`, `2 rows`, `3 columns`, `4 holes`: the holes of each player, counted counterclockwise from a1; or all holes listed, those of each player after his name", "side: row"),
    row("players", Setting(S::Board), "board", "number of players, 1 to 6", "players: 3"),
    row("track", Setting(S::Board), "board", "`whole board`: one loop; `own side`: each player sows round his own side; or a list of holes in the order of sowing, one for all players or one for each", "track: own side"),
    row("clockwise track", Setting(S::Board), "board", "the loop that clockwise sowing follows: `backwards`: the track the other way round; `mirrored`; or a list of holes in the order of clockwise sowing, one for all players or one for each. Both tracks of a player go through the same holes [default: backwards]", "clockwise track: mirrored"),
    row("ends", Setting(S::Board), "board", "a hole on the loop at each end of the rows: `stores` (never lifted) or `nobody's`", "ends: stores"),
    row("seeds in each end", Setting(S::Board), "board", "seeds in each end hole at the start", "seeds in each end: 10"),
    row("seeds in each store", Setting(S::Board), "board", "seeds in the store of each player at the start", "seeds in each store: 22"),
    row("mark", Setting(S::Board), "board", "a noun such as `tuz`, or an adjective such as `claimed` or `open`, for a marked hole in this game: the property, instead of `marked`, and the name in examples; the effects stay `mark` and `unmark`. A hole has one mark, unless `by each player` follows", "mark: tuz"),
    row("marked at start", Setting(S::Board), "board", "holes that their owners have marked at the start", "marked at start: own inner holes where 5th from owner's left"),
    row("from", Setting(S::Move), "move", "the holes that may be chosen; never an empty hole", "from: own holes"),
    row("direction", Setting(S::Move), "move", "counterclockwise, clockwise, or either (the player chooses); or one for each player", "direction: counterclockwise"),
    row("begin", Setting(S::Move), "move", "what happens with the chosen hole, which is `here`; if it ends with `sow`, a lap follows, otherwise `last seed` is read at once", "begin: lift here, sow after here"),
    row("skip", Setting(S::Sowing), "sowing", "holes in which no seed is dropped; next, ahead, back and runs pass over them, too", "skip: holes where marked by opponent"),
    row("endless", Setting(S::Sowing), "sowing", "what happens to a turn when its state after a lap repeats: illegal, end turn, mover loses the game", "endless: illegal"),
    row("repeated position", Setting(S::BeforeTurn), "before turn; conditions", "the time from which on a position (seeds in all holes and ends, marks, player to move, the previous turn if a rule asks about it) counts as repeated in this round; as a condition: it counts as repeated now", "repeated position: 3rd time"),
    row("seeds nobody won", Setting(S::Match), "match", "where seeds go that are in nobody's score when the round is over: to owner (of the side they lie on), to nobody, to pot", "seeds nobody won: to owner"),
    row("fill", Setting(S::Match), "match", "each player fills his own holes as at the start from what he owns: from own left; from own right; as each player chooses (hole by hole); as loser chooses (the number for each hole, and the winner copies it); as at the start (every round begins like the first)", "fill: from own left"),
    row("last hole", Setting(S::Match), "match", "what happens when a player has too few seeds left for a full hole: full only (it stays empty), even number (it gets the largest even number that he has), any number; locked until full (any number, and until it is full nothing is sown or taken from it); at least N with the rest borrowed (another player lends the missing seeds, and they are owed to him); at least N by lot with the rest borrowed (with exactly N, only who wins the lot borrows)", "last hole: even number"),
    row("surplus", Setting(S::Match), "match", "where seeds go that are then in no hole: to reserve (still his, counted again at the next refilling), to pot (for the first player who captures or marks a hole in the round; they go back if nobody does), to store (into his store, where they count like seeds captured in the round)", "surplus: to reserve"),
    row("empty holes", Setting(S::Match), "match", "own holes that got no seeds: closed (sowing passes over them until there are seeds for them), closed for good; closed on both sides (the hole opposite, too); open; filled by opponent (from what he has left; his for the round)", "empty holes: closed"),
    row("nobody's holes", Setting(S::Match), "match", "what holes and ends that are nobody's hold when the next round begins: empty (what lay in them are seeds that nobody won), keep their seeds; required if the board has such holes, and only then", "nobody's holes: keep their seeds"),
    row("next starter", Setting(S::Match), "match", "who begins the next round: alternate, winner, loser (after a draw like alternate), same, last mover; by lot (who wins the lot of a round begins it, the first one too)", "next starter: alternate"),
    row("most rounds", Setting(S::Match), "match", "number of rounds after which the match is over: the points decide if the file has `match won by: most points` or a number of points, otherwise nobody wins", "most rounds: 10"),
    row("match won by", Setting(S::Match), "match", "who wins the match: last player left (the only one who has not lost it), most points; N points (as soon as a player has them the match is over, and most points win); required unless a rule says `wins the match`", "match won by: last player left"),
    // settings of examples
    row("position", Setting(S::Example), "example", "the board before, drawn with North's rows above South's, with empty stores [default: the board at the start]", "position: North 0 1 0 0"),
    row("to move", Setting(S::Example), "example", "the player to move [default: the first player]", "to move: North"),
    row("stores before", Setting(S::Example), "example", "the seeds in the store of each player before", "stores before: South 3, North 0"),
    row("ends before", Setting(S::Example), "example", "the end holes before", "ends before: left 2, right 10"),
    row("mover's turn", Setting(S::Example), "example", "the number of the mover's turn [default: his first]", "mover's turn: 2nd"),
    row("lot", Setting(S::Example), "example", "the player who wins the lot [default: the first player]", "lot: North"),
    row("refill", Setting(S::Example), "example", "the seeds that each player owns when a refilling begins", "refill: South 21, North 11"),
    row("play", Setting(S::Example), "example", "the moves played", "play: a1, d2"),
    row("stores", Setting(S::Example), "example", "the seeds in the store of each player after", "stores: South 3, North 0"),
    row("next", Setting(S::Example), "example", "the player to move after", "next: South"),
    row("legal", Setting(S::Example), "example", "all legal moves after", "legal: a1, b1"),
    row("result", Setting(S::Example), "example", "the game or round is over after: the winner, or a draw", "result: South wins"),
    row("scores", Setting(S::Example), "example", "the game or round is over after: the score of each player", "scores: South 26, North 22"),
    row("closed", Setting(S::Example), "example", "the holes closed after refilling", "closed: a2"),
    row("reserve", Setting(S::Example), "example", "the seeds that each player keeps off the board after refilling", "reserve: South 5, North 1"),
    row("pot", Setting(S::Example), "example", "the seeds in the pot after refilling", "pot: 6"),
    // values
    row("row; N rows; N columns; N holes", Value, "side", "a row, N rows, N columns, or N holes of the loop for each player", "side: 2 rows"),
    row("PLAYER HOLES, PLAYER HOLES; nobody HOLES", Value, "side, track, clockwise track", "holes of a player, single holes or ranges in a row or column, joined with `and`, in the order in which he goes through them. `nobody` stands before holes that are on no side", "side: South a1 to f1 and f2 to d2, North f3 to a3 and a2 to c2"),
    row("whole board; own side", Value, "track", "one loop over the whole board, on one or two rows; a loop over each player's own side: back and forth along his rows, or in the listed order", "track: own side"),
    row("backwards; mirrored", Value, "clockwise track", "the track the other way round; the track mirrored left to right: in place of each hole the one in the mirrored column of the same row", "clockwise track: mirrored"),
    row("stores; stores at own right; stores at own left; nobody's", Value, "ends", "the end holes are stores: each of the player whose row was just passed in the direction of sowing, or of the player at whose right or left it lies; the end holes belong to nobody", "ends: nobody's"),
    row("counterclockwise; clockwise; either", Value, "direction, sow", "the direction of sowing seen from above; `either`: the player chooses", "direction: either"),
    row("as mover's last turn; as starter's last turn", Value, "direction", "the direction in which his last turn in this round began, or that of the player who began the round; before that turn, the player chooses", "direction: as mover's last turn"),
    row("Nth time", Value, "repeated position", "the time from which on a position counts as repeated", "repeated position: 3rd time"),
    row("nothing", Value, "each player scores", "seeds are not counted", "each player scores: nothing"),
    row("to owner; to nobody; to pot; to reserve; to store", Value, "seeds nobody won, surplus", "where seeds go between rounds", "surplus: to pot"),
    row("WORD by each player", Value, "mark", "each player can mark a hole that others have marked, and their marks stay. Otherwise a new mark takes the place of the one before", "mark: claim by each player"),
    row("from own left; from own right", Value, "fill, seeds", "the end from which holes are filled or counted", "fill: from own right"),
    row("as each player chooses; as loser chooses; as at the start", Value, "fill", "who chooses the holes to fill; `as at the start`: nobody, every round begins like the first", "fill: as each player chooses"),
    row("full only; even number; any number; locked until full; at least N with the rest borrowed; at least N by lot with the rest borrowed", Value, "last hole", "the seeds that the last hole may hold", "last hole: at least 3 with the rest borrowed"),
    row("closed for good; closed on both sides; open; filled by opponent", Value, "empty holes", "what happens to empty holes, besides `closed`", "empty holes: open"),
    row("keep their seeds", Value, "nobody's holes", "what becomes of holes that are nobody's, besides `empty`", "nobody's holes: keep their seeds"),
    row("alternate; winner; loser; same; last mover; by lot", Value, "next starter", "who begins the next round", "next starter: loser"),
    row("last player left; most points; N points", Value, "match won by", "who wins the match", "match won by: most points"),
    // holes
    row("holes", N(Some(&HoleSet::Holes)), "sets", "all holes of the rows, including closed holes (which are empty)", "capture own holes"),
    row("ends; end", N(Some(&HoleSet::Ends)), "sets; after is", "the end holes; as a property: the hole is an end hole", "when here is own end -> move again"),
    row("here", Hole(&One::Here), "one hole", "where the last seed fell; in `begin`, `from` and `direction` the chosen hole", "mark here"),
    row("hole", Hole(&One::Tested), "one hole in where, while, all", "the hole tested, needed when another hole is named, too", "hole is empty and opposite is occupied"),
    row("origin", Hole(&One::Origin), "one hole", "the hole from which the present lap started", "skip: origin"),
    row("next", Relative(Some(Relation::Ahead(Steps::Number(1)))), "one hole", "where a further seed would fall", "when next is empty -> end turn"),
    row("N ahead", Relative(None), "one hole", "where the Nth further seed would fall", "capture 2 ahead"),
    row("N back", Relative(None), "one hole", "the Nth hole backwards", "1 back holds 2"),
    row("as many ahead", Relative(Some(Relation::Ahead(Steps::Held))), "one hole", "as many steps ahead as the hole holds seeds: where the last of them would fall one by one; no hole if it is empty", "own holes where (as many ahead is empty)"),
    row("as many back", Relative(Some(Relation::Back(Steps::Held))), "one hole", "as many steps back as the hole holds seeds; no hole if it is empty", "as many back of own holes"),
    row("opposite", Relative(Some(Relation::Across(Across::Opposite))), "one hole", "across the border in the same column: the nearest hole of the other player; a hole that is nobody's has none", "capture here and opposite").seen("hole opposite", "hole opposite X", "opposite hole"),
    row("same-number hole", Relative(Some(Relation::Across(Across::SameNumber))), "one hole", "the hole with the same number in the other player's corresponding row, both counted from their owner's left", "same-number hole is not tuz").seen("hole of the same number on the other side", "hole of the same number as X on the other side", "hole of the same number on the other side"),
    row("rear", Relative(Some(Relation::Across(Across::Rear))), "one hole", "the hole of the same player behind it in its column, seen from the border", "rear of opposite is occupied").seen("outer hole behind", "outer hole behind X", "outer hole behind"),
    row("HOLE; HOLE to HOLE", N(None), "sets; one hole alone also after is, where", "holes by name, as seen by South; all holes from one to another in a row or column. Alone after `is` or `where`: the hole is this one", "capture a1 to c1"),
    row("run back; run back by N; run back at most N", N(None), "sets", "the holes from the one before `here` backwards, or every Nth, as long as the condition holds, perhaps at most N holes; the run ends before it returns to `here`", "capture here and run back while holds 2 or 3"),
    row("run ahead; run ahead by N; run ahead at most N", N(None), "sets", "the holes from the one after `here` in the direction of sowing, or every Nth, as long as the condition holds, perhaps at most N holes; the run ends before it returns to `here`", "run ahead while empty"),
    row("own store", N(Some(&HoleSet::Store(Whose::Own))), "sets", "the place of the mover's captured seeds, on the board (`ends: stores`) or beside it", "seeds in own store"),
    row("opponent's store", N(Some(&HoleSet::Store(Whose::Opponents))), "sets", "the store of the other player", "opponent's store holds at least 25"),
    // properties
    row("own; on own side", Property(Some(&Q::Own)), "before holes; after is, where; alone", "on the mover's side; with `each player` on that player's side", "own holes").said(Do("lie"), "on HIS side"),
    row("opponent's; on opponent's side", Property(Some(&Q::Opponents)), "before holes; after is, where; alone", "on another player's side", "when on opponent's side -> end turn").said(Do("lie"), "on OPPONENT's side"),
    row("nobody's; on nobody's side", Property(Some(&Q::Nobodys)), "before holes; after is, where; alone", "on no player's side", "skip: nobody's holes").said(Be, "nobody's"),
    row("inner", Property(Some(&Q::Fixed(Fixed::Inner))), "before holes; after is, where; alone", "next to the border, if a player has holes behind others", "own inner holes").said(Do("lie"), "in an inner row").of_several("in inner rows"),
    row("outer", Property(Some(&Q::Fixed(Fixed::Outer))), "before holes; after is, where; alone", "behind another hole of its player, seen from the border", "own outer holes").said(Do("lie"), "in an outer row").of_several("in outer rows"),
    row("empty", Property(Some(&Q::Empty)), "before holes; after is, where; alone", "holds no seeds now", "next is empty").said(Be, "empty"),
    row("occupied", Property(Some(&Q::Occupied)), "before holes; after is, where; alone", "holds at least one seed now", "opposite is occupied").said(Be, "occupied"),
    row("1st from owner's left; 1st or 2nd from owner's left; 1st from owner's right", Property(None), "after is, where; alone", "the hole's number in its row of the board, from its owner's left or right", "own holes where 5th from owner's left"),
    row("1st from border; 2nd or 3rd from border", Property(None), "after is, where; alone", "the hole's number in its column among its owner's holes, counted from the border: the 1st are the inner holes", "own holes where 3rd from border"),
    row("marked", Property(None), "before holes; after is, where; alone", "a player has marked it, or several; a file may give it another name", "holes where not marked"),
    row("marked by mover; marked by opponent; marked by him", Property(None), "after is, where; alone", "that player has marked it; `him` is the player of `each player`", "holes where marked by opponent"),
    row("sown this turn", Property(Some(&Q::Happened(Happened::Sown))), "after is, where; alone", "a seed fell in it in this turn", "some opponent's holes where sown this turn").said(Have, "received a seed in this turn").denied("received no seed in this turn"),
    row("sown this lap", Property(Some(&Q::Happened(Happened::SownThisLap))), "after is, where; alone", "a seed fell in it in this lap, or in the last one", "all holes where sown this lap hold at least 2").said(Have, "received a seed in this lap").denied("received no seed in this lap"),
    row("raided this turn", Property(Some(&Q::Happened(Happened::Raided))), "after is, where; alone", "seeds were taken from it in this turn while it lay on an opponent's side", "no holes where raided this turn").said(Did("lost", "lose"), "seeds in this turn on OPPONENT's side").denied("no seeds in this turn on OPPONENT's side"),
    row("played last turn", Property(Some(&Q::Happened(Happened::Played))), "after is, where; alone", "the previous turn, of any player, began from it; after a pass and at the start no hole has this property", "own holes where not played last turn").said(Be, "the hole that the turn before was begun from"),
    row("reached last turn", Property(Some(&Q::Happened(Happened::Reached))), "after is, where; alone", "the last seed of the previous turn fell in it", "own holes where not (holds 1 and reached last turn)").said(Be, "the hole where the last seed of the turn before fell"),
    row("in SET", Structure, "after is, are", "the hole belongs to the set", "all opponent's occupied holes are in prey"),
    // numbers and facts
    row("seeds in SET", Amount(None), "numbers", "the number of seeds in the set", "seeds in holes is at most 8"),
    row("number of SET", Amount(None), "numbers", "the number of holes in the set", "number of own empty holes is 2 to 3"),
    row("half of NUMBER", Amount(None), "numbers", "half of a number, rounded down", "holds at least half of seeds in own holes"),
    row("starting seeds", Amount(None), "numbers", "the seeds in the hole at the start of the game", "makes at most starting seeds"),
    row("own points", Amount(Some(InMatch::Points)), "each player after refilling", "his points in the match", "own points is at least 3"),
    row("own seeds", Amount(Some(InMatch::Owned)), "each player after refilling", "the seeds that he owned when the refilling began", "own seeds is at least 60"),
    row("rounds", Amount(Some(InMatch::Rounds)), "each player after refilling", "rounds played so far", "rounds is at least 5"),
    row("own score", Amount(Some(InMatch::Score)), "each player after refilling", "his score in the round that is over", "own score is at least 30"),
    row("own lead", Amount(Some(InMatch::Lead)), "each player after refilling", "by how much that score is higher than every other; 0 if it is not", "mover gets as many points as own lead"),
    row("mover's Nth turn", Fact(None), "conditions", "in this round, including this turn; passes and turns gained by `move again` count", "when mover's 1st turn -> end turn"),
    row("Nth lap", Fact(None), "conditions of a turn", "of this turn; N is one number", "when 3rd lap -> end turn"),
    row("lap is clockwise; lap is counterclockwise", Fact(None), "conditions of a turn", "its direction", "when lap is clockwise -> illegal"),
    row("no legal move", Fact(Some(F::NoLegalMove)), "before turn", "the mover has none", "when no legal move -> pass").said_of(Of::Mover, Have, "no legal move").denied("a legal move"),
    row("repeated position", Fact(Some(F::Repeated)), "before turn", "this position has occurred as often as the setting says", "when repeated position -> draw").said_of(Of::Thing("the position"), Be, "repeated"),
    row("last seed", Fact(Some(F::LastSeed)), "each seed, skip", "the seed is the last of the lap; in `skip`, the seed that is about to fall. Seeds that fall at a time are one seed here", "when makes 4 and not last seed -> owner captures here").said_of(Of::Thing("the seed"), Be, "the last of the lap"),
    row("mover is South", Fact(None), "conditions", "who moves", "when mover is South -> pass"),
    row("mover is starter", Fact(Some(F::Starter)), "conditions", "the mover began the round", "when mover is starter -> pass").said_of(Of::Mover, Did("began", "begin"), "the UNIT"),
    row("mover wins the lot", Fact(Some(F::Lot)), "conditions", "the lot of the round falls to him; one lot is drawn for each round, and every player is as likely to win it", "when mover wins the lot -> capture holes, game over").said_of(Of::Mover, Did("won", "win"), "the lot"),
    row("move is NAME", Fact(None), "conditions of a turn", "the `move` section of this name is in force", "when move is namua -> illegal"),
    row("won the round", Fact(Some(F::WonRound)), "each player after refilling", "he alone won the previous round", "when won the round -> mover gets 1 point").said_of(Of::Mover, Did("won", "win"), "the round alone"),
    row("lost the round", Fact(Some(F::LostRound)), "each player after refilling", "others won the previous round", "when lost the round -> opponent gets 1 point").said_of(Of::Mover, Did("lost", "lose"), "the round"),
    // players
    row("mover", Player(Who::Mover), "before loses, wins, captures, gets", "the player to move; after refilling the player for whom the list is read", "mover loses the game"),
    row("opponent", Player(Who::Opponent), "before captures, gets", "the other of two players", "opponent captures holes"),
    row("owner", Player(Who::Owner), "before captures", "the player on whose side the hole is", "owner captures here"),
    row("mark owner", Player(Who::MarkOwner), "before captures", "the player who marked the hole; not with `mark: .. by each player`", "mark owner captures here"),
    row("starter", Player(Who::Starter), "before captures, gets", "the player who began the round", "starter captures holes"),
    row("each player", Player(Who::EachPlayer), "before captures", "all players in turn, from the starter on; `own` and `him` refer to that player", "each player captures own holes"),
    // effects
    row("capture SET; PLAYER captures SET", Effect(None), "lists", "the seeds go into the store of the mover, or of the player named; nothing happens with an empty hole", "capture here"),
    row("lift SET; lift N from SET; lift half from SET", Effect(None), "begin, last seed", "seeds go into the hand: all, or N from each hole, or half of what each hole holds, rounded down; from a hole that holds fewer, all. N may be counted: `lift seeds in opposite from here`, `lift starting seeds from here`", "lift half from here"),
    row("place N in SET; place N in SET from own store", Effect(None), "lists", "N seeds go into each hole of the set, from the hand or from the store, which may fall below zero (a debt)", "place 1 in here from own store"),
    row("place NUMBER into SET; place NUMBER into SET from own store", Effect(None), "lists", "the same with a number that is counted, or with the name of an option", "place seeds in opposite into here from own store"),
    row("place all in X", Effect(None), "begin, last seed", "all seeds in the hand go into one hole", "place all in any 1 of opponent's holes"),
    row("mark SET", Effect(Some(Change::Mark)), "lists", "the hole gets the mover's mark; the seeds stay", "mark here"),
    row("unmark SET", Effect(Some(Change::Unmark)), "lists", "all marks are removed", "unmark here").done(Do("take"), "any mark from SET"),
    row("PLAYER gets N points; PLAYER gets as many points as NUMBER", Effect(None), "each player after refilling", "points of the match, a number or what is counted; they are reported at the end and decide only with `match won by: most points` or a number of points", "opponent gets 1 point"),
    // outcomes
    row("sow after X; sow into X", Outcome(None), "begin, last seed", "sow the hand: the first seed into the hole after X; into X itself. `clockwise`, `counterclockwise` or `reversed` after `sow` changes the direction from here on", "lift here, sow after here"),
    row("sow N at a time after X; sow N at a time into X", Outcome(None), "begin, last seed", "N seeds fall into a hole in place of one, and the last hole gets what is left in the hand. N is a number or the name of an option. A direction stands before it: `sow clockwise 2 at a time after here`", "lift here, sow 2 at a time after here"),
    row("end turn", Outcome(Some(&O::EndTurn)), "last seed, endless", "the turn is over", "otherwise -> end turn"),
    row("move again", Outcome(Some(&O::MoveAgain)), "last seed", "the same player is to move again", "when here is own end -> move again"),
    row("illegal", Outcome(Some(&O::Illegal)), "last seed, after turn, endless", "the move is not allowed; the player must choose another", "when slam -> illegal"),
    row("play", Outcome(Some(&O::Play)), "before turn", "the player moves", "otherwise -> play"),
    row("pass", Outcome(Some(&O::Pass)), "before turn", "the player does not move, and the next player is to move", "when no legal move -> pass"),
    row("swap sides", Outcome(Some(&O::SwapSides)), "before turn, after `may`", "the players exchange all they hold: each hole gets the seeds and the marks of the hole with the same number on the other side, and a mark becomes the other player's; ends and stores are exchanged. The next player is to move", "when mover's 1st turn and mover is not starter -> may swap sides"),
    row("round over; game over", Outcome(Some(&O::Over)), "before turn", "scores are compared; `round` in a file with a match, `game` in one without", "when all holes are empty -> game over"),
    row("mover wins the round; mover wins the game", Outcome(Some(&O::MoverWins)), "before turn, after turn", "decided without counting seeds", "mover wins the game"),
    row("mover loses the round; mover loses the game", Outcome(Some(&O::MoverLoses)), "before turn, after turn, endless", "decided without counting seeds", "when no legal move -> mover loses the game"),
    row("draw", Outcome(Some(&O::Draw)), "before turn, after turn", "nobody wins", "when repeated position -> draw"),
    row("wins the match", Outcome(Some(&O::WinsMatch)), "each player after refilling", "the match is over", "wins the match"),
    row("loses the match", Outcome(Some(&O::LosesMatch)), "each player after refilling", "the player is out of the match", "when all own holes are empty -> loses the match"),
];

/// The rows of a kind.
pub fn rows(wanted: impl Fn(Meaning<'static>) -> bool) -> impl Iterator<Item = &'static Entry> {
    VOCABULARY.iter().filter(move |entry| wanted(entry.meaning))
}

static BY_FORM: LazyLock<HashMap<&'static str, Vec<&'static Entry>>> = LazyLock::new(|| {
    let mut found: HashMap<&str, Vec<&Entry>> = HashMap::default();
    for entry in VOCABULARY {
        entry.forms().for_each(|form| found.entry(form).or_default().push(entry));
    }
    found
});

/// The rows with a form equal to `form`, in the order of the manual.
pub fn written(form: &str) -> impl Iterator<Item = &'static Entry> {
    BY_FORM.get(form).into_iter().flatten().copied()
}

/// The row of a word that stands for something by itself.
pub fn row_of(meaning: Meaning<'_>) -> Option<&'static Entry> {
    VOCABULARY.iter().find(|entry| entry.meaning == meaning)
}

/// The word of the language for a meaning; empty if it takes several words.
pub fn word(meaning: Meaning<'_>) -> &'static str {
    row_of(meaning).map_or("", Entry::word)
}

/// How `explain` says a meaning.
pub fn phrase(meaning: Meaning<'_>) -> Phrase {
    row_of(meaning).map_or(Phrase::Word, |entry| entry.phrase)
}

/// The properties that may stand before holes or alone, each as a list of words.
pub static PROPERTIES: LazyLock<Vec<(Vec<&'static str>, &'static Q)>> = LazyLock::new(|| {
    let properties = VOCABULARY.iter().filter_map(|entry| match entry.meaning {
        Property(Some(property)) => Some((entry, property)),
        _ => None,
    });
    properties
        .flat_map(|(entry, property)| entry.forms().map(move |form| (form.split(' ').collect(), property)))
        .collect()
});

/// The longest property at the start of `words`, and its number of words.
pub fn property(words: &[Word]) -> Option<(&'static Q, usize)> {
    let fits =
        |form: &[&str]| form.len() <= words.len() && form.iter().zip(words).all(|(form, word)| *form == word.text);
    let found = PROPERTIES.iter().filter(|(form, _)| fits(form)).map(|(form, property)| (*property, form.len()));
    found.rev().max_by_key(|(_, length)| *length)
}

/// The name of a section.
pub fn section_name(word: SectionWord) -> &'static str {
    rows(|meaning| meaning == Section(word)).map(|entry| entry.words).next().unwrap_or_default()
}

/// The section with this name.
pub fn section(name: &str) -> Option<SectionWord> {
    written(name).find_map(|entry| match entry.meaning {
        Section(word) => Some(word),
        _ => None,
    })
}

/// The names of the settings of a section.
pub fn settings(word: SectionWord) -> impl Iterator<Item = &'static str> {
    rows(move |meaning| meaning == Setting(word)).flat_map(Entry::forms)
}

/// Whether a section has a setting with a name.
pub fn is_setting(word: SectionWord, name: &str) -> bool {
    written(name).any(|entry| entry.meaning == Setting(word))
}

/// Whether a name that a file wants to define is already a word of the language, or names a hole.
pub fn is_taken(name: &str) -> bool {
    row_column(name).is_some()
        || written(name).any(|entry| !matches!(entry.meaning, Structure | Setting(_) | Value | Section(_)))
}

/// The direction of sowing with this name.
pub fn way(name: &str) -> Option<Way> {
    Way::BOTH.into_iter().find(|way| way.name() == name)
}
