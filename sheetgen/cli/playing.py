"""Commands that play, score and simulate: replay, advise, score, odds, simulate, balance, bands, train."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

import sheetgen
from sheetgen import limits
from sheetgen.cli.interrupts import end_at_once, keep_results
from sheetgen.cli.options import (
    ListingOption,
    PlaceParameter,
    complete_editions,
    complete_files,
    language_option,
    list_schedule,
    simulation_options,
)
from sheetgen.cli.output import (
    ErrorHandlingCommand,
    counted,
    errors_naming_files,
    fail,
    print_json,
    progress,
    read_input,
    require_output,
    write_result,
)
from sheetgen.errors import UnwritableError

if TYPE_CHECKING:
    from sheetgen.lab.advice import Advice, RatedMove
    from sheetgen.lab.results import SimulationResult
    from sheetgen.lab.training import EarlyFigure


@click.command("replay", cls=ErrorHandlingCommand)
@click.argument("file", shell_complete=complete_files)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON, for scripts.")
def replay_command(file: str, as_json: bool) -> None:
    """Play a record and check what it expects.

    FILE is a record (`-` for standard input): a game or a situation as text. It stops at the first move that the
    rules forbid, or expectation that is not met, with the line, the reason and the clause.
    """
    from sheetgen.engine import RecordError

    try:
        result = sheetgen.game_result(
            sheetgen.replay(read_input(file), folder=None if file == "-" else Path(file).parent)
        )
    except RecordError as error:
        clause = f" ({error.clause})" if error.clause else ""
        fail(f"{file}:{error.line}:1: {error.reason}{clause}")
    if as_json:
        print_json(result)
        return
    for player in result["players"]:
        click.echo(player["name"])
        for line in _score_lines(player):
            click.echo(f"  {line}")
    if result["winners"] and len(result["players"]) > 1:
        click.echo(f"won by {' and '.join(result['winners'])}")


@click.command("advise", cls=ErrorHandlingCommand)
@click.argument("file", shell_complete=complete_files)
@click.option("--all", "every", is_flag=True, help="Show every decision, not only those that lost a point or more.")
@language_option("The language of the reasons; moves stay as records write them.")
@click.option("--json", "as_json", is_flag=True, help="Print the advice as JSON, for scripts.")
def advise_command(file: str, every: bool, language: str, as_json: bool) -> None:
    """Say what an expert would have played in a record, and why.

    FILE is a record (`-` for standard input). For each decision it prints what was played and the total that the
    expert expects after it; where another move is better by a point or more, the best ones, by how much and why; at
    the end, where most points were lost. Dice that came later do not count: nobody could have known them.

    Late sheets with few points are unlike those of the expert, so there it plays some games to their end after both
    moves, which takes some seconds a decision; a loss counts only if they show it.
    """
    from sheetgen.engine import RecordError

    def tell(advice: "Advice") -> None:
        if as_json:
            return
        if every or advice.lost >= 1:
            click.echo(f"line {advice.line}, round {advice.round}, {advice.player}: {_rated_line(advice.played)}")
        if advice.lost >= 1:
            shown = f" in {advice.checked} games played to their end" if advice.checked else ""
            click.echo(f"    {advice.lost:.1f} points better{shown}: {_rated_line(advice.best[0])}")
            for option in advice.best[1:]:
                click.echo(f"    or {_rated_line(option)}")

    try:
        folder = None if file == "-" else Path(file).parent
        result = sheetgen.advise(read_input(file), folder=folder, language=language, progress=progress, decisions=tell)
    except RecordError as error:
        clause = f" ({error.clause})" if error.clause else ""
        fail(f"{file}:{error.line}:1: {error.reason}{clause}")
    if as_json:
        print_json([asdict(advice) for advice in result])
        return
    lost = sorted((advice for advice in result if advice.lost >= 1), key=lambda advice: -advice.lost)
    names = list(dict.fromkeys(advice.player for advice in result))
    losses = {name: sum(advice.lost for advice in result if advice.player == name) for name in names}
    summary = f"{counted(len(result), 'decision')}, {sum(losses.values()):.1f} points lost"
    if len(names) > 1:
        summary += f" ({', '.join(f'{name} {own:.1f}' for name, own in losses.items())})"
    click.echo(summary + (", most of them here:" if lost else ""))
    for advice in lost[:3]:
        where = f"line {advice.line}" + (f", {advice.player}" if len(names) > 1 else "")
        click.echo(f"    {advice.lost:.1f} in {where}: {advice.played.move}, better {advice.best[0].move}")
    checked = sum(advice.checked > 0 for advice in result)
    if checked:
        click.echo(
            f"{counted(checked, 'decision')} on sheets unlike the expert's: there a loss counts only if games that it "
            "played to their end show it"
        )


def _rated_line(option: "RatedMove") -> str:
    reasons = f" ({'; '.join(option.reasons)})" if option.reasons else ""
    return f"{option.move} → {option.expected:.1f}{reasons}"


@click.command("score", cls=ErrorHandlingCommand)
@click.argument("edition", shell_complete=complete_editions)
@click.argument("file", shell_complete=complete_files)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON, for scripts.")
def score_command(edition: str, file: str, as_json: bool) -> None:
    """Score the marks on a sheet: zones, foxes, total and rating.

    FILE is a marks file (`-` for standard input):
    `{"edition": "classic", "rounds": 6, "marks": {"yellow.r1c1": "x", "purple.1": 3}}`
    """
    layout = sheetgen.load(edition)
    with errors_naming_files(edition, file):
        score = sheetgen.score(layout, read_input(file))
    band = sheetgen.rating(layout, score.total)
    data = sheetgen.score_data(score)
    if as_json:
        rating = {"from": band.from_, "label": band.label} if band is not None else None
        print_json({"edition": layout.id, **data, "band": rating})
        return
    for line in _score_lines(data):
        click.echo(line)
    if band is not None:
        click.echo(f"{band.label}")


def _score_lines(score: dict[str, Any]) -> list[str]:
    """Return a score as lines of text: zones, badges and total; of the card game its own three kinds of points."""
    if "zones" not in score:
        return [f"{name:<8} {score[name]:>4}" for name in ("own", "captured", "total")]
    width = max(len(zone) for zone in (*score["zones"], "total"))
    badges = {name: part for name, part in score.items() if name != "zones" and isinstance(part, dict)}
    return [
        *(f"{zone:<{width}} {points:>5}" for zone, points in score["zones"].items()),
        *(f"{name:<{width}} {part['points']:>5}   ({part['count']} × {part['each']})" for name, part in badges.items()),
        f"{'total':<{width}} {score['total']:>5}",
    ]


@click.command("odds", cls=ErrorHandlingCommand)
@click.argument("edition", shell_complete=complete_editions)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts, with exact fractions.")
def odds_command(edition: str, as_json: bool) -> None:
    """Compute the exact odds of every objective card of EDITION.

    Prints the chance to fulfil each card from a fresh roll, by the number of rerolls, always keeping the best dice for
    it, and the expected points with all rerolls.
    """
    result = sheetgen.odds(edition)
    cards = result["cards"]
    if as_json:
        as_text = {
            name: {**card, "odds": list(map(str, card["odds"])), "expected": str(card["expected"])}
            for name, card in cards.items()
        }
        print_json({**result, "cards": as_text})
        return
    width = max(len("card"), *map(len, cards))
    counts = [f"{count} reroll{'' if count == 1 else 's'}" for count in range(result["rethrows"] + 1)]
    times = "".join(f"{count:>12}" for count in counts)
    click.echo(f"{'card':<{width}} {'points':>7}{times} {'expected':>9}")
    for name, card in cards.items():
        shares = "".join(f"{float(chance):>12.3%}" for chance in card["odds"])
        click.echo(f"{name:<{width}} {card['points']:>7}{shares} {float(card['expected']):>9.3f}")


@click.command("simulate", cls=ErrorHandlingCommand)
@click.argument("edition", shell_complete=complete_editions)
@click.option("--players", type=click.IntRange(*limits.PLAYERS), default=1, show_default=True, help="1 for solo play.")
@simulation_options(games=1000, bot="greedy")
@click.option("--report", type=PlaceParameter(), metavar="FILE.html", help="Also write a page with charts.")
@language_option("The language of the report.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON, for scripts.")
def simulate_command(edition: str, report: Path | None, language: str, as_json: bool, **options: Any) -> None:
    """Play many games of EDITION and report the scores.

    The same seed gives the same figures, whatever the number of jobs. The planner learns a layout before it plays it
    for the first time, and remembers what it learned. To use your own bot, write a function that takes a game and a
    random number generator and returns one of `game.legal_moves()`: `--bot mybots:careful` or `--bot
    bots.py:careful`.
    """
    from sheetgen.api.layouts import require_language
    from sheetgen.lab.results import summary_lines

    require_language(language)  # before the games, not after them
    if report is not None:
        require_output(report)

    def print_result(result: "SimulationResult") -> None:
        if result.why_slow:
            click.echo(f"played in Python, which takes longer: {result.why_slow}", err=True)
        if as_json:
            print_json(sheetgen.simulation_figures(result))
        else:
            for line in summary_lines(result):
                click.echo(line)
        if report is not None:  # last: more games are played for it
            sheetgen.write_report(result, report, language=language)

    with record_of_failed_game_kept():
        try:
            # Once games were counted, Ctrl-C must not end this process before their figures are printed.
            result = sheetgen.run_simulation(
                edition, progress=progress, counted=lambda games: keep_results(), **options
            )
        except sheetgen.SimulationInterruptedError as error:
            if error.result is not None:
                print_result(error.result)
            _end_interrupted(error.result)
        print_result(result)


@click.command("balance", cls=ErrorHandlingCommand)
@click.argument("edition", metavar="FILE", shell_complete=complete_editions)
@click.option(
    "--against",
    metavar="EDITION",
    shell_complete=complete_editions,
    help="What to compare with; by default the edition that FILE extends, or the oldest one.",
)
@click.option(
    "--players",
    type=click.IntRange(*limits.PLAYERS),
    default=1,
    show_default=True,
    help="With several, also compare seats and ties.",
)
@click.option(
    "--try",
    "changes",
    metavar="PATH=VALUE",
    multiple=True,
    help="Compare FILE with itself after a change, on the same dice; may be repeated.",
)
@simulation_options(games=1000, bot=None, unnamed="expert; planner where it has not learned both sheets")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON, for scripts.")
def balance_command(edition: str, changes: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Report in plain sentences what is out of balance on FILE.

    The bot, the greedy player and the random player play both FILE and the edition it is compared with. The report
    lists zones that are too strong or too weak, cells and badges that nobody reaches, actions that nobody uses, how far
    totals spread, how much good play pays, which badges decide, how long a game is, and whether the first player wins
    more. ± is a 95 % confidence interval.

    With --try, FILE is only compared with itself after a change, by the bot, game by game with the same dice:
    `--try "zones.green.points.by count=[1, 3, 6, 10]"`. Steps of the path are keys, such as the number of a cell with a
    badge, or numbers of items of a list from 1. null takes away what is there: `--try zones.green.bonus.4=null`.
    """
    if changes:
        _try_changes(edition, changes, as_json, **options)
        return
    with record_of_failed_game_kept():
        try:
            result = sheetgen.balance(edition, progress=progress, **options)
        except sheetgen.SimulationInterruptedError as error:
            _end_interrupted(error.result)
    _tell_fallback(result.bot, result.why_no_expert)
    if as_json:
        print_json(asdict(result))
        return
    signs = {"problem": "!", "note": "·", "fine": " "}
    for finding in result.findings:
        click.echo(f"{signs[finding.kind]} {finding.sentence}")
        if finding.advice:
            click.echo(f"    {finding.advice}")
    problems = sum(finding.kind == "problem" for finding in result.findings)
    click.echo(f"{problems or 'no'} problem{'' if problems == 1 else 's'} found")


def _tell_fallback(played: str, why_no_expert: str) -> None:
    """Say in one line if a weaker bot played because no expert could, and why."""
    if why_no_expert:
        click.echo(f"played by the {played}: {why_no_expert}", err=True)


def _try_changes(
    edition: str,
    changes: tuple[str, ...],
    as_json: bool,
    *,
    against: str | None,
    jobs: int,
    cluster: str,
    **options: Any,
) -> None:
    """Compare a layout with itself after changes, and print what they do."""
    for option, given in (("--against", against), ("--cluster", cluster), ("--jobs", jobs)):
        if given is not None:
            raise click.UsageError(f"{option} does not go with --try, which plays both versions in this process")
    with record_of_failed_game_kept():
        result = sheetgen.what_if(edition, changes, progress=progress, **options)
    _tell_fallback(result.bot, result.why_no_expert)
    if as_json:
        print_json(asdict(result))
        return
    click.echo(f"{result.edition} by {result.bot}, {result.games} games on the same dice: {', '.join(result.changes)}")
    width = max(map(len, result.points))
    for name, points in result.points.items():
        margin = f"{points.difference.value:+.1f} ± {points.difference.margin:.1f}"
        click.echo(f"{name:<{width}} {points.before:>7.1f} → {points.after:>6.1f}   {margin}")
    if result.learned_apart:
        click.echo(f"The {result.bot} has learned each version for itself; ± does not say what that may change.")


@click.command("bands", cls=ErrorHandlingCommand)
@click.argument("edition", metavar="FILE", shell_complete=complete_editions)
@click.option(
    "--like",
    shell_complete=complete_editions,
    help="The edition to go by, by default the oldest one: each band is reached as often as there.",
)
@simulation_options(games=2000, bot=None, unnamed="expert, planner and greedy together")
def bands_command(edition: str, games: int, bot: str | None, seed: int, **options: Any) -> None:
    """Print rating bands for FILE, as YAML to paste.

    The bot plays FILE and the edition that --like names. The bands have the labels and stars of FILE, or of that
    edition if FILE has none; the bot reaches each band in the same share of its games on both sheets. Without --bot
    these are the games of the expert, the planner and the greedy player together, so that low bands fit beginners, too.
    If the expert has not learned both sheets, the other two play.
    """
    with record_of_failed_game_kept():
        try:
            result = sheetgen.bands(edition, games=games, bot=bot, seed=seed, progress=progress, **options)
        except sheetgen.SimulationInterruptedError as error:
            _end_interrupted(error.result)
    mean, like_mean = result.mean, result.like_mean
    strongest, *others = result.bots
    _tell_fallback(strongest, result.why_no_expert)
    click.echo(
        f"# {result.edition} by {strongest}: {mean.value:.1f} ± {mean.margin:.1f} in {games} games, seed {seed};"
    )
    scores = f"{like_mean.value:.1f} ± {like_mean.margin:.1f}"
    beside = f"; as many games by {' and '.join(others)} count, too" if others else ""
    click.echo(f"# each band as hard to reach as on {result.like}, where it scores {scores}{beside}")
    for line in result.yaml_lines():
        click.echo(line)


@click.command("train", cls=ErrorHandlingCommand)
@click.argument("edition", shell_complete=complete_editions)
@click.option("--games", type=click.IntRange(*limits.GAMES), help="How many games to learn from; by default 100,000.")
@click.option(
    "--minutes",
    type=click.FloatRange(*limits.TRAINING_MINUTES),
    help="Instead of --games: about how many minutes of computing.",
)
@click.option(
    "--seed",
    type=click.IntRange(*limits.SEEDS),
    default=1,
    show_default=True,
    help="The same seed and number of games give the same weights.",
)
@click.option(
    "-o",
    "--output",
    type=PlaceParameter(),
    metavar="FILE.expert",
    help="Where to write the weights; by default into the cache folder.",
)
@click.option(
    "--schedule",
    cls=ListingOption,
    listing=list_schedule,
    metavar="NAME=NUMBER,…",
)
@click.option("--curve", type=PlaceParameter(), metavar="FILE.svg", help="Also draw how the expert became better.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON, for scripts.")
def train_command(edition: str, schedule: str | None, as_json: bool, **options: Any) -> None:
    """Teach the expert bot EDITION by letting it play, from nothing.

    `--bot expert` then plays with what was learned. It has learned all editions and variants of sheetgen, and learns a
    new layout for a short time when it is first asked to play it; this command lets it learn longer. Weights beside a
    layout, mine.expert beside mine.yaml, are used before all others. A training that was interrupted goes on where it
    was when the same command is given again.
    """

    def tell(figure: "EarlyFigure") -> None:
        if not as_json:
            mean = f"{figure.mean.value:.1f} ± {figure.mean.margin:.1f}"
            click.echo(f"{figure.games:>9,} games: {mean}   ({figure.seconds:.0f} s of computing)")

    result = sheetgen.train(edition, schedule=_numbers(schedule or ""), figures=tell, **options)
    if as_json:
        print_json(sheetgen.training_data(result))
        return
    mean = f"{result.mean.value:.1f} ± {result.mean.margin:.1f}"
    click.echo(
        f"{result.edition}: {mean} points in {result.held_out:,} games that it did not learn from; {result.file}"
    )


def _numbers(text: str) -> dict[str, float]:
    """Return the numbers of `name=0.5,other=1` by name; end with one line if it is written in another way."""
    numbers = {}
    for part in filter(None, text.split(",")):
        name, _, number = part.partition("=")
        try:
            numbers[name.strip()] = float(number)
        except ValueError:
            raise click.UsageError(f"--schedule: '{part}' is no NAME=NUMBER") from None
    return numbers


@contextmanager
def record_of_failed_game_kept() -> Iterator[None]:
    """If a bot fails, write its game as a record into the current folder and raise InputError, which names the file."""
    from sheetgen.lab.simulation import PlayerFailedError

    try:
        yield
    except PlayerFailedError as error:
        path = Path(f"{error.layout_id}-{error.seed}.record")
        place = f"game {error.number}, seed {error.seed}"
        try:
            write_result(path, error.record)
        except UnwritableError as unwritten:
            fail(f"{error.bot}: {error.reason} ({place})\n{unwritten}")
        fail(f"{error.bot}: {error.reason} ({place}; the game until then: {path})")


def _end_interrupted(result: "SimulationResult | None") -> NoReturn:
    """After Ctrl-C: print how many games were played, and end this process at once.

    Worker processes that were killed may have left locks for which an orderly exit would wait.
    """
    if result is not None:
        click.echo(f"interrupted: {result.tally.games} of {result.plan.games} games were played", err=True)
    end_at_once()
