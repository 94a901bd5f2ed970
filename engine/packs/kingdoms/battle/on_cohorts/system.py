"""Battles in lines, as the strategic game of Cohorts calls them (`engine.battle.Contest`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from engine.battle import BattleRecord, Clash, Engagement, Odds
from engine.dice import Dice, ForeseeDice
from engine.packs.cohorts.battle.guess import Imagined
from engine.packs.cohorts.battle.muster import Band, hosts, members
from engine.packs.cohorts.battle.usual import Usual
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character, City, Province, Unit
from engine.packs.kingdoms.battle.arena import Arena, Dueling, expected, fought
from engine.packs.kingdoms.battle.command import in_command_order, usual_order
from engine.packs.kingdoms.battle.fight import Sides
from engine.packs.kingdoms.battle.happenings import LeaderEnded, UnitEnded
from engine.packs.kingdoms.battle.on_cohorts.aftermath import Aftermath
from engine.packs.kingdoms.battle.on_cohorts.fielding import fielded, leader_of
from engine.packs.kingdoms.battle.values import (
    SIDES,
    Contingent,
    Field,
    Refuges,
    Setting,
    Side,
    SideName,
)
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.state import State
from engine.trials import Possibility
from engine.world import Place, World


def muster(state: State, clash: Clash) -> tuple[Field, Sides]:
    """The field and both sides of a clash."""
    columns = state.module.content(ArmyContent)
    field = field_of(state.world, state.module.content(Content), columns, clash.ground)
    met = hosts(state.world, clash)
    one, other = (_side(state, field, clash, *each) for each in zip(SIDES, met, strict=True))
    return field, (one, other)


def field_of(world: World, content: Content, columns: ArmyContent, province: int) -> Field:
    """The ground of a province, by the primary type of its terrain (kingdoms.mapping.province)."""
    terrain = content.terrains[world.get(Province, province).terrain]
    ground = columns.ground_of(terrain.family)
    return Field.of(columns, Setting(province=province, ground=ground.key))


def _side(
    state: State, field: Field, clash: Clash, name: SideName, hosts: tuple[Band, ...]
) -> Side:
    contingents = [
        each
        for host in hosts
        for each in _contingents(state, field, host, _origin(clash, name, host))
    ]
    somewhere = (clash.ground,)  # the base rules say where the beaten are driven
    return Side(
        crown=next((host.faction for host in hosts if host.faction), 0),
        contingents=in_command_order(field, contingents),
        refuges=Refuges(land=somewhere, sea=somewhere, water=somewhere, adjacent=somewhere),
    )


def _origin(clash: Clash, name: SideName, host: Band) -> int:
    """Where a host came from: the attacker that brought the clash about may have moved."""
    moved = clash.origin and name == "attacker" and host.place == clash.attackers[0]
    return clash.origin.id if clash.origin and moved else 0


def _contingents(state: State, field: Field, host: Band, origin: int) -> Iterator[Contingent]:
    """The units of a stack or garrison, led by the character of the highest level."""
    world, content = state.world, state.module.content(Content)
    columns = state.module.content(ArmyContent)
    pieces = list(members(world, host))
    armies = [
        fielded(world, content, columns, piece, garrison=host.place.kind == City.kind)
        for piece in pieces
        if isinstance(piece, Unit) and piece.slot
    ]
    if not armies:
        return
    able = [each for each in pieces if isinstance(each, Character) and each.slot]
    first = min(able, key=lambda each: (-each.level, each.id), default=None)
    loose = host.place.kind == Province.kind
    yield Contingent(
        leader=leader_of(world, content, columns, first) if first and not loose else None,
        armies=tuple(usual_order(field, armies)),
        origin=origin,
    )


NEEDS: Final = frozenset(
    ("type", "arm", "level", "slot", "soldiers", "wounds", "equipment", "skills", "nature")
)
"""Fields of a piece that the odds depend on."""


class ChampionDuels(Protocol):
    """How champions duel in the world of Cohorts, where encounters are on too."""

    @property
    def needs(self) -> frozenset[str]:
        """Fields of a character that its duels depend on."""
        ...

    def between(self, state: State, sides: Sides) -> tuple[Dueling, Sides]:
        """How the leaders of both sides duel, and the sides with what counts of them for it."""
        ...

    def aftermath(self, state: State, duel: Engagement) -> None:
        """Carry into the world what the duel did to who lived through it."""
        ...


@dataclass(frozen=True, slots=True)
class CohortsLineBattles:
    """Armies in columns, front against front (kingdoms.mapping.battle-for-base-units)."""

    duels: ChampionDuels | None = None

    def muster(self, state: State, clash: Clash) -> tuple[Arena, Sides]:
        """The field and both sides."""
        field, sides = muster(state, clash)
        if self.duels is None:
            return Arena(field), sides
        dueling, sides = self.duels.between(state, sides)
        return Arena(field, dueling), sides

    def fight(self, field: Arena, sides: Sides, dice: Dice, clash: Clash) -> BattleRecord:
        """Fight it out."""
        return fought(field, sides, dice, clash)

    def aftermath(self, state: State, record: BattleRecord) -> None:
        """Carry the outcome into the world and tell both sides."""
        for duel in record.engagements[:-1] if self.duels else ():
            assert self.duels
            self.duels.aftermath(state, duel)
        Aftermath(state, record).run()

    def took_part(self, record: BattleRecord) -> tuple[Place, ...]:
        """Every unit that fought and everyone who led."""
        events = record.engagements[-1].events
        units = (each.piece for each in events if isinstance(each, UnitEnded))
        return (*units, *(each.leader for each in events if isinstance(each, LeaderEnded)))

    def odds(self, state: State, clash: Clash) -> Iterator[Odds]:
        """The attacker's chance: counted out where all is known, else an estimate over all cases.

        What the asking side has not read is drawn anew for each trial battle from what is usual.
        """
        content = state.module.content(Content)
        needs = NEEDS | self.duels.needs if self.duels else NEEDS
        usual = Usual(state.world, content, state.me.faction if state.player else 0)
        seen = Imagined(state.world, content, clash, usual, needs)

        def mustered(case: Possibility) -> tuple[Arena, Sides]:
            return self.muster(State(state.rules, seen.filled(case), ForeseeDice()), clash)

        for estimate in expected(mustered, known=not seen.open):
            yield estimate.replace(guesses=seen.guesses)
