"""The cards of Warmaster's primer in place of those of Cohorts: how it fights, and with what."""

from __future__ import annotations

from typing import Final

from bot.faces.help_topics import PrimerCard
from bot.faces.sheet.tiles import Tile, row

PRIMER: Final = (
    PrimerCard(
        "War",
        "Armies fight by what you told them beforehand; `/odds` says who would win, as far as "
        "you know of them. An order is harder the farther off a unit is, and in rough ground, "
        "near the enemy or after losses: keep those who command close.",
        (
            row(
                Tile("run", "March", "To a province next to it"),
                Tile("crossed-swords", "Attack", "In phase 2, after movement"),
                flow=True,
            ),
            row(
                Tile("hunting-horn", "Orders", "Roll 2 dice: the value or less", 1),
                Tile("bow-arrow", "Shots, spells", "Saved by cover and armour", 2),
                flow=True,
                title="Each side in turn, for 8 rounds",
            ),
            row(Tile("battle-axe", "Combat", "Who loses it moves back", 3, bright=True), flow=True),
            row(
                Tile("skull-crossed-bones", "Beaten", "2 units of 5 gone, or the General"),
                Tile("castle", "No end", "After 8 rounds the attack has failed"),
            ),
        ),
        rules=("warmaster.turn.sequence", "warmaster.command.value"),
    ),
    PrimerCard(
        "Magic",
        "Battles need no mana: a Wizard casts one spell a turn, in the shooting phase, and "
        "tries the spells of the army list in the order that you say. Dwarfs have Runesmiths, "
        "who break the spells of others.",
        (
            row(
                Tile("spell-book", "Learn", "At a guild, from others, by research", 1),
                Tile("moon", "Add mana", "Makes a spell stronger; monthly", 2),
                Tile("fire-spell-cast", "Cast", "One action", 3),
                flow=True,
                title="On the map",
            ),
            row(
                Tile("wizard-staff", "Wizards", "Mages and Priests in an army", bright=True),
                title="In battle",
            ),
            row(
                Tile("fire-spell-cast", "One die", "The spell's score or more"),
                Tile("tied-scroll", "Four spells", "Those of the army list"),
            ),
        ),
        rules=("warmaster.magic.score", "warmaster.magic.choice"),
    ),
    PrimerCard(
        "An army",
        "All that you do not say is done as is usual, so begin with a commander and one "
        "brigade. What you say holds for every battle until you change it.",
        (
            row(
                Tile("crown", "A General", "Orders; must not fall"),
                Tile("winged-sword", "Heroes", "Order too, and fight"),
                Tile("wizard-staff", "Wizards", "Cast by a die"),
            ),
            row(Tile("spears", "Units of 1 to 3 stands", "Each by its army list", bright=True)),
            row(
                Tile("knight-banner", "Brigades", "Up to 4 units move as one"),
                Tile("compass", "Directives", "Attack, hold or flank"),
                title="Tell them beforehand",
            ),
            row(
                Tile("trumpet-flag", "Places", "For attack and for defence"),
                Tile("power-ring", "Magic items", "One for each who may carry it"),
            ),
        ),
        rules=("warmaster.map.orders", "warmaster.army.brigades"),
    ),
)
