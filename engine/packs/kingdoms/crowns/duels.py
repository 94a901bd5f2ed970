"""Battles in lines of armies of equal pay, which measure army types and alignments.

A point is a hundredth of a gold coin of pay in a turn. Nobody leads, so nobody lacks anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.dice import Dice
from engine.duels import BalanceTrial, Boon, DuelResult, DuelSide, Parties
from engine.packs import Rules
from engine.packs.kingdoms.battle.fight import fight
from engine.packs.kingdoms.battle.happenings import UnitEnded
from engine.packs.kingdoms.battle.values import (
    SIDES,
    Contingent,
    Field,
    Fielded,
    Setting,
    Side,
    SideName,
)
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.pieces.records import Army
from engine.world import Place

_POINTS: Final = 100
"""Points for each gold coin of pay."""
_LEFT: Final = frozenset(("stays", "escaped"))
"""The fates of armies that are still there."""


class KingdomsDuels:
    """Armies of one type on land; a gift is the zeal of an alignment."""

    usual = 1200

    def peoples(self, rules: Rules) -> Mapping[str, str]:
        """The types of armies that are raised on land."""
        content = rules.module.content(ArmyContent)
        land = {key for key, ground in content.grounds.items() if not ground.sea}
        types = content.army_types
        return {key: each.name for key, each in types.items() if land & set(each.raised)}

    def boons(self, rules: Rules) -> Sequence[Boon]:
        """The alignments."""
        everybody = tuple(self.peoples(rules))
        alignments = rules.module.content(RulerContent).alignments
        return [Boon(key, key, "alignments", everybody, given=True) for key in alignments]

    def trials(self, rules: Rules) -> Sequence[BalanceTrial]:
        """None: its armies meet as they would on a field."""
        return ()

    def fight(self, rules: Rules, parties: Parties, dice: Dice) -> DuelResult:
        """A battle on ground that hangs on who meets, not on who attacks."""
        content = rules.module.content(ArmyContent)
        grounds = [key for key, ground in content.grounds.items() if not ground.sea]
        ground = grounds[sum(party.number for party in parties) % len(grounds)]
        field = Field.of(content, Setting(province=1, ground=ground))
        sides = (
            _side(rules, content, SIDES[0], parties[0]),
            _side(rules, content, SIDES[1], parties[1]),
        )
        fought = fight(field, sides, dice)
        gone = {
            each.piece
            for each in fought.events
            if isinstance(each, UnitEnded) and each.fate not in _LEFT
        }
        one, other = (
            sum(army.piece in gone for army in side.armies) / len(side.armies) for side in sides
        )
        return DuelResult(winner=SIDES.index(fought.winner), lead=other - one)


def _side(rules: Rules, content: ArmyContent, name: SideName, party: DuelSide) -> Side:
    """As many armies of a type as the pay is nearest to, of a kingdom or of nobody's."""
    type, rulers = content.army_types[party.people], rules.module.content(RulerContent)
    each = _POINTS * type.pay
    number = max(1, (2 * party.worth + each) // (2 * each))
    first = 1000 * (1 + SIDES.index(name))
    race = type.race or next(iter(rulers.peoples))
    return Side(
        crown=1 + SIDES.index(name),
        alignment=party.gift,
        contingents=(
            Contingent(
                armies=tuple(
                    Fielded(
                        piece=Place(Army.kind, first + place),
                        type=party.people,
                        race=race,
                        quality=rulers.start.quality,
                    )
                    for place in range(number)
                )
            ),
        ),
    )
