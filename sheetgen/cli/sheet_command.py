"""`sheetgen sheet`."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheetgen import limits
from sheetgen.cli import completing
from sheetgen.cli.card_scenes import card_scene
from sheetgen.cli.output import drawing_told, fail, known_word, problems_told, read_input, write_result
from sheetgen.cli.values import Size, language_option, theme_option

if TYPE_CHECKING:
    from sheetgen.drawing.scene import Scene
    from sheetgen.layout import Layout


@click.command("sheet")
@click.argument("edition", shell_complete=completing.editions)
@click.option(
    "--format", "kind", type=click.Choice(["svg", "pdf", "png"]), help="By default as the ending of -o, else svg."
)
@language_option()
@theme_option("How it looks; `sheetgen list` names the themes.")
@click.option("--tally/--no-tally", default=None, help="A strip to add up the points at the foot, where there is room.")
@click.option(
    "--marks",
    metavar="FILE",
    shell_complete=completing.files,
    help="A marks file (`-` for standard input): draw what is on a sheet.",
)
@click.option("--solo", is_flag=True, help="The sheet for one player, with its rating; --back has the rest of it.")
@click.option("--back", is_flag=True, help="The back of a sheet or of a deck of cards.")
@click.option("--card", metavar="ID", help="Of an edition with cards: draw this card.")
@click.option("--deck", metavar="COLOUR", help="The deck of --card and of its --back; by default the first.")
@click.option("--size", type=Size(), help="Width x height in millimetres, or a paper: A5, A6.")
@click.option("--outline", is_flag=True, help="Text as paths, so that the file needs no font.")
@click.option(
    "--dpi", type=click.IntRange(*limits.DOTS_PER_INCH), default=150, show_default=True, help="Dots per inch of a PNG."
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Where to write; by default EDITION.FORMAT here.")
@click.option("--watch", is_flag=True, help="Draw again whenever the layout changes; stop with Ctrl-C.")
def command(
    edition: str,
    kind: str | None,
    language: str,
    theme: str,
    tally: bool | None,
    marks: str | None,
    solo: bool,
    back: bool,
    card: str | None,
    deck: str | None,
    size: tuple[float, float] | None,
    outline: bool,
    dpi: int,
    output: Path | None,
    watch: bool,
) -> None:
    """Draw the sheet of EDITION as SVG, PDF or PNG."""
    if watch:
        from sheetgen.cli.watching import keep_watching

        keep_watching(command, (edition, marks))
        return
    from sheetgen.drawing.themes import themes
    from sheetgen.formats import write_scene
    from sheetgen.i18n import languages
    from sheetgen.layout import SheetEdition, load

    known_word("language", language, languages())
    known_word("theme", theme, themes())
    chosen = kind or (output.suffix.lstrip(".") if output is not None else "svg")
    if chosen not in ("svg", "pdf", "png"):
        raise click.UsageError(f"{output}: the ending says no format; add --format svg, pdf or png")
    with problems_told():
        layout = load(edition)
    two_pages = isinstance(layout.edition, SheetEdition) and layout.edition.has_two_pages
    _agree(marks=marks is not None and not two_pages, solo=solo, back=back, tally=bool(tally))
    name = layout.id
    with drawing_told(edition):
        if layout.edition.kind == "cards" or card is not None or deck is not None:
            if marks is not None or solo or tally:
                raise click.UsageError("--marks, --solo and --tally are for sheets, not for cards")
            name, scene = card_scene(layout, card, deck, back=back, theme=theme, language=language, size=size)
        else:
            name += f"{'-solo' if solo else ''}{'-back' if back else ''}"
            page = _page(solo=solo, back=back, tally=tally)
            scene = page(layout, theme=theme, language=language, size=size)
    if marks is not None:
        from sheetgen.drawing.marks import NoPlaceError, with_marks, with_own_marks

        try:
            draw = with_own_marks if two_pages else with_marks
            scene = draw(scene, layout, _marks_on(layout, marks), theme=theme)
        except NoPlaceError as error:
            fail(f"{marks}: {error}")
    if outline:
        from sheetgen.drawing.outlines import outlined

        scene = outlined(scene)
    path = output or Path(f"{name}.{chosen}")
    write_result(path, write_scene(scene, chosen, dpi=dpi))
    click.echo(f"{path}")


def _agree(*, marks: bool, solo: bool, back: bool, tally: bool) -> None:
    """Refuse options that do not go together."""
    if marks and back:
        raise click.UsageError("marks are on the front of a sheet: leave out --marks or --back")
    if tally and (solo or back):
        other = "--solo" if solo else "--back"
        raise click.UsageError(
            f"the tally is on the front of a sheet for several players: leave out --tally or {other}"
        )


def _page(*, solo: bool, back: bool, tally: bool | None) -> Callable[..., "Scene"]:
    """What draws the page that was asked for."""
    from sheetgen.drawing.back import draw_back
    from sheetgen.drawing.sheet import draw_sheet
    from sheetgen.drawing.solo import draw_solo, draw_solo_back

    if solo:
        return draw_solo_back if back else draw_solo
    return draw_back if back else partial(draw_sheet, tally=tally)


def _marks_on(layout: "Layout", file: str) -> dict[str, object]:
    """Read a marks file; the engine says whether a game can leave such a sheet, and what it has unlocked."""
    from sheetgen.engine import MarksError, read_marks, rules_of, sheet_from

    rules = rules_of(layout)
    try:
        marks = read_marks(read_input(file), rules)
        player = sheet_from(marks, rules)
    except MarksError as error:
        fail("\n".join(f"{file}: {reason}" for reason in error.reasons))
    return {"marks": player.marks(), "rounds": marks.rounds, "actions": player.actions()}
