"""The ceremony at the end of a game of kings: its picture, its words, and how it is posted."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from bot import faces
from bot.faces.kingdoms.lines.realm import offices_told
from bot.faces.kingdoms.naming import KingdomsNames
from bot.faces.kingdoms.offices import panel
from bot.faces.kingdoms.offices.ceremony import KEEPSAKE
from bot.faces.panels import Look, Past
from bot.faces.words.telling import tell
from bot.jobs import draw as drawing
from bot.payload import KeepsakeRecipe, Payload
from bot.reports import tick_messages
from engine.campaign import Now
from engine.packs.kingdoms.crowns.honours import OfficesGiven
from engine.packs.kingdoms.pieces.merits import Merit
from engine.packs.kingdoms.pieces.records import MagicItem
from engine.turn import Due
from tests.bot.faces.looking import Memory
from tests.bot.reports.test_tick_messages import read_point
from tests.packs.kingdoms.crowns.table import SATURDAY, Table, rules


@cache
def over() -> Table:
    table = Table.seated()
    table.put(table.world.get(Now, 1), turn=rules().module.victory.turns)
    for number, land in enumerate((0, 14, 14, 3), start=1):
        table.put(table.king(number), merit=Merit(land=land, prayers=number))
    table.world.add(MagicItem, item="excalibur", holder=table.king(3).place)
    table.end()
    return table


def told() -> OfficesGiven:
    (event,) = over().told(OfficesGiven)
    return event


def test_the_picture_names_every_kingdom_and_office() -> None:
    event = told()
    picture = KEEPSAKE.draw(rules(), rules().public(over().world), event)
    assert picture.width == 1200
    assert picture.height <= 2100
    assert len(picture.alt) <= 1024
    assert all(each.kingdom in picture.alt for each in event.places)
    assert "World Emperor: " in picture.alt
    assert "Lord High Defender of the Imperium: vacant" in picture.alt
    assert "Artifacts: " in picture.alt
    assert picture == KEEPSAKE.draw(rules(), rules().public(over().world), event)


def test_a_ceremony_of_long_names_fits() -> None:
    event = told()
    long = "Wolframina of the Endless Grey Marches beyond the Sea"
    offices = tuple(
        replace(each, holder=tuple(replace(claim, name=long) for claim in each.holder))
        for each in event.offices
    )
    places = tuple(replace(each, kingdom=long, player=long) for each in event.places)
    world = rules().public(over().world)
    picture = KEEPSAKE.draw(rules(), world, replace(event, offices=offices, places=places))
    assert len(picture.alt) <= 1024


def test_in_words_each_office_is_told_with_merit_and_how_a_tie_went() -> None:
    names = faces.of(rules()).names(rules().public(over().world))
    short = tell(told(), names)
    assert "High Priest." in short
    assert "Vacant: Defender." in short
    assert "\n" not in short
    assert isinstance(names, KingdomsNames)
    words = "\n".join(offices_told(told(), names))
    assert "High Priest Palatine" in words
    assert "before" in words
    assert "by the richer treasury" in words or "by the larger tax base" in words
    assert "vacant, for nobody had merit" in words


def test_the_herald_posts_it_with_the_end_and_it_is_drawn_from_what_all_were_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = over()
    assert table.last
    due = Due("weekly", table.tick, SATURDAY)
    messages = tick_messages(rules(), read_point(), due, table.last, "")
    posted = [
        Payload.model_validate_json(each.payload) for each in messages if each.to.role == "herald"
    ]
    text = "\n".join(card.text for payload in posted for card in payload.cards)
    assert "was the last" in text
    assert "The imperial offices were given." in text
    assert "00 points" not in text, "points are told as they are counted, not in hundredths"
    (recipe,) = [
        image for payload in posted for image in payload.images if isinstance(image, KeepsakeRecipe)
    ]
    entry = table.last.entries[recipe.event]
    monkeypatch.setattr(drawing, "rules_at", lambda *_: rules())
    monkeypatch.setattr(drawing, "world_at", lambda *_: table.world)
    monkeypatch.setattr(drawing, "read_event_for", lambda *_: entry.dump_for(recipe.faction, ()))
    picture = drawing.draw(Path(), 1, recipe)
    assert picture == KEEPSAKE.draw(rules(), rules().public(table.world), told())


def test_after_the_end_the_offices_show_the_ceremony() -> None:
    table = over()
    assert table.last
    crown = table.crown()
    past = tuple(
        Past(table.tick, 30, number, entry.dump_for(crown.faction, (crown.player,)), "")
        for number, entry in enumerate(table.last.entries)
        if isinstance(entry.event, OfficesGiven)
    )
    view = rules().view(table.world, crown.faction)
    look = Look(faces.of(rules()), view, crown.faction, crown.player, table.tick, Memory(past))
    made = panel.PANEL.make(look, "")
    assert made.picture
    assert "The imperial offices, given after turn" in made.picture.alt
    assert "The imperial offices were given." in made.tabs[0].pages[0]
