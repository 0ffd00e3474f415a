"""What a move gains, before it is made, and which move a bot would make: for a game on the page that teaches."""

from contextlib import nullcontext
from dataclasses import dataclass
from importlib.util import find_spec
from random import Random

from sheetgen.engine import Game, Move
from sheetgen.lab.players import BOTS, Bot, ChooseMove, prepare_player
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
    knowledge = b""
    find = BOTS[bot].knowledge
    if find is not None:
        knowledge = find(game.rules, players, lambda games: nullcontext(lambda played: None))
    return prepare_player(bot, game.rules, players, knowledge)


def advise(game: Game, bot: str) -> Move | None:
    """Return the move that a bot of BOTS would make now, as `simulate` lets it play; None when the game is over."""
    if game.is_over:
        return None
    # As in a simulated game; bots that draw lots differ from it, since there the lots of all moves are one series.
    return adviser(bot, game)(game.copy(), Random(-game.seed - 1))
