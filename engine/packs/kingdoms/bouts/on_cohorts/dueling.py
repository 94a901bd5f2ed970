"""Champions of the base game duel before a battle in lines, where both packs are on.

Source: kingdoms.battle.duel, with characters as kingdoms.mapping.abilities-for-base-characters.
"""

from __future__ import annotations

from engine.battle import Engagement
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character
from engine.packs.kingdoms.battle.arena import Dueling
from engine.packs.kingdoms.battle.fight import Sides
from engine.packs.kingdoms.battle.values import Champion, Leader, Side
from engine.packs.kingdoms.bouts import contest
from engine.packs.kingdoms.bouts.duels import dueling
from engine.packs.kingdoms.bouts.fighters import EncounterFighter
from engine.packs.kingdoms.bouts.on_cohorts.fielding import fighter
from engine.packs.kingdoms.bouts.on_cohorts.system import hurt, lore
from engine.state import State
from engine.world import Place


class Champions:
    """The duels of base characters (`battle.on_cohorts.system.Duels`)."""

    needs = frozenset(("skills", "wounds", "nature", "ext"))

    def between(self, state: State, sides: Sides) -> tuple[Dueling, Sides]:
        """How the leaders of both sides duel: Brave, and by their plans."""
        world, content = state.world, state.module.content(Content)
        fighters: dict[Place, EncounterFighter] = {
            leader.piece: fighter(world, content, world.get(Character, leader.piece.id))
            for side in sides
            for leader in side.leaders
        }
        one, other = (_planned(side, fighters) for side in sides)
        return dueling(fighters, lore(state.module)), (one, other)

    def aftermath(self, state: State, duel: Engagement) -> None:
        """Wounds of who lived; the dead are the battle's matter."""
        for one, left in zip(contest.fighters(duel), contest.end_of(duel).hits, strict=True):
            if one.piece and 0 < left < one.hits:
                hurt(state, state.world.get(Character, one.piece.id), one, left)


def _planned(side: Side, fighters: dict[Place, EncounterFighter]) -> Side:
    """A side whose leaders have their plans for fighting in person."""

    def planned(leader: Leader) -> Leader:
        return leader.replace(champion=Champion(plan=fighters[leader.piece].plan))

    contingents = tuple(
        each.replace(leader=planned(each.leader)) if each.leader else each
        for each in side.contingents
    )
    return side.replace(contingents=contingents)
