"""Putting an army of points together step by step: what may still be added, and ready-made armies.

Each step takes an army and gives another one; none exceeds what its list and points allow. What an
army still lacks is for `buying.unfit` to say. Sources: warmaster.army.points, warmaster.item.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final

from engine.orders import Order, Ref, Refusal
from engine.packs.warmaster.battle.deployment import MOST_UNITS
from engine.packs.warmaster.battle.values import SIDES, Directive, Spot, Stance
from engine.packs.warmaster.content import ArmyList, MagicItem, WarmasterContent
from engine.packs.warmaster.content.items import ROLES
from engine.packs.warmaster.content.lists import Role
from engine.packs.warmaster.content.points import character_price, unit_price
from engine.packs.warmaster.orders.deploying import ZONES
from engine.packs.warmaster.pitched.arranging import ArrangeUnit, PostOfficer
from engine.packs.warmaster.pitched.buying import RULE, BuyArmy, breaches_of, told
from engine.packs.warmaster.pitched.contest import fielded
from engine.packs.warmaster.pitched.records import BoughtArmy, Enlisted, Officer
from engine.packs.warmaster.standing import Doctrine

CARRIERS: Final = "warmaster.item.carriers"
_UNTOLD: Final = Doctrine(id=0, player=0)
UNIQUE: Final = "warmaster.item.unique"
ATTACHED: Final = "warmaster.army.attached"


def empty_army(army_list: ArmyList, points: int, name: str) -> BoughtArmy:
    """An army of nobody yet but its General."""
    return BoughtArmy(
        id=0,
        player=0,
        name=name,
        list=army_list.key,
        points=points,
        units=(),
        officers=(Officer(role="general"),),
    )


def count_of(army: BoughtArmy, what: str) -> int:
    """How many an army has of a type or role."""
    if what in ROLES:
        return sum(officer.role == what for officer in army.officers)
    return sum(unit.type == what for unit in army.units)


# ---------------------------------------------------------------- units and characters


def with_one(war: WarmasterContent, army: BoughtArmy, what: str) -> BoughtArmy | Refusal:
    """The army with one more unit of a type, or character of a role; else what stands against it.

    `what` is a key of its list.
    """
    if what in ROLES:
        officers = (*army.officers, Officer(role=what))
        ranked = sorted(officers, key=lambda officer: ROLES.index(officer.role))
        return _checked(war, army, army.replace(officers=tuple(ranked)))
    types = list(war.army_lists[army.list].units)
    units = (*enumerate(army.units, start=1), (0, Enlisted(type=what)))
    ranked = sorted(units, key=lambda each: types.index(each[1].type))
    return _checked(war, army, _reordered(army, ranked))


def without_one(army: BoughtArmy, what: str) -> BoughtArmy:
    """The army without the last unit of a type, or character of a role; as it is if it has none.

    Who carries nothing and has nobody attached goes first.
    """
    if what in ROLES:
        places = [n for n, each in enumerate(army.officers) if each.role == what]
        places.sort(key=lambda n: (not army.officers[n].item, n))
        gone = places[-1:]
        kept = [each for n, each in enumerate(army.officers) if n not in gone]
        return army.replace(officers=tuple(kept))
    places = [n for n, each in enumerate(army.units) if each.type == what]
    places.sort(key=lambda n: (not army.units[n].item, not army.units[n].attached, n))
    gone = places[-1:]
    kept = [each for each in enumerate(army.units, start=1) if each[0] - 1 not in gone]
    return _reordered(army, kept)


def _reordered(army: BoughtArmy, units: Sequence[tuple[int, Enlisted]]) -> BoughtArmy:
    """The army with these units, each after the number it had, 0 for a new one.

    Characters who stood with a unit follow it, or are placed as usual if it is gone.
    """
    numbers = {former: number for number, (former, _) in enumerate(units, start=1) if former}
    officers = [each.replace(unit=numbers.get(each.unit, 0)) for each in army.officers]
    return army.replace(units=tuple(unit for _, unit in units), officers=tuple(officers))


def _checked(war: WarmasterContent, army: BoughtArmy, wanted: BoughtArmy) -> BoughtArmy | Refusal:
    """What is wanted, unless it has more than is allowed of what it has more than before."""
    if len(wanted.units) > MOST_UNITS:
        says = f"An army has at most {MOST_UNITS} units."
        return Refusal("not_allowed", ZONES, says, "Take one out first.")
    before = {breach.what: breach.found for breach in breaches_of(war, army, army.points)}
    for breach in breaches_of(war, wanted, wanted.points):
        worse = breach.found > before.get(breach.what, 0)
        if breach.most is not None and breach.found > breach.most and worse:
            says = told(war, wanted, breach)
            return Refusal("not_allowed", RULE, says, "Take something out first.")
    return wanted


def as_bought(army: BoughtArmy) -> BoughtArmy:
    """The army in the order in which it is bought: who has a stand attached or an item first."""
    units = enumerate(army.units, start=1)
    army = _reordered(army, sorted(units, key=lambda each: not each[1].attached))
    officers = sorted(
        army.officers, key=lambda officer: (ROLES.index(officer.role), not officer.item)
    )
    return army.replace(officers=tuple(officers))


# ---------------------------------------------------------------- attached stands and items


def with_attached(
    war: WarmasterContent, army: BoughtArmy, place: int, attached: bool
) -> BoughtArmy | Refusal:
    """The army with an attached stand for a unit, by its place from 0, or without it."""
    unit = army.units[place]
    kind = war.army_lists[army.list].units[unit.type]
    if attached and kind.attached is None:
        says = f"{kind.name} have no attached stand."
        return Refusal("not_qualified", ATTACHED, says, "Choose another unit.")
    return _checked(war, army, _with_unit(army, place, unit.replace(attached=attached)))


def items_for_unit(
    war: WarmasterContent, army: BoughtArmy, place: int
) -> Iterator[tuple[MagicItem, int]]:
    """What a unit may carry that nobody else of the army has, and what it costs it."""
    kind = war.army_lists[army.list].units[army.units[place].type]
    taken = _carried(army, unit=place)
    for item in war.magic_items.values():
        cost = item.cost_for(kind.kind, kind.armour, kind.hits)
        if cost is not None and item.key not in taken:
            yield item, cost


def items_for_officer(
    war: WarmasterContent, army: BoughtArmy, place: int
) -> Iterator[tuple[MagicItem, int]]:
    """What a character may carry that nobody else of the army has, and what it costs."""
    taken = _carried(army, officer=place)
    for item in war.magic_items.values():
        cost = item.cost_for_role(army.officers[place].role)
        if cost is not None and item.key not in taken:
            yield item, cost


def _carried(army: BoughtArmy, *, unit: int = -1, officer: int = -1) -> set[str]:
    """What others of the army carry."""
    units = {each.item for n, each in enumerate(army.units) if n != unit}
    return units | {each.item for n, each in enumerate(army.officers) if n != officer}


def with_unit_item(
    war: WarmasterContent, army: BoughtArmy, place: int, item: str
) -> BoughtArmy | Refusal:
    """The army with a unit that carries an item, by its key; an empty one takes it away."""
    offered = {each.key for each, _ in items_for_unit(war, army, place)}
    if item and item not in offered:
        return _not_for(war, item)
    return _checked(war, army, _with_unit(army, place, army.units[place].replace(item=item)))


def with_officer_item(
    war: WarmasterContent, army: BoughtArmy, place: int, item: str
) -> BoughtArmy | Refusal:
    """The army with a character that carries an item, by its key; an empty one takes it away."""
    offered = {each.key for each, _ in items_for_officer(war, army, place)}
    if item and item not in offered:
        return _not_for(war, item)
    changed = army.officers[place].replace(item=item)
    return _checked(war, army, _with_officer(army, place, changed))


def _not_for(war: WarmasterContent, item: str) -> Refusal:
    found = war.magic_items.get(item)
    name = found.name if found else "That"
    says = f"{name} is carried by another of the army, or is not for this one."
    return Refusal("not_qualified", UNIQUE if found else CARRIERS, says, "Choose another item.")


def _with_unit(army: BoughtArmy, place: int, unit: Enlisted) -> BoughtArmy:
    return army.replace(units=(*army.units[:place], unit, *army.units[place + 1 :]))


def _with_officer(army: BoughtArmy, place: int, officer: Officer) -> BoughtArmy:
    return army.replace(officers=(*army.officers[:place], officer, *army.officers[place + 1 :]))


# ---------------------------------------------------------------- where units stand, what they do


def with_directive(army: BoughtArmy, place: int, directive: Directive | None) -> BoughtArmy:
    """The army with a unit that does this in battle; None for what is usual."""
    return _with_unit(army, place, army.units[place].replace(directive=directive))


def with_defence(army: BoughtArmy, place: int, directive: Directive | None) -> BoughtArmy:
    """The army with a unit that does this instead when it defends; None for the same."""
    return _with_unit(army, place, army.units[place].replace(in_defence=directive))


def with_brigade(army: BoughtArmy, places: Sequence[int]) -> BoughtArmy:
    """The army with the units of these places, from 0, in one brigade and in no other."""
    new = max((unit.brigade for unit in army.units), default=0) + 1
    return _in_brigades(
        army, [new if n in places else unit.brigade for n, unit in enumerate(army.units)]
    )


def without_brigade(army: BoughtArmy, brigade: int) -> BoughtArmy:
    """The army without one of its brigades, by its number."""
    return _in_brigades(
        army, [0 if unit.brigade == brigade else unit.brigade for unit in army.units]
    )


def _in_brigades(army: BoughtArmy, told: Sequence[int]) -> BoughtArmy:
    """The army with its brigades, which are numbered from 1 as they follow one another."""
    numbers = {each: n for n, each in enumerate(sorted({*told} - {0}), start=1)}
    units = [
        unit.replace(brigade=numbers.get(each, 0))
        for unit, each in zip(army.units, told, strict=True)
    ]
    return army.replace(units=tuple(units))


def with_post(army: BoughtArmy, place: int, unit: int) -> BoughtArmy:
    """The army with a character that stands with a unit, by its number; 0 for what is usual."""
    return _with_officer(army, place, army.officers[place].replace(unit=unit))


def with_stance(army: BoughtArmy, place: int, stance: Stance | None) -> BoughtArmy:
    """The army with a character that does this; None for what is usual."""
    return _with_officer(army, place, army.officers[place].replace(stance=stance))


def with_spells(army: BoughtArmy, place: int, spells: Sequence[str]) -> BoughtArmy:
    """The army with a Wizard that tries these spells, the first before the others; none: all."""
    each_once = tuple(dict.fromkeys(spells))
    return _with_officer(army, place, army.officers[place].replace(spells=each_once))


def with_spot(army: BoughtArmy, place: int, spot: Spot | None, *, defending: bool) -> BoughtArmy:
    """The army with a unit at a hex of a zone; those who stood there have no place any more."""
    field = "defence" if defending else "attack"
    units = [
        unit.replace(**{field: spot})
        if n == place
        else unit.replace(**{field: None})
        if spot is not None and getattr(unit, field) == spot
        else unit
        for n, unit in enumerate(army.units)
    ]
    return army.replace(units=tuple(units))


# ---------------------------------------------------------------- ready-made, and bought


_TO_UNITS: Final = Fraction(11, 20)
"""The least share of the points of a ready-made army that is not spent on characters."""
_TO_ITEMS: Final = Fraction(3, 50)
"""The share of its points that may be spent on items."""
_STAFF: Final[tuple[Role, ...]] = ("hero", "wizard", "runesmith", "hero")
"""Whom it has beside its General for each full thousand of points, as far as it can pay them."""
_BEARERS: Final[tuple[Role, ...]] = ("general", "wizard", "runesmith", "hero")
"""To which characters it gives an item, the first before the others."""


def ready_made(
    war: WarmasterContent, army_list: ArmyList, points: int, name: str = ""
) -> BoughtArmy:
    """An army of a list that may be taken as it is.

    A General and what the list wants at least, two Heroes and a Wizard or Runesmith for each full
    thousand of points as far as it can pay them, a few items, then type after type, those first for
    which least was spent; all in brigades, as they are usual.
    """
    army = empty_army(army_list, points, name or army_list.name)
    for kind in army_list.units.values():
        for _ in range(kind.least * max(1, points // 1000)):
            army = _tried(war, army, kind.key)
    to_staff = points * (1 - _TO_UNITS)
    paid = army_list.characters["general"].points
    for role in _STAFF * max(1, points // 1000):
        own = army_list.characters.get(role)
        if own and paid + own.points <= to_staff:
            before = len(army.officers)
            army = _tried(war, army, role)
            paid += own.points * (len(army.officers) - before)
    return in_usual_brigades(war, filled_up(war, _with_items(war, army)))


def _with_items(war: WarmasterContent, army: BoughtArmy) -> BoughtArmy:
    """The army with the dearest items that it can pay, each for at most half of what is left.

    A unit that fights hand to hand has one, then one character of each role.
    """
    own, left_over = war.army_lists[army.list], Fraction(army.points) * _TO_ITEMS
    fighters = [n for n, each in enumerate(army.units) if not own.units[each.type].shots]
    fighters.sort(key=lambda n: (-own.units[army.units[n].type].points, n))
    for place in fighters[:1]:
        item, cost = _dearest(items_for_unit(war, army, place), left_over / 2)
        taken = with_unit_item(war, army, place, item)
        if item and not isinstance(taken, Refusal):
            army, left_over = taken, left_over - cost
    for role in _BEARERS:
        place = next((n for n, each in enumerate(army.officers) if each.role == role), None)
        if place is None:
            continue
        item, cost = _dearest(items_for_officer(war, army, place), left_over / 2)
        taken = with_officer_item(war, army, place, item)
        if item and not isinstance(taken, Refusal):
            army, left_over = taken, left_over - cost
    return army


def _dearest(items: Iterator[tuple[MagicItem, int]], most: Fraction) -> tuple[str, int]:
    """The key and cost of the dearest item that costs no more; an empty key if there is none."""
    fit = [(cost, item.key) for item, cost in items if cost <= most]
    cost, key = max(fit, key=lambda each: each[0], default=(0, ""))
    return key, cost


def in_usual_brigades(war: WarmasterContent, army: BoughtArmy) -> BoughtArmy:
    """The army with the brigades that it would have if nobody formed any; who is alone has none."""
    plain = without_brigades(army)
    told = [troop.brigade for troop in fielded(war, SIDES[0], plain, _UNTOLD).troops]
    alone = [each for each, many in Counter(told).items() if many == 1]
    return _in_brigades(plain, [0 if each in alone else each for each in told])


def without_brigades(army: BoughtArmy) -> BoughtArmy:
    """The army with no brigade of anybody's making."""
    return _in_brigades(army, [0] * len(army.units))


def filled_up(war: WarmasterContent, army: BoughtArmy) -> BoughtArmy:
    """The army with what it lacks, then with units until none of its list fits any more.

    Each time one of the type is added for which least was spent so far.
    """
    own = war.army_lists[army.list]
    for breach in breaches_of(war, army, army.points):
        for _ in range(max(0, breach.least - breach.found)):
            army = _tried(war, army, breach.what)
    open_ = list(own.units)
    while open_:
        spent = Counter[str]()
        for unit in army.units:
            spent[unit.type] += own.units[unit.type].points
        kind = min(open_, key=lambda key: (spent[key] + own.units[key].points, open_.index(key)))
        more = with_one(war, army, kind)
        if isinstance(more, Refusal):
            open_.remove(kind)
        else:
            army = more
    return army


def _tried(war: WarmasterContent, army: BoughtArmy, what: str) -> BoughtArmy:
    more = with_one(war, army, what)
    return army if isinstance(more, Refusal) else more


def orders_for(army: BoughtArmy, bought: Ref) -> tuple[Order, ...]:
    """The orders that buy an army and arrange it; `bought` names what the first of them makes."""
    army = as_bought(army)
    buy = BuyArmy(
        name=army.name,
        points=army.points,
        list=army.list,
        units=tuple(_counted(unit.type for unit in army.units)),
        characters=tuple(_counted(officer.role for officer in army.officers)),
        items=tuple(_given(army)),
        attached=sum(unit.attached for unit in army.units),
    )
    return buy, *_arranged(army, bought)


def _counted(keys: Iterable[str]) -> Iterator[str]:
    for key, same in groupby(keys):
        many = len(list(same))
        yield f"{many} {key}" if many > 1 else key


def _given(army: BoughtArmy) -> Iterator[str]:
    for number, unit in enumerate(army.units, start=1):
        if unit.item:
            yield f"{unit.item} {number}"
    for officer in army.officers:
        if officer.item:
            yield f"{officer.item} {officer.role}"


def _arranged(army: BoughtArmy, bought: Ref) -> Iterator[Order]:
    for number, unit in enumerate(army.units, start=1):
        spots = [f"{spot[0]},{spot[1]}" for spot in (unit.attack, unit.defence) if spot]
        if unit.directive or unit.in_defence or unit.brigade or spots:
            yield ArrangeUnit(
                army=bought,
                number=number,
                directive=unit.directive,
                in_defence=unit.in_defence,
                brigade=unit.brigade or None,
                hex="".join(spots[:1]),
            )
        for spot in spots[1:]:
            yield ArrangeUnit(army=bought, number=number, hex=spot)
    for number, each in enumerate(army.officers, start=1):
        if each.unit or each.stance or each.spells:
            yield PostOfficer(
                army=bought,
                number=number,
                unit=each.unit,
                stance=each.stance,
                spells=each.spells,
            )


def points_of_unit(war: WarmasterContent, army: BoughtArmy, place: int) -> int:
    """What a unit costs with all that it has."""
    return unit_price(war.army_lists[army.list], war.magic_items, army.units[place].bought)


def points_of_officer(war: WarmasterContent, army: BoughtArmy, place: int) -> int:
    """What a character costs with the item."""
    bought = army.officers[place].bought
    return character_price(war.army_lists[army.list], war.magic_items, bought)
