"""Where the units of an army stand when a battle begins, and who is with them.

Sources: warmaster.deploy.zones, warmaster.deploy.auto.
"""

from __future__ import annotations

from bot.faces.warmaster.battle.pieces import Post
from engine.dice import ScriptedDice
from engine.packs.warmaster.battle.deployment import deploy
from engine.packs.warmaster.battle.grid import spot_of
from engine.packs.warmaster.battle.state import Battle
from engine.packs.warmaster.battle.values import ATTACKER, SIDES, Army, Field


def posts_of(army: Army, field: Field) -> tuple[Post, ...]:
    """Where the units of an army stand when a battle begins, and who is with them."""
    side = SIDES.index(army.side)
    nobody = Army(side=SIDES[1 - side], troops=(), captains=())
    armies = (army, nobody) if side == ATTACKER else (nobody, army)
    battle = Battle(field, armies, ScriptedDice(()))
    deploy(battle)
    return tuple(
        Post(
            at=spot_of(unit.cell),
            stands=unit.stands,
            attached=unit.attached > 0,
            roles=tuple(each.captain.role for each in battle.with_unit(unit)),
        )
        for unit in battle.units[side]
    )
