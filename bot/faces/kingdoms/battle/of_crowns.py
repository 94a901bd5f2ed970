"""Battles in a world of Kingdoms: where they were, and between whom."""

from __future__ import annotations

from bot.faces.battle.scene import Side
from bot.faces.battle.told import ROLES, BattleTold, side_of
from bot.faces.kingdoms.battle.columns import LineSetting
from bot.faces.kingdoms.terms import Terms
from bot.faces.words.text import clean
from engine.hexes import located
from engine.packs.kingdoms.pieces.records import Crown, Holding

_MILITIA = "Militia"


def setting_of(told: BattleTold) -> LineSetting:
    """The setting of a battle, by the province of its clash."""
    terms = Terms(told.rules.module)
    holding = told.view.find(Holding, told.record.clash.ground)
    known = told.event.known()
    where = located(holding.x, holding.y) if holding else ""
    return LineSetting(
        title=f"Battle at {where}" if where else "Battle out of sight",
        subtitle=terms.named("grounds", holding.terrain) if holding else "",
        turn=told.turn,
        sides=tuple(
            _side(told, known.get(name, 0), role)
            for name, role in zip(("attacker", "defender"), ROLES, strict=True)
        ),
        terms=terms,
    )


def _side(told: BattleTold, id: int, role: str) -> Side:
    """A kingdom as a side; nobody's armies are the militia of their province."""
    crown = told.view.find(Crown, id) if id else None
    if crown is None or not crown.faction:
        return Side("A kingdom" if id else _MILITIA, 0, role=role)
    found = side_of(told, (crown.faction,), role)
    name = clean(crown.name) or found.name
    return Side(name, found.colour, found.emblem, found.own, role, found.factions)
