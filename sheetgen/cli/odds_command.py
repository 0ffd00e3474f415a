"""`sheetgen odds`."""

import click

from sheetgen.cli import completing
from sheetgen.cli.output import print_json, problems_told


@click.command("odds")
@click.argument("edition", shell_complete=completing.editions)
@click.option("--json", "as_json", is_flag=True, help="For scripts: exact fractions.")
def command(edition: str, as_json: bool) -> None:
    """The odds of every objective card of EDITION, exactly.

    The chance to hold each card from a fresh throw by the number of rethrows, always keeping the best dice for it,
    and the points to expect with all rethrows.
    """
    from sheetgen.engine.odds import odds
    from sheetgen.layout import CardEdition, LayoutError, load

    with problems_told():
        layout = load(edition)
        deck = layout.edition
        if not isinstance(deck, CardEdition):
            message = f"{layout.id} is a sheet; odds are for a deck of objectives"
            raise LayoutError([layout.problem(("kind",), message, "try 'objectives'")])
    rows = [
        (name, card.points, [odds(card, deck.dice, rethrows) for rethrows in range(deck.rethrows + 1)])
        for name, card in deck.cards.items()
    ]
    if as_json:
        cards = {
            name: {"points": points, "odds": list(map(str, chances)), "expected": str(points * chances[-1])}
            for name, points, chances in rows
        }
        print_json({"edition": layout.id, "dice": deck.dice, "rethrows": deck.rethrows, "cards": cards})
        return
    width = max(len("card"), *[len(name) for name in deck.cards])
    counts = [f"{count} rethrow{'' if count == 1 else 's'}" for count in range(deck.rethrows + 1)]
    times = "".join(f"{count:>12}" for count in counts)
    click.echo(f"{'card':<{width}} {'points':>7}{times} {'expected':>9}")
    for name, points, chances in rows:
        shares = "".join(f"{float(chance):>12.3%}" for chance in chances)
        click.echo(f"{name:<{width}} {points:>7}{shares} {float(points * chances[-1]):>9.3f}")
