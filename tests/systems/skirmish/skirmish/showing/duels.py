"""Duels in scenes, exchange by exchange, and as an account."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.faces.battle.account import Account, AccountChapter
from bot.faces.battle.scene import AnimationFrame, Setting, Side, scene_by_scene
from bot.faces.battle.told import BattleTold, side_of, winner_of
from bot.faces.contests import Contest
from bot.faces.words.text import clean
from engine.battle import BattleRecord
from engine.hexes import located
from skirmish.rules.duel import SYSTEM, Blow, Duellist, blows_of, duellists
from skirmish.rules.records import Fighter, Spot, school_of
from skirmish.showing.naming import SkirmishNames

if TYPE_CHECKING:
    from skirmish.showing.duel_picture import Ring

BEARS: Final = 3  # wounds; what a picture counts strength from


@dataclass(frozen=True, slots=True)
class Exchange:
    """How both stand after an exchange."""

    name: str
    mark: str
    strength: tuple[int, int]
    """What either can still take."""
    blow: Blow | None
    """What was thrown; None before the first."""


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel in exchanges; the first scene is how they met."""

    setting: Setting
    both: tuple[Duellist, Duellist]
    scenes: tuple[Exchange, ...]
    winner: int | None

    @property
    def whole(self) -> Exchange:
        """How it ended."""
        last = self.scenes[-1]
        return Exchange("The end", last.mark, last.strength, last.blow)

    @property
    def course(self) -> str:
        """The title of the strip."""
        return "What either can still bear, by exchange"

    @property
    def unit(self) -> tuple[str, str]:
        """What strength is counted in."""
        return "wound", "wounds"

    def frames(self) -> Iterator[AnimationFrame[Exchange]]:
        """Exchange by exchange."""
        return scene_by_scene(self.scenes)

    def seen(self, scene: Exchange) -> Iterator[str]:
        """What was thrown."""
        if scene.blow:
            yield thrown(scene.blow, (self.both[0].name, self.both[1].name))

    def cost(self, scene: Exchange) -> tuple[str, ...]:
        """Nobody beside the two."""
        return ()

    def summed(self) -> tuple[str, ...]:
        """Only how the wounds went."""
        return ()

    def stage(self, shown: Sequence[Exchange]) -> Ring:
        """What draws it."""
        from skirmish.showing.duel_picture import Ring

        return Ring(self)


def thrown(blow: Blow, names: tuple[str, str]) -> str:
    """An exchange in a sentence."""
    hit = {"attacker": f"{names[0]} is hit", "defender": f"{names[1]} is hit"}
    what = hit.get(blow.hit, "nobody is hit")
    return f"{names[0]} throws {blow.attacker}, {names[1]} {blow.defender}: {what}."


def duel_of(record: BattleRecord, setting: Setting) -> Duel:
    """The duel of a record."""
    both = duellists(record)
    bears = [BEARS - each.wounds for each in both]
    scenes = [Exchange("They meet", "0", (bears[0], bears[1]), None)]
    for number, blow in enumerate(blows_of(record), 1):
        if blow.hit != "none":
            bears[("attacker", "defender").index(blow.hit)] -= 1
        scene = Exchange(f"Exchange {number}", str(number), (bears[0], bears[1]), blow)
        scenes.append(scene)
    return Duel(setting, both, tuple(scenes), winner_of(record))


def _setting(told: BattleTold) -> Setting:
    """Whose fighters they are, and where they met."""
    view, clash = told.view, told.record.clash
    spot = view.find(Spot, clash.ground)
    where = f"at {located(spot.x, spot.y)}" if spot else ""
    sides = tuple(_side(told, side[0].id) for side in clash.sides)
    return Setting("Duel on the sand", where, told.turn, sides)


def _side(told: BattleTold, id: int) -> Side:
    fighter = told.view.get(Fighter, id)
    school = side_of(told, (school_of(told.view, fighter),))
    name = clean(fighter.name)
    return Side(name, school.colour, school.emblem, school.own, "", school.factions)


def _account(record: BattleRecord, names: SkirmishNames, title: str) -> Account:
    both = duellists(record)
    called = (names.show(both[0].name), names.show(both[1].name))
    came = tuple(
        f"{name}: {names.style(each.style)}, +{each.strength} to each throw, {each.wounds} wounds"
        for name, each in zip(called, both, strict=True)
    )
    chapters = [AccountChapter("They meet", came)]
    for number, blow in enumerate(blows_of(record), 1):
        chapters.append(AccountChapter(f"Exchange {number}", (thrown(blow, called),)))
    won = called[0] if record.winner == "attacker" else called[1]
    chapters.append(AccountChapter("The end", (f"{won} wins.",)))
    return Account(title, tuple(chapters))


DUELS: Final = Contest(
    name=SYSTEM,
    rule="skirmish.duel.course",
    setting=_setting,
    battle=duel_of,
    account=_account,
)
