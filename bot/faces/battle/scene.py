"""What any battle is to those who see it: sides, scenes with their strengths, and an end.

Plain values and the protocols that each system's battle keeps, whatever was fought and where. From
them alone the picture, the animation and the alt text are made. Nothing here draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol, TypeVar

from bot.faces.paint.looks import Looks

if TYPE_CHECKING:
    from bot.faces.battle.layout import Scale
    from bot.faces.battle.legend import LegendSign
    from bot.faces.paint.canvas import Canvas
    from bot.faces.paint.palette import Livery

MOST_FRAMES: Final = 40
"""Of an animation that shows scene by scene; of longer battles some scenes are left out."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of those who fought each other, as the asker knows it."""

    name: str
    colour: int
    """In the palette; 0 for nobody's."""
    emblem: str = ""
    own: bool = False
    """Whether the asker's faction fights on it."""
    role: str = ""
    """Such as "Attacker"; empty where sides are alike."""
    factions: tuple[str, ...] = ()
    """The names of the factions that fight on it, as far as the asker knows them."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Where and when a battle was fought, between whom."""

    title: str
    """Such as "Battle of Aldermere"; made clean, not safe for Discord."""
    subtitle: str
    """The ground; empty if it is not known or there is none."""
    turn: int
    sides: tuple[Side, ...]
    """At least one, the attacker first where there is one."""
    looks: Looks = field(default_factory=Looks, compare=False, repr=False)
    """How the module draws what fights, and where."""


class Scene(Protocol):
    """A step of a battle: how all stand after it, and what was done in it."""

    @property
    def name(self) -> str:
        """Such as "Round 2"; chapters of the account have the same names."""
        ...

    @property
    def mark(self) -> str:
        """Below the strip of strengths, such as "2"."""
        ...

    @property
    def strength(self) -> tuple[int, ...]:
        """What each side has left of what the system counts."""
        ...


S = TypeVar("S", bound=Scene)
S_contra = TypeVar("S_contra", bound=Scene, contravariant=True)


class AnimationFrame(NamedTuple, Generic[S]):
    """What one frame of an animation shows."""

    scene: S
    place: int
    """Where the strip stands: the place of a scene of the battle."""
    deeds: bool
    """Whether what is done in the scene is drawn, and not only how all stand."""


class Stage(Protocol[S_contra]):
    """What draws a battle between the names of its sides and the strip of strengths.

    Everything lies within `layout.FIELD`.
    """

    def signs(self, shown: Sequence[S_contra]) -> Iterable[LegendSign]:
        """What the legend explains in pictures of these scenes, in order."""
        ...

    def draw_ground(self, canvas: Canvas, liveries: Sequence[Livery]) -> None:
        """Draw what is the same in all scenes, on a canvas of the full size."""
        ...

    def draw_scene(
        self,
        canvas: Canvas,
        scale: Scale,
        scene: S_contra,
        liveries: Sequence[Livery],
        *,
        deeds: bool,
    ) -> None:
        """Draw a scene upon the ground, at the canvas's scale."""
        ...


class Battle(Protocol[S]):
    """A battle in scenes, as one faction sees it."""

    @property
    def setting(self) -> Setting:
        """Where and when, and between whom."""
        ...

    @property
    def scenes(self) -> Sequence[S]:
        """At least one; the first is how all stood before anything was done."""
        ...

    @property
    def whole(self) -> S:
        """All of it in one picture."""
        ...

    @property
    def winner(self) -> int | None:
        """The side that won; None for none."""
        ...

    @property
    def course(self) -> str:
        """The title of the strip, such as "Strength by round"."""
        ...

    @property
    def unit(self) -> tuple[str, str]:
        """What strength is counted in, one and many, such as "hit" and "hits".

        Empty where its name needs none.
        """
        ...

    def frames(self) -> Iterator[AnimationFrame[S]]:
        """What an animation shows one after the other."""
        ...

    def seen(self, scene: S) -> Iterable[str]:
        """What a scene shows in addition to strengths, in sentences, most useful first."""
        ...

    def cost(self, scene: S) -> Iterable[str]:
        """Whom a scene cost either side, in a sentence or two."""
        ...

    def summed(self) -> Iterable[str]:
        """What is said of the whole battle in addition to strengths, in sentences."""
        ...

    def stage(self, shown: Sequence[S]) -> Stage[S]:
        """What draws these scenes of it. Whatever loads the means to draw is imported in here."""
        ...


AnyBattle = Battle[Any]


def scene_by_scene(scenes: Sequence[S]) -> Iterator[AnimationFrame[S]]:
    """One frame for each scene, or of very many scenes for some and the last."""
    every = -(-len(scenes) // MOST_FRAMES)
    for place, scene in enumerate(scenes):
        if place % every == 0 or place == len(scenes) - 1:
            yield AnimationFrame(scene, place, deeds=True)
