"""Arrange an army in one form: where each unit stands, or what several units do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from bot.faces.battle.scene import Side
from bot.faces.choices.offering import ref_of
from bot.faces.embeds import Drawn
from bot.faces.leads import Lead
from bot.faces.macros import Recipe
from bot.faces.paint.looks import Looks
from bot.faces.warmaster.army.leads import drawn_up
from bot.faces.words.text import plain
from engine.campaign import Faction, Now, Player
from engine.facts import NotKnown
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal, Refused
from engine.packs.cohorts.knowledge.choices import my_people
from engine.packs.cohorts.pieces.ownership import imprisoned
from engine.packs.cohorts.pieces.records import City, Stack, Unit
from engine.packs.warmaster.arraying import array_of
from engine.packs.warmaster.battle.deployment import COLUMNS, ROWS
from engine.packs.warmaster.orders.deploying import (
    NONE,
    PARTS,
    ZONES,
    DeployUnit,
    Part,
    holder_of,
    placed,
    spot_of,
)
from engine.packs.warmaster.orders.directing import GiveDirective, Told
from engine.packs.warmaster.standing import keep, unit_post
from engine.state import State
from engine.world import Missing, Place
from engine.written import Unfit, items

_MOST: Final = 40
_ROW_NAMES: Final = ("front row", "second row", "last row")
_WHEN: Final[Mapping[Part, str]] = {"attack": "when it attacks", "defence": "when it defends"}
_Hex = tuple[int, int]
"""A hex of either zone: its column, and which row it is from the front, from 0."""
_HEXES: Final[Mapping[str, _Hex]] = {
    f"{column}-{row}": (column, row) for row in range(len(_ROW_NAMES)) for column in COLUMNS
}
"""By the values of choices, the front row's middle first."""


def _units(state: State, force: Ref | None = None) -> list[Unit]:
    """The player's units that fight, of a force or of all."""
    return [
        unit
        for unit in my_people(state, Unit)
        if unit.arm != "ship"
        and not imprisoned(unit)
        and unit.holder.kind in (Stack.kind, City.kind)
        and (force is None or unit.holder == force.place)
    ]


def _armies(state: State, given: Given) -> Iterator[Choice]:
    """The stacks and cities with units of the player's, those with most units first."""
    counts: dict[Place, int] = {}
    for unit in _units(state):
        counts[unit.holder] = counts.get(unit.holder, 0) + 1
    for place in sorted(counts, key=lambda place: -counts[place]):
        force = state.world.at(place)
        if isinstance(force, Stack | City):
            units = f"{counts[place]} units" if counts[place] > 1 else "1 unit"
            yield Choice.of(force, f"{force.name} · {units}")


def _of_army(state: State, given: Given) -> Iterator[Choice]:
    for unit in _units(state, given.ref("army")):
        yield Choice.of(unit, f"{unit.name} · {_where(state, unit)}")


def _where(state: State, unit: Unit) -> str:
    post = unit_post(state.world, unit)
    spots = [(part, placed(post, part)) for part in PARTS]
    told = [f"{part} {spot[0]},{spot[1]}" for part, spot in spots if spot]
    return ", ".join((*told, post.directive or "")).strip(", ") or "told nothing"


def _said(text: str) -> list[str]:
    """What is chosen so far: a unit, its hex, and so on."""
    try:
        return [item.text for item in items(text) if item.text]
    except Unfit:
        return []


def _places(state: State, given: Given) -> Iterator[Choice]:
    """Whichever unit has none yet; behind a unit the hexes, the front row's middle first."""
    chosen = _said(given.text("places"))
    if len(chosen) % 2 == 0:
        taken = chosen[::2]
        yield from (each for each in _of_army(state, given) if each.value not in taken)
        return
    parts, taken = _parts(given.text("part")), chosen[1::2]
    for value, hex in _HEXES.items():
        if value not in taken:
            spots = " and ".join(_on_field(hex, part) for part in parts)
            yield Choice(value, f"{spots} · {_ROW_NAMES[hex[1]]}")
    yield Choice(NONE, "None · the engine finds places")


def _parts(text: str) -> tuple[Part, ...]:
    return tuple(part for part in PARTS if text in (part, "both"))


ARMY = Asks("a stack or city with units of yours", _armies, (Stack.kind, City.kind))
UNITS = Asks("a unit of that army", _of_army, (Unit.kind,))
PLACES = Asks("who stands where: a unit, then a hex", _places, repeats=True)


class DeployArmy(Recipe):
    """Say where the units of an army stand when a battle begins; who has no hex finds one."""

    name: ClassVar = "deploy-army"
    title: ClassVar = "Deploy an army"

    army: Annotated[Ref, ARMY] = Field(description="Which army")
    part: Literal["attack", "defence", "both"] = Field(
        description="For which battles: when it attacks, when it defends, or both alike"
    )
    places: Annotated[
        tuple[Annotated[str, PLACES], ...], Field(min_length=1, max_length=2 * _MOST)
    ] = Field(description="A unit, then its hex, and so on; a unit without one finds its own")

    @classmethod
    def lead(cls, army: Place, part: str = "") -> Lead:
        """To the form for an army and, if it is named, a part."""
        given = (("army", str(Ref(*army))), *((("part", part),) if part else ()))
        label = f"Deploy for {part}" if part else "Deploy the army"
        return Lead(label=label, emoji="🚩", recipe=cls.name, given=given)

    @classmethod
    def picture(cls, state: State, looks: Looks, given: Given) -> Drawn | None:
        """The army in its places, as far as they are chosen."""
        force = given.ref("army", Stack.kind, City.kind)
        if force is None:
            return None
        parts = _parts(given.text("part")) or PARTS[:1]
        try:
            return _drawn(state, force, parts, _said(given.text("places")), looks)
        except (NotKnown, Missing):  # of what is not all one's own
            return None

    def orders(self, state: State, queued: Mapping[str, Place]) -> Iterator[Order]:
        wanted = self._wanted()
        parts = _parts(self.part)
        yield from self._making_room(state, queued, wanted, parts)
        for unit, hex in wanted.items():
            if hex:
                yield from (DeployUnit(unit=unit, hex=_on_field(hex, part)) for part in parts)

    def _wanted(self) -> dict[Ref, _Hex | None]:
        """Each unit with its hex, None for those that are to have none.

        Raises `engine.orders.Refused` for what is no unit or no hex.
        """
        chosen = (*self.places, NONE) if len(self.places) % 2 else self.places
        found: dict[Ref, _Hex | None] = {}
        for unit, hex in zip(chosen[::2], chosen[1::2], strict=True):
            ref, spot = ref_of(unit), _HEXES.get(hex)
            if ref is None or ref.kind != Unit.kind or (spot is None and hex != NONE):
                raise Refused(
                    Refusal(
                        "bad_target",
                        ZONES,
                        f"“{plain(hex if ref else unit)}” is no {'hex' if ref else 'unit'} of it.",
                        "Take the last out, and choose from the menu.",
                    )
                )
            found[ref] = spot
        return found

    def _making_room(
        self,
        state: State,
        queued: Mapping[str, Place],
        wanted: Mapping[Ref, _Hex | None],
        parts: Sequence[Part],
    ) -> Iterator[Order]:
        """Take units of the list out of hexes: those that are to have none, and whom others follow.

        Their places in the other part are kept.
        """
        refs = {queued.get(ref.new, ref.place): ref for ref in wanted}
        left: dict[Place, None] = {}
        for place, ref in refs.items():
            hex = wanted[ref]
            if hex is None:
                left[place] = None
                continue
            unit = state.the(Unit, Ref(*place))
            for part in parts:
                spot = spot_of(_on_field(hex, part))
                other = holder_of(state.world, unit, spot, part) if spot else None
                if other and other.place in refs:
                    left[other.place] = None
        for place in left:
            post = unit_post(state.world, state.the(Unit, Ref(*place)))
            yield DeployUnit(unit=refs[place], hex=NONE)
            for part in PARTS:
                spot = placed(post, part)
                if part not in parts and spot:
                    yield DeployUnit(unit=refs[place], hex=f"{spot[0]},{spot[1]}")


def _drawn(
    state: State, force: Ref, parts: Sequence[Part], chosen: Sequence[str], looks: Looks
) -> Drawn | None:
    """A force in its places for the first of these parts, those chosen among them."""
    world, side = state.world.fork(), PARTS.index(parts[0])
    for unit, hex in zip(chosen[::2], chosen[1::2], strict=False):
        ref = ref_of(unit)
        found = world.at(ref.place) if ref else None
        if isinstance(found, Unit):
            spot = spot_of(_on_field(_HEXES[hex], parts[0])) if hex in _HEXES else None
            keep(world, unit_post(world, found).replace(**{parts[0]: spot}))
    array = array_of(State(state.rules, world, state.dice), force.place, side)
    if array.naval or not array.army.troops:
        return None
    place, player = world.at(force.place), world.get(Player, state.player)
    assert isinstance(place, Stack | City)
    owner = world.get(Faction, player.faction)
    when = "attacking, and alike defending" if len(parts) > 1 else _WHEN[parts[0]]
    return Drawn(
        drawn_up,
        (
            place.name,
            array.army,
            Side(place.name, owner.colour, owner.emblem, own=True),
            when,
            world.get(Now, 1).turn,
            looks,
            array.field,
        ),
    )


def _on_field(hex: _Hex, part: Part) -> str:
    """A hex of either zone as the order takes it in a part."""
    column, row = hex
    return f"{column},{ROWS[PARTS.index(part)][row]}"


class DirectUnits(Recipe):
    """Give several units of an army the same directive for battles."""

    name: ClassVar = "direct-units"
    title: ClassVar = "Give units a directive"

    army: Annotated[Ref, ARMY] = Field(description="Which army")
    units: Annotated[tuple[Annotated[Ref, UNITS], ...], Field(min_length=1, max_length=_MOST)] = (
        Field(description="Which units")
    )
    directive: Told = Field(description="What they do; usual leaves it to their kind and side")

    @classmethod
    def lead(cls, army: Place) -> Lead:
        """To the form for an army."""
        given = (("army", str(Ref(*army))),)
        return Lead(label="Give units a directive", emoji="📯", recipe=cls.name, given=given)

    def orders(self, state: State, queued: Mapping[str, Place]) -> Iterator[Order]:
        for unit in self.units:
            yield GiveDirective(unit=unit, directive=self.directive)
