"""What a move gains, before it is made, and which move a bot would make: for a game on the page that teaches."""

import time
from contextlib import nullcontext
from dataclasses import dataclass
from importlib.util import find_spec
from random import Random
from typing import Any

from sheetgen.engine import Game, Move
from sheetgen.lab.players import BOTS, Bot, ChooseMove, Judge, LearningStep, LearningSteps, prepare_player
from sheetgen.layout.parts.bonus import Bonus

# After these events come other things than what follows from the move itself.
_LATER = frozenset({"round started", "turn started", "thrown"})


@dataclass(frozen=True, slots=True)
class Gain:
    """What a move brings at once: points, by which the total would be higher, and the badges that it earns."""

    points: int
    badges: tuple[Bonus, ...] = ()


def gain_of(game: Game, move: Move) -> Gain:
    """Return what a legal move would bring the player who decides; the game stays as it is."""
    seat, known = game.actor, len(game.events)
    trial = game.copy()
    trial.play(move)
    badges = []
    for event in trial.events[known:]:
        if event.kind in _LATER:
            break
        if event.kind == "earned" and event.player == seat:
            badges.append(event.bonus)
    return Gain(trial.scores()[seat].total - game.scores()[seat].total, tuple(badges))


def advisers() -> dict[str, Bot]:
    """Return the bots of BOTS that can advise here, by name: in a browser none that learns with the fast engine."""
    return {name: bot for name, bot in BOTS.items() if not bot.learns_with or find_spec(bot.learns_with) is not None}


def adviser(bot: str, game: Game) -> ChooseMove:
    """Return a bot that is ready to play the edition of a game; one that learns, learns now if it has not before."""
    players = len(game.players)
    knowledge = _learned.get(_key(bot, game))
    if knowledge is None:
        knowledge = BOTS[bot].knowledge(game.rules, players, lambda games: nullcontext(lambda played: None))
    return prepare_player(bot, game.rules, players, knowledge)


LEARN_SECONDS = 0.7  # for which a request goes on learning, before the page is told how far it is
MOST_LEARNING = 4
# What bots are learning in this process, by layout, players and bot, and from how many games they have learned so far.
_learning: dict[tuple[str, int, str], tuple[LearningSteps, int]] = {}
# What they have learned but could not keep where they look for it, as in a folder that cannot be written to.
_learned: dict[tuple[str, int, str], bytes] = {}


def _key(bot: str, game: Game) -> tuple[str, int, str]:
    return game.rules.layout.play_digest(), len(game.players), bot


def learn(bot: str, game: Game) -> LearningStep | None:
    """Let a bot learn the edition of a game for a moment; return how far it is, None when it is ready to play.

    What was learned is kept where the bot looks for it, else in this process. A bot that does not learn is always
    ready.
    """
    rules, players = game.rules, len(game.players)
    begin = BOTS[bot].learning
    if begin is None:
        return None
    key = _key(bot, game)
    if key in _learned:
        return None
    _make_room(_learning, key)
    steps, games = _learning.pop(key) if key in _learning else (begin(rules, players), 0)
    end = time.perf_counter() + LEARN_SECONDS
    while True:
        try:
            step = next(steps)
        except StopIteration as last:
            if games and BOTS[bot].knowledge_at_hand(rules, players) is None:
                _make_room(_learned, key)
                _learned[key] = last.value
            return None
        games += step.games
        if time.perf_counter() >= end:
            _learning[key] = steps, games
            return LearningStep(games, step.of)


def _make_room(kept: dict[tuple[str, int, str], Any], key: tuple[str, int, str]) -> None:
    """Leave out the oldest entries, so that no more than `MOST_LEARNING` are kept with this one."""
    while len(kept) >= MOST_LEARNING and key not in kept:
        del kept[next(iter(kept))]


@dataclass(frozen=True, slots=True)
class SecondBest:
    """The move that a bot would make if it could not make its first choice, and how many points it expects less."""

    move: Move
    less: float


@dataclass(frozen=True, slots=True)
class BotChoice:
    """The move that a bot would make; `second` is None if it has no choice, or cannot say what moves are worth."""

    move: Move
    second: SecondBest | None = None


def advise(game: Game, bot: str) -> BotChoice | None:
    """Return the move that a bot of BOTS would make now, as `simulate` lets it play; None when the game is over."""
    if game.is_over:
        return None
    choose = adviser(bot, game)
    # As in a simulated game; bots that draw lots differ from it, since there the lots of all moves are one series.
    move = choose(game.copy(), Random(-game.seed - 1))
    judge: object = choose
    if not isinstance(judge, Judge):
        return BotChoice(move)
    known = zip(game.legal_moves(), judge.worths(game.copy()), strict=True)
    worths = {each: worth for each, worth in known if worth is not None}
    others = [each for each in worths if each != move]
    if move not in worths or not others:
        return BotChoice(move)
    second = max(others, key=worths.__getitem__)
    return BotChoice(move, SecondBest(second, worths[move] - worths[second]))
