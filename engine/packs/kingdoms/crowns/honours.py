"""What is given when a game of kings is over: each office to its holder, and each kingdom's place.

Nothing of it is a secret any more: merits, reductions and who came second are open to all.
Sources: kingdoms.office.table and what stands beside it, kingdoms.turn.game-end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from engine.campaign import Player
from engine.ending import CampaignEnded, Standing
from engine.events import Event
from engine.facts import Facts, facts
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.imperial import Office
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.offices import OfficeRealm, Ranked, holder, ranking, shares
from engine.packs.kingdoms.crowns.ranks import PARTS, claimants, realms
from engine.packs.kingdoms.pieces.records import Crown, MagicItem, Ruler
from engine.state import State
from engine.world import World

Decided = Literal["", "treasury", "tax", "age"]
"""What decided between two of equal merit; `age` is the older kingdom or character."""


@facts
class Claim(Facts):
    """Somebody with merit for an office, by the names of that day."""

    crown: int
    faction: int
    kingdom: str
    ruler: int
    """The character; of a kingdom its King, 0 while it has none."""
    name: str
    alignment: str
    merit: int


@facts
class OfficeHeld(Facts):
    """An office as it was given; vacant without a holder."""

    office: str
    holder: tuple[Claim, ...]
    """One, or nobody."""
    second: tuple[Claim, ...]
    """Who came next, if anybody else had merit."""
    decided: Decided
    """How a tie of both was decided; empty if there was none."""
    points: int
    """In hundredths, as they are left by the holder's alignment (kingdoms.office.ties)."""


@facts
class Carried(Facts):
    """An artifact that somebody carries at the end (kingdoms.office.artifact-points)."""

    item: str
    crown: int
    name: str
    """Of the character."""


@facts
class Placed(Facts):
    """A kingdom at the end, the best first (kingdoms.office.standing)."""

    rank: int
    crown: int
    faction: int
    kingdom: str
    player: str
    points: int
    """In hundredths."""
    artifacts: int
    """The hundredths among them that artifacts gave."""


@facts
class OfficesGiven(Event):
    """The imperial offices were given; all the world learns it."""

    kind = "kingdoms-offices-given"

    turn: int
    """The last turn."""
    offices: tuple[OfficeHeld, ...]
    artifacts: tuple[Carried, ...]
    places: tuple[Placed, ...]


def give_offices(state: State, ended: CampaignEnded) -> Iterator[Event]:
    """What is told at the end; nothing if no kingdom is left."""
    world, module = state.world, state.module
    kingdoms, people = realms(world, module), claimants(world, module)
    if not kingdoms:
        return
    content = module.content(VentureContent)
    offices, least = content.imperial.values(), content.merits.left
    alignments = module.content(RulerContent).alignments
    worth = {
        share.office: int(share.points * PARTS)
        for share in shares(offices, kingdoms, people, lambda key: alignments[key].reduction, least)
    }
    by_crown = {realm.crown: realm for realm in kingdoms}
    yield OfficesGiven(
        turn=ended.turn,
        offices=tuple(
            _given(world, office, ranking(office, kingdoms, people), by_crown, worth)
            for office in offices
        ),
        artifacts=tuple(_carried(state)),
        places=tuple(_places(state.world, ended.standings)),
    )


def _given(
    world: World,
    office: Office,
    order: Sequence[Ranked],
    realms: Mapping[int, OfficeRealm],
    worth: Mapping[str, int],
) -> OfficeHeld:
    first = holder(office, order)
    second = order[1] if first and len(order) > 1 else None
    if second and not second.merit > 0:
        second = None
    return OfficeHeld(
        office=office.key,
        holder=(_claim(world, first),) if first else (),
        second=(_claim(world, second),) if second else (),
        decided=_decided(first, second, realms) if first and second else "",
        points=worth.get(office.key, 0),
    )


def _decided(first: Ranked, second: Ranked, realms: Mapping[int, OfficeRealm]) -> Decided:
    """What put the first before the second (kingdoms.office.ties)."""
    if first.merit != second.merit:
        return ""
    one, other = realms[first.crown], realms[second.crown]
    if one.treasury != other.treasury:
        return "treasury"
    return "tax" if one.tax != other.tax else "age"


def _claim(world: World, who: Ranked) -> Claim:
    crown, ruler = world.get(Crown, who.crown), world.find(Ruler, who.ruler)
    return Claim(
        crown=crown.id,
        faction=crown.faction,
        kingdom=crown.name,
        ruler=who.ruler,
        name=ruler.name if ruler else "",
        alignment=who.alignment,
        merit=who.merit,
    )


def _carried(state: State) -> Iterator[Carried]:
    """The artifacts that living characters of kingdoms carry, in the order of their table."""
    table = state.module.content(EncounterContent).artifacts
    order = list(table)
    for item in sorted(
        state.world.all(MagicItem), key=lambda each: (order.index(each.item), each.id)
    ):
        bearer = state.world.at(item.holder)
        if table[item.item].unique and isinstance(bearer, Ruler) and bearer.alive and bearer.crown:
            yield Carried(item=item.item, crown=bearer.crown, name=bearer.name)


def _places(world: World, standings: Iterable[Standing]) -> Iterator[Placed]:
    """All kingdoms that play, by their standing."""
    for each in standings:
        crown = world.first(Crown, "player", each.who.id)
        assert crown
        yield Placed(
            rank=each.rank,
            crown=crown.id,
            faction=crown.faction,
            kingdom=crown.name,
            player=world.get(Player, each.who.id).name,
            points=each.points,
            artifacts=sum(tally.points for tally in each.made_of if tally.what == "artifacts"),
        )
