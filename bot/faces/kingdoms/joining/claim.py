"""How a person means to begin: a kingdom and its King, and the order that takes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.faces.join_forms import Draft, Missing
from bot.faces.words.text import number
from engine.packs import Rules
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.joining import Join
from engine.packs.kingdoms.crowns.kings import (
    RULE,
    Choices,
    fitted,
    king_faults,
    levels_left,
    points_left,
)
from engine.packs.kingdoms.pieces.abilities import Ability

_NAMELESS = "King"  # the default name until the player gives one


class Claim(Draft):
    """Faction, player's name, kingdom and King as they are chosen so far."""

    kingdom: str = ""
    """What the kingdom is called; empty for its faction's name."""
    race: str = ""
    alignment: str = ""
    temper: str = ""
    king: str = ""
    """The King's name; empty until it is given."""
    points: Mapping[Ability, int] = {}
    skill: Mapping[Ability, int] = {}


def content_of(rules: Rules) -> RulerContent:
    """What the module says of Kings."""
    return rules.module.content(RulerContent)


def blank_claim(rules: Rules) -> Claim:
    """A King of the first race, alignment and temper, who has learned nothing yet."""
    content = content_of(rules)
    return Claim(
        race=next(iter(content.peoples)),
        alignment=next(iter(content.alignments)),
        temper=content.heroes.tempers[0].temper,
    )


def choices_of(claim: Claim) -> Choices:
    """The King as the rules see it."""
    chosen = claim.model_dump(include={"race", "alignment", "temper", "points", "skill"})
    return Choices.model_validate({**chosen, "king": claim.king or _NAMELESS})


def changed(rules: Rules, claim: Claim, **changes: Any) -> Claim:
    """The claim with other choices, and with no more skill than they allow.

    Any change results in a King who may rule: no page need say otherwise.
    """
    new = claim.but(**changes)
    kept = fitted(content_of(rules), choices_of(new))
    return new.but(skill=dict(kept.skill))


def with_level(levels: Mapping[Ability, int], ability: Ability, level: int) -> dict[Ability, int]:
    """Levels with another in one ability; those of 0 are left out."""
    new: dict[Ability, int] = {**levels, ability: level}
    return {each: count for each, count in new.items() if count}


def order_of(_rules: Rules, claim: Claim, court: str) -> Join:
    """The order that takes a kingdom: with a ready-made King, or with the one put down."""
    return Join(
        faction=claim.faction,
        name=claim.name,
        court=court,
        design=None if court else choices_of(claim),
        kingdom=claim.kingdom,
    )


def missing(rules: Rules, claim: Claim) -> Sequence[Missing]:
    """What keeps the King from the throne."""
    found = [] if claim.king else [Missing("the name of your King", RULE)]
    faults = king_faults(content_of(rules), choices_of(claim))
    return [*found, *(Missing(f"{fault.about} {fault.says}", RULE) for fault in faults)]


def lost(rules: Rules, claim: Claim) -> Sequence[str]:
    """What is left unspent, and is gone once the kingdom is taken."""
    return list(unspent(content_of(rules), choices_of(claim)))


def unspent(content: RulerContent, choices: Choices) -> Iterator[str]:
    """Points and levels that may still be spread; nothing of what is all spread."""
    if points := points_left(content, choices):
        yield f"{number(points, 'point')} of aptitude"
    if levels := levels_left(content, choices):
        yield f"{number(levels, 'level')} of skill"


def from_court(rules: Rules, claim: Claim, key: str) -> Claim:
    """Begin from a ready-made King, to change it."""
    court = content_of(rules).courts[key]
    return claim.but(
        race=court.race,
        alignment=court.alignment,
        temper=court.temper,
        king=court.name,
        points=dict(court.points),
        skill=dict(court.skill),
    )
