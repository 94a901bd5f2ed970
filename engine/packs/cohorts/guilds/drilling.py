"""Warrior guilds that train units of the army; the roll itself is in `drill`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.orders import Asks, Order, Ref, Refusal
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.guilds.acting import (
    acting,
    away,
    friends_at,
    helpless,
    my_guild,
    spend,
    unfriendly,
)
from engine.packs.cohorts.pieces.records import Character, Guild, Unit
from engine.packs.cohorts.pieces.refusals import drilled_at_once
from engine.packs.cohorts.worth.drill import train
from engine.packs.cohorts.worth.levels import encounter_level
from engine.state import State

RECRUIT = Asks(
    "a unit or character of your faction or an ally at the guild's city",
    friends_at(Unit, Character),
    (Unit.kind, Character.kind),
)


class GuildTrainCombatUnit(Order):
    """Let a warrior guild train up to 4 military units, or up to 4 characters, for XP."""

    path = ("guild", "train-units")
    rule = "cohorts.order.guild-train-combat-unit"
    phases = ("guild",)
    unforeseen: ClassVar = {"guild": ("actions",), "units": ("xp", "level")}

    guild: Annotated[Ref, my_guild("warrior")] = Field(description="The warrior guild")
    units: tuple[Annotated[Ref, RECRUIT], ...] = Field(
        description="1 to 4 of one kind, in the city's province; each further one makes it harder"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        guild, city = acting(state, self.guild, "warrior")
        yield from self._too_many(state)
        units = self._units(state)
        for unit in units:
            yield from away(state, city, unit, self.rule)
        for unit in units:
            # Before what tells of its level, which is no stranger's business.
            yield from unfriendly(state, unit, self.rule)
            yield from helpless(unit, self.rule)
            if encounter_level(unit) >= guild.level:
                yield self.refusal(
                    "guild_level_too_low",
                    f"{unit.name} has encounter level {encounter_level(unit)}, and "
                    f"{guild.name} with level {guild.level} trains lower ones alone.",
                    "Raise the guild, or choose others.",
                )
        if len({unit.kind for unit in units}) > 1:
            yield self.refusal(
                "mixed_targets",
                "Characters and military units are not trained together.",
                "Choose one or the other.",
            )

    def perform(self, state: State) -> None:
        guild = state.the(Guild, self.guild)
        spend(state, guild)
        train(state, guild.place, guild.name, guild.level, self._units(state))

    def _too_many(self, state: State) -> Iterator[Refusal]:
        most = state.module.content(Content).drill.most_targets
        if not 1 <= len(self.units) <= most or len(set(self.units)) < len(self.units):
            yield drilled_at_once(self.rule, most)

    def _units(self, state: State) -> list[Character | Unit]:
        return [state.the(Unit if ref.kind == Unit.kind else Character, ref) for ref in self.units]
