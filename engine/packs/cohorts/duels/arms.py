"""Arms of equal cost against each other: what a soldier with each costs, and how they fare.

Sources: cohorts.battle.rounds, cohorts.item.starter-weapons, cohorts.item.mount-table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from engine.dice import Dice
from engine.duels import BalanceTrial, Boon, DuelResult, DuelSide, Parties
from engine.packs import Rules
from engine.packs.cohorts.content import Content, Mount, Weapon
from engine.packs.cohorts.content.items import Made
from engine.packs.cohorts.duels import trials
from engine.packs.cohorts.duels.ground import FRONT, DuelField, DuelTroop, losses

_HEAD: Final = 1
"""The cost of a recruit, in the points of soldiers' arms."""
_LEVEL: Final = 3
"""Of all soldiers in a duel of arms."""
_ARMOR: Final = "soft_leather"
_SHIELD: Final = "shield"
_SIDEARM: Final = "dagger"
_BACK: Final = (8, 7, 9, 6, 10)
"""The slots of the rear rank, from the middle outwards: shooters stand there."""
_FOOT: Final = (
    *("spear", "pike", "club", "broadsword", "greatsword", "hand_axe", "war_hammer", "maul"),
    *("short_sword", "battle_axe", "halberd", "morning_star"),
)
_SHOOTERS: Final = ("short_bow", "long_bow", "crossbow", "sling", "javelin")
_HORSE: Final = (("palfrey", "spear"), ("palfrey", "lance"), ("courser", "lance"))


class CohortsDuels:
    """Hosts of soldiers who are armed alike, as many as the points pay for."""

    usual = 1500

    def peoples(self, rules: Rules) -> Mapping[str, str]:
        """The arms that the module has, each by its name."""
        content = rules.module.content(Content)
        return {key: key.replace("_", " ").capitalize() for key in _arms(content)}

    def boons(self, rules: Rules) -> Sequence[Boon]:
        """None: what is worth its place is asked in trials."""
        return ()

    def trials(self, rules: Rules) -> Sequence[BalanceTrial]:
        """Packing, mages, heroes and kidnappers."""
        return trials.TRIALS

    def fight(self, rules: Rules, parties: Parties, dice: Dice) -> DuelResult:
        """A battle on open ground."""
        ground = DuelField(rules)
        arms = _arms(ground.content)
        for side, party in enumerate(parties):
            ground.troop(side, _troop(ground.content, arms[party.people], party))
        winner, record = ground.fight(dice)
        attackers, defenders = losses(record)
        return DuelResult(winner=winner, lead=defenders - attackers)


def _arms(content: Content) -> dict[str, dict[str, str]]:
    """The arms of a soldier of each type, by place."""
    found: dict[str, dict[str, str]] = {}
    for key in _FOOT:
        weapon = content.weapons.get(key)
        if weapon:
            found[key] = {"main_hand": key, **_beside(weapon)}
    for key in _SHOOTERS:
        if key in content.weapons:
            found[key] = {"ranged": key, "main_hand": _SIDEARM}
    for mount, key in _HORSE:
        if mount in content.mounts and key in content.weapons:
            found[f"{mount}_{key}"] = {"main_hand": key, "mount": mount}
    return {key: {**worn, "armor": _ARMOR} for key, worn in found.items()}


def _beside(weapon: Weapon) -> dict[str, str]:
    return {} if weapon.two_handed else {"off_hand": _SHIELD}


def cost(content: Content, worn: Mapping[str, str]) -> Fraction:
    """What a soldier costs: a recruit, and each item by what one of it takes to make."""
    items = (content.item(key) for key in worn.values())
    made = (each for each in items if isinstance(each, Made))
    return sum((Fraction(each.cost, each.yields) for each in made), Fraction(_HEAD))


def _troop(content: Content, worn: Mapping[str, str], party: DuelSide) -> DuelTroop:
    item = content.item(worn["ranged"]) if "ranged" in worn else None
    mounted = any(isinstance(content.item(key), Mount) for key in worn.values())
    back = item is not None and not mounted
    return DuelTroop(
        worn=worn,
        soldiers=int(party.worth / cost(content, worn)),
        level=_LEVEL,
        slots=_BACK if back else FRONT,
    )
