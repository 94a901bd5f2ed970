"""Moves step by step, and how a battle ends by time."""

from engine.packs.warmaster.battle import fight
from engine.packs.warmaster.battle.grid import CELLS, cell_of, spot_of
from engine.packs.warmaster.battle.reach import UnitReach, charge_of
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, SIDES
from tests.rules.adapters.warmaster.field import spot
from tests.rules.adapters.warmaster.scene import (
    army,
    field_of,
    fought_by,
    set_out,
    troop_of,
    type_of,
)
from tests.rules.harness import Given, Result, rule

FOOT = troop_of(type_of("Halberdiers"))


@rule("warmaster.move.reach")
def reach(given: Given) -> Result:
    path = [spot(each) for each in given["path"]]
    enemies = [spot(each) for each in given.get("enemy_at", ())]
    friends = [spot(each) for each in given.get("friends_at", ())]
    # All but the path is water, so that there is no other way.
    dry = {*path, *enemies, *friends}
    water = [spot_of(cell) for cell in range(CELLS) if spot_of(cell) not in dry]
    battle = set_out(
        fought_by(
            army(ATTACKER, *(FOOT.replace(at=at) for at in (path[0], *friends))),
            army(DEFENDER, *(FOOT.replace(at=at) for at in enemies)),
            field=field_of({"water": water}),
        )
    )
    unit = battle.units[ATTACKER][0]
    found = UnitReach.of(battle, unit, given["pace"])
    end = cell_of(path[-1])
    legal = found.steps.get(end) == len(path) - 1 and tuple(map(cell_of, path)) == found.path(end)
    charge = charge_of(battle, unit, given["pace"])
    return {
        "legal": legal,
        "legal_end": list(path[-1]) if legal else None,
        "is_charge": charge is not None and charge.path[-1] == end,
    }


@rule("warmaster.end.time")
def time(given: Given) -> Result:
    idle = FOOT.replace(directive="hold")
    battle = set_out(
        fought_by(army(ATTACKER, idle.replace(at=(8, 13))), army(DEFENDER, idle.replace(at=(8, 0))))
    )
    battle.round = given["round"]
    battle.active = SIDES.index(given["turn"])
    ended = fight.play(battle)
    assert given["nobody_withdrew"] == (ended.reason == "time")
    assert ended.round == given["round"], "the battle goes on after that turn"
    return {"winner": ended.winner}
