"""What forces are worth to a computer player: by the battles of stacks that they would fight.

A company is worth what its units can be expected to beat, one after the other, of plain foot: each
steps up with the strength that leaders, spells, relics and its own state give it, and fights until
it falls. So heroes and units are on one scale, and forces worth as much win every second battle.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.numbers import total
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.rivals.reckoning import Weighing
from engine.packs.warlords.battle.bonuses import DuelUnit, arrays
from engine.packs.warlords.battle.cards import (
    CITY,
    Company,
    Field,
    FighterCard,
    KeptSpell,
    companies,
)
from engine.packs.warlords.battle.odds import FrontUnit, pairing
from engine.packs.warlords.battle.precombat import chances, outcomes
from engine.packs.warlords.cards import fighter_of_hero, fighter_of_unit
from engine.packs.warlords.content import WarContent
from engine.packs.warlords.muster import fights, spells_of
from engine.packs.warlords.usual import WarUsual
from engine.world import Place

_FOOT: Final = FighterCard(
    piece=Place("", 0), name="", type="", strength=4, hits=2, abilities={}, terrain={}
)
"""The plain foot beside whom all are weighed ..."""
_EACH: Final = 20
"""... and what each of them is worth."""
_WALLS: Final = (1.0, 1.35, 1.8, 2.3, 3.0)
"""What fortification makes of those behind it: it is so much strength to each."""
_SETTLED: Final = 0.02
"""How likely a unit still stands when nobody asks any more how many it beats."""


def _usual(realm: RivalView) -> WarUsual:
    war = realm.mind.rules.module.content(WarContent)
    return WarUsual(realm.mind.view, realm.content, war, realm.faction)


def _force(realm: RivalView, pieces: Sequence[Character | Unit]) -> float:
    """What pieces are worth as the companies in which they would fight, stack by stack."""
    war = realm.mind.rules.module.content(WarContent)
    groups: dict[Place, tuple[list[FighterCard], list[KeptSpell]]] = {}
    for piece in pieces:
        cards, spells = groups.setdefault(piece.holder, ([], []))
        if isinstance(piece, Unit):
            cards.append(fighter_of_unit(realm.state, piece))
        elif fights(piece):
            cards.append(fighter_of_hero(realm.state, piece))
            spells.extend(spells_of(war, piece))
    sides = [(cards, tuple(spells)) for cards, spells in groups.values()]
    fought = companies("attacker", sides, war.warlords.stack_limit)
    return total(_company(war, each) for each in fought)


def _company(war: WarContent, company: Company) -> float:
    figures = war.warlords
    field = Field(terrains=(CITY,), die=figures.die, banding=figures.banding_most)
    foe = Company(side="defender", fighters=(_FOOT,))
    ours, theirs = arrays(field, company, foe)
    foes = [
        (likely, theirs.stance(_FOOT, condition))
        for likely, condition in outcomes(_FOOT, chances(company))
    ]
    units = [ours.stance(fighter) for fighter in company.fighters]
    return _EACH * total(
        likely * _beats(unit, stance, figures.die) for unit in units for likely, stance in foes
    )


@lru_cache(4096)
def _beats(unit: DuelUnit, foe: DuelUnit, die: int) -> float:
    """How many of a foe a unit can be expected to beat, one after the other, before it falls."""
    fresh = FrontUnit(0, foe.strength, foe.hits, foe.shots, True)
    standing = {FrontUnit(0, unit.strength, unit.hits, unit.shots, True): 1.0}
    beaten = 0.0
    while total(standing.values()) > _SETTLED:
        after: dict[FrontUnit, float] = {}
        for front, likely in standing.items():
            for share, survivor, left in pairing((unit, foe), (front, fresh), die):
                if survivor:
                    beaten += likely * share * (1 - left.hits / foe.hits)
                else:
                    beaten += likely * share
                    after[left] = after.get(left, 0.0) + likely * share
        standing = after
    return beaten


WEIGHING: Final = Weighing(usual=_usual, force=_force, walls=_WALLS, young=True)
"""How forces are weighed in a Warlords campaign."""
