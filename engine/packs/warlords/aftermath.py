"""What a battle leaves in the world: the dead, the fallen heroes, medals, spoils and experience.

Everything is read from the record. Sources: warlords.map.result, warlords.aftermath.recovery,
warlords.aftermath.medals, warlords.map.hero-fall, warlords.map.experience, warlords.map.naval.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import ClassVar

from engine.battle import QUEST, BattleRecord, with_record
from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.spied import insight, learn
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.ownership import faction_of, player_of
from engine.packs.cohorts.pieces.possessions import give, move_all
from engine.packs.cohorts.pieces.records import Agent, Character, City, Stack, Unit
from engine.packs.cohorts.stacks.captivity import put_away
from engine.packs.cohorts.worth.experience import divided, earn
from engine.packs.cohorts.worth.levels import counts, stack_level
from engine.packs.cohorts.worth.losses import destroy, die
from engine.packs.warlords.battle.cards import Company, SideName
from engine.packs.warlords.battle.condition import Condition, drain, rewarded, struck
from engine.packs.warlords.battle.happenings import Afflicted, Died, HeroFell, Survived
from engine.packs.warlords.content import WarContent
from engine.packs.warlords.heroes import carded
from engine.packs.warlords.muster import Hosts, fights, hosts
from engine.packs.warlords.pieces import condition_of, hero_of, with_condition
from engine.state import State
from engine.stored import Upcaster
from engine.world import Place

_FALLEN_WOUNDS = 90  # warlords.map.hero-fall
_XP_PART = 4  # cohorts.xp.conquest


@facts
class WarlordsBattleFought(Event):
    """Two sides fought by the rules of Warlords; both are told all of it (warlords.report)."""

    kind = "warlords-battle"
    form: ClassVar[int] = 2
    upcasters: ClassVar[Mapping[int, Upcaster]] = {1: with_record}

    province: int
    winner: int
    """The faction that has won; 0 for none or nobody's."""
    loser: int
    fell: tuple[str, ...]
    """The winner's units and heroes that fell."""
    beaten: tuple[str, ...]
    """The loser's."""
    saved: tuple[str, ...]
    """Fallen heroes who live."""
    prisoners: tuple[str, ...]
    medals: tuple[str, ...]
    """Who has earned a medal."""
    spoils: dict[str, int]
    xp: int
    """What the winner's surviving heroes share; 0 if there are none."""
    record: BattleRecord


@dataclass(slots=True)
class Toll:
    """What a record says of everyone in it."""

    conditions: dict[Place, Condition] = field(default_factory=dict[Place, Condition])
    """At the end, before medals."""
    dead: dict[Place, None] = field(default_factory=dict[Place, None])
    lives: dict[Place, bool] = field(default_factory=dict[Place, bool])
    """Of fallen heroes."""
    drained: dict[Place, None] = field(default_factory=dict[Place, None])

    @classmethod
    def of(cls, record: BattleRecord) -> Toll:
        """Read a record through."""
        found = cls()
        strengths: dict[Place, int] = {}
        for engagement in record.engagements:
            for company in engagement.participants:
                for fighter in company.fighters if isinstance(company, Company) else ():
                    found.conditions.setdefault(fighter.piece, fighter.condition)
                    strengths[fighter.piece] = fighter.strength
            for event in engagement.events:
                found._note(event, strengths)
        return found

    def _note(self, event: object, strengths: Mapping[Place, int]) -> None:
        match event:
            case Afflicted() if event.struck:
                before = self.conditions[event.piece]
                after = struck(event.affliction, before, strengths[event.piece])
                self.conditions[event.piece] = after
            case Died():
                self.dead[event.piece] = None
                killer = self.conditions.get(event.killer)
                if killer:
                    points = killer.points + event.points
                    self.conditions[event.killer] = killer.replace(points=points)
            case HeroFell():
                self.lives[event.piece] = event.lives
            case Survived() if event.drained:
                self.drained[event.piece] = None
            case _:
                pass


class Aftermath:
    """The carrying out of one battle's outcome."""

    def __init__(self, state: State, record: BattleRecord) -> None:
        self.state = state
        self.world = state.world
        self.content = state.module.content(WarContent)
        self.record = record
        self.outcome = Toll.of(record)
        met: Hosts = hosts(self.world, record.clash)
        sides: tuple[SideName, SideName] = ("attacker", "defender")
        if record.winner == "defender":
            sides = ("defender", "attacker")
        self.won, self.lost = (met.of(side) for side in sides)
        for unit in (*self._units(self.won), *self._units(self.lost)):
            carded(self.world, self.content, unit)  # the foes of a quest are new
        self.province = record.clash.ground
        self.level = stack_level(
            piece for thing in self.lost for piece in pieces_in(self.world, thing.place)
        )
        self.saved: list[str] = []
        self.prisoners: list[str] = []
        self.medals: list[str] = []
        self.spoils: dict[str, int] = {}

    def run(self) -> None:
        """Carry it out and tell both sides."""
        factions = [[faction_of(self.world, each) for each in s] for s in (self.won, self.lost)]
        names = [list(self._names(side)) for side in (self.won, self.lost)]
        for piece, condition in self.outcome.conditions.items():
            self._settle(piece, condition)
        for thing in self.won:
            self._winners(thing)
        self.winner = self._first_left()
        for thing in self.lost:
            self._losers(thing)
        xp = self._reward()
        event = WarlordsBattleFought(
            province=self.province,
            winner=next(iter(factions[0]), 0),
            loser=next(iter(factions[1]), 0),
            fell=tuple(names[0]),
            beaten=tuple(names[1]),
            saved=tuple(self.saved),
            prisoners=tuple(self.prisoners),
            medals=tuple(self.medals),
            spoils=dict(sorted(self.spoils.items())),
            xp=xp,
            record=self.record,
        )
        self.state.emit_to(event, own=(*factions[0], *factions[1]))
        if self.record.clash.trigger != QUEST:  # whose foes are gone when it is over
            for faction in dict.fromkeys(factions[1]):
                self._shown(faction)

    def _shown(self, faction: int) -> None:
        """The beaten side has seen the winners who fought and live (warlords.report)."""
        for thing in self.won if faction else ():
            left = (
                (each, insight(self.state, each))
                for each in pieces_in(self.world, thing.place)
                if counts(each) and each.place in self.outcome.conditions
            )
            learn(self.state, faction, thing.province, left)

    def _units(self, things: Iterable[Stack | City]) -> list[Unit]:
        return [unit for thing in things for unit in self.world.by(Unit, "holder", thing.place)]

    def _names(self, things: Iterable[Stack | City]) -> Iterator[str]:
        for thing in things:
            for piece in pieces_in(self.world, thing.place):
                if piece.place in self.outcome.dead:
                    yield piece.name

    def _settle(self, place: Place, condition: Condition) -> None:
        """What a fighter is like from now on: afflictions, points, medals, lifedrain.

        Medals and lifedrain are for survivors; a newly paralysed one does not move this turn.
        Sources: warlords.aftermath.medals, warlords.lifedrain, warlords.precombat.paralysis.
        """
        piece = self.world.at(place)
        if not isinstance(piece, Character | Unit):
            return
        if place not in self.outcome.dead:
            thresholds = self.content.warlords.medal_points
            decorated = rewarded(condition, 0, thresholds)
            if decorated.medals > condition.medals:
                self.medals.append(piece.name)
            condition = drain(decorated) if place in self.outcome.drained else decorated
        self.world.put(settled(self.content, piece, condition))

    # ------------------------------------------------------------------ the winners

    def _winners(self, thing: Stack | City) -> None:
        world = self.world
        for unit in list(world.by(Unit, "holder", thing.place)):
            sunk = Place(Unit.kind, unit.ship) in self.outcome.dead
            if unit.place in self.outcome.dead or sunk:
                destroy(world, unit, self.province)
        for character in list(world.by(Character, "holder", thing.place)):
            if character.place in self.outcome.dead:
                self._fall(character, None)

    def _first_left(self) -> Stack | City:
        """Who takes spoils and prisoners: the first stack that survives, else the city."""
        for thing in sorted(self.won, key=lambda each: isinstance(each, City)):
            if any(map(counts, pieces_in(self.world, thing.place))):
                return thing
        return self.won[0]

    # ------------------------------------------------------------------ the losers

    def _losers(self, thing: Stack | City) -> None:
        """Sources: warlords.map.result, warlords.map.character."""
        world, ground = self.world, Place("province", self.province)
        for unit in list(world.by(Unit, "holder", thing.place)):
            if unit.captor:
                self._capture(unit)
            else:
                destroy(world, unit, self.province)
        for character in list(world.by(Character, "holder", thing.place)):
            if character.place in self.outcome.dead:
                self._plunder(character)
                self._fall(world.get(Character, character.id), self.winner)
            elif character.dead:
                world.put(character.replace(holder=ground, ship=0))
            else:
                self._capture(character)
        for agent in list(world.by(Agent, "holder", thing.place)):
            world.put(agent.replace(holder=ground))
        if isinstance(thing, Stack):
            self._take(move_all(world, thing.place, self.winner.place))
            world.remove(world.get(Stack, thing.id))

    def _plunder(self, character: Character) -> None:
        """All that a fallen hero had goes to the winner (warlords.map.hero-fall)."""
        world = self.world
        self._take(move_all(world, character.place, self.winner.place))
        hero = hero_of(self.content, character)
        for item in (*character.equipment.values(), *hero.worn.values()):
            give(world, self.winner.place, item, 1)
            self._take({item: 1})
        world.put(character.replace(equipment={}, ext=hero.replace(worn={})))

    def _take(self, items: Mapping[str, int]) -> None:
        for item, count in items.items():
            self.spoils[item] = self.spoils.get(item, 0) + count

    def _fall(self, character: Character, captor: Stack | City | None) -> None:
        """What becomes of a fallen hero: with its own stack, a prisoner, or dead."""
        world = self.world
        hero = hero_of(self.content, character)
        character = character.replace(ship=0, ext=hero.replace(spells=()))
        if not self.outcome.lives.get(character.place):
            die(world, character)
            if captor:
                body = world.get(Character, character.id)
                world.put(body.replace(holder=Place("province", self.province)))
            return
        self.saved.append(character.name)
        character = character.replace(wounds=_FALLEN_WOUNDS)
        world.put(character)
        if captor:
            self._capture(character)

    def _capture(self, piece: Character | Unit) -> None:
        """Hold a living piece prisoner; one of the winner's own, whom the losers held, is free.

        Nobody's troops take no prisoners: who fell to them is left where it lies.
        """
        captor = player_of(self.world, self.winner)
        free = not captor or piece.player == captor
        holder = Place("province", self.province) if free else self.winner.place
        put_away(self.world, piece, holder, 0 if free else captor)
        if not free:
            self.prisoners.append(piece.name)

    # ------------------------------------------------------------------ experience

    def _reward(self) -> int:
        """XP for the beaten, shared by the surviving heroes (warlords.map.experience)."""
        chart = self.state.module.content(Content).experience
        xp = ceil(Fraction(chart.gap(self.level), _XP_PART)) if self.level else 0
        heroes: Sequence[Character] = [
            character
            for thing in self.won
            for character in self.world.by(Character, "holder", thing.place)
            if fights(character) and character.place not in self.outcome.dead
        ]
        if not heroes or not xp:
            return 0
        shares = divided(chart, xp, [hero.level for hero in heroes])
        for hero, share in zip(heroes, shares, strict=True):
            earn(self.state, hero, share)
        return xp


def settled(content: WarContent, piece: Character | Unit, condition: Condition) -> Character | Unit:
    """The piece in its new state; who was paralysed now has no movement left.

    Source: warlords.precombat.paralysis.
    """
    before = condition_of(content, piece)
    after = with_condition(content, piece, condition)
    if condition.paralysed and not before.paralysed:
        return after.replace(used=Fraction(1))
    return after
