"""A stack or garrison as an army: units, leaders, brigades, places and what its player tells it.

Facts alone, of an own force on its faction's view, as an attacker and as a defender.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.faces.warmaster.cards.combat import role_in
from bot.faces.warmaster.terms import UNTYPED
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import Character, City, Stack, Unit
from engine.packs.warmaster.arraying import Array, array_of
from engine.packs.warmaster.battle.deployment import ROWS
from engine.packs.warmaster.battle.values import SIDES, Captain, Directive, Spot, Stance, Troop
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.content.lists import Role
from engine.packs.warmaster.orders.doctrine import uses_of
from engine.packs.warmaster.pieces import regiment_of, type_of
from engine.packs.warmaster.standing import (
    Brigade,
    Doctrine,
    doctrine,
    leader_post,
    members,
    unit_post,
)
from engine.state import State
from engine.world import Place

Force = Stack | City


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """A unit of the army."""

    place: Place
    number: int
    """In the army, from 1."""
    mine: bool
    """Whether the reader gives it orders."""
    troop: Troop
    list: str
    """The key of its army list; empty without one."""
    type: str
    """What its type is called."""
    spots: tuple[Spot, Spot]
    """Where it would stand, in attack and in defence."""
    given: tuple[Spot | None, Spot | None]
    """Where it was told to stand."""
    directives: tuple[Directive, Directive]
    told: Directive | None
    """The directive that it was given."""
    brigade: str
    """The name of its brigade; empty for none of the player's making."""
    item: str
    """The name of its magic item."""
    leaders: tuple[str, ...]
    """The characters who stand with it when it attacks."""


@dataclass(frozen=True, slots=True)
class LeaderFacts:
    """A character of the army."""

    place: Place
    mine: bool
    name: str
    role: Role | None
    """None for one who takes no part."""
    why: str
    """Of its role, or of taking no part."""
    command: int
    bonus: int
    named: bool
    """Whether it was named commander."""
    units: tuple[str, str]
    """With whom it stands, in attack and in defence."""
    front: tuple[bool, bool]
    """Whether that is in the front row."""
    posted: str
    """With whom it was told to stand; empty for nobody."""
    stance: Stance
    spells: tuple[str, ...]
    """Its spells by name, in the order in which it tries them."""
    ordered: bool
    """Whether it was told that order."""
    item: str


@dataclass(frozen=True, slots=True)
class BrigadeFacts:
    """A brigade of the player's with units in the army."""

    place: Place
    name: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ArmyFacts:
    """A force as an army."""

    place: Place
    name: str
    player: int
    """Whose doctrine holds."""
    list: str
    """What its General's army list is called; empty without one."""
    units: tuple[UnitFacts, ...]
    leaders: tuple[LeaderFacts, ...]
    brigades: tuple[BrigadeFacts, ...]
    doctrine: Doctrine
    uses: tuple[tuple[str, str], ...]
    """Items with a rule of their own, and that rule."""
    arrays: tuple[Array, Array]
    """Deployed to attack and to defend."""
    resting: tuple[str, ...]
    """Units that stay out, in slot 0 or beyond those that may fight."""

    @property
    def naval(self) -> bool:
        """Whether it is at sea, where ships fight."""
        return self.arrays[0].naval

    @property
    def points(self) -> int:
        """Of all its units."""
        return sum(unit.troop.points for unit in self.units)

    @property
    def general(self) -> LeaderFacts | None:
        """Who commands; None for an unnamed captain."""
        return next((each for each in self.leaders if each.role == "general"), None)


def facts_in(state: State, force: Force) -> ArmyFacts:
    """An own force as an army, in the place of its player, in a plan's state.

    Raises:
        NotKnown: the view does not hold all of it.
    """
    return _Reader(state, force).facts()


class _Reader:
    """Reads one force."""

    def __init__(self, state: State, force: Force) -> None:
        self.state, self.force = state, force
        self.world = state.world
        self.war = state.module.content(WarmasterContent)
        self.content = state.module.content(Content)
        self.arrays = array_of(state, force.place, 0), array_of(state, force.place, 1)

    def facts(self) -> ArmyFacts:
        army = self.arrays[0].army
        player = self._player()
        own = self.war.army_lists.get(army.list)
        told = doctrine(self.world, player)
        fighting = {troop.piece for troop in army.troops}
        units = tuple(self._units())
        brigades = dict.fromkeys(
            unit_post(self.world, self.world.get(Unit, each.place.id)).brigade for each in units
        )
        return ArmyFacts(
            place=self.force.place,
            name=self.force.name,
            player=player,
            list=own.name if own else "",
            units=units,
            leaders=tuple(self._leaders()),
            brigades=tuple(self._brigade(id) for id in brigades if id),
            doctrine=told,
            uses=tuple(self._uses(told)),
            arrays=self.arrays,
            resting=tuple(
                unit.name
                for unit in self.world.by(Unit, "holder", self.force.place)
                if unit.arm != "ship" and not unit.captor and unit.place not in fighting
            ),
        )

    def _player(self) -> int:
        """Whose doctrine holds: the General's, else that of the first unit's player."""
        army = self.arrays[0].army
        pieces = (*army.captains[:1], *army.troops[:1])
        found = (self.world.at(each.piece) for each in pieces if each.piece)
        leader = next((each for each in found if isinstance(each, Character | Unit)), None)
        return leader.player if leader else player_of(self.world, self.force)

    def _units(self) -> Iterator[UnitFacts]:
        attack, defence = (array.army for array in self.arrays)
        others = {troop.piece: troop for troop in defence.troops}
        for number, troop in enumerate(attack.troops, start=1):
            unit = self.world.at(troop.piece) if troop.piece else None
            assert isinstance(unit, Unit), "armies of a campaign are made of its units"
            post, other = unit_post(self.world, unit), others[unit.place]
            assert troop.at
            assert other.at, "a deployed army has its places"
            regiment = regiment_of(self.war, self.content, unit)
            kind = type_of(self.war, regiment)
            brigade = self.world.find(Brigade, post.brigade) if post.brigade else None
            yield UnitFacts(
                place=unit.place,
                number=number,
                mine=unit.player == self.state.player,
                troop=troop,
                list=regiment.list,
                type=kind.name if kind else UNTYPED,
                spots=(troop.at, other.at),
                given=(post.attack, post.defence),
                directives=(troop.directive, other.directive),
                told=post.directive,
                brigade=brigade.name if brigade else "",
                item=self._item(troop.item),
                leaders=tuple(each.name for each in attack.captains if each.with_ == number),
            )

    def _item(self, key: str) -> str:
        item = self.war.magic_items.get(key)
        return item.name if item else ""

    def _leaders(self) -> Iterator[LeaderFacts]:
        """Who leads, the General first, then those who take no part."""
        attack, defence = (array.army for array in self.arrays)
        others = {captain.piece: captain for captain in defence.captains}
        seen: dict[Place, None] = {}
        for captain in attack.captains:
            if captain.piece:
                seen[captain.piece] = None
                yield self._leader(captain, others[captain.piece])
        for each in self.world.by(Character, "holder", self.force.place):
            if each.place not in seen and not each.dead and not each.captor:
                yield self._leader(Captain(piece=each.place, role="hero", command=0, stance="stay"))

    def _leader(self, captain: Captain, other: Captain | None = None) -> LeaderFacts:
        one = self.world.at(captain.piece) if captain.piece else None
        assert isinstance(one, Character), "a captain of a campaign is one of its characters"
        post = leader_post(self.world, one)
        posted = self.world.find(Unit, post.unit) if post.unit else None
        role, why = role_in(self.state, one)
        attack, defence = self.arrays
        return LeaderFacts(
            place=one.place,
            mine=one.player == self.state.player,
            name=one.name,
            role=role if other else None,
            why=why,
            command=captain.command,
            bonus=captain.bonus,
            named=post.commander,
            units=(_name(attack, captain), _name(defence, other)),
            front=(_in_front(attack, captain), _in_front(defence, other)),
            posted=posted.name if posted else "",
            stance=captain.stance,
            spells=tuple(self.war.war_spells[key].name for key in captain.spells),
            ordered=bool(post.spells),
            item=self._item(captain.item),
        )

    def _brigade(self, id: int) -> BrigadeFacts:
        brigade = self.world.get(Brigade, id)
        names = tuple(unit.name for unit in members(self.world, id))
        return BrigadeFacts(brigade.place, brigade.name, names)

    def _uses(self, told: Doctrine) -> Iterator[tuple[str, str]]:
        for use in told.uses:
            item = self.war.magic_items.get(use.item)
            if item:
                yield item.name, next((words for words, each in uses_of(self.war, item)
                                       if each == use), "")  # fmt: skip


def _with(array: Array, captain: Captain | None) -> Troop | None:
    """The unit that a character stands with; None for one who takes no part."""
    troops = array.army.troops
    if captain is None or not 1 <= captain.with_ <= len(troops):
        return None
    return troops[captain.with_ - 1]


def _name(array: Array, captain: Captain | None) -> str:
    troop = _with(array, captain)
    return troop.name if troop else ""


def _in_front(array: Array, captain: Captain | None) -> bool:
    troop = _with(array, captain)
    rows = ROWS[SIDES.index(array.army.side)]
    return troop is not None and troop.at is not None and troop.at[1] == rows[0]
