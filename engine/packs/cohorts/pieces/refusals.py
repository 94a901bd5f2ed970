"""Refusals of the kinds that many orders share: one maker each, with its code and its words.

A maker takes names, not things: who asks has seen to it that the player may know them. An order may
give a closer way out. What a single order refuses is said beside that order, and what every system
refuses in `engine.refusals`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.orders import Refusal
from engine.packs.cohorts.codes import Code
from engine.packs.cohorts.content import BookSpell
from engine.refusals import FROM_LIST

BY_VILLAGE_OR_TRADE: Final = "Work such a deposit with a village, or get the resource by trade."
AN_ENCHANTABLE_ITEM: Final = (
    "Choose a weapon, a shield, armor or gear that is neither poisoned nor unique."
)

# ---------------------------------------------------------------- whose it is


def not_yours(
    rule: str,
    name: str,
    instead: str = "Choose one of your own, or ask the player who has it.",
    *,
    code: Code = "not_allowed",
) -> Refusal:
    """Refuses what another player commands."""
    return Refusal(code, rule, f"{name} is not yours to command.", instead)


def not_your_city(rule: str, city: str) -> Refusal:
    """Refuses a city whose baron is another player's, or nobody's."""
    says, instead = f"{city} is not your city.", "Choose a city whose baron is yours."
    return Refusal("city_not_controlled", rule, says, instead)


def no_teammate(rule: str, name: str, instead: str) -> Refusal:
    """Refuses what is not of the player's faction, where not even allies will do."""
    return Refusal("relation", rule, f"{name} is not of your faction.", instead)


def no_friend(
    rule: str, name: str, instead: str = "Choose one of your own or an ally's."
) -> Refusal:
    """Refuses what is neither of the player's faction nor of an ally."""
    says = f"{name} belongs neither to your faction nor to an ally of it."
    return Refusal("relation", rule, says, instead)


def friend(rule: str, name: str, instead: str) -> Refusal:
    """Refuses what is of the player's faction or of an ally."""
    return Refusal(
        "relation", rule, f"{name} belongs to your faction or to an ally of it.", instead
    )


def only_to_players(rule: str, what: str) -> Refusal:
    """Refuses to give to oneself, or to a player who has left."""
    says = f"{what} can only go to another player who takes part."
    return Refusal("bad_target", rule, says, FROM_LIST)


# ---------------------------------------------------------------- where it is, and in what state


def apart(rule: str, one: str, other: str, instead: str = "Bring them together first.") -> Refusal:
    """Refuses two that must meet for it and are in different provinces."""
    return Refusal("not_here", rule, f"{one} is not in the same province as {other}.", instead)


def out_of_reach(rule: str, target: str, actor: str, far: int, instead: str) -> Refusal:
    """Refuses what is out of the actor's reach, which is `far` in provinces.

    How far away the target is, is not told: that would be a search for free.
    """
    reach = (
        f"reaches {far} province{'s' * (far != 1)} from here" if far else "only acts where it is"
    )
    says = f"{target} is out of reach of {actor}, which {reach}."
    return Refusal("out_of_range", rule, says, instead)


def dead(
    rule: str,
    name: str,
    instead: str = "Choose somebody who lives.",
    *,
    code: Code = "bad_target",
) -> Refusal:
    """Refuses the dead."""
    return Refusal(code, rule, f"{name} is dead.", instead)


def dead_or_held(rule: str, name: str, *, code: Code = "unable") -> Refusal:
    """Refuses the dead and prisoners where either is of no use."""
    says = f"{name} is dead or a prisoner."
    return Refusal(code, rule, says, "Choose somebody who is alive and free.")


# ---------------------------------------------------------------- what it has and can do


def no_action_left(rule: str, name: str, instead: str, when: str = "") -> Refusal:
    """Refuses who has acted as often as may be; the way out says when there are new actions.

    `when` is " this turn" for who has new ones every turn.
    """
    return Refusal("no_action", rule, f"{name} has no action left{when}.", instead)


def highest_level(rule: str, what: str, level: int, instead: str) -> Refusal:
    """Refuses to raise what cannot be raised further."""
    says = f"{what} has level {level}, the highest there is."
    return Refusal("maximum_level", rule, says, instead)


def no_barracks(city: str) -> Refusal:
    """Refuses a city that trains nobody (cohorts.city.barracks)."""
    return Refusal(
        "improvement_missing",
        "cohorts.city.barracks",
        f"{city} has no barracks.",
        "Only a city with barracks trains units; build them first.",
    )


def without(
    rule: str,
    city: str,
    what: str,
    missing: Iterable[str],
    instead: str = BY_VILLAGE_OR_TRADE,
) -> Refusal:
    """Refuses a city that lacks resources for something."""
    names = ", ".join(missing).replace("_", " ")
    says = f"{city} lacks what {what} takes: {names}."
    return Refusal("resources_missing", rule, says, instead)


def not_carried(
    rule: str,
    name: str,
    what: str,
    instead: str = "Hand it over first; what its stack carries is out of its reach.",
) -> Refusal:
    """Refuses who does not have the thing itself."""
    return Refusal("missing", rule, f"{name} does not carry {what}.", instead)


def not_enchantable(rule: str, item: str, *, code: Code) -> Refusal:
    """Refuses an item that takes no enchantment."""
    return Refusal(code, rule, f"{item} cannot be enchanted.", AN_ENCHANTABLE_ITEM)


def drilled_at_once(rule: str, most: int) -> Refusal:
    """Refuses to train none, too many or the same units together."""
    says = f"1 to {most} units are trained at a time, each of them once."
    return Refusal("bad_target", rule, says, f"Name 1 to {most} different ones.")


# ---------------------------------------------------------------- what it knows


def knows_recipe(rule: str, name: str, what: str, instead: str) -> Refusal:
    """Refuses to find out or teach what is known."""
    says = f"{name} knows already how to make {what}."
    return Refusal("already_known", rule, says, instead)


def no_recipe(
    rule: str,
    name: str,
    what: str,
    instead: str = "Let a college there research it, or a character who knows it teach the city.",
    *,
    code: Code = "missing",
) -> Refusal:
    """Refuses a character or city that has not learned to make it."""
    return Refusal(code, rule, f"{name} does not know how to make {what}.", instead)


def no_spell(
    rule: str,
    name: str,
    spell: str,
    instead: str = "Choose one from the list that appears, or have it learned first.",
) -> Refusal:
    """Refuses a spell that who should cast, write or teach it does not know."""
    return Refusal("not_known", rule, f"{name} does not have the spell {spell}.", instead)


def spell_too_high(
    rule: str,
    spell: BookSpell,
    who: str,
    most: int,
    instead: str,
    *,
    code: Code,
) -> Refusal:
    """Refuses a spell above the highest level of what somebody does with spells.

    `who` names it and what it does, such as "Edda reads scrolls"; `most` is 0 for who can do it
    with none.
    """
    limit = f"up to level {most}" if most else "of no level"
    says = f"{spell.name} is of level {spell.level}, and {who} {limit}."
    return Refusal(code, rule, says, instead)


def unskilled_in_spell(name: str, spell: str, instead: str) -> Refusal:
    """Refuses who has a spell without the skill that it comes from (cohorts.magic.caster-level)."""
    says = f"{name} knows {spell}, but lacks the skill to cast it."
    return Refusal("unable", "cohorts.magic.caster-level", says, instead)


def too_little_mana(
    rule: str, name: str, mana: int, what: str, price: int, instead: str
) -> Refusal:
    """Refuses what takes more mana than there is."""
    says = f"{name} has {mana} mana, and {what} takes {price}."
    return Refusal("not_enough_mana", rule, says, instead)
