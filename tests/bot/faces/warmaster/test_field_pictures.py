"""Pictures of battles of Warmaster, and of armies in their places: size, words, what is seen."""

from dataclasses import replace

import numpy as np
import pytest

from bot.faces.battle.animation import animate_battle, draw_battle
from bot.faces.battle.layout import FIELD, HEIGHT, Scale
from bot.faces.battle.scene import Side
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas
from bot.faces.paint.palette import rgb
from bot.faces.warmaster.battle.arrows import LINES, STYLES
from bot.faces.warmaster.battle.course import HexAction, HexBattle
from bot.faces.warmaster.battle.field import Deployment, draw_deployment
from bot.faces.warmaster.battle.ground import draw_ground
from bot.faces.warmaster.battle.layout import Plan
from bot.faces.warmaster.battle.pieces import Post, posts_of
from bot.faces.warmaster.battle.scenes import field_battle
from bot.faces.warmaster.battle.stage import SIGNS, FieldStage
from bot.faces.warmaster.battle.terms import DIRECTIVES
from engine.packs.warmaster.battle.deployment import drawn_up, in_zone
from engine.packs.warmaster.battle.grid import HEIGHT as ROWS
from engine.packs.warmaster.battle.grid import WIDTH
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, Field, Ground, Terrain
from tests.bot.faces.battle.sample import SETTING
from tests.bot.faces.pictured import pixels, sound
from tests.bot.faces.warmaster.sample import alone, at_sea, met
from tests.packs.warmaster.battle.armies import grounds, host

LONG = "Maximilian Ölbrück-Featherstonehaugh the Ever-Remembered " * 3
REPORT = pytest.mark.rule("warmaster.report")


@pytest.fixture(scope="module")
def great() -> HexBattle:
    """Twenty against twenty, behind walls."""
    return field_battle(
        met("warren-clans", "deepdelve-holds", 20, base="swamp", walls=3, seed=3), SETTING
    )


# ---------------------------------------------------------------- battles


@REPORT
def test_scenes_of_a_full_battle_are_drawn_with_the_colours_of_both_sides(great: HexBattle) -> None:
    for place in (0, len(great.scenes) // 2, None):
        picture = draw_battle(great, place)
        assert (picture.width, picture.height) == (palette.WIDTH, HEIGHT)
        sound(picture)
        image = pixels(picture)
        left, top, right, bottom = (int(edge) for edge in FIELD)
        field = image[top:bottom, left:right]
        for colour in ("#B3203A", "#5BB8EC"):
            assert (field == np.array(rgb(colour))).all(axis=2).sum() > 8000


def test_a_full_battle_is_animated_in_some_seconds_and_few_bytes(great: HexBattle) -> None:
    picture = animate_battle(great)
    sound(picture)
    assert picture.filename.endswith(".gif")
    assert picture.alt.startswith("Animation: Battle of Aldermere")
    assert great.end in picture.alt


@REPORT
def test_a_living_unit_is_never_marked_as_the_one_that_fell_where_it_stands() -> None:
    battle = field_battle(met(), SETTING)
    scene = battle.scenes[0]
    last = len(scene.posts) - 1
    living = scene.posts[last]
    corpse = scene.posts[0]._replace(at=living.at, fell="fight", fresh=True)
    nobody = corpse._replace(fresh=False)

    def drawn(first: Post) -> np.ndarray:
        canvas = Canvas(palette.WIDTH, HEIGHT, palette.FRAME)
        shown = replace(scene, posts=(first, *scene.posts[1:]))
        stage = FieldStage(battle, [scene])
        stage.draw_scene(
            canvas, Scale(), shown, [palette.livery(each) for each in (1, 2)], deeds=False
        )
        x, y = stage.chart.centre(living.at)
        x, y, half = round(x), round(y), round(0.3 * stage.chart.size)
        return np.asarray(canvas.image())[y - half : y + half, x - half : x + half]

    assert (drawn(corpse) == drawn(nobody)).all()


@REPORT
def test_alt_text_says_where_it_was_who_fell_and_what_was_done(great: HexBattle) -> None:
    place = next(n for n, scene in enumerate(great.scenes) if any(p.fresh for p in scene.posts))
    scene = great.scenes[place]
    told = " ".join(great.seen(scene))
    fallen = [
        f"{piece.name} ({piece.number})"
        for piece, post in zip(great.pieces, scene.posts, strict=True)
        if post.fresh
    ]
    assert all(name in told for name in fallen)
    assert "Destroyed of the" in told
    assert f"{scene.tests[0]} order" in told or not scene.tests[0]
    assert "walls of level 3" in told
    assert great.end in " ".join(great.seen(great.scenes[-1]))


@pytest.mark.rule("warmaster.map.naval")
@pytest.mark.parametrize("ships", [1, 9, 40])
def test_fleets_of_any_size_lie_within_the_picture(ships: int) -> None:
    battle = field_battle(at_sea(ships, 2), SETTING)
    chart = FieldStage(battle, battle.scenes).chart
    left, top, right, bottom = FIELD
    for post in battle.scenes[0].posts:
        x, y = chart.centre(post.at)
        assert left < x - chart.size / 4 < x + chart.size / 4 < right
        assert top < y - chart.size / 4 < y + chart.size / 4 < bottom
    if ships == 9:
        sound(draw_battle(battle, 1))


def test_an_army_that_nobody_meets_is_drawn() -> None:
    picture = draw_battle(field_battle(alone(), SETTING))
    sound(picture)
    assert "There was nobody to fight against." in picture.alt


def test_the_hexes_lie_as_the_rules_say_and_within_the_field() -> None:
    plan = Plan.around((), FIELD)
    assert plan.spots() == [(x, y) for y in range(ROWS) for x in range(WIDTH)]
    spots = [np.array(plan.centre((x, y))) for y in range(ROWS) for x in range(WIDTH)]
    for x, y in spots:
        assert FIELD[0] + plan.size / 2 < x < FIELD[2] - plan.size / 2 + 4
        assert FIELD[1] + plan.size / 2 < y < FIELD[3] - plan.size / 2
    north, south = spots[0], spots[2 * WIDTH]
    assert north[0] == south[0]
    assert north[1] < south[1]
    assert spots[WIDTH][0] == pytest.approx(spots[0][0] + plan.size / 2)  # odd rows lie to the east


def test_the_field_is_cut_to_where_they_fought() -> None:
    battle = field_battle(met(units=6), SETTING)
    whole = battle.whole
    plan = FieldStage(battle, [whole]).chart
    assert isinstance(plan, Plan)
    assert plan.size > 1.3 * FieldStage(battle, battle.scenes).chart.size
    left, top, right, bottom = plan.ground
    for post in whole.posts:
        x, y = plan.centre(post.at)
        assert left + plan.size / 2 < x < right - plan.size / 2
        assert top + plan.size / 2 < y < bottom - plan.size / 2
    fought = {post.at for post in whole.posts}
    assert len(plan.spots()) > len(fought) + 20, "with some of the ground about them"
    sound(draw_battle(battle))


def test_every_kind_of_deed_has_a_sign_and_changes_the_picture(great: HexBattle) -> None:
    assert {*STYLES, *LINES, "fight", "march"} == set(SIGNS)
    scene = great.scenes[0]
    stage = FieldStage(great, great.scenes)
    liveries = (palette.livery(1), palette.livery(4))

    def drawn(*deeds: HexAction) -> bytes:
        canvas = Canvas(palette.WIDTH, HEIGHT, palette.FRAME)
        stage.draw_scene(canvas, Scale(), replace(scene, deeds=deeds), liveries, deeds=True)
        return canvas.image().tobytes()

    pictures = {drawn()}
    for kind in SIGNS:
        pictures.add(drawn(HexAction(kind, 0, ((4, 5), (6, 6)), 0)))
    assert len(pictures) == len(SIGNS) + 1


def test_every_terrain_looks_different() -> None:
    terrains: tuple[Terrain, ...] = (
        *("open", "hill", "woods", "marsh", "crag", "water"),
        *("wall1", "wall4"),
    )
    found: set[bytes] = set()
    for terrain in terrains:
        canvas = Canvas(palette.WIDTH, HEIGHT, palette.FRAME)
        field = Field(grounds=(Ground(at=(8, 5), terrain=terrain),), walls=int(terrain[-1] == "4"))
        plan = Plan.around((), FIELD)
        draw_ground(canvas, plan, field, SETTING.looks, {})
        x, y = (round(each) for each in plan.centre((8, 5)))
        found.add(canvas.image().crop((x - 26, y - 26, x + 26, y + 36)).tobytes())
    assert len(found) == len(terrains)


# ---------------------------------------------------------------- deployments


@pytest.mark.rule("warmaster.deploy.auto")
@pytest.mark.parametrize("side", [ATTACKER, DEFENDER])
def test_an_army_is_drawn_where_it_would_stand(side: int) -> None:
    army = host("crown-marches", side, 9)
    first, *rest = army.troops
    at = (3, 12) if side == ATTACKER else (3, 1)
    army = army.replace(troops=(first.replace(at=at, name=LONG), *rest))
    field = grounds("hills", 1)
    posts = posts_of(drawn_up(army, field))
    assert posts[0].at == at
    assert all(in_zone(side, post.at) for post in posts)
    assert len({post.at for post in posts}) == 9
    mine = Side("House Ashmark", 1, "lion", own=True)
    picture = draw_deployment(Deployment("Host", army, mine, turn=3, field=field))
    sound(picture)
    assert f"at {at[0]},{at[1]}" in picture.alt
    assert "with General" in picture.alt
    again = draw_deployment(Deployment("Host", army, mine, turn=3, field=field))
    assert again.png == picture.png


def test_an_army_of_any_size_is_drawn_with_every_directive() -> None:
    mine = Side(LONG, 0)
    for units in (0, 1, 40):
        army = host("redtusk-horde", ATTACKER, units)
        troops = tuple(
            each.replace(directive=list(DIRECTIVES)[n % len(DIRECTIVES)], brigade=n + 1)
            for n, each in enumerate(army.troops)
        )
        picture = draw_deployment(Deployment(LONG, army.replace(troops=troops), mine))
        sound(picture)
