"""The list of combat spells."""

from typing import Any

from engine.module.names import key_of
from engine.packs.cohorts.content import CombatSpell, Content
from engine.packs.cohorts.content.combat import Alter, Arm, Bare, Bolt, Give, Storm
from tests.rules.tables import Compared, Rows, table

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
