"""A battle in lines as it is seen: who stood in which column, and column after column fought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from bot.faces.battle.scene import AnimationFrame, Setting, scene_by_scene
from bot.faces.kingdoms.terms import Terms

if TYPE_CHECKING:
    from bot.faces.kingdoms.battle.lines import LineDrawing

ARRAY: Final = "Array"
"""The first scene: who came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineSetting(Setting):
    """Where a battle in lines was fought, with what its module calls things."""

    terms: Terms = field(default_factory=Terms, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Troop:
    """An army in the line, as it came."""

    side: int
    number: int
    """In its side's battle order, from 1."""
    name: str
    kind: str
    """What its army type is called."""
    icon: str
    column: int
    """The column in which it fought, from 1."""
    place: int
    """Its place on the front line, from 1: beyond the contested columns it outflanks the last."""
    row: str
    """front, behind or flank."""
    flies: bool
    quality: int
    strength: Fraction
    nemesis: str = ""
    """The enemy that frightened it; empty for none."""
    fanatical: bool = False


@dataclass(frozen=True, slots=True)
class Happened:
    """An event of the battle or of a column."""

    side: int
    name: str
    factor: Fraction


@dataclass(frozen=True, slots=True)
class Clashed:
    """Both sides' strengths in a column."""

    strengths: tuple[Fraction, Fraction]
    winner: int
    event: Happened | None = None


@dataclass(frozen=True, slots=True)
class BattleStep:
    """A step of a battle in lines: how all stand after it, and what was done in it."""

    name: str
    mark: str
    strength: tuple[int, int]
    """Armies left to either side."""
    steps: tuple[tuple[int, str], ...]
    """What happened: by side, and in words."""
    fates: dict[tuple[int, int], str]
    """What has become of armies by side and number: reduced, destroyed, escaped, paroled,
    mercenary, buried; nothing of the unhurt."""
    fought: dict[int, Clashed]
    """The columns that have been fought, by number."""
    column: int = 0
    """The column of this step; 0 for all or none."""
    board: bool = False
    """Whether no line stands yet."""

    @property
    def sums(self) -> tuple[Fraction, Fraction]:
        """Both sides' strengths in the columns that have been fought."""
        return sums(each.strengths for each in self.fought.values())


@dataclass(frozen=True, slots=True)
class ColumnBattle:
    """A battle in lines; the first scene is the array."""

    setting: LineSetting
    ground: str
    """The land as looks name it."""
    troops: tuple[Troop, ...]
    columns: int
    """How many were contested."""
    leaders: tuple[tuple[str, ...], tuple[str, ...]]
    event: Happened | None
    """What happened to a whole side."""
    scenes: tuple[BattleStep, ...]
    winner: int | None

    @property
    def course(self) -> str:
        """The title of the strip."""
        return "Armies left, column by column"

    @property
    def unit(self) -> tuple[str, str]:
        """What strength is counted in."""
        return "army", "armies"

    @property
    def whole(self) -> BattleStep:
        """All of it in one: every column's strengths, and what became of everyone."""
        last = self.scenes[-1]
        steps = tuple(step for scene in self.scenes for step in scene.steps)
        name = f"{self.columns} column{'s' * (self.columns != 1)}" if self.columns else last.name
        return BattleStep(name, last.mark, last.strength, steps, last.fates, last.fought)

    def frames(self) -> Iterator[AnimationFrame[BattleStep]]:
        """Column by column."""
        return scene_by_scene(self.scenes)

    def seen(self, scene: BattleStep) -> Iterator[str]:
        """What happened, step by step."""
        return (text for _, text in scene.steps)

    def cost(self, scene: BattleStep) -> Iterator[str]:
        """What happened first, as which side won the column."""
        return (text for _, text in scene.steps[:1])

    def summed(self) -> Iterator[str]:
        """The strength that won the battle."""
        last = self.scenes[-1]
        if last.fought:
            one, other = (strength_told(each) for each in last.sums)
            yield f"Strength in all columns: attacker {one}, defender {other}."

    def stage(self, shown: Sequence[BattleStep]) -> LineDrawing:
        """Both lines, front against front."""
        from bot.faces.kingdoms.battle.lines import LineDrawing

        return LineDrawing(self)


def sums(columns: Iterable[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    """The strengths of several columns together, the attacker's and the defender's."""
    one, other = Fraction(0), Fraction(0)
    for first, second in columns:
        one, other = one + first, other + second
    return one, other


def strength_told(strength: Fraction) -> str:
    """A strength, to a tenth: "12.4"; a whole one without."""
    tenths = round(strength * 10)
    return f"{tenths // 10}" if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"


def factor_told(factor: Fraction) -> str:
    """A factor as people write it: "×1½" as "×1.5"."""
    hundredths = round(factor * 100)
    whole, rest = divmod(hundredths, 100)
    return f"×{whole}" if not rest else f"×{whole}.{rest:02d}".rstrip("0")
