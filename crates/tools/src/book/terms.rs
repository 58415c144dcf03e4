//! The words that every chapter uses, explained once.

/// A word, and what it means.
pub(super) const TERMS: [(&str, &str); 20] = [
    ("board", "rows of holes. South sits below the board as it is drawn, North above it; other players are numbered."),
    (
        "hole",
        "where seeds lie. It has the letter of its column, from South's left on, and the number of its row, from South's \
         side on: a1 is the hole at South's left hand.",
    ),
    ("seed", "what is sown. All seeds are alike; they belong to nobody until somebody captures them."),
    ("store", "where a player keeps what he has captured. In some games it lies at the end of the board and is sown."),
    ("side", "the holes that belong to a player."),
    ("inner row", "of the two rows of a player, the one next to the other side. The other one is the outer row."),
    ("opposite", "the hole of the same column on the other side; of four rows, first the one in the inner row."),
    ("mover", "the player whose turn it is. Where a rule says he, it means any player, man or woman."),
    ("sow", "to drop the seeds in the hand one by one into the holes that follow one another."),
    ("lap", "the sowing of what was lifted at one time. A turn may have several."),
    ("relay", "a lap that goes on with the seeds of the hole in which the last seed of the lap before fell."),
    ("pussa kanawa", "a lap that goes on with the seeds of the hole after that."),
    ("makes", "a hole makes four if it holds four with the seed that has just fallen there."),
    (
        "capture",
        "to take seeds from a hole. They go into the store of the player who captures them, unless a rule says otherwise.",
    ),
    ("mark", "to make a hole somebody's by a rule. What that means for it, the rules of the game say."),
    ("pass", "to give up a turn."),
    ("game", "play from the lay-out to a result. In a match it is a round."),
    ("round", "one game of a match."),
    ("match", "several rounds. What a player has won in one, he puts into his holes in the next."),
    (
        "reading",
        "one way to understand what the sources leave open. The rules of a chapter are told under one reading of each; \
         what the others change stands after them.",
    ),
];

/// How to read the book, paragraph by paragraph.
pub(super) const INTRODUCTION: [&str; 4] = [
    "Each chapter is one game. Its rules come from a rule file, which a program reads and plays; the sentences are \
     generated from that file, or stand in it as the author's words for a rule that the program checks and plays.",
    "A number behind a sentence leads to a note with the sources that say so, and the place in each. A question mark \
     before the number marks what no source says and the file assumes, with its reason. A wave (≈) marks what is taken \
     from a similar game, since no source on this one says it. What has no number is said by no source because every \
     game is played so unless a source says otherwise: a seed falls into each hole on the way, the hole just emptied is \
     sown too when the sowing comes round to it, and a player who can move has his turn.",
    "Where the rules form a list, only the first of them that fits applies.",
    "The boards of the examples show the number of seeds in each hole, and none where it is empty. The hole that is \
     played is black. A hole with a thick rim is marked, and the letter or number beside it tells by whom. After the \
     move, holes that hold another number than before are grey.",
];
