"""An encounter as it is seen: both who met, and round after round what they did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.faces.battle.scene import AnimationFrame, Setting, scene_by_scene
from bot.faces.battle.told import winner_of
from bot.faces.kingdoms.bouts.telling import ROLES, EncounterTeller
from bot.faces.kingdoms.terms import Terms
from bot.faces.words.text import clean
from engine.battle import BattleRecord, Engagement
from engine.facts import Tagged
from engine.packs.kingdoms.bouts.contest import fighters
from engine.packs.kingdoms.bouts.fighters import EncounterFighter
from engine.packs.kingdoms.bouts.happenings import (
    Blow,
    Burnt,
    Closed,
    Ended,
    Enraged,
    Raged,
    RoundBegan,
    Shot,
    Slain,
    Squeezed,
    Stole,
)

if TYPE_CHECKING:
    from bot.faces.kingdoms.bouts.strip import EncounterStrip

MEETING = "They met"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoutSetting(Setting):
    """Where an encounter was, with what its module calls things."""

    ground: str = ""
    """The land that it was on, as looks name it."""
    icons: tuple[str, ...] = ()
    """Of the people of both, as far as the asker knows them; empty of a monster."""
    terms: Terms = field(default_factory=Terms, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Round:
    """How both stand after a round, and what they did in it."""

    name: str
    mark: str
    strength: tuple[int, int]
    """Hit points of who began it, and of the other."""
    at: str
    """The range: spell, bow or melee."""
    steps: tuple[tuple[int, str], ...]
    """What happened: by side, and in words."""
    struck: tuple[int, int] = (0, 0)
    """What each lost in it."""
    over: bool = False
    """Whether the encounter has ended."""
    parts: tuple[Round, ...] = ()
    """Of the whole encounter: its rounds."""


@dataclass(frozen=True, slots=True)
class Encounter:
    """An encounter in rounds; the first scene is how they met."""

    setting: Setting
    both: tuple[EncounterFighter, EncounterFighter]
    names: tuple[str, str]
    full: tuple[int, int]
    """The most hit points that each had in it."""
    scenes: tuple[Round, ...]
    winner: int | None

    @property
    def whole(self) -> Round:
        """All of it in one: the results of every round."""
        last = self.scenes[-1]
        steps = [step for scene in self.scenes for step in scene.steps]
        start = self.scenes[0].strength
        lost = tuple(max(0, one - two) for one, two in zip(start, last.strength, strict=True))
        rounds = len(self.scenes) - 1
        name = f"{rounds} round{'s' * (rounds > 1)}" if rounds else MEETING
        struck = lost[0], lost[1]
        return Round(
            name,
            last.mark,
            last.strength,
            last.at,
            tuple(steps),
            struck,
            over=True,
            parts=self.scenes[1:],
        )

    @property
    def course(self) -> str:
        """The title of the strip."""
        return "Hit points by round"

    @property
    def unit(self) -> tuple[str, str]:
        """What strength is counted in."""
        return "hit point", "hit points"

    def frames(self) -> Iterator[AnimationFrame[Round]]:
        """Round by round."""
        return scene_by_scene(self.scenes)

    def seen(self, scene: Round) -> Iterator[str]:
        """At which range they were, and what happened."""
        if scene.at and not scene.over:
            yield f"Range: {scene.at}."
        yield from (text for _, text in scene.steps)

    def cost(self, scene: Round) -> Iterator[str]:
        """What happened last."""
        return (text for _, text in scene.steps[-1:])

    def summed(self) -> Iterator[str]:
        """How it ended."""
        yield from (text for _, text in self.scenes[-1].steps[-1:])

    def stage(self, shown: Sequence[Round]) -> EncounterStrip:
        """Both who met, and the strip of what they did."""
        from bot.faces.kingdoms.bouts.strip import EncounterStrip

        return EncounterStrip(self)


def encounter_of(record: BattleRecord, setting: Setting) -> Encounter:
    """The encounter of a record."""
    return encounter_in(record.engagements[-1], setting, winner_of(record))


def encounter_in(fight: Engagement, setting: Setting, winner: int | None) -> Encounter:
    """The encounter of an engagement, such as the duel before a battle."""
    both = fighters(fight)
    terms = setting.terms if isinstance(setting, BoutSetting) else Terms()
    names = called(both, terms)
    course = _Course(both, EncounterTeller(names, terms))
    scenes = tuple(course.scenes(fight))
    return Encounter(setting, both, names, (course.most[0], course.most[1]), scenes, winner)


def called(both: tuple[EncounterFighter, EncounterFighter], terms: Terms) -> tuple[str, str]:
    """What two fighters are called; a monster by its kind."""
    one, other = (
        clean(each.name) or (terms.named("beings", each.being) if each.being else "Somebody")
        for each in both
    )
    return (f"{one} (1st)", f"{other} (2nd)") if one == other else (one, other)


class _Course:
    """Both fighters while the record is read."""

    def __init__(
        self, both: tuple[EncounterFighter, EncounterFighter], teller: EncounterTeller
    ) -> None:
        self.teller = teller
        self.hits = [each.hits for each in both]
        self.most = [max(each.full, each.hits) for each in both]
        self.at = ""
        self.steps: list[tuple[int, str]] = []

    def scenes(self, fight: Engagement) -> Iterator[Round]:
        """How they met, then round by round."""
        name, mark, before = MEETING, "0", tuple(self.hits)
        for event in fight.events:
            if isinstance(event, RoundBegan):
                yield self._scene(name, mark, before)
                before = tuple(self.hits)
                name, mark, self.at = round_name(event), str(event.number), event.at
                if event.free:
                    side = ROLES.index("initiator" if event.free == "initiator" else "other")
                    self.steps.append((side, f"{self.teller.called[side]} had a free round."))
            self._note(event)
        yield self._scene(name, mark, before, over=True)

    def _scene(self, name: str, mark: str, before: tuple[int, ...], *, over: bool = False) -> Round:
        now = tuple(max(0, hits) for hits in self.hits)
        lost = tuple(max(0, one - two) for one, two in zip(before, now, strict=True))
        made = Round(
            name,
            mark,
            (now[0], now[1]),
            self.at,
            tuple(self.steps),
            (lost[0], lost[1]),
            over=over,
        )
        self.steps = []
        return made

    def _note(self, event: Tagged) -> None:
        told = self.teller.tell(event, self.steps[-1][1] if self.steps else "")
        if told and not told.quiet:
            self.steps.append((told.side, told.what))
        match event:
            case Blow(hit=True, image=""):
                self._set(event.role, event.left, foe=True)
            case Shot(hit=True) | Squeezed():
                self._set(event.role, event.left, foe=True)
            case Burnt() | Raged() | Enraged():
                self._set(event.role, event.left)
            case Slain():
                self._set(event.role, 0)
            case Closed():
                self.at = event.at
            case Stole(got=False):
                self.at = "melee"
            case Ended():
                self.hits = list(event.hits)
            case _:
                pass

    def _set(self, role: str, left: int, *, foe: bool = False) -> None:
        side = (0 if role == "initiator" else 1) ^ foe
        self.hits[side] = left
        self.most[side] = max(self.most[side], left)


def round_name(event: RoundBegan) -> str:
    """What a round is called, in scenes and in the account."""
    return f"Round {event.number}"
