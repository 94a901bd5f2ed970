"""Spells that tell something of what is far away (cohorts.magic.detection-family).

What they tell is true at the moment of casting and goes to the caster's faction alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.spied import insight, learn, note
from engine.packs.cohorts.magic.cast import (
    SpellResolution,
    SpellResult,
    Unfound,
    Working,
    distance,
    spot,
)
from engine.packs.cohorts.magic.reaching import fighters_at
from engine.packs.cohorts.magic.shells import overcomes
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import (
    Character,
    City,
    Guild,
    Province,
    Stack,
    Tower,
    Unit,
    Village,
)
from engine.packs.cohorts.trade.access import access
from engine.packs.cohorts.worth.active_spells import lying_on, own_shell
from engine.state import State
from engine.world import Place, Record, World

# ---------------------------------------------------------------- what is told


@facts
class CharacterLocated(Event):
    """Where a character is, or what is known of it (cohorts.spell.locate-character)."""

    character: int
    """0 if nobody of the name was found."""
    name: str
    holder: Place | None
    """The stack, city or province that it is in; None if its shell held or it is too far away."""
    province: int
    """0 if it is not told."""
    away: int
    """How many provinces away it is, -1 if that is not told."""
    beyond: int
    """The spell's range in provinces if it is farther away than that; else 0."""


@facts
class Glow(Event):
    """An active spell on something, as magic sees it."""

    spell: str
    strength: int
    side: int
    """Of a barrier, else -1."""


@facts
class MagicDetected(Event):
    """The spells on something, or how strong the shell is that hid them.

    Source: cohorts.spell.detect-magic.
    """

    on: Place
    shell: int
    """What protected it, if that held; else 0."""
    spells: tuple[Glow, ...]


@facts
class Reading(Event):
    """Who somebody is: name, class and level."""

    piece: Place
    name: str
    type: str
    """A character's class, or a unit's type."""
    arm: str
    """A unit's class; empty for characters."""
    level: int
    prisoner: bool


@facts
class PiecesRead(Event):
    """Who is in something, or one alone (cohorts.spell.read-party)."""

    on: Place
    pieces: tuple[Reading, ...]


@facts
class ProvinceRead(Event):
    """What there is in a province (cohorts.spell.read-province)."""

    province: int
    improvements: dict[str, int]
    """Levels by name, 0 where the level is not told."""
    resources: tuple[str, ...]
    items: dict[str, int]
    """Its cache, if that is told."""
    city: int
    """The city that stands there, 0 for none."""


@facts
class BaronyRead(Event):
    """How much of a barony was read (cohorts.spell.read-barony)."""

    city: int
    read: int
    """How many provinces, each told of by itself."""
    hidden: tuple[int, ...]
    """The provinces whose shells held."""


@facts
class CityRead(Event):
    """What a city has, apart from its people (cohorts.spell.read-city)."""

    city: int
    improvements: dict[str, int]
    guilds: dict[str, int]
    resources: tuple[str, ...]


# ---------------------------------------------------------------- the spells


class Locating(Working):
    """Where a character is; one beyond the range is searched for in vain."""

    takes_dead = True
    searches = True

    def aims_at(self, state: State, cast: SpellResolution) -> Record | None:
        return None  # to find out that it is out of range is what the spell is for

    def shell(self, state: State, cast: SpellResolution) -> int:
        return 0 if self._beyond(state, cast) else super().shell(state, cast)

    def held_off(self, state: State, cast: SpellResolution, shell: int) -> None:
        self._tell(state, cast, away=self._away(state, cast))

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        if self._beyond(state, cast):
            self._tell(state, cast, beyond=cast.range)
            return SpellResult("no effect", "beyond")
        assert isinstance(cast.target, Character)
        self._tell(state, cast, holder=cast.target.holder, province=spot(state.world, cast.target))
        return SpellResult()

    def _away(self, state: State, cast: SpellResolution) -> int:
        return distance(state.world, cast.caster.province, spot(state.world, cast.target))

    def _beyond(self, state: State, cast: SpellResolution) -> bool:
        return isinstance(cast.target, Unfound) or self._away(state, cast) > cast.range

    def _tell(
        self,
        state: State,
        cast: SpellResolution,
        *,
        holder: Place | None = None,
        province: int = 0,
        away: int = -1,
        beyond: int = 0,
    ) -> None:
        assert isinstance(cast.target, Character | Unfound)
        event = CharacterLocated(
            character=cast.target.id,
            name=cast.target.name,
            holder=holder,
            province=province,
            away=away,
            beyond=beyond,
        )
        state.emit(event)


class DetectingMagic(Working):
    """The spells that lie on something itself, or the strength of the shell that hid them."""

    takes_dead = True

    def held_off(self, state: State, cast: SpellResolution, shell: int) -> None:
        state.emit(MagicDetected(on=cast.target.place, shell=shell, spells=()))

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        content = state.module.content(Content)
        found = tuple(
            Glow(spell=active.spell, strength=active.strength, side=active.side)
            for active, _ in lying_on(state.world, content, cast.target.place)
        )
        state.emit(MagicDetected(on=cast.target.place, shell=0, spells=found))
        return SpellResult()


class ReadingProvince(Working):
    """The improvements of a province, its resources and its cache."""

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        assert isinstance(cast.target, Province)
        tell_province(state, cast.target, levels=False)
        return SpellResult()


class ReadingBarony(Working):
    """The improvements and resources of each province of a city's barony.

    Each province's own shell is tested by itself; the spell is resisted only if all hold.
    """

    def shell(self, state: State, cast: SpellResolution) -> int:
        content = state.module.content(Content)
        lands = self._lands(state, cast)
        return min(own_shell(state.world, content, land.place) for land in lands)

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        content = state.module.content(Content)
        hidden: list[int] = []
        read = 0
        for land in self._lands(state, cast):
            if overcomes(cast.strength, own_shell(state.world, content, land.place)):
                tell_province(state, land, levels=True)
                read += 1
            else:
                hidden.append(land.id)
        state.emit(BaronyRead(city=cast.target.id, read=read, hidden=tuple(hidden)))
        return SpellResult()

    def _lands(self, state: State, cast: SpellResolution) -> list[Province]:
        assert isinstance(cast.target, City)
        return list(state.world.by(Province, "barony", cast.target.barony))


def tell_province(state: State, province: Province, *, levels: bool) -> None:
    """Tell the player's faction of a province; of its cache where levels are not told.

    Sources: cohorts.spell.read-province, cohorts.order.spy-province.
    """
    world = state.world
    found = dict(sorted(_improvements(world, province)))
    cache = {} if levels else {each.item: each.count for each in held(world, province.place)}
    city = world.first(City, "province", province.id)
    event = ProvinceRead(
        province=province.id,
        improvements=found if levels else dict.fromkeys(found, 0),
        resources=province.deposits,
        items=dict(sorted(cache.items())),
        city=city.id if city else 0,
    )
    state.emit(event)


def _improvements(world: World, province: Province) -> Iterator[tuple[str, int]]:
    for village in world.by(Village, "province", province.id):
        yield "village", village.level
    for tower in world.by(Tower, "province", province.id):
        yield ("castle" if tower.type == "castle" else f"{tower.type}_tower"), tower.level
    if province.fortification:
        yield "fortification", province.fortification


class ReadingPieces(Working):
    """Who is in a stack or city; personal shells hide nobody (cohorts.spell.read-party)."""

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        units = cast.effect.units
        kinds = (Character, Unit) if units else (Character,)
        there = fighters_at(state.world, cast.target.place)
        told = [each for each in there if units or isinstance(each, Character)]
        _tell_pieces(state, cast.target, told, kinds)
        return SpellResult()


class ReadingCharacter(Working):
    """Name, class and level of one character."""

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        assert isinstance(cast.target, Character)
        _tell_pieces(state, cast.target, [cast.target])
        return SpellResult()


class ReadingCity(ReadingPieces):
    """Who is in a city or stack, and of a city what it has."""

    def work(self, state: State, cast: SpellResolution) -> SpellResult:
        city = cast.target
        if isinstance(city, City):
            tell_city(state, city)
        return super().work(state, cast)


def tell_city(state: State, city: City) -> None:
    """Tell the player's faction what a city has, apart from its people.

    Sources: cohorts.spell.read-city, cohorts.order.spy-city.
    """
    guilds = state.world.by(Guild, "city", city.id)
    event = CityRead(
        city=city.id,
        improvements=city.improvements,
        guilds={guild.type: guild.level for guild in guilds},
        resources=tuple(access(state.world, state.module.content(Content), city)),
    )
    state.emit(event)


def _tell_pieces(
    state: State,
    on: Record,
    pieces: list[Character | Unit],
    kinds: tuple[type[Character | Unit], ...] = (),
) -> None:
    """Tell of pieces in a stack or city, all there are of the `kinds`, or of one character."""
    read = tuple(
        Reading(
            piece=piece.place,
            name=piece.name,
            type=piece.job if isinstance(piece, Character) else piece.type,
            arm="" if isinstance(piece, Character) else piece.arm,
            level=piece.level,
            prisoner=isinstance(piece, Character) and piece.captor != 0,
        )
        for piece in pieces
    )
    assert isinstance(on, Stack | City | Character)
    state.emit(PiecesRead(on=on.place, pieces=read))
    faction = state.me.faction
    strangers = [each for each in pieces if faction_of(state.world, each) != faction]
    if isinstance(on, Character):
        for piece in strangers:
            note(state, faction, piece, insight(state, piece))
    elif faction_of(state.world, on) != faction:
        known = ((piece, insight(state, piece)) for piece in strangers)
        learn(state, faction, on.province, known, (on,), kinds=kinds, counted=False)


WORKINGS: Final[dict[str, Working]] = {
    "whereabouts": Locating(),
    "magic": DetectingMagic(),
    "province": ReadingProvince(),
    "barony": ReadingBarony(),
    "character": ReadingCharacter(),
    "pieces": ReadingPieces(),
    "city": ReadingCity(),
}
