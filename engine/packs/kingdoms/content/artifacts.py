"""What a module says of magic items and of the artifacts, of which there is one each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from engine.module.art import IconOrNone
from engine.module.sections import Data, KeyOf, Named
from engine.packs.kingdoms.content.beings import BeingKey, Kind
from engine.packs.kingdoms.content.charms import CodeRef
from engine.packs.kingdoms.pieces.abilities import Ability

_Raise = Annotated[int, Field(ge=1, le=5)]
_Bonus = Annotated[int, Field(ge=0)]


class Bane(Data):
    """More damage to opponents of some kinds."""

    kinds: Annotated[tuple[Kind, ...], Field(min_length=1)]
    damage: _Raise


class Command(Data):
    """What the bearer's armies of some races or types have of it.

    With `freely` they follow without any shortfall of the Druid skill
    (kingdoms.ability.druid-leading).
    """

    races: tuple[Annotated[str, KeyOf(("army_races",))], ...] = ()
    types: tuple[Annotated[str, KeyOf(("army_types",))], ...] = ()
    quality: _Raise
    freely: bool = False

    def over(self, race: str, kind: str) -> bool:
        """Whether an army of that race and type is one of those."""
        return race in self.races or kind in self.types


class Artifact(Named):
    """A magic item or an artifact (kingdoms.item.table, kingdoms.item.artifacts).

    Artifacts are `unique`; the others are drawn for hoards, in the order of the table. Levels may
    go above 5 and are no skill. What it gives works only while a character carries it.
    """

    unique: bool = False
    casts: CodeRef | None = None
    """A combat spell, once per encounter (kingdoms.item.casting)."""
    performs: str | None = None
    """The code of an action spell, once per turn."""
    levels: Mapping[Ability, _Raise] = {}
    hit: _Bonus = 0
    """Percent more to hit in melee."""
    damage: _Bonus = 0
    guard: _Bonus = 0
    """Percent less for opponents to hit its bearer, in melee and archery."""
    steal: _Bonus = 0
    hit_points: _Bonus = 0
    fast: bool = False
    bane: Bane | None = None
    pierces: bool = False
    """Whether the opponent's Parrying and Intimidation do not work against it."""
    talk: Mapping[BeingKey, _Bonus] = {}
    """Percent more to talk with some monsters."""
    shadows: Annotated[int, Field(ge=0, le=5)] = 0
    """The Spy level whose chance to escape notice its bearer always has."""
    banner: _Bonus = 0
    """Quality more for all armies that its bearer leads (kingdoms.item.quality-bonus)."""
    command: Command | None = None
    heals: bool = False
    """Whether it is used up to restore all hit points."""
    not_undead: bool = False
    """Whether an Undead character has nothing of it."""
    help: str
    icon: IconOrNone = None
