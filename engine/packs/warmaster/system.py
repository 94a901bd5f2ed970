"""The battles of Warmaster, as the strategic game calls them (`engine.battle.Contest`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.battle import BattleRecord, Clash, Fate, Odds
from engine.dice import Dice, ForeseeDice, SeededDice
from engine.packs.cohorts.battle.guess import SEED, Imagined, Possibility
from engine.packs.cohorts.battle.muster import hosts
from engine.packs.cohorts.battle.trials import Tried, spread
from engine.packs.cohorts.content import Content
from engine.packs.warmaster.aftermath import Aftermath
from engine.packs.warmaster.battle.mercy import Mercy
from engine.packs.warmaster.battle.naval import FightingShip, Seas
from engine.packs.warmaster.battle.values import SIDES, Army
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.fighting import Arena, FightingSide, Forces, arena, fight
from engine.packs.warmaster.fleets import fleet_of
from engine.packs.warmaster.muster import armies_of, site_of
from engine.packs.warmaster.outcome import result_of
from engine.packs.warmaster.usual import NEEDS, WarmasterUsual
from engine.state import State
from engine.world import Place

NAME: Final = "warmaster"


class WarmasterBattles:
    """Armies on a field of hexes, or fleets at sea (warmaster.map.campaign)."""

    def muster(self, state: State, clash: Clash) -> tuple[Arena, Forces]:
        """Where it is fought, and both sides."""
        war, site = state.module.content(WarmasterContent), site_of(state, clash)
        where = arena(war, site.terrain, site.walls, merciful=True)
        if not site.naval:
            one, other = armies_of(state, clash, site)
            return where, (FightingSide(one), FightingSide(other))
        figures = war.warmaster
        seas = Seas(rounds=figures.naval_rounds, hit=figures.naval_hit)
        met = hosts(state.world, clash)
        attacker, defender = (
            fleet_of(state, side, bands) for side, bands in zip(SIDES, met, strict=True)
        )
        return (
            Arena(where.terrain, (), 0, where.lore, Mercy(spare=figures.mercy), seas),
            (attacker, defender),
        )

    def fight(self, field: Arena, sides: Forces, dice: Dice, clash: Clash) -> BattleRecord:
        """Fight it out."""
        return BattleRecord(system=NAME, clash=clash, engagements=(fight(field, sides, dice),))

    def aftermath(self, state: State, record: BattleRecord) -> None:
        """Carry the outcome into the world and tell both sides."""
        Aftermath(state, record).run()

    def took_part(self, record: BattleRecord) -> tuple[Place, ...]:
        """Everyone who took part."""
        found: list[Place | None] = []
        for each in record.engagements[-1].participants:
            if isinstance(each, FightingShip):
                found.append(each.piece)
            elif isinstance(each, Army):
                found.extend(one.piece for one in (*each.troops, *each.captains))
        return tuple(piece for piece in found if piece)

    def odds(self, state: State, clash: Clash) -> Iterator[Odds]:
        """How often the attacker wins trial battles, over all cases of what is not known.

        What the asking side has not read is drawn anew for each from what is usual.
        """
        content, war = state.module.content(Content), state.module.content(WarmasterContent)
        usual = WarmasterUsual(state.world, content, war, state.me.faction if state.player else 0)
        seen = Imagined(state.world, content, clash, usual, NEEDS)

        def battle(case: Possibility) -> Tried:
            trial = State(state.rules, seen.filled(case), ForeseeDice())
            where, forces = self.muster(trial, clash)
            dice = SeededDice(SEED, case.number).stream("odds", "battle")
            record = self.fight(where, forces, dice, clash)
            return Tried(record.winner == "attacker", tuple(_fates(trial, war, record)))

        for estimate in spread(battle, most=war.warmaster.trials):
            yield seen.told(estimate)


def _fates(state: State, war: WarmasterContent, record: BattleRecord) -> Iterator[Fate]:
    """What a trial battle did to everyone in it."""
    for fate in result_of(record, war.warmaster.mercy_wounds).fates:
        piece = state.world.at(fate.piece)
        before = getattr(piece, "wounds", 0)
        after = before if fate.wounds is None else fate.wounds
        lost = float(max(0, after - before)) / max(1.0, float(100 - before))
        yield Fate(
            piece=fate.piece, side=SIDES[fate.side], falls=float(fate.dead), lost=min(1.0, lost)
        )
