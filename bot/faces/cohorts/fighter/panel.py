"""`/show character` and `/show unit`, with a map of where each own spell reaches."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.faces.cohorts.choosing import about_a
from bot.faces.cohorts.fighter.facts import fighter_facts
from bot.faces.cohorts.fighter.spell_reach import reach_words, spell_reach
from bot.faces.cohorts.fighter.texts import fighter_tabs
from bot.faces.panels import Further, Look, Panel, PanelMade, Sight
from engine.packs.cohorts.pieces.records import Character, Map, Unit


def _character(look: Look, about: str) -> PanelMade:
    return _fighter(look, look.view.get(Character, int(about)))


def _unit(look: Look, about: str) -> PanelMade:
    return _fighter(look, look.view.get(Unit, int(about)))


def _fighter(look: Look, piece: Character | Unit) -> PanelMade:
    from bot.faces.cohorts.fighter.picture import draw_fighter

    facts = fighter_facts(look.rules, look.view, look.faction, piece)
    hero = facts.inside.hero if facts.inside and not facts.inside.state else None
    further = tuple(
        Further(f"Range of {spell.name}", spell_map, (piece.id, spell.key))
        for spell in (hero.spells if hero else ())
        if spell.caster_level
    )
    tabs = fighter_tabs(facts)
    thing = f"{piece.kind}:{piece.id}"
    return PanelMade(facts.name, facts.where.turn, tabs, draw_fighter(facts), further, thing)


def spell_map(look: Look, id: int, spell: str) -> Sight:
    """The map around an own character, with the reach of a spell it knows and whom it meets."""
    from bot.faces.cohorts.map.chart import chart_of
    from bot.faces.cohorts.map.strides import frame, spans
    from bot.faces.map.chart import Focus
    from bot.faces.map.picture import draw_map

    view = look.view
    facts = spell_reach(look.rules, view, view.get(Character, id), spell)
    centre = view.get(Map, 1).grid.at(facts.province - 1)
    made, steps = spans(view, facts.price, facts.most)
    chart = replace(
        chart_of(look.rules, view, look.faction, realm=centre.realm),
        strides=tuple(made),
        steps=steps,
        steps_are="Takes",
        title=f"{facts.spell} by {facts.caster}",
        subtitle=f"{facts.most} mana to add",
    )
    part = frame(view, centre, made)
    focus = Focus("window", (centre.x, centre.y), frame=part, legend="factions")
    return Sight(draw_map(chart, focus), reach_words(facts))


CHARACTER: Final = Panel(
    name="character",
    help="A character: attributes, skills, spells, what it can do",
    make=_character,
    about=about_a(Character, "Which character that you know of"),
)
UNIT: Final = Panel(
    name="unit",
    help="A military unit: soldiers, ratings, talents, gear",
    make=_unit,
    about=about_a(Unit, "Which unit that you know of"),
)
