//! The words of the language, one row each, for the resolver, for suggestions and for the manual.
//!
//! A row links a word to what it stands for in the model, so that code with one can find the other.
//! `docs/architecture.md` lists what else a new word needs.

mod kinds;
mod phrase;

pub use kinds::{Meaning, SectionWord};
pub use phrase::{Of, Phrase, Said, Verb};

use std::sync::LazyLock;

use foldhash::HashMap;

use super::model::{
    Across, Change, Fact as F, Fixed, Happened, HoleSet, InMatch, One, Outcome as O, Property as Q, Relation, Steps,
    Way, Who, Whose,
};

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
    row("NAME, NAME: A, B", Structure, "options", "names that go together and take their readings together", "columns, seeds: 6, 6 | 2, 4"),
    row("N to M", Structure, "settings, conditions", "any number from N to M; as a reading, whichever of them `--set` names", "columns: 6 | 5 to 10"),
    row("South A, North B; each player A", Structure, "values", "a value for each player; `each player` gives the same to everybody, `from own left` as he sees his own side, `inner` and `outer` name his rows", "direction: South counterclockwise, North clockwise"),
    row("when C -> E, E", Structure, "lists", "a rule. Rules are read from the top, and the first whose condition holds applies alone", "when was empty -> end turn"),
    row("otherwise -> E", Structure, "lists", "the rule for every other situation", "otherwise -> play"),
    row("the first that fits", Structure, "heads of lists", "said in the head of every list of rules: the first rule that fits applies, and no other", "last seed, the first that fits {"),
    row("may", Structure, "behind `->`", "the mover chooses whether the rule applies; if he does not, reading goes on below it", "when house -> may end turn"),
    row("NAME: HOLES; NAME if C", Structure, "words", "a word of the file's own, for a set of holes or a condition; it is read in the place where it is used", "prey: opposite and rear of opposite"),
    row("@ source \"place\"", Structure, "end of a statement or reading", "where it was read: the key of a source and the place in it; several are parted by commas", "rows: 2 @ wiki \"Rules, 1\""),
    row("@ assumed \"why\"", Structure, "end of a statement or reading", "no source says it, and why it is so here", "repeated position: 3rd time @ assumed \"no source says\""),
    row("and; or; not; is not; ( )", Structure, "conditions", "`not` binds closest, then `and`, then `or`; between sets of holes `and` joins them", "when was empty and not marked -> end turn"),
    row("no SET; some SET", Structure, "conditions", "the set is empty; it is not", "when no holes where tuz -> draw"),
    row("all SET are P; all SET hold N", Structure, "conditions", "every hole of the set has the property, or holds so many; true of a set without holes", "when all holes are empty -> game over"),
    row("X is P", Structure, "conditions", "hole X has property P, number X is one of P, name X has reading P. A test that names no hole is about `here`, in `where`, `while` and `all` about the hole tested", "opposite is occupied"),
    row("NAME is READING", Structure, "conditions", "the reading chosen of an option; the name of an option that is a number stands where a number is wanted", "no-move is a pass"),
    row("holds N", Structure, "conditions", "the seeds that lie there now, when the rule is read", "opposite holds 3"),
    row("makes N", Structure, "conditions in each seed, last seed", "the count of `here` at the moment when the last seed fell, that seed included, before any rule moved seeds", "when makes 2 or 3 -> capture here, end turn"),
    row("was empty; was occupied", Structure, "conditions in each seed, last seed", "what `here` held just before that seed", "when was empty -> end turn"),
    row("2 or 4; at least N; at most N; more than N; fewer than N; even; odd", Structure, "behind holds, makes, is", "sets of numbers; nothing is neither even nor odd", "holds at least 2"),
    row("SET where P; run while P", Structure, "hole sets", "the holes of the set that have the property; a property of more than one word test stands in brackets", "own holes where holds at least 2"),
    row("any N of SET", Structure, "behind capture, lift, place, mark, unmark, alone", "so many holes of the set that the mover chooses; if it has no more, all of them, and nothing is asked", "capture any 1 of opponent's occupied holes"),
    row("X of SET; X in SET", Structure, "hole sets, numbers", "the relative X of every hole of the set; the number X over the set", "rear of opposite"),
    // sections
    row("game", Section(S::Game), "top", "the name of the game, other names and places", "game \"Krur\" {"),
    row("sources", Section(S::Sources), "top", "keys of the sources, each with a title and, behind a comma, where it can be found", "wiki: \"Mancala World, Krur\""),
    row("options", Section(S::Options), "top", "what the sources leave open, where rules ask for it or names go together", "no-move: a pass | the end"),
    row("board", Section(S::Board), "top", "holes, seeds, sides", "board {"),
    row("words", Section(S::Words), "top", "the file's own words", "good if holds 2 or 4"),
    row("move", Section(S::Move), "top, several", "what may be chosen. The first `move` whose condition holds and that offers a legal move is the one in force", "move namua when own store holds at least 1 {"),
    row("sowing", Section(S::Sowing), "top", "what every lap obeys", "sowing {"),
    row("each seed", Section(S::EachSeed), "top, a list", "read after every seed; nothing happens where no rule applies", "each seed, the first that fits {"),
    row("last seed", Section(S::LastSeed), "top, a list", "read after the last seed of a lap; it decides every case, and every rule ends in an outcome", "last seed, the first that fits {"),
    row("after turn", Section(S::AfterTurn), "top, a list", "read once after the turn; nothing happens where no rule applies; `illegal` forbids the move", "after turn, the first that fits {"),
    row("before turn", Section(S::BeforeTurn), "top, a list", "read whenever a player is to move; it decides every case: play, pass or the end", "before turn, the first that fits {"),
    row("each player scores", Section(S::Score), "top, a setting", "what he has at the end; more wins, equal is a draw. `nothing`: only a rule names a winner", "each player scores: seeds in own store"),
    row("match", Section(S::Match), "top", "how rounds follow one another; a file without it tells a single game", "match {"),
    row("each player after refilling", Section(S::AfterRefilling), "match, a list", "read for each player, the starter first; `own` and `opponent` are his; nothing happens where no rule applies", "each player after refilling, the first that fits {"),
    row("never", Section(S::Never), "top, several", "a claim of the source, tested by `check`: the condition is true of no position of a game. It is asked where `before turn` is read, before its rules do anything, and where a turn ends the game; `mover`, `own` and the like are those of the player to move, or of the one whose turn ended it. It holds under every reading; `when` says under which, if not all", "never \"a single seed remains\" when remaining is nobody's {"),
    row("left out", Section(S::LeftOut), "top", "what the source says and the file does not carry", "left out {"),
    row("example", Section(S::Example), "top, several", "a worked position, under the default readings, or `when` says under which (a reading of several words may have hyphens for blanks, or be told by its number: `when fill is 2nd reading`). Before: position, to move, stores before, ends before, the mark's name with before, mover's turn, refill; done: play; after: board, stores, ends, the mark's name, next, legal, result, scores, closed, reserve, pot", "example \"relayed at home\" when four-at-home is relayed {"),
    // settings
    row("also", Setting(S::Game), "game", "other names", "also: \"Wari\", \"Ayo\""),
    row("region", Setting(S::Game), "game", "where it is played", "region: \"Ghana\""),
    row("rows", Setting(S::Board), "board", "how many rows of holes, 1 to 6", "rows: 2"),
    row("columns", Setting(S::Board), "board", "how many holes in a row, 1 to 50", "columns: 6"),
    row("seeds", Setting(S::Board), "board", "in every hole, or a list: `each player from own left 2 2 2`, or the rows as drawn", "seeds: 4"),
    row("side", Setting(S::Board), "board", "`row`, `2 rows`, `3 columns`, `4 holes`: whose holes are whose, counted counterclockwise from a1; or all holes listed, each player's behind his name", "side: row"),
    row("players", Setting(S::Board), "board", "how many, 1 to 6", "players: 3"),
    row("track", Setting(S::Board), "board", "`whole board`: one loop; `own side`: each player sows round his own side; or the holes listed in the order of sowing, once for all or for each player", "track: own side"),
    row("ends", Setting(S::Board), "board", "a hole on the loop at each end of the rows: `stores` (each is the store of the player whose row was just passed in sowing direction; never lifted) or `nobody's`", "ends: stores"),
    row("seeds in each end", Setting(S::Board), "board", "at the start", "seeds in each end: 10"),
    row("seeds in each store", Setting(S::Board), "board", "at the start, for each player", "seeds in each store: 22"),
    row("mark", Setting(S::Board), "board", "what a marked hole is called in this game, if not `marked`", "mark: tuz"),
    row("marked at start", Setting(S::Board), "board", "holes marked by their owners", "marked at start: own inner holes where 5th from owner's left"),
    row("from", Setting(S::Move), "move", "the holes that may be chosen; an empty one never", "from: own holes"),
    row("direction", Setting(S::Move), "move", "counterclockwise, clockwise, or either, then the player says; or one for each player", "direction: counterclockwise"),
    row("begin", Setting(S::Move), "move", "what is done with the chosen hole, which is `here`; if it ends in `sow` a lap follows, if not `last seed` is read at once", "begin: lift here, sow after here"),
    row("skip", Setting(S::Sowing), "sowing", "holes in which no seed is dropped; next, ahead, back and runs pass over them too", "skip: holes where marked by opponent"),
    row("endless", Setting(S::Sowing), "sowing", "what becomes of a turn whose state after a lap comes back: illegal, end turn, mover loses the game", "endless: illegal"),
    row("repeated position", Setting(S::BeforeTurn), "before turn; conditions", "from which time on a position (seeds in all holes and ends, marks, player to move, the turn before if a rule asks about it) counts as repeated in this round; as a condition: it does now", "repeated position: 3rd time"),
    row("seeds nobody won", Setting(S::Match), "match", "those that are in nobody's score when the round is over: to owner (of the side they lie on), to nobody, to pot", "seeds nobody won: to owner"),
    row("fill", Setting(S::Match), "match", "each player fills his own holes as at the start from what he owns: from own left; from own right; as each player chooses (hole by hole); as loser chooses (how many into each hole, and the winner copies); as at the start (every round is the first again)", "fill: from own left"),
    row("last hole", Setting(S::Match), "match", "when what he has left is too little for a full hole: full only (it stays empty), even number (the largest that he has goes in), any number; locked until full (any number, and until it is full nothing is sown or taken from it); at least N with the rest borrowed (another player lends what lacks, and is owed it)", "last hole: even number"),
    row("surplus", Setting(S::Match), "match", "seeds that then are in no hole: to reserve (still his, counted again at the next refilling), to pot (to the first who captures or marks a hole in the round, back if nobody does)", "surplus: to reserve"),
    row("empty holes", Setting(S::Match), "match", "own holes that got nothing: closed (until there are seeds for them no seed is sown in them, they are passed over), closed for good; closed on both sides (the hole opposite too); open; filled by opponent (from what he has left; his for the round)", "empty holes: closed"),
    row("next starter", Setting(S::Match), "match", "who begins the next round: alternate, winner, loser (after a draw as alternate), same, last mover", "next starter: alternate"),
    row("most rounds", Setting(S::Match), "match", "after so many rounds the match is over: won by points if it is `won by most points`, else by nobody", "most rounds: 10"),
    row("match won by", Setting(S::Match), "match", "last player left (who has not lost it), most points; needed unless a rule says `wins the match`", "match won by: last player left"),
    // settings of examples
    row("position", Setting(S::Example), "example", "the board before, drawn, North's rows above South's, with empty stores; left out: the board at the start", "position: North 0 1 0 0"),
    row("to move", Setting(S::Example), "example", "the player to move; left out: the first", "to move: North"),
    row("stores before", Setting(S::Example), "example", "what each player has in his store before", "stores before: South 3, North 0"),
    row("ends before", Setting(S::Example), "example", "the end holes before", "ends before: left 2, right 10"),
    row("mover's turn", Setting(S::Example), "example", "which turn of the mover it is; left out: his first", "mover's turn: 2nd"),
    row("refill", Setting(S::Example), "example", "what each player owns when a refilling begins", "refill: South 21, North 11"),
    row("play", Setting(S::Example), "example", "the moves that are played", "play: a1, d2"),
    row("stores", Setting(S::Example), "example", "what each player has in his store after", "stores: South 3, North 0"),
    row("next", Setting(S::Example), "example", "who is to move after", "next: South"),
    row("legal", Setting(S::Example), "example", "all legal moves after", "legal: a1, b1"),
    row("result", Setting(S::Example), "example", "the game or round is over after: who won, or a draw", "result: South wins"),
    row("scores", Setting(S::Example), "example", "the game or round is over after: what each player has then", "scores: South 26, North 22"),
    row("closed", Setting(S::Example), "example", "the holes closed after refilling", "closed: a2"),
    row("reserve", Setting(S::Example), "example", "what each player keeps off the board after refilling", "reserve: South 5, North 1"),
    row("pot", Setting(S::Example), "example", "what lies in the pot after refilling", "pot: 6"),
    // values
    row("row; N rows; N columns; N holes", Value, "side", "a row, so many rows, so many columns, or so many holes of the loop for each player", "side: 2 rows"),
    row("PLAYER HOLES, PLAYER HOLES; nobody HOLES", Value, "side, track", "holes of a player, one by one or from one to another in a row or column, joined by `and`; in the order in which he goes through them. `nobody` stands before holes that are on no side", "side: South a1 to f1 and f2 to d2, North f3 to a3 and a2 to c2"),
    row("whole board; own side", Value, "track", "one loop over the whole board, on one or two rows; a loop over each player's own side: to and fro along his rows, or as they are listed", "track: own side"),
    row("stores; nobody's", Value, "ends", "the end holes are stores; they are nobody's", "ends: nobody's"),
    row("counterclockwise; clockwise; either", Value, "direction, sow", "the sense of sowing seen from above; the player says", "direction: either"),
    row("Nth time", Value, "repeated position", "from which time on", "repeated position: 3rd time"),
    row("nothing", Value, "each player scores", "seeds are not counted", "each player scores: nothing"),
    row("to owner; to nobody; to pot; to reserve", Value, "seeds nobody won, surplus", "where seeds go between rounds", "surplus: to pot"),
    row("from own left; from own right", Value, "fill, seeds", "from which end holes are filled or counted", "fill: from own right"),
    row("as each player chooses; as loser chooses; as at the start", Value, "fill", "who says which holes are filled; nobody, every round is the first again", "fill: as each player chooses"),
    row("full only; even number; any number; locked until full; at least N with the rest borrowed", Value, "last hole", "what the last hole may hold", "last hole: at least 3 with the rest borrowed"),
    row("closed for good; closed on both sides; open; filled by opponent", Value, "empty holes", "what becomes of empty holes, beside `closed`", "empty holes: open"),
    row("alternate; winner; loser; same; last mover", Value, "next starter", "who begins the next round", "next starter: loser"),
    row("last player left; most points", Value, "match won by", "who has won the match", "match won by: most points"),
    // holes
    row("holes", N(Some(&HoleSet::Holes)), "sets", "all holes of the rows, closed ones included (they are empty)", "capture own holes"),
    row("ends; end", N(Some(&HoleSet::Ends)), "sets; after is", "the end holes; as a property: it is an end hole", "when here is own end -> move again"),
    row("here", Hole(&One::Here), "one hole", "where the last seed fell; in `begin`, `from` and `direction` the chosen hole", "mark here"),
    row("hole", Hole(&One::Tested), "one hole in where, while, all", "the hole tested, said where another hole is named too", "hole is empty and opposite is occupied"),
    row("origin", Hole(&One::Origin), "one hole", "the hole that the present lap left from", "skip: origin"),
    row("next", Relative(Some(Relation::Ahead(Steps::Number(1)))), "one hole", "where a further seed would fall", "when next is empty -> end turn"),
    row("N ahead", Relative(None), "one hole", "where the Nth further seed would fall", "capture 2 ahead"),
    row("N back", Relative(None), "one hole", "the Nth hole backwards", "1 back holds 2"),
    row("as many ahead", Relative(Some(Relation::Ahead(Steps::Held))), "one hole", "as many steps ahead as the hole holds seeds: where the last of them would fall; none from an empty hole", "own holes where (as many ahead is empty)"),
    row("as many back", Relative(Some(Relation::Back(Steps::Held))), "one hole", "the same backwards", "as many back of own holes"),
    row("opposite", Relative(Some(Relation::Across(Across::Opposite))), "one hole", "across the border in the same column: the nearest hole of the other player; none for a hole that is nobody's", "capture here and opposite").seen("hole opposite", "hole opposite X", "opposite hole"),
    row("same-number hole", Relative(Some(Relation::Across(Across::SameNumber))), "one hole", "the hole of the same number in the other player's same row, each counted from its owner's left", "same-number hole is not tuz").seen("hole of the same number on the other side", "hole of the same number as X on the other side", "hole of the same number on the other side"),
    row("rear", Relative(Some(Relation::Across(Across::Rear))), "one hole", "the hole of the same player behind it in its column, seen from the border", "rear of opposite is occupied").seen("outer hole behind", "outer hole behind X", "outer hole behind"),
    row("run back; run back by N", N(None), "sets", "from the hole before `here`, or every Nth, as long as the condition holds; it ends before it comes back to `here`", "capture here and run back while holds 2 or 3"),
    row("run ahead; run ahead by N", N(None), "sets", "the same in sowing direction", "run ahead while empty"),
    row("own store", N(Some(&HoleSet::Store(Whose::Own))), "sets", "where the mover's captured seeds go, on the board (`ends: stores`) or beside it", "seeds in own store"),
    row("opponent's store", N(Some(&HoleSet::Store(Whose::Opponents))), "sets", "the other player's", "opponent's store holds at least 25"),
    // properties
    row("own; on own side", Property(Some(&Q::Own)), "before holes; after is, where; alone", "on the mover's side; under `each player` on his", "own holes").said(Do("lie"), "on HIS side"),
    row("opponent's; on opponent's side", Property(Some(&Q::Opponents)), "before holes; after is, where; alone", "on another player's side", "when on opponent's side -> end turn").said(Do("lie"), "on OPPONENT's side"),
    row("nobody's; on nobody's side", Property(Some(&Q::Nobodys)), "before holes; after is, where; alone", "on no player's side", "skip: nobody's holes").said(Be, "nobody's"),
    row("inner", Property(Some(&Q::Fixed(Fixed::Inner))), "before holes; after is, where; alone", "next to the border, where a player has holes behind others", "own inner holes").said(Do("lie"), "in an inner row").of_several("in inner rows"),
    row("outer", Property(Some(&Q::Fixed(Fixed::Outer))), "before holes; after is, where; alone", "behind another hole of its player, seen from the border", "own outer holes").said(Do("lie"), "in an outer row").of_several("in outer rows"),
    row("empty", Property(Some(&Q::Empty)), "before holes; after is, where; alone", "holds nothing now", "next is empty").said(Be, "empty"),
    row("occupied", Property(Some(&Q::Occupied)), "before holes; after is, where; alone", "holds at least one seed now", "opposite is occupied").said(Be, "occupied"),
    row("1st from owner's left; 1st or 2nd from owner's left; 1st from owner's right", Property(None), "after is, where; alone", "the hole's number in its row of the board, from its owner's left or right", "own holes where 5th from owner's left"),
    row("1st from border; 2nd or 3rd from border", Property(None), "after is, where; alone", "the hole's number in its column among its owner's holes, from the border on: the 1st are the inner ones", "own holes where 3rd from border"),
    row("marked", Property(None), "before holes; after is, where; alone", "a player has marked it; a file may give it another name", "holes where not marked"),
    row("marked by mover; marked by opponent; marked by him", Property(None), "after is, where; alone", "that player has marked it; `him` is the player of `each player`", "holes where marked by opponent"),
    row("sown this turn", Property(Some(&Q::Happened(Happened::Sown))), "after is, where; alone", "a seed fell in it in this turn", "some opponent's holes where sown this turn").said(Have, "received a seed in this turn").denied("received no seed in this turn"),
    row("sown this lap", Property(Some(&Q::Happened(Happened::SownThisLap))), "after is, where; alone", "a seed fell in it in this lap, or in the last one", "all holes where sown this lap hold at least 2").said(Have, "received a seed in this lap").denied("received no seed in this lap"),
    row("raided this turn", Property(Some(&Q::Happened(Happened::Raided))), "after is, where; alone", "seeds were taken from it in this turn while it lay on an opponent's side", "no holes where raided this turn").said(Did("lost", "lose"), "seeds in this turn on OPPONENT's side").denied("no seeds in this turn on OPPONENT's side"),
    row("played last turn", Property(Some(&Q::Happened(Happened::Played))), "after is, where; alone", "the turn before this one, whoever had it, was begun from it; after a pass and at the start no hole is", "own holes where not played last turn").said(Be, "the hole that the turn before was begun from"),
    row("reached last turn", Property(Some(&Q::Happened(Happened::Reached))), "after is, where; alone", "the last seed of the turn before this one fell in it", "own holes where not (holds 1 and reached last turn)").said(Be, "the hole where the last seed of the turn before fell"),
    row("in SET", Structure, "after is, are", "the hole belongs to the set", "all opponent's occupied holes are in prey"),
    // numbers and facts
    row("seeds in SET", Amount(None), "numbers", "all seeds that lie there", "seeds in holes is at most 8"),
    row("number of SET", Amount(None), "numbers", "how many holes", "number of own empty holes is 2 to 3"),
    row("starting seeds", Amount(None), "numbers", "what the hole held at the start of the game", "makes at most starting seeds"),
    row("own points", Amount(Some(InMatch::Points)), "each player after refilling", "his points in the match", "own points is at least 3"),
    row("own seeds", Amount(Some(InMatch::Owned)), "each player after refilling", "what he owned when the refilling began", "own seeds is at least 60"),
    row("rounds", Amount(Some(InMatch::Rounds)), "each player after refilling", "rounds played so far", "rounds is at least 5"),
    row("mover's Nth turn", Fact(None), "conditions", "in this round, this one included; passes and turns won by `move again` count", "when mover's 1st turn -> end turn"),
    row("Nth lap", Fact(None), "conditions of a turn", "of this turn", "when 1st lap -> illegal"),
    row("lap is clockwise; lap is counterclockwise", Fact(None), "conditions of a turn", "its direction", "when lap is clockwise -> illegal"),
    row("no legal move", Fact(Some(F::NoLegalMove)), "before turn", "the mover has none", "when no legal move -> pass").said_of(Of::Mover, Have, "no legal move").denied("a legal move"),
    row("repeated position", Fact(Some(F::Repeated)), "before turn", "this position has come back as often as the setting says", "when repeated position -> draw").said_of(Of::Thing("the position"), Be, "repeated"),
    row("last seed", Fact(Some(F::LastSeed)), "each seed", "it is the last of the lap", "when makes 4 and not last seed -> owner captures here").said_of(Of::Thing("the seed"), Be, "the last of the lap"),
    row("mover is South", Fact(None), "conditions", "who moves", "when mover is South -> pass"),
    row("mover is starter", Fact(Some(F::Starter)), "conditions", "the mover began the round", "when mover is starter -> pass").said_of(Of::Mover, Did("began", "begin"), "the UNIT"),
    row("move is NAME", Fact(None), "conditions of a turn", "which `move` section is in force", "when move is namua -> illegal"),
    row("won the round", Fact(Some(F::WonRound)), "each player after refilling", "he alone won the round before", "when won the round -> mover gets 1 point").said_of(Of::Mover, Did("won", "win"), "the round alone"),
    row("lost the round", Fact(Some(F::LostRound)), "each player after refilling", "others won the round before", "when lost the round -> opponent gets 1 point").said_of(Of::Mover, Did("lost", "lose"), "the round"),
    // players
    row("mover", Player(Who::Mover), "before loses, wins, captures, gets", "the player to move; after refilling the player that the list is read for", "mover loses the game"),
    row("opponent", Player(Who::Opponent), "before captures, gets", "the other of two players", "opponent captures holes"),
    row("owner", Player(Who::Owner), "before captures", "on whose side the hole is", "owner captures here"),
    row("mark owner", Player(Who::MarkOwner), "before captures", "who marked the hole", "mark owner captures here"),
    row("starter", Player(Who::Starter), "before captures, gets", "who began the round", "starter captures holes"),
    row("each player", Player(Who::EachPlayer), "before captures", "all, one after the other from the starter on; `own` and `him` are his", "each player captures own holes"),
    // effects
    row("capture SET; PLAYER captures SET", Effect(None), "lists", "the seeds go into the store of the mover, or of the player named; nothing happens with an empty hole", "capture here"),
    row("lift SET; lift N from SET", Effect(None), "lists", "seeds go into the hand: all, or so many", "lift here"),
    row("place N in SET; place N in SET from own store", Effect(None), "lists", "so many seeds in each hole of the set, from the hand or from the store, which may fall below nothing (a debt)", "place 1 in here from own store"),
    row("place all in X", Effect(None), "begin, last seed", "all seeds of the hand in one hole", "place all in any 1 of opponent's holes"),
    row("mark SET", Effect(Some(Change::Mark)), "lists", "the mover's mark is put; the seeds stay", "mark here"),
    row("unmark SET", Effect(Some(Change::Unmark)), "lists", "any mark is taken away", "unmark here").done(Do("take"), "any mark from SET"),
    row("PLAYER gets N points", Effect(None), "each player after refilling", "points of the match; told at the end, they decide only with `match won by: most points`", "opponent gets 1 point"),
    // outcomes
    row("sow after X; sow into X", Outcome(None), "begin, last seed", "sow the hand: the first seed into the hole after X; into X itself. `clockwise`, `counterclockwise` or `reversed` behind `sow` changes the direction from here on", "lift here, sow after here"),
    row("end turn", Outcome(Some(&O::EndTurn)), "last seed, endless", "the turn is over", "otherwise -> end turn"),
    row("move again", Outcome(Some(&O::MoveAgain)), "last seed", "the same player is to move again", "when here is own end -> move again"),
    row("illegal", Outcome(Some(&O::Illegal)), "last seed, after turn, endless", "the move was not allowed; another must be chosen", "when slam -> illegal"),
    row("play", Outcome(Some(&O::Play)), "before turn", "he moves", "otherwise -> play"),
    row("pass", Outcome(Some(&O::Pass)), "before turn", "he does not, and the next player is to move", "when no legal move -> pass"),
    row("round over; game over", Outcome(Some(&O::Over)), "before turn", "scores are compared; `round` in a file with a match, `game` in one without", "when all holes are empty -> game over"),
    row("mover wins the round; mover wins the game", Outcome(Some(&O::MoverWins)), "before turn, after turn", "decided without a count", "mover wins the game"),
    row("mover loses the round; mover loses the game", Outcome(Some(&O::MoverLoses)), "before turn, after turn, endless", "decided without a count", "when no legal move -> mover loses the game"),
    row("draw", Outcome(Some(&O::Draw)), "before turn, after turn", "decided for nobody", "when repeated position -> draw"),
    row("wins the match", Outcome(Some(&O::WinsMatch)), "each player after refilling", "the match is over", "wins the match"),
    row("loses the match", Outcome(Some(&O::LosesMatch)), "each player after refilling", "he is out of it", "when all own holes are empty -> loses the match"),
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

/// Whether a name that a file wants to define is already a word of the language.
pub fn is_taken(name: &str) -> bool {
    written(name).any(|entry| !matches!(entry.meaning, Structure | Setting(_) | Value | Section(_)))
}

/// The direction of sowing with this name.
pub fn way(name: &str) -> Option<Way> {
    [Way::Counterclockwise, Way::Clockwise].into_iter().find(|way| way.name() == name)
}
