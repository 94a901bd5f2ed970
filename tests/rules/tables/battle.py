"""Battles: figures, statuses, combat spells, and what is learned by them."""

from typing import Any

from engine.module.names import key_of
from engine.packs import Phase
from engine.packs.cohorts import PACK
from engine.packs.cohorts.battle.slots import DISTANCE, HEXES, NAMES, SIDES, SLOTS, cell, name_of
from engine.packs.cohorts.content import CombatSpell, Content
from engine.packs.cohorts.content.bonus import bonuses_of
from engine.packs.cohorts.content.cities import SightChance
from engine.packs.cohorts.content.combat import Alter, Arm, Bare, Bolt, Give, Storm
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


HITS = {"duel": "characters", "battle": "mus", "utility": "all"}
RATINGS = {
    "morale": "morale",
    "damage percent": "damage",
    "POW": "POW modifier",
    "RES": "RES",
    "DF": "flat DF",
    "DF percent": "DF",
    "MAR": "MAR",
    "SAR": "SAR",
    "charge percent": "charge bonus",
    "missile percent": "missile AF",
}


@table("cohorts.combat-spell.list")
def combat_spells(told: Rows, content: Content) -> Compared:
    return (
        {key_of(row["spell"]): _row(row) for row in told},
        {key_of(each.name): _made(content, each) for each in content.combat_spells.values()},
    )


def _row(row: dict[str, Any]) -> dict[str, Any]:
    kept = {"type": "", "quality": 0, "status": None, **row}
    return {name: value for name, value in kept.items() if name != "spell"}


def _made(content: Content, spell: CombatSpell) -> dict[str, Any]:
    effect = spell.effect
    status = content.damage_types[spell.type].status if spell.type else None
    return {
        "level": spell.level,
        "place": spell.place,
        "hits": HITS[spell.group],
        "form": f"aura {spell.form}" if spell.aura else spell.form,
        "effect": effect_of(content, spell),
        "type": spell.type,
        "quality": effect.quality if isinstance(effect, Bolt | Storm) else 0,
        "status": content.battle_statuses[status].name if status else None,
    }


def effect_of(content: Content, spell: CombatSpell) -> str:
    """What a spell does, in the words of the list."""
    match spell.effect:
        case Bolt(multiplier=multiplier):
            return f"M {multiplier}"
        case Storm() as storm:
            level = f"(CL + {storm.above})^2" if storm.above else "CL^2"
            assert storm.further in (0, 2)
            further = f", and {storm.further_percent}% to the two nearest slots"
            return f"base {storm.base} + {level}{further * bool(storm.further)}"
        case Alter() as alter:
            level = "CL" if alter.per == "level" else "HL"
            percent = "percent" in alter.rating
            size = f"{abs(alter.amount)}{'%' * percent} * {level}"
            amount = level if abs(alter.amount) == 1 else size
            sign = "-" if alter.amount < 0 else "+"
            against = f" against {alter.against}" if alter.against else ""
            return f"{RATINGS[alter.rating]} {sign}{amount}{against}"
        case Arm() as arm:
            return f"special attack {arm.type}, strength {arm.strength} * HL"
        case Bare():
            return "DF of armor counts 0"
        case Give(status="aura_of_flames"):
            aura = content.battle_statuses["aura_of_flames"].aura
            assert aura
            assert aura.wounds == 1
            return "HL% wounds at the start of the caster's turn"
        case Give(status=status):
            return f"status {content.battle_statuses[status].name}"


@table("cohorts.xp.chart")
def xp_chart(rows: Rows, content: Content) -> Compared:
    chart = enumerate(content.experience.chart, 1)
    return rows, [{"level": level, "xp": xp} for level, xp in chart]


@table("cohorts.turn.sighting-chance")
def sighting_chance(rows: Rows, content: Content) -> Compared:
    figures = content.sighting
    towers = [row for row in rows if row["range"] == "tower level"]
    assert [row["chance_percent"] for row in towers] == [figures.tower_percent] * 2

    def row(where: str, chance: SightChance) -> dict[str, Any]:
        assert chance.legion == chance.fleet
        return {
            "viewer": "city or stack",
            "range": where,
            "legion_or_fleet": chance.legion,
            "party": chance.party,
            "agitator": chance.agitator,
        }

    return [each for each in rows if each not in towers], [
        row("same province", figures.same_province),
        row("adjacent province", figures.next_province),
    ]


@table("cohorts.setup.attribute-points")
def attribute_points(rows: Rows, content: Content) -> Compared:
    prices = enumerate(content.setup.attribute_prices, 1)
    return rows, [{"increase": n, "points": price} for n, price in prices]


@table("cohorts.turn.order-phases")
def order_phases(rows: Rows, content: Content) -> Compared:
    """The phases of the pack, known by the word that tells them apart."""
    words = ["basic", "city", "guild", "ritual", "character", "military"]
    words += ["encounter", "movement", "character", "military"]
    assert all(word in row["orders"].lower() for row, word in zip(rows, words, strict=True))
    return words, [part.name.partition("-")[0] for part in PACK.turn if isinstance(part, Phase)]
