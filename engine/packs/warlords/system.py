"""The battles of Warlords, as the strategic game calls them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.battle import BattleRecord, Clash, Odds
from engine.dice import Dice, ForeseeDice
from engine.packs.cohorts.battle.guess import Imagined
from engine.packs.cohorts.content import Content
from engine.packs.warlords.aftermath import Aftermath
from engine.packs.warlords.battle.cards import Company, Field
from engine.packs.warlords.battle.fight import Companies, battle
from engine.packs.warlords.battle.odds import odds, tried
from engine.packs.warlords.content import WarContent
from engine.packs.warlords.muster import field_of, hosts, side_of
from engine.packs.warlords.usual import WarUsual
from engine.state import State
from engine.trials import MIDDLE, Possibility, Tried, spread
from engine.world import Place

NEEDS: Final = frozenset(("type", "job", "level", "slot", "wounds", "equipment", "talents", "ext"))
"""Fields of a piece that a forecast depends on (warlords.map.military-unit,
warlords.map.character)."""


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
