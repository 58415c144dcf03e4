//! What players and other notations say, and what a rule file says.

use crate::problem::Help;

/// Words that no rule file has, and what a rule file says.
pub struct Saying {
    /// The words, in several forms separated by `; `.
    pub said: &'static str,
    /// What a rule file says.
    pub file: InFile,
}

/// What a rule file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InFile {
    /// These words, in the same place.
    Words(&'static str),
    /// This noun, in the same place; also in the plural.
    Noun(&'static str),
    /// Something that depends on the place, or that stands elsewhere.
    Way(&'static str),
    /// Nothing: it cannot be said.
    Nothing,
}

const fn words(said: &'static str, file: &'static str) -> Saying {
    Saying { said, file: InFile::Words(file) }
}

const fn noun(said: &'static str, file: &'static str) -> Saying {
    Saying { said, file: InFile::Noun(file) }
}

const fn way(said: &'static str, file: &'static str) -> Saying {
    Saying { said, file: InFile::Way(file) }
}

const fn nothing(said: &'static str) -> Saying {
    Saying { said, file: InFile::Nothing }
}

/// What is said of the holes of a side, and of a hole on it.
const OF_A_SIDE: &str = "`all own holes are empty` or `all opponent's holes are empty` of a whole side, and \
                         `on own side` or `on opponent's side` of one hole";

/// The words of players. The manual shows them.
pub const PLAYERS: &[Saying] = &[
    noun("pit; cup; house; bowl; hollow", "hole"),
    noun("stone; bead; counter; bean; marble; pebble; shell; nut", "seed"),
    way(
        "kalah; kazan; mancala; storehouse; treasury; bank; home",
        "`own store` for the seeds that a player has won, and `own end` for his hole at the end of the row",
    ),
    words("starting hole; start hole; starting pit; starting point", "origin"),
    words("anticlockwise; anti-clockwise; counter-clockwise; ccw", "counterclockwise"),
    words("cw", "clockwise"),
    words(
        "extra turn; extra move; another turn; another move; free turn; bonus turn; bonus move; bonus; play again; take another turn; \
         take an extra turn; get another turn; get an extra turn; \
         go again; move once more",
        "move again",
    ),
    words(
        "relay; relay sowing; multi-lap; multi-lap sowing; continue; continue sowing; keep sowing",
        "lift here, sow after here",
    ),
    words(
        "stop; finish; stop sowing; turn ends; turn over; turn passes; turn passes to the opponent; opponent's turn; \
         opponent plays; opponent moves; next player; next turn",
        "end turn",
    ),
    way(
        "pass; miss a turn; skip a turn; sit out",
        "a rule of `before turn`: `when no legal move -> pass`, or `may pass` where the player chooses to",
    ),
    words("stuck; blocked; cannot move", "no legal move"),
    way(
        "opponent cannot move",
        "`no legal move`, which is about the player to move, or what the opponent's holes hold, as in \
         `all opponent's holes are empty`",
    ),
    way("row; rows", OF_A_SIDE),
    words("own stones; own seeds; own counters; own pieces", "own holes"),
    words("opponent's stones; opponent's seeds; opponent's counters; opponent's pieces", "opponent's holes"),
    way(
        "seeds left; seeds remaining; seeds remain; seeds on board; seeds on the board",
        "`all holes are empty` where none is left, and `seeds in holes is at most 6` of a number",
    ),
    words("steal; grab; seize", "capture"),
    way("put", "`capture here` for seeds that a player wins, and `place 1 in here from own store` for seeds put back"),
    words("lose; loses", "mover loses the game"),
    words("captured seeds; won seeds", "seeds in own store"),
    words("end the game; ends the game; game ends", "game over"),
    way(
        "starve; starvation; feed; feeding",
        "a rule of `after turn`: `when all opponent's holes are empty -> illegal`",
    ),
    way(
        "grand slam",
        "a word of your own: `slam if all opponent's occupied holes are in prey`, where `prey` are the captured holes",
    ),
    words("sweep; take the rest", "each player captures own holes"),
    words("opponent wins", "mover loses the game"),
    words("opponent loses", "mover wins the game"),
    words("tie; stalemate; drawn game", "draw"),
    way(
        "pie rule; pie; swap; change sides; exchange sides",
        "`may swap sides` in `before turn`, when `mover's 1st turn and mover is not starter`",
    ),
    way("resign; give up; concede; surrender", "a rule of `before turn`: `when .. -> may mover loses the game`"),
    nothing("simultaneous; simultaneously; at the same time"),
    way(
        "draw lots; draws the lot; wins lot; lot falls; lots; lottery; coin; toss a coin; dice",
        "the condition `mover wins the lot`; in `match`, `next starter: by lot`",
    ),
];

/// Words of other notations.
const OTHERS: &[Saying] = &[
    way(
        "to own store; into own store",
        "the holes alone, as in `capture here`: seeds go into the store of the player who captures them",
    ),
    way("own row; opponent's row; own side; opponent's side", OF_A_SIDE),
    words("hole before; hole behind; preceding hole; previous hole", "1 back"),
    words("following hole; hole after", "next"),
    words("seeds here; seeds in here; all seeds here; it; them; its seeds; contents", "here"),
    way("count", "`makes 4` of the hole in which the last seed fell, and `holds 4` of another hole"),
    way("board", "`all holes are empty` of the whole board, and `seeds in holes is at most 6` of a number"),
    way(
        "moves; move; possible move; possible moves",
        "`no legal move`, which holds where the player has nothing to play",
    ),
    words("non-empty; not-empty", "occupied"),
    words("neighbours; neighbors; adjacent holes; neighbouring holes", "1 back and next"),
    words("adversary", "opponent"),
    words("adversary's", "opponent's"),
    words("always", "otherwise"),
    way("any", "`some` in a condition, and the plural alone, as in `own holes`, for a choice"),
    way("atleast", "`at least`, as in `holds at least 2`"),
    way("atmost", "`at most`, as in `holds at most 2`"),
    way("bigger", "`more than`, as in `holds more than 2`"),
    way("both", "`either`"),
    words("collect", "capture"),
    way("contain", "`holds`, as in `here holds 3`"),
    way("contains", "`holds`, as in `here holds 3`"),
    words("counterpart", "same-number hole"),
    words("default", "otherwise"),
    words("distribute", "sow after here"),
    way("each", "`all`, as in `all own holes are empty`"),
    words("eight", "8"),
    words("else", "otherwise"),
    words("enemy", "opponent"),
    words("enemy's", "opponent's"),
    way("equal", "`holds 3` or `makes 3`"),
    way("equals", "`holds 3` or `makes 3`"),
    way("every", "`all`, as in `all own holes are empty`"),
    way("exactly", "the number alone, as in `holds 3`"),
    way("false", "`not`, as in `not marked`"),
    words("filled", "occupied"),
    words("five", "5"),
    words("forbidden", "illegal"),
    words("four", "4"),
    way("greater", "`more than`, as in `holds more than 2`"),
    way("has", "`holds`, as in `here holds 3`"),
    way("have", "`hold`, as in `all holes hold 3`"),
    words("his", "own"),
    way("hold", "`holds` of one hole, as in `here holds 3`; `hold` goes with `all`"),
    words("if", "when"),
    way("larger", "`more than`, as in `holds more than 2`"),
    way("last", "`last seed`, in the list `each seed`"),
    way("less", "`fewer than`, as in `holds fewer than 2`"),
    words("marker", "mark owner"),
    way("max", "`at most`, as in `holds at most 2`"),
    way("maximum", "`at most`, as in `holds at most 2`"),
    way("min", "`at least`, as in `holds at least 2`"),
    way("minimum", "`at least`, as in `holds at least 2`"),
    way("more", "`at least 3` for \"3 or more\", and `more than 3` for \"more\""),
    words("my", "own"),
    words("nine", "9"),
    way("none", "`no`, as in `no own holes where marked`"),
    words("nonempty", "occupied"),
    words("one", "1"),
    way("pick", "`lift`, as in `lift here`"),
    way("player's", "`own`, or `opponent's`"),
    words("previous", "1 back"),
    words("raided", "raided this turn"),
    words("repeated", "repeated position"),
    words("seven", "7"),
    words("six", "6"),
    way("stores", "`ends` for stores at the ends of the rows, and `own store` for seeds won"),
    way("smaller", "`fewer than`, as in `holds fewer than 2`"),
    words("sown", "sown this turn"),
    words("spread", "sow after here"),
    way("take", "`capture` for good, or `lift` to sow them"),
    way("takes", "`captures`, as in `opponent captures holes`"),
    words("ten", "10"),
    words("their", "opponent's"),
    way("then", "`->`"),
    words("three", "3"),
    way("true", "the condition alone, as in `marked`"),
    words("two", "2"),
    way("unless", "`when not (..)`"),
    words("were", "where"),
    words("were raided", "where raided this turn"),
    words("were sown", "where sown this turn"),
    words("whenever", "when"),
    way("zero", "`0`, or `is empty`"),
];

/// What to write instead of some words.
pub struct Instead {
    /// How many words it replaces.
    pub count: usize,
    /// What stands in their place, if it depends on nothing else.
    pub words: Option<String>,
    file: InFile,
}

impl Instead {
    /// Whether it tells of these words of the language.
    pub fn tells_of(&self, words: &str) -> bool {
        matches!(self.file, InFile::Way(way) if way.contains(&format!("`{words}`")))
    }

    /// The help at the words `said`.
    pub fn help(&self, said: &str) -> Option<Help> {
        match (&self.words, self.file) {
            (Some(words), _) => Help::write(said, words),
            (None, InFile::Way(way)) => {
                Some(format!("write {way}").into()).filter(|_| !way.contains(&format!("`{said}`")))
            }
            (None, _) => Some("a rule file cannot say this; tell it in `left out { .. }`".into()),
        }
    }
}

/// The longest saying at the beginning of some words.
pub fn begins(words: &[&str]) -> Option<Instead> {
    let fits = |form: &str| {
        let count = form.split(' ').count();
        let said = words.get(..count)?;
        form.split(' ').zip(said).all(|(form, word)| form.eq_ignore_ascii_case(word)).then_some(count)
    };
    let found = PLAYERS.iter().chain(OTHERS).flat_map(|saying| {
        saying.said.split("; ").filter_map(move |form| {
            let words = match saying.file {
                InFile::Words(words) | InFile::Noun(words) => Some(words.to_owned()),
                InFile::Way(_) | InFile::Nothing => None,
            };
            let one = fits(form).map(|count| Instead { count, words: words.clone(), file: saying.file });
            let is_noun = matches!(saying.file, InFile::Noun(_));
            one.or_else(|| {
                let count = is_noun.then(|| fits(&format!("{form}s"))).flatten()?;
                Some(Instead { count, words: words.map(|words| words + "s"), file: saying.file })
            })
        })
    });
    found.max_by_key(|instead| instead.count)
}

/// The help for words that are a saying as a whole.
pub fn help(said: &str) -> Option<Help> {
    let words: Vec<&str> = said.split_whitespace().collect();
    begins(&words).filter(|instead| instead.count == words.len())?.help(said)
}

/// The words with every saying replaced that stands for words in the same place; `None` if there is none.
pub fn replaced(said: &[&str]) -> Option<Vec<String>> {
    let mut out = Vec::new();
    let mut any = false;
    let mut at = 0;
    while at < said.len() {
        let found = begins(&said[at..]).and_then(|instead| Some((instead.count, instead.words?)));
        any |= found.is_some();
        let (count, words) = found.unwrap_or_else(|| (1, said[at].to_owned()));
        out.extend(words.split(' ').map(str::to_owned));
        at += count;
    }
    any.then_some(out)
}
