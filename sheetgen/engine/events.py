"""Events: what happened in a game, as plain values, in `game.events`. The narration and the studio read them.

`kind` is part of each value, so that events of different kinds are never equal. Events that move dice also give faces
and places of all dice afterwards, `table_faces` and `table_places`, in the order of the edition's dice. A place is
the number of a slot, or ON_PLATTER, POOL or BESIDE of `sheetgen.engine.dice`; `place_name` returns its name.
"""

from typing import Literal, NamedTuple

from sheetgen.engine.player import Score
from sheetgen.layout.parts.bonus import Bonus, ScoringBonus

Faces = tuple[int, ...]
Places = tuple[int, ...]


class RoundStarted(NamedTuple):
    """A round started; every player takes its bonus."""

    round: int
    kind: Literal["round started"] = "round started"


class TurnStarted(NamedTuple):
    """A player became active, or (solo) passive; all dice are in the pool, to be rolled."""

    player: int
    role: str
    table_faces: Faces = ()
    table_places: Places = ()
    kind: Literal["turn started"] = "turn started"


class Thrown(NamedTuple):
    """Dice were rolled; names and faces are in the same order."""

    player: int
    dice: tuple[str, ...]
    faces: tuple[int, ...]
    throw: int
    table_faces: Faces = ()
    table_places: Places = ()
    kind: Literal["thrown"] = "thrown"


class Taken(NamedTuple):
    """A die was used; `slot` is the die slot that it is on then, 0 for none."""

    player: int
    die: str
    face: int
    slot: int
    extra: bool
    table_faces: Faces = ()
    table_places: Places = ()
    kind: Literal["taken"] = "taken"


class Marked(NamedTuple):
    """A cell was marked."""

    player: int
    zone: str
    cell: str
    value: int
    kind: Literal["marked"] = "marked"


class Sent(NamedTuple):
    """Dice went to the platter."""

    dice: tuple[str, ...]
    table_faces: Faces = ()
    table_places: Places = ()
    kind: Literal["sent"] = "sent"


class Earned(NamedTuple):
    """A badge was earned; `str(bonus)` is how layouts and records write it."""

    player: int
    bonus: Bonus
    kind: Literal["earned"] = "earned"


class Unlocked(NamedTuple):
    """A slot of an action was unlocked."""

    player: int
    action: str
    slot: int
    kind: Literal["unlocked"] = "unlocked"


class Used(NamedTuple):
    """A slot of an action was used."""

    player: int
    action: str
    slot: int
    kind: Literal["used"] = "used"


class Counted(NamedTuple):
    """A badge that brings points at the end was earned; the player has so many of its kind now."""

    player: int
    badge: ScoringBonus
    number: int
    kind: Literal["counted"] = "counted"


class Returned(NamedTuple):
    """A die came back from the platter."""

    player: int
    die: str
    table_faces: Faces = ()
    table_places: Places = ()
    kind: Literal["returned"] = "returned"


class Lost(NamedTuple):
    """Something went unused: `throw`, `platter`, a full track or a bonus; `bonus` is the lost bonus, if it is one."""

    player: int
    what: str
    bonus: Bonus | None = None
    kind: Literal["lost"] = "lost"


class Scored(NamedTuple):
    """The score of a player at the end."""

    player: int
    score: Score
    kind: Literal["scored"] = "scored"


Event = (
    RoundStarted
    | TurnStarted
    | Thrown
    | Taken
    | Marked
    | Sent
    | Earned
    | Unlocked
    | Used
    | Counted
    | Returned
    | Lost
    | Scored
)
