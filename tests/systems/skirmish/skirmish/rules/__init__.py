"""The rules of a skirmish as a pack."""

from __future__ import annotations

from typing import Final

from engine.campaign import Faction, Now, Player
from engine.packs import Pack, Phase, Rules, Step, Together, View
from engine.world import Place, World
from skirmish.rules import duel, joining, records, rivals, season, stepping
from skirmish.rules.codes import CODES
from skirmish.rules.records import Arena, Fighter, Spot, school_of

_OPEN: Final = (Now, Faction, Player, Arena, Spot)
"""What anybody may see whole."""


def _public(rules: Rules, world: World, known: World) -> None:
    """The sand and all on it, but for how far anybody is drilled (skirmish.knowledge.view)."""
    for cls in _OPEN:
        known.put_all(world.all(cls))
    seen = [name for name in Fighter.names if name != "drilled"]
    for fighter in world.all(Fighter):
        known.put(fighter.only(seen))


def _show(rules: Rules, world: World, faction: int, seen: World) -> None:
    """What anybody sees, and all of the faction's own fighters."""
    _public(rules, world, seen)
    for fighter in world.all(Fighter):
        if school_of(world, fighter) == faction:
            seen.put(fighter)


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
    codes=CODES,
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
    views=(View("sand", _show, _knows, _public),),
    found=records.found,
    contests={duel.KIND: duel.Duels()},
    ending=season.ending,
    standing=season.standing,
    rival=rivals.PLAY,
)
