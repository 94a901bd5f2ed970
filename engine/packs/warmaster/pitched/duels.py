"""Pitched battles of equal points that nobody plays, which measure lists, items and spells.

Sources: warmaster.army.points, warmaster.item.points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from engine.battle import Engagement
from engine.dice import Dice, SeededDice
from engine.duels import BalanceTrial, Boon, DuelResult, DuelSide, Parties
from engine.numbers import total
from engine.packs import Rules
from engine.packs.warmaster.battle.blows import WizardCast
from engine.packs.warmaster.battle.deployment import MOST_UNITS
from engine.packs.warmaster.battle.happenings import Ended, Stood, UnitPosition, Withdrew
from engine.packs.warmaster.battle.values import SIDES, Army, SideName
from engine.packs.warmaster.content import ArmyList, MagicItem, WarmasterContent
from engine.packs.warmaster.content.lists import Role
from engine.packs.warmaster.content.points import limits
from engine.packs.warmaster.fighting import FightingSide, arena, fight
from engine.packs.warmaster.pitched.contest import fielded
from engine.packs.warmaster.pitched.records import BoughtArmy, Enlisted, Officer
from engine.packs.warmaster.standing import Doctrine
from engine.trials import SEED

_TO_UNITS: Final = Fraction(3, 5)
"""The least share of the points that is not spent on characters."""
_LIKING: Final = 20
"""How much more one type may be liked than another, at most."""


def enlisted(own: ArmyList, points: int, dice: Dice) -> BoughtArmy:
    """An army that the list allows, without items: led, with mages, and units by fancy.

    It has a General, mages and Heroes as long as they cost no more than two fifths of the points,
    the least number of every type, and then whatever the dice like until no more can be paid
    (warmaster.army.points).
    """
    mage: Role = "wizard" if "wizard" in own.characters else "runesmith"
    roles: list[Role] = ["general"]
    left, allowed = points - own.characters["general"].points, limits(points, own)
    for role in (mage, "hero"):
        price = own.characters[role].points
        for _ in range(allowed[role][1] or 0):
            if left - price < _TO_UNITS * points:
                break
            roles.append(role)
            left -= price
    liked = {key: dice.whole(_LIKING) for key in own.units}
    types = [key for key in own.units for _ in range(allowed[key][0])]
    left -= sum(own.units[key].points for key in types)
    counts = Counter(types)
    while len(types) < MOST_UNITS:
        open_ = [
            key
            for key, kind in own.units.items()
            if kind.points <= left and counts[key] < (allowed[key][1] or MOST_UNITS)
        ]
        if not open_:
            break
        chosen = _by_liking(open_, liked, dice)
        types.append(chosen)
        counts[chosen] += 1
        left -= own.units[chosen].points
    order = list(own.units)
    return BoughtArmy(
        id=0,
        player=0,
        name=own.name,
        list=own.key,
        points=points,
        units=tuple(Enlisted(type=key) for key in sorted(types, key=order.index)),
        officers=tuple(Officer(role=role) for role in roles),
    )


def _by_liking(keys: list[str], liked: dict[str, int], dice: Dice) -> str:
    drawn = dice.whole(sum(liked[key] for key in keys))
    for key in keys:
        drawn -= liked[key]
        if drawn <= 0:
            return key
    raise AssertionError("a draw is of the sum of what is drawn from")


_TERRAIN: Final = "grassland"  # warmaster.field.generation
_NOTHING_TOLD: Final = Doctrine(id=0, player=0)


class WarmasterDuels:
    """Armies bought by the lists; a gift is an item without its price, a lack an unknown spell."""

    usual = 1000

    def peoples(self, rules: Rules) -> Mapping[str, str]:
        """The army lists."""
        lists = rules.module.content(WarmasterContent).army_lists
        return {key: own.name for key, own in lists.items()}

    def boons(self, rules: Rules) -> Sequence[Boon]:
        """The magic items, and the spells of the lists."""
        war = rules.module.content(WarmasterContent)
        lists = war.army_lists
        items = [
            Boon(
                key=key,
                name=item.name,
                sort="items",
                peoples=tuple(each for each, own in lists.items() if _may_have(own, item)),
                price=_price(item),
                given=True,
            )
            for key, item in war.magic_items.items()
        ]
        spells = [
            Boon(key=spell, name=war.war_spells[spell].name, sort="spells", peoples=(key,))
            for key, own in lists.items()
            for spell in own.spells
        ]
        return [*items, *spells]

    def trials(self, rules: Rules) -> Sequence[BalanceTrial]:
        """None: its armies meet as they would on a field."""
        return ()

    def fight(self, rules: Rules, parties: Parties, dice: Dice) -> DuelResult:
        """A pitched battle; parties of the same people and number have bought the same."""
        war = rules.module.content(WarmasterContent)
        one, other = (_army(war, side, party) for side, party in zip(SIDES, parties, strict=True))
        where = arena(war, _TERRAIN, 0, merciful=False)
        return _fought(fight(where, (FightingSide(one), FightingSide(other)), dice))


def _price(item: MagicItem) -> str:
    costs = [rank.cost for rank in item.ranks] if item.ranks else [item.cost]
    return "/".join(str(cost) for cost in costs)


def _may_have(own: ArmyList, item: MagicItem) -> bool:
    return any(item.cost_for_role(role) is not None for role in own.characters) or any(
        item.cost_for(kind.kind, kind.armour, kind.hits) is not None for kind in own.units.values()
    )


def _army(war: WarmasterContent, side: SideName, party: DuelSide) -> Army:
    own = war.army_lists[party.people]
    dice = SeededDice(SEED, party.number).stream(party.people, "enlist")
    bought = enlisted(own, party.worth, dice)
    if party.gift:
        bought = _with(own, bought, war.magic_items[party.gift])
    army = fielded(war, side, bought, _NOTHING_TOLD)
    return army.replace(
        captains=tuple(
            each.replace(spells=tuple(key for key in each.spells if key != party.lack))
            for each in army.captains
        )
    )


def _with(own: ArmyList, army: BoughtArmy, item: MagicItem) -> BoughtArmy:
    """The army with an item in the hands of the dearest unit that may carry it, or of a leader."""
    kinds = [own.units[unit.type] for unit in army.units]
    fit = [
        (-kind.points, place)
        for place, kind in enumerate(kinds)
        if item.cost_for(kind.kind, kind.armour, kind.hits) is not None
    ]
    if fit:
        _, chosen = min(fit)
        units = [
            unit.replace(item=item.key) if place == chosen else unit
            for place, unit in enumerate(army.units)
        ]
        return army.replace(units=tuple(units))
    officers = list(army.officers)
    for place, officer in enumerate(officers):
        if item.cost_for_role(officer.role) is not None:
            officers[place] = officer.replace(item=item.key)
            break
    return army.replace(officers=tuple(officers))


def _fought(battle: Engagement) -> DuelResult:
    winner = SIDES.index("attacker" if battle.winner == SIDES[0] else "defender")
    attacker, defender = _losses(battle)
    return DuelResult(
        winner=winner,
        lead=defender - attacker,
        marks=tuple(_marks(battle)),
        uses=_casts(battle),
    )


def _losses(battle: Engagement) -> tuple[float, float]:
    """The share of its points in units that each army has lost."""
    stood = next(each for each in reversed(battle.events) if isinstance(each, Stood))
    armies = [each for each in battle.participants if isinstance(each, Army)]
    one, other = (_lost(army, left) for army, left in zip(armies, stood.units, strict=True))
    return one, other


def _lost(army: Army, left: Sequence[UnitPosition]) -> float:
    paid = sum(troop.points for troop in army.troops)
    kept = total(
        troop.points * unit.stands / troop.full_stands
        for troop, unit in zip(army.troops, left, strict=True)
    )
    return 1 - kept / paid


def _marks(battle: Engagement) -> Iterator[str]:
    for event in battle.events:
        match event:
            case Ended(reason="time"):
                yield "ended by time"
            case Withdrew(reason="general"):
                yield f"the {event.side}'s General fell"
            case _:
                pass


def _casts(battle: Engagement) -> Mapping[str, tuple[int, int]]:
    tried, worked = Counter[str](), Counter[str]()
    for event in battle.events:
        if isinstance(event, WizardCast):
            tried[event.spell] += 1
            worked[event.spell] += event.worked and not event.stopped
    return {key: (count, worked[key]) for key, count in tried.items()}
