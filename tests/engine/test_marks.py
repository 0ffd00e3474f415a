"""Marks files: what a sheet is worth, and why a sheet cannot be."""

import json
from pathlib import Path

import pytest

from sheetgen.engine import Game, Marks, MarksError, Rules, Score, read_marks, rules_of, sheet_from
from sheetgen.layout import read_from_text

EDITIONS = ("classic", "double", "cubed", "deluxe", "mix")


def score(edition: str | Rules, marks: dict[str, object], rounds: int = 6) -> Score:
    rules = rules_of(edition)
    return sheet_from(Marks(marks, rounds), rules).score()


def reasons(edition: str | Rules, marks: dict[str, object]) -> tuple[str, ...]:
    with pytest.raises(MarksError) as caught:
        score(edition, marks)
    assert str(caught.value) == "\n".join(caught.value.reasons)
    return caught.value.reasons


def variant(edition: str, ruling: str) -> Rules:
    text = f"schema: 1\nextends: {edition}\nrulings: {{{ruling}}}\n"
    return rules_of(read_from_text(text, Path("x.yaml"), "x.yaml"))


def row(zone: str, values: list[int], prefix: str = "") -> dict[str, object]:
    return {f"{zone}.{prefix}{i}": value for i, value in enumerate(values, start=1)}


def crosses(zone: str, names: list[str]) -> dict[str, object]:
    return {f"{zone}.{name}": "x" for name in names}


def grid(rows: int, columns: int) -> list[str]:
    return [f"r{r}c{c}" for r in range(1, rows + 1) for c in range(1, columns + 1)]


def numbers(count: int) -> list[str]:
    return [str(i) for i in range(1, count + 1)]


# Sheets that can be


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_empty_sheet_is_worth_nothing(edition: str) -> None:
    result = score(edition, {}, rounds=0)
    assert (set(result.zones.values()), result.foxes, result.total) == ({0}, 0, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_sheet_that_a_game_leaves_is_possible(edition: str) -> None:
    """What a game writes is read back to the same score, marks and nodes."""
    for seed in range(8):
        game = Game(edition, 1, seed=seed)
        moves = 0
        while not game.is_over:
            legal = game.legal_moves()
            game.play(legal[(seed + moves) % len(legal)])
            moves += 1
        player = game.players[0]
        text = json.dumps({"edition": edition, "rounds": 6, "marks": player.marks(), "actions": player.actions()})
        again = sheet_from(read_marks(text, game.rules), game.rules)
        assert again.score() == player.score()
        assert again.marks() == player.marks()
        assert again.actions() == player.actions()
        assert [node.cell_states for node in again.nodes] == [node.cell_states for node in player.nodes]


CLASSIC_YELLOW = [name for name in grid(4, 4) if name not in ("r1c4", "r2c3", "r3c2", "r4c1")]
CLASSIC_FULL = {
    **crosses("yellow", CLASSIC_YELLOW),
    **crosses("blue", grid(3, 4)[1:]),
    **crosses("green", numbers(11)),
    **row("orange", [6, 6, 6, 12, 6, 6, 12, 6, 12, 6, 18]),
    **row("purple", [6] * 11),
}
DOUBLE_YELLOW = ["r1c2", "r1c4", "r2c1", "r2c3", "r3c2", "r3c4", "r4c1", "r4c3", "r5c2", "r5c4"]
MIX_BLUE = [name for name in grid(4, 4) if name not in ("r1c1", "r1c4", "r2c3", "r3c2", "r4c1")]

FULL = {
    # 60 + 56 + 66 + 96 + 66, foxes: yellow row, blue row, green, orange, purple
    "classic": (CLASSIC_FULL, {"yellow": 60, "blue": 56, "green": 66, "orange": 96, "purple": 66}, 5),
    "deluxe": (CLASSIC_FULL, {"yellow": 60, "blue": 56, "green": 66, "orange": 96, "purple": 66}, 5),
    # foxes: silver column, yellow column, blue, green, pink, end of the rerolls
    "double": (
        {
            **crosses("silver", grid(4, 6)),
            **crosses("yellow", DOUBLE_YELLOW),
            **row("blue", [12] * 12),
            **row("green", [12, 2, 12, 1, 18, 3, 18, 2, 18, 1, 24, 1]),
            **row("pink", [6] * 12),
        },
        {"silver": 88, "yellow": 165, "blue": 78, "green": 92, "pink": 72},
        6,
    ),
    # foxes: yellow, turquoise row, blue, brown, pink, end of the rerolls; blue: 44 and 4 for 2, 3, 4, 10, 11, 12
    "cubed": (
        {
            **crosses("yellow", grid(3, 6)),
            **crosses("turquoise", grid(5, 6)),
            **{f"blue.{i}": i for i in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)},
            "blue.1": 7,
            "blue.13": 7,
            **crosses("brown", numbers(12)),
            **row("pink", [3] * 12),
        },
        {"yellow": 126, "turquoise": 105, "blue": 68, "brown": 90, "pink": 36},
        6,
    ),
    # foxes: yellow, blue row, green, orange, purple; purple: 56 and 1 for 7 8 9, 2 for 10 to 14, 3 for 15 16 17
    "mix": (
        {
            **row("yellow", [6, 5, 4, 3, 2, 1], "r1c"),
            **row("yellow", [1] * 6, "r2c"),
            **row("yellow", [6] * 6, "r3c"),
            **crosses("blue", MIX_BLUE),
            **row("green", [12, 3, 18, 3, 12, 1, 18, 2, 18, 1, 24, 1]),
            **crosses("orange", numbers(12)),
            **row("purple", list(range(7, 18))),
        },
        {"yellow": 135, "blue": 56, "green": 91, "orange": 78, "purple": 78},
        5,
    ),
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_full_sheet(edition: str) -> None:
    marks, zones, foxes = FULL[edition]
    result = score(edition, marks)
    assert result.zones == zones
    assert result.foxes == foxes
    assert result.each == min(zones.values())
    assert result.total == sum(zones.values()) + foxes * min(zones.values())


def test_circles_are_no_crosses() -> None:
    assert score("double", {"yellow.r1c2": "o", "yellow.r1c4": "o"}).zones["yellow"] == 0
    assert score("double", {"yellow.r1c2": "x", "yellow.r1c4": "o"}).zones["yellow"] == 3


def test_circles_earn_their_fox() -> None:
    column = ["r1c4", "r3c4", "r5c4"]
    assert score("double", {f"yellow.{name}": "o" for name in column}, rounds=0).foxes == 1
    assert score("double", {f"yellow.{name}": "o" for name in column[:2]}, rounds=0).foxes == 0


# Cells


@pytest.mark.parametrize(
    ("edition", "address", "reason"),
    [
        ("classic", "purpel.1", "'purpel.1': there is no such cell; did you mean 'purple'?"),
        ("classic", "purple.12", "'purple.12': there is no such cell; did you mean 'purple."),
        ("classic", "pink.1", "'pink.1': there is no such cell"),
        ("classic", "yellow", "'yellow': there is no such cell"),
        ("classic", "", "'': there is no such cell"),
        ("classic", "blue.r1c1", "'blue.r1c1': there is no such cell"),
        ("double", "yellow.r1c1", "'yellow.r1c1': there is no such cell"),
        ("mix", "blue.r1c1", "'blue.r1c1': there is no such cell"),
    ],
)
def test_unknown_cell(edition: str, address: str, reason: str) -> None:
    (found,) = reasons(edition, {address: "x"})
    assert found.startswith(reason)


@pytest.mark.parametrize(
    ("edition", "address", "mark"),
    [
        ("classic", "yellow.r1c4", "x"),
        ("classic", "yellow.r4c1", "x"),
        ("mix", "blue.r2c3", "x"),
        ("cubed", "blue.7", 7),
    ],
)
def test_printed_cell(edition: str, address: str, mark: object) -> None:
    assert reasons(edition, {address: mark}) == (f"{address}: is printed already marked",)


@pytest.mark.parametrize("mark", ["x", "o", "3", True, None, 2.5, [3], {}])
def test_a_cell_to_write_in_takes_a_number(mark: object) -> None:
    (found,) = reasons("classic", {"purple.1": mark})
    assert found.startswith(
        "purple.1: 'bonus' makes sense only" if isinstance(mark, dict) else "purple.1: takes a number, found "
    )


@pytest.mark.parametrize("mark", [1, 0, -1, 3])
def test_a_cell_to_cross_takes_no_number(mark: int) -> None:
    assert reasons("classic", {"green.1": mark}) == (f'green.1: takes a cross ("x"), found {mark}',)


@pytest.mark.parametrize("mark", ["o", "X", "", True, False, None, 1.0, ["x"]])
def test_a_cell_to_cross_takes_an_x(mark: object) -> None:
    (found,) = reasons("classic", {"green.1": mark})
    assert found.startswith('green.1: expected "x", found ')


def test_a_circle_where_circles_are() -> None:
    assert reasons("double", {"silver.r1c1": "o"}) == ("silver.r1c1: expected \"x\", found 'o'",)
    assert reasons("double", {"yellow.r1c2": "q"}) == ('yellow.r1c2: expected "x" or "o", found \'q\'',)


# Numbers


@pytest.mark.parametrize(
    ("edition", "marks", "cell", "value", "possible"),
    [
        ("classic", {"purple.1": 7}, "purple.1", 7, "1 to 6"),
        ("classic", {"purple.1": 0}, "purple.1", 0, "1 to 6"),
        ("classic", {"purple.1": -2}, "purple.1", -2, "1 to 6"),
        ("classic", {"orange.1": 7}, "orange.1", 7, "1 to 6"),
        ("classic", row("orange", [1, 1, 1, 5]), "orange.4", 5, "2, 4, 6, 8, 10, 12"),
        ("classic", row("orange", [1, 1, 1, 14]), "orange.4", 14, "2, 4, 6, 8, 10, 12"),
        ("double", {"blue.1": 13}, "blue.1", 13, "2 to 12"),
        ("double", {"blue.1": 1}, "blue.1", 1, "2 to 12"),
        ("double", {"green.1": 3}, "green.1", 3, "2, 4, 6, 8, 10, 12"),
        ("double", {"pink.1": 8}, "pink.1", 8, "1 to 6"),
        ("cubed", {"pink.1": 4}, "pink.1", 4, "1 to 3"),
        ("cubed", {"pink.1": 1, "pink.2": 1, "pink.3": 5}, "pink.3", 5, "1, 2, 3, 4, 6, 8, 10, 12"),
        ("mix", {"yellow.r3c1": 7}, "yellow.r3c1", 7, "1 to 6"),
        ("mix", {"green.2": 4}, "green.2", 4, "3, 6, 9, 12, 15, 18"),
        ("mix", {"purple.1": 37}, "purple.1", 37, "1 to 36"),
        ("mix", {"purple.1": 0}, "purple.1", 0, "1 to 36"),
    ],
)
def test_a_number_that_nobody_can_write(
    edition: str, marks: dict[str, object], cell: str, value: int, possible: str
) -> None:
    assert reasons(edition, marks) == (f"{cell}: no roll writes {value} there; possible: {possible}",)


def test_a_question_mark_goes_beyond_every_throw() -> None:
    """M7: after 36 a purple ? writes 37, and the sheet is possible."""
    assert score("mix", {"purple.1": 36, "purple.2": 37}).zones["purple"] == 2 + 4 + 4
    assert reasons("mix", {"purple.1": 36, "purple.2": 38}) == ("purple.2: no roll writes 38 there; possible: 1 to 37",)


def going_on(zone: str) -> Rules:
    """An edition with an orange zone in which a ? goes on from the number before."""
    text = (
        "schema: 1\nextends: mix\nzones:\n  orange: {replace: true, accepts: anything, points: sum, "
        f"free choice: one more than the one before, {zone}}}\n"
    )
    return rules_of(read_from_text(text, Path("x.yaml"), "x.yaml"))


def test_a_question_mark_goes_on_from_the_last_number_whatever_was_skipped() -> None:
    skipping = going_on("cells: 4, order: left to right with skips, value: {times: [2, 1, 3, 2]}")
    assert score(skipping, {"orange.1": 12, "orange.4": 26}).zones["orange"] == 38
    assert score(skipping, {"orange.1": 12, "orange.3": 39, "orange.4": 80}).zones["orange"] == 131
    possible = "2, 4, 6, 8, 10, 12, 26"
    assert reasons(skipping, {"orange.1": 12, "orange.4": 28}) == (
        f"orange.4: no roll writes 28 there; possible: {possible}",
    )
    # A number that the cell could contain after another one.
    assert reasons(skipping, {"orange.1": 2, "orange.2": 13}) == (
        "orange.2: no roll writes 13 there; possible: 1 to 6",
    )


def test_a_question_mark_may_be_halved_or_multiplied() -> None:
    """A 7 after a 6 becomes 4 with the badge, or 7 under a star of 1 without it, whether that is said or not."""
    choosing = going_on("cells: 3, order: left to right, value: {half or star: [1, 1, ~]}, bonus: {2: fox, 3: fox}")
    with_badge, without = {"value": 4, "bonus": True}, {"value": 7, "bonus": False}
    assert score(choosing, row("orange", [6]) | {"orange.2": with_badge}).foxes == 1
    assert score(choosing, row("orange", [6]) | {"orange.2": without}).foxes == 0
    assert score(choosing, row("orange", [6, 7])).foxes == 0
    assert score(choosing, row("orange", [6, 7, 4])).foxes == 1
    assert reasons(choosing, row("orange", [5]) | {"orange.2": with_badge}) == (
        "orange.2: 4 is not written with the bonus; possible: 1 to 3",
    )
    assert reasons(choosing, row("orange", [6]) | {"orange.2": {"value": 7, "bonus": True}}) == (
        "orange.2: 7 is not written with the bonus; possible: 1 to 4",
    )
    assert reasons(choosing, row("orange", [6, 7, 5])) == ("orange.3: no roll writes 5 there; possible: 1 to 4",)


def test_numbers_as_printed_by_the_other_ruling() -> None:
    """C8: a 5 in a doubled cell is possible only where the badge is not multiplied; a 3 never is."""
    marks = row("orange", [1, 1, 1, 5])
    assert score(variant("classic", "number badge: as printed"), marks).zones["orange"] == 8
    assert "no roll writes 5" in reasons(variant("classic", "number badge: multiplied"), marks)[0]
    assert reasons(variant("classic", "number badge: as printed"), row("orange", [1, 1, 1, 3])) == (
        "orange.4: no roll writes 3 there; possible: 2, 4, 5, 6, 8, 10, 12",
    )


# Order


@pytest.mark.parametrize(
    ("edition", "marks", "gap", "kind"),
    [
        ("classic", crosses("green", ["1", "3"]), "green.3", "left to right"),
        ("classic", {"orange.2": 3}, "orange.2", "left to right"),
        ("classic", {"purple.1": 3, "purple.3": 5}, "purple.3", "left to right"),
        ("double", {"blue.2": 3}, "blue.2", "left to right"),
        ("cubed", {"blue.5": 5}, "blue.5", "outward"),
        ("cubed", {"blue.6": 6, "blue.8": 8, "blue.10": 10}, "blue.10", "outward"),
        ("mix", {"yellow.r2c2": 3}, "yellow.r2c2", "next of a chosen row"),
        ("mix", {"green.3": 3}, "green.3", "pair by pair"),
        ("mix", {"green.2": 3, "green.4": 3}, "green.4", "pair by pair"),
    ],
)
def test_gaps(edition: str, marks: dict[str, object], gap: str, kind: str) -> None:
    assert reasons(edition, marks) == (f"{gap}: cannot be marked before the cells that come first ('{kind}')",)


def test_skips_are_no_gaps() -> None:
    assert score("cubed", crosses("brown", ["2", "9"])).zones["brown"] == 5
    assert score("mix", crosses("orange", ["12"])).zones["orange"] == 1
    assert score("mix", {"green.2": 3}).zones["green"] == 0


@pytest.mark.parametrize(
    ("edition", "marks", "reason"),
    [
        ("classic", row("purple", [5, 3]), "purple.2: 3 does not fit after 5 ('higher than the one before')"),
        ("classic", row("purple", [5, 5]), "purple.2: 5 does not fit after 5 ('higher than the one before')"),
        ("double", row("blue", [5, 6]), "blue.2: 6 does not fit after 5 ('at most the one before')"),
        (
            "mix",
            row("yellow", [3, 3], "r1c"),
            "yellow.r1c2: 3 does not fit after 3 ('lower than the one before')",
        ),
        (
            "mix",
            row("yellow", [1, 1], "r1c"),
            "yellow.r1c2: 1 does not fit after 1 ('lower than the one before')",
        ),
        ("mix", row("purple", [6, 1]), "purple.2: 1 does not fit after 6 ('higher than the one before')"),
    ],
)
def test_values_that_do_not_follow(edition: str, marks: dict[str, object], reason: str) -> None:
    assert reasons(edition, marks) == (reason,)


def test_values_that_do_follow() -> None:
    assert score("classic", row("purple", [2, 5, 6, 3])).zones["purple"] == 16
    assert score("double", row("blue", [5, 5, 2, 2])).zones["blue"] == 10
    assert score("mix", {**row("yellow", [6, 3, 1], "r1c"), **row("yellow", [1, 6, 6], "r3c")}).zones["yellow"] == 13


@pytest.mark.parametrize(
    ("marks", "reason"),
    [
        ({"blue.6": 5}, "blue.6: 5 does not fit after 7 ('one step')"),
        ({"blue.6": 7}, "blue.6: 7 does not fit after 7 ('one step')"),
        ({"blue.6": 8}, "blue.6: 8 does not fit after 7 ('one step')"),
        ({"blue.8": 6}, "blue.8: 6 does not fit after 7 ('one step')"),
        ({"blue.6": 6, "blue.5": 4}, "blue.5: 4 does not fit after 6 ('one step')"),
        ({"blue.6": 6, "blue.5": 7, "blue.4": 7}, "blue.4: 7 does not fit after 7 ('one step')"),
        ({"blue.8": 8, "blue.9": 7, "blue.10": 10}, "blue.10: 10 does not fit after 7 ('one step')"),
    ],
)
def test_cubed_blue_steps(marks: dict[str, object], reason: str) -> None:
    assert reasons("cubed", marks) == (reason,)


def test_cubed_blue_restarts_with_a_seven() -> None:
    marks: dict[str, object] = {"blue.6": 6, "blue.5": 7, "blue.4": 6, "blue.8": 8, "blue.9": 7, "blue.10": 8}
    assert score("cubed", marks).zones["blue"] == 9 + 9


# The bonus flag


def pink(*entries: object) -> dict[str, object]:
    return {f"pink.{i}": entry for i, entry in enumerate(entries, start=1)}


def test_bonus_where_no_choice_exists() -> None:
    for edition, address in (("classic", "purple.1"), ("double", "pink.1"), ("cubed", "blue.6"), ("cubed", "brown.1")):
        assert reasons(edition, {address: {"value": 3, "bonus": True}}) == (
            f"{address}: 'bonus' makes sense only where a choice exists",
        )


@pytest.mark.parametrize(
    "mark",
    [
        {"value": 3, "bonus": 1},
        {"value": 3, "bonus": None},
        {"value": 3, "bonus": "yes"},
        {"value": 3, "badge": True},
        {"value": 3, "bonus": True, "star": 1},
    ],
)
def test_bonus_in_another_form(mark: object) -> None:
    assert reasons("cubed", pink(mark)) == ('pink.1: expected {"value": 3, "bonus": true}, found other keys or values',)


def test_bonus_without_a_number() -> None:
    assert reasons("cubed", pink({"bonus": True})) == ("pink.1: takes a number, found nothing",)
    assert reasons("cubed", pink({"value": "x"})) == ("pink.1: takes a number, found 'x'",)


@pytest.mark.parametrize(
    ("marks", "reason"),
    [
        (
            pink({"value": 1, "bonus": False}),
            "pink.1: 1 is not written without the bonus; possible: none, there is no star",
        ),
        (pink(1, {"value": 6, "bonus": True}), "pink.2: 6 is not written with the bonus; possible: 1 to 3"),
        (
            pink(1, 1, {"value": 3, "bonus": False}),
            "pink.3: 3 is not written without the bonus; possible: 2, 4, 6, 8, 10, 12",
        ),
    ],
)
def test_bonus_that_the_number_contradicts(marks: dict[str, object], reason: str) -> None:
    assert reasons("cubed", marks) == (reason,)


def test_bonus_taken_or_struck() -> None:
    """T8: the fox of cell 9 comes with half and is struck by the star; a number that only a star gives tells it."""
    eight: list[object] = [1] * 8
    assert score("cubed", pink(*eight, {"value": 3, "bonus": True})).foxes == 1
    assert score("cubed", pink(*eight, {"value": 3, "bonus": False})).foxes == 0
    assert score("cubed", pink(*eight, 3)).foxes == 1
    assert score("cubed", pink(*eight, {"value": 3})).foxes == 1
    assert score("cubed", pink(*eight, 18)).foxes == 0
    assert score("cubed", pink(*eight, {"value": 18})).foxes == 0
    assert score("cubed", pink(*eight, {"value": 18, "bonus": False})).zones["pink"] == 26


def test_a_badge_below_its_threshold_is_lost() -> None:
    """D8: the fox of pink 8 needs a 2."""
    assert score("double", row("pink", [1] * 7 + [1]), rounds=0).foxes == 0
    assert score("double", row("pink", [1] * 7 + [2]), rounds=0).foxes == 1


# Several reasons at once


def test_every_reason_is_told() -> None:
    found = reasons("classic", {"nowhere.1": "x", "green.2": "x", "purple.1": "x", "orange.1": 9})
    assert [reason.partition(":")[0] for reason in found] == ["'nowhere.1'", "green.2", "orange.1", "purple.1"]


# Rounds, actions and the foxes at the ends of their tracks

# Five of double's six rerolls: yellow column, blue 6, green 2, pink 3 and 10.
FIVE_REROLLS: dict[str, object] = {
    "yellow.r2c1": "o",
    "yellow.r4c1": "o",
    **row("blue", [9] * 6),
    **row("green", [2, 2]),
    **row("pink", [1, 1, 2, 1, 1, 1, 1, 1, 1, 4]),
}


def test_double_the_sixth_reroll_brings_the_fox_at_the_end() -> None:
    """X9: five badges on the sheet and round 1 fill the track; without round 1 it is not full."""
    rules = rules_of("double")
    for rounds, foxes in ((0, 0), (1, 1), (6, 1)):
        sheet = sheet_from(Marks(FIVE_REROLLS, rounds), rules)
        assert sheet.score().foxes == foxes
        assert sheet.actions()["reroll"]["unlocked"] == 5 + foxes
    fewer = {key: value for key, value in FIVE_REROLLS.items() if key != "pink.10"}
    assert sheet_from(Marks(fewer, 6), rules).score().foxes == 0


@pytest.mark.parametrize(("rounds", "unlocked"), [(0, (0, 0)), (1, (1, 0)), (2, (1, 1)), (3, (2, 1)), (6, (2, 1))])
def test_rounds_unlock_their_badges(rounds: int, unlocked: tuple[int, int]) -> None:
    actions = sheet_from(Marks({}, rounds), rules_of("classic")).actions()
    assert (actions["reroll"]["unlocked"], actions["extra die"]["unlocked"]) == unlocked


def test_rounds_by_default_are_all() -> None:
    marks = read_marks('{"marks": {}}', rules_of("classic"))
    assert marks.rounds == 6
    assert read_marks('{"marks": {}, "rounds": 0}', rules_of("classic")).rounds == 0


def test_a_group_is_told_by_its_lists() -> None:
    """X8: which of the three lists a mix badge unlocked stands in the file; nothing is guessed."""
    rules = rules_of("mix")
    told: dict[str, dict[str, object]] = {"mix.polish": {"unlocked": 2, "used": [2]}, "mix.joker": {"unlocked": 1}}
    actions = sheet_from(Marks({"yellow.r2c1": 3}, 6, told), rules).actions()
    assert actions["mix.polish"] == {"unlocked": 2, "used": [2]}
    assert actions["mix.joker"] == {"unlocked": 1, "used": []}
    assert actions["mix.return"] == {"unlocked": 0, "used": []}
    plain = sheet_from(Marks({"yellow.r2c1": 3}, 6), rules).actions()
    assert all(plain[f"mix.{name}"]["unlocked"] == 0 for name in ("polish", "return", "joker"))


@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        ({"rerol": {}}, "actions: there is no track 'rerol'; did you mean 'reroll'?"),
        ({"mix": {"unlocked": 1}}, "actions: there is no track 'mix'"),
        ({"polish": {"unlocked": 1}}, "actions: there is no track 'polish'"),
        ({"mix.polish": {"unlocked": 4}}, "actions.mix.polish: 'unlocked' must be 0 to 3, found 4"),
        ({"reroll": {"unlocked": -1}}, "actions.reroll: 'unlocked' must be 0 to 7, found -1"),
        ({"reroll": {"unlocked": True}}, "actions.reroll: 'unlocked' must be 0 to 7, found true"),
        ({"reroll": {"unlocked": 2, "used": [3]}}, "actions.reroll: 'used' must list slots from 1 to 2"),
        ({"reroll": {"unlocked": 2, "used": [0]}}, "actions.reroll: 'used' must list slots from 1 to 2"),
        ({"reroll": {"unlocked": 2, "used": [1.0]}}, "actions.reroll: 'used' must list slots from 1 to 2"),
        ({"reroll": {"unlocked": 2, "used": [True]}}, "actions.reroll: 'used' must list slots from 1 to 2"),
        ({"reroll": {"unlocked": 2, "used": 1}}, "actions.reroll: 'used' must list slots from 1 to 2"),
        ({"reroll": 3}, 'actions.reroll: expected {"unlocked": 2, "used": [1]}, found 3'),
        ({"reroll": {"open": 3}}, 'actions.reroll: expected {"unlocked": 2, "used": [1]}, found '),
    ],
)
def test_actions_that_cannot_be(actions: dict[str, object], reason: str) -> None:
    rules = rules_of("mix")
    with pytest.raises(MarksError) as caught:
        sheet_from(read_marks(json.dumps({"marks": {}, "actions": actions}), rules), rules)
    (found,) = caught.value.reasons
    assert found.startswith(reason)


# The form of the file


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not JSON: line 1, column 1: Expecting value"),
        ('{"marks": {}', "is not JSON: line 1, column 13:"),
        ("[" * 100_000, "is not JSON: nested too deeply"),
        ('{"marks": {"purple.1": ' + "1" * 5000 + "}}", "is not JSON: a number is too long"),
        ("[]", "expected an object with 'marks', found "),
        ("{}", "'marks' must be an object of cells, found nothing"),
        ('{"marks": ["purple.1"]}', "'marks' must be an object of cells, found "),
        ('{"marks": {}, "round": 3}', "unknown key 'round'; did you mean 'rounds'?"),
        ('{"marks": {}, "edition": "double"}', "is a sheet of 'double', not of 'classic'"),
        ('{"marks": {}, "rounds": 7}', "'rounds' must be 0 to 6, found 7"),
        ('{"marks": {}, "rounds": -1}', "'rounds' must be 0 to 6, found -1"),
        ('{"marks": {}, "rounds": true}', "'rounds' must be 0 to 6, found true"),
        ('{"marks": {}, "rounds": "4"}', "'rounds' must be 0 to 6, found '4'"),
        ('{"marks": {}, "actions": []}', "'actions' must be an object of tracks, found "),
    ],
)
def test_the_form_of_a_file(text: str, reason: str) -> None:
    with pytest.raises(MarksError) as caught:
        read_marks(text, rules_of("classic"))
    (found,) = caught.value.reasons
    assert found.startswith(reason)
