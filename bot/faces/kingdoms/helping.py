"""What players of Kingdoms want to do, and how it is done."""

from __future__ import annotations

from typing import Final

from bot.faces.help_topics import Topic
from bot.faces.rules_home import Guide

GUIDE: Final = Guide(opening="Your kingdom", words=("hire a hero", "take a province"))


def _of(group: str, *names: str) -> tuple[tuple[str, str], ...]:
    return tuple((group, name) for name in names)


TOPICS: Final = (
    Topic(
        name="What now",
        emoji="❓",
        about="What a good turn has, and how to send it",
        says=(
            "Your King and each hero have six phases a turn. Moving, searching, recruiting and "
            "casting take one each, exploring and spying two, practice three. Give each character "
            "orders, one behind the other, until the six are full; then submit. Nothing happens "
            "before you do."
        ),
        words=(
            "status", "done", "finish", "ready", "end", "next", "start", "begin", "beginner",
            "tutorial", "guide", "stuck", "idle", "submit", "send", "turn", "commands", "help",
            "first", "newbie", "overview", "phases", "phase", "time",
        ),
        orders=_of("character", "explore", "recruit", "move", "practice", "wait"),
        commands=(
            ("turn", "what is left to do this turn, by tapping"),
            ("orders list", "your orders so far, to move or remove them"),
            ("orders preview", "what they would do"),
            ("orders submit", "send your turn"),
            ("report", "what happened last"),
            ("goal", "how this campaign is won"),
        ),
        rules=(
            "kingdoms.turn.phases", "kingdoms.action.table", "kingdoms.mapping.turn",
            "kingdoms.game.scope",
        ),
    ),
    Topic(
        name="Take provinces",
        emoji="🚩",
        about="More land, more taxes, more armies",
        says=(
            "A leader who moves into a province with armies takes it once the turn's battles are "
            "fought; an independent one is defended by its militia. Explore first: who knows the "
            "ground fights better on it. Leave a garrison, or anybody walks in."
        ),
        words=(
            "attack", "conquer", "take", "province", "land", "move", "march", "go", "army",
            "armies", "fight", "battle", "war", "militia", "garrison", "expand", "invade", "ship",
            "fleet", "sail",
        ),
        orders=(
            *_of("character", "move", "pick-up", "leave", "battle-order"),
            *_of("kingdom", "disband"),
        ),
        commands=(
            ("map", "what your kingdom knows"),
            ("odds", "what may come of a fight"),
            ("battle", "a battle once more"),
        ),
        rules=(
            "kingdoms.action.move", "kingdoms.map.ownership", "kingdoms.map.independent-provinces",
            "kingdoms.battle.sequence", "kingdoms.army.exploration-factor",
            "kingdoms.action.move-naval",
        ),
    ),
    Topic(
        name="Raise armies",
        emoji="🛡️",
        about="Recruit, and pay for it",
        says=(
            "A character recruits in a province of yours, one army a phase, as many a turn as its "
            "taxes allow. An army costs three times its pay at once and its pay every turn. Who is "
            "not paid loses quality, and leaves in the end: look at the treasury first."
        ),
        words=(
            "recruit", "train", "raise", "soldiers", "troops", "buy", "gold", "money", "treasury",
            "taxes", "income", "pay", "upkeep", "economy", "disband", "mercenary", "give",
        ),
        orders=(*_of("character", "recruit"), *_of("kingdom", "disband", "give-gold")),
        rules=(
            "kingdoms.economy.recruit-places", "kingdoms.economy.recruit-cost",
            "kingdoms.economy.army-pay", "kingdoms.economy.income", "kingdoms.economy.unpaid",
            "kingdoms.army.table",
        ),
    ),
    Topic(
        name="Heroes",
        emoji="🧙",
        about="Hire them, teach them, outfit them",
        says=(
            "Heroes without a King stand somewhere in the land. Go there and try to hire one: the "
            "closer in alignment, the likelier, and Druid skill helps. A skill rises by practice, "
            "or by doing what it is for, as far as the aptitude goes."
        ),
        words=(
            "hero", "heroes", "hire", "practice", "practise", "train", "learn", "skill", "ability",
            "experience", "item", "give", "equip", "heal", "drink", "dismiss", "heir", "king",
            "died", "dead",
        ),
        orders=(
            *_of("character", "hire", "practice", "assign-item", "drink"),
            *_of("kingdom", "dismiss", "heir-skills"),
        ),
        rules=(
            "kingdoms.action.hire", "kingdoms.economy.hiring", "kingdoms.action.practice",
            "kingdoms.experience.action-table", "kingdoms.character.royal-heir",
        ),
    ),
    Topic(
        name="Explore and search",
        emoji="🧭",
        about="Find features, meet what guards them",
        says=(
            "Exploring finds the features of a province. Searching one means meeting what guards "
            "it, by the plan that you gave: talk, shoot, cast, strike or flee, in that order. What "
            "the hoard holds is yours once the guardian is gone."
        ),
        words=(
            "explore", "search", "feature", "features", "monster", "dragon", "encounter", "plan",
            "treasure", "loot", "dungeon", "lair", "quest", "talk", "raid", "raids", "tribute",
            "item", "artifact",
        ),
        orders=(
            *_of("character", "explore", "search", "plan"), *_of("kingdom", "pay-tribute"),
        ),
        commands=(("odds", "what may come of meeting a guardian"),),
        rules=(
            "kingdoms.action.explore", "kingdoms.action.search", "kingdoms.encounter.plan",
            "kingdoms.feature.table", "kingdoms.feature.raids", "kingdoms.monster.table",
        ),
    ),
    Topic(
        name="Magic",
        emoji="🔮",
        about="Action spells of Kings and heroes",
        says=(
            "Whoever has a skill in one of the five kinds of magic may cast its action spells, one "
            "to three a turn, each in a phase. Combat spells stand in an encounter plan instead."
        ),
        words=(
            "magic", "spell", "spells", "cast", "charm", "plague", "resurrect", "bless", "wizard",
            "mage", "undead", "skeleton",
        ),
        orders=_of("character", "cast", "plan"),
        rules=(
            "kingdoms.magic.schools", "kingdoms.magic.casting-limits",
            "kingdoms.magic.success-chance", "kingdoms.magic.targets",
        ),
    ),
    Topic(
        name="Other kingdoms",
        emoji="🤝",
        about="Treaties, spies, gold",
        says=(
            "A treaty needs the word of both Kings: each gives the order. Without one, armies that "
            "meet may fight. Spies tell of a province and may bring an invention; pursue or trail "
            "a character to know where it goes."
        ),
        words=(
            "treaty", "peace", "ally", "alliance", "diplomacy", "friend", "enemy", "war", "betray",
            "break", "spy", "spies", "trail", "follow", "pursue", "hunt", "kill", "assassinate",
            "gold", "give", "trade",
        ),
        orders=(
            *_of("kingdom", "treat", "break-treaty", "give-gold"),
            *_of("character", "spy", "pursue", "trail"),
        ),
        commands=(
            ("note", "write to another crown"),
            ("treaty propose", "a text that both sides sign, which no rule enforces"),
        ),
        rules=(
            "kingdoms.treaty.making", "kingdoms.treaty.effects", "kingdoms.treaty.breaking",
            "kingdoms.action.spy", "kingdoms.action.pursue", "kingdoms.ability.spy-notice",
        ),
    ),
)  # fmt: skip
