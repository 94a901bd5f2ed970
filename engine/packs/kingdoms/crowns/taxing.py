"""Tax bases: of a province for its owner, and of a whole kingdom (kingdoms.map.tax-base)."""

from __future__ import annotations

from engine.module import Module
from engine.packs.kingdoms.bouts.sites import tax_bonus
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.pieces.records import Holding, Site
from engine.world import World


def tax_of(world: World, module: Module, holding: Holding) -> int:
    """A province's tax base for its owner, with the features that the owner has discovered."""
    sites = module.content(EncounterContent).sites
    return holding.tax + sum(
        tax_bonus(
            sites[site.feature],
            guarded=bool(site.being),
            discovered=holding.owner in site.known_to,
        )
        for site in world.by(Site, "holding", holding.id)
    )


def tax_base_of(world: World, module: Module, crown: int) -> int:
    """A kingdom's tax base: without spells, raids and inventions."""
    return sum(tax_of(world, module, each) for each in world.by(Holding, "owner", crown))
