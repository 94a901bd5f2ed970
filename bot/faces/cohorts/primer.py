"""The primer of Cohorts: the game in six cards."""

from __future__ import annotations

from typing import Final

from bot.faces.help_topics import PrimerCard
from bot.faces.sheet.tiles import Tile, row

PRIMER: Final = (
    PrimerCard(
        "The week",
        "A turn is a week. You may give orders at any hour; they run together, once, on the run "
        "day that you choose when you submit. The next deadline stands in your channel's status "
        "and under every report.",
        (
            row(
                Tile("run", "Mon"),
                Tile("run", "Tue"),
                Tile("run", "Wed", bright=True),
                Tile("run", "Thu"),
                Tile("run", "Fri"),
                Tile("wheat", "Sat"),
                title="One run day is yours; Saturday is production",
            ),
            row(
                Tile("spell-book", "Orders", "Give them when you like", 1),
                Tile("raven", "Submit", "Before the cut-off", 2),
                Tile("sun", "Report", "Read what came of it", 3),
                flow=True,
            ),
            row(Tile("wheat", "Production", "Actions and movement come back", 4)),
        ),
        rules=("cohorts.turn.weekly-turn", "cohorts.turn.submission"),
    ),
    PrimerCard(
        "The phases of a turn",
        "Your orders run by phases, whatever the order in which you gave them. Heroes and "
        "stacks act in one of two phases, before movement or after it: the option `when` of an "
        "order says which.",
        (
            row(
                Tile("person", "Basic", "Stacks, gear", 1),
                Tile("castle", "City", "Build, train", 2),
                Tile("anvil", "Guild", "Make, cast", 3),
                flow=True,
                title="Before movement",
            ),
            row(
                Tile("fire-spell-cast", "Heroes 1", "Cast, spy, rest", 4),
                Tile("crossed-swords", "War 1", "Attack, siege", 5),
                Tile("stone-wall", "Defend", "Who may pass", 6),
                flow=True,
            ),
            row(Tile("run", "Movement", "Every stack goes its way", 7, bright=True)),
            row(
                Tile("fire-spell-cast", "Heroes 2", "Those who did not act yet", 8),
                Tile("crossed-swords", "War 2", "March first, then attack", 9),
                flow=True,
                title="After movement",
            ),
        ),
        rules=("cohorts.turn.order-phases", "cohorts.action.phases"),
    ),
    PrimerCard(
        "A city",
        "A city rules the provinces around it, its barony. Build villages on deposits first: "
        "what a city may build and make depends on the resources it has. `/show city` says what "
        "it could do now and what is missing.",
        (
            row(
                Tile("wheat", "People", "Each 5,000 are one more action"),
                Tile("gold-nuggets", "Villages", "Bring iron, oak, horses ..."),
            ),
            row(Tile("castle", "Your city", "1 to 5 actions a turn: use them all", bright=True)),
            row(
                Tile("spears", "Barracks", "Recruits become soldiers"),
                Tile("anvil", "Workshops", "Weapons, mounts, ships"),
            ),
            row(
                Tile("church", "Guilds", "Magic, trade, craft, spies"),
                Tile("stone-wall", "Walls", "Help whoever defends"),
            ),
        ),
        rules=("cohorts.city.actions", "cohorts.city.resource-access"),
    ),
    PrimerCard(
        "A hero",
        "Heroes move in stacks, with soldiers or alone; nothing else moves on the map. A hero "
        "who was told nothing only rests, so tell each what you want of them.",
        (
            row(
                Tile(
                    "crown", "Five heroes are yours", "They lead, cast, spy and learn", bright=True
                )
            ),
            row(
                Tile("fire-spell-cast", "One action", "Before or after movement"),
                Tile("spell-book", "Skills", "Practise, or learn at a guild"),
            ),
            row(
                Tile("crossed-swords", "Experience", "From fights, quests and training"),
                Tile("sun", "A new level", "Points that you spend yourself"),
            ),
            row(
                Tile("barbute", "Gear", "Equip what the stack owns"),
                Tile("skull-crossed-bones", "Death", "The body stays: magic can raise it"),
            ),
        ),
        rules=("cohorts.character.overview", "cohorts.xp.level-up"),
    ),
    PrimerCard(
        "War",
        "`/odds` says who would win, as far as you know of them. The first spies cost less than "
        "a lost army. To enter the land of a faction at war is an attack: its garrison may come "
        "out.",
        (
            row(
                Tile("eagle-head", "Scout", "Spy, or go and look", 1),
                Tile("raven", "Declare war", "Free cities need none", 2),
                flow=True,
            ),
            row(
                Tile("run", "March", "To a province next to it", 3),
                Tile("crossed-swords", "Attack", "In phase 2, after movement", 4, bright=True),
                flow=True,
            ),
            row(
                Tile("spears", "The battle", "Magic, special attacks, then rounds", 5),
                Tile("run", "Morale", "Who loses heart runs away", 6),
                flow=True,
            ),
            row(
                Tile("castle", "You win", "City and barony are yours"),
                Tile("skull-crossed-bones", "You lose", "The wounded are captured"),
            ),
        ),
        rules=("cohorts.order.conquer-city", "cohorts.battle.sequence"),
    ),
    PrimerCard(
        "Magic",
        "Spells have levels: the higher, the longer before the same caster can cast them again. "
        "Most end with the month. `/help how: magic` lists what your own mages could cast.",
        (
            row(
                Tile("spell-book", "Learn", "At a guild, from others, by research", 1),
                Tile("moon", "Add mana", "Makes a spell stronger; monthly", 2),
                flow=True,
            ),
            row(
                Tile(
                    "fire-spell-cast", "Cast", "A hero's or a mage's guild's action", 3, bright=True
                )
            ),
            row(
                Tile("stone-wall", "Shells and charms", "Protect and strengthen"),
                Tile("flame", "Destruction", "Against lands and foes"),
            ),
            row(
                Tile("magic-gate", "Teleport", "Heroes, stacks, items"),
                Tile("crossed-swords", "Battle spells", "Load them before the fight"),
            ),
        ),
        rules=("cohorts.magic.spell-sources", "cohorts.magic.mana-boost"),
    ),
)
