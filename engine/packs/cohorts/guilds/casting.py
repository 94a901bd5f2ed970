"""Guilds that cast: mage guilds from their spell books, churches the miracles of their deity.

What a casting needs and does is the same for all casters and stands in `magic.casting`.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from engine.orders import Order, Ref
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.peoples import GuildKind
from engine.packs.cohorts.guilds.acting import acting, my_guild, spend
from engine.packs.cohorts.magic.casting import Casting
from engine.packs.cohorts.pieces.records import Guild
from engine.packs.cohorts.worth.casters import Caster, caster_of
from engine.state import State


class _ByGuild(Order):
    """The parameter that people give first, since the spells to choose from depend on it."""

    guild: Annotated[Ref, my_guild("mage", "church")] = Field(description="The guild that casts")


class _GuildCasting(Casting, _ByGuild):
    """A casting that takes a guild's action."""

    phases = ("guild",)
    unforeseen: ClassVar = {"guild": ("actions", "mana")}
    type: ClassVar[GuildKind]

    def caster(self, state: State) -> Caster:
        guild, _ = acting(state, self.guild, self.type)
        return caster_of(state.world, state.module.content(Content), guild)

    def spend(self, state: State, caster: Caster) -> None:
        assert isinstance(caster.thing, Guild)
        spend(state, caster.thing)


class GuildCastSpell(_GuildCasting):
    """Have a mage guild cast a spell of its spell book, with mana from its pool."""

    path = ("guild", "cast")
    rule = "cohorts.order.guild-cast-spell"
    type = "mage"

    guild: Annotated[Ref, my_guild("mage")] = Field(description="The mage guild that casts")


class PerformMiracle(_GuildCasting):
    """Have a church work a miracle of its deity, with mana from its pool."""

    path = ("guild", "miracle")
    rule = "cohorts.order.perform-miracle"
    type = "church"

    guild: Annotated[Ref, my_guild("church")] = Field(description="The church that prays")
