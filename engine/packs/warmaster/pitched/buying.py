"""Buying armies of points, which are kept and used again (warmaster.army.points)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Final

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.module import key_of
from engine.names import Label
from engine.orders import Asks, Choice, Given, Order, Refusal
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.warmaster.battle.deployment import MOST_UNITS
from engine.packs.warmaster.content import ArmyList, MagicItem, UnitType, WarmasterContent
from engine.packs.warmaster.content.campaign import PitchedFigures
from engine.packs.warmaster.content.items import surplus
from engine.packs.warmaster.content.lists import Role
from engine.packs.warmaster.content.points import Breach, breaches, price
from engine.packs.warmaster.orders.deploying import ZONES
from engine.packs.warmaster.pitched.records import (
    BoughtArmy,
    Enlisted,
    Officer,
    armies_of,
    waiting,
)
from engine.refusals import no_such, quoted
from engine.state import State

RULE: Final = "warmaster.army.points"
KINDS: Final = "warmaster.battle.kinds"
MOST_OFFICERS: Final = 20
"""Characters of a bought army."""
_MANY: Final = re.compile(r"(\d{1,2})\s*[x*]?\s+(.+)")


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


def valid_points(figures: PitchedFigures, points: int) -> bool:
    """Whether a pitched battle may be of that many points (warmaster.battle.kinds)."""
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
    """What in an army is not allowed in a battle of that many points (warmaster.army.points)."""
    for breach in breaches_of(war, army, agreed):
        says = told(war, army, breach)
        yield Refusal("not_allowed", RULE, says, "Buy the army otherwise, or for more points.")


def breaches_of(war: WarmasterContent, army: BoughtArmy, agreed: int) -> Iterator[Breach]:
    """The limits that an army breaks in a battle of that many points."""
    own = war.army_lists[army.list]
    roles = Counter[Role](officer.role for officer in army.officers)
    types = Counter(unit.type for unit in army.units)
    return breaches(agreed, spent_on(war, army), roles, own, types)


def told(war: WarmasterContent, army: BoughtArmy, breach: Breach) -> str:
    """A limit that an army keeps not, in a sentence."""
    what, count, least, most = breach
    if what == "points":
        return f"{army.name} costs {count} points, of {most}."
    kind = war.army_lists[army.list].units.get(what)
    named = kind.name if kind else what.capitalize()
    if count < least:
        return f"{named}: {count} in {army.name}, and at least {least} must be in it."
    return f"{named}: {count} in {army.name}, and at most {most} may be in it."


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
        yield army_choice(war, army)


def army_choice(war: WarmasterContent, army: BoughtArmy) -> Choice:
    """A bought army, to be chosen."""
    own = war.army_lists.get(army.list)
    name = own.name if own else army.list
    return Choice.of(army, f"{army.name}: {name}, {army.points} points")


LIST = Asks("an army list", _lists)
UNITS = Asks("types of the list, each as often as there are units", _types, repeats=True)
ROLES = Asks("a general, heroes, wizards or runesmiths", _roles, repeats=True)
ITEMS = Asks("an item and who carries it, such as battle-banner 2", _items)
MY_ARMY = Asks("an army that you bought", _my_armies, (BoughtArmy.kind,))


class BuyArmy(Order):
    """Buy an army for pitched battles, or change one, which is then arranged anew; it is kept."""

    path = ("pitched", "buy")
    rule = RULE
    phases = ("basic",)
    at_once = True
    makes = "bought-army"

    name: Label = Field(description="What the army is called; the same name changes it")
    points: int = Field(description="For a battle of so many points: 500 to 3000")
    list: Annotated[str, LIST] = Field(max_length=60, description="Of which army list")
    units: Annotated[tuple[Annotated[str, UNITS], ...], Field(max_length=MOST_UNITS)] = Field(
        description="Its units, such as 3 halberdiers, knights"
    )
    characters: Annotated[tuple[Annotated[str, ROLES], ...], Field(max_length=MOST_OFFICERS)] = (
        Field(default=("general",), description="One general, and heroes and wizards besides")
    )
    items: Annotated[tuple[Annotated[str, ITEMS], ...], Field(max_length=MOST_UNITS)] = Field(
        default=(), description="Magic items, each with the number of its unit or a role"
    )
    attached: int = Field(
        default=0, ge=0, le=MOST_UNITS, description="How many units have an attached stand"
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
        if not 1 <= len(self._kinds(army)) <= MOST_UNITS:
            yield Refusal(
                "not_allowed",
                ZONES,
                f"An army has 1 to {MOST_UNITS} units.",
                "Name that many.",
            )
        made = self.made(state)
        yield from self._misplaced(war, army, made)
        yield from unfit(war, made, self.points)
        yield from self._pledged(state)
        others = [each for each in armies_of(state.world, state.player) if not self._is(each)]
        if len(others) >= figures.armies:
            yield Refusal(
                "not_allowed",
                KINDS,
                f"You keep {len(others)} armies already, and nobody keeps more.",
                "Dismiss one, or change one by giving its name.",
            )

    def _pledged(self, state: State) -> Iterator[Refusal]:
        """Refuses to make another size of an army that has challenged somebody."""
        for army in filter(self._is, armies_of(state.world, state.player)):
            for challenge in waiting(state.world, "army", army.id):
                if challenge.points != self.points:
                    yield Refusal(
                        "not_allowed",
                        KINDS,
                        f"A challenge of {challenge.points} points waits with {army.name}.",
                        "Keep its points, withdraw the challenge, or give the army another name.",
                    )

    def _unknown(self, army: ArmyList) -> Iterator[Refusal]:
        for name in counted(self.units):
            if kind_called(army.units.values(), name) is None:
                yield no_such(self.rule, f"unit of {army.name}", name, army.units.values())
        for name in counted(self.characters):
            if _role(army, name) is None:
                roles = ", ".join(army.characters)
                says = f"{army.name} has no {quoted(name)}."
                yield self.refusal("bad_target", says, f"Choose of {roles}.")

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
        made = self.made(state).replace(player=state.player)
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

    def made(self, state: State) -> BoughtArmy:
        """The army as it is bought, of nobody yet; items that nobody may carry are left out."""
        war = state.module.content(WarmasterContent)
        army = kind_called(war.army_lists.values(), self.list)
        assert army, "conditions have seen to it"
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
