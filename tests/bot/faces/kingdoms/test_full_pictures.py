"""Pictures of Kingdoms with everything on them: all have icons, and no word is cut or covered."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

from bot.faces.atlas import MapPart
from bot.faces.battle import writing
from bot.faces.battle.animation import draw_battle
from bot.faces.kingdoms.battle.scenes import column_battle
from bot.faces.kingdoms.bouts.rounds import encounter_of
from bot.faces.kingdoms.crowns import PANELS
from bot.faces.kingdoms.looks import looks_of
from bot.faces.kingdoms.map.atlas import ATLAS, LAYERS
from bot.faces.map.picture import compose
from bot.faces.paint.text import fitted
from bot.faces.sheet import sheet
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.pieces.records import Holding, Site
from tests.bot.faces.kingdoms.desk import Desk
from tests.bot.faces.kingdoms.full import full_desk, full_turn
from tests.bot.faces.kingdoms.sample import (
    BOUT_SETTING,
    LINE_SETTING,
    lines_fought,
    met,
    with_duel,
)
from tests.packs.kingdoms.crowns.table import rules

BY_NAME = {panel.name: panel for panel in PANELS}


@cache
def desk() -> Desk:
    return full_desk()


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that had no room and were cut."""
    found: list[str] = []

    def watched(text: str, face, size: int, width: float) -> str:
        shown = fitted(text, face, size, width)
        if shown.endswith("…") and not text.endswith("…"):
            found.append(text)
        return shown

    monkeypatch.setattr(sheet, "fitted", watched)
    monkeypatch.setattr(writing, "fitted", watched)
    return found


def subjects() -> Iterator[tuple[str, str]]:
    table = desk().table
    king = table.king()
    yield from (("kingdom", "1"), ("kingdom", "2"), ("character", f"{king.id}"))
    yield from (("character", f"{each.id}") for each in table.heroes())
    yield from (("character", f"{table.crown(2).king}"), ("province", f"{king.holding}"))
    sites = list(desk().view.all(Site))
    yield from (("feature", f"{site.id}") for site in sites[:3])
    yield from ((name, "") for name in ("timetable", "armies", "offices"))


def test_no_word_of_a_full_sheet_is_cut(cut: list[str]) -> None:
    for name, about in subjects():
        made = BY_NAME[name].make(desk().look(full_turn(desk())), about)
        assert made.picture, name
        assert made.picture.height <= 2600, name
        assert not cut, (name, about, cut)


@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: layer.name)
def test_words_on_a_full_map_are_apart_and_inside(layer) -> None:
    survey = desk().survey(full_turn(desk()))
    chart = layer.fill(survey, ATLAS.chart(survey))
    home = desk().view.get(Holding, desk().table.crown().home)
    for part in (ATLAS.known_part(desk().view, desk().faction), MapPart(home.hex.spot, 3)):
        made = compose(chart, ATLAS.focus(desk().view, part, layer, "none"))
        for left, top, right, bottom in (each.box for each in made.written):
            assert 0 <= left < right <= made.image.width
            assert 0 <= top < bottom <= made.image.height
        for one, other in combinations(made.written, 2):
            a, b = one.box, other.box
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, f"{one} over {other}"


@pytest.mark.parametrize("armies", [(6, 5), (13, 12), (24, 9)])
def test_no_word_of_a_battle_is_cut(armies: tuple[int, int], cut: list[str]) -> None:
    battle = column_battle(lines_fought(*armies, seed=4), LINE_SETTING)
    for place in (None, 0, len(battle.scenes) // 2, len(battle.scenes) - 1):
        draw_battle(battle, place)
    assert not cut


def test_no_word_of_a_duel_and_of_an_encounter_is_cut(cut: list[str]) -> None:
    draw_battle(column_battle(with_duel(), LINE_SETTING), 1)
    encounter = encounter_of(met(), BOUT_SETTING)
    for place in (None, *range(len(encounter.scenes))):
        draw_battle(encounter, place)
    assert not cut


def test_everything_that_a_picture_may_show_has_an_icon() -> None:
    module, looks = rules().module, looks_of(rules())
    armies, finds = module.content(ArmyContent), module.content(EncounterContent)
    content = module.content(VentureContent)
    tables = {
        "army_types": armies.army_types,
        "army_races": armies.army_races,
        "grounds": armies.grounds,
        "beings": finds.beings,
        "sites": finds.sites,
        "artifacts": finds.artifacts,
        "devices": content.devices,
        "imperial": content.imperial,
    }
    bare = [
        (table, key)
        for table, rows in tables.items()
        for key in rows
        if not looks.icon(table, key, "")
    ]
    assert not bare
    icons = [looks.icon("army_types", key, "") for key in armies.army_types]
    assert len({*icons}) == len(icons), "two kinds of armies look alike"
    icons = [looks.icon("devices", key, "") for key in content.devices]
    assert len({*icons}) == len(icons), "two inventions look alike"
