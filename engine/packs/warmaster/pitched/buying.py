"""Buying armies of points, which are kept and used again (warmaster.army.points)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Final

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.module import key_of
from engine.names import Label
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.pieces.refusals import not_yours
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.warmaster.content import ArmyList, MagicItem, UnitType, WarmasterContent
from engine.packs.warmaster.content.campaign import PitchedFigures
from engine.packs.warmaster.content.items import surplus
from engine.packs.warmaster.content.lists import Role
from engine.packs.warmaster.content.points import breaches, price
from engine.packs.warmaster.orders.deploying import NONE, ZONES, part_of, spot_of
from engine.packs.warmaster.orders.directing import Told
from engine.packs.warmaster.pitched.records import BoughtArmy, Enlisted, Officer, armies_of
from engine.refusals import no_such
from engine.state import State

RULE: Final = "warmaster.army.points"
KINDS: Final = "warmaster.battle.kinds"
_MANY: Final = re.compile(r"(\d{1,2})\s*[x*]?\s+(.+)")
_MOST_UNITS: Final = 40  # warmaster.deploy.zones


@facts
class ArmyBought(Event):
    """A player bought an army of points, or changed one."""

    kind = "warmaster-army-bought"

    army: int
    name: str
    list: str
    """The name of the army list."""
    points: int
    spent: int
    units: int


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


def valid_points(figures: PitchedFigures, points: int) -> bool:
    """Whether a pitched battle may be of so many points (warmaster.battle.kinds)."""
    fits = figures.least <= points <= figures.most
    return fits and (points - figures.least) % figures.step == 0


def bad_points(figures: PitchedFigures) -> Refusal:
    """Refuses a battle of any other number of points."""
    return Refusal(
        "not_allowed",
        KINDS,
        f"A pitched battle is of {figures.least} to {figures.most} points, in steps of "
        f"{figures.step}.",
        "Choose such a number.",
    )


def spent_on(war: WarmasterContent, army: BoughtArmy) -> int:
    """What a bought army costs."""
    return price(
        war.army_lists[army.list],
        war.magic_items,
        [unit.bought for unit in army.units],
        [each.bought for each in army.officers],
    )


def unfit(war: WarmasterContent, army: BoughtArmy, agreed: int) -> Iterator[Refusal]:
    """What in an army is not allowed in a battle of so many points (warmaster.army.points)."""
    own = war.army_lists[army.list]
    roles = Counter[Role](officer.role for officer in army.officers)
    types = Counter(unit.type for unit in army.units)
    for what, count, least, most in breaches(agreed, spent_on(war, army), roles, own, types):
        if what == "points":
            says = f"{army.name} costs {count} points, of {most}."
        else:
            kind = own.units.get(what)
            named = kind.name if kind else what.capitalize()
            allowed = f"at least {least}" if count < least else f"at most {most}"
            says = f"{named}: {count} in {army.name}, and {allowed} may be in it."
        yield Refusal("not_allowed", RULE, says, "Buy the army otherwise, or for more points.")


# ---------------------------------------------------------------- what is typed


def counted(texts: Sequence[str]) -> Iterator[str]:
    """Names with numbers before them, such as `3 Halberdiers`, as often as they say."""
    for text in texts:
        found = _MANY.fullmatch(text.strip())
        number, name = (int(found[1]), found[2]) if found else (1, text)
        yield from [name] * number


def _list(state: State, given: Given) -> ArmyList | None:
    lists = state.module.content(WarmasterContent).army_lists
    return kind_called(lists.values(), given.text("list"))


def _lists(state: State, given: Given) -> Iterator[Choice]:
    for army in state.module.content(WarmasterContent).army_lists.values():
        yield Choice(army.key, army.name)


def _types(state: State, given: Given) -> Iterator[Choice]:
    army = _list(state, given)
    for kind in army.units.values() if army else ():
        most = f", at most {kind.most} a thousand" if kind.most else ""
        yield Choice(kind.key, f"{kind.name}: {kind.points} points{most}")


def _roles(state: State, given: Given) -> Iterator[Choice]:
    army = _list(state, given)
    for role, figures in army.characters.items() if army else ():
        words = f"Command {figures.command}, {figures.points} points"
        yield Choice(role, f"{role.capitalize()}: {words}")


def carriers(
    war: WarmasterContent, army: ArmyList, item: MagicItem, units: Sequence[str]
) -> Iterator[tuple[str, str, int]]:
    """Who may carry an item: how it is written, how it is told, and what it then costs."""
    for number, key in enumerate(units, start=1):
        kind = army.units.get(key)
        cost = item.cost_for(kind.kind, kind.armour, kind.hits) if kind else None
        if kind and cost is not None:
            yield f"{item.key} {number}", f"{item.name} for unit {number}, {kind.name}", cost
    for role in army.characters:
        cost = item.cost_for_role(role)
        if cost is not None:
            yield f"{item.key} {role}", f"{item.name} for a {role}", cost


def _items(state: State, given: Given) -> Iterator[Choice]:
    war, army = state.module.content(WarmasterContent), _list(state, given)
    if army is None:
        return
    kinds = [kind_called(army.units.values(), name) for name in counted(_typed(given, "units"))]
    units = [kind.key for kind in kinds if kind]
    for item in war.magic_items.values():
        for value, label, cost in carriers(war, army, item, units):
            yield Choice(value, f"{label}: {cost} points")


def _typed(given: Given, parameter: str) -> list[str]:
    value = given.get(parameter)
    if isinstance(value, list | tuple):
        return [str(each) for each in value]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return [each.strip() for each in given.text(parameter).split(",") if each.strip()]


def _my_armies(state: State, given: Given) -> Iterator[Choice]:
    war = state.module.content(WarmasterContent)
    for army in armies_of(state.world, state.player):
        own = war.army_lists.get(army.list)
        name = own.name if own else army.list
        yield Choice.of(army, f"{army.name}: {name}, {army.points} points")


LIST = Asks("an army list", _lists)
UNITS = Asks("types of the list, each as often as there are units", _types, repeats=True)
ROLES = Asks("a general, heroes, wizards or runesmiths", _roles, repeats=True)
ITEMS = Asks("an item and who carries it, such as battle-banner 2", _items)
MY_ARMY = Asks("an army that you bought", _my_armies, (BoughtArmy.kind,))


class BuyArmy(Order):
    """Buy an army for pitched battles, or change one that you have; it is kept."""

    path = ("pitched", "buy")
    rule = RULE
    phases = ("basic",)
    makes = "bought-army"

    name: Label = Field(description="What the army is called; the same name changes it")
    points: int = Field(description="For a battle of so many points: 500 to 3000")
    list: Annotated[str, LIST] = Field(max_length=60, description="Of which army list")
    units: Annotated[tuple[Annotated[str, UNITS], ...], Field(max_length=_MOST_UNITS)] = Field(
        description="Its units, such as 3 halberdiers, knights"
    )
    characters: Annotated[tuple[Annotated[str, ROLES], ...], Field(max_length=20)] = Field(
        default=("general",), description="One general, and heroes and wizards besides"
    )
    items: Annotated[tuple[Annotated[str, ITEMS], ...], Field(max_length=20)] = Field(
        default=(), description="Magic items, each with the number of its unit or a role"
    )
    attached: int = Field(
        default=0, ge=0, le=_MOST_UNITS, description="How many units have an attached stand"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        war = state.module.content(WarmasterContent)
        figures = war.warmaster.pitched
        if not valid_points(figures, self.points):
            yield bad_points(figures)
        army = kind_called(war.army_lists.values(), self.list)
        if army is None:
            yield no_such(self.rule, "army list", self.list, war.army_lists.values())
            return
        wrong = [*self._unknown(army)]
        yield from wrong
        if wrong:
            return
        if not 1 <= len(self._kinds(army)) <= _MOST_UNITS:
            yield Refusal(
                "not_allowed",
                ZONES,
                f"An army has 1 to {_MOST_UNITS} units.",
                "Name that many.",
            )
        made = self._made(war, army)
        yield from self._misplaced(war, army, made)
        yield from unfit(war, made, self.points)
        others = [each for each in armies_of(state.world, state.player) if not self._is(each)]
        if len(others) >= figures.armies:
            yield Refusal(
                "not_allowed",
                KINDS,
                f"You keep {len(others)} armies already, and nobody keeps more.",
                "Dismiss one, or change one by giving its name.",
            )

    def _unknown(self, army: ArmyList) -> Iterator[Refusal]:
        for name in counted(self.units):
            if kind_called(army.units.values(), name) is None:
                yield no_such(self.rule, f"unit of {army.name}", name, army.units.values())
        for name in counted(self.characters):
            if _role(army, name) is None:
                roles = ", ".join(army.characters)
                says = f"{army.name} has no {name[:40]!r}."
                yield Refusal("bad_target", self.rule, says, f"Choose of {roles}.")

    def _misplaced(
        self, war: WarmasterContent, army: ArmyList, made: BoughtArmy
    ) -> Iterator[Refusal]:
        """Refuses items that nobody can have been given."""
        carried = [each.item for each in (*made.units, *made.officers) if each.item]
        if len(carried) < len(self.items):
            yield Refusal(
                "not_qualified",
                "warmaster.item.carriers",
                "An item is named for somebody who may not carry it, or who has one already.",
                "Write an item and the number of its unit, or a role, such as battle-banner 2.",
            )
        for item in surplus(carried):
            yield Refusal(
                "not_allowed",
                "warmaster.item.unique",
                f"{war.magic_items[item].name} is in the army twice.",
                "Name each item once.",
            )

    def perform(self, state: State) -> None:
        war = state.module.content(WarmasterContent)
        own = kind_called(war.army_lists.values(), self.list)
        assert own, "conditions have seen to it"
        made = self._made(war, own).replace(player=state.player)
        old = next((each for each in armies_of(state.world, state.player) if self._is(each)), None)
        if old:
            state.world.put(made.replace(id=old.id))
            state.made_by(state.player).setdefault(state.order, old.place)
            army = state.world.get(BoughtArmy, old.id)
        else:
            values = {name: value for name, value in made.known().items() if name != "id"}
            army = state.make(BoughtArmy, **values)
        state.emit(
            ArmyBought(
                army=army.id,
                name=army.name,
                list=own.name,
                points=army.points,
                spent=spent_on(war, army),
                units=len(army.units),
            )
        )

    def _is(self, army: BoughtArmy) -> bool:
        return key_of(army.name) == key_of(self.name)

    def _kinds(self, army: ArmyList) -> list[UnitType]:
        kinds = (kind_called(army.units.values(), name) for name in counted(self.units))
        return [kind for kind in kinds if kind]

    def _made(self, war: WarmasterContent, army: ArmyList) -> BoughtArmy:
        """The army as it is bought; items that nobody may carry are left out."""
        units: list[Enlisted] = []
        left = self.attached
        for kind in self._kinds(army):
            extra = left > 0 and kind.attached is not None
            left -= extra
            units.append(Enlisted(type=kind.key, attached=extra))
        roles: list[Role | None] = [_role(army, name) for name in counted(self.characters)]
        officers = [Officer(role=role) for role in roles if role]
        for text in self.items:
            _hand_out(war, army, text, units, officers)
        return BoughtArmy(
            id=0,
            player=0,
            name=self.name,
            list=army.key,
            points=self.points,
            units=tuple(units),
            officers=tuple(officers),
        )


def _role(army: ArmyList, name: str) -> Role | None:
    return next((role for role in army.characters if key_of(role) == key_of(name)), None)


def _hand_out(
    war: WarmasterContent,
    army: ArmyList,
    text: str,
    units: list[Enlisted],
    officers: list[Officer],
) -> None:
    """Give an item to whom a text names: a unit by number, or the first of a role without one."""
    name, _, carrier = text.strip().rpartition(" ")
    item = kind_called(war.magic_items.values(), name)
    if item is None:
        return
    if carrier.isdecimal():
        place = int(carrier) - 1
        if not 0 <= place < len(units) or units[place].item:
            return
        kind = army.units[units[place].type]
        if item.cost_for(kind.kind, kind.armour, kind.hits) is not None:
            units[place] = units[place].replace(item=item.key)
        return
    role = _role(army, carrier)
    if role is None or item.cost_for_role(role) is None:
        return
    for place, officer in enumerate(officers):
        if officer.role == role and not officer.item:
            officers[place] = officer.replace(item=item.key)
            return


def my_army(state: State, ref: Ref, rule: str) -> Iterator[Refusal]:
    """Refuses an army that another player bought."""
    army = state.the(BoughtArmy, ref)
    if army.player != state.player:
        yield not_yours(rule, army.name)


class ArrangeUnit(Order):
    """Say where a unit of a bought army stands, and what it does."""

    path = ("pitched", "arrange")
    rule = "warmaster.directive.units"
    phases = ("basic",)
    unforeseen: ClassVar = {"army": ("units",)}

    army: Annotated[Ref, MY_ARMY] = Field(description="Which army")
    number: int = Field(ge=1, le=_MOST_UNITS, description="The number of the unit in the army")
    directive: Told | None = Field(default=None, description="What it does, or usual")
    hex: str = Field(
        default="",
        max_length=10,
        description="Column and row: rows 11-13 attacking, 0-2 defending; none for no place",
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from my_army(state, self.army, self.rule)
        army = state.the(BoughtArmy, self.army)
        if self.number > len(army.units):
            yield Refusal(
                "bad_target",
                self.rule,
                f"{army.name} has {len(army.units)} units.",
                "Choose a number up to that.",
            )
        if not self.hex or self.hex.casefold() == NONE:
            return
        spot = spot_of(self.hex)
        part = part_of(spot) if spot else None
        if part is None:
            yield Refusal(
                "bad_target",
                ZONES,
                f"{self.hex!r} is no hex of a zone.",
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
            )
        )


class DismissArmy(Order):
    """Give up an army that you bought."""

    path = ("pitched", "dismiss")
    rule = KINDS
    phases = ("basic",)

    army: Annotated[Ref, MY_ARMY] = Field(description="Which army")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from my_army(state, self.army, self.rule)

    def perform(self, state: State) -> None:
        army = state.the(BoughtArmy, self.army)
        state.world.remove(army)
        state.emit(ArmyDismissed(army=army.id, name=army.name))
