"""Pictures and animations of battles: size, words, extremes, and the same bytes for the same."""

import io
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from bot.faces.battle.animation import animate_battle, draw_battle, durations
from bot.faces.battle.layout import FIELD, HEIGHT, liveries
from bot.faces.battle.scene import AnyBattle, Side
from bot.faces.cohorts.battle.arrows import STYLES
from bot.faces.cohorts.battle.field import FieldBattle, FieldScene, SlotAction
from bot.faces.cohorts.battle.layout import HEX, hex_centre
from bot.faces.cohorts.battle.scenes import field_battle
from bot.faces.cohorts.battle.slots import SIGNS, signs_of
from bot.faces.paint import palette
from bot.faces.paint.palette import rgb
from bot.faces.warlords.battle.scenes import line_battle
from engine.packs.cohorts.battle.slots import HEXES, SLOTS, cell
from tests.bot.faces.battle.sample import SETTING, armies, duelled, fleets, fought
from tests.bot.faces.pictured import sound
from tests.rules.adapters.battle_field import hero, unit

LONGEST_NAME = "Maximilian Ölbrück-Featherstonehaugh the Ever-Remembered " * 3


def slots(mine: int, theirs: int, **more: object) -> FieldBattle:
    return field_battle(fought(armies(mine, theirs), **more), SETTING)  # type: ignore[arg-type]


def named(battle: AnyBattle, name: str) -> AnyBattle:
    sides = Side(name, 2, role="Attacker"), Side(name, 0, role="Defender")
    setting = replace(battle.setting, title=name, subtitle=name, sides=sides)
    return replace(battle, setting=setting)  # type: ignore[type-var]


BATTLES: dict[str, Callable[[], AnyBattle]] = {
    "ten against ten": lambda: slots(10, 10),
    "thirty against thirty behind walls": lambda: slots(30, 30, terrain="forest", walls=4),
    "one against one": lambda: slots(1, 1),
    "nobody against one": lambda: field_battle(fought([unit(1, 1)]), SETTING),
    "at sea": lambda: field_battle(fought(fleets(), terrain="sea"), SETTING),
    "all in one slot": lambda: field_battle(
        fought([unit(100 * side + n, side, slot=3) for side in (0, 1) for n in range(1, 16)]),
        SETTING,
    ),
    "long names": lambda: named(
        field_battle(fought([hero(n, n % 2, name=LONGEST_NAME) for n in range(1, 9)]), SETTING),
        LONGEST_NAME,
    ),
    "of a terrain of its own": lambda: slots(2, 2, terrain="glass_plains"),
    "lines": lambda: line_battle(duelled(8, 8), SETTING),
    "long lines": lambda: named(line_battle(duelled(30, 30), SETTING), LONGEST_NAME),
    "a duel": lambda: line_battle(duelled(1, 1), SETTING),
}


@pytest.mark.parametrize("which", BATTLES)
def test_every_scene_of_any_battle_is_drawn(which: str) -> None:
    battle = BATTLES[which]()
    places = {0, 1, len(battle.scenes) // 2, len(battle.scenes) - 1} & set(
        range(len(battle.scenes))
    )
    for place in (None, *sorted(places)):
        picture = draw_battle(battle, place)
        assert sound(picture).size == (palette.WIDTH, HEIGHT)
        assert picture.filename.endswith(".png")


@pytest.mark.parametrize("which", BATTLES)
def test_any_battle_is_animated_in_some_seconds_and_few_bytes(which: str) -> None:
    battle = BATTLES[which]()
    picture = animate_battle(battle)
    image = sound(picture)
    assert image.size == (palette.WIDTH // 2, HEIGHT // 2)
    assert picture.filename.endswith(".gif")
    count = len(list(battle.frames()))
    shown = getattr(image, "n_frames", 1)
    assert shown <= count
    total = 0
    for place in range(shown):
        image.seek(place)
        total += image.info["duration"]
    assert total == sum(durations(count))
    assert total <= 40_000


def test_in_an_animation_losses_come_after_the_deeds_and_the_strip_never_before() -> None:
    battle = slots(6, 6)
    shown = list(battle.frames())
    for frame in shown:
        scene = frame.scene
        assert isinstance(scene, FieldScene)
        assert scene.strength == battle.scenes[frame.place].strength
        if frame.deeds:
            assert all(stand.lost == 0 and not stand.left for stand in scene.stands)


def test_the_animation_is_of_the_frames_of_which_stills_are_made() -> None:
    battle = BATTLES["lines"]()
    picture = animate_battle(battle)
    image = Image.open(io.BytesIO(picture.png))
    image.seek(image.n_frames - 1)  # type: ignore[attr-defined]
    last = np.asarray(image.convert("RGB")).astype(int)
    still = Image.open(io.BytesIO(draw_battle(battle, len(battle.scenes) - 1).png)).convert("RGB")
    small = np.asarray(still.resize(image.size, Image.Resampling.LANCZOS)).astype(int)
    assert np.abs(last - small).mean() < 12


# ---------------------------------------------------------------- what is seen


def test_slots_lie_as_the_rules_say_and_none_reaches_beyond_the_field() -> None:
    spots = [np.array(hex_centre(*cell(hex_))) for hex_ in range(HEXES)]
    left, top, right, bottom = FIELD
    for x, y in spots:
        assert left + HEX / 2 <= x <= right - HEX / 2
        assert top + HEX / 2 < y < bottom - HEX / 2
    attackers, defenders = spots[:SLOTS], spots[SLOTS:]
    assert min(y for _, y in attackers) > max(y for _, y in defenders)
    middle = sum(spots) / len(spots)
    for mine, theirs in zip(attackers, defenders, strict=True):  # half a turn makes one the other
        assert np.allclose(mine - middle, middle - theirs)


def test_no_arrow_is_without_a_sign_in_the_legend() -> None:
    assert set(STYLES) | {"melee"} == set(SIGNS) - {"dead", "fled", "stone"}
    assert [sign.label for sign in signs_of(["fled", "melee", "move", "fighting"])] == [
        "Soldiers",
        "Morale",
        "Move",
        "Melee",
        "Fled",
    ]


@pytest.mark.parametrize("kind", STYLES)
def test_each_kind_of_deed_changes_the_picture_in_its_own_way(kind: str) -> None:
    battle = slots(2, 2)
    bare = replace(battle.scenes[0], deeds=())
    pictures = set()
    for deeds in ((), (SlotAction("move", 0, 5, 14),), (SlotAction(kind, 0, 5, 14),)):  # type: ignore[arg-type]
        scene = replace(bare, deeds=deeds)
        pictures.add(draw_battle(replace(battle, scenes=(scene,)), 0).png)
    assert len(pictures) == (2 if kind == "move" else 3)


def test_walls_are_seen() -> None:
    plain, walled = slots(2, 2), slots(2, 2, walls=2)
    assert draw_battle(plain, 0).png != draw_battle(walled, 0).png
    assert "walls of level 2" in draw_battle(walled, 0).alt


def test_two_sides_never_share_a_colour() -> None:
    for one in range(15):
        for other in range(15):
            mine, theirs = liveries((Side("A", one), Side("B", other)))
            assert mine.colour != theirs.colour


def test_counters_bear_the_colours_of_their_sides() -> None:
    picture = draw_battle(slots(10, 10), 0)
    image = Image.open(io.BytesIO(picture.png)).convert("RGB")
    left, top, right, bottom = (int(edge) for edge in FIELD)
    middle = (top + bottom) // 2
    for colour, half in (("#B3203A", (middle, bottom)), ("#5BB8EC", (top, middle))):
        field = np.asarray(image)[half[0] : half[1], left:right]
        there = (field == np.array(rgb(colour))).all(axis=2).mean()
        assert there > 0.05


# ---------------------------------------------------------------- words and bytes


def test_alt_text_tells_the_scene_its_toll_and_what_was_done() -> None:
    battle = slots(10, 10)
    alt = draw_battle(battle, 2).alt
    scene = battle.scenes[2]
    assert alt.startswith("Battle of Aldermere (Aldermere 12,5, hills), round 1:")
    assert f"House Ashmark {scene.strength[0]:,} of {battle.scenes[0].strength[0]:,}" in alt
    assert "Destroyed of the defender: Unit 3." in alt
    assert "Hit hardest:" in alt
    assert "melees" in alt
