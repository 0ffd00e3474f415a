"""Marks on a sheet: drawn in their cells, the same on every run; results are in their blanks, and add up."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from math import dist
from random import Random

import pytest

from sheetgen.drawing.marks import SIGNS, with_marks
from sheetgen.drawing.pages import PageKind, draw_page
from sheetgen.drawing.scene import Box, Circle, Command, DrawingError, Group, Path, Rect, Scene, bounds, outline
from sheetgen.drawing.themes import contrast
from sheetgen.engine import Game
from sheetgen.engine.player import Player, part_points
from tests.drawing.measures import (
    EDITIONS,
    SHEETS,
    SIZES,
    THEMES,
    badges,
    by_id,
    cells,
    drawn,
    edition_of,
    groups,
    layout_of,
    played,
    texts,
    texts_of,
    unit_of,
)
from tests.matrix import every_pair


def marked(edition: str, marks: dict[str, object], theme: str = "light", size: str = "120x171") -> Scene:
    return with_marks(drawn(edition, theme=theme, size=size), layout_of(edition), marks, theme=theme)


def marks_of(scene: Scene) -> Iterator[tuple[str, Group]]:
    (layer,) = (item for item in scene.items if isinstance(item, Group) and item.id == "marks")
    for group in groups(layer.items):
        yield group.id.removeprefix("mark."), group


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_marks_stay_in_their_cells(edition: str, size: str) -> None:
    data = played(edition)
    scene = marked(edition, data, size=size)
    places = cells(scene, edition)
    found = {name: group for name, group in marks_of(scene) if name in places}
    assert isinstance(data["marks"], dict)
    assert list(found) == list(data["marks"])
    for name, group in found.items():
        assert places[name].contains(bounds(group)), name


@pytest.mark.parametrize("edition", EDITIONS)
def test_numbers_leave_the_small_print_free(edition: str) -> None:
    data = played(edition)
    scene = marked(edition, data)
    small: dict[str, list[Rect]] = {}
    for name, text in texts(scene):
        small.setdefault(name, []).append(text.rect)
    assert isinstance(data["marks"], dict)
    for name, group in marks_of(scene):
        if isinstance(data["marks"].get(name), (int, dict)):
            assert not [rect for rect in small.get(name, []) if rect.overlaps(bounds(group))], name


@pytest.mark.parametrize(("edition", "zone"), [("double", "blue"), ("mix", "purple"), ("classic", "purple")])
def test_numbers_leave_the_signs_between_cells_free(edition: str, zone: str) -> None:
    numbers = {name: 28 for name in cells(drawn(edition), edition) if name.startswith(f"{zone}.")}
    scene = marked(edition, {"rounds": 0, "marks": numbers})
    signs = {name: bounds(group) for name, group in by_id(scene).items() if name.startswith(f"{zone}.sign.")}
    assert signs
    for name, group in marks_of(scene):
        assert not [sign for sign, rect in signs.items() if rect.overlaps(bounds(group))], name
        assert bounds(group).height > 2.5  # millimetres


def along(path: Path) -> Iterator[tuple[float, float]]:
    """Points along all strokes of a path, also in the middle of straight ones."""
    for before, after in pairwise(path.commands):
        if after[0] == "M":
            continue
        points = [(before[1][-2], before[1][-1]), *outline((("M", before[1][-2:]), after))]
        for (x1, y1), (x2, y2) in pairwise(points):
            yield from ((x1 + (x2 - x1) * i / 20, y1 + (y2 - y1) * i / 20) for i in range(21))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("edition", "zone", "numbers"),
    [
        ("double", "blue", (12, 10, 10, 9)),
        ("mix", "purple", (21, 22, 28, 34)),
        ("classic", "purple", (10, 20, 48, 88)),
        ("tide-pool", "coral", (10, 12, 24, 36)),
    ],
)
def test_numbers_and_signs_do_not_touch(edition: str, zone: str, numbers: tuple[int, ...], size: str) -> None:
    """With the width of their strokes, a third of a millimetre of the standard sheet is between them."""
    entries: dict[str, object] = {f"{zone}.{cell}": number for cell, number in enumerate(numbers, start=1)}
    scene = marked(edition, {"rounds": 0, "marks": entries}, size=size)
    unit = unit_of(scene)
    discs = [
        (shape, f"{name} in {size}")
        for name, group in by_id(scene).items()
        for shape in group.items
        if name.startswith(f"{zone}.sign.") and isinstance(shape, Circle)
    ]
    assert len(discs) >= len(numbers)
    found = {name: path for name, group in marks_of(scene) if name in entries for path in group.items}
    assert list(found) == list(entries)
    for name, path in found.items():
        assert isinstance(path, Path)
        for disc, where in discs:
            apart = min(dist((disc.x, disc.y), point) for point in along(path))
            clear = apart - disc.radius - disc.paint.width / 2 - path.paint.width / 2
            assert clear / unit >= 0.33, f"{name} and {where}: {clear:.2f} mm"
        assert bounds(path).height / unit >= 3.2, name
        assert read_number(path) == entries[name]


@pytest.mark.parametrize("theme", THEMES)
def test_marks_are_the_same_on_every_run(theme: str) -> None:
    data = played("mix")
    assert marked("mix", data, theme) == marked("mix", data, theme)


def test_a_sheet_without_marks_is_left_as_it_is() -> None:
    plain = drawn("classic")
    scene = marked("classic", {"marks": {}, "rounds": 0})
    assert scene.items[:-1] == plain.items
    assert not list(marks_of(scene))


def test_circles_come_before_crosses() -> None:
    marks = {"rounds": 0, "marks": {"yellow.r1c2": "o", "yellow.r1c4": "x", "silver.r1c1": "x"}}
    found = dict(marks_of(marked("double", marks)))
    assert [len(found[name].items) for name in ("yellow.r1c2", "yellow.r1c4", "silver.r1c1")] == [1, 2, 1]


def test_a_badge_given_up_is_struck() -> None:
    pink = {"pink.1": 2, "pink.2": {"value": 3, "bonus": True}, "pink.3": {"value": 8, "bonus": False}}
    scene = marked("cubed", {"rounds": 0, "marks": pink})
    struck = [name for name, _ in marks_of(scene) if ".badge." in name]
    assert struck == ["pink.badge.3"]
    stroke = dict(marks_of(scene))["pink.badge.3"]
    assert badges(scene)["pink.badge.3"].overlaps(bounds(stroke))


def test_a_badge_that_was_missed_is_struck() -> None:
    marks = {"rounds": 0, "marks": {"pink.1": 6, "pink.2": 6, "pink.3": 1, "pink.4": 6}}
    struck = [name for name, _ in marks_of(marked("double", marks)) if ".badge." in name]
    assert struck == ["pink.badge.3"]


def test_slots_and_rounds() -> None:
    actions = {"extra die": {"unlocked": 2, "used": [2]}, "mix.joker": {"unlocked": 1, "used": []}}
    found = dict(marks_of(marked("mix", {"marks": {}, "rounds": 2, "actions": actions})))
    assert list(found) == ["round.1", "round.2", "extra-die.1", "extra-die.2", "mix.joker.1"]
    assert [len(group.items) for group in found.values()] == [1, 1, 1, 2, 1]
    slots = {group.id: group for group in groups(drawn("mix").items)}
    for name in ("extra-die.1", "extra-die.2", "mix.joker.1"):
        (ring,) = (item for item in slots[name].items if isinstance(item, Circle))
        assert bounds(ring).contains(bounds(found[name]))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_turns_of_a_solo_game_are_ticked(edition: str, theme: str) -> None:
    plain = drawn(edition, theme=theme, page="solo front")
    scene = with_marks(plain, layout_of(edition), {"marks": {}, "rounds": 4}, theme=theme)
    found = dict(marks_of(scene))
    assert list(found) == [f"solo.{number}.{kind}" for number in range(1, 5) for kind in ("active", "passive")]
    circles = {group.id: group for group in groups(plain.items)}
    for name, tick in found.items():
        assert bounds(circles[name]).inset(-0.3).contains(bounds(tick)), name


@pytest.mark.parametrize("address", ["yellow.r9c9", "nowhere.1", ""])
def test_a_mark_without_a_place_is_refused(address: str) -> None:
    with pytest.raises(DrawingError, match="no place"):
        marked("classic", {"marks": {address: "x"}, "rounds": 0})


# Results: what a player writes to add up the points


GAMES = 4


@cache
def finished(sheet: str) -> list[Player]:
    """The sheets of games by chance, in which nobody passes if there is a choice."""
    players = []
    for seed in range(GAMES):
        game, chance = Game(layout_of(sheet), players=1, seed=seed), Random(seed)
        while not game.is_over:
            moves = game.legal_moves()
            game.play(chance.choice([move for move in moves if move.zone] or moves))
        players.append(game.players[0])
    return players


def data_of(player: Player) -> dict[str, object]:
    return {"marks": player.marks(), "rounds": 0, "actions": {}, "results": player.results()}


def pages_of(sheet: str) -> tuple[PageKind, ...]:
    return ("front", "back") if edition_of(sheet).has_two_pages else ("front",)


def on_all_pages(sheet: str, player: Player) -> tuple[dict[str, Group], dict[str, Group]]:
    """What is printed on the pages of a sheet, and what is written on them, by the id of its place."""
    printed: dict[str, Group] = {}
    written: dict[str, Group] = {}
    for page in pages_of(sheet):
        printed |= by_id(drawn(sheet, size=None, page=page))
        written |= dict(marks_of(draw_page(layout_of(sheet), page, marks=data_of(player))))
    return printed, written


def read_number(path: Path) -> int:
    """The number that pencil strokes show, compared stroke by stroke with the signs."""
    size = bounds(path).height if len(path.commands) > 2 else 0.0

    def readings(commands: tuple[Command, ...]) -> Iterator[tuple[float, str]]:
        if not commands:
            yield 0.0, ""
        for sign, words in SIGNS.items():
            codes = [word for word in words.split() if word in "MLC"]
            here = commands[: len(codes)]
            if [code for code, _ in here] == codes:
                shape = [float(word) for word in words.split() if word not in "MLC"]
                strokes = [value / size for _, values in here for value in values]
                misfit = max(off_centre(strokes[side::2], shape[side::2]) for side in (0, 1))
                if misfit < 0.16:
                    yield from ((misfit + more, sign + rest) for more, rest in readings(commands[len(codes) :]))

    return int(min(readings(path.commands))[1])


def off_centre(strokes: list[float], shape: list[float]) -> float:
    """How far points are from those of a sign, once their centres are on each other."""
    shift = sum(strokes) / len(strokes) - sum(shape) / len(shape)
    return max(abs(a - b - shift) for a, b in zip(strokes, shape, strict=True))


def numbers_in(written: Mapping[str, Group]) -> dict[str, int]:
    paths = {name: group.items[0] for name, group in written.items() if len(group.items) == 1}
    return {name: read_number(path) for name, path in paths.items() if isinstance(path, Path)}


@pytest.mark.parametrize("sheet", SHEETS)
def test_what_is_written_adds_up(sheet: str) -> None:
    """Every blank shows the number of the engine; numbers and circled stars make the points, and these the total."""
    edition = edition_of(sheet)
    for player in finished(sheet):
        score, results = player.score(), player.results()
        printed, written = on_all_pages(sheet, player)
        stars = {name for name, result in results.items() if result == "o"}
        blanks = {name: result for name, result in results.items() if result != "o"}
        fixed = {f"tally.{badge.plural}.each" for badge in edition.scoring_badges if badge.fixed_points(edition)}
        unprinted = fixed | {"title.score"}  # the latter is for solo sheets without a tally
        assert stars <= printed.keys()
        assert blanks.keys() - printed.keys() == unprinted
        struck = {name for name in written if ".badge." in name}
        assert written.keys() - struck == (player.marks().keys() | results.keys()) - unprinted
        numbers = numbers_in({name: written[name] for name in blanks.keys() - unprinted})
        assert numbers == {name: result for name, result in blanks.items() if name not in unprinted}
        for i, zone in enumerate(player.rules.zones):
            assert numbers[f"tally.{zone.name}"] == score.zones[zone.name]
            places = [name for name in results if name.startswith(f"{zone.name}.")]
            parts = [part for part in zone.zone.points.parts if part.kind not in ("sum", "each entry")]
            points = sum(part_points(part, zone, player.content(i)) for part in parts)
            assert sum(points_of(printed[name], numbers.get(name)) for name in places) == points, zone.name
        foxes = [numbers.get(f"tally.foxes{part}", score.each) for part in (".count", ".each", "")]
        assert foxes[0] * foxes[1] == foxes[2]
        assert sum(numbers[f"tally.{source.id}"] for source in edition.score_sources) == numbers["tally.total"]


def points_of(printed: Group, number: int | None) -> int:
    """The points of a blank with a number, which a printed minus may take away, or of a star that is circled."""
    signs = [text.text for text in texts_of(printed)]
    if number is None:
        return int(signs[0])
    return -number if "−" in signs else number


def test_every_kind_of_result_is_tried() -> None:
    places = [name for sheet in SHEETS for player in finished(sheet) for name in player.results()]
    for kind in (".pair", ".sum", ".blank", ".star.count.", ".star.cell.", ".star.column.", ".star.row.", "tally."):
        assert any(kind in name for name in places), kind


CLOSE = 0.5  # how far circles may reach beyond their stars, in millimetres of the standard sheet
HEIGHTS = {8: 2.8, 28: 1.9, -28: 2.2, 888: 1.8}  # least height of written numbers in millimetres of the standard sheet


def all_results(scene: Scene, *, longest: bool) -> dict[str, object]:
    """A number for all blanks of a page, of a usual length or the longest, and a circle around every star."""
    results: dict[str, object] = {}
    for group in scene.groups():
        if group.id.startswith("tally.") or group.id == "title.score":
            results[group.id] = 8 if group.id.endswith(".count") else 888 if longest else 28
        elif ".pair" in group.id or ".sum" in group.id or ".blank" in group.id:
            results[group.id] = -28 if longest and ".pair" in group.id else 28
        elif ".star." in group.id and ".star.factor." not in group.id:
            results[group.id] = "o"
    return results


@every_pair(
    sheet=SHEETS, theme=THEMES, size=(None, *SIZES), page=("front", "solo front", "back"), longest=(True, False)
)
def test_results_fit_their_blanks(sheet: str, theme: str, size: str | None, page: PageKind, longest: bool) -> None:
    if page == "back" and not edition_of(sheet).has_two_pages:
        page = "front"
    plain = drawn(sheet, theme=theme, size=size, page=page)
    results, unit = all_results(plain, longest=longest), unit_of(plain)
    places = by_id(plain)
    data = {"marks": {}, "rounds": 0, "results": results}
    written = dict(marks_of(with_marks(plain, layout_of(sheet), data, theme=theme)))
    assert written.keys() == results.keys()
    for name, group in written.items():
        *_, stroke = group.items
        assert isinstance(stroke, Path)
        place, printed = bounds(stroke).inset(-stroke.paint.width / 2), places[name]
        result = results[name]
        if isinstance(result, int):
            box = next(item for item in printed.items if isinstance(item, Box))
            others = printed.items[printed.items.index(box) + 1 :]
            assert box.rect.inset(box.paint.width / 2).contains(place), name
            assert not [item for item in others if bounds(item).overlaps(place)], name
            assert bounds(stroke).height >= HEIGHTS[result] * unit, name
            ground = box.paint.fill
        else:
            edge = group.items[0]
            assert isinstance(edge, Path)
            assert edge.paint.width >= 1.4 * stroke.paint.width
            points, centre = texts_of(printed)[0].rect, bounds(printed).centre
            reaches = [dist(point, centre) for point in outline(stroke.commands)]
            assert min(reaches) - stroke.paint.width / 2 >= points.width / 2, name
            assert max(reaches) + stroke.paint.width / 2 <= bounds(printed).width / 2 + CLOSE * unit, name
            panel = next(item for item in places[f"zone-{name.partition('.star.')[0]}"].items if isinstance(item, Box))
            beyond = max(dist(point, centre) for point in outline(edge.commands)) + edge.paint.width / 2
            covered = beyond - max(reaches) - stroke.paint.width / 2
            assert covered >= 0.15 * unit or contrast(stroke.paint.stroke or "", panel.paint.fill or "") >= 3, name
            ground = edge.paint.stroke
        assert contrast(stroke.paint.stroke or "", ground or "") >= 4.5, name


@pytest.mark.parametrize("sheet", SHEETS)
def test_nothing_is_written_on_a_sheet_without_marks(sheet: str) -> None:
    results = Game(layout_of(sheet), players=1, seed=1).players[0].results()
    assert results == {}
    for page in pages_of(sheet):
        scene = draw_page(layout_of(sheet), page, marks={"marks": {}, "rounds": 0, "results": results})
        assert not list(marks_of(scene))


def test_the_score_of_a_solo_game_is_in_the_tally_or_in_its_field() -> None:
    data = data_of(finished("classic")[0])
    for tally, place in ((True, "tally.total"), (False, "title.score")):
        scene = draw_page(layout_of("classic"), "solo front", tally=tally, marks=data)
        totals = [name for name, _ in marks_of(scene) if name in ("tally.total", "title.score")]
        assert totals == [place]
    scene = draw_page(layout_of("classic"), "front", tally=False, marks=data)
    assert not [name for name, _ in marks_of(scene) if name.startswith(("tally.", "title."))]


def test_results_of_another_form_are_refused() -> None:
    for results in ({"tally.total": "x"}, {"yellow.star.column.1": 4}, ["tally.total"]):
        with pytest.raises(DrawingError):
            marked("classic", {"marks": {}, "rounds": 0, "results": results})
