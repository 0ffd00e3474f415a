"""Advice by the expert: the best moves of each decision of a record, what they are worth and why, and what was lost.

The expert has learned from its own games. On the sheet of a much weaker player its expectations are rough, and near the
end so rough that the move it prefers is often no better: there games are played to their end after both moves.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from statistics import fmean

from sheetgen.drawing.names import action_name, bonus_text
from sheetgen.engine.dice import POOL, MissingDiceError, RandomDice
from sheetgen.engine.game import Game
from sheetgen.engine.moves import Move
from sheetgen.engine.player import Player
from sheetgen.engine.records import ReplayStep
from sheetgen.engine.turns import TAKE
from sheetgen.i18n import fill_fields, translate, translate_plural
from sheetgen.lab.expert import VALUE_UNIT, Expert
from sheetgen.lab.tally import Sample

BEST = 3  # moves that are shown
# Where the expert's expectations are rough, games are played to their end after the best move and the one that was
# played, with the same dice: DECIDING of them show whether it is better, as many others by how much. Were these the
# same, moves that seem better by chance would be named with too many points.
DECIDING = 24
LEAST = 8  # fewer say nothing, however much they are alike
DOUBTFUL = 12  # after which it is left if they do not speak for the best move
MOST_LOOKED_AT = 2_000  # legal moves in the games that decide, after which LEAST of them are enough: some seconds


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
    lost: float  # points; 0 if a best move was played, or if no other one was shown to be better
    checked: int = 0  # games that were played to their end after both moves; 0: the expert's expectation


def advise(
    steps: Iterable[ReplayStep[Game, Move]],
    prepare: Callable[[Game], Expert],
    *,
    best: int = BEST,
    language: str = "en",
) -> Iterator[Advice]:
    """Yield advice for each decision of a replayed record with more than one legal move.

    `prepare` returns the expert for the edition of the record. Which of equal dice is nearest is no decision. Reasons
    are in the language; moves stay as records write them.
    """
    expert: Expert | None = None
    before: Game | None = None
    for step in steps:
        if step.move is not None and before is not None:
            moves = before.legal_moves()
            if len(moves) > 1 and step.move.kind != "nearest":
                expert = expert or prepare(before)
                yield _advice(expert, before, step.move, step.number, best, language)
        before = step.game.copy()


def _advice(expert: Expert, game: Game, played: Move, line: int, best: int, language: str) -> Advice:
    values = dict(zip(game.legal_moves(), expert.values(game), strict=True))
    value = values.get(played)
    if value is None:
        value = expert.value_of(game, played)
    order = {move: i for i, move in enumerate(values)}
    known = {move: own / VALUE_UNIT for move, own in values.items() if own is not None} | {played: value / VALUE_UNIT}
    ranked = sorted(known, key=lambda move: (-known[move], order.get(move, len(order))))
    checked = 0
    if known[played] < known[ranked[0]] and expert.is_rough(game, known[ranked[0]]):
        compared = compare_by_playing(expert, game, ranked[0], played)
        checked, known = compared.games, {ranked[0]: compared.best, played: compared.played}
        ranked = [ranked[0], played] if compared.is_better else [played]
    reasons = _Reasons(game, language)

    def rated(move: Move) -> RatedMove:
        return RatedMove(str(move), round(known[move], 1), tuple(reasons.of(move)))

    player = game.players[game.actor].name
    options = tuple(map(rated, ranked[:best]))
    lost = round(known[ranked[0]] - known[played], 1)
    return Advice(line, game.round, player, rated(played), options, lost, checked)


# Sheets that the expert does not know


@dataclass(frozen=True)
class Compared:
    """What two moves brought in games that were played to their end."""

    games: int  # after each of them
    played: float  # the mean total of the player who decides
    best: float  # the same after the other move, less what it brought the others
    is_better: bool  # whether that is more than chance (95 %)


def compare_by_playing(expert: Expert, game: Game, best: Move, played: Move) -> Compared:
    """Let the expert play on after two legal moves of a decision, with the same dice; the game stays as it is.

    The dice do not depend on those of the game.
    """
    pairs = _Pairs(expert, game, best, played)
    while len(pairs.gains) < DECIDING:
        pairs.play()
        played_pairs, is_doubtful = len(pairs.gains), sum(pairs.gains) <= 0
        if played_pairs == DOUBTFUL and is_doubtful:
            break
        if pairs.looked_at >= MOST_LOOKED_AT and played_pairs >= (2 if is_doubtful else LEAST):
            break
    deciding = pairs.gains
    shows = len(deciding) >= LEAST and Sample(Counter(deciding)).mean_estimate().low > 0
    if shows:
        pairs.gains = []
        for _ in deciding:
            pairs.play()
    gain = fmean(pairs.gains) / pairs.others
    mean = fmean(pairs.totals)
    return Compared(len(pairs.totals), mean, mean + gain, shows and gain > 0)


class _Pairs:
    """Games that are played to their end after two moves, with the same dice."""

    def __init__(self, expert: Expert, game: Game, best: Move, played: Move) -> None:
        self.expert, self.game, self.moves = expert, game, (played, best)
        self.others = max(len(game.players) - 1, 1)
        self.totals: list[int] = []  # of the player who decides, after the move that was played
        self.gains: list[int] = []  # by the best one: points beyond the mean of the others, times their number
        self.looked_at = 0  # legal moves

    def play(self) -> None:
        """Play one game after each of the moves, with dice that were not there before."""
        seat, seed = self.game.actor, len(self.totals)
        before, after = (play_on(self.expert, self.game, move, seed) for move in self.moves)
        more = [now - was for was, now in zip(before[0], after[0], strict=True)]
        self.totals.append(before[0][seat])
        self.gains.append((self.others + 1) * more[seat] - sum(more))
        self.looked_at += before[1] + after[1]


def play_on(expert: Expert, game: Game, move: Move, seed: int) -> tuple[list[int], int]:
    """Let the expert play on after a move, with the dice of a seed; return all totals and how many moves were legal."""
    after, chance, looked_at = game.copy(), Random(-seed - 1), 0
    after.source = RandomDice(seed)
    after.play(move)
    while not after.is_over:
        moves = after.legal_moves()
        looked_at += len(moves)
        is_chance = moves[0].kind == "nearest"
        after.play(moves[int(chance.random() * len(moves))] if is_chance else expert(after, chance))
    return [score.total for score in after.scores()], looked_at


def move_reasons(game: Game, move: Move, language: str) -> list[str]:
    """Return what speaks for or against a legal move: what it brings at once, what it uses, what dice it leaves."""
    return list(_Reasons(game, language).of(move))


class _Reasons:
    """What speaks for or against the moves of one decision, in a language."""

    def __init__(self, game: Game, language: str) -> None:
        self.game, self.language, self.edition = game, language, game.rules.edition

    def tr(self, message: str, **values: object) -> str:
        return fill_fields(translate(message, self.language, self.edition.translations), **values)

    def of(self, move: Move) -> Iterator[str]:
        """Yield what a move brings at once, what it uses, and how many dice it leaves."""
        game = self.game
        after = game.copy_without_dice()
        before, player = game.players[game.actor], after.players[game.actor]
        with suppress(MissingDiceError):  # where the next roll would come
            after.play(move)
        points = player.score().total - before.score().total
        if points:
            text = translate_plural("{points} point at once", "{points} points at once", abs(points), self.language)
            yield fill_fields(text, points=f"{points:+d}")
        earned = [*self._new_badges(before, player), *self._new_actions(before.unlocked, player.unlocked)]
        if earned:
            yield self.tr("earns: {what}", what=", ".join(earned))
        used = list(self._new_actions(*([slots.bit_count() for slots in each.used] for each in (before, player))))
        if used:
            yield self.tr("uses: {what}", what=", ".join(used))
        if game.phase == TAKE and move.kind == "take" and game.throw < game.rules.throws:
            face = game.faces[game.rules.die_index[move.die]]
            dice = zip(game.rules.dice, game.faces, game.places, strict=True)
            left = sum(place == POOL and own >= face and die != move.die for die, own, place in dice)
            text = translate_plural("leaves {n} die to roll", "leaves {n} dice to roll", left, self.language)
            yield fill_fields(text, n=left) if left else self.tr("leaves no dice to roll")

    def _new_badges(self, before: Player, after: Player) -> Iterator[str]:
        """Yield the badges that wait or are counted now, and were not before."""
        waiting = list(before.pending)
        for bonus in after.pending:
            if bonus in waiting:
                waiting.remove(bonus)
            else:
                yield bonus_text(self.edition, bonus, self.tr)
        for badge, was, now in zip(after.rules.scoring_badges, before.badge_counts, after.badge_counts, strict=True):
            yield from [self.tr(badge.texts.one)] * (now - was)

    def _new_actions(self, before: Sequence[int], after: Sequence[int]) -> Iterator[str]:
        """Yield the actions of which there are more slots now, unlocked or used."""
        for track, was, now in zip(self.game.rules.tracks, before, after, strict=True):
            yield from [action_name(self.edition, track.label, self.tr)] * (now - was)
