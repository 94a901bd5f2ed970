"""Supernatural statuses."""

from typing import get_args

from engine.packs.cohorts.content import Content, Nature
from engine.packs.cohorts.content.bonus import Bonus, bonuses_of
from engine.packs.cohorts.content.peoples import Attribute
from tests.rules.tables import Compared, Rows, table


@table("cohorts.status.supernatural")
def natures(told: Rows, content: Content) -> Compared:
    return told, [row(nature) for nature in content.natures.values()]


def row(nature: Nature) -> dict[str, object]:
    found = {each.target: each for each in bonuses_of(nature.modifiers)}
    special = nature.special
    return {
        "name": nature.name,
        "category": nature.category,
        "can_afflict": nature.afflicts,
        "percent": {key: found[key].percent for key in get_args(Attribute) if key in found},
        "AF_percent": percent(found.get("AF")),
        "special_attack": f"{special.type.title()} {special.strength}*HL" if special else "none",
        "mana_recovery_percent": percent(found.get("mana")),
        "land_rate_percent": percent(found.get("rate")),
    }


def percent(bonus: Bonus | None) -> float:
    return bonus.percent if bonus else 0
