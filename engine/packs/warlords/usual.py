"""What is usual of units and heroes that a faction has not read, beside what is so by Cohorts.

For forecasts alone; no rule runs on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.dice import Dice
from engine.numbers import total
from engine.packs.cohorts.battle.usual import Estimate, Usual
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Character, Piece, Unit
from engine.packs.warlords.battle.condition import HEALTHY, Condition
from engine.packs.warlords.content import WarContent
from engine.packs.warlords.pieces import Hero, Troop, condition_of, hero_of, troop_of
from engine.world import World

_RELICS_A_WEEK: Final = 0.1
_MEDALS_A_WEEK: Final = 0.1


class WarUsual(Usual):
    """What a faction has to expect of foreign pieces in a Warlords campaign."""

    def __init__(self, view: World, content: Content, war: WarContent, faction: int) -> None:
        super().__init__(view, content, faction)
        self.war = war

    def unit(self, unit: Unit, share: float, dice: Dice) -> dict[str, Any]:
        """As by Cohorts, with its card and the medals that it may have."""
        drawn = super().unit(unit, share, dice)
        bare: dict[str, Any] = {**drawn, **unit.known(), "ext": None}
        troop = troop_of(self.war, Unit(**bare))
        if unit.id < 0:
            # Imagined in a garrison of which nobody was seen.
            cards = self._cards(unit, drawn["level"])
            troop = Troop.of(self.war.unit_types[dice.pick(cards)])
        return {**drawn, "ext": troop.replace(condition=self._decorated(Unit, share))}

    def _cards(self, unit: Unit, level: int) -> Sequence[str]:
        """The types of such a unit: nobody's are those that a campaign has begun with.

        Others have what one's own side has, or else began with.
        """
        starts = self.war.warlords.starts
        if not faction_of(self.view, unit):
            return starts.garrisons[min(level, len(starts.garrisons)) - 1]
        own = [troop_of(self.war, each).type for each in self.mine if isinstance(each, Unit)]
        return [key for key in own if key in self.war.unit_types] or starts.units

    def character(self, one: Character, share: float, dice: Dice) -> dict[str, Any]:
        """As by Cohorts, with a type of its class, and the medals and relics that it may have."""
        drawn = super().character(one, share, dice)
        fitting = [kind for kind in self.war.hero_types.values() if kind.job == drawn["job"]]
        kind = dice.pick(fitting or list(self.war.hero_types.values()))
        hero = Hero.of(kind).replace(
            condition=self._decorated(Character, share), worn=self._worn(share, dice)
        )
        return {**drawn, "ext": hero}

    def _decorated(self, kind: type[Piece], share: float) -> Condition:
        own = [
            condition_of(self.war, piece).medals for piece in self.mine if isinstance(piece, kind)
        ]
        likely = total(float(each) for each in own) / len(own) if own else 0.0
        most = len(self.war.warlords.medal_points)
        high = max([*own, likely + self.weeks * _MEDALS_A_WEEK])
        return HEALTHY.replace(medals=min(most, round(Estimate(0, likely, high).at(share))))

    def _worn(self, share: float, dice: Dice) -> dict[str, str]:
        """Relics by place, as many as others may have found by now, the stronger the better."""
        mine = [each for each in self.mine if isinstance(each, Character)]
        own = [len(hero_of(self.war, each).worn) for each in mine]
        likely = total(float(each) for each in own) / len(own) if own else 0.0
        high = max([*own, likely + self.weeks * _RELICS_A_WEEK])
        left, worn = list(self.war.relics.values()), dict[str, str]()
        for _ in range(round(Estimate(0, likely, high).at(share))):
            fitting = [relic for relic in left if relic.place not in worn]
            if fitting:
                relic = dice.pick(fitting)
                worn[relic.place] = relic.key
        return worn
