"""Narration: every step of every record is told in every language."""

import re

import pytest

from sheetgen.engine import Game
from sheetgen.i18n import languages
from sheetgen.i18n.catalogues import PSEUDO
from sheetgen.layout import load
from sheetgen.site.examples import Example, examples_of
from sheetgen.site.narration import Narrator, tell_notes
from sheetgen.site.pictures import Pictures
from sheetgen.site.stepper import Stepper
from sheetgen.site.words import Words

SHEETS = ("classic", "double", "cubed", "deluxe", "mix")


def told(example: Example, language: str) -> list[str]:
    words = Words.of(language, example.edition)
    narrator = Narrator(example.record.rules, example.record.players, words)
    return [
        " ".join([*narrator.tell(step), *(text for _, text in tell_notes(example, step, words))])
        for step in example.steps
    ]


def example(name: str) -> Example:
    return next(own for own in examples_of(name.partition("/")[0]) if own.name == name)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("edition", SHEETS)
def test_every_step_is_told(edition: str, language: str) -> None:
    examples = examples_of(edition)
    assert len(examples) >= 26
    for own in examples:
        sentences = told(own, language)
        assert len(sentences) == len(own.steps) >= 1, own.name
        for sentence in sentences:
            assert re.search(r"\w{2}", sentence), own.name
            assert "{" not in sentence, f"{own.name}: {sentence}"
            assert not re.search(r"[a-z]\.\d|r\dc\d|\(zone\)", sentence), f"{own.name}: {sentence}"


def test_a_turn_in_english() -> None:
    assert told(example("classic/01-seven-steps"), "en") == [
        "Round 1 begins; everyone takes its badge: the action “reroll”. Ada is the active player. "
        "Ada throws: yellow 4, blue 1, green 5, orange 6, purple 3, white 3.",
        "Ada takes purple 3 and puts it on slot 1. In purple, 3 is written in cell 1. "
        "What is lower goes to the platter: blue 1.",
        "Ada throws: yellow 2, green 3, orange 5, white 4.",
        "Ada takes white 4 and puts it on slot 2. In purple, 4 is written in cell 2. "
        "What is lower goes to the platter: yellow 2, green 3.",
        "Ada throws: orange 3. Not possible here: green 3 for green, cell 1.",
        "Ada takes orange 3 and puts it on slot 3. In orange, 3 is written in cell 1. "
        "Ada · Purple: 7 points. Ada · In all: 10 points.",
        "Ben uses green 3 from the platter. In green, cell 1 is crossed: the 1.",
        "Cleo uses green 3 from the platter. In green, cell 1 is crossed: the 1. "
        "Ben · Green: 1 point. Cleo · Green: 1 point.",
    ]


def test_how_numbers_come_about() -> None:
    assert "5 (2 + 3)" in " ".join(told(example("cubed/13-blue-steps"), "en"))
    assert "12 (6 × 2)" in " ".join(told(example("classic/08-orange-six-becomes-twelve"), "en"))
    assert "7 (4 + 2 + 1)" in " ".join(told(example("mix/13-purple-four-one-two"), "en"))
    assert "(half of " in " ".join(told(example("cubed/18-pink-half-or-star"), "en"))


def test_other_languages_have_their_own_words() -> None:
    german, french = (told(example("classic/01-seven-steps"), language)[1] for language in ("de", "fr"))
    assert german.startswith("Ada nimmt Lila 3 und legt den Würfel auf Würfelfeld 1. In Lila ")
    assert "Silbertablett: Blau 1." in german
    assert french.startswith("Ada prend le 3 violet et le place")
    assert "zone violette" in french
    assert "plateau d’argent" in french


def test_solo_dice_go_to_the_platter_as_the_lowest() -> None:
    sentences = told(example("classic/25-solo-passive-throw"), "en")
    assert "The lowest dice go to the platter: blue 1, purple 2." in sentences[1]
    assert sentences[2].startswith("The nearest die goes to the platter: orange 3.")


def test_a_lost_last_throw_is_not_told_as_solo() -> None:
    sentences = " ".join(told(example("classic/13-last-die-too-low"), "en"))
    assert "Ada takes no die of this throw." in sentences
    assert "The lowest dice" not in sentences


@pytest.mark.parametrize("edition", SHEETS)
def test_nothing_in_a_stepper_is_hard_coded(edition: str) -> None:
    """In the pseudo language every text is within [ ], but for names, numbers and the print of the slots."""
    stepper = Stepper(Pictures("en").of(load(edition)), Words(PSEUDO))
    for own in examples_of(edition):
        html = stepper.write(own)
        attributes = re.findall(r'(?:aria-label|title|data-[a-z]+)="([^"]*)"', html)
        texts = re.findall(r">([^<]+)<", re.sub(r"<small>[^<]*</small>", "", html))
        for text in [*texts, *attributes]:
            bare = text
            while re.search(r"\[[^\[\]]*\]", bare):
                bare = re.sub(r"\[[^\[\]]*\]", "", bare)
            for name in own.record.players:
                bare = bare.replace(name, "")
            assert not re.search(r"[A-Za-z]{2}", bare), f"{own.name}: {text}"


def test_notes_name_the_player_they_are_about() -> None:
    """After Ben's move a note may speak of Cleo, who decides next."""
    sentences = told(example("classic/12-no-platter-die-fits"), "en")
    assert "Not possible here: green 1 for green, cell 5." in sentences[0]
    assert "Cleo · Not possible here: orange 5 for orange, cell 1." in sentences[1]
    assert "Cleo · Not possible here: take no die." in sentences[1]


def test_the_log_of_a_game_says_what_its_examples_say() -> None:
    """The studio shows a whole game with the sentences of the site, in any language."""
    game = Game("double", ["Ada", "Ben"], seed=3)
    for _ in range(6):
        game.play(game.legal_moves()[0])
    english, german = (
        Narrator(game.rules, ["Ada", "Ben"], Words.of(language, game.rules.edition)).tell_log(game)
        for language in ("en", "de")
    )
    assert len(english) == len(german) == len(game.events)
    assert english[0].startswith("Round 1 begins; everyone takes its badge")
    assert "Ada throws: silver 2, yellow 4, blue 3, green 4, pink 4, white 1." in english
    assert "Ada würfelt: Silber 2, Gelb 4, Blau 3, Grün 4, Rosa 4, Weiß 1." in german
    assert english[1:3] == ["", ""]  # the badge of the round is told once for all
