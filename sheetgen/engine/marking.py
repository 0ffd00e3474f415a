"""Marking a cell and what follows: bonuses, unlocked actions, foxes."""

from typing import TYPE_CHECKING, NamedTuple

from sheetgen.engine import events as ev
from sheetgen.engine.dice import ON_PLATTER
from sheetgen.engine.moves import Move
from sheetgen.engine.player import Player, Written
from sheetgen.layout.parts.bonus import Bonus, Unlock
from sheetgen.layout.parts.extra_marks import DieFace, ExtraMarksRule

if TYPE_CHECKING:
    from sheetgen.engine.game import Game


def mark(game: "Game", player: Player, move: Move) -> None:
    """Make a mark and collect what it earns."""
    zone = game.rules.zone_index[move.zone]
    node, earned = player.nodes[zone].after(move.cell, move.value, move.badge)
    player.nodes[zone] = node
    if node.rules.writes:
        player.written[zone] = (*player.written[zone], Written(move.cell, move.value, move.badge))
    game.events.append(ev.Marked(game.actor, move.zone, move.cell, move.value))
    for bonus in earned:
        earn(game, player, bonus)


def earn(game: "Game", player: Player, bonus: Bonus) -> None:
    """Take a badge: foxes and actions count at once (X2, X10); what marks a cell waits for a choice (X1)."""
    game.events.append(ev.Earned(game.actor, bonus))
    bonus.earned_by(_PlayerEarner(game, player))


class _PlayerEarner(NamedTuple):
    """Enters badges on the sheet of a player in a game."""

    game: "Game"
    player: Player

    def earn_fox(self) -> None:
        """Count the fox."""
        self.player.foxes += 1
        self.game.events.append(ev.FoxEarned(self.game.actor, self.player.foxes))

    def earn_action(self, bonus: Unlock) -> None:
        """Unlock a slot; in a group of lists the player chooses the list."""
        tracks = self.game.rules.tracks_of[bonus.action]
        if len(tracks) == 1:
            unlock(self.game, self.player, tracks[0])
        else:
            self.player.pending.append(bonus)

    def earn_mark(self, bonus: Bonus) -> None:
        """Wait for the player's choice."""
        self.player.pending.append(bonus)


def unlock(game: "Game", player: Player, track: int) -> None:
    """Circle the next slot of a track; the last one brings the badge at its end (X9)."""
    rules = game.rules.tracks[track]
    if player.unlocked[track] == len(rules.slots):
        game.events.append(ev.Lost(game.actor, rules.label, Unlock(rules.action)))
        return
    player.unlocked[track] += 1
    game.events.append(ev.Unlocked(game.actor, rules.label, player.unlocked[track]))
    if player.unlocked[track] == len(rules.slots) and rules.end is not None:
        earn(game, player, rules.end)


def use(game: "Game", player: Player, kind: str, slot: int | None = None) -> None:
    """Cross an action slot: a given one, or the leftmost that is free."""
    place = player.free_slot(kind) if slot is None else (game.rules.by_kind[kind][0], slot)
    if place is None:
        raise RuntimeError(f"a legal move without a free {kind} slot")
    track, position = place
    player.used[track] |= 1 << position
    game.events.append(ev.Used(game.actor, game.rules.tracks[track].label, position + 1))


def use_changes(game: "Game", player: Player, move: Move) -> None:
    """Spend the joker and polish actions of a move (X6, X7)."""
    if move.joker:
        use(game, player, "joker", move.joker - 1)
    for _ in range(abs(move.polish) + abs(move.partner)):
        use(game, player, "polish")


def set_extra_marks(game: "Game", extra_marks: ExtraMarksRule, die: int, move: Move, *, on_slots: bool) -> None:
    """Let the zone's rule say which further marks go with a die, by the dice that lie on the slots or the platter."""
    beside = [
        DieFace(game.rules.dice[other], face)
        for other, (face, place) in enumerate(zip(game.faces, game.places, strict=True))
        if other != die and (place > 0 if on_slots else place == ON_PLATTER)
    ]
    game.extra_marks_zone = game.rules.zone_index[move.zone]
    game.extra_marks_left = [*extra_marks.at_once(move.value, beside)]
