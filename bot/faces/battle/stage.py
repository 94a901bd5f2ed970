"""A battle ready to be drawn: what stays the same is drawn once, each scene upon a copy of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from bot.faces.battle import heading, strip
from bot.faces.battle.layout import HEIGHT, Scale, liveries
from bot.faces.battle.scene import AnyBattle, Duel, FieldBattle, LineBattle, Scene
from bot.faces.battle.strip import Strength
from bot.faces.cohorts.battle import slots
from bot.faces.paint import palette
from bot.faces.paint.palette import rgb
from bot.faces.warlords.battle import lines


class Stage:
    """The ground of a battle's pictures, at a scale of 1200 pixels' width."""

    def __init__(self, battle: AnyBattle, scale: Scale, shown: Sequence[Scene | Duel]) -> None:
        """`shown` are the scenes that will be drawn: the legend explains what is in them."""
        self.battle = battle
        self.scale = scale
        self.liveries = liveries(battle.setting.sides)
        self.strength = Strength(
            title="Strength by round" if isinstance(battle, FieldBattle) else "Hits left by duel",
            marks=tuple(scene.mark for scene in battle.scenes),
            counts=tuple(scene.strength for scene in battle.scenes),
            liveries=self.liveries,
        )
        ground = Image.new("RGB", (palette.WIDTH, HEIGHT), rgb(palette.FRAME))
        heading.draw_sides(ground, battle.setting, self.liveries)
        strip.draw_ground(ground, self.strength)
        strip.draw_legend(ground, _signs(battle, shown))
        if isinstance(battle, FieldBattle):
            slots.draw_ground(ground, battle, self.liveries)
        else:
            lines.draw_ground(ground, battle)
        if scale.by != 1:
            size = round(scale.px(palette.WIDTH)), round(scale.px(HEIGHT))
            ground = ground.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)
        self.ground = ground

    def draw(
        self, scene: Scene | Duel, place: int, *, ahead: bool = True, deeds: bool = True
    ) -> Image.Image:
        """A scene, the strip marked at `place`; what comes later is dotted if `ahead`.

        Without `deeds` no arrows are drawn.
        """
        image = self.ground.copy()
        battle = self.battle
        winner = battle.winner if place == len(battle.scenes) - 1 else None
        start, what = battle.scenes[0].strength, "" if isinstance(scene, Scene) else " hits"
        heading.draw_strength(image, self.scale, scene.strength, start, what, winner)
        heading.draw_scene(image, self.scale, scene.name)
        if isinstance(battle, FieldBattle) and isinstance(scene, Scene):
            slots.draw_scene(image, self.scale, battle, scene, self.liveries, deeds=deeds)
        elif isinstance(battle, LineBattle) and isinstance(scene, Duel):
            lines.draw_scene(image, self.scale, battle, scene, self.liveries)
        strip.draw_course(image, self.scale, self.strength, place, ahead=ahead)
        return image


def _signs(battle: AnyBattle, shown: Sequence[Scene | Duel]) -> list[str]:
    if not isinstance(battle, FieldBattle):
        return lines.signs(battle)
    return strip.signs_of(list(_kinds(shown)))


def _kinds(shown: Sequence[Scene | Duel]) -> Iterator[str]:
    """The kinds of deeds and fates that scenes show."""
    for scene in shown:
        if isinstance(scene, Scene):
            yield from (deed.kind for deed in scene.deeds)
            yield from (stand.fate for stand in scene.stands if stand.left)
