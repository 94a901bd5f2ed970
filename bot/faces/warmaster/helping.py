"""What players of Warmaster do otherwise than those of Cohorts."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.faces.cohorts.helping import TOPICS as COHORTS
from bot.faces.help_topics import Topic
from bot.faces.leads import Lead
from bot.faces.warmaster.pitched.draft import build

_BEFORE: Final = {topic.name: topic for topic in COHORTS}
_GONE: Final = (("set", "directive"), ("set", "combat-spell"))
"""Orders of Cohorts that Warmaster does without."""


def _but(topic: Topic, *first: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    """The orders of a topic of Cohorts behind those that come first here."""
    return (*first, *(each for each in topic.orders if each not in (*first, *_GONE)))


def _army(*names: str) -> tuple[tuple[str, str], ...]:
    return tuple(("army", name) for name in names)


TOPICS: Final[tuple[Topic, ...]] = (
    replace(
        _BEFORE["Fight"],
        says=(
            "Stacks and garrisons meet as armies on a field of hexes and fight by what you told "
            "them beforehand: nobody can be asked in the middle of it. An attacker withdraws who "
            "has lost nine units in twenty, a defender who has lost two in five, and whoever has "
            "lost the General; after 8 rounds the defender has won. Look at the odds first: for an "
            "even chance bring a fifth more points than they have against walls of level 1 or 2, "
            "and nearly twice as many against higher ones. To march and attack in "
            "one turn, give the attack in phase 2."
        ),
        orders=_but(_BEFORE["Fight"], ("war", "conquer"), ("army", "deploy"), ("set", "slot")),
        rules=(
            "warmaster.turn.sequence", "warmaster.end.withdrawal", "warmaster.map.result",
            "warmaster.map.city", "warmaster.map.campaign", "cohorts.order.conquer-city",
        ),
    ),
    Topic(
        name="Lead an army",
        emoji="🎖️",
        about="Who commands, where units stand, what they do",
        says=(
            "All of it may be left as is usual. To do better: name a **commander**, put units that "
            "move together into **brigades**, give **directives** (attack, hold, flank …) and "
            "**places** for attack and defence, and say how bold orders may be. It holds for every "
            "battle until you change it."
        ),
        words=(
            "general", "commander", "command", "brigade", "directive", "deploy", "deployment",
            "formation", "position", "tactics", "boldness", "line", "flank", "hold", "posture",
        ),
        orders=_army(
            "commander", "brigade", "directive", "deploy", "post", "spells", "item-use",
            "boldness", "keep-line", "dissolve",
        ),
        rules=(
            "warmaster.map.orders", "warmaster.directive.units", "warmaster.army.brigades",
            "warmaster.deploy.zones", "warmaster.command.value", "warmaster.map.character",
        ),
    ),
    Topic(
        name="Pitched battles",
        emoji="🤺",
        about="Buy an army of points and challenge somebody",
        says=(
            "A battle for honour: nothing of the campaign is won or lost by it, only a place on "
            "the ladder of duels. **Buy** an army of an army list for the points agreed, "
            "**challenge** somebody or **accept** a challenge; the challenger attacks. It all "
            "happens at once, whatever day it is. Bought armies are kept and can fight again, and "
            "be tried with `/odds`."
        ),
        words=(
            "pitched", "challenge", "duel", "points", "friendly", "skirmish", "ladder",
            "practice", "spar",
        ),
        orders=tuple(
            ("pitched", name)
            for name in ("buy", "challenge", "accept", "decline", "arrange", "post", "dismiss")
        ),
        leads=(
            build(),
            Lead(label="Challenges, your armies, the ladder", emoji="🤺", panel=("pitched", "")),
        ),
        rules=("warmaster.battle.kinds", "warmaster.army.points", "warmaster.army.lists"),
    ),
    replace(
        _BEFORE["Train"],
        says=(
            "A city makes units of the army list of its recruits' race: as many recruits as a unit "
            "has points. Dearer ones take more barracks, cavalry and chariots livery, machines a "
            "lumber mill. Heroes learn by practice, at guilds and from fights."
        ),
        rules=(
            "warmaster.map.training", "warmaster.army.lists", "warmaster.map.military-unit",
            *_BEFORE["Train"].rules[2:],
        ),
    ),
    replace(
        _BEFORE["Magic"],
        says=(
            "A hero with spell craft, and a mage's guild, cast spells on the map and add mana to "
            "make them stronger. In battle Mages and Priests are Wizards and cast the four spells "
            "of their army list by a die, without mana; say which they try first."
        ),
        orders=_but(_BEFORE["Magic"], ("character", "cast"), ("army", "spells")),
        rules=(
            "warmaster.magic.score", "warmaster.magic.choice", *_BEFORE["Magic"].rules[:4],
        ),
    ),
    replace(
        _BEFORE["Gear and people"],
        says=(
            "A unit or character carries at most one magic item into battle; colleges make them, "
            "and they are won from the beaten. Wounds cost stands; they heal at the month's "
            "production, and sooner by rest, churches and magic."
        ),
        orders=_but(
            _BEFORE["Gear and people"],
            ("army", "equip"), ("army", "unequip"), ("guild", "make-magic-item"),
        ),
        rules=(
            "warmaster.map.items", "warmaster.item.kinds", "warmaster.item.carriers",
            *_BEFORE["Gear and people"].rules[2:],
        ),
    ),
)  # fmt: skip
