"""The strategic spells of a Cohorts module: where each may be cast, how far, and what it does.

What a spell does is one of a few effects with figures; the code of an effect stands in
`magic.effects`, once for all spells that have it. Who knows which spell is not here.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from engine.module.sections import Data, Named
from engine.packs.cohorts.content.bonus import Statistic
from engine.packs.cohorts.content.land import Percent
from engine.packs.cohorts.content.statuses import Status

Whole = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]

Family = Literal[
    "protection",
    "disperse",
    "detection",
    "charm",
    "task",
    "teleportation",
    "affliction",
    "destruction",
    "life",
]
TargetKind = Literal["province", "stack", "city", "character", "unit"]


class SpellRange(Data):
    """How far a spell reaches (`cohorts.magic.mana-boost`).

    `per_heroic_level` provinces for each heroic level of the caster, 0 for the same province
    alone, and one more for each `mana_per_province` of added mana, if that is not 0. With
    `barony` it is cast from anywhere in the target's barony instead.
    """

    per_heroic_level: Whole = 0
    mana_per_province: Whole = 0
    barony: bool = False


class Shell(Data):
    """Lays a shell on the target."""

    does: Literal["shell"]


class Barrier(Data):
    """Bars the way into a province over one of its sides."""

    does: Literal["barrier"]


class Hide(Data):
    """Makes a stack invisible (`cohorts.magic.invisibility`)."""

    does: Literal["hide"]


class StatisticChange(Data):
    """What a charm adds to a statistic, or a task takes from it, for each level of the caster.

    `tactics` multiplies DF, POW and RES after all else (`cohorts.spell.charm-of-tactics`).
    """

    target: Statistic | Literal["tactics"]
    add: int = 0
    percent: int = 0
    per: Literal["heroic level", "level"] = "heroic level"


class Modify(Data):
    """Changes statistics while it works on its target."""

    does: Literal["modify"]
    changes: Annotated[tuple[StatisticChange, ...], Field(min_length=1)]


class Dispel(Data):
    """Removes one sort of magic."""

    does: Literal["dispel"]
    removes: Literal["shell", "charm", "task", "barrier"]


class Reveal(Data):
    """Tells something."""

    does: Literal["reveal"]
    what: Literal["whereabouts", "magic", "province", "barony", "character", "pieces", "city"]
    units: bool = False
    """Of pieces: whether military units are told of as well as characters."""


class Heal(Data):
    """Heals wounds by `percent` points for each heroic level; in a province those of all."""

    does: Literal["heal"]
    percent: Percent


class Cure(Data):
    """Removes a status that is named, or `all` of them."""

    does: Literal["cure"]
    all: bool = False


class Resurrect(Data):
    """Brings a dead character back to life."""

    does: Literal["resurrect"]


class Teleport(Data):
    """Moves something elsewhere; `price` is a fixed amount of mana instead of an added one."""

    does: Literal["teleport"]
    what: Literal["item", "self", "character", "party", "legion", "fleet", "city"]
    price: Whole = 0


class Afflict(Data):
    """Wounds a character and may put a status on it (`cohorts.magic.affliction-family`).

    Who has the status `worsens` gets the status it names instead.
    """

    does: Literal["afflict"]
    status: Status
    worsens: Mapping[Status, Status] = {}
    wounds: Percent = 5
    """For each heroic level."""
    chance: Percent = 3
    """For each level of the caster."""
    resistance: Percent = 2
    """For each level of the target."""


class Frighten(Data):
    """Puts a status on each fighter of a stack with a chance for each heroic level."""

    does: Literal["frighten"]
    status: Status
    chance: Percent


class SpellStrike(Data):
    """One blow of a spell of destruction at what stands in a province.

    `percent` is for each heroic level: of people killed, of wounds to soldiers, of the chance to
    sink a ship; each full `mana_step` of mana counts as one more heroic level, if it is not 0.
    """

    hits: Literal["a tower", "towers", "buildings", "people", "soldiers", "ships"]
    percent: Percent = 0
    mana_step: Whole = 0


class Destroy(Data):
    """Strikes a province, blow after blow; a blow at ships alone needs water there."""

    does: Literal["destroy"]
    strikes: Annotated[tuple[SpellStrike, ...], Field(min_length=1)]


Effect = Annotated[
    Shell
    | Barrier
    | Hide
    | Modify
    | Dispel
    | Reveal
    | Heal
    | Cure
    | Resurrect
    | Teleport
    | Afflict
    | Frighten
    | Destroy,
    Field(discriminator="does"),
]


class Spell(Named):
    """A strategic spell (`cohorts.magic.spell-catalogue`, `cohorts.spell.*`).

    `lasts` says when what it laid down ends: with the weekly production that ends the turn, with
    the monthly one, or never by itself; most are over at once. What is `fading` loses strength
    each month and is gone at 0, as the blesses and curses of a module's items and quests. A
    `miracle` is kept for deities: nobody learns, teaches or researches it.
    """

    level: Annotated[int, Field(ge=1, le=8)]
    family: Family
    side: Literal["friendly", "hostile"]
    targets: Annotated[tuple[TargetKind, ...], Field(min_length=1)]
    reach: SpellRange = SpellRange()
    lasts: Literal["moment", "turn", "month", "ever", "fading"] = "moment"
    effect: Effect
    miracle: bool = False

    @model_validator(mode="after")
    def _lasts_if_it_lies(self) -> Self:
        lies = isinstance(self.effect, Shell | Barrier | Hide | Modify)
        if lies and self.lasts == "moment":
            raise ValueError("lies on its target, so that lasts cannot be moment")
        return self


class Frequency(Data):
    """How long after a casting a caster may cast the same spell again; nothing is at once."""

    weeks: Whole = 0
    months: Whole = 0
    once: bool = False


class SpellRules(Data):
    """Figures that hold for every spell (`cohorts.magic.*`).

    `frequency` is by spell level. Research succeeds with `research_percent`, and
    `research_percent_per_level` more for each level that the spell is below the heroic level.
    """

    frequency: Annotated[tuple[Frequency, ...], Field(min_length=8, max_length=8)]
    research_percent: Percent
    research_percent_per_level: Percent
    monthly_loss: Positive
    """Of strength, of spells that last for ever."""
    scroll_weight: Annotated[float, Field(ge=0)]
