"""A character or military unit as a person wants to see it, from what one faction knows.

Of foreign pieces only what is plain to see is known, and `inside` is then None.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from bot import faces
from bot.faces.actions import Action, deeds
from bot.faces.choices.asking import planning
from bot.faces.cohorts.fighter.combat_spells import CombatSpellFacts, combat_spell_facts
from bot.faces.cohorts.fighter.gifts import gifts
from bot.faces.cohorts.fighter.likeness import likeness_of
from bot.faces.cohorts.fighter.missions import Covert, covert
from bot.faces.cohorts.fighter.ratings import attributes
from bot.faces.cohorts.fighter.readings import STALE, own_readings, readings
from bot.faces.cohorts.fighter.skills import SkillFacts, skill_facts
from bot.faces.cohorts.fighter.spells import Lying, SpellFacts, spell_facts, spells_on
from bot.faces.cohorts.looks import PERSON, UNIT, looks_of
from bot.faces.cohorts.stack.travel import travel
from bot.faces.cohorts.whereabouts import Whereabouts, seen_outside, whereabouts
from bot.faces.sheet.likeness import Likeness
from bot.faces.words.figures import Bearing, Figure, Named, Worn
from bot.faces.words.known import as_known, text_of
from engine.numbers import Exact
from engine.packs import Rules
from engine.packs.cohorts.content import Content, Talent
from engine.packs.cohorts.content.item_keys import Item
from engine.packs.cohorts.covert.bodyguards import guards_of
from engine.packs.cohorts.movement.rates import RATE
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.pieces.statuses import nature_of
from engine.packs.cohorts.things.equipment import by_place
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.worth.levels import encounter_level
from engine.packs.cohorts.worth.mana import capacity, monthly
from engine.world import World

UNKNOWN: Final = "Its level, strength, gear and plans are hidden from you."
HELD: Final = "How it fares in the hands of others is hidden from you."


@dataclass(frozen=True, slots=True)
class Hero:
    """What only characters have."""

    mana: int
    most_mana: int
    month_mana: int
    """What the next month gives, before `most_mana` limits it."""
    guards: str
    """Whose bodyguard it is; empty for nobody's."""
    guarded: tuple[str, ...]
    """Those who guard it, as far as the faction knows."""
    actions: int
    action_points: int
    skill_points: int
    attribute_points: int
    attributes: tuple[Figure, ...]
    skills: tuple[SkillFacts, ...]
    spells: tuple[SpellFacts, ...]
    combat: tuple[CombatSpellFacts, ...]
    covert: Covert | None
    """None for one without a covert skill."""
    titles: tuple[Named, ...]
    recipes: tuple[str, ...]
    draughts: tuple[Named, ...]
    possessions: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class FighterInside:
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
    born_talents: tuple[Named, ...]
    """Those of its race that it has not learned yet; they take no slot."""
    talent_slots: int
    """0 where talents are of no use in fights, so that nobody is asked to fill them."""
    gear: tuple[Worn, ...]
    """By the place where it is worn."""
    ratings: tuple[Figure, ...]
    """By the battle system of the campaign."""
    ratings_note: str
    travel: tuple[Figure, ...]
    """Its rate in each mode in which it goes by itself."""
    spells: tuple[Lying, ...]
    deeds: tuple[Action, ...]
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
    icon: str
    what: str
    """Such as "elf mage" or "human soldiers"."""
    soldiers: int
    """Of a unit, or its crew; else 0."""
    where: Whereabouts
    likeness: Likeness
    inside: FighterInside | None
    read: tuple[tuple[str, str], ...] = ()
    """For a foreign piece: what was last read of it from within, as titles and words."""
    seen: tuple[tuple[str, str], ...] = ()
    """For one that was never read: how such fight, as far as that is plain to see, likewise."""

    @property
    def caveat(self) -> str:
        """How far one can rely on what is known of a piece that others have."""
        if self.where.own:
            return HELD
        return STALE if self.read else UNKNOWN


def outside(facts: FighterFacts) -> list[tuple[str, str]]:
    """What is known of a foreign character or unit, as titles and words."""
    return [*seen_outside(facts.what, facts.where, facts.soldiers), *facts.seen, *facts.read]


def fighter_facts(rules: Rules, view: World, faction: int, piece: Character | Unit) -> FighterFacts:
    """What a faction knows of a character or unit, on that faction's view."""
    content = rules.module.content(Content)
    race = text_of(piece, "race")
    known = content.races.get(race)
    whole = piece.knows("level")
    inside = as_known(lambda: _inside(rules, view, content, piece), None) if whole else None
    read = readings(rules, view, piece) if inside is None else ()
    where, combat = whereabouts(view, faction, piece), faces.of(rules).combat
    return FighterFacts(
        kind=piece.kind,
        name=text_of(piece, "name") or piece.kind,
        race=race,
        icon=looks_of(content).icon("races", race, PERSON if piece.kind == "character" else UNIT),
        what=f"{known.name if known else race} {_calling(content, piece)}".strip() or piece.kind,
        soldiers=piece.soldiers if isinstance(piece, Unit) and piece.knows("soldiers") else 0,
        where=where,
        likeness=likeness_of(content, piece, where.owner.colour if where.owner else 0),
        inside=inside,
        read=read or (tuple(own_readings(content, view, piece)) if whole and not inside else ()),
        seen=tuple(combat.seen(rules, view, piece)) if combat and not (whole or read) else (),
    )


def _calling(content: Content, piece: Character | Unit) -> str:
    """What it is by trade: a class, or a kind of unit."""
    if isinstance(piece, Character):
        job = piece.job if piece.knows("job") else ""
        known = content.classes.get(job)
        return known.name.lower() if known else job
    type = piece.type if piece.knows("type") else ""
    made = content.artillery.get(type) or content.ships.get(type)
    return made.name.lower() if made else type.replace("_", " ").replace("-", " ")


def _talents(content: Content, keys: Iterable[str], *, fights: bool) -> tuple[Named, ...]:
    """Those that work on the march, and the others if talents are of use in the system's fights."""
    found = (content.talents[key] for key in keys)
    return tuple(Named(each.name, each.effect) for each in found if fights or _marches(each))


def _marches(talent: Talent) -> bool:
    return bool(talent.terrain_cost_percent) or any(b.target == RATE for b in talent.bonuses)


def _statuses(content: Content, piece: Character | Unit) -> Iterator[Named]:
    nature = nature_of(content, piece)
    if nature:
        yield Named(nature.name.lower(), "supernatural")
    for key, level in piece.statuses.items():
        yield Named(key.replace("_", " "), f"level {level}" if level else "")


def _inside(rules: Rules, view: World, content: Content, piece: Character | Unit) -> FighterInside:
    chart = content.experience
    combat = faces.of(rules).combat
    fight = combat.own(rules, view, piece) if combat else Bearing()
    ranked = combat is None or combat.ranked
    return FighterInside(
        level=piece.level,
        encounter=encounter_level(piece),
        xp=piece.xp,
        from_xp=chart.needed_for(piece.level) if piece.level > 1 else 0,
        next_xp=chart.needed_for(piece.level + 1),
        wounds=piece.wounds,
        morale=piece.morale,
        slot=piece.slot,
        directive=piece.directive.replace("_", " ") if ranked else "",
        statuses=(*_statuses(content, piece), *fight.state),
        talents=_talents(content, piece.talents, fights=ranked),
        born_talents=_talents(
            content,
            [t for t in content.races[piece.race].combat.talents if t not in piece.talents],
            fights=ranked,
        ),
        talent_slots=content.training.talents_at(piece.level) if ranked else 0,
        gear=(
            *(
                Worn(
                    place.replace("_", " "),
                    item_name(content, view, item),
                    gifts(view, content, item, piece),
                )
                for place, item in by_place(piece.equipment)
            ),
            *fight.relics,
        ),
        ratings=fight.ratings,
        ratings_note=fight.note,
        travel=travel(view, content, piece),
        spells=spells_on(view, content, piece.place),
        deeds=deeds(planning(rules, view, piece.player), piece),
        dead=isinstance(piece, Character) and piece.dead,
        prisoner=piece.captor != 0,
        hero=_hero(rules, view, content, piece) if isinstance(piece, Character) else None,
    )


def _hero(rules: Rules, view: World, content: Content, character: Character) -> Hero:
    client = view.find(Character, character.guarding)
    return Hero(
        mana=character.mana,
        guards=client.name if client else "",
        guarded=tuple(each.name for each in guards_of(view, character)),
        most_mana=capacity(view, content, character),
        month_mana=monthly(view, content, character),
        actions=character.actions,
        action_points=character.action_points,
        skill_points=character.skill_points,
        attribute_points=character.attribute_points,
        attributes=attributes(view, content, character),
        skills=skill_facts(view, content, character),
        spells=spell_facts(view, content, character),
        combat=combat_spell_facts(view, content, character),
        covert=covert(planning(rules, view, character.player), character),
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
