"""Panels of captives, of their holders, and of all of whom hardly anything is known.

They answer with what is known, and never break the process that makes them.
"""

from collections.abc import Iterator

import pytest

from bot.faces.cards.card import made_of
from bot.faces.cohorts.fighter.spell_reach import spell_reach
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.records import Agent, Character, City, Piece, Stack, Unit
from engine.world import Missing, Record, World
from tests.bot.faces.cohorts.panels import card
from tests.packs.hostile import captives, poorer
from tests.packs.warlords.scene import WarScene
from tests.rules.scene import Scene, ref

SPELLS = (
    "charm_of_strength",
    "provincial_barrier",
    "teleport_self",
    "teleport_item",
    "teleport_character",
    "teleport_party",
    "teleport_legion",
    "teleport_fleet",
    "teleport_city",
)


def scene_of(war: bool) -> Scene:
    """A campaign of either pack, with what `captives` puts there."""
    scene = WarScene(8, 8) if war else Scene(8, 8)
    scene.barony((1, 1), (2, 1))
    city = scene.city(1, 1, scene.me)
    hero = scene.character(city, skills={"spell_craft": 90}, spells=SPELLS, mana=90, level=50)
    scene.unit(city)
    scene.agent(scene.stack(1, 1), skills={"stealth": 3, "assassin": 3}, summoner=hero.place)
    captives(scene)
    return scene


SCENES = pytest.mark.parametrize("war", [False, True], ids=["cohorts", "warlords"])


def panels(scene: Scene, view: World) -> Iterator[tuple[Record, object]]:
    """Every panel that there is to ask for, in words."""
    for cls in (Character, Unit, Agent, Stack, City):
        for thing in view.all(cls):
            yield thing, made_of(card(scene, thing, view), view).tabs


@SCENES
def test_every_panel_of_a_world_with_captives_can_be_made(war: bool) -> None:
    scene = scene_of(war)
    made = list(panels(scene, scene.view()))
    assert {type(thing) for thing, _ in made} == {Character, Unit, Agent, Stack, City}
    assert all(tabs for _, tabs in made)


@SCENES
@pytest.mark.parametrize("kind", [Character, Unit, Agent, Stack], ids=lambda kind: kind.kind)
def test_a_panel_can_be_made_where_little_is_known(war: bool, kind: type[Stack | Piece]) -> None:
    scene = scene_of(war)
    view = poorer(scene.view(), kind, whole=scene.me.id)
    assert all(tabs for _, tabs in panels(scene, view))


@SCENES
@pytest.mark.parametrize("field", ["wounds", "statuses", "equipment", "holder", "dead", "ext"])
def test_a_panel_of_an_own_captive_can_be_made_where_something_of_him_is_unknown(
    war: bool, field: str
) -> None:
    """As the side of a captive may know the captive: as when last seen."""
    scene = scene_of(war)
    view = scene.view()
    for cls in (Character, Unit):
        for piece in list(view.by(cls, "player", scene.me.id)):
            if piece.captor:
                view.put(piece.only(set(piece.known()) - {field}))
    assert all(tabs for _, tabs in panels(scene, view))


def fleet_with_a_prisoner(scene: Scene) -> Stack:
    foe = scene.someone("at_war")
    fleet = scene.stack(3, 3, name="Gulls")
    scene.unit(fleet, arm="ship", type="barge", soldiers=5, name="Tern")
    scene.character(fleet, name="Skipper")
    scene.agent(fleet, name="Whisper")
    scene.character(fleet, foe, name="Wretch", captor=scene.me.id)
    return fleet


def test_a_fleet_with_a_prisoner_aboard_tells_how_it_moves() -> None:
    scene = Scene(8, 8, terrain="ocean")
    fleet = fleet_with_a_prisoner(scene)
    boxes = card(scene, fleet).boxes
    pace = next(each for each in boxes if each.title == "By water")
    assert not pace.rows[0].value.endswith("of 0")
    assert not pace.note.startswith("0 provinces")
    assert any("1 prisoner" in each.title for each in boxes)


def test_a_move_of_a_fleet_with_a_prisoner_aboard_can_be_foreseen() -> None:
    scene = Scene(8, 8, terrain="ocean")
    fleet = fleet_with_a_prisoner(scene)
    goal = {"stack": str(ref(fleet)), "destination": str(ref(scene.at(4, 3)))}
    (order,) = scene.plan(Move.model_validate(goal)).orders
    assert order.outcome == "done"


def captive(scene: Scene, holder: Record | None = None) -> Character:
    foe = scene.someone("at_war")
    far = holder or scene.city(7, 7, foe)
    skills = {"spell_craft": 90}
    return scene.character(
        far, skills=skills, spells=SPELLS, mana=90, level=50, name="Elowen", captor=foe.id
    )


@pytest.mark.parametrize("spell", SPELLS)
def test_a_spell_of_a_captive_reaches_nothing_and_says_so(spell: str) -> None:
    scene = Scene(8, 8)
    scene.character(scene.stack(2, 2))
    in_sight = captive(scene, scene.stack(2, 2, scene.someone("at_war")))
    for prisoner in (captive(scene), in_sight):
        view = scene.view()
        with pytest.raises(Missing, match="Elowen cannot cast"):
            spell_reach(scene.rules, view, view.get(Character, prisoner.id), spell)


@pytest.mark.parametrize("spell", SPELLS)
def test_the_range_of_a_free_casters_spell_can_be_told(spell: str) -> None:
    scene = Scene(8, 8)
    foe = scene.someone("at_war")
    stack = scene.stack(2, 2)
    skills = {"spell_craft": 90}
    hero = scene.character(stack, job="mage", skills=skills, spells=SPELLS, mana=90, level=50)
    scene.unit(scene.stack(3, 2))
    scene.unit(scene.stack(3, 3, foe), foe)
    captives(scene)
    view = scene.view()
    facts = spell_reach(scene.rules, view, view.get(Character, hero.id), spell)
    assert facts.price
