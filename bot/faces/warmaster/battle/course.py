"""A battle of Warmaster as it is seen: how all stand after each side's turn, and what was done.

Battles on land stand on the field's hexes, those at sea in rows of their own; both are told in
stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from bot.faces.battle.scene import AnimationFrame, Setting
from bot.faces.warmaster.battle.pieces import Piece, Post
from bot.faces.warmaster.battle.terms import CAUSES, titled
from bot.faces.words.text import clean, listed, number
from engine.packs.warmaster.battle.values import SIDES, Captain, Field, Spot

if TYPE_CHECKING:
    from bot.faces.warmaster.battle.stage import FieldStage

DeedKind = Literal["march", "move", "charge", "back", "order", "failed", "shot", "spell", "fight"]
"""`march` is where a unit went in all of the battle."""
_TESTS: Final = (("order obeyed", "orders obeyed"), ("failed", "failed"), ("blunder", "blunders"))
_DONE: Final[dict[DeedKind, tuple[str, str]]] = {
    "move": ("move", "moves"),
    "charge": ("charge", "charges"),
    "shot": ("volley", "volleys"),
    "spell": ("spell", "spells"),
    "fight": ("fight", "fights"),
    "back": ("unit driven or fallen back", "units driven or fallen back"),
}


@dataclass(frozen=True, slots=True)
class HexAction:
    """Something that was done from a hex to a hex, or along a path of hexes."""

    kind: DeedKind
    side: int
    path: tuple[Spot, ...]
    """At least two hexes, or one where it is done on the spot."""
    unit: int = -1
    """Whom an order was meant for, by its place among all units; -1 of other deeds."""


@dataclass(frozen=True, slots=True)
class TurnScene:
    """A step of a battle: how all stand after it, and what was done in it."""

    name: str
    mark: str
    posts: tuple[Post, ...]
    """By unit, the attacker's first."""
    deeds: tuple[HexAction, ...]
    strength: tuple[int, int]
    """Stands left to either side."""
    tests: tuple[int, int, int] = (0, 0, 0)
    """Orders that were obeyed, failed, and brought a blunder."""
    leaders: tuple[str, ...] = ()
    """Who of the characters was slain in it, such as "the attacker's General"."""

    def spots(self) -> Iterator[Spot]:
        """Where somebody stands or fell, or did something; not the ways that led there."""
        yield from (post.at for post in self.posts if post.shown)
        yield from (spot for deed in self.deeds if deed.kind != "march" for spot in deed.path)


@dataclass(frozen=True, slots=True)
class HexBattle:
    """A battle of Warmaster; the first scene is the array."""

    setting: Setting
    field: Field
    pieces: tuple[Piece, ...]
    """The units of both sides, the attacker's first, each side's in roster order."""
    scenes: tuple[TurnScene, ...]
    winner: int | None
    end: str
    """How it ended, in a sentence."""
    naval: bool = False

    @property
    def course(self) -> str:
        """The title of the strip."""
        return "Stands left, round by round" if self.naval else "Stands left, turn by turn"

    @property
    def unit(self) -> tuple[str, str]:
        """What strength is counted in."""
        return "stand", "stands"

    @property
    def whole(self) -> TurnScene:
        """All of it in one: everybody where the battle left them, and the ways that they came."""
        first, last = self.scenes[0], self.scenes[-1]
        ways: list[HexAction] = []
        posts: list[Post] = []
        for place, (piece, then, now) in enumerate(
            zip(self.pieces, first.posts, last.posts, strict=True)
        ):
            spots = [scene.posts[place].at for scene in self.scenes]
            path = tuple(spot for at, spot in enumerate(spots) if not at or spot != spots[at - 1])
            if len(path) > 1:
                ways.append(HexAction("march", piece.side, path))
            slain = tuple(role for scene in self.scenes for role in scene.posts[place].slain)
            fresh = now.fell is not None
            posts.append(now._replace(lost=then.stands - now.stands, slain=slain, fresh=fresh))
        rounds = len({scene.mark.strip("ad") for scene in self.scenes[1:]})
        name = number(rounds, "round") if rounds else last.name
        tests = [sum(each) for each in zip(*(scene.tests for scene in self.scenes), strict=True)]
        return TurnScene(
            name=name,
            mark=last.mark,
            posts=tuple(posts),
            deeds=tuple(ways),
            strength=last.strength,
            tests=(tests[0], tests[1], tests[2]),
            leaders=tuple(leader for scene in self.scenes for leader in scene.leaders),
        )

    def frames(self) -> Iterator[AnimationFrame[TurnScene]]:
        """Each scene is first its deeds, with everybody as strong as before, then its losses."""
        for place, scene in enumerate(self.scenes):
            if place and scene.deeds:
                yield AnimationFrame(_before(self.scenes[place - 1], scene), place - 1, deeds=True)
            yield AnimationFrame(scene, place, deeds=False)

    def seen(self, scene: TurnScene) -> Iterator[str]:
        """Who fell, the heaviest loss, and what was done."""
        if scene.mark == self.scenes[-1].mark and self.end:
            yield self.end
        yield from self.cost(scene)
        done = _done(scene)
        if done:
            yield f"Done: {listed(done, len(done))}."
        if self.field.walls:
            yield f"The defenders have walls of level {self.field.walls}."

    def summed(self) -> Iterator[str]:
        """How it ended, who fell, and the heaviest loss."""
        if self.end:
            yield self.end
        yield from self.cost(self.whole)

    def stage(self, shown: Sequence[TurnScene]) -> FieldStage:
        """The field with its hexes."""
        from bot.faces.warmaster.battle.stage import FieldStage

        return FieldStage(self, shown)

    def called(self, piece: Piece) -> str:
        """A unit by its name and the number of its counter, which no one takes for a count."""
        return f"{piece.name} ({piece.number})"

    def cost(self, scene: TurnScene) -> Iterator[str]:
        """Who fell, and the heaviest loss of those who stand."""
        for side, host in enumerate(self.setting.sides):
            gone: dict[str, list[str]] = {}
            for piece, post in zip(self.pieces, scene.posts, strict=True):
                if piece.side == side and post.fresh and post.fell:
                    how = "" if self.naval else f" {CAUSES[post.fell]}"
                    gone.setdefault(how, []).append(self.called(piece))
            if gone:
                lost = "Sunk" if self.naval else "Destroyed"
                told = "; ".join(f"{listed(names)}{how}" for how, names in gone.items())
                yield f"{lost} of the {host.role.lower()}: {told}."
        if scene.leaders:
            counts = Counter(scene.leaders)
            fell = (who if count == 1 else f"{who} ×{count}" for who, count in counts.items())
            yield f"Slain: {listed(fell)}."
        hurt = [
            (post.lost, -place)
            for place, post in enumerate(scene.posts)
            if post.fell is None and post.lost > 0
        ]
        if hurt:
            most, place = max(hurt)
            piece = self.pieces[-place]
            role = self.setting.sides[piece.side].role.lower()
            yield (
                f"Heaviest loss of those who stand: {self.called(piece)} of the {role}, "
                f"{number(most, 'stand')}."
            )


def slain_told(captain: Captain, side: int) -> str:
    """A character who fell, such as "the attacker's General"."""
    return f"the {SIDES[side]}'s {titled(captain.role, clean(captain.name))}"


def _done(scene: TurnScene) -> list[str]:
    kinds = [deed.kind for deed in scene.deeds]
    counted = [*zip(scene.tests, _TESTS, strict=True)]
    counted += [(kinds.count(kind), words) for kind, words in _DONE.items()]
    return [f"{count} {words[count != 1]}" for count, words in counted if count]


def _before(last: TurnScene, scene: TurnScene) -> TurnScene:
    """A scene's deeds before their effect: everybody where they end, as strong as they began."""
    posts: Sequence[Post] = [
        now._replace(stands=then.stands, attached=then.attached, lost=0, slain=(), fell=then.fell)
        for then, now in zip(last.posts, scene.posts, strict=True)
    ]
    return replace(scene, posts=tuple(posts), strength=last.strength)
