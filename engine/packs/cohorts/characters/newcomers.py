"""Characters who come into the game: recruits of guilds, friends made in adventures, monsters.

Those of the start are made in `setup.joining`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from engine.dice import Dice
from engine.module.names import key_of
from engine.names import NAME_LENGTH
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.production.weekly import CHARACTER_ACTIONS
from engine.packs.cohorts.worth.mana import capacity
from engine.packs.cohorts.worth.skills import built_in
from engine.packs.lands.naming import Namer
from engine.state import State
from engine.world import Place


def newcomer(
    state: State,
    *,
    name: str,
    race: str,
    job: str,
    level: int,
    player: int,
    holder: Place,
    deity: str = "",
    **values: Any,
) -> Character:
    """Make a character of a level, as if it had come by it step by step.

    It has the XP and all points of its level unspent, the skills of its class, full mana and
    nothing to wear, as far as nothing else is said.
    """
    content = state.module.content(Content)
    figures = content.experience
    fields: dict[str, Any] = {
        "name": name,
        "race": race,
        "job": job,
        "level": level,
        "player": player,
        "holder": holder,
        "deity": deity,
        "xp": figures.needed_for(level),
        "skill_points": (level - 1) * figures.skill_points,
        "attribute_points": (level - 1) * figures.attribute_points,
        "attributes": dict(sorted(content.races[race].attributes.model_dump().items())),
        "skills": dict.fromkeys(sorted(built_in(content, job)), level),
        "talents": (),
        "slot": content.setup.battle_slot,
        "starting": False,
        "used": Fraction(0),
        "acted": False,
        "message": "",
        "wounds": 0,
        "mana": 0,
        "actions": CHARACTER_ACTIONS,
        "dead": False,
        "captor": 0,
        "statuses": {},
        "ext": None,
    }
    made = state.make(Character, **{**fields, **values})
    made = made.replace(mana=capacity(state.world, content, made))
    state.world.put(made)
    return made


def fresh_name(state: State, dice: Dice, race: str) -> str:
    """A name for a newcomer of a race that no character has (cohorts.setup.names)."""
    figures = state.module.content(Content).newcomers
    taken = {key_of(each.name): None for each in state.world.all(Character) if each.knows("name")}
    namer = Namer(dice, figures.qualifiers, taken)
    return namer.draw(figures.names.get(race, figures.others))[:NAME_LENGTH]


def unused(state: State, name: str) -> str:
    """The name, or with a number if a character has it already."""
    taken = [key_of(each.name) for each in state.world.all(Character) if each.knows("name")]
    number, wanted = 1, name
    while key_of(wanted) in taken:
        number += 1
        wanted = f"{name[: NAME_LENGTH - 4]} {number}"
    return wanted
