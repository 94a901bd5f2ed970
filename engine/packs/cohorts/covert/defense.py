"""What stands between a covert mission and its target: guilds, guards and towers.

The best of those who defend counts, and each watch tower adds to it. On a faction's view what it
does not know counts for nothing, so a defense that is foreseen is the least there is. What the
defense does to a mission's chances stands in `odds`. Sources: cohorts.covert.defense-place,
cohorts.covert.defense-character.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from engine.facts import NotKnown
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.covert.bodyguards import bodyguards, worth
from engine.packs.cohorts.covert.odds import Craft
from engine.packs.cohorts.knowledge.towers import overlooking
from engine.packs.cohorts.magic.reaching import holders_in
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.guilds import guild_level
from engine.packs.cohorts.pieces.ownership import (
    city_of,
    faction_of,
    imprisoned,
    owner_of,
    relation,
)
from engine.packs.cohorts.pieces.records import Agent, Character, City, Piece, Province, Stack, Unit
from engine.packs.cohorts.pieces.statuses import borne
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.packs.cohorts.worth.levels import encounter_level
from engine.world import Place, World

_KNAVE = "knave"


@dataclass(frozen=True, slots=True)
class CovertDefense:
    """The anti-covert defense of something."""

    level: int
    """Watch towers included."""
    defender: Piece | None = None
    """Who defends best; None if a guild or a tower does, or nobody is there."""


@dataclass(frozen=True, slots=True)
class MissionGround:
    """Where a mission takes place, and on whose side those are who defend there."""

    world: World
    content: Content
    province: int
    owner: int
    """The faction of the target's owner, 0 for nobody: then the unaligned defend."""
    crafts: Sequence[Craft]
    """The skills that the mission is measured by; of several the best counts."""

    def friendly(self, faction: int) -> bool:
        """Whether a faction stands by the owner (cohorts.action.allied-meaning)."""
        if not self.owner:
            return not faction
        return relation(self.world, self.owner, faction) == "allied"

    def best(self, defenders: Iterator[tuple[int, Piece]], *, land: bool = True) -> CovertDefense:
        """The defense by the best of some defenders, the guild and the towers.

        With equal ratings it is the defender in the container of the lowest id. Without `land`
        guild and towers do not count.
        """
        rated = sorted(defenders, key=lambda each: (-each[0], _last(each[1])))
        rating, defender = rated[0] if rated else (0, None)
        guild = self._guild() if land else 0
        towers = self._towers() if land else 0
        decisive = guild > rating or (towers > 0 and not max(guild, rating))
        return CovertDefense(max(rating, guild) + towers, None if decisive else defender)

    def rating(self, piece: Piece) -> int:
        """What a piece is worth as a defender of the place it is in, or of its client."""
        match piece:
            case Character():
                return max(worth(self.world, self.content, piece, each) for each in self.crafts)
            case Agent():
                return piece.level if piece.type == _KNAVE else 0
            case Unit():
                return encounter_level(piece)
            case _:
                return 0

    def able(self, piece: Piece) -> bool:
        """Whether a piece can defend: on the right side, alive, free and in its right mind."""
        if not self.friendly(faction_of(self.world, piece)) or imprisoned(piece):
            return False
        if isinstance(piece, Character) and piece.dead:
            return False
        return all(status.fights for status in borne(self.content, piece))

    def _guild(self) -> int:
        """The level of the knave guild of the barony, if that is the owner's or an ally's."""
        city = city_of(self.world, self.world.get(Province, self.province).barony)
        with suppress(NotKnown):
            if city and self.friendly(faction_of(self.world, city)):
                return guild_level(self.world, city, _KNAVE)
        return 0

    def _towers(self) -> int:
        """What the watch towers of the owner's side add in whose view the province lies."""
        return self.content.covert.tower_defense * sum(
            tower.type == "watch" and self._serves(tower.province)
            for tower, _ in overlooking(self.world, self.content, self.province)
        )

    def _serves(self, province: int) -> bool:
        found = self.world.find(Province, province)
        with suppress(NotKnown):
            return found is not None and self.friendly(owner_of(self.world, found))
        return False


def _last(piece: Piece) -> tuple[bool, int, str, int]:
    """The place of a defender among equals: those in a container first, by its id."""
    return piece.holder.kind == Province.kind, piece.holder.id, piece.kind, piece.id


def of(ground: MissionGround, target: Province | City | Stack | Unit | Character) -> CovertDefense:
    """The defense of anything that a mission may be aimed at."""
    if isinstance(target, Character):
        return of_character(ground, target)
    return of_place(ground, target)


def of_place(ground: MissionGround, target: Province | City | Stack | Unit) -> CovertDefense:
    """The defense of a province, city, stack or military unit (cohorts.covert.defense-place)."""
    wild = isinstance(target, Province) and not ground.owner
    return ground.best(_standing(ground), land=not wild)


def of_troops(ground: MissionGround, holder: Place) -> CovertDefense:
    """The defense of the troops in a stack or city by those who are in it with them.

    Source: cohorts.order.sabotage-morale-of-troops.
    """
    return ground.best(_within(ground, holder))


def _standing(ground: MissionGround) -> Iterator[tuple[int, Piece]]:
    for holder in holders_in(ground.world, ground.province):
        yield from _within(ground, holder)


def _within(ground: MissionGround, holder: Place) -> Iterator[tuple[int, Piece]]:
    for piece in pieces_in(ground.world, holder):
        with suppress(NotKnown):
            if ground.able(piece):
                yield ground.rating(piece), piece


def of_character(ground: MissionGround, client: Character) -> CovertDefense:
    """The defense of a character by itself and its bodyguards, with guild and towers.

    Source: cohorts.covert.defense-character.
    """
    return ground.best(_guarding(ground, client))


def _guarding(ground: MissionGround, client: Character) -> Iterator[tuple[int, Piece]]:
    world, content = ground.world, ground.content
    with suppress(NotKnown):
        yield max(skill_level(world, content, client, each) for each in ground.crafts), client
    for guard in bodyguards(world, content, client):
        yield ground.rating(guard), guard
