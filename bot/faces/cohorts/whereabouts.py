"""Whose a stack or piece is, where it is, and how lately that was seen, as one faction knows it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.faces.cohorts.standing import STANDS
from bot.faces.words.known import as_known
from engine.campaign import Faction, Now, Player
from engine.packs.cohorts.knowledge.memories import Captive, Sighting
from engine.packs.cohorts.knowledge.views import present
from engine.packs.cohorts.pieces.ownership import province_of, relation
from engine.packs.cohorts.pieces.records import Agent, Character, City, Province, Stack, Unit
from engine.world import World

Thing = Stack | Character | Unit | Agent


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Whose it is and where."""

    owner: Faction | None
    """None for nobody's, and where it is not known."""
    player: str
    own: bool
    """Whether it is the faction's that asks."""
    stands: str
    """How its faction stands to the one that asks; empty for its own and nobody's."""
    place: str
    """Such as "in Harrow" or "with Iron Guard"; empty in the open."""
    ground: str
    """The terrain, if the province is known."""
    spot: tuple[int, int] | None
    turn: int
    seen: int
    """The turn that this is of: the present one for what is in sight."""
    captive: bool
    """Whether it is a prisoner of the faction that asks."""
    message: str

    @property
    def at(self) -> str:
        """Where it is: "in Harrow, 3,3"; for an own captive where it was last seen, and when."""
        spot = f"at {self.spot[0]},{self.spot[1]}" if self.spot else "nobody knows where"
        since = f", last seen in turn {self.seen}" if self.own and self.seen < self.turn else ""
        return f"{self.place} {spot}{since}".strip()

    @property
    def stands_on(self) -> str:
        """Where it is, with the ground: "in Harrow at 3,3, grassland"."""
        return f"{self.at}, {self.ground}" if self.ground else self.at

    @property
    def sight(self) -> str:
        """How lately it was seen."""
        return "in sight" if self.seen == self.turn else f"last sighted in turn {self.seen}"

    @property
    def whose(self) -> str:
        """Its faction and player, with how the faction stands."""
        if self.owner is None:
            return "nobody that you know of"
        stands = f"{self.owner.name} ({self.stands})" if self.stands else self.owner.name
        return ", ".join(filter(None, (stands, self.player)))


def seen_outside(what: str, where: Whereabouts, *more: tuple[str, str]) -> list[tuple[str, str]]:
    """What is known of a foreign stack or piece, as titles and words; `more` after its sight."""
    lines = [
        ("What it is", what),
        ("Holder", where.whose),
        ("Place", where.stands_on),
        ("Sight", "your prisoner" if where.captive else where.sight),
        *more,
        ("Message", where.message),
    ]
    return [(title, text) for title, text in lines if text]


def whereabouts(view: World, faction: int, thing: Thing) -> Whereabouts:
    """Where a faction knows a stack or piece to be, on that faction's view."""
    player = view.find(Player, thing.player)
    owner = view.find(Faction, player.faction) if player else None
    spot = as_known(lambda: province_of(view, thing.place), 0)
    province = view.find(Province, spot)
    own = owner is not None and owner.id == faction
    return Whereabouts(
        owner=owner,
        player=player.name if player else "",
        own=own,
        stands="" if own or owner is None else STANDS[relation(view, faction, owner.id)],
        place=_place(view, thing),
        ground=province.terrain.replace("_", " ") if province else "",
        spot=(province.x, province.y) if province else None,
        turn=view.get(Now, 1).turn,
        seen=_seen(view, faction, thing, spot, own=own),
        captive=not own and isinstance(thing, Character | Unit) and thing.knows("captor"),
        message=thing.message if thing.knows("message") else "",
    )


def _place(view: World, thing: Thing) -> str:
    if isinstance(thing, Stack) or not thing.knows("holder"):
        return ""
    holder = view.at(thing.holder)
    if not isinstance(holder, City | Stack) or not holder.knows("name"):
        return ""
    return f"in {holder.name}" if isinstance(holder, City) else f"with {holder.name}"


def _seen(view: World, faction: int, thing: Thing, spot: int, *, own: bool) -> int:
    now = view.get(Now, 1).turn
    held = view.first(Captive, "piece", thing.place)
    if held:
        return held.turn
    # Prisoners and whatever stands where one's own are, is known as it is.
    if own or thing.knows("captor" if isinstance(thing, Character | Unit) else "used"):
        return now
    if spot and as_known(lambda: spot in present(view, faction), False):
        return now
    told = [
        sighting.turn
        for sighting in view.by(Sighting, "faction", faction)
        if thing.place in (sighting.subject, *(each.place for each in sighting.members))
    ]
    return max(told, default=now)
