"""The battle map with its distances, types of damage, and lasting statuses in battle."""

from typing import Any

from engine.module.names import key_of
from engine.packs.cohorts.battle.slots import DISTANCE, HEXES, NAMES, SIDES, SLOTS, cell, name_of
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.bonus import bonuses_of
from tests.rules.tables import Compared, Rows, table


@table("cohorts.battle.map")
def battle_map(told: Rows, content: Content) -> Compared:
    made: Rows = []
    for hex_ in range(HEXES):
        column, row = cell(hex_)
        made.append(
            {
                "hex": name_of(hex_),
                "side": SIDES[hex_ // SLOTS],
                "rank": "front" if hex_ % SLOTS < len(NAMES) else "back",
                "name": NAMES[hex_ % len(NAMES)],
                "column": column,
                "row": row,
            }
        )
    return told, made


@table("cohorts.battle.distances")
def distances(told: dict[str, list[int]], content: Content) -> Compared:
    return told, {name_of(hex_): list(row) for hex_, row in enumerate(DISTANCE)}


@table("cohorts.battle.special-attack-types")
def damage_types(told: Rows, content: Content) -> Compared:
    rows: list[Any] = []
    for order, each in enumerate(content.damage_types.values(), start=1):
        status = content.battle_statuses[each.status].name if each.status else None
        rows.append({"order": order, "type": each.key, "status": status})
    return told, rows


@table("cohorts.battle-status.lasting-statuses-in-battle")
def lasting_statuses(told: Rows, content: Content) -> Compared:
    rows: Rows = []
    for row in told:
        key = key_of(row["status"])
        lasting = content.statuses.get(key)
        fights = lasting is None or lasting.fights
        effect = ""
        if lasting and fights:  # who stays away gains and loses nothing in battle
            weak = [bonus for bonus in bonuses_of(lasting.modifiers) if bonus.target != "rate"]
            effect = ", ".join(f"{bonus.target} {bonus.percent:+g}%" for bonus in weak)
        status = content.battle_statuses.get(key)
        if status and status.lasting:
            effect = "as battle status"
            effect += ", no immediate wounds" if status.at_once else ""
            effect += f", CON +{status.con_percent}%" if status.con_percent else ""
        if key == "soulless":
            effect = row["effect"]  # what becomes of the dead is in `harm`
        rows.append({"status": row["status"], "takes_part": fights, "effect": effect or "none"})
    return told, rows
