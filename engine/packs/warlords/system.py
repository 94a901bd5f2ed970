"""The battles of Warlords, as the strategic game calls them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.battle import BattleRecord, Clash, Odds
from engine.dice import Dice, ForeseeDice
from engine.numbers import total
from engine.packs.cohorts.battle.guess import Imagined
from engine.packs.cohorts.battle.usual import Estimate, Usual
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character, Piece, Unit
from engine.packs.warlords.aftermath import Aftermath
from engine.packs.warlords.battle.cards import Company, Field
from engine.packs.warlords.battle.condition import HEALTHY, Condition
from engine.packs.warlords.battle.fight import Companies, battle
from engine.packs.warlords.battle.odds import odds, tried
from engine.packs.warlords.content import WarContent
from engine.packs.warlords.muster import field_of, hosts, side_of
from engine.packs.warlords.pieces import Hero, condition_of, hero_of, troop_of
from engine.state import State
from engine.trials import MIDDLE, Possibility, Tried, spread
from engine.world import Place, World

NEEDS: Final = frozenset(("type", "job", "level", "slot", "wounds", "equipment", "talents", "ext"))
"""Fields of a piece that a forecast depends on (warlords.map.military-unit,
warlords.map.character)."""
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
        return {**drawn, "ext": troop.replace(condition=self._decorated(Unit, share))}

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


NAME = "warlords"


class WarlordsBattles:
    """Stack against stack until one is wiped out (warlords.map.campaign)."""

    def muster(self, state: State, clash: Clash) -> tuple[Field, tuple[Companies, Companies]]:
        """The field and both sides' companies."""
        field = field_of(state, clash)
        met = hosts(state.world, clash)
        attacker = side_of(state, "attacker", met.attackers, field)
        return field, (attacker, side_of(state, "defender", met.defenders, field))

    def fight(
        self, field: Field, sides: tuple[Companies, Companies], dice: Dice, clash: Clash
    ) -> BattleRecord:
        """Fight it out."""
        return BattleRecord(system=NAME, clash=clash, engagements=battle(field, *sides, dice))

    def aftermath(self, state: State, record: BattleRecord) -> None:
        """Carry the outcome into the world and tell both sides; nothing if nobody fought."""
        if record.winner != "none":
            Aftermath(state, record).run()

    def took_part(self, record: BattleRecord) -> tuple[Place, ...]:
        """Everyone who took part."""
        each = (one for fight in record.engagements for one in fight.participants)
        companies = (one for one in each if isinstance(one, Company))
        return tuple(fighter.piece for one in companies for fighter in one.fighters)

    def odds(self, state: State, clash: Clash) -> Iterator[Odds]:
        """The attacker's chance: one figure where all is known, else an estimate over all cases.

        Pieces that the asking side has read count as they were then. What it has not read is drawn
        anew for each trial battle from what is usual. Source: warlords.forecast.
        """
        war = state.module.content(WarContent)
        content, figures = state.module.content(Content), war.warlords
        faction = state.me.faction if state.player else 0
        usual = WarUsual(state.world, content, war, faction)
        seen = Imagined(state.world, content, clash, usual, NEEDS)

        def muster(case: Possibility) -> tuple[Field, tuple[Companies, Companies]]:
            return self.muster(State(state.rules, seen.filled(case), ForeseeDice()), clash)

        if not seen.open:
            field, sides = muster(MIDDLE)
            limits = {"most": figures.exact_outcomes, "trials": figures.trials}
            yield odds(field, *sides, **limits).replace(guesses=seen.guesses)
            return

        def battle(case: Possibility) -> Tried:
            return tried(*muster(case), case.number)

        for estimate in spread(battle, most=figures.trials):
            yield seen.told(estimate)


def again(record: BattleRecord, dice: Dice) -> BattleRecord:
    """The battle of a record fought once more, to the same outcome with the same dice."""
    sides: dict[str, dict[int, Company]] = {"attacker": {}, "defender": {}}
    field = Field()
    for engagement in record.engagements:
        for part in engagement.participants:
            if isinstance(part, Company):
                sides[part.side].setdefault(part.number, part)
            elif isinstance(part, Field):
                field = part
    attacker, defender = (tuple(each.values()) for each in sides.values())
    return WarlordsBattles().fight(field, (attacker, defender), dice, record.clash)
