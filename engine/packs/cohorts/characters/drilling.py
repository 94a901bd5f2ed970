"""Characters who train military units in the field; the roll itself is in `drill`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.orders import Asks, Choice, Given, Ref, Refusal
from engine.packs.cohorts.characters.acting import CharacterAction, acting, begin
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.guilds.acting import unfriendly
from engine.packs.cohorts.knowledge.choices import beside
from engine.packs.cohorts.pieces.ownership import province_of
from engine.packs.cohorts.pieces.records import Unit
from engine.packs.cohorts.pieces.refusals import apart, drilled_at_once
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.packs.cohorts.worth.drill import train
from engine.packs.cohorts.worth.levels import encounter_level
from engine.state import State

SKILL = "troop_training"


def _recruits(state: State, given: Given) -> Iterator[Choice]:
    """Military units of the faction and its allies where the trainer named before is."""
    for unit in beside(state, given, Unit, "character"):
        if unit.knows("holder") and not any(unfriendly(state, unit, "")):
            yield Choice.of(unit, unit.name)


class FieldTrainSoldiers(CharacterAction):
    """Have a character train up to 4 military units where it is, for XP."""

    path = ("character", "field-train")
    rule = "cohorts.order.field-train-soldiers"
    unforeseen: ClassVar = {"character": ("actions",), "units": ("xp", "level")}

    units: tuple[
        Annotated[Ref, Asks("a unit of your faction or an ally there", _recruits, (Unit.kind,))],
        ...,
    ] = Field(description="1 to 4 in the character's province; each further one makes it harder")

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        trainer = acting(state, self)
        most = content.drill.most_targets
        if not 1 <= len(self.units) <= most or len(set(self.units)) < len(self.units):
            yield drilled_at_once(self.rule, most)
        units = [state.the(Unit, ref) for ref in self.units]
        level = skill_level(state.world, content, trainer, SKILL)
        for unit in units:
            yield from unfriendly(state, unit, self.rule)
        for unit in units:
            if province_of(state.world, unit.holder) != province_of(state.world, trainer.place):
                yield apart(self.rule, unit.name, trainer.name)
        for unit in units:
            if encounter_level(unit) >= level:
                yield self.refusal(
                    "not_qualified",
                    f"{unit.name} has encounter level {encounter_level(unit)}, and "
                    f"{trainer.name} has troop training {level}.",
                    "Units are trained only by those whose skill is higher.",
                )

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        trainer = acting(state, self)
        level = skill_level(state.world, content, trainer, SKILL)
        if begin(state, trainer, self):
            units = [state.the(Unit, ref) for ref in self.units]
            train(state, trainer.place, trainer.name, level, units)
