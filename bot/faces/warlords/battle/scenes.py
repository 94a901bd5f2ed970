"""A battle of Warlords as scenes: both lines, what comes before the duels, then duel by duel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bot.faces.battle.scene import Setting
from bot.faces.battle.told import winner_of
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.paint.looks import Looks
from bot.faces.warlords.battle.account import Teller, fighters, opening
from bot.faces.warlords.battle.duels import Duel, Duellist, LineBattle, Member
from bot.faces.words.text import clean
from engine.battle import BattleRecord, Engagement
from engine.facts import Tagged
from engine.packs.warlords.battle.cards import SIDES, Company, Field, FighterCard, SideName
from engine.packs.warlords.battle.condition import stored_hits, stored_strength
from engine.packs.warlords.battle.happenings import (
    Afflicted,
    Died,
    HeroFell,
    LinedUp,
    Paired,
    ShotFired,
    ShotsCancelled,
    ShotsLost,
    SlayerUsed,
    SpecialUsed,
    Struck,
    Totals,
)
from engine.world import Place, World

_TERRAINS = {"open": "grassland", "water": "sea", "city": "grassland"}
_TOLD = (
    Afflicted,
    Totals,
    SpecialUsed,
    ShotsCancelled,
    ShotsLost,
    ShotFired,
    Struck,
    SlayerUsed,
    Died,
    HeroFell,
)
"""Events that a picture tells in words; those who stand are seen in it."""


def line_battle(record: BattleRecord, setting: Setting) -> LineBattle:
    """The battle of a record."""
    came = fighters(record)
    field = next((p for p in record.engagements[0].participants if isinstance(p, Field)), Field())
    return LineBattle(
        setting=setting,
        terrain=_TERRAINS.get(field.terrains[-1], field.terrains[-1]),
        walls=field.fortification,
        members=tuple(_member(fighter, setting.looks) for _, fighter in came.values()),
        scenes=tuple(_Course(record, came).scenes(record)),
        winner=winner_of(record),
    )


def _member(one: FighterCard, looks: Looks) -> Member:
    name = one.name or one.type
    table = "hero_types" if one.hero else "unit_types"
    icon = looks.icon(table, one.type, _icon(one))
    return Member(name, icon, one.hero, one.condition.medals, one.condition.blessed)


def _icon(one: FighterCard) -> str:
    """What a fighter is drawn as: by what it is, else by what it does."""
    if one.hero:
        return "crown"
    if one.floats:
        return "anchor"
    for kind in one.kinds:
        if kind in _KINDS:
            return _KINDS[kind]
    for ability, icon in _ABILITIES.items():
        if one.own(ability):
            return icon
    return "barbute"


_KINDS: Final = {
    "dragon": "sea-dragon",
    "undead": "moon",
    "giant": "stone-pile",
    "demon": "flame",
    "construct": "anvil",
    "beast": "bull-horns",
}
_ABILITIES: Final = {
    "siege": "catapult",
    "flying": "eagle-head",
    "missile": "high-shot",
    "fortification": "spears",
}


class _Course:
    """Both lines while the record is read."""

    def __init__(
        self, record: BattleRecord, came: Mapping[Place, tuple[SideName, FighterCard]]
    ) -> None:
        self.numbers = {piece: number for number, piece in enumerate(came)}
        self.sides = [side for side, _ in came.values()]
        self.stands = {
            self.numbers[piece]: Duellist(
                stored_strength(fighter.strength, fighter.condition),
                stored_hits(fighter.hits, fighter.condition),
                stored_hits(fighter.hits, fighter.condition),
            )
            for piece, (_, fighter) in came.items()
        }
        # Without a world: a picture calls those who fight by their own names alone.
        self.teller = Teller(record, CohortsNames(World(()), clean))
        self.pair: tuple[int, int] | None = None
        self.steps: list[tuple[int, str]] = []
        self.misses = 0
        """Shots in a row that missed."""

    def scenes(self, record: BattleRecord) -> Iterator[Duel]:
        """The array, then what comes before the duels and the duels of each engagement."""
        everybody = list(self.numbers.values())
        yield self._scene("Array", "0", everybody)
        duels = 0
        for at, fight in enumerate(record.engagements, 1):
            name, mark = opening(at, len(record.engagements)), "+"
            for event in fight.events:
                if isinstance(event, Paired):
                    yield self._scene(name, mark, self._met(fight))
                    duels += 1
                    name, mark = f"Duel {duels}", str(duels)
                self._note(event)
            if fight.events:
                yield self._scene(name, mark, self._met(fight))

    def _met(self, fight: Engagement) -> list[int]:
        return [
            self.numbers[fighter.piece]
            for company in fight.participants
            if isinstance(company, Company)
            for fighter in company.fighters
        ]

    def _scene(self, name: str, mark: str, present: list[int]) -> Duel:
        mine, theirs = ([n for n in present if self.sides[n] == side] for side in SIDES)
        strength = [0, 0]
        for number, stand in self.stands.items():
            strength[SIDES.index(self.sides[number])] += stand.hits
        made = Duel(
            name=name,
            mark=mark,
            lines=(tuple(mine), tuple(theirs)),
            pair=self.pair,
            steps=tuple(self.steps),
            stands=dict(self.stands),
            strength=(strength[0], strength[1]),
        )
        self.pair, self.steps, self.misses = None, [], 0
        return made

    def _note(self, event: Tagged) -> None:
        if isinstance(event, Paired):
            self.pair = self.numbers[event.attacker], self.numbers[event.defender]
        told = list(self.teller.tell(event))
        if isinstance(event, _TOLD) and not (isinstance(event, Afflicted) and not event.struck):
            side = SIDES.index(event.side) if not isinstance(event, ShotsCancelled) else -1
            steps = [(side, line.strip()) for line in told[:1]]
            if isinstance(event, ShotFired) and not event.killed:
                self._missed(event.side, steps)
            else:
                self.misses = 0
                self.steps += steps
        match event:
            case LinedUp():
                self._set(self.numbers[event.piece], event.hits, event.strength, full=True)
            case SpecialUsed() if event.hit and event.ability == "acid":
                self._set(self._enemy(event.side), strength=event.left)
            case SpecialUsed() if event.hit:
                self._set(self._enemy(event.side), event.left)
            case Struck():
                self._set(self._enemy(event.side), event.left)
            case Died():
                number = self.numbers[event.piece]
                before = self.stands[number]
                self.stands[number] = Duellist(before.strength, 0, before.full, fell=True)
            case _:
                pass

    def _missed(self, side: SideName, steps: list[tuple[int, str]]) -> None:
        """A shot that missed; several on end, which only one side can fire, are told as one."""
        self.misses += 1
        if self.misses > 1:
            told = f"{self.teller.of(side)} shot {self.misses} times and missed."
            steps, self.steps = [(SIDES.index(side), told)], self.steps[:-1]
        self.steps += steps

    def _enemy(self, side: SideName) -> int:
        """Whom somebody of a side faces."""
        assert self.pair is not None
        return self.pair[1 - SIDES.index(side)]

    def _set(
        self,
        number: int,
        hits: int | None = None,
        strength: int | None = None,
        *,
        full: bool = False,
    ) -> None:
        before = self.stands[number]
        left = before.hits if hits is None else hits
        self.stands[number] = Duellist(
            before.strength if strength is None else strength,
            left,
            max(before.full, left) if full else before.full,
        )
