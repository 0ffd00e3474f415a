"""What happens at the table, in short English sentences."""

from sheetgen.engine import Game, Move
from sheetgen.engine import events as ev
from sheetgen.engine.turns import EQUALS, EXTRA, FINAL


def situation(game: Game) -> str:
    """Who decides now, and what."""
    if game.is_over:
        return "The game is over."
    player = game.players[game.actor]
    who = player.name if len(game.players) > 1 else "You"
    if player.pending:
        return f"{who}: use the bonus {player.pending[0]}."
    if game.extra_marks_left:
        return f"{who}: mark one more cell with the same die, or stop."
    if game.phase in (EXTRA, FINAL):
        return f"{who}: use an extra die, or stop."
    if game.phase == EQUALS:
        return f"{who}: say which of the equal dice goes to the platter."
    if game.is_active:
        kinds = {move.kind for move in game.legal_moves()}
        if "take" in kinds or "pass" in kinds:
            return f"{who}: throw {game.throw} of {game.rules.throws}. Take a die and mark a cell."
        return f"{who}: throw, or take a die back first."
    return f"{who}, as passive player: use a die from the platter."


def tell_move(game: Game, move: Move) -> str:
    """A move as a button says it."""
    match move.kind:
        case "take" | "extra" | "also":
            return _with_die(game, move)
        case "place":
            return f"{move.what}: {move.target}{_value(game, move)}{_badge(move)}"
        case "unlock":
            return f"unlock {move.what}"
        case "reroll":
            return "reroll these dice"
        case "return":
            return f"take {move.die} back"
        case "throw":
            return "throw"
        case "pass":
            return "take nothing"
        case "nearest":
            return f"{move.die} goes to the platter"
    return "stop"


def _with_die(game: Game, move: Move) -> str:
    words = {"take": "", "extra": "extra die ", "also": "also "}[move.kind]
    face = f" {game.faces[game.rules.die_index[move.die]]}" if move.die in game.rules.die_index else ""
    changes = ""
    if move.joker:
        changes += f", joker {move.joker}"
    if move.polish:
        changes += f", polished {move.polish:+d}"
    if move.partner:
        changes += f", partner {move.partner:+d}"
    return f"{words}{move.die}{face}{changes} → {move.target}{_value(game, move)}{_badge(move)}"


def _value(game: Game, move: Move) -> str:
    """The number written; where a cross goes, the cell says enough."""
    return f" = {move.value}" if game.rules.zones[game.rules.zone_index[move.zone]].writes else ""


def _badge(move: Move) -> str:
    return "" if move.badge else ", without the badge"


def tell_event(game: Game, event: ev.Event) -> str:
    """One event in a sentence."""
    names = [player.name if len(game.players) > 1 else "You" for player in game.players]
    match event:
        case ev.RoundStarted():
            return f"Round {event.round} begins."
        case ev.TurnStarted():
            alone = len(names) == 1
            return f"{'The' if alone else names[event.player] + ':'} {event.role} {'part' if alone else 'turn'} begins."
        case ev.Thrown():
            dice = ", ".join(f"{die} {face}" for die, face in zip(event.dice, event.faces, strict=True))
            return f"Thrown: {dice}."
        case ev.Taken():
            return f"{names[event.player]}: {'extra die ' if event.extra else ''}{event.die} {event.face}."
        case ev.Marked():
            return f"Marked {event.zone}.{event.cell}" + (f" with {event.value}." if event.value else ".")
        case ev.Sent():
            return f"To the platter: {', '.join(event.dice)}."
        case ev.Scored():
            return f"{names[event.player]}: {event.total} points."
        case _:
            return _gained(event)


def _gained(event: ev.Event) -> str:
    """What somebody gained, used or lost."""
    match event:
        case ev.Earned():
            return f"Bonus: {event.bonus}."
        case ev.Unlocked():
            return f"Unlocked {event.action}, slot {event.slot}."
        case ev.Used():
            return f"Used {event.action}, slot {event.slot}."
        case ev.FoxEarned():
            return f"A fox! That makes {event.foxes}."
        case ev.Returned():
            return f"{event.die} comes back from the platter."
        case ev.Lost():
            return f"Nothing fits: {event.what} is lost."
    return ""
