"""Arms: what soldiers fight with, how good it is, and the best of it that there is for a number.

For advice and for computer players; no rule runs on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.packs.cohorts.content import Armor, Artillery, Content, Gear, Weapon
from engine.packs.cohorts.content.items import Made
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import Unit
from engine.world import Place, World


def worth(content: Content, gear: Mapping[str, str]) -> float:
    """How good equipment is in a fight, to compare it: protection and the damage of its weapons."""
    found = 0.0
    for name in gear.values():
        item = content.item(name)
        if isinstance(item, Weapon):
            found += 6 * max(item.melee_damage, item.missile_damage) + item.melee_power
        found += getattr(item, "df", 0)
    return found


def is_weapon(item: object) -> bool:
    """Whether soldiers fight with it, hand to hand or from afar; a shield is none."""
    return isinstance(item, Weapon) and "shield" not in item.classes


def shoots(item: Weapon) -> bool:
    """Whether it does more from afar than hand to hand."""
    return item.missile_damage > item.melee_damage


def kind_of(item: Made) -> str:
    """Kinds of equipment of which only the best is made and worn."""
    match item:
        case Weapon():
            if "shield" in item.classes:
                return "shield"
            return "shots" if shoots(item) else "arms" if 1 in item.hands else "long"
        case Gear():
            return item.place
        case _:
            return item.made_in + type(item).__name__


def outfit(world: World, content: Content, holder: Place, soldiers: int) -> tuple[str, ...]:
    """The best arms of each kind that somebody holds enough of for that number, wagons apart.

    Soldiers with a long weapon carry it instead of a short one and a shield, if it is better.
    """
    best = dict[str, tuple[float, str]]()
    for each in held(world, holder):
        item = content.item(each.item)
        if each.count < soldiers or not isinstance(item, Weapon | Armor | Gear):
            continue
        kind = kind_of(item)
        if kind != "transport":
            rated = (worth(content, {"": each.item}), each.item)
            best[kind] = max(best.get(kind, rated), rated)
    hand, shield = best.get("arms", (0.0, "")), best.get("shield", (0.0, ""))
    long = best.get("long", (0.0, ""))[0] > hand[0] + shield[0]
    spared = ("arms", "shield") if long else ("long",)
    return tuple(item for kind, (_, item) in best.items() if kind not in spared)


# ---------------------------------------------------------------- artillery


def pieces(content: Content, unit: Unit) -> Iterator[tuple[Artillery, int]]:
    """The artillery of a unit with its number: the engine that it is, or what is aboard a ship."""
    match unit.arm:
        case "artillery":
            yield content.artillery[unit.type], 1
        case "ship":
            for key, number in content.ships[unit.type].artillery.items():
                yield content.artillery[key], number
        case _:
            return


def reach(content: Content, unit: Unit) -> int:
    """How many provinces away the farthest target may be; 0 for a unit that cannot bombard."""
    return max((piece.range for piece, _ in pieces(content, unit)), default=0)
