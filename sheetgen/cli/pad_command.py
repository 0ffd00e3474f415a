"""`sheetgen pad`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sheetgen import limits
from sheetgen.cli import completing
from sheetgen.cli.output import drawing_told, fail, known_word, problems_told, write_result
from sheetgen.cli.values import Scale, Size, Up, language_option, theme_option

if TYPE_CHECKING:
    from sheetgen.press.imposing import Flip
    from sheetgen.press.orders import Order


@click.command("pad")
@click.argument("edition", required=False, shell_complete=completing.editions)
@click.option(
    "--sheets", type=click.IntRange(*limits.SHEETS), help="How many: 75 by default; of a deck, each card once."
)
@click.option(
    "--paper", type=Size(), default="A4", show_default=True, help="A4, Letter, A5, A6, Legal, or W x H in mm."
)
@click.option(
    "--up", type=Up(), default="auto", show_default=True, help="Sheets on a page: 1, 2, 4 …; auto: all that fit."
)
@click.option(
    "--scale", type=Scale(), default="100", show_default=True, help="Percent, or `fit` to shrink just enough."
)
@click.option(
    "--duplex", type=click.Choice(["long", "short", "none"]), help="Print backs; the paper turns on this edge."
)
@click.option(
    "--back",
    metavar="WHAT",
    shell_complete=completing.backs,
    help="score, solo, blank or an EDITION; by default what belongs to the sheet.",
)
@click.option("--solo", is_flag=True, help="Sheets for one player.")
@click.option("--scores", is_flag=True, help="Of an edition with cards: score sheets instead of the cards.")
@click.option(
    "--profile",
    default="home",
    show_default=True,
    shell_complete=completing.profiles,
    help="A print profile (see `sheetgen list`) or its file.",
)
@theme_option("How it looks (see `sheetgen list`).")
@language_option()
@click.option("--size", type=Size(), help="The size of a sheet or card: a paper, or W x H in mm.")
@click.option("--guides", type=click.Choice(["marks", "lines", "none"]), default="marks", help="Where to cut, at home.")
@click.option("--back-offset", nargs=2, type=click.FloatRange(-50, 50), metavar="X Y", help="Move backs, in mm.")
@click.option("--number", "numbered", is_flag=True, help="Number the sheets; in order once cut and stacked.")
@click.option("--imprint", metavar="TEXT", default="", help="A line of your own at the foot of every sheet.")
@click.option("--pad-edge", type=click.Choice(["top", "bottom", "left", "right"]), help="Leave a strip to glue at.")
@click.option("--pad-margin", type=click.FloatRange(1, 40), default=8.0, show_default=True, help="Its width in mm.")
@click.option("--icc", type=click.Path(path_type=Path), help="Another colour profile for a press.")
@click.option(
    "--backs", type=click.Choice(["together", "apart"]), default="together", help="Backs in a file of their own."
)
@click.option("--calibrate", is_flag=True, help="Instead of a pad: the page that measures --back-offset.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Where to write; by default EDITION-pad.pdf here."
)
def command(edition: str | None, calibrate: bool, output: Path | None, **options: Any) -> None:
    """Print a pad of EDITION, or its deck of cards, as PDF.

    \b
    At home       sheetgen pad classic --lang fr --paper A4
    Both sides    sheetgen pad deluxe --duplex long
    Print shop    sheetgen pad classic --profile press-x4 --theme vivid --back score
    """  # noqa: D301
    from sheetgen.drawing.themes import themes
    from sheetgen.i18n import languages

    known_word("language", options["language"], languages())
    known_word("theme", options["theme"], themes())
    if calibrate:
        _calibrate(output or Path("calibration.pdf"), options)
    elif edition is None:
        raise click.UsageError("which EDITION? See `sheetgen list`")
    else:
        _pad(edition, output, options)


def _calibrate(path: Path, options: dict[str, Any]) -> None:
    from sheetgen.press.calibration import make_calibration
    from sheetgen.press.profiles import load_profile

    if options["duplex"] == "none":
        raise click.UsageError("there is nothing to measure without backs: --duplex long or short")
    with problems_told():
        profile = load_profile(options["profile"])
    flip: Flip = options["duplex"] or "long"
    write_result(path, make_calibration(options["paper"], flip, profile, options["language"]))
    click.echo(f"{path}")


def _pad(edition: str, output: Path | None, options: dict[str, Any]) -> None:
    from sheetgen.press.orders import prepare
    from sheetgen.press.pads import make_pad
    from sheetgen.press.problems import PressError

    apart = options.pop("backs") == "apart"
    with problems_told(), drawing_told(edition):
        order = _order(edition, options)
        if apart and order.turned == "none":
            raise click.UsageError("--backs apart needs backs: add --back or --duplex")
        path = output or Path(f"{order.layout.id}-pad.pdf")
        behind = path.with_name(f"{path.stem}-backs{path.suffix}")
        try:
            pad = prepare(order)
            files = {path: make_pad(pad, which="fronts" if apart else "both")}
            if apart:
                files[behind] = make_pad(pad, which="backs")
        except PressError as error:
            fail(f"{edition}: {error}")
    for file, content in files.items():
        write_result(file, content)
        click.echo(f"{file}")


def _order(edition: str, options: dict[str, Any]) -> "Order":
    """What the options ask for; refuses those that exclude each other."""
    from sheetgen.layout import load
    from sheetgen.press.orders import Order, checked
    from sheetgen.press.pads import Glue
    from sheetgen.press.problems import OrderError
    from sheetgen.press.profiles import load_profile

    layout, profile = load(edition), load_profile(options.pop("profile"))
    edge, margin, offset = options.pop("pad_edge"), options.pop("pad_margin"), options.pop("back_offset")
    order = Order(
        layout,
        profile=profile,
        glue=Glue(edge, margin) if edge else None,
        back_offset=offset or (0.0, 0.0),
        **options,
    )
    try:
        return checked(order)
    except OrderError as error:
        raise click.UsageError(str(error)) from None
