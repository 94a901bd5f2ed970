"""The rows and boxes of an own character or unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bot import faces
from bot.faces.cards.card import Box, Row
from bot.faces.cohorts.fighter import hero
from bot.faces.cohorts.fighter.gifts import gifts
from bot.faces.cohorts.fighter.likeness import likeness_of
from bot.faces.cohorts.fighter.spells import spells_on
from bot.faces.cohorts.plain import mood
from bot.faces.cohorts.rows import (
    brief_row,
    figure_rows,
    message_row,
    named_rows,
    spell_rows,
)
from bot.faces.cohorts.spelling import spelt
from bot.faces.cohorts.stack.reach import travel
from bot.faces.cohorts.whereabouts import Whereabouts
from bot.faces.sheet.likeness import state_words
from bot.faces.words.figures import Bearing, Named, Worn, amount
from bot.faces.words.text import listed, word
from engine.packs import Rules
from engine.packs.cohorts.content import Content, Talent
from engine.packs.cohorts.movement.rates import RATE
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.pieces.statuses import nature_of
from engine.packs.cohorts.things.equipment import by_place
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.worth.levels import encounter_level
from engine.world import World


def own_card(
    rules: Rules, view: World, where: Whereabouts, piece: Character | Unit
) -> tuple[tuple[Row, ...], tuple[Box, ...]]:
    """The rows beside its portrait, and its boxes."""
    combat = faces.of(rules).combat
    fight = combat.own(rules, view, piece) if combat else Bearing()
    ranked = combat is None or combat.ranked
    boxes = tuple(_boxes(rules, view, where, piece, fight, ranked=ranked))
    return tuple(_state(rules.module.content(Content), view, piece)), boxes


def _ails(piece: Character | Unit) -> str:
    """What ails it most, in a word; empty if it can act and fight."""
    if isinstance(piece, Character) and piece.dead:
        return "dead"
    return "a prisoner" if piece.captor else ""


def _state(content: Content, view: World, piece: Character | Unit) -> Iterator[Row]:
    """The bars."""
    chart = content.experience
    begun = chart.needed_for(piece.level) if piece.level > 1 else 0
    needed = chart.needed_for(piece.level + 1)
    missing = f"{max(needed - piece.xp, 0):,} experience to the next"
    share = (piece.xp - begun) / max(needed - begun, 1)
    told = f"It has {piece.xp:,} of {needed:,}; encounter level {encounter_level(piece)}"
    yield Row(f"Level {piece.level}", missing, "", share, "gold", told=told)
    health, ails = float(100 - piece.wounds), _ails(piece)
    state = ails or state_words(likeness_of(content, piece, 0)) or "unhurt"
    said = f"{amount(100 - piece.wounds)}%, {state}"
    yield Row("Health", said, "", health / 100, "good" if health > 50 else "bad")
    morale = float(piece.morale)
    said = f"{amount(piece.morale)}%, {mood(int(morale))}"
    yield Row("Morale", said, "", morale / 100, "" if morale >= 50 else "bad")
    if isinstance(piece, Character):
        yield from hero.mana_row(view, content, piece)


def _boxes(
    rules: Rules,
    view: World,
    where: Whereabouts,
    piece: Character | Unit,
    fight: Bearing,
    *,
    ranked: bool,
) -> Iterator[Box]:
    content = rules.module.content(Content)
    slots = content.training.talents_at(piece.level) if ranked else 0
    rank = tuple(_rank(piece, slots, ranked=ranked))
    if isinstance(piece, Character):
        yield hero.attribute_box(view, content, piece)
    else:
        crew = Row("Soldiers", f"{piece.soldiers:,}")
        counts = Row("Counts as level", str(encounter_level(piece)), "in encounters")
        yield Box("Soldiers", (crew, counts, *rank))
    marches = tuple(
        replace(row, note="points a turn") for row in figure_rows(travel(view, content, piece))
    )
    figures = (*figure_rows(fight.ratings), *marches)
    yield Box("In battle and on the march", figures, tab="Ratings")
    place = [_place(where)]
    if isinstance(piece, Character):
        place += [*rank, hero.action_row(piece)]
    yield Box("Where it is and what it can do", tuple(place))
    yield Box("How to read them", (Row(fight.note),), tab="Ratings", drawn=False)
    if isinstance(piece, Character):
        yield from hero.skill_and_spell_boxes(rules, view, piece)
    if talents := tuple(_talents(content, piece, fights=ranked)):
        yield Box("Talents", talents, wide=True, columns=1 if len(talents) < 3 else 2, most=4)
    worn = tuple(_gear(content, view, piece, fight.relics))
    nothing = (Row("Nothing is worn or wielded", tone="faint"),)
    yield Box("Gear", worn or nothing, wide=True, tab="Gear", most=8)
    lying, states = spells_on(view, content, piece.place), list(_states(content, piece, fight))
    if rows := tuple(_brief(view, content, where, piece, states, [each.name for each in lying])):
        yield Box("State", rows, wide=True, columns=2)
    if lying:
        yield Box("Spells on it", tuple(spell_rows(lying)), drawn=False)
    if isinstance(piece, Character):
        yield from hero.recipe_and_store_boxes(view, content, piece)


def _rank(piece: Character | Unit, slots: int, *, ranked: bool) -> Iterator[Row]:
    """Where it stands in battle, and its slots for talents."""
    directive = word(piece.directive) if ranked else ""
    yield Row("Battle slot", str(piece.slot or "none"), spelt(directive))
    if slots:
        yield Row("Talents", f"{len(piece.talents)} of {slots}", "slots filled")


def _talents(content: Content, piece: Character | Unit, *, fights: bool) -> Iterator[Row]:
    """Those that work on the march, and the others if talents are of use in the system's fights."""

    def named(keys: Iterable[str]) -> Iterator[Named]:
        found = (content.talents[key] for key in keys)
        return (Named(each.name, each.effect) for each in found if fights or _marches(each))

    yield from named_rows(named(piece.talents))
    born = content.races[piece.race].combat.talents
    yield from named_rows(named(each for each in born if each not in piece.talents), "by birth")


def _marches(talent: Talent) -> bool:
    return bool(talent.terrain_cost_percent) or any(b.target == RATE for b in talent.bonuses)


def _gear(
    content: Content, view: World, piece: Character | Unit, relics: Iterable[Worn]
) -> Iterator[Row]:
    for place, item in by_place(piece.equipment):
        gives = "; ".join(gifts(view, content, item, piece)) or "nothing by itself"
        yield Row(item_name(content, view, item), word(place), gives)
    for each in relics:
        yield Row(each.name, each.place, "; ".join(each.gives) or "nothing by itself")


def _place(where: Whereabouts) -> Row:
    return Row("Place", text=where.stands_on, told=f"Player: {where.player or 'nobody'}")


def _states(content: Content, piece: Character | Unit, fight: Bearing) -> Iterator[Named]:
    """What it is and suffers, by the rules and by the battle system."""
    if ails := _ails(piece):
        yield Named(ails)
    if nature := nature_of(content, piece):
        yield Named(nature.name.lower(), "supernatural")
    for key, level in piece.statuses.items():
        yield Named(word(key), f"level {level}" if level else "")
    yield from fight.state


def _brief(
    view: World,
    content: Content,
    where: Whereabouts,
    piece: Character | Unit,
    states: Iterable[Named],
    spells: Iterable[str],
) -> Iterator[Row]:
    """Its state, and the first of the spells and others by name."""
    named = [f"{each.name} ({each.text})" if each.text else each.name for each in states]
    if named:
        yield Row("It is", text=listed(named))
    yield from brief_row("Under", spells)
    if isinstance(piece, Character):
        yield from hero.brief_rows(view, content, piece)
    yield from message_row(where.message)
