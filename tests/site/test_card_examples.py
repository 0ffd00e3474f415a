"""Examples of the card game: their steps are the engine's, told and drawn in every language."""

import re
from html import unescape
from pathlib import Path

import pytest

from sheetgen.engine.cards import STAND, CardGame, lay
from sheetgen.i18n import languages
from sheetgen.i18n.catalogues import PSEUDO
from sheetgen.layout import load
from sheetgen.site.examples import CardExample, ExampleError, LaidCard, card_examples_of, card_steps, read_card_example
from sheetgen.site.pictures import Pictures
from sheetgen.site.stepper import CardStepper
from sheetgen.site.words import Words, unprotect

EXAMPLES = card_examples_of("objectives")


def stepper(language: str) -> CardStepper:
    layout = load("objectives")
    return CardStepper(Pictures(language).of(layout), Words.of(language, layout.edition))


def told(example: CardExample, language: str = "en") -> list[str]:
    return [" ".join(stepper(language).narrator.tell(example, step)) for step in example.steps]


def example(name: str) -> CardExample:
    return next(own for own in EXAMPLES if own.name == f"objectives/{name}")


def test_every_clause_of_play_has_an_example() -> None:
    assert {own.topic for own in EXAMPLES} == {"round", "cards", "two"}
    assert {clause for own in EXAMPLES for clause in own.clauses} == {"O2", "O3", "O4", "O5", "O7"}


@pytest.mark.parametrize("own", EXAMPLES, ids=lambda own: own.name)
def test_the_last_step_is_where_the_game_ends(own: CardExample) -> None:
    last = own.steps[-1]
    assert last.points == tuple(score.total for score in own.game.scores())
    assert sum(sum(step.gained) for step in own.steps) == sum(last.points)
    fates = {"won": 0, "discarded": 0, "captured": 0}
    for laid in last.laid:
        fates[laid.fate] += 1
    players = own.game.players
    assert fates["won"] == sum(len(player.won) for player in players)
    assert fates["discarded"] == sum(len(player.discarded) for player in players)
    assert fates["captured"] == sum(len(player.captured) for player in players)
    assert last.held == own.game.rules.held(last.faces)


@pytest.mark.parametrize("own", EXAMPLES, ids=lambda own: own.name)
def test_only_the_active_player_shows_a_card_before_the_dice_are_final(own: CardExample) -> None:
    for step in own.steps[:-1]:
        assert all(not laid.card for laid in step.laid if laid.seat != 0)
        assert not step.held
    assert all(laid.card for laid in own.steps[-1].laid)


def test_a_round_in_english() -> None:
    assert told(example("01-a-round")) == [
        "Round 1 begins. Ada is the active player. Ada rolls: 4, 4, 2, 6, 6.",
        "Everyone plays 1 card face down. Ada turns over “Full house”.",
        "Ada rerolls 1 die: 1.",
        "Ada rerolls 1 die: 6.",
        "The dice stay as they are. Ben turns over “Two pairs”. Cleo turns over “Small straight”. "
        "“Full house” wins: Ada keeps it for 6 points. “Two pairs” wins: Ben keeps it for 2 points. "
        "“Small straight” misses: Ada takes it for 1 point.",
    ]


def test_only_the_dice_thrown_again_stand_out() -> None:
    steps = example("02-the-active-player-misses").steps
    assert [sorted(step.thrown) for step in steps] == [[1, 2, 3, 4, 5], [], [4, 5], [4, 5], []]
    assert [step.faces for step in steps[2:]] == [(5, 5, 5, 3, 6), (5, 5, 5, 2, 4), (5, 5, 5, 2, 4)]
    html = stepper("en").write(example("02-the-active-player-misses"))
    assert html.count('<span class="fresh">') == 5 + 2 + 2


def test_of_two_cards_alike_each_has_its_fate() -> None:
    last = example("09-two-cards-alike").steps[-1]
    assert last.laid == (
        LaidCard(0, "four-of-a-kind", "discarded"),
        LaidCard(0, "four-of-a-kind", "discarded"),
        LaidCard(1, "three-of-a-kind", "won"),
        LaidCard(1, "three-of-a-kind", "won"),
    )


def test_a_whole_game_is_told_to_its_end() -> None:
    """With three players one card each is never played."""
    game = CardGame(players=["Ada", "Ben", "Cleo"], seed=4)
    while not game.is_over:
        last_card = lay(game.players[game.actor].hand[-1])
        game.play(last_card if last_card in game.legal_moves() else STAND)
    own = CardExample("objectives/00-whole", "A game", ("O6",), game, tuple(card_steps(game)))
    last = told(own)[-1]
    assert len(own.steps) == 3 * game.rounds + 1
    assert last.startswith("Ada never played “Joker”: no points. Ben never played “Joker”")
    for player, score in zip(game.players, game.scores(), strict=True):
        points = "point" if score.total == 1 else "points"
        said = f"{player.name} has {score.total} {points}: own cards {score.own}, captured cards {score.captured}."
        assert said in last


@pytest.mark.parametrize("language", languages())
def test_every_step_is_told_and_drawn_in_every_language(language: str) -> None:
    writer = stepper(language)
    for own in EXAMPLES:
        for sentence in told(own, language):
            assert "{" not in sentence, sentence
        html = writer.write(own)
        assert html.count('<li class="step">') == len(own.steps)
        laid = sum(len(step.laid) for step in own.steps)
        assert html.count("<figure") == html.count('class="sg card" viewBox="0 0 63 88"') == laid
        dice = own.edition.dice * len(own.steps)
        assert html.count('class="sg sign die" viewBox="0 0 10 10"') == dice


def test_nothing_is_hard_coded() -> None:
    """In the pseudo language every text is within [ ], but for names and numbers."""
    writer = CardStepper(Pictures("en").of(load("objectives")), Words(PSEUDO))
    for own in EXAMPLES:
        html = writer.write(own)
        for text in [*re.findall(r">([^<]+)<", html), *re.findall(r'(?:aria-label|title|data-[a-z]+)="([^"]*)"', html)]:
            bare = unescape(unprotect(text))
            while re.search(r"\[[^\[\]]*\]", bare):
                bare = re.sub(r"\[[^\[\]]*\]", "", bare)
            for name in own.players:
                bare = bare.replace(name, "")
            assert not re.search(r"[A-Za-z]{2}", bare), f"{own.name}: {text}"


def test_a_wrong_expectation_names_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "objectives" / "01-wrong.record"
    path.parent.mkdir()
    path.write_text(
        "edition: objectives\nplayers: Ada, Ben\nthrow: 1 1 2 3 4\nAda: lay pair\nexpect Ada: total 1\n", "utf-8"
    )
    with pytest.raises(
        ExampleError, match=r"\Adocs/examples/objectives/01-wrong\.record:5:1: expected total 1, found 0\Z"
    ):
        read_card_example(path)
