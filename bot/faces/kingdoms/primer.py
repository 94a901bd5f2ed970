"""The primer of Kingdoms: what to know before the first turn, in a few cards."""

from __future__ import annotations

from typing import Final

from bot.faces.help_topics import PrimerCard
from bot.faces.sheet.tiles import Tile, row

PRIMER: Final = (
    PrimerCard(
        "What wins",
        "The Emperor is dead, and eight offices wait for whoever earns them. They are counted "
        "after every turn and given when the last is over: nobody need be beaten for it, and "
        "each of the ten artifacts is worth a point besides. You see how you stand with "
        "`/offices`.",
        (
            row(Tile("crown", "World Emperor", "20 points: the largest tax base", bright=True)),
            row(
                Tile("coins", "Treasurer", "The most gold"),
                Tile("crossed-swords", "Marshal", "Battles won on land"),
                title="10 points each",
            ),
            row(
                Tile("anchor", "Admiral", "Battles won at sea"),
                Tile("sea-dragon", "Defender", "Monsters slain"),
            ),
            row(
                Tile("polar-star", "Chancellor", "Finds and inventions"),
                Tile("church", "High Priest", "Blessings, Druid skill"),
            ),
            row(
                Tile("fire-spell-cast", "Arch-Mage", "Skill in magic"),
                Tile("broadsword", "Artifacts", "Only 1 point each"),
            ),
        ),
        rules=("kingdoms.office.table", "kingdoms.turn.game-end"),
    ),
    PrimerCard(
        "Your people",
        "Your King and your heroes do everything. Each has six phases a turn, and what you "
        "order runs one behind the other. All kingdoms play the same phase at the same time, so "
        "whoever marches less arrives sooner.",
        (
            row(
                Tile("run", "Move", "Each province"),
                Tile("spears", "Recruit", "Each army"),
                Tile("fire-spell-cast", "Cast", "Each spell"),
                title="One phase",
            ),
            row(
                Tile("polar-star", "Explore", "Finds features"),
                Tile("raven", "Spy", "Sees others"),
                title="Two phases",
            ),
            row(Tile("spell-book", "Practice", "One skill, perhaps better"), title="Three phases"),
        ),
        rules=("kingdoms.turn.phases", "kingdoms.action.table"),
    ),
    PrimerCard(
        "Land and gold",
        "A leader with armies who stands alone in a province takes it. Explore before you "
        "fight: who knows the ground better is stronger on it, and exploring finds the features "
        "where treasure lies. If your King dies a Royal Heir follows; a kingdom without land "
        "falls.",
        (
            row(
                Tile("castle", "Provinces", "Pay taxes", 1),
                Tile("coins", "Gold", "Pays everybody", 2),
                Tile("crossed-swords", "Armies", "Take provinces", 3),
                flow=True,
            ),
            row(Tile("sea-dragon", "Monsters", "Raid what they guard: half the taxes")),
            row(Tile("person", "Unpaid", "Heroes leave, armies get worse", bright=True)),
        ),
        rules=("kingdoms.map.ownership", "kingdoms.economy.income", "kingdoms.battle.trigger"),
    ),
)
