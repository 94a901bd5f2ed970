"""A character or military unit as a person wants to see it, from what one faction knows.

Of those of others only what is plain to see is known, and `inside` is then None.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.panels.asking import planning
from bot.panels.deeds import Deed, deeds
from bot.panels.figures import Figure, figure
from bot.panels.gifts import gifts
from bot.panels.ratings import attributes, ratings
from bot.panels.skills import SkillFacts, skill_facts
from bot.panels.spells import Lying, SpellFacts, spell_facts, spells_on
from bot.panels.whereabouts import Whereabouts, whereabouts
from engine.numbers import Exact
from engine.packs import Rules
from engine.packs.cohorts.battle.system import CohortsBattles
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.equipment.places import by_place
from engine.packs.cohorts.item_names import item_name
from engine.packs.cohorts.items import Item
from engine.packs.cohorts.levels import encounter_level
from engine.packs.cohorts.movement.burden import MODES
from engine.packs.cohorts.movement.rates import by_itself
from engine.packs.cohorts.possessions import held
from engine.packs.cohorts.production.mana import capacity, monthly
from engine.packs.cohorts.records import Character, Unit
from engine.packs.cohorts.statuses import nature_of
from engine.world import World

UNKNOWN: Final = "Its level, strength, gear and plans are hidden from you."


@dataclass(frozen=True, slots=True)
class Worn:
    """Something worn or wielded."""

    place: str
    name: str
    gives: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """Something with a name and what it does: a talent, title, status or potion at work."""

    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Hero:
    """What only characters have."""

    mana: int
    most_mana: int
    month_mana: int
    """What the next month gives, before `most_mana` limits it."""
    actions: int
    action_points: int
    skill_points: int
    attribute_points: int
    attributes: tuple[Figure, ...]
    skills: tuple[SkillFacts, ...]
    spells: tuple[SpellFacts, ...]
    titles: tuple[Named, ...]
    recipes: tuple[str, ...]
    draughts: tuple[Named, ...]
    possessions: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Inside:
    """What only its own faction knows of it."""

    level: int
    encounter: int
    xp: int
    from_xp: int
    """The XP at which its level began."""
    next_xp: int
    """The XP that the next level takes."""
    wounds: Exact
    morale: Exact
    """Percent points."""
    slot: int
    directive: str
    statuses: tuple[Named, ...]
    talents: tuple[Named, ...]
    talent_slots: int
    gear: tuple[Worn, ...]
    """By the place where it is worn."""
    ratings: tuple[Figure, ...]
    """Empty if the campaign fights by other rules than these."""
    travel: tuple[Figure, ...]
    """Its rate in each mode in which it goes by itself."""
    spells: tuple[Lying, ...]
    deeds: tuple[Deed, ...]
    dead: bool
    prisoner: bool
    hero: Hero | None

    @property
    def free_talents(self) -> int:
        """Slots for talents that are open."""
        return max(0, self.talent_slots - len(self.talents))

    @property
    def state(self) -> str:
        """What ails it most, in a word; empty if it can act and fight."""
        return "dead" if self.dead else "a prisoner" if self.prisoner else ""


@dataclass(frozen=True, slots=True)
class FighterFacts:
    """A character or military unit as one faction knows it."""

    kind: str
    """character or unit."""
    name: str
    race: str
    """Its key."""
    what: str
    """Such as "elf mage" or "human soldiers"."""
    soldiers: int
    """Of a unit, or its crew; else 0."""
    where: Whereabouts
    inside: Inside | None


def outside(facts: FighterFacts) -> list[tuple[str, str]]:
    """What is known of someone of others, as titles and words."""
    where = facts.where
    lines = [
        ("What it is", facts.what),
        ("Soldiers", f"{facts.soldiers:,}" if facts.soldiers else ""),
        ("Holder", where.whose),
        ("Place", f"{where.at}, {where.ground}" if where.ground else where.at),
        ("Sight", "your prisoner" if where.captive else where.sight),
        ("Message", where.message),
    ]
    return [(title, text) for title, text in lines if text]


def fighter_facts(rules: Rules, view: World, faction: int, piece: Character | Unit) -> FighterFacts:
    """What a faction knows of a character or unit, on that faction's view."""
    content = rules.module.content(Content)
    race = content.races.get(piece.race)
    return FighterFacts(
        kind=piece.kind,
        name=piece.name,
        race=piece.race,
        what=f"{race.name if race else piece.race} {_calling(content, piece)}",
        soldiers=piece.soldiers if isinstance(piece, Unit) else 0,
        where=whereabouts(view, faction, piece),
        inside=_inside(rules, view, content, piece) if piece.knows("level") else None,
    )


def _calling(content: Content, piece: Character | Unit) -> str:
    """What it is by trade: a class, or a kind of unit."""
    if isinstance(piece, Character):
        known = content.classes.get(piece.job)
        return known.name.lower() if known else piece.job
    made = content.artillery.get(piece.type) or content.ships.get(piece.type)
    return made.name.lower() if made else piece.type.replace("_", " ")


def _statuses(content: Content, piece: Character | Unit) -> Iterator[Named]:
    nature = nature_of(content, piece)
    if nature:
        yield Named(nature.name.lower(), "supernatural")
    for key, level in piece.statuses.items():
        yield Named(key.replace("_", " "), f"level {level}" if level else "")


def _inside(rules: Rules, view: World, content: Content, piece: Character | Unit) -> Inside:
    chart = content.experience
    fights = isinstance(rules.battle, CohortsBattles) and piece.ext is None
    return Inside(
        level=piece.level,
        encounter=encounter_level(piece),
        xp=piece.xp,
        from_xp=chart.needed_for(piece.level) if piece.level > 1 else 0,
        next_xp=chart.needed_for(piece.level + 1),
        wounds=piece.wounds,
        morale=piece.morale,
        slot=piece.slot,
        directive=piece.directive.replace("_", " "),
        statuses=tuple(_statuses(content, piece)),
        talents=tuple(
            Named(content.talents[key].name, content.talents[key].effect) for key in piece.talents
        ),
        talent_slots=content.training.talents_at(piece.level),
        gear=tuple(
            Worn(
                place.replace("_", " "),
                item_name(content, view, item),
                gifts(view, content, item, piece),
            )
            for place, item in by_place(piece.equipment)
        ),
        ratings=ratings(view, content, piece) if fights else (),
        travel=tuple(_travel(view, content, piece)),
        spells=spells_on(view, content, piece.place),
        deeds=deeds(planning(rules, view, piece.player), piece),
        dead=isinstance(piece, Character) and piece.dead,
        prisoner=piece.captor != 0,
        hero=_hero(view, content, piece) if isinstance(piece, Character) else None,
    )


def _travel(view: World, content: Content, piece: Character | Unit) -> Iterator[Figure]:
    for mode in MODES:
        mover = by_itself(view, content, piece, mode)
        if mover:
            slower = (("Overburden", f"−{mover.penalty}%"),) if mover.penalty else ()
            yield figure(f"By {mode}", mover.normal, "Base", mover.rate, slower)


def _hero(view: World, content: Content, character: Character) -> Hero:
    return Hero(
        mana=character.mana,
        most_mana=capacity(view, content, character),
        month_mana=monthly(view, content, character),
        actions=character.actions,
        action_points=character.action_points,
        skill_points=character.skill_points,
        attribute_points=character.attribute_points,
        attributes=attributes(view, content, character),
        skills=skill_facts(view, content, character),
        spells=spell_facts(view, content, character),
        titles=tuple(
            Named(title.name if title else key, title.text if title else "")
            for key in character.titles
            for title in (content.titles.get(key),)
        ),
        recipes=tuple(item_name(content, view, key) for key in character.recipes),
        draughts=tuple(
            Named(item_name(content, view, str(Item(key, quality=quality))), "until the month ends")
            for key, quality in character.draughts.items()
        ),
        possessions=tuple(
            sorted((item_name(content, view, p.item), p.count) for p in held(view, character.place))
        ),
    )
