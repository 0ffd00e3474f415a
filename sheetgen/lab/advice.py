"""Advice by the expert: the best moves of each decision of a record, what they are worth and why, and what was lost."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from sheetgen.engine.dice import POOL, MissingDiceError
from sheetgen.engine.game import Game
from sheetgen.engine.moves import Move
from sheetgen.engine.player import Player
from sheetgen.engine.records import ReplayStep
from sheetgen.engine.turns import TAKE
from sheetgen.lab.expert import VALUE_UNIT, Expert

BEST = 3  # moves that are shown


@dataclass(frozen=True)
class RatedMove:
    """A move, the total that the expert expects after it, and what speaks for or against it."""

    move: str  # as records write it in words
    expected: float  # points at the end of the game
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Advice:
    """One decision of a record: what was played, the best moves, and by how many points these are better."""

    line: int  # of the record, counted from 1
    round: int
    player: str
    played: RatedMove
    best: tuple[RatedMove, ...]
    lost: float  # points; 0 if a best move was played


def advise(
    steps: Iterable[ReplayStep[Game, Move]], prepare: Callable[[Game], Expert], *, best: int = BEST
) -> Iterator[Advice]:
    """Yield advice for each decision of a replayed record with more than one legal move.

    `prepare` returns the expert for the edition of the record. Which of equal dice is nearest is no decision.
    """
    expert: Expert | None = None
    before: Game | None = None
    for step in steps:
        if step.move is not None and before is not None:
            moves = before.legal_moves()
            if len(moves) > 1 and step.move.kind != "nearest":
                expert = expert or prepare(before)
                yield _advice(expert, before, step.move, step.number, best)
        before = step.game.copy()


def _advice(expert: Expert, game: Game, played: Move, line: int, best: int) -> Advice:
    values = dict(zip(game.legal_moves(), expert.values(game), strict=True))
    value = values.get(played)
    if value is None:
        value = expert.value_of(game, played)
    order = {move: i for i, move in enumerate(values)}
    known = {move: own for move, own in values.items() if own is not None} | {played: value}
    ranked = sorted(known, key=lambda move: (-known[move], order.get(move, len(order))))
    lost = known[ranked[0]] - value
    rated = tuple(_rated(game, move, known[move]) for move in ranked[:best])
    player = game.players[game.actor].name
    return Advice(line, game.round, player, _rated(game, played, value), rated, round(lost / VALUE_UNIT, 1))


def _rated(game: Game, move: Move, value: int) -> RatedMove:
    return RatedMove(str(move), round(value / VALUE_UNIT, 1), tuple(_reasons(game, move)))


def _reasons(game: Game, move: Move) -> Iterator[str]:
    """Yield what a move brings at once, what it uses, and how many dice it leaves, in words."""
    after = game.copy_without_dice()
    before, player = game.players[game.actor], after.players[game.actor]
    with suppress(MissingDiceError):  # where the next roll would come
        after.play(move)
    points = player.score().total - before.score().total
    if points:
        yield f"{points:+d} point{'' if abs(points) == 1 else 's'} at once"
    earned = [*_new_badges(before, player), *_new_actions(before, player)]
    if earned:
        yield f"earns {', '.join(earned)}"
    for track, was, now in zip(game.rules.tracks, before.used, player.used, strict=True):
        spent = now.bit_count() - was.bit_count()
        if spent:
            one = "an" if track.kind[0] in "aeiou" else "a"
            yield f"uses {one if spent == 1 else spent} {track.kind}"
    if game.phase == TAKE and move.kind == "take" and game.throw < game.rules.throws:
        face = game.faces[game.rules.die_index[move.die]]
        dice = zip(game.rules.dice, game.faces, game.places, strict=True)
        left = sum(place == POOL and own >= face and die != move.die for die, own, place in dice)
        yield f"leaves {left or 'no'} {'die' if left == 1 else 'dice'} to roll"


def _new_badges(before: Player, after: Player) -> Iterator[str]:
    waiting = list(before.pending)
    for bonus in after.pending:
        if bonus in waiting:
            waiting.remove(bonus)
        else:
            yield str(bonus)
    for badge, was, now in zip(after.rules.scoring_badges, before.badge_counts, after.badge_counts, strict=True):
        yield from [badge.name] * (now - was)


def _new_actions(before: Player, after: Player) -> Iterator[str]:
    for track, was, now in zip(after.rules.tracks, before.unlocked, after.unlocked, strict=True):
        yield from [track.kind] * (now - was)
