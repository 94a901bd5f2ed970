"""Monsters that raid as a turn ends (kingdoms.feature.raids)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.events import Event
from engine.facts import facts
from engine.packs.kingdoms.bouts.sites import Prey, raided
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.crowns.exploring import HIDDEN
from engine.packs.kingdoms.crowns.growing import END
from engine.packs.kingdoms.crowns.provinces import adjacent, is_sea
from engine.packs.kingdoms.pieces.chance import step_stream
from engine.packs.kingdoms.pieces.enchantments import on
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, Site
from engine.state import State
from engine.world import World


@facts
class ProvinceRaided(Event):
    """A monster raided a province, which pays half of its taxes this turn."""

    kind = "kingdoms-province-raided"

    holding: int
    crown: int
    site: int
    """The feature that the monster guards."""
    being: str


def raid(state: State) -> None:
    """A step of the turn end: the guardians of features raid, by id of the feature."""
    world = state.world
    beings = state.module.content(EncounterContent).beings
    for site in list(world.all(Site)):
        percent = beings[site.being].raid if site.being else 0
        if not percent:
            continue
        dice = step_stream(state, END, Site.kind, site.id, "raid")
        prey = raided(percent, _prey(state, site), dice)
        if prey:
            _plunder(state, site, world.get(Holding, prey))


def _prey(state: State, site: Site) -> Iterator[Prey]:
    """The guardian's own province and the adjacent land, by id, as they are open to it."""
    world, content = state.world, state.module.content(ArmyContent)
    for id in sorted((site.holding, *adjacent(world, site.holding))):
        holding = world.get(Holding, id)
        if id != site.holding and is_sea(world, content, holding):
            continue
        yield Prey(
            holding=id,
            owned=bool(holding.owner),
            armies=sum(1 for _ in world.by(Army, "holding", id)),
            truce=holding.owner in site.truces,
            hidden=_hides(world, holding.owner, site),
        )


def _hides(world: World, crown: int, site: Site) -> bool:
    """Whether the kingdom hides the feature (kingdoms.spell.hide-feature)."""
    return any(each.crown == crown for each in on(world, site, HIDDEN))


def _plunder(state: State, site: Site, holding: Holding) -> None:
    world = state.world
    world.put(holding.replace(raided=True))
    raids = tuple(sorted({*site.raided, holding.owner}))
    world.put(world.get(Site, site.id).replace(raided=raids))
    crown = world.get(Crown, holding.owner)
    told = ProvinceRaided(holding=holding.id, crown=crown.id, site=site.id, being=site.being)
    state.emit_to(told, own=[crown.faction])
