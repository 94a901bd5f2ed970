"""A battle as a still and in motion: an animated GIF of its frames, half as large as a still.

Which frames there are, its system says. The strip never runs ahead of the frame.
"""

from __future__ import annotations

import io
from typing import Final

from PIL import Image

from bot.faces.battle.alt import course_alt, scene_alt
from bot.faces.battle.backdrop import Backdrop
from bot.faces.battle.layout import Scale
from bot.faces.battle.scene import AnyBattle
from bot.faces.paint.canvas import Canvas
from bot.faces.paint.picture import Picture
from bot.faces.paint.png import encode, indexed, palette_of
from bot.faces.sheet.sheet import file_name


def draw_battle(battle: AnyBattle, place: int | None = None) -> Picture:
    """The scene at a place of the battle's, from 0; without one the whole battle at a glance.

    The same battle gives the same bytes.

    Raises:
        IndexError: there is no such scene.
    """
    scene = battle.whole if place is None else battle.scenes[place]
    at = len(battle.scenes) - 1 if place is None else place
    backdrop = Backdrop(battle, Scale(), (scene,))
    backdrop.draw(backdrop.ground, scene, at)
    image = backdrop.ground.picture
    step = "" if place is None else scene.name
    name = file_name(battle.setting.title, f"turn-{battle.setting.turn}", step)
    return Picture(encode(image), scene_alt(battle, scene, at), name, image.width, image.height)


SCALE: Final = Scale(0.5)
FIRST, LAST = 1200, 3000  # milliseconds
_LONGEST, _SHORTEST = 1200, 600  # of a frame between them: what can be read on a phone
_ALL: Final = 18000  # what they take together, if none becomes shorter than that


def animate_battle(battle: AnyBattle) -> Picture:
    """The animation; the same battle gives the same bytes."""
    shown = list(battle.frames())
    backdrop = Backdrop(battle, SCALE, tuple(frame.scene for frame in shown))
    size = round(SCALE.px(backdrop.ground.width)), round(SCALE.px(backdrop.ground.height))
    ground = backdrop.ground.picture.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)
    images: list[Image.Image] = []
    for frame in shown:
        canvas = Canvas(*size)
        canvas.picture.paste(ground)
        backdrop.draw(canvas, frame.scene, frame.place, ahead=False, deeds=frame.deeds)
        images.append(canvas.picture)
    palette = Image.new("P", (1, 1))
    palette.putpalette(palette_of(_sample(images)))
    small = [indexed(image, palette) for image in images]
    buffer = io.BytesIO()
    small[0].save(
        buffer,
        "GIF",
        save_all=True,
        append_images=small[1:],
        duration=durations(len(small)),
        loop=0,
    )
    setting = battle.setting
    name = file_name(setting.title, f"turn-{setting.turn}", "animation")
    name = name.removesuffix(".png") + ".gif"
    return Picture(buffer.getvalue(), course_alt(battle), name, *size)


def durations(count: int) -> list[int]:
    """How long each of `count` frames is shown, in milliseconds."""
    if count == 1:
        return [LAST]
    each = min(_LONGEST, max(_SHORTEST, _ALL // max(count - 2, 1)))
    each -= each % 10  # a GIF counts in hundredths of a second
    return [FIRST, *[each] * (count - 2), LAST]


def _sample(images: list[Image.Image]) -> Image.Image:
    """The first, a middle and the last frame side by side: what the palette is chosen from."""
    chosen = (images[0], images[len(images) // 2], images[-1])
    wide, tall = images[0].size
    sample = Image.new("RGB", (wide * len(chosen), tall))
    for place, image in enumerate(chosen):
        sample.paste(image, (place * wide, 0))
    return sample
