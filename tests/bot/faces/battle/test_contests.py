"""A contest of a face that is not the product's, through the general code alone."""

import io
import subprocess
import sys

import pytest
from PIL import Image

from bot import faces
from bot.faces.battle.animation import animate_battle, draw_battle
from bot.faces.battle.layout import HEIGHT, liveries
from bot.faces.battle.scene import Side
from bot.faces.contests import Seen, seen
from bot.faces.face import Faces
from bot.faces.paint import palette
from bot.faces.paint.palette import rgb
from bot.faces.words.text import escaped
from engine.battle import BattleRecord
from engine.packs.cohorts.battle.told import BattleFought
from tests.bot.faces.battle.joust import FACE, Joust, ridden
from tests.bot.faces.pictured import pixels
from tests.rules.scene import Scene

SCENE = Scene()
FACES = Faces(SCENE.rules, (*faces.of(SCENE.rules).faces, FACE))


def shown(record: BattleRecord) -> Seen:
    event = BattleFought(province=0, attackers=(), defenders=(), record=record)
    found = seen(FACES, event, SCENE.view(), SCENE.ours.id, 9)
    assert found is not None
    return found


def joust(*courses: tuple[int, ...]) -> Joust:
    battle = shown(ridden(*courses)).battle()
    assert isinstance(battle, Joust)
    return battle


def test_the_bot_itself_lists_contests_and_loads_nothing_that_draws() -> None:
    code = (
        "import importlib, sys\n"
        "import bot.battles.command, bot.reports\n"
        "from bot import assembly, faces\n"
        "for name in assembly.EXTENSIONS:\n"
        "    importlib.import_module(name)\n"
        "assert all(faces.load(name).contests for name in ('cohorts', 'warlords', 'warmaster'))\n"
        "assert not {'PIL', 'matplotlib', 'numpy'} & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_duel_of_one_with_one_is_drawn_with_its_names_strip_and_legend() -> None:
    battle = joust((3, 2), (3, 0))
    picture = draw_battle(battle)
    assert (picture.width, picture.height) == (palette.WIDTH, HEIGHT)
    assert picture.filename == "joust-without-a-place-turn-9.png"
    image = pixels(picture)
    for side in (1, 2):
        assert (image == rgb(palette.livery(side).colour)).all(axis=2).sum() > 500
    stills = [draw_battle(battle, place) for place in range(3)]
    assert len({still.png for still in stills}) == 3
    assert stills[1].filename.endswith("course-1.png")


def test_its_alt_text_counts_in_its_own_unit_and_says_what_its_face_sees() -> None:
    battle = joust((3, 2), (3, 0))
    assert draw_battle(battle, 1).alt == (
        "Joust without a place, course 1: Ser A 3 of 3 lances, Ser B 2 of 3 lances."
    )
    assert draw_battle(battle).alt == (
        "Joust without a place, 2 courses: Ser A 3 of 3 lances, Ser B 0 of 3 lances. "
        "Ser A won. Ser B has no lance left."
    )


def test_it_is_animated_in_its_own_frames_and_words() -> None:
    picture = animate_battle(joust((3, 2), (3, 0)))
    image = Image.open(io.BytesIO(picture.png))
    assert getattr(image, "n_frames", 1) == 3
    assert picture.filename == "joust-without-a-place-turn-9-animation.gif"
    assert picture.alt == (
        "Animation: Joust without a place. At first Ser A 3 of 3 lances, Ser B 3 of 3 lances. "
        "Ser A won in the end, course 2: Ser A 3 of 3 lances, Ser B 0 of 3 lances. "
        "The crowd cheers."
    )


def test_its_account_bears_its_title_and_the_names_of_its_scenes() -> None:
    found = shown(ridden((3, 2), (3, 0)))
    account = found.account(escaped)
    assert account.title == "Joust without a place, turn 9"
    parts = account.parted([scene.name for scene in found.battle().scenes])
    assert [[chapter.name for chapter in part] for part in parts] == [
        ["Riders", "In short"],
        ["Course 1"],
        ["Course 2"],
    ]
    assert parts[0][1].lines == (
        "Course 1: Ser A 3 lances, Ser B 2 lances (1 lost).",
        "Course 2: Ser A 3 lances, Ser B none (2 lost). Ser B has no lance left.",
    )
    assert parts[2][0].lines == ("Ser A: 3 lances left.", "Ser B: 0 lances left.")


def test_a_draw_has_no_winner() -> None:
    battle = joust((2, 2))
    assert "Nobody won." in draw_battle(battle).alt
    assert "Nobody won in the end" in animate_battle(battle).alt


@pytest.mark.parametrize(
    "courses", [((2,), (1,)), ((3, 2, 1), (3, 1, 0)), ((1,) * 5, (1, 1, 0, 0, 0))]
)
def test_a_contest_may_have_more_or_less_than_two(courses: tuple[tuple[int, ...], ...]) -> None:
    battle = joust(*courses)
    picture = draw_battle(battle, 0)
    image, sides = pixels(picture), battle.setting.sides
    colours = {palette.livery(side.colour).colour for side in sides}
    assert len(colours) == len(sides)
    heading = image[:212]
    for colour in colours:
        assert (heading == rgb(colour)).all(axis=2).any(), "its shield stands in the heading"
    assert all(f"{side.name} 3 of 3 lances" in picture.alt for side in sides)
    assert animate_battle(battle).png


def test_many_sides_of_one_colour_are_told_apart() -> None:
    colours = [each.colour for each in liveries([Side("A", 3)] * 5)]
    assert len(set(colours)) == 5
    assert len(liveries([Side("A", 0)] * 20)) == 20, "and there is an end to it"
