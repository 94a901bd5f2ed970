"""Portraits: they differ by race, calling, gear, wounds and person, and are the same each time."""

import json
from dataclasses import replace

import numpy as np
import pytest

from bot.faces.cohorts.fighter.likeness import likeness_of
from bot.faces.cohorts.plain import plainly
from bot.faces.sheet import portrait as portraits
from bot.faces.sheet.likeness import Likeness, state_words
from bot.faces.sheet.portrait import portrait
from engine.packs.cohorts.content import Content
from tests.bot.faces.cohorts.band import band
from tests.rules.scene import Scene, module

USUAL = Likeness(7, "human", "warrior", "leather", "blade", False, 0, False, False, 1)
SIZE = 300.0


def drawn(likeness: Likeness) -> np.ndarray:
    image = portrait(likeness, SIZE).image
    canvas = np.zeros((320, 320, 4), dtype=int)
    pixels = np.asarray(image).astype(int)
    canvas[: pixels.shape[0], : pixels.shape[1]] = pixels
    return canvas


def apart(one: Likeness, other: Likeness) -> float:
    """The share of pixels in which two portraits plainly differ."""
    return float((np.abs(drawn(one) - drawn(other)).max(axis=2) > 40).mean())


def test_every_race_that_may_be_a_hero_has_a_likeness_of_its_own() -> None:
    known = json.loads(portraits._FILE.read_text(encoding="utf-8"))
    content = module().content(Content)
    assert set(content.setup.races or content.races) <= set(known)


@pytest.mark.parametrize(
    "change, least",
    [
        ({"race": "orc"}, 0.08),
        ({"race": "goblin"}, 0.08),
        ({"race": "nobody knows"}, 0.08),
        ({"calling": "mage"}, 0.08),
        ({"calling": "soldiers"}, 0.05),
        ({"armour": "plate"}, 0.04),
        ({"armour": "none"}, 0.04),
        ({"weapon": "bow"}, 0.01),
        ({"weapon": ""}, 0.01),
        ({"shield": True}, 0.02),
        ({"wounds": 10}, 0.001),
        ({"wounds": 40}, 0.01),
        ({"dead": True}, 0.05),
        ({"captive": True}, 0.05),
    ],
)
def test_portraits_differ_by_what_they_are_of(change, least) -> None:
    assert apart(USUAL, replace(USUAL, **change)) >= least


def test_orcs_and_goblins_differ() -> None:
    assert apart(replace(USUAL, race="orc"), replace(USUAL, race="goblin")) >= 0.08


def test_worse_wounds_show_more() -> None:
    steps = [replace(USUAL, wounds=wounds) for wounds in (0, 10, 40, 80)]
    assert len({drawn(each).tobytes() for each in steps}) == 4
    assert [state_words(each) for each in steps] == ["", "scratched", "wounded", "badly wounded"]


def test_people_of_one_kind_differ_by_their_ids_and_stay_who_they_are() -> None:
    scene = Scene()
    stack = scene.stack(5, 5)
    found = [
        likeness_of(scene.content, scene.character(stack, race="human", job="warrior"), 1)
        for _ in range(8)
    ]
    looks = {drawn(each).tobytes() for each in found}
    assert len(looks) >= 6
    again = portrait.__wrapped__(found[0], SIZE).image
    assert np.array_equal(np.asarray(again), np.asarray(portrait(found[0], SIZE).image))


def test_a_likeness_tells_of_others_only_what_is_seen() -> None:
    scene = Scene()
    theirs = band(scene, scene.player("Rita", "theirs"))
    scene.character(scene.stack(5, 5, name="Watchers"))
    view = scene.view()
    seen = view.get(type(theirs.hero), theirs.hero.id)
    found = likeness_of(scene.content, seen, 2)
    assert (found.armour, found.weapon, found.wounds) == ("none", "", 0)
    assert found.race == "elf"


@pytest.mark.parametrize("size", [68.0, 92.0, 300.0])
def test_a_portrait_stays_in_its_frame(size) -> None:
    for race in ("orc", "goblin", "dwarf", "avian"):
        for calling in ("mage", "priest", "bard", "soldiers"):
            likeness = replace(USUAL, race=race, calling=calling, armour="plate", shield=True)
            image = portrait(likeness, size).image
            assert max(image.size) <= size * 1.02


def test_figures_have_plain_names() -> None:
    assert plainly("DF") == ("Defense", "divides what it suffers")
    assert plainly("RES against fire") == ("Resistance against fire", "")
    assert plainly("Fights as") == ("Fights as", "")
