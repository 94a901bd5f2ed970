"""Experience, sighting, setup and the turn."""

from typing import Any

from engine.packs import Phase
from engine.packs.cohorts import PACK
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.cities import SightChance
from tests.rules.tables import Compared, Rows, table


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
