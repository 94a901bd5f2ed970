"""What a faction knows: the view of the world of each of its kingdoms together.

Sources: kingdoms.map.visibility, kingdoms.map.exploration, kingdoms.action.sightings,
kingdoms.mapping.kingdom (kingdoms of one faction share all reports).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.campaign import Faction, Now, Player
from engine.packs import Rules, View
from engine.packs.kingdoms.crowns.noticing import in_view, presence
from engine.packs.kingdoms.pieces.records import (
    Army,
    Course,
    Crown,
    Enchantment,
    Grave,
    Holding,
    Item,
    Lands,
    Overture,
    Region,
    Ruler,
    Sighting,
    Site,
    Survey,
    Truce,
)
from engine.world import Place, Record, World

ILLUSION: Final = "IL"
"""The code of the spell by which a province appears otherwise (kingdoms.spell.illusory-terrain)."""
_OPEN: Final = (Now, Faction, Player, Lands, Region, Course)
"""What anybody may see whole."""
_ON_MAP: Final = ("id", "x", "y", "terrain", "height", "region")
_STRANGER: Final = ("id", "name", "rank", "crown", "race", "alignment")
_OTHER_CROWN: Final = ("id", "name", "faction", "player", "race", "alignment", "fallen")
_SITE: Final = ("id", "holding", "feature", "being", "searched")


@dataclass(frozen=True, slots=True)
class Sight:
    """What a faction's eyes are on: its kingdoms, what they own, where they are, what they see."""

    crowns: dict[int, None]
    present: dict[int, None]
    seen: dict[int, None]

    @classmethod
    def of(cls, world: World, faction: int) -> Sight:
        """The sight of a faction; of nobody else's people anything is read."""
        crowns = {crown.id: None for crown in world.by(Crown, "faction", faction) if crown.player}
        present: dict[int, None] = {}
        seen: dict[int, None] = {}
        for crown in crowns:
            present.update(presence(world, crown))
            seen.update(dict.fromkeys(in_view(world, crown)))
        return cls(crowns, present, seen)


def _show(rules: Rules, world: World, faction: int, seen: World) -> None:
    _public(rules, world, seen)
    sight = Sight.of(world, faction)
    for cls in _OPEN:
        seen.put_all(world.all(cls))
    seen.put_all(_holdings(world, sight))
    seen.put_all(_crowns(world, sight))
    seen.put_all(_rulers(world, sight))
    for army in world.all(Army):
        if _sees_army(sight, army):
            seen.put(army)
    for site in world.all(Site):
        known = _site(sight, site)
        if known:
            seen.put(known)
    for record in world.all(Item):
        if _sees_item(world, sight, record):
            seen.put(record)
    for record in world.all(Grave):
        if record.holding in sight.present:
            seen.put(record)
    for cls in (Survey, Sighting, Overture, Truce, Enchantment):
        for record in world.all(cls):
            if _is_own(sight, record):
                seen.put(record)


def _public(rules: Rules, world: World, known: World) -> None:
    """What anybody may know: the land, who plays, and the names of kingdoms and Kings."""
    for cls in (Lands, Region):
        known.put_all(world.all(cls))
    known.put_all(_apparent(world, holding) for holding in world.all(Holding))
    for crown in world.all(Crown):
        if crown.player:
            known.put(crown.only(_OTHER_CROWN))
    for ruler in world.all(Ruler):
        if _is_king(world, ruler):
            known.put(ruler.only(_STRANGER))


def _apparent(world: World, holding: Holding) -> Holding:
    """A province as it appears to who is not near."""
    illusion = _illusion(world, holding)
    told = holding.only(_ON_MAP)
    return told.replace(terrain=illusion) if illusion else told


def _is_king(world: World, ruler: Ruler) -> bool:
    return ruler.royal and ruler.alive and world.find(Crown, ruler.crown) is not None


def _holdings(world: World, sight: Sight) -> Iterator[Holding]:
    for holding in world.all(Holding):
        surveys = [
            each for each in world.by(Survey, "holding", holding.id) if each.crown in sight.crowns
        ]
        known = [*_ON_MAP]
        owner = holding.owner
        if owner in sight.crowns:
            known += ["owner", "tax", "recruits", "raided"]
        else:
            if any(each.percent for each in surveys):
                known.append("tax")
            last = max(surveys, key=lambda each: each.seen, default=None)
            if last and last.seen:
                known.append("owner")
                # Whoever lost a province was told to whom.
                owner = owner if last.owner in sight.crowns else last.owner
        told = holding.only(known)
        if "owner" in known:
            told = told.replace(owner=owner)
        near = owner in sight.crowns or holding.id in sight.present
        illusion = "" if near else _illusion(world, holding)
        yield told.replace(terrain=illusion) if illusion else told


def _illusion(world: World, holding: Holding) -> str:
    """What a province appears to be from afar; empty for what it is."""
    spells = [each for each in world.by(Enchantment, "on", holding.place) if each.art == ILLUSION]
    return spells[-1].terrain if spells else ""


def _crowns(world: World, sight: Sight) -> Iterator[Crown]:
    for crown in world.all(Crown):
        if crown.id in sight.crowns:
            yield crown
        elif crown.player:
            yield crown.only(_OTHER_CROWN)


def _rulers(world: World, sight: Sight) -> Iterator[Ruler]:
    for ruler in world.all(Ruler):
        told = _ruler(world, sight, ruler)
        if told:
            yield told


def _ruler(world: World, sight: Sight, ruler: Ruler) -> Ruler | None:
    """What the faction knows of a character; None for nothing at all."""
    if ruler.crown in sight.crowns and ruler.alive:
        return ruler
    if ruler.died > 0:
        body = ruler.holding in sight.present
        return ruler.only((*_STRANGER, "holding", "died")) if body else None
    if ruler.died:
        return None
    if not ruler.crown:
        near = ruler.holding in sight.seen
        return ruler.only((*_STRANGER, "holding", "died")) if near else None
    last = _last_sighting(world, sight, ruler)
    if last:
        told = ruler.only((*_STRANGER, "died", "holding"))
        return told.replace(holding=last.seen[-1][1])
    return ruler.only((*_STRANGER, "died")) if _is_king(world, ruler) else None


def _last_sighting(world: World, sight: Sight, ruler: Ruler) -> Sighting | None:
    sightings = [
        each for each in world.by(Sighting, "ruler", ruler.id) if each.crown in sight.crowns
    ]
    return max(sightings, key=lambda each: (each.turn, each.seen[-1][0]), default=None)


def _sees_army(sight: Sight, army: Army) -> bool:
    """Its own armies, and mercenaries where its people are; of others only numbers are known."""
    if army.crown:
        return army.crown in sight.crowns
    return army.mercenary and army.holding in sight.present


def _site(sight: Sight, site: Site) -> Site | None:
    """What is known of a feature: what it is and what guards it, not what it holds."""
    known = tuple(crown for crown in site.known_to if crown in sight.crowns)
    if not known:
        return None

    def own(crowns: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(crown for crown in crowns if crown in sight.crowns)

    bargains = tuple(each for each in site.bargains if each[0] in sight.crowns)
    told = site.only(_SITE)
    return told.replace(
        known_to=known,
        truces=own(site.truces),
        raided=own(site.raided),
        halved=own(site.halved),
        bargains=bargains,
    )


def _sees_item(world: World, sight: Sight, item: Item) -> bool:
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
        case Survey() | Sighting() | Enchantment():
            return record.crown in sight.crowns
        case _:
            return False


def _knows(rules: Rules, world: World, faction: int, place: Place) -> bool | None:
    """Whether the faction knows of one record."""
    record = world.at(place)
    match record:
        case Ruler():
            return _ruler(world, Sight.of(world, faction), record) is not None
        case Army():
            return _sees_army(Sight.of(world, faction), record)
        case Site():
            return _site(Sight.of(world, faction), record) is not None
        case Item():
            return _sees_item(world, Sight.of(world, faction), record)
        case Grave():
            return record.holding in Sight.of(world, faction).present
        case Crown():
            return bool(record.player)
        case Survey() | Sighting() | Overture() | Truce() | Enchantment():
            return _is_own(Sight.of(world, faction), record)
        case Holding():
            return True
        case _:
            return True if isinstance(record, _OPEN) else None


VIEW: Final = View("kingdoms", _show, _knows, _public)
"""What factions know of the game of kings."""
