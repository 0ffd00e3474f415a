"""Games: play, replay, score, exact odds, and what simulated games say about a sheet."""

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from os import PathLike, fspath
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from sheetgen import limits
from sheetgen.api.layouts import Edition, Progress, load, no_progress, require_language
from sheetgen.engine import (
    CardDecision,
    CardGame,
    CardMove,
    CardScore,
    Decision,
    DiceError,
    DiceSource,
    FedDice,
    Game,
    IllegalMoveError,
    MarksError,
    MissingDiceError,
    Move,
    RandomDice,
    RecordError,
    ReplayStep,
    Score,
    ScriptedDice,
    WrongDiceError,
    read_marks,
    rules_of,
    sheet_from,
)
from sheetgen.engine import replay_any as _replay
from sheetgen.engine import replay_any_steps as _replay_steps
from sheetgen.engine.player import Player
from sheetgen.errors import (
    WrongEditionError,
    WrongValueError,
    require_between,
    require_writable,
    writing_to,
)
from sheetgen.lab.bands import RatingBands
from sheetgen.layout import CardEdition, Layout, LayoutError, SheetEdition
from sheetgen.layout.sheet import Rating
from sheetgen.resources import shipped_layouts

if TYPE_CHECKING:
    from sheetgen.engine.rules import Rules
    from sheetgen.lab.advice import Advice
    from sheetgen.lab.balance import BalanceFinding
    from sheetgen.lab.results import SimulationResult
    from sheetgen.lab.tally import Estimate
    from sheetgen.lab.training import EarlyFigure
    from sheetgen.lab.what_if import WhatIf

Bot = str | Callable[[Game, Random], Move]  # the name of a bot, or a function that chooses one of `game.legal_moves()`
MarksInput = Mapping[str, object] | str  # what is on a sheet: data as in a marks file, or the text of one


def replay(record: str, *, folder: str | PathLike[str] | None = None) -> Game | CardGame:
    """Play the text of a record; raise SheetgenError with the line that the rules forbid, and why.

    A layout that the record names by its file is looked for in `folder`, where the record is, then in the working
    folder.

    >>> game = Game("classic", players=["Ada"], seed=3)
    >>> while not game.is_over:
    ...     game.play(game.legal_moves()[0])
    >>> replay(game.record()).scores() == game.scores()
    True
    """
    return _replay(record, None if folder is None else Path(folder))


def replay_steps(
    record: str, *, folder: str | PathLike[str] | None = None
) -> Iterator[ReplayStep[Game, Move] | ReplayStep[CardGame, CardMove]]:
    r"""Play the text of a record line by line: the game at its start, then after every line, with its move.

    `folder` is that of the record, as for `replay`. Raise SheetgenError at the first line that the rules forbid. Lines
    are played only as they are asked for.

    >>> for step in replay_steps("edition: classic\nthrow: Y1 B2 G4 O5 P3 W6\ntake P3 purple.1"):
    ...     print(step.number, step.move, step.game.players[0].marks())
    0 None {}
    2 None {}
    3 take purple purple.1 = 3 {'purple.1': 3}
    """
    return _replay_steps(record, None if folder is None else Path(folder))


def advise(
    record: str,
    *,
    folder: str | PathLike[str] | None = None,
    language: str = "en",
    progress: Progress = no_progress,
    decisions: "Callable[[Advice], object]" = lambda advice: None,
) -> "tuple[Advice, ...]":
    """Return the expert's advice for every decision of the text of a record: what was played, what is best, and why.

    `folder` is that of the record, as for `replay`; reasons are in the language. If the expert has not learned the
    layout yet, it does so first. `decisions` is called with each advice as soon as it is known: late ones take seconds.
    Raises SheetgenError for a record that the rules forbid, or of a card game, before any advice is given.
    """
    from sheetgen.lab.advice import advise as advise_steps
    from sheetgen.lab.expert import Expert, unpack

    def prepare(game: Game) -> Expert:
        return Expert(game.rules, unpack(_knowledge_of_bot(game.rules, len(game.players), "expert", progress)))

    language = require_language(language)
    for _ in _of_a_sheet(_replay_steps(record, None if folder is None else Path(folder))):
        pass  # a record that is wrong in its last line gets no advice for the others
    found = []
    steps = _of_a_sheet(_replay_steps(record, None if folder is None else Path(folder)))
    for advice in advise_steps(steps, prepare, language=language):
        decisions(advice)
        found.append(advice)
    return tuple(found)


def _of_a_sheet(
    steps: "Iterator[ReplayStep[Game, Move]] | Iterator[ReplayStep[CardGame, CardMove]]",
) -> "Iterator[ReplayStep[Game, Move]]":
    for step in steps:
        if not isinstance(step.game, Game):
            raise WrongEditionError("this is a card game, which the expert does not play; its odds are exact")
        yield step


def game_result(game: Game | CardGame) -> dict[str, Any]:
    """Return the scores of a game as data: `players` with name and points, and the `winners` once it is over.

    `sheetgen replay --json` prints the same.

    >>> game_result(Game("classic", players=["Ada"]))["players"][0]["foxes"]
    {'count': 0, 'each': 0, 'points': 0}
    """
    names = [player.name for player in game.players]
    scores: Sequence[Score | CardScore] = game.scores()
    return {
        "players": [{"name": name, **score_data(score)} for name, score in zip(names, scores, strict=True)],
        "winners": [names[seat] for seat in game.winners()] if game.is_over else [],
    }


def score(edition: Edition, marks: MarksInput) -> Score:
    """Score what is on a sheet, given as in a marks file; raise SheetgenError if no game can lead there.

    >>> result = score("classic", {"marks": {"green.1": "x", "green.2": "x", "purple.1": 4}})
    >>> result.zones["green"], result.zones["purple"], result.total
    (3, 4, 7)
    """
    player, _ = sheet_with_marks(load(edition), marks)
    return player.score()


def rating(edition: Edition, total: int) -> Rating | None:
    """Return the band of a total in the solo rating of a sheet (`from_`, `stars`, `label`); None without ratings.

    >>> rating("classic", 285).label
    "You're so clever!"
    """
    sheet = load(edition).edition
    return sheet.solo.rating(total) if isinstance(sheet, SheetEdition) and sheet.solo is not None else None


def score_data(score: Score | CardScore) -> dict[str, Any]:
    """Return a score as data: points by zone, of badges (`foxes`) and total; of the card game `own` and `captured`."""
    if isinstance(score, CardScore):
        return score._asdict()
    badges = {
        badge.plural: {"count": part.count, "each": part.each, "points": part.points}
        for badge, part in score.badges.items()
    }
    return {"zones": score.zones, **badges, "total": score.total}


def sheet_with_marks(layout: Layout, marks: MarksInput) -> tuple[Player, int]:
    """Return a sheet with marks on it, and how many rounds began; raise SheetgenError if no game can lead there."""
    rules = rules_of(layout)
    if not isinstance(marks, str):
        try:
            marks = json.dumps(dict(marks))
        except (TypeError, ValueError, RecursionError):
            raise WrongValueError('marks are plain data as in a marks file: {"marks": {"green.1": "x"}}') from None
    contents = read_marks(marks, rules)
    return sheet_from(contents, rules), contents.rounds


def odds(edition: Edition) -> dict[str, Any]:
    """Return the exact odds of every objective card, if the best dice for it are kept at each reroll.

    Each card has its `points`, its `odds` with 0, 1, … rerolls as fractions, and its `expected` points with all.
    Raise SheetgenError for an edition without cards.

    >>> odds("objectives")["cards"]["pair"]["odds"][0]
    Fraction(49, 54)
    """
    from sheetgen.engine.odds import odds as odds_of

    layout = load(edition)
    deck = layout.edition
    if not isinstance(deck, CardEdition):
        message = f"{layout.id} is a sheet; odds are for a deck of objectives"
        raise LayoutError([layout.problem(("kind",), message, "try 'objectives'")])
    cards: dict[str, Any] = {}
    for name, card in deck.cards.items():
        chances = [odds_of(card, deck.dice, rethrows) for rethrows in range(deck.rethrows + 1)]
        cards[name] = {"points": card.points, "odds": chances, "expected": card.points * chances[-1]}
    return {"edition": layout.id, "dice": deck.dice, "rethrows": deck.rethrows, "cards": cards}


class SimulationInterruptedError(KeyboardInterrupt):
    """Ctrl-C during a simulation; `result` is that of the games played until then, None if there are none."""

    def __init__(self, result: "SimulationResult | None") -> None:
        super().__init__()
        self.result = result


def simulate(
    edition: Edition,
    *,
    games: int = 1000,
    players: int = 1,
    bot: Bot = "greedy",
    seed: int = 1,
    jobs: int | None = 1,
    cluster: str | None = None,
    report: str | PathLike[str] | None = None,
    language: str = "en",
    progress: Progress = no_progress,
) -> dict[str, Any]:
    """Play many games and return figures about their scores, those of `sheetgen simulate --json`.

    The bot is one of those that `sheetgen simulate --help` lists, or a function of yours, also as `module:function`.
    `jobs` are processes (None: one per core), `cluster` the address of a Dask scheduler; the figures do not depend on
    them. `report` is the file for a page with charts, in `language`. Raise SheetgenError for what cannot be played, and
    on Ctrl-C SimulationInterruptedError, a KeyboardInterrupt, with the games so far.

    >>> figures = simulate("classic", games=40)
    >>> figures["games"], sorted(figures["zones"]), figures["min"] <= figures["mean"] <= figures["max"]
    (40, ['blue', 'green', 'orange', 'purple', 'yellow'], True)
    """
    require_language(language)
    if report is not None:
        require_writable(report, _files_read(load(edition), _bot_name(bot)))
    result = run_simulation(
        edition, games=games, players=players, bot=bot, seed=seed, jobs=jobs, cluster=cluster, progress=progress
    )
    if report is not None:
        write_report(result, report, language=language)
    return simulation_figures(result)


def run_simulation(
    edition: Edition,
    *,
    games: int = 1000,
    players: int = 1,
    bot: Bot = "greedy",
    seed: int = 1,
    jobs: int | None = 1,
    cluster: str | None = None,
    progress: Progress = no_progress,
    counted: Callable[[int], object] = lambda games: None,
) -> "SimulationResult":
    """Play as `simulate` does; return everything that was counted, for `simulation_figures` and `write_report`.

    `counted` is called with the number of games of each batch that was played, not while a bot still learns.

    >>> result = run_simulation("classic", games=40)
    >>> result.complete, result.mean.low < result.mean.value < result.mean.high
    (True, True)
    """
    from concurrent.futures import BrokenExecutor

    from sheetgen.engine.rules import Rules
    from sheetgen.lab.results import SimulationResult
    from sheetgen.lab.simulation import (
        InterruptedRunError,
        PlayerFailedError,
        SimulationPlan,
        WorkerLostError,
        available_jobs,
        executor_for,
        run,
    )

    layout, _ = _sheet_to_play(edition)
    rules = Rules(layout)
    bot = _bot_name(bot)
    for option, number, allowed in (
        ("games", games, limits.GAMES),
        ("seed", seed, limits.SEEDS),
        ("jobs", 1 if jobs is None else jobs, limits.PROCESSES),
    ):
        require_between(option, number, allowed)
    Game(rules, players)  # raises an error if the edition is not for so many players
    plan = SimulationPlan(layout, players, bot, seed, games, _knowledge_of_bot(rules, players, bot, progress))
    processes = min(jobs or available_jobs(), -(-games // plan.games_per_batch))
    start = time.perf_counter()
    try:
        with progress(games, f"{layout.id}, {bot}") as step, executor_for(processes, cluster) as executor:
            start = time.perf_counter()

            def tell(batch: int) -> None:
                counted(batch)
                step(batch)

            tally = run(plan, executor, tell)
    except PlayerFailedError as error:
        # The record names the edition as the caller does, so that it can be replayed from the same folder.
        first_line, _, rest = error.record.partition("\n")
        record = f"{first_line.partition(':')[0]}: {_edition_name(edition)}\n{rest}"
        raise PlayerFailedError(error.seed, error.number, error.reason, record, layout.id, bot) from None
    except BrokenExecutor:
        message = f"{bot}: a process ended in the middle of a game; try --jobs 1 to see why"
        raise WorkerLostError(message) from None
    except InterruptedRunError as error:
        seconds = time.perf_counter() - start
        raise SimulationInterruptedError(
            SimulationResult(plan, error.tally, seconds) if error.tally.games else None
        ) from None
    return SimulationResult(plan, tally, time.perf_counter() - start)


def simulation_figures(result: "SimulationResult") -> dict[str, Any]:
    """Return the figures of a simulation as data; all but `seconds` and `games_per_second` are the same every time."""
    from sheetgen.lab.results import as_dict

    return as_dict(result)


def write_report(result: "SimulationResult", report: str | PathLike[str], *, language: str = "en") -> None:
    """Write the result of a simulation as one HTML page with charts; raise SheetgenError if it cannot be written.

    The page also shows what the greedy bot, the planner and the expert score, as far as they know the layout already:
    some more games are played for it. A simulation that was interrupted is written at once. On Ctrl-C during these
    games the page is written without them, then SimulationInterruptedError is raised, with the result.
    """
    from sheetgen.files import write_file
    from sheetgen.lab.report import as_html, companions
    from sheetgen.lab.results import SimulationResult
    from sheetgen.lab.simulation import InterruptedRunError, run

    require_writable(report, _files_read(result.plan.layout, result.plan.bot))
    require_language(language)
    others: list[SimulationResult] = []
    plans, is_interrupted = (companions(result.plan) if result.complete else ()), False
    try:
        others = [SimulationResult(plan, run(plan), 0.0) for plan in plans]
    except (InterruptedRunError, KeyboardInterrupt):
        is_interrupted = True
    with writing_to(Path(report)):
        write_file(Path(report), as_html(result, language, others=others))
    if is_interrupted:
        raise SimulationInterruptedError(result)


def _files_read(layout: Layout, bot: str = "") -> set[Path]:
    """Return the files that a game is played from; nothing may be written over them."""
    from sheetgen.lab.players import bot_files
    from sheetgen.layout.loading import files_of

    return files_of(layout) | bot_files(bot)


def _bot_name(bot: Bot) -> str:
    """Return the name of a bot, or `module:function` of a function, by which other processes find it, too.

    Raise WrongValueError for a function that cannot be found by its name.
    """
    if isinstance(bot, str):
        return bot
    name = f"{getattr(bot, '__module__', '')}:{getattr(bot, '__qualname__', '')}"
    module, _, function = name.partition(":")
    if getattr(sys.modules.get(module), function, None) is not bot:
        raise WrongValueError(f"bot: expected a function at the top of a module, found {name}")
    return name


@dataclass(frozen=True)
class TrainingResult:
    """What a training led to: `mean` is that of `held_out` games that the expert did not learn from."""

    edition: str
    games: int
    seed: int
    file: Path
    mean: "Estimate"
    held_out: int
    seconds: float  # of computing
    figures: "tuple[EarlyFigure, ...]"


def train(
    edition: Edition,
    *,
    games: int | None = None,
    minutes: float | None = None,
    seed: int = 1,
    schedule: Mapping[str, float] | None = None,
    output: str | PathLike[str] | None = None,
    curve: str | PathLike[str] | None = None,
    figures: "Callable[[EarlyFigure], object]" = lambda figure: None,
) -> TrainingResult:
    """Teach the expert bot a sheet, from nothing, and write what it learned; `sheetgen train` does the same.

    It learns from `games` games, or for about so many `minutes`. `schedule` changes how, by the names of
    `sheetgen.lab.training.Schedule`. `output` is the file for the weights, by default one in the cache folder; `curve`
    one for a picture (SVG) of the means. `figures` is called with early figures. A training that was interrupted goes
    on if it is called in the same way. Raises SheetgenError.
    """
    from sheetgen.engine.rules import Rules
    from sheetgen.files import write_file
    from sheetgen.lab import training as lab

    layout, _ = _sheet_to_play(edition)
    if games is not None and minutes is not None:
        raise WrongValueError("give games or minutes, not both")
    for option, number, allowed in (
        ("games", games, limits.GAMES),
        ("minutes", minutes, limits.TRAINING_MINUTES),
        ("seed", seed, limits.SEEDS),
    ):
        if number is not None:
            require_between(option, number, allowed)
    for file in (output, curve):
        if file is not None:
            require_writable(file, _files_read(layout))
    if output is not None and curve is not None and Path(output).resolve() == Path(curve).resolve():
        raise WrongValueError(f"output and curve are both {fspath(output)}; name two files")
    rules = Rules(layout)
    training = lab.Training(rules, games or lab.GAMES, seed, lab.Schedule().changed(schedule or {}), minutes)
    target = lab.cache_path(training.edition.tables) if output is None else Path(output)
    unfinished = target.with_name(f"{target.name}.unfinished")
    with writing_to(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        if training.resume(unfinished):
            for figure in training.figures:
                figures(figure)
        elif minutes is not None:
            training.games = lab.games_in(rules, minutes)
        for figure in training.steps():
            figures(figure)
            training.save(unfinished)
        mean = training.final_mean()
        try:
            content = training.content(mean.value)
        finally:  # there is nothing to go on with, even if what was learned is of no use
            unfinished.unlink(missing_ok=True)
        write_file(target, content)
    if curve is not None:
        with writing_to(Path(curve)):
            write_file(Path(curve), lab.draw_curve(layout.id, training.figures))
    sizes = (training.games, seed, target, mean, lab.FINAL_GAMES, training.seconds)
    return TrainingResult(layout.id, *sizes, tuple(training.figures))


def training_data(result: TrainingResult) -> dict[str, Any]:
    """Return the result of a training as plain data; all but the seconds are the same every time."""
    return asdict(result) | {"file": str(result.file)}


def _knowledge_of_bot(rules: "Rules", players: int, bot: str, progress: Progress) -> bytes:
    """Return what a bot that learns has learned about an edition, b"" for another bot; raise NoSuchPlayerError."""
    from sheetgen.lab.players import BOTS, prepare_player

    if bot not in BOTS:
        prepare_player(bot, rules, players)
        return b""
    return BOTS[bot].knowledge(rules, players, lambda games: progress(games, f"the {bot} learns {rules.id}"))


def _edition_name(edition: Edition) -> str:
    """Return the id or path by which the caller names an edition."""
    return edition.id if isinstance(edition, Layout) else fspath(edition)


def _sheet_to_play(edition: Edition) -> tuple[Layout, SheetEdition]:
    """Load the layout of a sheet; raise WrongEditionError for cards, which are not simulated."""
    layout = load(edition)
    if not isinstance(layout.edition, SheetEdition):
        raise WrongEditionError(f"{_edition_name(edition)}: is a card game; its odds are exact: sheetgen odds")
    return layout, layout.edition


@dataclass(frozen=True)
class Balance:
    """What is out of balance on a sheet, compared with another one; problems come first."""

    edition: str
    against: str
    bot: str  # the strongest that played
    findings: "tuple[BalanceFinding, ...]"  # each with kind (problem, note, fine), about, sentence and advice
    why_no_expert: str = ""  # if no bot was asked for, and no expert played


def balance(
    edition: Edition,
    *,
    against: Edition | None = None,
    players: int = 1,
    games: int = 1000,
    bot: Bot | None = None,
    seed: int = 1,
    jobs: int | None = 1,
    cluster: str | None = None,
    progress: Progress = no_progress,
) -> Balance:
    """Say in plain sentences what is out of balance on a sheet compared with `against`, by default what it extends.

    Both are played by the bot, by the greedy and by the random player, `games` each. Without a bot the expert plays if
    it has learned both, else the planner. Raise what `simulate` raises.

    >>> result = balance("classic", against="classic", games=20, bot="greedy")
    >>> result.against, sorted({finding.kind for finding in result.findings})
    ('classic', ['fine'])
    """
    from sheetgen.lab.balance import (
        SEATS,
        LayoutRuns,
        Observations,
        compared_bots,
        compares_seats,
        findings,
        observation_steps,
        observed_games,
        parent_name,
    )
    from sheetgen.lab.players import finish

    layout, _ = _sheet_to_play(edition)
    parent = parent_name(layout, Path(_edition_name(edition)).parent) if against is None else against
    bot, why_no_expert = _bot_or_strongest(bot, layout, _sheet_to_play(parent)[0])

    def play(compared: Edition, player: str, seats: int) -> "SimulationResult":
        where: dict[str, Any] = {"jobs": jobs, "cluster": cluster, "progress": progress}
        return run_simulation(compared, games=games, players=seats, bot=player, seed=seed, **where)

    def observe(result: "SimulationResult", badges: bool) -> Observations | None:
        count = observed_games(result.plan, badges=badges)
        if not count:
            return None
        with progress(count, f"{result.plan.layout.id}, {bot}, move by move") as step:
            return finish(observation_steps(result.plan, badges=badges), step)

    (best, *others), (other, *weaker) = (
        [play(compared, each, players) for each in compared_bots(bot)] for compared in (edition, parent)
    )
    seats = play(edition, bot, SEATS) if compares_seats(layout, players, bot) else None
    runs = (
        LayoutRuns(best, tuple(others), seats, observe(best, badges=True)),
        LayoutRuns(other, tuple(weaker), observed=observe(other, badges=False)),
    )
    return Balance(layout.id, _edition_name(parent), bot, tuple(findings(*runs)), why_no_expert)


def _bot_or_strongest(bot: Bot | None, *layouts: Layout) -> tuple[str, str]:
    """Return the name of a bot; without one the expert if it has learned all layouts, else the planner, and why."""
    from sheetgen.lab.fast import why_no_expert

    if bot is not None:
        return _bot_name(bot), ""
    why = why_no_expert(layouts)
    if why is None:
        return "expert", ""
    advice = f"; sheetgen train {why.to_train} teaches one" if why.to_train else ""
    return "planner", f"{why.reason}{advice}"


def _bot_for_change(bot: Bot | None, layout: Layout, changed: Layout) -> tuple[str, str]:
    """Return the same for a layout and its changed version, which no training of the file would teach."""
    from sheetgen.lab.fast import why_no_expert

    why = why_no_expert((layout, changed)) if bot is None else None
    if why is not None and why.is_unlearned:
        return "planner", "no expert knows both sheets; with --bot expert it learns them first"
    return _bot_or_strongest(bot, layout, changed)


def what_if(
    edition: Edition,
    changes: Sequence[str],
    *,
    players: int = 1,
    games: int = 1000,
    bot: Bot | None = None,
    seed: int = 1,
    progress: Progress = no_progress,
) -> "WhatIf":
    """Play a sheet as it is and with changes, such as `zones.green.points.by count=[1, 3]`, on the same dice.

    Return the mean points of both and their difference with its interval, in total and by zone; the means are those of
    one sheet. The steps of a change are keys of the layout, or numbers of items of a list from 1; null takes away what
    is there. Without a bot the expert plays if it has learned both versions, else the planner. Raises SheetgenError.

    >>> result = what_if("classic", ["zones.yellow.points.full columns=[30, 34, 36, 40]"], games=200, bot="random")
    >>> result.points["total"].difference.value > 0, result.points["blue"].difference.value
    (True, 0.0)
    """
    from sheetgen.engine.rules import Rules
    from sheetgen.lab.simulation import SimulationPlan
    from sheetgen.lab.what_if import changed_layout, compare

    layout, _ = _sheet_to_play(edition)
    for option, number, allowed in (("games", games, limits.GAMES), ("seed", seed, limits.SEEDS)):
        require_between(option, number, allowed)
    path = shipped_layouts().get(_edition_name(edition), Path(_edition_name(edition)))
    if not path.is_file():
        raise WrongValueError("changes are tried in a file or a shipped edition")
    changed = changed_layout(layout, path.read_text("utf-8-sig"), path, changes)
    bot, why_no_expert = _bot_for_change(bot, layout, changed)
    plans = []
    for version in (layout, changed):
        rules = Rules(version)
        Game(rules, players)  # raises an error if the edition is not for so many players
        knowledge = _knowledge_of_bot(rules, players, bot, progress)
        plans.append(SimulationPlan(version, players, bot, seed, games, knowledge))
    with progress(2 * games, f"{layout.id}, {bot}") as step:
        return replace(compare(plans[0], plans[1], changes, step), why_no_expert=why_no_expert)


def bands(
    edition: Edition,
    *,
    like: Edition | None = None,
    games: int = 2000,
    bot: Bot | None = None,
    seed: int = 1,
    jobs: int | None = 1,
    cluster: str | None = None,
    progress: Progress = no_progress,
) -> RatingBands:
    """Rating bands for a sheet: each is reached in the same share of games as the band of that place on `like`.

    By default `like` is the oldest edition with a sheet. Labels and stars are those of the sheet if it has ratings,
    else those of `like`. Without a bot these are the games of the expert, the planner and the greedy player together,
    so that bands fit players of all strengths; without an expert for both sheets, those of the planner and the greedy
    player. Raise SheetgenError if `like` has no ratings, and what `simulate` raises.

    >>> result = bands("classic", games=40, bot="greedy")
    >>> result.ratings[-1].from_, result.shares[-1]
    (0, 1.0)
    """
    from sheetgen.lab.balance import oldest_sheet
    from sheetgen.lab.bands import bots_for_bands, fitting_bands, ratings_to_go_by

    like = oldest_sheet() if like is None else like
    sheet, other = _sheet_to_play(edition)[0], _sheet_to_play(like)[0]
    ratings_to_go_by(sheet, other, _edition_name(like))  # before the games, not after them
    strongest, why_no_expert = _bot_or_strongest(bot, sheet, other)
    results = [
        [
            run_simulation(simulated, games=games, bot=each, seed=seed, jobs=jobs, cluster=cluster, progress=progress)
            for simulated in (edition, like)
        ]
        for each in (bots_for_bands(strongest) if bot is None else (strongest,))
    ]
    (result, reference), *more = results
    fitting = fitting_bands(result, reference, _edition_name(like), *((own, there) for own, there in more))
    return replace(fitting, why_no_expert=why_no_expert)


__all__ = [
    "Balance",
    "CardDecision",
    "CardGame",
    "CardMove",
    "CardScore",
    "Decision",
    "DiceError",
    "DiceSource",
    "FedDice",
    "Game",
    "IllegalMoveError",
    "MarksError",
    "MissingDiceError",
    "Move",
    "RandomDice",
    "RatingBands",
    "RecordError",
    "ReplayStep",
    "Score",
    "ScriptedDice",
    "SimulationInterruptedError",
    "TrainingResult",
    "WrongDiceError",
    "advise",
    "balance",
    "bands",
    "game_result",
    "odds",
    "rating",
    "replay",
    "replay_steps",
    "run_simulation",
    "score",
    "score_data",
    "sheet_with_marks",
    "simulate",
    "simulation_figures",
    "train",
    "training_data",
    "what_if",
    "write_report",
]
