"""In a world of Kingdoms: battles and encounters are shown with its own names, ranks and lands."""

from __future__ import annotations

from bot import faces
from bot.faces.battle.animation import draw_battle
from bot.faces.contests import seen
from bot.faces.kingdoms.bouts.rounds import BoutSetting
from bot.faces.words.text import clean
from engine.packs.kingdoms.crowns.encounters import EncounterFought
from engine.packs.kingdoms.crowns.outcome import KingdomBattleFought
from engine.packs.kingdoms.crowns.ventures.moving import Move, Pursue
from engine.packs.kingdoms.crowns.ventures.searching import Search
from tests.packs.kingdoms.crowns.frontiers import defend, march
from tests.packs.kingdoms.crowns.table import Table, ref
from tests.packs.kingdoms.ventures.court import RULES, Court
from tests.packs.kingdoms.ventures.court import ref as named
from tests.packs.kingdoms.ventures.test_moving import EAST, HERE


def test_a_battle_against_militia_names_kingdom_ground_and_king() -> None:
    table = Table.seated()
    king, wild = march(table)
    defend(table, wild)
    table.run({1: [Move(character=ref(king), to=ref(wild))]})
    (event,) = table.told(KingdomBattleFought, 1)
    shown = seen(faces.of(table.state().rules), event, table.world, table.crown().faction, 2)
    assert shown
    one, other = shown.setting.sides
    assert (one.own, one.role, other.name, other.role) == (True, "Attacker", "Militia", "Defender")
    assert shown.setting.title.startswith("Battle at ")
    assert clean(table.king().name) in shown.account(clean).text()
    assert draw_battle(shown.battle()).alt.count("Militia") >= 1


def test_an_encounter_names_both_characters_and_whose_they_are() -> None:
    court = Court()
    red, blue = court.crown("Red"), court.crown("Blue")
    hunter, prey = court.ruler(red, HERE, skill={"SP": 5}), court.ruler(blue, EAST)
    court.sight(red, prey)
    court.give(red, HERE, EAST)
    court.tick("run", {red.player: [Pursue(character=named(hunter), target=named(prey))]})
    (event,) = court.hears(red, EncounterFought)
    shown = seen(faces.of(RULES), event, court.world, red.faction, 4)
    assert shown
    one, other = shown.setting.sides
    assert (one.name, one.own, one.factions) == (clean(hunter.name), True, ("Red",))
    assert (other.name, other.own, other.factions) == (clean(prey.name), False, ("Blue",))
    assert isinstance(shown.setting, BoutSetting)
    assert all(shown.setting.icons), "each shows a people of the module"
    assert shown.setting.title == f"Pursuit: {clean(hunter.name)} and {clean(prey.name)}"
    assert shown.setting.subtitle.startswith("Plain")
    assert draw_battle(shown.battle(), 0).alt.startswith(shown.setting.title)


def test_a_guardian_bears_its_sign_and_a_character_the_colours_of_the_kingdom() -> None:
    court = Court()
    red = court.crown("Red")
    hero = court.ruler(red, HERE, skill={"ME": 3})
    lair = court.site(HERE, "giants_castle", red, being="giant", hit_points=25, full=25)
    court.give(red, HERE)
    court.tick("run", {red.player: [Search(character=named(hero), feature=named(lair))]})
    (event,) = court.hears(red, EncounterFought)
    shown = seen(faces.of(RULES), event, court.world, red.faction, 4)
    assert shown
    assert isinstance(shown.setting, BoutSetting)
    one, other = shown.setting.sides
    assert (one.own, other.name, other.emblem, other.colour) == (True, "Giant", "giant", 0)
    assert bool(shown.setting.icons[0]) > bool(shown.setting.icons[1])
    assert "Giant" in draw_battle(shown.battle()).alt
