"""What becomes of an army that was bought: its places, directives, brigades, and its dismissal.

Sources: warmaster.directive.units, warmaster.deploy.zones, warmaster.army.brigades,
warmaster.map.orders.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.knowledge.choices import mine_in
from engine.packs.cohorts.pieces.refusals import not_yours
from engine.packs.warmaster.battle.brigades import LARGEST, may_be_brigade
from engine.packs.warmaster.battle.deployment import MOST_UNITS
from engine.packs.warmaster.battle.values import Stance
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.content.lists import Role
from engine.packs.warmaster.orders.casting import keys_of, spell_choice, spells_of, unfit_order
from engine.packs.warmaster.orders.deploying import NONE, ZONES, part_of, spot_of
from engine.packs.warmaster.orders.directing import BRIGADES, Told
from engine.packs.warmaster.pitched.buying import KINDS, MOST_OFFICERS, MY_ARMY
from engine.packs.warmaster.pitched.records import BoughtArmy
from engine.refusals import quoted
from engine.state import State

InDefence = Literal[
    "attack", "advance", "hold", "counter", "stand-off", "flank-left", "flank-right", "same"
]


@facts
class ArmyDismissed(Event):
    """A player gave up an army of points."""

    kind = "warmaster-army-dismissed"

    army: int
    name: str


@facts
class ArmyArranged(Event):
    """A unit of a bought army was told where to stand or what to do."""

    kind = "warmaster-army-arranged"

    army: int
    name: str
    number: int
    unit: str
    directive: str
    """Empty for what is usual."""
    in_defence: str = ""
    """When its army defends; empty for the same."""
    brigade: int = 0
    """The number of its brigade; 0 for none of the player's making."""


@facts
class OfficerPosted(Event):
    """A character of a bought army was told with whom to stand, what to do and what to cast."""

    kind = "warmaster-officer-posted"

    army: int
    name: str
    number: int
    role: Role
    unit: int
    """The number of the unit; 0 for whichever is usual."""
    unit_name: str
    stance: str
    """`stay`, `lead` or `command`; empty for what is usual."""
    spells: tuple[str, ...]
    """Their names; none for the order of the army list."""


def my_army(state: State, ref: Ref, rule: str) -> Iterator[Refusal]:
    """Refuses an army that another player bought."""
    army = state.the(BoughtArmy, ref)
    if army.player != state.player:
        yield not_yours(rule, army.name)


class ArrangeUnit(Order):
    """Say where a unit of a bought army stands, what it does, and in which brigade it is."""

    path = ("pitched", "arrange")
    rule = "warmaster.directive.units"
    phases = ("basic",)
    at_once = True
    unforeseen: ClassVar = {"army": ("units",)}

    army: Annotated[Ref, MY_ARMY] = Field(description="Which army")
    number: int = Field(ge=1, le=MOST_UNITS, description="The number of the unit in the army")
    directive: Told | None = Field(default=None, description="What it does, or usual")
    in_defence: InDefence | None = Field(
        default=None, description="What it does instead when the army defends, or the same"
    )
    brigade: int | None = Field(
        default=None,
        ge=0,
        le=MOST_UNITS,
        description="Units of one number are a brigade, at most four of them; 0 for none",
    )
    hex: str = Field(
        default="",
        max_length=10,
        description="Column and row: rows 11-13 attacking, 0-2 defending; none for no place",
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from my_army(state, self.army, self.rule)
        army = state.the(BoughtArmy, self.army)
        if self.number > len(army.units):
            yield self.refusal(
                "bad_target",
                f"{army.name} has {len(army.units)} units.",
                "Choose a number up to that.",
            )
        fellows = [
            number
            for number, unit in enumerate(army.units, start=1)
            if self.brigade and unit.brigade == self.brigade and number != self.number
        ]
        if not may_be_brigade(len(fellows) + 1):
            yield Refusal(
                "not_allowed",
                BRIGADES,
                f"Brigade {self.brigade} has {len(fellows)} units already, and none has more "
                f"than {LARGEST}.",
                "Choose another number, or take one out of it with 0.",
            )
        if not self.hex or self.hex.casefold() == NONE:
            return
        spot = spot_of(self.hex)
        part = part_of(spot) if spot else None
        if part is None:
            yield Refusal(
                "bad_target",
                ZONES,
                f"{quoted(self.hex)} is no hex of a zone.",
                "Name a column from 0 to 17 and a row: 11 to 13 to attack, 0 to 2 to defend.",
            )
        elif any(
            (unit.attack if part == "attack" else unit.defence) == spot
            for number, unit in enumerate(army.units, start=1)
            if number != self.number
        ):
            yield Refusal(
                "not_allowed", ZONES, "Another unit stands there already.", "Choose another hex."
            )

    def perform(self, state: State) -> None:
        army = state.the(BoughtArmy, self.army)
        unit = army.units[self.number - 1]
        if self.directive:
            unit = unit.replace(directive=None if self.directive == "usual" else self.directive)
        if self.in_defence:
            unit = unit.replace(in_defence=None if self.in_defence == "same" else self.in_defence)
        if self.brigade is not None:
            unit = unit.replace(brigade=self.brigade)
        spot = spot_of(self.hex)
        if spot and part_of(spot) == "attack":
            unit = unit.replace(attack=spot)
        elif spot:
            unit = unit.replace(defence=spot)
        elif self.hex:
            unit = unit.replace(attack=None, defence=None)
        units = (*army.units[: self.number - 1], unit, *army.units[self.number :])
        state.world.put(army.replace(units=units))
        own = state.module.content(WarmasterContent).army_lists[army.list]
        state.emit(
            ArmyArranged(
                army=army.id,
                name=army.name,
                number=self.number,
                unit=own.units[unit.type].name,
                directive=unit.directive or "",
                in_defence=unit.in_defence or "",
                brigade=unit.brigade,
            )
        )


def _spells(state: State, given: Given) -> Iterator[Choice]:
    war = state.module.content(WarmasterContent)
    army = mine_in(state, given, "army", BoughtArmy)
    for spell in spells_of(war, war.army_lists[army.list]) if army else ():
        yield spell_choice(spell)


SPELL: Final = Asks("spells of the army's list, the best first", _spells, repeats=True)


class PostOfficer(Order):
    """Say with whom a leader of a bought army stands, what it does, and which spells come first."""

    path = ("pitched", "post")
    rule = "warmaster.map.orders"
    phases = ("basic",)
    at_once = True
    unforeseen: ClassVar = {"army": ("officers",)}

    army: Annotated[Ref, MY_ARMY] = Field(description="Which army")
    number: int = Field(ge=1, le=MOST_OFFICERS, description="The number of the leader in the army")
    unit: int = Field(
        default=0,
        ge=0,
        le=MOST_UNITS,
        description="The number of the unit it stands with; without it, whichever is usual",
    )
    stance: Stance | None = Field(
        default=None,
        description="Stay with the unit, lead where they fight, or command; usual: Heroes lead",
    )
    spells: tuple[Annotated[str, SPELL], ...] = Field(
        default=(), description="A Wizard's first choice first; none for the order of the list"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from my_army(state, self.army, self.rule)
        army, war = state.the(BoughtArmy, self.army), state.module.content(WarmasterContent)
        for number, there, many in (
            (self.number, len(army.officers), "leaders"),
            (self.unit, len(army.units), "units"),
        ):
            if number > there:
                says = f"{army.name} has {there} {many}."
                yield self.refusal("bad_target", says, "Choose a number up to that.")
        if not self.spells or self.number > len(army.officers):
            return
        role = army.officers[self.number - 1].role
        if role != "wizard":
            yield Refusal(
                "not_qualified",
                "warmaster.magic.choice",
                f"Leader {self.number} of {army.name} is a {role.capitalize()}, and casts nothing.",
                "Name no spells, or the number of a Wizard.",
            )
            return
        spells = spells_of(war, war.army_lists[army.list])
        yield from unfit_order(spells, self.spells, "warmaster.magic.choice")

    def perform(self, state: State) -> None:
        army, war = state.the(BoughtArmy, self.army), state.module.content(WarmasterContent)
        own = war.army_lists[army.list]
        keys = tuple(keys_of(spells_of(war, own), self.spells))
        place = self.number - 1
        officer = army.officers[place].replace(unit=self.unit, stance=self.stance, spells=keys)
        officers = (*army.officers[:place], officer, *army.officers[self.number :])
        state.world.put(army.replace(officers=officers))
        unit = own.units[army.units[self.unit - 1].type] if self.unit else None
        state.emit(
            OfficerPosted(
                army=army.id,
                name=army.name,
                number=self.number,
                role=officer.role,
                unit=self.unit,
                unit_name=unit.name if unit else "",
                stance=self.stance or "",
                spells=tuple(war.war_spells[key].name for key in keys),
            )
        )


class DismissArmy(Order):
    """Give up an army that you bought."""

    path = ("pitched", "dismiss")
    rule = KINDS
    phases = ("basic",)
    at_once = True

    army: Annotated[Ref, MY_ARMY] = Field(description="Which army")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from my_army(state, self.army, self.rule)

    def perform(self, state: State) -> None:
        army = state.the(BoughtArmy, self.army)
        state.world.remove(army)
        state.emit(ArmyDismissed(army=army.id, name=army.name))
