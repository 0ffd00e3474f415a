"""Sources of dice: chance, a script, and dice that are fed while the game waits."""

from collections.abc import Sequence

import pytest

from sheetgen.engine import (
    DiceError,
    DiceSource,
    FedDice,
    Game,
    MissingDiceError,
    Move,
    RandomDice,
    ScriptedDice,
    WrongDiceError,
)
from sheetgen.engine.dice import BESIDE, ON_PLATTER, POOL, place_name
from sheetgen.errors import SheetgenError, WrongValueError

NAMES = ("yellow", "blue", "green", "orange", "purple", "white")
FIRST = {"yellow": 1, "blue": 2, "green": 4, "orange": 5, "purple": 3, "white": 6}


def test_places_have_names() -> None:
    assert [place_name(place) for place in (ON_PLATTER, POOL, BESIDE, 1, 3)] == [
        "platter",
        "pool",
        "beside",
        "slot 1",
        "slot 3",
    ]
    with pytest.raises(KeyError):
        place_name(-3)


def test_random_dice_copy_and_rewind() -> None:
    dice = RandomDice(7)
    dice.throw(NAMES)
    mark, twin = dice.snapshot(), dice.copy()
    throws = [dice.throw(NAMES), dice.order(NAMES)]
    assert [twin.throw(NAMES), twin.order(NAMES)] == throws
    dice.rewind(mark)
    assert [dice.throw(NAMES), dice.order(NAMES)] == throws
    assert not dice.can_run_out


def test_scripted_dice_are_told_by_colour_in_any_order_or_as_faces() -> None:
    backwards = dict(reversed(FIRST.items()))
    for script in (FIRST, backwards, [1, 2, 4, 5, 3, 6], (1, 2, 4, 5, 3, 6)):
        assert Game("classic", dice=ScriptedDice([script])).faces == (1, 2, 4, 5, 3, 6)


@pytest.mark.parametrize("face", [0, 7, -1, "3", 3.0, True, None])
def test_what_is_no_face_is_refused_at_once(face: object) -> None:
    with pytest.raises(WrongValueError, match="a die shows 1 to 6, not"):
        ScriptedDice([{"white": face}])  # type: ignore[dict-item]  # what the test is about
    with pytest.raises(WrongValueError, match="a die shows 1 to 6, not"):
        FedDice().feed([face])  # type: ignore[list-item]  # what the test is about


def test_missing_and_wrong_dice_say_which_are_thrown() -> None:
    dice = ScriptedDice([{"blue": 3}, [1, 2]])
    with pytest.raises(WrongDiceError) as wrong:
        dice.throw(["blue", "white"])
    assert str(wrong.value) == "roll 1 has faces for blue, but blue, white are rolled"
    assert (wrong.value.dice, wrong.value.throw, dice.used) == (("blue", "white"), 0, 0)
    assert dice.throw(["blue"]) == [3]
    with pytest.raises(WrongDiceError, match="roll 2 has 2 faces, but 1 dice are rolled: green"):
        dice.throw(["green"])
    dice.throw(["green", "white"])
    with pytest.raises(MissingDiceError) as missing:
        dice.throw(["green"])
    assert str(missing.value) == "the dice of roll 3 are missing: green"
    assert isinstance(missing.value, DiceError)
    assert isinstance(missing.value, SheetgenError)


def test_a_script_says_how_dice_lie() -> None:
    dice = ScriptedDice(orders=[["white", "blue"], ["green"]])
    mark = dice.snapshot()
    orders = [dice.order(["yellow", "blue", "white"]), dice.order(["yellow", "green"]), dice.order(["white", "blue"])]
    assert orders == [["white", "blue", "yellow"], ["green", "yellow"], ["white", "blue"]]
    dice.rewind(mark)
    assert dice.order(["yellow", "blue", "white"]) == orders[0]


def test_a_copy_of_fed_dice_goes_its_own_way() -> None:
    dice = FedDice([[1]])
    twin = dice.copy()
    dice.feed([2])
    assert [dice.throw(["blue"]), dice.throw(["blue"]), twin.throw(["blue"])] == [[1], [2], [1]]
    with pytest.raises(MissingDiceError):
        twin.throw(["blue"])


def test_fed_dice_can_be_discarded() -> None:
    dice = FedDice([[1]])
    dice.throw(["blue"])
    dice.feed([2], order=["blue"])
    dice.feed([3])
    assert (dice.discard(), dice.used) == (2, 1)
    dice.feed([4])
    assert dice.throw(["blue"]) == [4]


class Countdown(DiceSource):
    """A program's own source: 6, 5, 4 … and around again."""

    def __init__(self, wrong: Sequence[int] | None = None) -> None:
        self.next = 6
        self.wrong = wrong

    def throw(self, dice: Sequence[str]) -> Sequence[int]:
        faces = [(self.next - i - 1) % 6 + 1 for i in range(len(dice))]
        self.next -= len(dice)
        return faces if self.wrong is None else self.wrong


def test_a_program_may_have_a_source_of_its_own() -> None:
    dice = Countdown()
    game = Game("classic", dice=dice)
    assert game.faces == (6, 5, 4, 3, 2, 1)
    while len(game.moves) < 12:
        game.play(game.legal_moves()[0])
    state, used = game.state(), dice.next
    move = game.undo()
    assert game.source is dice
    game.play(move)
    assert (game.state(), dice.next) == (state, used)
    twin = game.copy()
    twin.play(twin.legal_moves()[0])
    assert dice.next == used


@pytest.mark.parametrize("faces", [[1, 2, 3], [1, 2, 3, 4, 5, 7]])
def test_a_source_of_its_own_that_gives_no_faces_is_refused(faces: list[int]) -> None:
    with pytest.raises(WrongDiceError, match="expected a face from 1 to 6 for each of yellow, blue"):
        Game("classic", dice=Countdown(faces))


def test_a_mark_of_something_else_is_refused() -> None:
    with pytest.raises(TypeError):
        Countdown().rewind(5)


def test_moves_that_throw_need_their_dice() -> None:
    """Without dice a reroll is not lost, and `throw` is not asked again."""
    dice = FedDice([FIRST])
    game = Game("classic", dice=dice)
    with pytest.raises(SheetgenError):
        game.play(Move("reroll"))  # not unlocked
    assert dice.used == 1
