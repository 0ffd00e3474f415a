"""Rating bands for a sheet that are as hard to reach as those of another one."""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sheetgen.errors import SheetgenError
from sheetgen.layout import Layout, SheetEdition
from sheetgen.layout.sheet import Rating

if TYPE_CHECKING:
    from sheetgen.lab.results import SimulationResult
    from sheetgen.lab.tally import Estimate

WEAKER_BOTS = ("planner", "greedy")  # who play beside the strongest


@dataclass(frozen=True)
class RatingBands:
    """Rating bands for a sheet that are as hard to reach as those of another one, for the same player."""

    edition: str
    like: str
    bots: tuple[str, ...]  # who played, the strongest first
    mean: "Estimate"  # of the totals of the strongest on the sheet
    like_mean: "Estimate"  # of its totals on the other one
    ratings: tuple[Rating, ...]
    shares: tuple[float, ...]  # of the games of all bots that reach each band, 0 to 1
    why_no_expert: str = ""  # if no bot was asked for, and no expert played

    def yaml_lines(self) -> list[str]:
        """Return the lines to paste into a layout: `solo` with its `ratings`, each with its share as a comment."""
        import yaml

        lines = ["solo:", "  ratings:"]
        for rating, share in zip(self.ratings, self.shares, strict=True):
            band: dict[str, object] = {"from": rating.from_}
            if rating.stars is not None:
                band["stars"] = int(rating.stars) if rating.stars.is_integer() else rating.stars
            band["label"] = str(rating.label)
            text = yaml.safe_dump(band, default_flow_style=True, sort_keys=False, allow_unicode=True, width=1000)
            lines.append(f"    - {text.strip():<70} # {share:.0%}")
        return lines


def bots_for_bands(strongest: str) -> tuple[str, ...]:
    """Return who plays if no bot is asked for: the strongest and the weaker ones, so that low bands fit beginners."""
    return tuple(dict.fromkeys((strongest, *WEAKER_BOTS)))


def ratings_to_go_by(layout: Layout, like: Layout, name: str) -> tuple[Rating, ...]:
    """Return the bands of `like`, called `name`, with the labels of `layout` if it has ratings.

    Raises SheetgenError if `like` has none.
    """
    from sheetgen.lab.balance import relabelled

    own, other = ((each.edition.solo if isinstance(each.edition, SheetEdition) else None) for each in (layout, like))
    if other is None or not other.ratings:
        raise SheetgenError(f"{name}: has no solo ratings to go by")
    return relabelled(other.ratings, own.ratings) if own is not None and own.ratings else other.ratings


def fitting_bands(
    result: "SimulationResult",
    reference: "SimulationResult",
    name: str,
    *more: "tuple[SimulationResult, SimulationResult]",
) -> RatingBands:
    """Return bands for the sheet of `result`, each as hard to reach as on the sheet of `reference`, called `name`.

    `more` has the results of weaker bots on both sheets: with their games, low bands fit weak players as well as high
    ones fit the strongest.
    """
    from sheetgen.lab.balance import rating_bands
    from sheetgen.lab.tally import Sample

    bands_there = ratings_to_go_by(result.plan.layout, reference.plan.layout, name)
    pairs = [(result, reference), *more]
    own, there = (Sample(sum((pair[i].tally.totals for pair in pairs), Counter())) for i in (0, 1))
    ratings = tuple(rating_bands(own, there, bands_there))
    means = (result.totals.mean_estimate(), reference.totals.mean_estimate())
    shares = tuple(own.share_from(rating.from_) for rating in ratings)
    bots = tuple(pair[0].plan.bot for pair in pairs)
    return RatingBands(result.plan.layout.id, name, bots, *means, ratings, shares)
