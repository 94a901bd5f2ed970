"""A battle of stack against stack as it is seen: both lines, and duel after duel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.faces.battle.scene import AnimationFrame, Setting, scene_by_scene

if TYPE_CHECKING:
    from bot.faces.warlords.battle import lines


@dataclass(frozen=True, slots=True)
class Duellist:
    """A unit or hero in its line, at one moment."""

    strength: int
    hits: int
    """Left to it; 0 once it fell."""
    full: int
    fell: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in a line, as it came."""

    name: str
    icon: str
    hero: bool
    medals: int
    blessed: bool


@dataclass(frozen=True, slots=True)
class Duel:
    """A step of a battle of lines: who faced whom, and how both lines stand after it."""

    name: str
    mark: str
    lines: tuple[tuple[int, ...], tuple[int, ...]]
    """Who stands in either line, by the number of the member."""
    pair: tuple[int, int] | None
    """The two who face each other, in this duel."""
    steps: tuple[tuple[int, str], ...]
    """What happened in it: by side, and in words."""
    stands: dict[int, Duellist]
    strength: tuple[int, int]
    """Hits left to either side."""


@dataclass(frozen=True, slots=True)
class LineBattle:
    """A battle of stack against stack, as Warlords fights it; the first scene is the array."""

    setting: Setting
    terrain: str
    walls: int
    members: tuple[Member, ...]
    scenes: tuple[Duel, ...]
    winner: int | None

    @property
    def course(self) -> str:
        """The title of the strip."""
        return "Hits left by duel"

    @property
    def unit(self) -> tuple[str, str]:
        """What strength is counted in."""
        return "hit", "hits"

    @property
    def whole(self) -> Duel:
        """All of it in one: both lines as they came, what became of them, and every duel's end."""
        first, last = self.scenes[0], self.scenes[-1]
        ends = [self._end(scene, scene.pair) for scene in self.scenes if scene.pair]
        name = f"{len(ends)} duel" + "s" * (len(ends) > 1) if ends else "Array"
        return Duel(name, last.mark, first.lines, None, tuple(ends), last.stands, last.strength)

    def _end(self, scene: Duel, pair: tuple[int, int]) -> tuple[int, str]:
        """How a duel ended: the side that won, and who beat whom."""
        lost = 0 if scene.stands[pair[0]].fell else 1
        won, beaten = (self.members[pair[each]].name for each in (1 - lost, lost))
        return 1 - lost, f"{won} beat {'its namesake' if beaten == won else beaten}"

    def cost(self, scene: Duel) -> Iterator[str]:
        """Who beat whom."""
        if scene.pair:
            yield f"{self._end(scene, scene.pair)[1]}."

    def frames(self) -> Iterator[AnimationFrame[Duel]]:
        """One frame for each duel."""
        return scene_by_scene(self.scenes)

    def seen(self, scene: Duel) -> Iterator[str]:
        """What happened, step by step."""
        return (text if text[-1] == "." else f"{text}." for _, text in scene.steps)

    def summed(self) -> tuple[str, ...]:
        """Only how the hits went."""
        return ()

    def stage(self, shown: Sequence[Duel]) -> lines.Ranks:
        """Both lines, and the board between them."""
        from bot.faces.warlords.battle import lines

        return lines.Ranks(self)
