"""Bots: functions that choose a move, and the table of them. The bots of users are imported by path."""

import importlib
import importlib.util
import sys
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar, runtime_checkable

from sheetgen.engine.dice import POOL
from sheetgen.engine.game import Game
from sheetgen.engine.moves import Move
from sheetgen.engine.player import zone_points
from sheetgen.engine.rules import Rules
from sheetgen.engine.turns import TAKE
from sheetgen.errors import SheetgenError, WrongValueError
from sheetgen.i18n import later
from sheetgen.lab.outcomes import MARKING_KINDS, MarkResult, Outcomes, ZoneState
from sheetgen.layout.parts.bonus import Bonus, Effect
from sheetgen.layout.problems import did_you_mean

if TYPE_CHECKING:
    from sheetgen.lab.expert import Weights

# A bot gets a game and returns one of its legal moves. Whatever it decides at random it draws from the given generator,
# so that a game can be repeated.
ChooseMove = Callable[[Game, Random], Move]


@runtime_checkable
class Judge(Protocol):
    """A bot that can say what moves are worth to it."""

    def worths(self, game: Game) -> list[float | None]:
        """Return what each legal move is worth, in points; None for those that it does not look into."""


WAIVING_KINDS = frozenset({"pass", "done"})


class NoSuchPlayerError(WrongValueError):
    """There is no bot of that name, or it cannot be loaded."""


class PlayerFileError(SheetgenError):
    """The file of a user's bot is missing, or is no Python code that can be run."""


def play_randomly(game: Game, chance: Random) -> Move:
    """Return any legal move with equal chance, but never pass where something can be marked."""
    moves = game.legal_moves()
    waiving = -2 if moves[-1].kind == "reroll" else -1  # legal moves end with it, or with it and a reroll
    if len(moves) > -waiving and moves[waiving].kind in WAIVING_KINDS:
        del moves[waiving]
    return moves[int(chance.random() * len(moves))]


def prepare_player(bot: str, rules: Rules, players: int, knowledge: bytes = b"") -> ChooseMove:
    """Return a bot by its name or import path, ready to play an edition; raise NoSuchPlayerError.

    `knowledge` is what a bot that learns has learned, as its `Bot.knowledge` returned it; the other bots need none.
    """
    return BOTS[bot].prepare(rules, players, knowledge) if bot in BOTS else load_player(bot)


def load_player(path: str) -> ChooseMove:
    """Import the bot of a user, `package.module:function` or `file.py:function`.

    Raise NoSuchPlayerError, or PlayerFileError for a file that cannot be used.
    """
    place, colon, name = path.rpartition(":")
    if not colon or not place or not name:
        known = f"known are {', '.join(BOTS)}, or your own as module:function"
        hint = did_you_mean(path, BOTS)
        raise NoSuchPlayerError(f"there is no bot '{path}': {known}{'; ' + hint if hint else ''}")
    try:
        module = _module_from_file(Path(place)) if place.endswith(".py") else _module_of_name(place)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        is_unknown = isinstance(error, ModuleNotFoundError) and f"{place}.".startswith(f"{error.name}.")
        raise (NoSuchPlayerError if is_unknown else PlayerFileError)(f"{place} cannot be loaded: {reason}") from None
    choose = getattr(module, name, None)
    if not callable(choose):
        raise NoSuchPlayerError(f"{place} has no function '{name}'")
    return choose  # type: ignore[no-any-return]  # the first game shows whether it works


def bot_files(bot: str) -> set[Path]:
    """Return the files in which the bot of a user may be, by its import path; they need not exist.

    >>> sorted(path.as_posix() for path in bot_files("my.bots:careful"))
    ['my/bots.py', 'my/bots/__init__.py']
    """
    place = bot.rpartition(":")[0]
    if not place:
        return set()
    if place.endswith(".py"):
        return {Path(place)}
    module = Path(*place.split("."))
    loaded = getattr(sys.modules.get(place), "__file__", None)
    return {module.with_name(f"{module.name}.py"), module / "__init__.py", *([Path(loaded)] if loaded else [])}


def _module_of_name(name: str) -> object:
    """Import a module that is installed, or that is in the working folder."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)  # to stay: a bot may import its neighbours while it plays
    return importlib.import_module(name)


def _module_from_file(path: Path) -> object:
    if not path.is_file():
        raise FileNotFoundError("there is no such file")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError("it is not Python code")
    module = importlib.util.module_from_spec(spec)
    is_first = sys.modules.setdefault(path.stem, module) is module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        if is_first:  # `wrong:choose` must not find half of what is in wrong.py
            del sys.modules[path.stem]
        raise
    return module


# The greedy player: the most points at once, badges included


CHAIN = 3  # how many badges in a row are followed before a further mark counts as an average one
# What a scoring badge, an action and a die for the next roll are worth, in average marks.
SCORING_WORTH, ACTION_WORTH, DIE_WORTH = 2.0, 0.5, 0.6
BADGE_WORTH: dict[Effect, float] = {"points": SCORING_WORTH, "action": ACTION_WORTH, "mark": 1.0}
AVERAGE_FACE = 4  # the number in every cell of a full zone, to compute what an average mark is worth


class Greedy:
    """Chooses the move that gains most at once: points and badges, less the dice that it sends to the platter."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.outcomes = Outcomes(rules)
        self.average = average_mark(rules)
        self.following_lowest = [
            i for i, badge in enumerate(rules.scoring_badges) if badge.fixed_points(rules.edition) is None
        ]

    def __call__(self, game: Game, chance: Random) -> Move:
        """Return the move with the highest gain; among equals one that marks, with the lowest die."""
        states = self.outcomes.states(game.players[game.actor])

        def rank(move: Move) -> tuple[float, bool, int]:
            face = game.faces[self.rules.die_index[move.die]] if move.kind == "take" else 0
            return self._worth(game, states, move), move.kind in MARKING_KINDS, -face

        return max(game.legal_moves(), key=rank)

    def worths(self, game: Game) -> list[float | None]:
        """Return what each legal move gains at once, in points."""
        states = self.outcomes.states(game.players[game.actor])
        return [self._worth(game, states, move) for move in game.legal_moves()]

    def _worth(self, game: Game, states: list[ZoneState], move: Move) -> float:
        return self._gain(game, states, move) - self._lost_dice(game, move)

    def _lost_dice(self, game: Game, move: Move) -> float:
        """What the dice that a move sends to the platter are worth in points; nothing after the last roll."""
        if game.phase != TAKE or move.kind != "take" or game.throw == self.rules.throws:
            return 0.0
        face = game.faces[self.rules.die_index[move.die]]
        lost = sum(place == POOL and other < face for other, place in zip(game.faces, game.places, strict=True))
        return lost * DIE_WORTH * self.average

    def _gain(self, game: Game, states: list[ZoneState], move: Move) -> float:
        """What a move gains at once in points, less the actions that it spends."""
        if move.kind in MARKING_KINDS:
            spent = (move.joker > 0) + abs(move.polish) + abs(move.partner) + (move.kind == "extra")
            return self._mark(game, states, move, CHAIN) - spent * ACTION_WORTH * self.average
        # A reroll is chosen where every other move gains less than the action is worth.
        return ACTION_WORTH * self.average if move.kind == "reroll" else 0.0

    def _mark(self, game: Game, states: list[ZoneState], move: Move, depth: int) -> float:
        marked = self.outcomes.mark(states, move)
        after = with_mark(states, marked)
        gain = marked.points + self._lowest_zone_gain(game, states, marked)
        worth = 0.0  # added up one by one, since sum() rounds otherwise in newer versions of Python
        for badge in marked.badges:
            worth += self._badge_worth(game, after, badge, depth - 1)
        gain += worth
        dice, own_row = self.outcomes.further_marks(game, move)
        for die, number in dice:
            options = self.outcomes.options_of_die(marked.zone, after[marked.zone], die, number, own_row)
            gains = [self._mark(game, after, option, 1) for option in options]
            if gains and max(gains) > 0:
                gain += max(gains)
                after = with_mark(after, self.outcomes.mark(after, options[gains.index(max(gains))]))
        return gain

    def _lowest_zone_gain(self, game: Game, states: list[ZoneState], marked: MarkResult) -> float:
        """What the badges that are worth the lowest zone gain in points, if a mark raises it."""
        counts = game.players[game.actor].badge_counts
        badges = sum(counts[i] for i in self.following_lowest)
        if not badges or not marked.points:
            return 0.0
        points = [self.outcomes.points(zone, state) for zone, state in enumerate(states)]
        lowest = min(points)
        points[marked.zone] += marked.points
        return badges * float(min(points) - lowest)

    def _badge_worth(self, game: Game, states: list[ZoneState], badge: Bonus, depth: int) -> float:
        if badge.effect != "mark" or depth <= 0:
            return self.average * BADGE_WORTH[badge.effect]
        places = self.rules.placements(badge, [state.node for state in states], game.faces)
        return max((self._mark(game, states, place, depth) for place in places), default=0.0)


def with_mark(states: list[ZoneState], marked: MarkResult) -> list[ZoneState]:
    """Return the zones of a sheet after a mark; the given list stays as it is."""
    after = states.copy()
    after[marked.zone] = marked.state
    return after


def average_mark(rules: Rules) -> float:
    """Return what one mark is worth on average: the points of full zones divided by the number of their marks."""
    worth = []
    for zone in rules.zones:
        cells = [i for i, printed in enumerate(zone.printed) if not printed]
        full = [0] * len(zone.names)
        for cell in cells:
            full[cell] = zone.written(cell, AVERAGE_FACE)[-1][0] if zone.writes else 2 if zone.circles else 1
        worth.append(zone_points(zone, full) / len(cells) / (2 if zone.circles else 1))
    return max(mean(worth), 1.0)


# The table of bots


def _prepare_planner(rules: Rules, players: int, knowledge: bytes) -> ChooseMove:
    """Return the planner with what it has learned."""
    # Not at the top: learning itself imports this module.
    from sheetgen.lab.learning import unpack
    from sheetgen.lab.planner import Planner

    return Planner(unpack(knowledge, rules, players))


def _prepare_expert(rules: Rules, players: int, knowledge: bytes) -> ChooseMove:
    """Return the expert with the weights that it has learned."""
    from sheetgen.lab.expert import Expert, unpack

    return Expert(rules, unpack(knowledge))


class CoreBot(NamedTuple):
    """A bot of the fast engine: its number there, and what things are worth to it."""

    number: int
    worths: tuple[float, ...] = (0.0,) * 6
    weights: "Weights | None" = None  # of an expert


RANDOM_NUMBER, GREEDY_NUMBER, EXPERT_NUMBER = range(3)  # of the bots in the fast engine


def _greedy_in_core(rules: Rules, knowledge: bytes) -> CoreBot:
    worths = (BADGE_WORTH["points"], BADGE_WORTH["action"], BADGE_WORTH["mark"])
    return CoreBot(GREEDY_NUMBER, (average_mark(rules), *worths, DIE_WORTH, CHAIN))


def _expert_in_core(rules: Rules, knowledge: bytes) -> CoreBot:
    from sheetgen.lab.expert import unpack

    return CoreBot(EXPERT_NUMBER, weights=unpack(knowledge))


class LearningStep(NamedTuple):
    """How many games a bot has just learned from, and how many it will learn from in all."""

    games: int
    of: int


# Learning bit by bit, up to what was learned. The first step has no games; if nothing is to be learned, there is none.
LearningSteps = Generator[LearningStep, None, bytes]
Step = TypeVar("Step")
Result = TypeVar("Result")


def finish(steps: Generator[Step, None, Result], tell: Callable[[Step], object]) -> Result:
    """Take all steps that are left, tell each, and return the result."""
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        tell(step)


def _planner_learning(rules: Rules, players: int) -> LearningSteps:
    """Return what the planner knows of a layout; it learns it now if it does not know it yet."""
    from sheetgen.lab.learning import knowledge_steps

    return (yield from knowledge_steps(rules, players))


def _expert_learning(rules: Rules, players: int) -> LearningSteps:
    """Return the weights of the expert; it learns them now if nobody has yet."""
    from sheetgen.lab.training import learned_weights, load_weights

    return load_weights(rules) or (yield from learned_weights(rules))


# Shows how far a bot is that learns: gets how many games it will play, gives a function to call with those it played.
Learning = Callable[[int], AbstractContextManager[Callable[[int], object]]]


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that commands call by its name: what pages say about it, and how it gets ready for an edition."""

    how: str  # the message that says how it plays: "plans ahead"
    who: str  # the message that names it in a report: "a player who plans ahead"
    prepare: Callable[[Rules, int, bytes], ChooseMove]  # from the rules, the number of players and what was learned
    # What it knows of a layout, learned now if need be, bit by bit; None for bots that do not learn
    learning: Callable[[Rules, int], LearningSteps] | None = None
    in_core: Callable[[Rules, bytes], CoreBot] | None = None  # the same bot of the fast engine, if it has it
    # That the fast engine plays in a batch, one per player of a game. A batch takes hundredths of a second, with the
    # expert on the largest sheets a quarter of one: no job idles for long, and Ctrl-C is soon heard.
    sheets_at_once: int = 2000
    learns_with: str = ""  # the module that it learns with, if that is not everywhere: the studio in a browser has none

    def knowledge(self, rules: Rules, players: int, progress: Learning) -> bytes:
        """Return what it knows of a layout, learned now if need be; b"" for a bot that does not learn."""
        if self.learning is None:
            return b""
        steps = self.learning(rules, players)
        try:
            first = next(steps)
        except StopIteration as end:
            return bytes(end.value)
        with progress(first.of) as tell:
            return finish(steps, lambda step: tell(step.games))

    def knowledge_at_hand(self, rules: Rules, players: int) -> bytes | None:
        """Return what it knows of a layout; None if it would have to learn it first, or cannot."""
        if self.learning is None:
            return b""
        steps = self.learning(rules, players)
        try:
            next(steps)
        except StopIteration as end:
            return bytes(end.value)
        except SheetgenError:
            return None
        steps.close()
        return None


BOTS = {
    "random": Bot(
        later("plays at random"),
        later("a player who marks at random"),
        lambda *_: play_randomly,
        in_core=lambda *_: CoreBot(RANDOM_NUMBER),
    ),
    "greedy": Bot(
        later("takes the best now"),
        later("a greedy player"),
        lambda rules, *_: Greedy(rules),
        in_core=_greedy_in_core,
    ),
    "planner": Bot(
        later("plans ahead"), later("a player who plans ahead"), _prepare_planner, learning=_planner_learning
    ),
    "expert": Bot(
        later("plays like an expert"),
        later("an expert"),
        _prepare_expert,
        learning=_expert_learning,
        in_core=_expert_in_core,
        sheets_at_once=16,
        learns_with="sheetgen.lab.training",
    ),
}
