"""Search: a character enters a feature, meets its guardian, and takes what is left there.

Sources: kingdoms.action.search, kingdoms.feature.benefits, kingdoms.feature.stopped-raids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Final

from pydantic import Field

from engine.dice import Dice
from engine.events import Event, Level
from engine.facts import NotKnown, facts
from engine.orders import Asks, Choice, Given, Ref, Refusal
from engine.packs.kingdoms.bouts.sites import breaks_truce, gained, graves, taught
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.sites import ONCE, Benefit
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.encounters import (
    GONE,
    EncounterFought,
    chance_meeting,
    fighter_of,
    met_guardian,
)
from engine.packs.kingdoms.crowns.experience import learn, may_rise
from engine.packs.kingdoms.crowns.exploring import is_hidden
from engine.packs.kingdoms.crowns.inventions import discovered
from engine.packs.kingdoms.crowns.ventures.acting import (
    Venture,
    actor_of,
    phase_now,
    tell,
    undiscovered,
)
from engine.packs.kingdoms.crowns.ventures.foreseen import foresee_meeting
from engine.packs.kingdoms.crowns.ventures.working import gain
from engine.packs.kingdoms.pieces.abilities import level_in
from engine.packs.kingdoms.pieces.chance import picked, step_stream
from engine.packs.kingdoms.pieces.records import Crown, Grave, MagicItem, Ruler, Site
from engine.packs.kingdoms.pieces.timing import parts_of
from engine.state import State

_AVERAGE: Final = 2
"""The quality of the dead of an ancient battlefield (kingdoms.feature.benefits)."""
_LEGION, _HUMAN = "LE", "human"
STAYED: Final = "refused"
"""The outcome of an encounter whose searcher did not go in (kingdoms.encounter.refusal)."""


@facts
class SiteSearched(Event):
    """A character searched a feature that nothing guards, or guards any more."""

    kind = "kingdoms-site-searched"

    ruler: int
    name: str
    site: int
    phase: int
    gold: Annotated[int, Level.OWN]
    items: Annotated[tuple[str, ...], Level.OWN]
    benefit: Annotated[str, Level.OWN]
    """Further gifts of the feature (kingdoms.feature.benefits); empty for nothing."""
    found: Annotated[int, Level.OWN]
    """The feature that an oracle told of; 0 for none."""


def _sites(state: State, given: Given) -> Iterator[Choice]:
    ruler = actor_of(state, given)
    for site in state.world.by(Site, "holding", ruler.holding) if ruler else ():
        if ruler and ruler.crown in site.known_to:
            yield Choice.of(site, state.module.content(EncounterContent).sites[site.feature].name)


SITE: Final = Asks("a feature where the character is", _sites, (Site.kind,))


class Search(Venture):
    """Enter a feature of the province: meet its guardian, and take what is there."""

    path = ("character", "search")
    rule = "kingdoms.action.search"
    work = "search"
    phases = parts_of("search")

    feature: Annotated[Ref, SITE] = Field(description="The feature")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        ruler, site = self.actor(state), state.the(Site, self.feature)
        if site.holding != ruler.holding:
            yield self.refusal(
                "out_of_range",
                f"{ruler.name} is not in the province of that feature.",
                "Move there first.",
            )
        if ruler.crown not in site.known_to or is_hidden(state.world, ruler.crown, site):
            yield undiscovered(self.rule)

    def act(self, state: State) -> None:
        world, id = state.world, self.character.id
        if not chance_meeting(state, id, "Search"):
            return
        ruler, site = world.get(Ruler, id), world.get(Site, self.feature.id)
        before = site.being
        if site.being and state.planning:
            foresee_meeting(state, ruler, site)
            return
        if site.being:
            if state.planning:
                raise NotKnown("how its guardian will take it")
            ended = met_guardian(state, ruler, site)
            if ended.outcome != STAYED:
                _end_truce(state, ruler, site)
            site = world.get(Site, site.id)
            if site.being or not world.get(Ruler, id).alive:
                return
        take_all(state, id, site, met=bool(before))

    def done(self, state: State) -> bool:
        """Whether nobody guards it any more, so that all there was has been taken."""
        return not state.world.get(Site, self.feature.id).being

    def halted(self, event: Event) -> bool:
        """Whether its guardian was met and is still there; the wounded go in no more."""
        met = isinstance(event, EncounterFought) and event.site == self.feature.id
        return met and event.outcome not in GONE


def _end_truce(state: State, ruler: Ruler, before: Site) -> None:
    """End the truce that a Search by such a plan breaks; a new one made in it stands."""
    site = state.world.get(Site, before.id)
    if not site.being or ruler.crown not in before.truces or not breaks_truce(ruler.plan):
        return
    truces = tuple(crown for crown in site.truces if crown != ruler.crown)
    state.world.put(site.replace(truces=truces))


def take_all(state: State, id: int, site: Site, *, met: bool = False) -> None:
    """Take the hoard of a feature without a guardian, and what it gives to who searches it.

    A character who has `met` its guardian took the hoard there, and is not told that nothing was
    found.
    """
    world = state.world
    ruler = world.get(Ruler, id)
    items = list(world.by(MagicItem, "holder", site.place))
    for item in items:
        world.put(item.replace(holder=ruler.place, carried=False))
    crown = world.get(Crown, ruler.crown)
    world.put(crown.replace(treasury=crown.treasury + site.gold))
    kind = state.module.content(EncounterContent).sites[site.feature]
    benefit = gained(kind, guarded=False, searched=site.searched)
    world.put(site.replace(gold=0, searched=site.searched or benefit in ONCE))
    dice = step_stream(state, phase_now(state), Ruler.kind, id, "search")
    found = _BENEFITS[benefit](state, id, site, dice) if benefit else 0
    if met and not (site.gold or items or benefit):
        return
    searched = SiteSearched(
        ruler=id,
        name=ruler.name,
        site=site.id,
        phase=phase_now(state),
        gold=site.gold,
        items=tuple(item.item for item in items),
        benefit=benefit or "",
        found=found,
    )
    tell(state, ruler, searched)


# ---------------------------------------------------------------- benefits


def _heal(state: State, id: int) -> None:
    ruler = state.world.get(Ruler, id)
    most = fighter_of(state, ruler).full
    state.world.put(ruler.replace(hit_points=max(ruler.hit_points, most)))


def _grove(state: State, id: int, site: Site, dice: Dice) -> int:
    """It heals, and may teach a character the ways of Druids once in the game."""
    _heal(state, id)
    ruler = state.world.get(Ruler, id)
    skill, aptitude = level_in(ruler.skill, "DR"), level_in(ruler.aptitude, "DR")
    if not may_rise(ruler, "DR"):
        return 0
    learned = taught(skill, aptitude, dice, before=ruler.grove)
    state.world.put(ruler.replace(grove=True))
    if learned:
        learn(state, state.world.get(Ruler, id), "DR")
    return 0


def _spring(state: State, id: int, site: Site, dice: Dice) -> int:
    """It heals, and wakes from a coma."""
    world = state.world
    ruler = world.get(Ruler, id)
    if ruler.coma:
        world.put(ruler.replace(skill=ruler.coma, coma=()))
    _heal(state, id)
    return 0


def _oracle(state: State, id: int, site: Site, dice: Dice) -> int:
    """It tells of a feature that the kingdom has not discovered; nobody has merit of it."""
    world, crown = state.world, state.world.get(Ruler, id).crown
    unknown = [
        each
        for each in world.all(Site)
        if crown not in each.known_to and not is_hidden(world, crown, each)
    ]
    if not unknown:
        return 0
    told = picked(dice, unknown)
    world.put(told.replace(known_to=tuple(sorted((*told.known_to, crown)))))
    return told.id


def _graves(state: State, id: int, site: Site, dice: Dice) -> int:
    """The dead of an old battle lie there."""
    for _ in range(graves(dice)):
        state.world.add(
            Grave, holding=site.holding, army=_LEGION, race=_HUMAN, quality=_AVERAGE, turn=0
        )
    return 0


def _library(state: State, id: int, site: Site, dice: Dice) -> int:
    """An invention is written down there."""
    ruler = state.world.get(Ruler, id)
    devices = state.module.content(VentureContent).devices
    device = discovered(devices, state.world.get(Crown, ruler.crown).inventions, dice)
    if device:
        gain(state, ruler, device, "library")
    return 0


_BENEFITS: Final[Mapping[Benefit, Callable[[State, int, Site, Dice], int]]] = {
    "grove": _grove,
    "spring": _spring,
    "oracle": _oracle,
    "graves": _graves,
    "library": _library,
}
