"""One picture of a battle: the whole of it, or the still of a scene."""

from __future__ import annotations

from bot.faces.battle.alt import scene_alt
from bot.faces.battle.backdrop import Backdrop
from bot.faces.battle.layout import Scale
from bot.faces.battle.scene import AnyBattle
from bot.faces.paint.picture import Picture
from bot.faces.paint.png import encode
from bot.faces.sheet.sheet import file_name


def draw_battle(battle: AnyBattle, place: int | None = None) -> Picture:
    """The scene at a place of the battle's, from 0; without one the whole battle at a glance.

    The same battle gives the same bytes.

    Raises:
        IndexError: there is no such scene.
    """
    scene = battle.whole if place is None else battle.scenes[place]
    at = len(battle.scenes) - 1 if place is None else place
    image = Backdrop(battle, Scale(), (scene,)).draw(scene, at)
    step = "" if place is None else scene.name
    name = file_name(battle.setting.title, f"turn-{battle.setting.turn}", step)
    return Picture(encode(image), scene_alt(battle, scene, at), name, image.width, image.height)
