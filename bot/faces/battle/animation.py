"""A battle in motion: an animated GIF of its scenes, half as large as a still.

In a battle of slots each scene is first its deeds, with everybody as strong as before, then its
losses; a battle of lines has one frame for each duel. The strip never runs ahead of the frame.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from PIL import Image

from bot.faces.battle.alt import course_alt
from bot.faces.battle.layout import Scale
from bot.faces.battle.scene import AnyBattle, Duel, FieldBattle, Scene
from bot.faces.battle.stage import Stage
from bot.faces.paint.picture import Picture
from bot.faces.paint.png import palette_of
from bot.faces.sheet.sheet import file_name

SCALE: Final = Scale(0.5)
FIRST, LAST = 1200, 3000  # milliseconds
_LONGEST, _SHORTEST = 900, 240  # of a frame between them
_ALL: Final = 9000  # what they take together, if none becomes shorter than that
_MOST: Final = 40  # frames; of longer battles some duels are left out


class Frame(NamedTuple):
    """What one frame shows."""

    scene: Scene | Duel
    place: int
    """Where the strip stands."""
    deeds: bool
    """Whether arrows are drawn."""


def animate_battle(battle: AnyBattle) -> Picture:
    """The animation; the same battle gives the same bytes."""
    shown = list(frames(battle))
    stage = Stage(battle, SCALE, tuple(frame.scene for frame in shown))
    images = [stage.draw(f.scene, f.place, ahead=False, deeds=f.deeds) for f in shown]
    palette = Image.new("P", (1, 1))
    palette.putpalette(palette_of(_sample(images)))
    small = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
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
    wide, tall = stage.ground.size
    return Picture(buffer.getvalue(), course_alt(battle), name, wide, tall)


def frames(battle: AnyBattle) -> Iterator[Frame]:
    """What is shown one after the other, from the array to the end."""
    scenes = battle.scenes
    if isinstance(battle, FieldBattle):
        for place, scene in enumerate(battle.scenes):
            if place and scene.deeds:
                yield Frame(_before(battle.scenes[place - 1], scene), place - 1, deeds=True)
            yield Frame(scene, place, deeds=False)
        return
    every = -(-len(scenes) // _MOST)
    for place, scene in enumerate(scenes):
        if place % every == 0 or place == len(scenes) - 1:
            yield Frame(scene, place, deeds=True)


def durations(count: int) -> list[int]:
    """How long each of so many frames is shown, in milliseconds."""
    if count == 1:
        return [LAST]
    each = min(_LONGEST, max(_SHORTEST, _ALL // max(count - 2, 1)))
    each -= each % 10  # a GIF counts in hundredths of a second
    return [FIRST, *[each] * (count - 2), LAST]


def _before(last: Scene, scene: Scene) -> Scene:
    """A scene's deeds before their effect: everybody where they end, as strong as they began."""
    stands = tuple(
        replace(then, hex=now.hex, lost=0, left=False)
        for then, now in zip(last.stands, scene.stands, strict=True)
    )
    return replace(scene, stands=stands, strength=last.strength)


def _sample(images: list[Image.Image]) -> Image.Image:
    """The first, a middle and the last frame side by side: what the palette is chosen from."""
    chosen = (images[0], images[len(images) // 2], images[-1])
    wide, tall = images[0].size
    sample = Image.new("RGB", (wide * len(chosen), tall))
    for place, image in enumerate(chosen):
        sample.paste(image, (place * wide, 0))
    return sample
