"""An ended campaign as its end looks back on it, in a worker: its ticks, its truth, its events.

Everything here is the truth, so each job that begins here asks first whether the campaign has
ended (`ended`): before that nobody may see any of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from bot import faces
from bot.faces.atlas import MapPart
from bot.faces.face import Faces
from bot.faces.map.frame import MapFrame
from bot.faces.map.survey import RecentEvent, Survey
from bot.jobs.opened import Recent, rules_at, world_at
from bot.store.errors import NotFound
from bot.store.lines import read_line
from bot.store.records import Campaign, CampaignState
from bot.store.whole import read_events_of, read_states
from bot.store.world import read_campaign, read_turns_told
from engine.campaign import Faction
from engine.events import Event, read
from engine.hexes import Hex
from engine.packs import Rules
from engine.world import Missing, Record, World

if TYPE_CHECKING:
    from bot.faces.map.chart import Chart, Focus
    from bot.payload import MapRecipe

R = TypeVar("R", bound=Record)

_REVEALED = Recent(2)
_SPOT = re.compile(r"(\d+),(\d+)(?: in (.+))?")


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

    @property
    def factions(self) -> list[Faction]:
        """Its sides, in order."""
        return list(self.world.all(Faction))

    @property
    def mapped(self) -> bool:
        """Whether there is land that somebody can hold."""
        return self.faces.land_history is not None and self.founded(self.world)

    def founded(self, world: World) -> bool:
        """Whether a world has land by now."""
        try:
            if self.faces.land_history:
                self.faces.land_history.holders(world)
        except Missing:
            return False
        return self.faces.land_history is not None

    @property
    def fights(self) -> tuple[type[Event], ...]:
        """The events that tell of battles."""
        every = (each for chapter in self.faces.chapters.values() if chapter.battles
                 for each in chapter.events)  # fmt: skip
        return tuple(dict.fromkeys(each for each in every if "record" in each.names))

    def where(self, event: Event) -> Hex | None:
        """Where something happened, if that was on a map."""
        atlas, spot = self.faces.atlas, self.faces.spot
        told = spot(self.world, event) if atlas and spot else ""
        found = _SPOT.fullmatch(told)
        if atlas is None or found is None:
            return None
        names = atlas.realm_names(self.world)
        realm = names.index(found[3]) if found[3] in names else 0
        return Hex(int(found[1]), int(found[2]), realm)

    def last_of(self) -> dict[int, int]:
        """By turn the last tick of it that stands."""
        return {turn: tick for tick, turn in self.turns.items()}

    def events(
        self, kinds: Collection[type[Event]], *, first: int = 1, last: int | None = None
    ) -> Iterator[tuple[int, Event]]:
        """What happened of some kinds in the ticks that stand, in order, with its tick.

        Of battles it tells who met and who won, without what happened in them.
        """
        known = {cls.kind: cls for cls in kinds}
        if not known:
            return
        ticks = first, self.campaign.tick if last is None else last
        for tick, _, body in read_events_of(self.path, self.campaign.id, list(known), *ticks):
            if tick in self.turns:
                yield tick, read(known, body).event

    def history(self, cls: type[R]) -> Iterator[tuple[int, int, R | None]]:
        """Every state of the records of a kind, in order: its tick, the record's id, the record."""
        for tick, _, id, body in read_states(self.path, self.campaign.id, [cls.kind]):
            yield tick, id, None if body is None else cls.load(body)

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


def over(path: Path, campaign: int) -> bool:
    """Whether the campaign has ended, so that nothing of it is secret any more."""
    return read_campaign(path, campaign)[0].state is CampaignState.ENDED


def ended(path: Path, campaign: int) -> Past:
    """The campaign, which has ended. Raises NotFound while it goes on, or if it has no world."""
    row, _ = read_campaign(path, campaign)
    if row.state is not CampaignState.ENDED:
        raise NotFound("That campaign goes on; its secrets are told when it has ended.")
    if not row.tick:
        raise NotFound("That campaign ended before it had a world.")
    return Past(path, row, rules_at(path, campaign), _standing(path, row))


def revealed_at(path: Path, campaign: int, tick: int) -> World:
    """The world of an ended campaign after a tick, as who sees all of it.

    Raises NotFound as `ended`, and for a world of which there is no map.
    """
    past = ended(path, campaign)
    land_history = past.faces.land_history

    def make() -> World:
        if land_history is None:
            raise NotFound("This world has no map.")
        try:
            return land_history.revealed(world_at(path, campaign, tick))
        except Missing as error:
            raise NotFound("This world has no map.") from error

    return _REVEALED.get((path, campaign, tick), make)


def whole_world(path: Path, campaign: int, recipe: MapRecipe) -> tuple[Chart, Focus]:
    """The chart of all that there was after a tick, and the part of it that a recipe shows.

    Raises NotFound as `revealed_at`.
    """
    world, past = revealed_at(path, campaign, recipe.tick), ended(path, campaign)
    atlas = past.faces.atlas
    assert atlas, "a world that can be revealed has a map"
    layer = past.faces.layer(recipe.layer)
    turn = past.turns.get(recipe.tick, past.campaign.turn)
    fought = past.events(atlas.marked, first=recipe.tick - 2, last=recipe.tick)
    happened = tuple(
        RecentEvent(event, turn - past.turns[tick])
        for tick, event in fought
        if turn - past.turns[tick] in (0, 1)
    )
    survey = Survey(past.rules, world, someone(world), recipe.realm, happened=happened)
    filled = layer.fill(survey, atlas.chart(survey))
    # Who is looked at as anybody is shown no differently from the others.
    stacks = tuple(each for each in filled.stacks if each.count is not None and not each.state)
    chart = replace(filled, own=None, stacks=stacks, title="The whole world")
    frame = MapFrame(*recipe.frame) if recipe.frame else None
    part = MapPart(recipe.centre, recipe.radius, recipe.realm, frame)
    return chart, atlas.focus(world, part, layer, recipe.legend)


def someone(world: World) -> int:
    """The faction as which the whole world is looked at: any, for nothing hangs on it."""
    return next(faction.id for faction in world.all(Faction))


def _standing(path: Path, campaign: Campaign) -> dict[int, int]:
    """The turn of every tick that was not taken back."""
    holding = read_line(path, campaign.id, campaign.tick)
    every = read_turns_told(path, campaign.id)
    return {number: turn for number, turn in every.items() if number in holding}
