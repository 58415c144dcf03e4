"""Games and matches are played."""

import copy
import pickle
import random
from xml.etree import ElementTree

import pytest

import mancala


def random_game(rules, seed: int, most: int = 200) -> mancala.Game:
    chance = random.Random(seed)
    game = rules.game()
    while not game.is_over and len(game.history) < most:
        game.play(chance.choice(game.legal_moves))
    return game


def test_a_game_is_played_and_taken_back():
    game = mancala.load("oware").game()
    assert game.legal_moves == ["a1", "b1", "c1", "d1", "e1", "f1"]
    game.play("c1")
    assert game.history == ["c1"] and game.to_move == 1
    with pytest.raises(mancala.IllegalMove, match="a2"):
        game.play("c1")
    assert game.undo() == "c1" and game.undo() is None
    assert game.position == game.start


def test_a_game_ends():
    game = random_game(mancala.load("kalah"), 1)
    assert game.is_over and game.legal_moves == [] and game.legal_actions() == []
    outcome = game.outcome
    assert sum(outcome["scores"]) == 48
    assert (max(game.rewards) == 1.0) == (len(outcome["winners"]) == 1)
    assert sum(game.rewards) == 0.0


@pytest.mark.parametrize("name", ["krur", "omweso", "mefuvha", "bao-la-kiswahili", "um-laarais"])
def test_actions_are_moves(name):
    rules = mancala.load(name)
    chance = random.Random(3)
    game = rules.game()
    for _ in range(80):
        if game.is_over:
            break
        words = []
        while True:
            action = chance.choice(game.legal_actions())
            words.append(rules.actions[action])
            if game.act(action):
                break
        assert game.history[-1] == "".join(words)
    other = rules.game()
    for move in game.history:
        other.play(move)
    assert other.position == game.position


def test_a_move_may_have_several_actions():
    rules = mancala.load("mefuvha")
    game = rules.game()
    first = game.legal_actions()[0]
    while game.act(first):
        first = game.legal_actions()[0]
    assert game.chosen == [first]
    with pytest.raises(mancala.IllegalMove):
        game.act(len(rules.actions) - 1)
    _, start, _ = next(part for part in rules.observation if part[0] == "chosen")
    assert game.observe()[start + first] == 1
    again = pickle.loads(pickle.dumps(game))
    assert again.chosen == game.chosen and again.legal_actions() == game.legal_actions()
    assert game.take_back() and game.chosen == []


def test_observations_have_their_parts():
    rules = mancala.load("krur")
    observed = rules.game().observe()
    assert len(observed) == sum(length for _, _, length in rules.observation)
    _, start, length = rules.observation[0]
    assert list(observed[start : start + length]) == rules.start().seeds


def test_games_are_copied_and_sent():
    game = random_game(mancala.load("um-laarais"), 2, 10)
    for other in [game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]:
        assert (other.position, other.history, other.rules.name) == (game.position, game.history, "um-laarais")
        other.play(other.legal_moves[0])
        assert len(game.history) == 10


def test_positions_are_written_and_read():
    game = random_game(mancala.load("krur"), 4, 12)
    text = str(game.position)
    rules = game.rules
    assert rules.position(text) == game.position
    assert pickle.loads(pickle.dumps(game.position)) == game.position
    assert rules.game(text).legal_moves == game.legal_moves
    with pytest.raises(mancala.MancalaError):
        rules.position("no position")
    with pytest.raises(mancala.MancalaError, match="another game"):
        mancala.load("oware").game(game.position)


def test_boards_are_drawn():
    game = mancala.load("krur").game()
    for picture in [game._repr_svg_(), game.position._repr_svg_(), mancala.load("krur").flow_chart()]:
        assert ElementTree.fromstring(picture.encode()).tag.endswith("svg")
    assert "South" in str(game) and "South" in game.position.draw()


def test_a_narrated_game_tells_what_happens():
    game = mancala.load("krur").game(narrated=True)
    game.play(game.legal_moves[0])
    assert game.events
    assert mancala.load("krur").game().events == []


def test_a_match_is_played_to_its_end():
    chance = random.Random(5)
    match = mancala.load("krur").match(rounds=5)
    steps = 0
    while not match.is_over:
        steps += 1
        if match.round_is_over:
            match.next_round()
        else:
            with pytest.raises(mancala.MancalaError):
                match.next_round()
            match.play(chance.choice(match.legal_moves))
    assert match.outcome["rounds"] <= 5 and match.outcome["owned"]
    before = match.copy()
    for _ in range(steps):
        assert match.undo()
    assert not match.undo() and match.round == 1
    assert before.is_over
    with pytest.raises(mancala.MancalaError, match="single game"):
        mancala.load("tchoukaillon").match()
