"""The sections of the pack of encounters: beings, charms, artifacts, sites and what wanders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field, ValidationInfo, field_validator

from engine.module.sections import Data, KeyOf, Sections, Table, Validation, declare
from engine.packs.kingdoms.content.artifacts import Artifact
from engine.packs.kingdoms.content.beings import Monster, Wandering
from engine.packs.kingdoms.content.charms import CODES, Charm
from engine.packs.kingdoms.content.sites import Hoard, SiteKind

_Percent = Annotated[int, Field(ge=0, le=100)]
_Rounds = Annotated[int, Field(ge=1, le=100)]


class Meetings(Data):
    """Figures of encounters: how many rounds at most, and what a hoard's guardian carries."""

    rounds: _Rounds = 40
    duel_rounds: _Rounds = 20
    carried: _Percent = 25
    """The chance that a guardian carries an item of its hoard (kingdoms.feature.hoards)."""
    item_level: Annotated[int, Field(ge=1, le=5)] = 2
    """As if at which level items cast, and with which chance (kingdoms.item.casting)."""
    item_chance: _Percent = 60
    purse: Annotated[int, Field(ge=0)] = 2
    """How many d6 of gold a wandering monster carries (kingdoms.monster.wandering)."""
    trials: Annotated[int, Field(ge=100)] = 400
    """How many encounters are fought to say what may be expected of one."""


class EncounterContent(Sections):
    """The sections by the names of their tables in a module's files."""

    form: ClassVar[int] = 1

    beings: Table[Monster]
    charms: Mapping[str, Charm]
    artifacts: Table[Artifact]
    hoards: Table[Hoard]
    sites: Table[SiteKind]
    wandering: Mapping[Annotated[str, KeyOf(("grounds",))], Wandering]
    meetings: Meetings = Meetings()

    @field_validator("charms", mode="after")
    @classmethod
    def _charms_are_known(
        cls, charms: Mapping[str, Charm], info: ValidationInfo
    ) -> Mapping[str, Charm]:
        if isinstance(info.context, Validation):
            for code in charms:
                if code not in CODES:
                    message = f"is no combat spell; there are {', '.join(CODES)}"
                    info.context.fault(("charms", code), message)
        return charms

    @property
    def items(self) -> tuple[Artifact, ...]:
        """What is drawn for hoards, in picking order (kingdoms.item.table)."""
        return tuple(each for each in self.artifacts.values() if not each.unique)


declare("kingdoms.bouts", EncounterContent)
