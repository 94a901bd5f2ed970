"""A contest that no pack knows: riders in the lists, told and drawn by a face of the tests.

One against one as a rule; the same face shows a ride of one alone or a throng of several.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PIL import ImageDraw

from bot.faces.battle.account import Account, AccountChapter
from bot.faces.battle.counters import FALLEN, counter, mark
from bot.faces.battle.layout import FIELD, Scale
from bot.faces.battle.legend import LegendSign, pasted
from bot.faces.battle.scene import AnimationFrame, Setting, Side, scene_by_scene
from bot.faces.battle.told import BattleTold
from bot.faces.contests import Contest
from bot.faces.face import Face
from bot.faces.paint.canvas import Canvas
from bot.faces.paint.palette import Livery, rgb
from bot.faces.words.names import Names
from bot.faces.words.text import number
from engine.battle import BattleRecord, Clash, Engagement, Trigger
from engine.facts import Tagged, facts
from engine.world import Place

SYSTEM = "joust"
LANCES = 3


@facts
class Rider(Tagged):
    """Somebody who rides."""

    tag = "joust.rider"

    name: str


@facts
class Broken(Tagged):
    """How many lances each rider has left after a course."""

    tag = "joust.broken"

    left: tuple[int, ...]


def ridden(*courses: tuple[int, ...], winner: str = "attacker") -> BattleRecord:
    """A joust, by the lances left after each course."""
    ids = range(1, len(courses[0]) + 1)
    riders = tuple(Rider(name=_called(id)) for id in ids)
    sides = tuple((Place("rider", id),) for id in ids)
    engagement = Engagement(
        participants=riders, events=tuple(Broken(left=left) for left in courses), winner=winner
    )
    clash = Clash(kind="joust", sides=sides, trigger=Trigger("joust.challenge"))
    return BattleRecord(system=SYSTEM, clash=clash, engagements=(engagement,))


def _called(rider: int) -> str:
    return f"Ser {'ABCDEFGH'[rider - 1]}"


def _riders(record: BattleRecord) -> list[str]:
    fight = record.engagements[-1]
    return [each.name for each in fight.participants if isinstance(each, Rider)]


@dataclass(frozen=True, slots=True)
class Course:
    """A course: what lances are left after it."""

    name: str
    mark: str
    strength: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Joust:
    """A joust in courses."""

    setting: Setting
    scenes: tuple[Course, ...]
    winner: int | None

    @property
    def whole(self) -> Course:
        """How it ended."""
        last = self.scenes[-1]
        return Course(number(len(self.scenes) - 1, "course"), last.mark, last.strength)

    @property
    def course(self) -> str:
        """The title of the strip."""
        return "Lances by course"

    @property
    def unit(self) -> tuple[str, str]:
        """What strength is counted in."""
        return "lance", "lances"

    def frames(self) -> Iterator[AnimationFrame[Course]]:
        """Course by course."""
        return scene_by_scene(self.scenes)

    def seen(self, scene: Course) -> Iterator[str]:
        """Who is out of lances."""
        for side, left in zip(self.setting.sides, scene.strength, strict=True):
            if not left:
                yield f"{side.name} has no lance left."

    def cost(self, scene: Course) -> Iterator[str]:
        """Who has no lance left."""
        return self.seen(scene)

    def summed(self) -> tuple[str, ...]:
        """The crowd."""
        return ("The crowd cheers.",)

    def stage(self, shown: Sequence[Course]) -> Lists:
        """The lists."""
        return Lists(self)


@dataclass(frozen=True)
class Lists:
    """What draws a joust: riders one below the other, as far ahead as they have lances."""

    battle: Joust

    def signs(self, shown: Sequence[Course]) -> Iterator[LegendSign]:
        """Who is unhorsed, if that is seen."""
        if any(not left for scene in shown for left in scene.strength):
            yield LegendSign("Unhorsed", pasted(lambda: mark(FALLEN, 17)))

    def draw_ground(self, canvas: Canvas, liveries: Sequence[Livery]) -> None:
        """A lane for each rider."""
        pen = ImageDraw.Draw(canvas.picture)
        for side, livery in enumerate(liveries):
            y = self._y(side, len(liveries))
            pen.line((FIELD[0], y, FIELD[2], y), rgb(livery.colour), 12)

    def draw_scene(
        self,
        canvas: Canvas,
        scale: Scale,
        scene: Course,
        liveries: Sequence[Livery],
        *,
        deeds: bool,
    ) -> None:
        """The riders in their lanes."""
        for side, (livery, left) in enumerate(zip(liveries, scene.strength, strict=True)):
            x, y = scale.px(200 + 200 * left), scale.px(self._y(side, len(liveries)))
            own = self.battle.setting.sides[side].own
            size = scale.px(90)
            rider = counter(
                livery, "horse-head", size, own=own, hero=True, ship=False, gone=not left
            )
            rider.paste(canvas.picture, x, y)
            if not left:
                mark(FALLEN, scale.px(24)).paste(canvas.picture, x, y)

    def _y(self, side: int, of: int) -> float:
        return FIELD[1] + (FIELD[3] - FIELD[1]) * (side + 1) / (of + 1)


def _setting(told: BattleTold) -> Setting:
    riders = (place.id for side in told.record.clash.sides for place in side)
    sides = tuple(Side(_called(id), id, own=id == 1) for id in riders)
    return Setting("Joust without a place", "", told.turn, sides)


def _battle(record: BattleRecord, setting: Setting) -> Joust:
    events = [each for each in record.engagements[-1].events if isinstance(each, Broken)]
    scenes = [Course("Salute", "0", tuple(LANCES for _ in setting.sides))]
    scenes += [Course(f"Course {n}", str(n), each.left) for n, each in enumerate(events, 1)]
    left = scenes[-1].strength
    best = [side for side, each in enumerate(left) if each == max(left)]
    return Joust(setting, tuple(scenes), best[0] if len(best) == 1 else None)


def _account(record: BattleRecord, names: Names, title: str) -> Account:
    riders = [names.show(name) for name in _riders(record)]
    chapters = [AccountChapter("Riders", tuple(riders))]
    for n, event in enumerate(record.engagements[-1].events, 1):
        if isinstance(event, Broken):
            lines = zip(riders, event.left, strict=True)
            told = tuple(f"{name}: {number(left, 'lance')} left." for name, left in lines)
            chapters.append(AccountChapter(f"Course {n}", told))
    return Account(title, tuple(chapters))


JOUST = Contest(
    name=SYSTEM, rule="joust.report", setting=_setting, battle=_battle, account=_account
)
FACE = Face(pack="joust", contests=(JOUST,))
