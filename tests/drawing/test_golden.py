"""Every page as it was when somebody last looked at it and liked it: one shape by shape, the others panel by panel.

A change of the drawing changes these texts. Look at the pages (`make pictures`, or `sheetgen sheet classic -o c.png`);
if they are right, write the texts anew and commit them with the change:

    .venv/bin/python -m tests.drawing.test_golden
"""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from random import Random

from sheetgen.drawing.back import draw_back
from sheetgen.drawing.cards import card_ids, draw_card, draw_card_back, draw_score_sheet
from sheetgen.drawing.marks import with_marks
from sheetgen.drawing.scene import Scene
from sheetgen.drawing.sheet import draw_sheet
from sheetgen.engine import Game
from sheetgen.layout import load
from sheetgen.resources import shipped_variants
from tests.drawing.measures import EDITIONS, PAGES, THEMES, drawn, layout_of

GOLDEN = Path(__file__).parent / "golden"


def scenes() -> Iterator[tuple[str, Scene]]:
    for edition in EDITIONS:
        for page in PAGES:
            yield f"{edition} {page}", drawn(edition, page=page)
        for theme in THEMES:
            yield f"{edition} front, {theme}", drawn(edition, theme=theme)
        yield f"{edition}, the pencil of a game", pencilled(edition)
    for variant, path in shipped_variants().items():  # they have roomy panels, and one goes on on its back
        yield f"{variant} front", draw_sheet(load(str(path)))
        yield f"{variant} back", draw_back(load(str(path)))
    cards = layout_of("objectives")
    decks = list(cards.edition.decks)
    for card in card_ids(cards):
        yield f"card {card}", draw_card(cards, card, decks[0])
    for theme in THEMES:
        yield f"card back, {theme}", draw_card_back(cards, decks[-1], theme=theme)
        yield f"card scores, {theme}", draw_score_sheet(cards, theme=theme)


def pencilled(edition: str) -> Scene:
    """Nothing but the marks, rounds and actions of a game by chance."""
    game, chance = Game(edition, players=1, seed=5), Random(5)
    while not game.is_over:
        game.play(chance.choice(game.legal_moves()))
    player = game.players[0]
    told = {"marks": player.marks(), "rounds": game.round, "actions": player.actions()}
    scene = with_marks(drawn(edition), layout_of(edition), told, theme="light")
    return replace(scene, items=scene.items[-1:])


def panels() -> list[str]:
    """One line per panel: what is on it as a few letters, so that a difference names its place."""
    found = []
    for name, scene in scenes():
        parts: dict[str, list[str]] = {}
        for line in scene.as_text().splitlines():
            if not line.startswith(" "):
                part = line.split()[1].partition(".")[0] if line.startswith("group") else "page"
            parts.setdefault(part, []).append(line)
        found += [f"{name}: {part} {_short(lines)}" for part, lines in parts.items()]
    return found


def _short(lines: list[str]) -> str:
    return blake2b("\n".join(lines).encode(), digest_size=4).hexdigest()


def test_classic_sheet_is_drawn_as_before() -> None:
    expected = (GOLDEN / "classic.txt").read_text("utf-8").splitlines()
    found = drawn("classic").as_text().splitlines()
    changed = [f"- {a}\n+ {b}" for a, b in zip(expected, found, strict=False) if a != b]
    assert found == expected, "\n".join(["see the head of this file", *changed[:5]])


def test_every_page_is_drawn_as_before() -> None:
    expected = (GOLDEN / "panels.txt").read_text("utf-8").splitlines()
    changed = sorted(set(panels()) - set(expected)) or sorted(set(expected) - set(panels()))
    assert changed == [], "see the head of this file"


if __name__ == "__main__":
    (GOLDEN / "classic.txt").write_text(drawn("classic").as_text(), "utf-8")
    (GOLDEN / "panels.txt").write_text("".join(f"{line}\n" for line in panels()), "utf-8")
