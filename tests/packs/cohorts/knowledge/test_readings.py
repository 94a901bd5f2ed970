"""What detection spells tell of single pieces, as part of what the caster's faction knows."""

import pytest

from engine.battle import Clash
from engine.packs.cohorts.battle.guess import Imagined
from engine.packs.cohorts.battle.usual import Usual
from engine.packs.cohorts.knowledge.sighting import reveal
from engine.packs.cohorts.knowledge.spied import insights
from engine.packs.cohorts.pieces.records import Character, Stack, Unit
from engine.world import Place
from tests.rules.adapters.magic_scene import Magic
from tests.rules.scene import clash_at

pytestmark = pytest.mark.rule("cohorts.knowledge.view")


def imagined(scene: Magic, clash: Clash) -> Imagined:
    """A clash as my faction imagines it."""
    view = scene.view()
    return Imagined(view, scene.content, clash, Usual(view, scene.content, scene.ours.id))


def test_who_was_read_keeps_its_level_in_what_the_faction_knows() -> None:
    scene = Magic(level=20)
    foe = scene.foe(level=9)
    stack = scene.world.get(Stack, foe.holder.id)
    scene.cast("read_party", stack)
    view = scene.view()
    (read,) = insights(view).values()
    assert (read.turn, read.level, read.xp, read.equipment) == (1, 9, None, None)
    assert not view.get(Character, foe.id).knows("level")


def test_a_character_that_is_read_from_afar_is_not_thereby_found() -> None:
    scene = Magic(level=20)
    foe = scene.foe(distance=3, level=9)
    stack = scene.world.get(Stack, foe.holder.id)
    reveal(scene.state(), scene.ours.id, stack)
    (mine,) = scene.world.by(Stack, "player", scene.me.id)
    (scout,) = scene.world.by(Character, "holder", mine.place)
    for gone in (scout, mine):
        scene.world.remove(gone)
    scene.change(stack, province=scene.away(6).id)
    scene.cast("read_character", foe)
    view = scene.view()
    assert view.get(Stack, stack.id).province == scene.away(3).id
    assert insights(view)[foe.place].level == 9


def test_a_battle_is_imagined_with_what_was_read_and_the_usual_for_the_rest() -> None:
    scene = Magic(level=20)
    unit = scene.foe_unit(soldiers=400, level=12)
    stack = scene.world.get(Stack, unit.holder.id)
    scene.cast("read_legion_fleet", stack)
    clash = clash_at(Place("province", stack.province), [], [stack])
    seen = imagined(scene, clash)
    filled, guesses = seen.filled(), seen.guesses
    assert filled.get(Unit, unit.id).level == 12
    assert filled.get(Unit, unit.id).soldiers == 400
    (missing,) = (each.fields for each in guesses if each.about == unit.place)
    assert "level" not in missing
    assert "equipment" in missing


def test_soldiers_that_nobody_has_counted_are_guessed() -> None:
    scene = Magic(level=20)
    enemy = scene.someone("at_war")
    city = scene.city(9, 5, enemy)
    scene.character(scene.mine(3))
    unit = scene.unit(city, enemy, soldiers=400, level=12)
    scene.cast("read_city", city)
    assert scene.view().get(Unit, unit.id).soldiers == 0
    clash = clash_at(Place("province", city.province), [], [city])
    seen = imagined(scene, clash)
    filled, guesses = seen.filled(), seen.guesses
    assert filled.get(Unit, unit.id).soldiers > 0
    (missing,) = (each.fields for each in guesses if each.about == unit.place)
    assert "soldiers" in missing


def test_an_engine_whose_crew_nobody_has_counted_is_guessed_to_have_a_full_one() -> None:
    scene = Magic(level=20)
    enemy = scene.someone("at_war")
    city = scene.city(9, 5, enemy)
    scene.character(scene.mine(3))
    engine = scene.unit(city, enemy, arm="artillery", type="ballista", soldiers=9)
    scene.cast("read_city", city)
    clash = clash_at(Place("province", city.province), [], [city])
    filled = imagined(scene, clash).filled()
    assert filled.get(Unit, engine.id).soldiers == scene.content.artillery["ballista"].crew
