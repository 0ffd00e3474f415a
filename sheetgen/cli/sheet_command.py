"""`sheetgen sheet`."""

from pathlib import Path

import click

from sheetgen.cli.output import fail, problems_told, write_result


@click.command("sheet")
@click.argument("edition")
@click.option(
    "--format", "kind", type=click.Choice(["svg", "pdf", "png"]), help="By default as the ending of -o, else svg."
)
@click.option("--lang", "language", default="en", show_default=True, help="The language of the texts.")
@click.option("--theme", default="light", show_default=True, help="light, vivid, ink or safe.")
@click.option("--tally/--no-tally", default=None, help="A strip to add up the points at the foot, where there is room.")
@click.option("--size", help="Width x height in millimetres, or a paper: A5, A6.")
@click.option("--dpi", type=click.IntRange(36, 1200), default=150, show_default=True, help="Dots per inch of a PNG.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Where to write; by default EDITION.FORMAT here.")
def command(
    edition: str,
    kind: str | None,
    language: str,
    theme: str,
    tally: bool | None,
    size: str | None,
    dpi: int,
    output: Path | None,
) -> None:
    """Draw the sheet of EDITION as SVG, PDF or PNG."""
    from sheetgen.drawing.sheet import SheetTooFullError, draw_sheet
    from sheetgen.drawing.themes import themes
    from sheetgen.formats import write_scene
    from sheetgen.i18n import languages
    from sheetgen.layout import load
    from sheetgen.layout.problems import brief, did_you_mean
    from sheetgen.layout.sheet import read_size

    for what, word, known in (("language", language, languages()), ("theme", theme, tuple(themes()))):
        if word not in known:
            hint = did_you_mean(word, known) or f"known are {', '.join(known)}"
            raise click.UsageError(f"there is no {what} {brief(word)}; {hint}")
    chosen = kind or (output.suffix.lstrip(".") if output is not None else "svg")
    if chosen not in ("svg", "pdf", "png"):
        raise click.UsageError(f"{output}: the ending says no format; add --format svg, pdf or png")
    try:
        measures = read_size(size) if size is not None else None
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    with problems_told():
        layout = load(edition)
    try:
        scene = draw_sheet(layout, theme=theme, language=language, size=measures, tally=tally)
    except (SheetTooFullError, TypeError) as error:
        fail(f"{edition}: {error}")
    path = output or Path(f"{layout.id}.{chosen}")
    write_result(path, write_scene(scene, chosen, dpi=dpi))
    click.echo(f"{path}")
