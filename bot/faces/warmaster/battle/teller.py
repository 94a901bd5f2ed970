"""Who tells a battle of Warmaster: what everybody is called, and how all stand as it is read.

Units have the number of their counters, as in "3 Halberdiers (A)".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.faces.battle.account import MOST, sided
from bot.faces.warmaster.battle.pieces import letter
from bot.faces.warmaster.battle.terms import titled
from bot.faces.words.names import Names
from bot.faces.words.text import listed
from engine.battle import Engagement
from engine.module.sections import Named
from engine.packs.warmaster.battle.replay import Replay
from engine.packs.warmaster.battle.values import SIDES, Captain, SideName, Spot
from engine.packs.warmaster.content.lists import NO_ARMOUR


class Teller:
    """What tells the events of a battle on land, knowing how all stood before each."""

    def __init__(self, fight: Engagement, names: Names) -> None:
        self.replay = Replay(fight)
        self.battle = self.replay.battle
        self.names = names
        self.titles = tuple(called(army.captains, names) for army in self.battle.armies)

    # ------------------------------------------------------------------ who and where

    def bare(self, side: SideName, number: int) -> str:
        """A unit by number and name, where the side has been told."""
        troop = self.battle.armies[SIDES.index(side)].troops[number - 1]
        return f"{number} {self.names.show(troop.name or troop.type)}"

    def who(self, side: SideName, number: int) -> str:
        """A unit by number, name and side."""
        return sided(self.bare(side, number), side)

    def all(self, side: SideName, numbers: Iterable[int]) -> str:
        """Several units of a side that has been told."""
        return listed((self.bare(side, number) for number in numbers), MOST)

    def leader(self, side: SideName, number: int) -> str:
        """A character by name, role and side."""
        return sided(self.titles[SIDES.index(side)][number - 1], side)

    def group(self, side: SideName, brigade: int, numbers: Sequence[int]) -> str:
        """Whom an order is meant for: a brigade with its units, or one unit."""
        if not brigade:
            return self.all(side, numbers)
        return f"brigade {letter(brigade)} ({self.all(side, numbers)})"

    def item(self, key: str) -> str:
        """A magic item by name."""
        return self._called(self.battle.lore.items, key)

    def spell(self, key: str) -> str:
        """A spell by name."""
        return self._called(self.battle.lore.spells, key)

    def _called(self, lore: Mapping[str, Named], key: str) -> str:
        found = lore.get(key)
        return self.names.show(found.name if found else key.replace("-", " ").capitalize())


def called(captains: Sequence[Captain], names: Names) -> tuple[str, ...]:
    """What the characters of an army are called: by name and role, of several alike by number."""
    plain = [titled(each.role, names.show(each.name)) for each in captains]
    found: list[str] = []
    for place, name in enumerate(plain):
        alike = plain.count(name) > 1
        found.append(f"{name} {plain[: place + 1].count(name)}" if alike else name)
    return tuple(found)


def hex_told(spot: Spot) -> str:
    """A hex as orders name it: its column and row."""
    return f"{spot[0]},{spot[1]}"


def armour_told(armour: int) -> str:
    """An Armour as lists write it, such as "5+"; "none" for none."""
    return f"{armour}+" if armour < NO_ARMOUR else "none"


def dice_told(dice: Iterable[int]) -> str:
    """Dice as they fell."""
    return " ".join(map(str, dice))
