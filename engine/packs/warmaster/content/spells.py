"""What a module says of spells: how hard they are to cast, at whom, and what they do to them.

A spell is a row of figures over effects, so that new ones need no code. Those that the flagship
lists have are in `data/modules/warmaster/spells.toml` (warmaster.spell).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from engine.module.art import IconOrNone
from engine.module.sections import Data, Named, Sections, Table
from engine.packs.warmaster.content.lists import Kind, no_name_twice

Few = Annotated[int, Field(ge=1, le=10)]
Step = Annotated[int, Field(ge=-2, le=2)]
Die = Annotated[int, Field(ge=2, le=6)]
"""The lowest six-sided die that will do."""


class Strike(Data):
    """Shooting attacks, which hit by cover and are saved by Armour unless there are no `saves`.

    Source: warmaster.magic.shooting-attacks.
    """

    does: Literal["strike"]
    attacks: Few
    saves: bool = True


class Blight(Data):
    """Dice for each own stand of the target.

    Each that shows what it `needs` is a shooting hit without a save (warmaster.spell.plague-cough).
    """

    does: Literal["blight"]
    dice: Few = 1
    needs: Die


class Shove(Data):
    """Drives the target back at once as if it had taken that many `hits`.

    Sources: warmaster.spell.big-shove, warmaster.shoot.drive-back.
    """

    does: Literal["shove"]
    hits: Few


class Confuse(Data):
    """Confuses the target; undead and those already confused cannot be targets.

    Source: warmaster.spell.chains-of-ash.
    """

    does: Literal["confuse"]


class Calm(Data):
    """Ends the target's confusion (warmaster.spell.mending-song)."""

    does: Literal["calm"]


class Restore(Data):
    """Gives the target stands back that it has lost (warmaster.spell.raise-the-fallen)."""

    does: Literal["restore"]
    stands: Few = 1


class Wither(Data):
    """Takes stands from the target, which are not hits (warmaster.spell.gnawing-dark)."""

    does: Literal["wither"]
    stands: Few = 1


class Rush(Data):
    """Makes the target charge, if it has a charge (warmaster.spell.mob-rush)."""

    does: Literal["rush"]


class Slip(Data):
    """Makes the target move back up to its pace, losing nothing (warmaster.spell.skitter)."""

    does: Literal["slip"]


class Lend(Data):
    """Changes what the target fights with, until the turn ends or its own side's next one begins.

    `attacks` and `armour` are for each own stand, armour and `cover` in steps, better if above 0.
    `dice` are attack dice more in the first combat round of the turn (warmaster.spell.war-howl).
    """

    does: Literal["lend"]
    until: Literal["turn", "round"] = "turn"
    attacks: Step = 0
    armour: Step = 0
    cover: Step = 0
    dice: Annotated[int, Field(ge=0, le=10)] = 0


class TeleportWizard(Data):
    """Takes the Wizard to another unit of the own side.

    With a die of `bonus` or more, rolled once in a turn, another spell may be cast
    (warmaster.spell.teleport, warmaster.magic.bonus-casts).
    """

    does: Literal["teleport"]
    bonus: Die


Effect = Annotated[
    Strike
    | Blight
    | Shove
    | Confuse
    | Calm
    | Restore
    | Wither
    | Rush
    | Slip
    | Lend
    | TeleportWizard,
    Field(discriminator="does"),
]
Aim = Literal["path", "enemy", "own", "all own", "self"]
"""Whom a spell strikes: all in a row of hexes, one enemy unit, one own unit, all own units in
range, or the Wizard."""
_AT_ONE_FREE = (Strike, Shove, Rush)
"""What cannot be done to one unit that is engaged."""


class WarSpell(Named):
    """A spell of an army list (warmaster.magic.score, warmaster.magic.range-and-target).

    `score` is the lowest die that works, `range` in hexes. A target must be engaged, or not, if
    `engaged` says so; it must be of one of the `kinds`, not confused if `steady` is asked, and have
    no more stands than `few_stands`, if these are given.
    """

    score: Die
    range: Annotated[int, Field(ge=0, le=18)]
    aim: Aim
    sight: bool = True
    engaged: bool | None = None
    steady: bool = False
    kinds: tuple[Kind, ...] = ()
    few_stands: Annotated[int, Field(ge=0, le=3)] = 0
    backfires: Annotated[int, Field(ge=0, le=10)] = 0
    """Unsaved shooting hits on the Wizard's own unit if the casting die is a 1.

    Source: warmaster.spell.spark-bolt.
    """
    effects: Annotated[tuple[Effect, ...], Field(min_length=1)]
    help: str = ""
    icon: IconOrNone = None

    @model_validator(mode="after")
    def _fits_its_aim(self) -> Self:
        travels = [isinstance(each, TeleportWizard) for each in self.effects]
        if any(travels) and len(travels) > 1:
            raise ValueError("'teleport' must be its only effect (warmaster.spell.teleport)")
        if any(travels) != (self.aim == "self"):
            raise ValueError("aim 'self' goes with 'teleport', and with nothing else")
        if self.aim in ("enemy", "own", "all own") and self.engaged is not False:
            for each in self.effects:
                if isinstance(each, _AT_ONE_FREE):
                    raise ValueError(
                        f"must have 'engaged = false': '{each.does}' is not done to engaged units "
                        "(warmaster.magic.shooting-attacks, warmaster.shoot.drive-back)"
                    )
        return self


class SpellContent(Sections):
    """The section of the spells."""

    war_spells: Table[WarSpell]

    @field_validator("war_spells")
    @classmethod
    def _no_spell_twice(
        cls, spells: Mapping[str, WarSpell], info: ValidationInfo
    ) -> Mapping[str, WarSpell]:
        no_name_twice(spells, info)
        return spells
