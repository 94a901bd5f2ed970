"""What a faction knows: the view of the world of each of its kingdoms together.

Sources: kingdoms.map.visibility, kingdoms.map.exploration, kingdoms.action.sightings,
kingdoms.mapping.kingdom (kingdoms of one faction share all reports).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Final, TypeVar

from engine.campaign import Faction, Now, Player
from engine.packs import Rules, View
from engine.packs.kingdoms.crowns.noticing import in_view, presence
from engine.packs.kingdoms.pieces.records import (
    Army,
    CharacterSighting,
    Course,
    Crown,
    Grave,
    Holding,
    Lands,
    LastingSpell,
    MagicItem,
    Overture,
    Region,
    Ruler,
    Site,
    Survey,
    Truce,
)
from engine.world import Place, Record, World

ILLUSION: Final = "IL"
"""The code of the spell that makes a province appear otherwise
(kingdoms.spell.illusory-terrain)."""
_OPEN: Final = (Now, Faction, Lands, Region, Course)
"""What anybody may see whole."""
_PLAYER: Final = ("id", "faction", "name", "active", "idle")

R = TypeVar("R", bound=Record)
T = TypeVar("T")

_ON_MAP: Final = ("id", "x", "y", "terrain", "height", "region")
_STRANGER: Final = ("id", "name", "rank", "crown", "race", "alignment")
_OTHER_CROWN: Final = ("id", "name", "faction", "player", "race", "alignment", "fallen")
_SITE: Final = (
    *("id", "holding", "feature", "being", "searched"),
    *("known_to", "truces", "raided", "halved", "bargains"),
)


class Sight:
    """What a faction's eyes are on: its kingdoms, where their people are, and what they see.

    Of nobody else's people anything is read. What is asked is found out then, and once.
    """

    def __init__(self, world: World, faction: int) -> None:
        self.world = world
        of_faction = world.by(Crown, "faction", faction)
        self.crowns = {crown.id: None for crown in of_faction if crown.player}

    @cached_property
    def present(self) -> dict[int, None]:
        """The provinces in which the kingdoms have characters or armies."""
        here: dict[int, None] = {}
        for crown in self.crowns:
            here.update(presence(self.world, crown))
        return here

    @cached_property
    def seen(self) -> dict[int, None]:
        """The provinces in view of the kingdoms."""
        found: dict[int, None] = {}
        for crown in self.crowns:
            found.update(dict.fromkeys(in_view(self.world, crown)))
        return found

    def own(self, cls: type[R]) -> Iterator[R]:
        """The records of a kind that are of the kingdoms."""
        return self.world.among(cls, "crown", self.crowns)


def _show(rules: Rules, world: World, faction: int, seen: World) -> None:
    sight = Sight(world, faction)
    for cls in _OPEN:
        seen.share(cls, world)
    seen.fill(Player, _players(world, faction))
    seen.share(Holding, _land(world))
    seen.put_all(_holdings(world, sight))
    seen.fill(Crown, _crowns(world, sight))
    seen.fill(Ruler, _rulers(world, sight))
    seen.fill(Army, _armies(world, sight))
    seen.fill(Site, _sites(world, sight))
    seen.fill(MagicItem, _items(world, sight))
    seen.fill(Grave, world.among(Grave, "holding", sight.present))
    for cls in (Survey, CharacterSighting, LastingSpell):
        seen.fill(cls, sight.own(cls))
    for cls in (Overture, Truce):
        seen.fill(cls, (record for record in world.all(cls) if _is_own(sight, record)))


def _public(rules: Rules, world: World, known: World) -> None:
    """What anybody may know: the land, who plays, and the names of kingdoms and Kings."""
    for cls in (Lands, Region):
        known.share(cls, world)
    known.share(Holding, _land(world))
    known.fill(Crown, (crown.only(_OTHER_CROWN) for crown in world.all(Crown) if crown.player))
    known.fill(Ruler, (ruler.only(_STRANGER) for ruler in _kings(world)))


def _once(world: World, what: str, find: Callable[[], T]) -> T:
    """What is the same for all viewers of a world, computed once for all of them."""
    lands = world.find(Lands, 1)
    return world.recall(lands, what, find) if lands else find()


def _land(world: World) -> World:
    """A world of nothing but all provinces, each as it appears to who is not near."""

    def laid() -> World:
        land = World((Holding,))
        land.fill(Holding, (_apparent(world, holding) for holding in world.all(Holding)))
        return land

    return _once(world, "land", laid)


def _apparent(world: World, holding: Holding) -> Holding:
    """A province as it appears to who is not near."""
    illusion = _illusion(world, holding)
    told = holding.only(_ON_MAP)
    return told.replace(terrain=illusion) if illusion else told


def _kings(world: World) -> Sequence[Ruler]:
    """Everybody who rules, by id."""

    def found() -> list[Ruler]:
        return [each for each in world.all(Ruler) if _is_king(world, each)]

    return _once(world, "kings", found)


def _is_king(world: World, ruler: Ruler) -> bool:
    return ruler.royal and ruler.alive and world.find(Crown, ruler.crown) is not None


def _holdings(world: World, sight: Sight) -> Iterator[Holding]:
    """The provinces of which more is known than how they appear from afar."""
    surveys: dict[int, list[Survey]] = {}
    for survey in sight.own(Survey):
        surveys.setdefault(survey.holding, []).append(survey)
    owned = (each.id for each in world.among(Holding, "owner", sight.crowns))
    for id in dict.fromkeys((*surveys, *owned, *sight.present)):
        yield _holding(world, sight, world.get(Holding, id), surveys.get(id, ()))


def _holding(world: World, sight: Sight, holding: Holding, surveys: Sequence[Survey]) -> Holding:
    if holding.owner in sight.crowns:
        return holding
    known, owner = [*_ON_MAP], 0
    if any(each.percent for each in surveys):
        known.append("tax")
    last = max(surveys, key=lambda each: each.seen, default=None)
    if last and last.seen:
        known.append("owner")
        # The loser of a province was told to whom.
        owner = holding.owner if last.owner in sight.crowns else last.owner
    near = holding.id in sight.present
    illusion = "" if near else _illusion(world, holding)
    return holding.replace(owner=owner, terrain=illusion or holding.terrain).only(known)


def _illusion(world: World, holding: Holding) -> str:
    """What a province appears to be from afar; empty for what it is."""
    spells = [each for each in world.by(LastingSpell, "on", holding.place) if each.art == ILLUSION]
    return spells[-1].terrain if spells else ""


def _players(world: World, faction: int) -> Iterator[Player]:
    """Who plays; of foreign ones not when they gave orders last."""
    for player in world.all(Player):
        yield player if player.faction == faction else player.only(_PLAYER)


def _crowns(world: World, sight: Sight) -> Iterator[Crown]:
    for crown in world.all(Crown):
        if crown.id in sight.crowns:
            yield crown
        elif crown.player:
            yield crown.only(_OTHER_CROWN)


def _rulers(world: World, sight: Sight) -> Iterator[Ruler]:
    """Own people, Kings, who was noticed, and whom one sees though nobody employs them."""
    noticed = (each.ruler for each in sight.own(CharacterSighting))
    sighted = (ruler for id in noticed if (ruler := world.find(Ruler, id)))
    about = world.among(Ruler, "holding", sight.seen)
    nobodys = (each for each in about if not (each.crown and each.alive))
    every = (*sight.own(Ruler), *_kings(world), *sighted, *nobodys)
    for ruler in {each.id: each for each in every}.values():
        told = _ruler(world, sight, ruler)
        if told:
            yield told


def _ruler(world: World, sight: Sight, ruler: Ruler) -> Ruler | None:
    """What the faction knows of a character; None for nothing at all."""
    if ruler.crown in sight.crowns and ruler.alive:
        return ruler
    if ruler.died < 0:
        return None
    body = ruler.died and ruler.holding in sight.present
    if body or (not (ruler.died or ruler.crown) and ruler.holding in sight.seen):
        return ruler.only((*_STRANGER, "died", "holding"))
    last = _last_sighting(world, sight, ruler)
    if last:
        # Later moves, a change of kingdom and death were not told to the faction.
        then = ruler.replace(holding=last.seen[-1][1], crown=last.of or ruler.crown, died=0)
        return then.only((*_STRANGER, "died", "holding"))
    return ruler.only((*_STRANGER, "died")) if _is_king(world, ruler) else None


def _last_sighting(world: World, sight: Sight, ruler: Ruler) -> CharacterSighting | None:
    sightings = [
        each
        for each in world.by(CharacterSighting, "ruler", ruler.id)
        if each.crown in sight.crowns
    ]
    return max(sightings, key=lambda each: (each.turn, each.seen[-1][0]), default=None)


def _armies(world: World, sight: Sight) -> Iterator[Army]:
    """Own armies, and mercenaries where own people are."""
    yield from sight.own(Army)
    for army in world.among(Army, "holding", sight.present):
        if army.mercenary:
            yield army


def _sees_army(sight: Sight, army: Army) -> bool:
    """Its own armies, and mercenaries where its people are; of foreign ones only numbers."""
    if army.crown:
        return army.crown in sight.crowns
    return army.mercenary and army.holding in sight.present


def _sites(world: World, sight: Sight) -> Iterator[Site]:
    """The features that the kingdoms have discovered."""
    for site in world.among(Site, "known_to", sight.crowns):
        known = _site(sight, site)
        if known:
            yield known


def _site(sight: Sight, site: Site) -> Site | None:
    """What is known of a feature: what it is and what guards it, not what it holds."""

    def own(crowns: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(crown for crown in crowns if crown in sight.crowns)

    known = own(site.known_to)
    if not known:
        return None
    told = site.replace(
        known_to=known,
        truces=own(site.truces),
        raided=own(site.raided),
        halved=own(site.halved),
        bargains=tuple(each for each in site.bargains if each[0] in sight.crowns),
    )
    return told.only(_SITE)


def _items(world: World, sight: Sight) -> Iterator[MagicItem]:
    """What own people carry, and what lies with the dead where own people are."""
    alive = (each for each in sight.own(Ruler) if each.alive)
    here = world.among(Ruler, "holding", sight.present)
    dead = (each for each in here if not each.alive)
    for holder in (*alive, *dead):
        yield from world.by(MagicItem, "holder", holder.place)


def _sees_item(world: World, sight: Sight, item: MagicItem) -> bool:
    holder = world.at(item.holder)
    if not isinstance(holder, Ruler):
        return False
    if holder.alive:
        return holder.crown in sight.crowns
    return holder.holding in sight.present


def _is_own(sight: Sight, record: Record) -> bool:
    match record:
        case Truce():
            return any(crown in sight.crowns for crown in record.crowns)
        case Overture():
            return record.crown in sight.crowns or record.to in sight.crowns
        case Survey() | CharacterSighting() | LastingSpell():
            return record.crown in sight.crowns
        case _:
            return False


def _knows(rules: Rules, world: World, faction: int, place: Place) -> bool | None:
    """Whether the faction knows of one record."""
    record = world.at(place)
    match record:
        case Ruler():
            return _ruler(world, Sight(world, faction), record) is not None
        case Army():
            return _sees_army(Sight(world, faction), record)
        case Site():
            return _site(Sight(world, faction), record) is not None
        case MagicItem():
            return _sees_item(world, Sight(world, faction), record)
        case Grave():
            return record.holding in Sight(world, faction).present
        case Crown():
            return bool(record.player)
        case Survey() | CharacterSighting() | Overture() | Truce() | LastingSpell():
            return _is_own(Sight(world, faction), record)
        case Holding():
            return True
        case _:
            return True if isinstance(record, (*_OPEN, Player)) else None


VIEW: Final = View("kingdoms", _show, _knows, _public)
"""What factions know of the game of kings."""
