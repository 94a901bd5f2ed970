"""`/show character` and `/show unit`, with a map of where each own spell reaches."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.faces.cards.card import made_of
from bot.faces.cohorts.choosing import about_a
from bot.faces.cohorts.fighter.card import card_of
from bot.faces.cohorts.fighter.spell_reach import may_cast, reach_words, spell_reach
from bot.faces.cohorts.fighter.spells import castable
from bot.faces.panels import Further, Look, Panel, PanelMade, Sight
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character, Map, Unit

_HINTS: Final = {
    "Attributes": "Orders: /spend attribute-points",
    "Skills": "Orders: /spend skill-points",
    "Spells": "Orders: /character cast; mana that is added makes a spell stronger",
    "Combat spells": "Orders: /set combat-spell",
    "Covert work": "Orders: /covert",
    "Ratings": "/rules explains how they are used",
    "Gear": "/show item tells more of each",
    "Can do": "As things stand now",
}


def _character(look: Look, about: str) -> PanelMade:
    return _fighter(look, look.view.get(Character, int(about)))


def _unit(look: Look, about: str) -> PanelMade:
    return _fighter(look, look.view.get(Unit, int(about)))


def _fighter(look: Look, piece: Character | Unit) -> PanelMade:
    view, content = look.view, look.rules.module.content(Content)
    card = card_of(look.rules, view, look.faction, piece)
    spells: dict[str, str] = {}
    if card.boxes and isinstance(piece, Character) and may_cast(piece):
        spells = castable(view, content, piece)
    further = [
        Further(f"Range of {name}", spell_map, (piece.id, key)) for key, name in spells.items()
    ]
    hint = "Orders: /transfer character, /set slot, /set talents" if card.boxes else ""
    return made_of(card, view, hint, f"{piece.kind}:{piece.id}", _HINTS, further)


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
