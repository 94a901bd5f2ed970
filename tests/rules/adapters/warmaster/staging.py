"""Small battles for one rule: dice that fall as wished, plain units, who stands where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any, TypeVar

from engine.dice import Dice
from engine.facts import Tagged
from engine.packs.warmaster.battle.grid import NEIGHBOURS, cell_of, spot_of
from engine.packs.warmaster.battle.lore import Lore
from engine.packs.warmaster.battle.state import Battle, BattleCharacter, BattleUnit
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, Captain, Spot, Troop
from engine.packs.warmaster.content.items import MagicItem
from engine.packs.warmaster.content.lists import NO_ARMOUR
from engine.packs.warmaster.content.spells import WarSpell
from tests.rules.adapters.warmaster.scene import (
    LORE,
    army,
    field_of,
    fought_by,
    played,
    set_out,
    troop_of,
    type_of,
)
from tests.rules.harness import Function, Given, Result, rule

T = TypeVar("T")

HERE: Spot = (8, 8)
FAR: Spot = (17, 0)
"""Where nobody is in anybody's way."""
COVERED = {0: "open", 1: "woods", 2: "wall3"}
"""A terrain for each cover."""
LASTING = 20
"""Hits of a stand that is not to fall."""


class Falling:
    """Dice that fall as listed, then as one pattern for ever."""

    def __init__(self, listed: Iterable[int] = (), then: Sequence[int] = (1,)) -> None:
        self._listed = iter((*listed,))
        self._then = cycle(then)
        self.thrown = 0

    def whole(self, sides: int, *, chance: object = None) -> int:
        assert sides == 6
        self.thrown += 1
        return next(self._listed, None) or next(self._then)

    def real100(self, *, chance: object = None) -> float:
        raise AssertionError("a battle throws six-sided dice alone")

    def pick(self, options: Sequence[T]) -> T:
        raise AssertionError("a battle throws six-sided dice alone")


def sum_of_two(total: int) -> tuple[int, int]:
    """Two dice of that sum, which are a double only where they must be."""
    high = min(6, total - 1)
    if 2 * high == total and 2 < total < 12:
        high += 1
    return high, total - high


def armour_of(text: str) -> int:
    return NO_ARMOUR if text == "none" else int(text.removesuffix("+"))


def armour_text(value: int) -> str:
    return "none" if value == NO_ARMOUR else f"{value}+"


def foot(**figures: Any) -> Troop:
    """A unit of infantry whose stands do not fall; every figure may be given."""
    usual: dict[str, Any] = {"armour": NO_ARMOUR, "hits": LASTING, "at": HERE}
    return troop_of(type_of("Halberdiers")).replace(**{**usual, **figures})


def one_stand(**figures: Any) -> Troop:
    """A unit of one stand with one attack."""
    return foot(**{"attacks": 1, "full_stands": 1, "stands": 1, **figures})


def next_to(spot: Spot, direction: int = 0) -> Spot:
    """The hex next to one, by the place of its direction in the order of neighbours."""
    return spot_of(NEIGHBOURS[cell_of(spot)][direction])


def stage(
    own: Sequence[Troop],
    enemies: Sequence[Troop],
    *,
    captains: Sequence[Captain] = (),
    enemy_captains: Sequence[Captain] = (),
    terrain: Mapping[str, Sequence[Spot]] | None = None,
    dice: object = None,
    lore: Lore = LORE,
    **army_changes: Any,
) -> Battle:
    """A battle in the attacker's turn, everybody where they are said to be."""
    battle = set_out(
        fought_by(
            army(ATTACKER, *own, captains=captains, **army_changes),
            army(DEFENDER, *enemies, captains=enemy_captains),
            field=field_of({kind: list(map(list, each)) for kind, each in (terrain or {}).items()}),
        )
    )
    roll: Any = dice or Falling()
    thrown: Dice = roll
    battle.dice, battle.lore = thrown, lore
    return battle


def own(battle: Battle, number: int = 1) -> BattleUnit:
    return battle.units[ATTACKER][number - 1]


def enemy(battle: Battle, number: int = 1) -> BattleUnit:
    return battle.units[DEFENDER][number - 1]


def leader(battle: Battle, number: int = 1) -> BattleCharacter:
    return battle.characters[ATTACKER][number - 1]


def happened(battle: Battle, kind: type[Any]) -> list[Any]:
    """The events of a kind, in order."""
    return [event for event in battle.events if isinstance(event, kind)]


def first(events: Iterable[Tagged], default: Any = None) -> Any:
    return next(iter(events), default)


def with_spell(key: str, **changes: Any) -> Lore:
    """The magic of the module, in which a spell has other figures."""
    spell: WarSpell = LORE.spells[key].model_copy(update=changes)
    return Lore(spells={**LORE.spells, key: spell}, items=LORE.items)


def with_effect(key: str, **changes: Any) -> Lore:
    """The magic of the module, in which what an item does has other figures."""
    item: MagicItem = LORE.items[key]
    changed = item.model_copy(update={"effect": item.effect.model_copy(update=changes)})
    return Lore(spells=LORE.spells, items={**LORE.items, key: changed})


def or_played(*ids: str) -> Callable[[Function], Function]:
    """Mark an adapter that plays cases with a `phase`, and hands on all others."""

    def mark(function: Function) -> Function:
        def either(given: Given) -> Result:
            return played(given) if "phase" in given else function(given)

        either.__module__, either.__qualname__ = function.__module__, function.__qualname__
        for each in ids:
            rule(each)(either)
        return either

    return mark


def ones(number: int) -> Iterator[int]:
    return iter((1,) * number)
