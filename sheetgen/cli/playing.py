"""Commands that play and count: replay, score, odds, simulate, balance, bands."""

import os
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from sheetgen.cli.options import complete_editions, complete_files, language_option, run_options
from sheetgen.cli.output import fail, known_word, print_json, problems_told, progress, read_input, write_result

if TYPE_CHECKING:
    from sheetgen.engine import CardScore, Score
    from sheetgen.lab.summary import Result
    from sheetgen.layout import Layout


@click.command("replay")
@click.argument("file", shell_complete=complete_files)
@click.option("--json", "as_json", is_flag=True, help="The result for scripts.")
def replay_command(file: str, as_json: bool) -> None:
    """Play a record and check what it expects.

    FILE is a record (`-` for standard input): a game or a situation as text. The first step that the rules forbid, or
    expectation that does not hold, ends with its line, the reason and the clause.
    """
    from sheetgen.engine import CardGame, RecordError, replay_any

    try:
        game = replay_any(read_input(file))
    except RecordError as error:
        clause = f" ({error.clause})" if error.clause else ""
        fail(f"{file}:{error.line}:1: {error.reason}{clause}")
    names = [player.name for player in game.players]
    winners = [names[i] for i in game.winners()] if game.is_over else []
    if isinstance(game, CardGame):
        results = [card_score_as_dict(score) for score in game.scores()]
        shown = [card_score_lines(score) for score in game.scores()]
    else:
        results = [score_as_dict(score) for score in game.scores()]
        shown = [score_lines(score) for score in game.scores()]
    if as_json:
        players = [{"name": name, **result} for name, result in zip(names, results, strict=True)]
        print_json({"players": players, "winners": winners})
        return
    for name, lines in zip(names, shown, strict=True):
        click.echo(name)
        for line in lines:
            click.echo(f"  {line}")
    if winners and len(names) > 1:
        click.echo(f"won by {' and '.join(winners)}")


@click.command("score")
@click.argument("edition", shell_complete=complete_editions)
@click.argument("file", shell_complete=complete_files)
@click.option("--json", "as_json", is_flag=True, help="The result for scripts.")
def score_command(edition: str, file: str, as_json: bool) -> None:
    """Score the marks on a sheet: zones, foxes, total and rating.

    FILE is a marks file (`-` for standard input):
    `{"edition": "classic", "rounds": 6, "marks": {"yellow.r1c1": "x", "purple.1": 3}}`
    """
    from sheetgen.engine import MarksError, read_marks, rules_of, sheet_from

    with problems_told():
        try:
            rules = rules_of(edition)
        except TypeError as error:
            fail(f"{edition}: {error}")
    try:
        score = sheet_from(read_marks(read_input(file), rules), rules).score()
    except MarksError as error:
        fail("\n".join(f"{file}: {reason}" for reason in error.reasons))
    solo = rules.edition.solo
    band = solo.rating(score.total) if solo is not None else None
    if as_json:
        rating = {"from": band.from_, "label": band.label} if band is not None else None
        print_json({"edition": rules.id, **score_as_dict(score), "band": rating})
        return
    for line in score_lines(score):
        click.echo(line)
    if band is not None:
        click.echo(f"{band.label}")


@click.command("odds")
@click.argument("edition", shell_complete=complete_editions)
@click.option("--json", "as_json", is_flag=True, help="For scripts: exact fractions.")
def odds_command(edition: str, as_json: bool) -> None:
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


def score_as_dict(score: "Score") -> dict[str, object]:
    """A score for scripts."""
    return {
        "zones": dict(score.zones),
        "foxes": {"count": score.foxes, "each": score.each, "points": score.fox_points},
        "total": score.total,
    }


def score_lines(score: "Score") -> list[str]:
    """A score for people, one line per zone."""
    width = max(len(zone) for zone in (*score.zones, "total"))
    lines = [f"{zone:<{width}} {points:>5}" for zone, points in score.zones.items()]
    lines.append(f"{'foxes':<{width}} {score.fox_points:>5}   ({score.foxes} × {score.each})")
    return [*lines, f"{'total':<{width}} {score.total:>5}"]


def card_score_as_dict(score: "CardScore") -> dict[str, object]:
    """A card player's score for scripts."""
    return score._asdict()


def card_score_lines(score: "CardScore") -> list[str]:
    """A card player's score for people."""
    return [f"{name:<8} {points:>4}" for name, points in score._asdict().items()]


@click.command("simulate")
@click.argument("edition", shell_complete=complete_editions)
@click.option("--players", type=click.IntRange(1, 9), default=1, show_default=True, help="1 plays alone.")
@run_options(games=1000, bot="greedy")
@click.option("--report", type=click.Path(path_type=Path), metavar="FILE.html", help="Write a page with pictures, too.")
@language_option("The language of the report.")
@click.option("--json", "as_json", is_flag=True, help="The figures for scripts.")
def simulate_command(
    edition: str,
    players: int,
    games: int,
    bot: str,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    report: Path | None,
    language: str,
    as_json: bool,
) -> None:
    """Play many games of EDITION and say how it scores.

    The same seed gives the same figures, whatever the number of jobs. The planner learns a layout before it plays it
    for the first time; what it learned is kept. A bot of your own is a function that takes a game and a source of
    chance and returns one of `game.legal_moves()`: `--bot mybots:careful` or `--bot bots.py:careful`.
    """
    from sheetgen.i18n import languages
    from sheetgen.lab.summary import as_dict

    known_word("language", language, languages())
    result = simulated(edition, games=games, players=players, bot=bot, seed=seed, jobs=jobs, cluster=cluster)
    if report is not None:
        from sheetgen.lab.report import as_html

        write_result(report, as_html(result, language))
    if as_json:
        print_json(as_dict(result))
    else:
        for line in lines(result):
            click.echo(line)
    end_if_interrupted(result)


def lines(result: "Result") -> list[str]:
    """The figures for people."""
    from sheetgen.lab.statistics import Sample
    from sheetgen.lab.summary import seats, ties

    plan, tally, totals = result.plan, result.tally, result.totals
    mean = result.mean
    width = max(len(word) for word in (*result.rules.edition.zones, "foxes", "total"))
    told = [
        f"{plan.layout.id}: {tally.games} games of {plan.players} by {plan.bot}, seed {plan.seed}"
        + ("" if result.complete else "  (PARTIAL)"),
        f"{'total':<{width}} {mean.value:>7.1f} ± {mean.margin:.1f}   sd {totals.sd:.1f}   "
        f"from {min(totals.counts)} to {max(totals.counts)}",
    ]
    for zone in result.rules.zone_index:
        own = tally.zone(zone)
        told.append(f"{zone:<{width}} {own.mean:>7.1f} ± {own.mean_estimate().margin:.1f}   sd {own.sd:.1f}")
    foxes = Sample(tally.foxes)
    told.append(f"{'foxes':<{width}} {Sample(tally.fox_points).mean:>7.1f}   {foxes.mean:.2f} per sheet")
    told.append("percentiles  " + "  ".join(f"{p}%: {totals.percentile(p)}" for p in (5, 25, 50, 75, 95)))
    for track in result.rules.tracks:
        unlocked, used = tally.slots_unlocked(track.label).mean, tally.slots_used(track.label).mean
        told.append(f"{track.label}: {unlocked:.1f} unlocked, {used:.1f} used")
    lost = tally.lost_per_game("throw").mean
    chain = Sample(tally.chains).mean
    told.append(f"lost throws {lost:.2f} per game; longest chain {chain:.1f} bonus marks on average")
    if plan.players > 1:
        told += [
            f"seat {seat['seat']}: mean {seat['mean']:.1f}, wins {seat['wins']:.1%}, shared {seat['shared']:.1%}"
            for seat in seats(result)
        ]
        told.append(f"ties {ties(result).value:.1%}")
    told.append(f"{tally.games / result.seconds:.0f} games per second")
    return told


@click.command("balance")
@click.argument("edition", metavar="FILE", shell_complete=complete_editions)
@click.option(
    "--against",
    metavar="EDITION",
    shell_complete=complete_editions,
    help="What to compare with; by default what FILE extends, else classic.",
)
@click.option("--players", type=click.IntRange(1, 9), default=1, show_default=True, help="Several: seats and ties.")
@run_options(games=1000, bot="planner")
@click.option("--json", "as_json", is_flag=True, help="The findings for scripts.")
def balance_command(
    edition: str,
    against: str | None,
    players: int,
    games: int,
    bot: str,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Say in plain sentences what is out of balance on FILE.

    It is played beside its parent by the bot, by the greedy and by the random player: zones that are too strong or too
    weak, cells and badges that nobody reaches, actions that nobody uses, and how far results spread. The figures hold
    the true mean in 95 of 100 runs.
    """
    from sheetgen.lab.balance import Runs, findings

    layout = layout_to_play(edition)
    parent = against or _parent(edition, layout.lineage)
    bots = dict.fromkeys([bot, "greedy", "random"])
    runs = []
    for each in (edition, parent):
        results = []
        for name in bots:
            result = simulated(each, games=games, players=players, bot=name, seed=seed, jobs=jobs, cluster=cluster)
            end_if_interrupted(result)
            results.append(result)
        runs.append(Runs(results[0], tuple(results[1:])))
    found = findings(*runs)
    if as_json:
        print_json({"edition": layout.id, "against": parent, "findings": [asdict(finding) for finding in found]})
        return
    marks = {"problem": "!", "note": "·", "fine": " "}
    for finding in found:
        click.echo(f"{marks[finding.kind]} {finding.sentence}")
        if finding.advice:
            click.echo(f"    {finding.advice}")
    problems = sum(finding.kind == "problem" for finding in found)
    click.echo(f"{problems or 'no'} problem{'' if problems == 1 else 's'} found")


def _parent(edition: str, lineage: tuple[str, ...]) -> str:
    """What a layout extends: a file beside it, or a shipped edition; without either, classic."""
    from sheetgen.resources import shipped_layouts

    for name in lineage:
        beside = Path(edition).with_name(f"{name}.yaml")
        if name in shipped_layouts():
            return name
        if beside.is_file():
            return str(beside)
    return "classic"


@click.command("bands")
@click.argument("edition", metavar="FILE", shell_complete=complete_editions)
@click.option(
    "--like",
    default="classic",
    show_default=True,
    shell_complete=complete_editions,
    help="The edition whose bands say how hard to be.",
)
@run_options(games=2000, bot="planner")
def bands_command(
    edition: str, like: str, games: int, bot: str, seed: int, jobs: int | None, cluster: str | None
) -> None:
    """Print rating bands for FILE, as YAML to paste.

    A band is as hard to reach for the bot as the band of the same label on the other sheet: the same share of its games
    reach it.
    """
    import yaml

    from sheetgen.lab.bands import bands
    from sheetgen.layout import SheetEdition

    model = layout_to_play(like).edition
    assert isinstance(model, SheetEdition), "what is played is a sheet"
    if model.solo is None or not model.solo.ratings:
        fail(f"{like}: has no solo ratings to go by")
    known = simulated(like, games=games, bot=bot, seed=seed, jobs=jobs, cluster=cluster)
    end_if_interrupted(known)
    own = simulated(edition, games=games, bot=bot, seed=seed, jobs=jobs, cluster=cluster)
    end_if_interrupted(own)
    mean, other = own.totals.mean_estimate(), known.totals.mean_estimate()
    click.echo(f"# {own.plan.layout.id} by {bot}: {mean.value:.1f} ± {mean.margin:.1f} in {games} games, seed {seed};")
    click.echo(f"# each band as hard to reach as on {like}, where it scores {other.value:.1f} ± {other.margin:.1f}")
    click.echo("solo:\n  ratings:")
    for rating in bands(own.totals, known.totals, model.solo.ratings):
        words: dict[str, object] = {"from": rating.from_}
        if rating.stars is not None:
            words["stars"] = int(rating.stars) if rating.stars.is_integer() else rating.stars
        words["label"] = str(rating.label)
        line = yaml.safe_dump(words, default_flow_style=True, sort_keys=False, allow_unicode=True, width=1000).strip()
        reached = f"{own.totals.share_from(rating.from_):.0%}"
        click.echo(f"    - {line:<70} # {reached}")


EXIT_INTERRUPTED = 130


def layout_to_play(edition: str) -> "Layout":
    """The layout of a sheet; cards are not simulated."""
    from sheetgen.layout import SheetEdition, load

    with problems_told():
        layout = load(edition)
    if not isinstance(layout.edition, SheetEdition):
        fail(f"{edition}: is a card game; its odds are exact: sheetgen odds")
    return layout


def simulated(
    edition: str,
    *,
    games: int,
    players: int = 1,
    bot: str,
    seed: int,
    jobs: int | None,
    cluster: str | None,
) -> "Result":
    """Play; tell in one line what went wrong. After Ctrl-C the result holds the games so far."""
    from concurrent.futures import BrokenExecutor

    from sheetgen.engine.rules import Rules
    from sheetgen.lab.machines import ClusterError, available_jobs, machine
    from sheetgen.lab.players import NoSuchPlayerError
    from sheetgen.lab.simulation import BATCH, InterruptedRunError, Plan, PlayerFailedError, run
    from sheetgen.lab.summary import Result

    layout = layout_to_play(edition)
    rules = Rules(layout)
    allowed = rules.edition.rounds.by_players
    if players not in allowed:
        raise click.UsageError(f"{layout.id} is for {', '.join(map(str, allowed))} players, not {players}")
    try:
        knowledge = _knowledge(rules, players, bot)
    except NoSuchPlayerError as error:
        raise click.UsageError(str(error)) from None
    plan = Plan(layout, players, bot, seed, games, knowledge)
    wanted = min(jobs or available_jobs(), -(-games // BATCH))
    start = time.perf_counter()
    try:
        with progress(games, f"{layout.id}, {bot}") as step, machine(wanted, cluster) as executor:
            start = time.perf_counter()
            tally = run(plan, executor, step)
    except PlayerFailedError as error:
        path = Path(f"{layout.id}-{error.seed}.record")
        head, _, rest = error.record.partition("\n")
        write_result(path, f"{head.partition(':')[0]}: {edition}\n{rest}")
        fail(f"{bot}: {error.reason} (game {error.number}, seed {error.seed}; the game until then: {path})")
    except ClusterError as error:
        fail(str(error))
    except BrokenExecutor:
        fail(f"{bot}: a process ended in the middle of a game; try --jobs 1 to see why")
    except InterruptedRunError as error:
        tally = error.tally
        if not tally.games:
            _end_at_once()
    return Result(plan, tally, time.perf_counter() - start)


def _knowledge(rules: Any, players: int, bot: str) -> bytes:
    """What the bot has to know before it plays; whether there is such a bot shows here too."""
    from sheetgen.lab.players import prepare

    if bot != "planner":
        prepare(bot, rules, players)
        return b""
    from sheetgen.lab.knowledge import is_known, knowledge_of
    from sheetgen.lab.learning import GAMES

    if is_known(rules, players):
        return knowledge_of(rules, players)
    with progress(GAMES, f"the planner learns {rules.id}") as step:
        return knowledge_of(rules, players, progress=step)


def end_if_interrupted(result: "Result") -> None:
    """After Ctrl-C: say that the result is partial, and end accordingly."""
    if not result.complete:
        click.echo(f"interrupted: {result.tally.games} of {result.plan.games} games were played", err=True)
        _end_at_once()


def _end_at_once() -> NoReturn:
    """Processes that were stopped in the middle may have left locks that an orderly exit would wait for."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(EXIT_INTERRUPTED)
