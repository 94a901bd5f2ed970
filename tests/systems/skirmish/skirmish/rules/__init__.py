"""The rules of a skirmish as a pack."""

from __future__ import annotations

from typing import Final

from engine.campaign import Faction, Now, Player
from engine.packs import Pack, Phase, Rules, Step, Together, View
from engine.world import Place, World
from skirmish.rules import duel, joining, records, season, stepping
from skirmish.rules.records import Arena, Fighter, Spot, school_of

_OPEN: Final = (Now, Faction, Player, Arena, Spot)
"""What anybody may see."""


def _show(rules: Rules, world: World, faction: int, seen: World) -> None:
    """The sand and all on it; how far others are drilled nobody knows (skirmish.knowledge.view)."""
    for cls in _OPEN:
        seen.put_all(world.all(cls))
    known = [name for name in Fighter.names if name != "drilled"]
    for fighter in world.all(Fighter):
        own = school_of(world, fighter) == faction
        seen.put(fighter if own else fighter.only(known))


def _knows(rules: Rules, world: World, faction: int, place: Place) -> bool | None:
    return True if place.kind in {cls.kind for cls in (*_OPEN, Fighter)} else None


PACK = Pack(
    name="skirmish",
    records=(Arena, Spot, Fighter),
    events=(
        joining.FighterEntered,
        joining.FighterWithdrew,
        stepping.FighterDrilled,
        stepping.FighterStepped,
        stepping.FighterHeld,
        duel.DuelFought,
    ),
    orders=(joining.Enter, joining.Withdraw, stepping.Drill, stepping.Step),
    turn=(
        Phase("drill", "Drill", limit=1, limit_rule="skirmish.fighter.drill"),
        Together(
            "steps",
            "Steps, all at once",
            limit=1,
            limit_rule="skirmish.step.together",
            settle=stepping.settle,
            rank=stepping.rank,
        ),
    ),
    monthly=(Step("raked", "The sand is raked", stepping.rake),),
    views=(View("sand", _show, _knows),),
    found=records.found,
    contests={duel.KIND: duel.Duels()},
    ending=season.ending,
    standing=season.standing,
)
