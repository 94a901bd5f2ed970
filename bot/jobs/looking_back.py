"""An ended campaign as its end looks back on it, in a worker: its ticks, its truth, its events.

Everything here is the truth, so each job that begins here asks first whether the campaign has
ended (`ended`): before that nobody may see any of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bot import faces
from bot.faces.face import Faces
from bot.jobs.opened import Recent, rules_at, world_at
from bot.store.errors import NotFound
from bot.store.records import Campaign, CampaignState
from bot.store.whole import read_events_of, read_states
from bot.store.world import read_campaign, read_turns
from engine.campaign import Faction
from engine.events import Event, read
from engine.packs import Rules
from engine.world import Missing, Record, World

_REVEALED = Recent(2)


@dataclass(frozen=True, slots=True)
class Past:
    """An ended campaign."""

    path: Path
    campaign: Campaign
    rules: Rules
    turns: Mapping[int, int]
    """The turn of every tick that stands, in order; what was taken back is not among them."""

    @property
    def faces(self) -> Faces:
        """What its packs show."""
        return faces.of(self.rules)

    @property
    def world(self) -> World:
        """The truth at the end."""
        return world_at(self.path, self.campaign.id, self.campaign.tick)

    def last_of(self) -> dict[int, int]:
        """By turn the last tick of it that stands."""
        return {turn: tick for tick, turn in self.turns.items()}

    def events(self, kinds: Collection[type[Event]]) -> Iterator[tuple[int, Event]]:
        """What happened of some kinds in the ticks that stand, in order, with its tick."""
        known = {cls.kind: cls for cls in kinds}
        if not known:
            return
        for tick, _, body in read_events_of(self.path, self.campaign.id, list(known)):
            if tick in self.turns:
                yield tick, read(known, body).event

    def states(self, kinds: Collection[type[Record]]) -> Iterator[tuple[int, World]]:
        """The world of these kinds alone after each tick, in order.

        It is one world that changes under way; callers must neither keep nor change it.
        """
        known = {cls.kind: cls for cls in kinds}
        world = World(kinds)
        ticks = iter(sorted(self.turns))
        due = next(ticks, None)
        for tick, kind, id, body in read_states(self.path, self.campaign.id, list(known)):
            while due is not None and due < tick:
                yield due, world
                due = next(ticks, None)
            if body is not None:
                world.put(known[kind].load(body))
            elif there := world.find(known[kind], id):
                world.remove(there)
        while due is not None:
            yield due, world
            due = next(ticks, None)


def ended(path: Path, campaign: int) -> Past:
    """The campaign, which has ended. Raises NotFound while it goes on, or if it has no world."""
    row, _ = read_campaign(path, campaign)
    if row.state is not CampaignState.ENDED:
        raise NotFound("That campaign goes on; its secrets are told when it has ended.")
    if not row.tick:
        raise NotFound("That campaign ended before it had a world.")
    return Past(path, row, rules_at(path, campaign), _standing(read_turns(path, campaign)))


def revealed_at(path: Path, campaign: int, tick: int) -> World:
    """The world of an ended campaign after a tick, as who sees all of it.

    Raises NotFound as `ended`, and for a world of which there is no map.
    """
    past = ended(path, campaign)
    tenure = past.faces.tenure

    def make() -> World:
        if tenure is None:
            raise NotFound("This world has no map.")
        try:
            return tenure.revealed(world_at(path, campaign, tick))
        except Missing as error:
            raise NotFound("This world has no map.") from error

    return _REVEALED.get((path, campaign, tick), make)


def someone(world: World) -> int:
    """The faction as which the whole world is looked at: any, for nothing hangs on it."""
    return next(faction.id for faction in world.all(Faction))


def _standing(ticks: list[tuple[int, str, int]]) -> dict[int, int]:
    """The turn of every tick that was not taken back: one of an earlier turn undoes later ones."""
    kept: dict[int, int] = {}
    for number, _, turn in ticks:
        for later in [tick for tick, was in kept.items() if was > turn]:
            del kept[later]
        kept[number] = turn
    return kept
