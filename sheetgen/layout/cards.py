"""A card edition: a deck of objectives over plain dice."""

from abc import abstractmethod
from collections import Counter
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field

from sheetgen.layout.base import (
    FontFile,
    Model,
    Part,
    ProvenanceField,
    TranslatableText,
    Translation,
    WithProvenance,
    part_reader,
)
from sheetgen.layout.sentences import Sentence, counted, sentence
from sheetgen.layout.sheet import Credits, Die, Name, SizeField

Count = Annotated[int, Field(ge=1, le=10)]


class ObjectiveRule(Part):
    """What every kind of objective knows about itself."""

    always_holds: ClassVar[bool] = False
    has_groups: ClassVar[bool] = False  # whether its example shows groups of equal dice, which are kept together

    @property
    def sign(self) -> str:
        """What is printed instead of dice; empty where dice are drawn."""
        return ""

    @abstractmethod
    def holds(self, dice: tuple[int, ...]) -> bool:
        """Whether a roll satisfies the objective; a better roll satisfies a lesser one."""

    def note(self, dice: int) -> Sentence | None:
        """What its rule leaves open, for the page of the cards of a game with so many dice; None for nothing."""
        return None


class Always(ObjectiveRule):
    """Holds whatever the dice show."""

    kind: Literal["always"] = "always"
    always_holds = True

    def holds(self, dice: tuple[int, ...]) -> bool:
        """Every roll."""
        return True


class Equal(ObjectiveRule):
    """Groups of equal dice; several groups must show different faces."""

    kind: Literal["equal"] = "equal"
    main = "groups"
    has_groups = True
    groups: Annotated[tuple[Count, ...], Field(strict=False, min_length=1)] = Field(
        description="The size of each group: `[3]` three of a kind, `[3, 2]` a full house."
    )

    def note(self, dice: int) -> Sentence | None:
        """That more is enough, for a single group."""
        if len(self.groups) > 1:
            return None
        return sentence("More than {count:word} alike are fine too.", count=self.groups[0])

    def holds(self, dice: tuple[int, ...]) -> bool:
        """A different face for every group.

        >>> Equal(groups=(2,)).holds((4, 4, 4, 1, 2)), Equal(groups=(2, 2)).holds((4, 4, 4, 4, 2))
        (True, False)
        """
        # The largest group takes the commonest face, so different faces are ensured by pairing in order.
        counts = sorted(Counter(dice).values(), reverse=True)
        groups = sorted(self.groups, reverse=True)
        return len(counts) >= len(groups) and all(count >= size for count, size in zip(counts, groups, strict=False))


class Straight(ObjectiveRule):
    """Consecutive faces."""

    kind: Literal["straight"] = "straight"
    main = "length"
    length: Count = Field(description="How many faces in a row.")

    def note(self, dice: int) -> Sentence | None:
        """What the other dice may show."""
        if self.length >= dice:
            return None
        return counted("The other die may show anything.", "The other dice may show anything.", dice - self.length)

    def holds(self, dice: tuple[int, ...]) -> bool:
        """All faces of one of the possible series."""
        faces = set(dice)
        starts = range(1, 8 - self.length)
        return any(all(start + step in faces for step in range(self.length)) for start in starts)


class Only(ObjectiveRule):
    """No other faces than these."""

    kind: Literal["only"] = "only"
    main = "faces"
    faces: Annotated[tuple[Annotated[int, Field(ge=1, le=6)], ...], Field(strict=False, min_length=1)] = Field(
        description="The faces allowed."
    )

    def note(self, dice: int) -> Sentence:
        """That it is about all dice."""
        return sentence("All {dice:word} dice must show {faces:either}.", dice=dice, faces=self.faces)

    def holds(self, dice: tuple[int, ...]) -> bool:
        """None but the allowed faces."""
        return set(dice) <= set(self.faces)


class SumAtLeast(ObjectiveRule):
    """The dice add up to a number or more."""

    kind: Literal["sum at least"] = "sum at least"
    main = "sum"
    sum: int = Field(ge=1, le=60, description="The least sum.")

    def note(self, dice: int) -> Sentence:
        """That all dice are added."""
        return sentence("Add up all {dice:word} dice: {sum} or more.", dice=dice, sum=self.sum)

    @property
    def sign(self) -> str:
        """The sum."""
        return f"Σ ≥ {self.sum}"

    def holds(self, dice: tuple[int, ...]) -> bool:
        """The sum or more."""
        return sum(dice) >= self.sum


class SumAtMost(ObjectiveRule):
    """The dice add up to a number or less."""

    kind: Literal["sum at most"] = "sum at most"
    main = "sum"
    sum: int = Field(ge=1, le=60, description="The highest sum.")

    def note(self, dice: int) -> Sentence:
        """That all dice are added."""
        return sentence("Add up all {dice:word} dice: {sum} or less.", dice=dice, sum=self.sum)

    @property
    def sign(self) -> str:
        """The sum."""
        return f"Σ ≤ {self.sum}"

    def holds(self, dice: tuple[int, ...]) -> bool:
        """The sum or less."""
        return sum(dice) <= self.sum


AnyObjective = Always | Equal | Straight | Only | SumAtLeast | SumAtMost
Objective = Annotated[AnyObjective, Field(discriminator="kind"), BeforeValidator(part_reader(AnyObjective))]


class Card(WithProvenance):
    """One objective."""

    name: TranslatableText = Field(description="What the objective is called.")
    rule: TranslatableText = Field(description="When it holds, as printed on the card.")
    holds: Objective = Field(description="When it holds, for the engine.")
    points: int = Field(ge=0, le=99, description="What the card is worth to its owner.")
    drawn: Annotated[tuple[Annotated[int, Field(ge=1, le=6)], ...], Field(strict=False, min_length=1)] | None = Field(
        default=None, description="The dice drawn on the card as an example."
    )


class TwoPlayerVariant(Model):
    """The variant for two: more cards each."""

    decks: int = Field(ge=1, le=5, description="Decks that each player takes.")
    cards_a_round: int = Field(ge=1, le=5, description="Cards that each player lays every round.")


class CardRounds(WithProvenance):
    """How long a card game lasts."""

    by_players: dict[int, Annotated[int, Field(ge=1, le=60)]] = Field(
        description="The number of rounds by number of players: `{2: 10, 3: 9}`."
    )


class CardEdition(Model):
    """Everything about an edition that is played with objective cards."""

    schema_: Literal[1] = Field(alias="schema", description="The version of the layout language: 1.")
    kind: Literal["cards"] = Field(description="`cards` for a deck of objectives.")
    title: TranslatableText = Field(
        description="The title in English; other languages come from `locales/` or `translations`."
    )
    about: TranslatableText | None = Field(
        default=None, description="One sentence that says what is special about the edition."
    )
    credits: Credits | None = Field(default=None, description="Whose game it is.")
    age: int | None = Field(default=None, ge=1, le=99, description="The least age of players.")
    minutes: int | None = Field(default=None, ge=1, le=999, description="How long a game takes.")
    provenance: ProvenanceField = None
    dice: int = Field(ge=1, le=10, description="How many dice are rolled.")
    rethrows: int = Field(default=2, ge=0, le=9, description="How often the active player may reroll dice.")
    rounds: CardRounds = Field(description="How many rounds by number of players.")
    decks: dict[Name, Die] = Field(description="The colours; each player takes one deck.", min_length=1, max_length=9)
    cards: dict[Name, Card] = Field(
        description="The cards of every deck, in printed order.", min_length=1, max_length=60
    )
    back_points: int = Field(default=1, ge=0, le=99, description="What a captured card is worth; printed on its back.")
    variant_for_two: TwoPlayerVariant | None = Field(default=None, description="The variant for two players.")
    card_size: SizeField = Field(default=(63.0, 88.0), description="Width x height of a card in millimetres.")
    font: FontFile | None = Field(
        default=None,
        description="The file of a font for scripts that ours lack, such as `faces/NotoSansJP.ttf`: beside this "
        "file or in a folder below it. Without it an installed Noto font is used. Text from right to left "
        "cannot be drawn.",
    )
    translations: dict[str, dict[str, Translation]] = Field(
        default_factory=dict,
        description="Texts of this file in other languages: `fr: {English text: texte français}`.",
    )
