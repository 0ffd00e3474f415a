"""How the expert learns a layout: it plays solo games against chance in the fast engine, from nothing.

The same layout, seed and number of games give the same weights, byte for byte. What was learned is a file: shipped for
the editions and variants of sheetgen, beside a layout (`mine.expert`), or in the cache folder, named by what is played.
"""

import json
import time
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from html import escape
from math import isfinite
from pathlib import Path

from sheetgen.engine.fast.building import platform_tag, source_digest
from sheetgen.engine.fast.core import FastEdition, FastExpert, FastTrainer
from sheetgen.engine.fast.tables import CannotCompileError, Tables, compile_tables
from sheetgen.engine.rules import Rules
from sheetgen.errors import SheetgenError, WrongValueError
from sheetgen.files import write_file
from sheetgen.lab.expert import FEATURES_VERSION, MOST_BYTES, Weights, WrongWeightsError, learned_tables, pack, unpack
from sheetgen.lab.players import EXPERT_NUMBER, LearningStep, LearningSteps
from sheetgen.lab.tally import Estimate, Sample
from sheetgen.layout.problems import did_you_mean
from sheetgen.resources import cache_folder, shipped_layouts, shipped_variants

GAMES = 100_000  # that `train` plays
FIRST_USE_GAMES = 80_000  # that are played when an expert is first asked for a small new layout
NARROWEST = 64  # first layer of a net
GAMES_AT_ONCE = 128  # between two corrections; the number of games is a multiple of it
MOST_SAVED = 100 << 20  # bytes of a training that was interrupted; the largest sheets need a quarter of that
STEPS = 20  # after which an early figure is given
EARLY_GAMES, FINAL_GAMES = 100, 2_000  # not learned from, to measure how good it is
SUFFIX = ".expert"
FOLDER = Path(__file__).with_name("weights")  # of the shipped editions and variants

# Seeds of dice: simulations have seeds below 2^63, so no simulated game was learned from.
TRAINING_SEEDS, EARLY_SEEDS, FINAL_SEEDS = 1 << 63, 3 << 62, (3 << 62) + (1 << 40)


@dataclass(frozen=True)
class Schedule:
    """How to learn. What is first and last changes steadily in between."""

    first_rate: float = 1e-3  # how far a correction goes
    last_rate: float = 2e-5
    first_random: float = 0.03  # the share of moves by chance
    last_random: float = 0.0
    capped: float = 1.0  # the share of early games in which dice may mark some zones only a few times
    capped_until: float = 0.12  # the share of all games that are early
    capped_zones: float = 1.0  # the chance of each zone in such a game; 0: one zone that brings many points
    trace: float = 0.8  # how much a later expectation counts in a target: lambda
    averaged: float = 0.9995  # how slowly the weights that play follow those that learn
    favoured: float = 0.5  # the share of games in which marks of one zone seem to be worth more; falls to nothing
    weak: float = 0.12  # the share of games that begin with some rounds of bad play, from which nothing is learned
    weak_from: float = 0.6  # the share of all games after which there are such: good play has to be found before

    def numbers(self, done: float) -> tuple[float, ...]:
        """Return those for the games after a share of all, in the order of `Schedule` in training.h."""
        now = asdict(self)
        if done < now.pop("weak_from"):
            now["weak"] = 0.0
        return tuple(now.values())

    def changed(self, changes: Mapping[str, float]) -> "Schedule":
        """Return it with other numbers; raise WrongValueError for unknown names, and numbers not from 0 to 1."""
        known = asdict(self)
        for name, number in changes.items():
            if name not in known:
                hint = did_you_mean(name, known)
                raise WrongValueError(f"a schedule has no '{name}'{'; ' + hint if hint else ''}: {', '.join(known)}")
            if not 0 <= number <= 1:
                raise WrongValueError(f"{name} is from 0 to 1, not {number}")
        return replace(self, **changes)


@dataclass(frozen=True)
class EarlyFigure:
    """How good an expert was after some games: the mean of games that it did not learn from."""

    games: int
    mean: Estimate
    seconds: float  # of computing so far


@dataclass
class Training:
    """A training that can be stopped and resumed; raises CannotTrainError if the fast engine cannot play the layout."""

    rules: Rules
    games: int = GAMES
    seed: int = 1
    schedule: Schedule = Schedule()
    minutes: float | None = None  # that were asked for instead of games: how many these are is measured, see `games_in`
    figures: list[EarlyFigure] = field(default_factory=list)
    done: int = 0
    seconds: float = 0.0  # of computing, in this and earlier processes

    def __post_init__(self) -> None:
        self.games = _whole(self.games)
        try:
            self.edition = FastEdition(self.rules)
            inputs = self.edition.library.sg_count_features(self.edition.handle)
            self.trainer = FastTrainer(self.edition, hidden_units(inputs), self.seed)
        except CannotCompileError as error:
            raise CannotTrainError(f"no expert can learn {self.rules.id}: {error}") from None

    @classmethod
    def at_first_use(cls, rules: Rules) -> "Training":
        """Return the training when an expert is first asked for a layout: up to three minutes of computing.

        Larger sheets have wider nets, and their games take longer: they are learned from fewer games.
        """
        training = cls(rules, FIRST_USE_GAMES)
        training.games = _whole(FIRST_USE_GAMES * NARROWEST**2 // training.trainer.hidden**2)
        return training

    def steps(self) -> Iterator[EarlyFigure]:
        """Play and learn step by step, up to the end; yield how good the expert is after each step."""
        while self.done < self.games:
            start = time.process_time()
            games = min(_whole(self.games // STEPS), self.games - self.done)
            schedule = self.schedule.numbers(self.done / self.games)
            self.trainer.train(games, self.games, TRAINING_SEEDS + (self.seed << 30), schedule)
            self.done += games
            self.seconds += time.process_time() - start
            figure = EarlyFigure(self.done, self.mean(EARLY_GAMES, EARLY_SEEDS), self.seconds)
            self.figures.append(figure)
            yield figure

    def mean(self, games: int, seed: int) -> Estimate:
        """Return the mean of games with seeds from `seed` on, as the expert plays now."""
        expert = FastExpert(self.edition, self.trainer.hidden, self.trainer.weights())
        rows = self.edition.play(1, EXPERT_NUMBER, (0.0,) * 6, seed, games, expert=expert)
        totals = rows.rows[3 + len(self.edition.tables.lost) :: rows.width]
        return Sample(Counter(totals)).mean_estimate()

    def final_mean(self) -> Estimate:
        """Return the mean of FINAL_GAMES games that were not learned from."""
        return self.mean(FINAL_GAMES, FINAL_SEEDS)

    def weights(self, mean: float) -> Weights:
        """Return what was learned; `mean` is that of games that were not learned from."""
        trainer = self.trainer
        sizes = (trainer.inputs, trainer.hidden)
        digest = self.edition.tables.digest()
        return Weights(digest, *sizes, self.done, self.seed, round(mean, 1), trainer.weights())

    def content(self, mean: float) -> bytes:
        """Return what was learned as the content of a file; raise CannotTrainError if no expert could play with it."""
        content = pack(self.weights(mean))
        try:
            unpack(content)
        except WrongWeightsError as error:
            raise CannotTrainError(
                f"what was learned of {self.rules.id} is of no use: {error}; a smaller first_rate and last_rate help"
            ) from None
        return content

    # Stopping and resuming

    def _identity(self) -> dict[str, object]:
        """What a saved training must agree with to be resumed."""
        return {
            "tables": self.edition.tables.digest(),
            "games": self.games,
            "seed": self.seed,
            "engine": source_digest(),
            "platform": platform_tag(),
            "schedule": asdict(self.schedule),
            **({"minutes": self.minutes} if self.minutes is not None else {}),
        }

    def save(self, path: Path) -> None:
        """Write everything that is needed to go on later; raise OSError."""
        figures = [(figure.games, asdict(figure.mean), figure.seconds) for figure in self.figures]
        head = {"for": self._identity(), "done": self.done, "seconds": self.seconds, "figures": figures}
        state = zlib.compress(self.trainer.save(), 1)
        write_file(path, json.dumps(head).encode() + b"\n" + state)

    def resume(self, path: Path) -> bool:
        """Go on from a file that `save` wrote; False, and nothing changes, if there is none, or one of another kind.

        If minutes were asked for, the number of games is the one that was measured when the saved training began.
        """
        try:
            if path.stat().st_size > MOST_SAVED:
                return False
            head, _, state = path.read_bytes().partition(b"\n")
            saved = json.loads(head)
            games = self.games if self.minutes is None else int(saved["for"]["games"])
            if saved["for"] != json.loads(json.dumps(self._identity() | {"games": games})):
                return False
            done, seconds = int(saved["done"]), float(saved["seconds"])
            figures = [
                EarlyFigure(
                    int(games), Estimate(*(float(mean[name]) for name in ("value", "low", "high"))), float(spent)
                )
                for games, mean, spent in saved["figures"]
            ]
            if games != _whole(games) or done % GAMES_AT_ONCE or not 0 <= done <= games or not isfinite(seconds):
                return False
            fresh = FastTrainer(self.edition, self.trainer.hidden, self.seed)
            fresh.restore(zlib.decompressobj().decompress(state, len(fresh.save()) + 1))
            if fresh.games != done:
                return False
        except (OSError, ValueError, KeyError, TypeError, RuntimeError, OverflowError, RecursionError, zlib.error):
            return False
        self.trainer, self.games, self.done, self.seconds, self.figures = fresh, games, done, seconds, figures
        return True


class CannotTrainError(SheetgenError, ValueError):
    """No expert can learn a layout; the message says why."""


def hidden_units(inputs: int) -> int:
    """Return the width of the first layer of a net: larger sheets need a wider one."""
    return max(NARROWEST, min(128, -(-inputs // 120) * 32))


def _whole(games: int) -> int:
    return max(-(-games // GAMES_AT_ONCE), 1) * GAMES_AT_ONCE


def games_in(rules: Rules, minutes: float) -> int:
    """Return how many games can be learned in about so many minutes of computing here, from a short trial."""
    trial = Training(rules, games=4 * GAMES_AT_ONCE)
    start = time.process_time()
    trial.trainer.train(trial.games, trial.games, TRAINING_SEEDS, trial.schedule.numbers(0.5))
    # Better players take longer: they use more of their actions, and chains of badges are longer.
    each = 2 * (time.process_time() - start) / trial.games
    return _whole(int(60 * minutes / each))


def draw_curve(name: str, figures: Sequence[EarlyFigure]) -> str:
    """Return a picture of how an expert became better, as SVG: means with their intervals over the number of games."""
    width, height, left, foot, head = 480, 260, 44, 40, 30
    most = max(figure.games for figure in figures)
    top = max(figure.mean.high for figure in figures)
    step = next(step for step in (5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if top / step <= 8)
    top = -(-top // step) * step

    def x(games: float) -> float:
        return round(left + (width - left - 16) * games / most, 1)

    def y(points: float) -> float:
        return round(head + (height - head - foot) * (1 - max(points, 0) / (top or 1)), 1)

    lines = [f'<text x="{left}" y="18" font-weight="bold">{escape(name)}</text>']
    for points in range(0, int(top) + 1, step):
        lines.append(f'<path d="M{left} {y(points)}H{width - 16}" stroke="#ddd"/>')
        lines.append(f'<text x="{left - 6}" y="{y(points) + 4}" text-anchor="end">{points}</text>')
    for quarter in range(5):
        games = most * quarter // 4
        anchor = "end" if quarter == 4 else "middle"  # the last number may be wide
        lines.append(f'<text x="{x(games)}" y="{height - foot + 16}" text-anchor="{anchor}">{games:,}</text>')
    lines.append(f'<text x="{(left + width) / 2}" y="{height - 8}" text-anchor="middle">games learned from</text>')
    for figure in figures:
        bar = f"M{x(figure.games)} {y(figure.mean.low)}V{y(figure.mean.high)}"
        lines.append(f'<path d="{bar}" stroke="#8ab" stroke-width="3"/>')
    points_of = " ".join(f"{x(figure.games)},{y(figure.mean.value)}" for figure in figures)
    lines.append(f'<polyline points="{points_of}" fill="none" stroke="#036" stroke-width="1.5"/>')
    attributes = 'font-family="sans-serif" font-size="11" fill="#222"'
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    title = f"<title>{escape(name)}</title>"
    paper = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {attributes}>{title}{paper}{"".join(lines)}</svg>\n'


# Where weights are


def load_weights(rules: Rules) -> bytes | None:
    """Return the weights for a layout as the content of a file, None if it was not learned yet.

    They are beside the layout, shipped, or in the cache. Raises WrongWeightsError if a file beside the layout is
    damaged or for another one, and CannotTrainError if no expert can play the layout.
    """
    try:
        tables = compile_tables(rules)
    except CannotCompileError as error:
        raise CannotTrainError(f"no expert can play {rules.id}: {error}") from None
    return _beside(rules, tables) or _shipped(tables) or _cached(tables)


def learned_weights(rules: Rules) -> LearningSteps:
    """Learn a layout now, bit by bit, and keep the weights in the cache folder; return them."""
    training = Training.at_first_use(rules)
    yield LearningStep(0, training.games)
    last = 0
    for figure in training.steps():
        yield LearningStep(figure.games - last, training.games)
        last = figure.games
    content = training.content(training.figures[-1].mean.value)
    keep_weights(training.edition.tables, content)
    return content


def keep_weights(tables: Tables, content: bytes) -> Path | None:
    """Keep weights in the cache folder and return their file; None if it cannot be written."""
    path = cache_path(tables)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, content)
        return path
    return None


def cache_path(tables: Tables) -> Path:
    """Return the file in the cache folder for the weights of what these tables play."""
    return cache_folder() / f"expert-{tables.digest()}-v{FEATURES_VERSION}{SUFFIX}"


def _beside(rules: Rules, tables: Tables) -> bytes | None:
    """Return the weights beside a layout's own file; raise WrongWeightsError with the file's name."""
    source = rules.layout.source
    if not source.endswith((".yaml", ".yml")) or rules.id in {**shipped_layouts(), **shipped_variants()}:
        return None
    path = Path(source).with_suffix(SUFFIX)
    if not path.is_file():
        return None
    again = f"learn them again: sheetgen train {source} -o {path}"
    try:
        if path.stat().st_size > MOST_BYTES:
            raise WrongWeightsError(f"the file has more than {MOST_BYTES >> 20} MB")
        content = path.read_bytes()
        unpack(content).check(rules, tables)
    except OSError as error:
        raise WrongWeightsError(f"{path}: cannot be read: {error.strerror}") from None
    except WrongWeightsError as error:
        raise WrongWeightsError(f"{path}: {error}; {again}") from None
    return content


def _shipped(tables: Tables) -> bytes | None:
    """Return the shipped weights for what these tables play, whatever their layout is called."""
    digest = tables.digest()
    for path in sorted(FOLDER.glob(f"*{SUFFIX}")):
        content = path.read_bytes()
        if learned_tables(content) == digest:
            return content
    return None


def _cached(tables: Tables) -> bytes | None:
    with suppress(OSError, WrongWeightsError):
        content = cache_path(tables).read_bytes()
        unpack(content)
        return content
    return None
