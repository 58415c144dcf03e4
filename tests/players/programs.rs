//! The programs of `examples` that show how to play by the library.

#[expect(dead_code, reason = "its own beginning is not called")]
#[path = "../../examples/play.rs"]
mod play;

#[expect(dead_code, reason = "its own beginning is not called")]
#[path = "../../examples/player.rs"]
mod player;

#[test]
fn a_file_is_loaded_and_played() {
    play::play("krur").expect("a game");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets/two-rows/relay/krur.mancala");
    play::play(file).expect("a game");
    assert!(play::play("no-such-game").is_err());
    let bad = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/errors/unknown-word.mancala");
    assert!(play::play(bad).is_err());
}

#[test]
fn a_player_of_ones_own_plays() {
    let (won, lost) = player::compare("kalah", 20).expect("games");
    assert!(won > lost, "won {won}, lost {lost}");
}
