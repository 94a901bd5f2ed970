"""The contents of the land in a new world: features with their guardians and hoards, and artifacts.

Sources: kingdoms.setup.features, kingdoms.map.sea-features.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.dice import Dice, Streams
from engine.module import Module
from engine.packs.kingdoms.bouts.making import full_hits
from engine.packs.kingdoms.bouts.sites import hoard
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.rulers import RulerContent, Start
from engine.packs.kingdoms.pieces.chance import picked, step_stream, succeeds
from engine.packs.kingdoms.pieces.records import Holding, MagicItem, Site
from engine.world import World


def features_of(start: Start, dice: Dice, *, sea: bool) -> int:
    """How many features a province has."""
    if sea:
        return int(succeeds(dice, start.sea_features))
    return picked(dice, start.land_features)


def fill(world: World, module: Module, streams: Streams) -> None:
    """Put features into all provinces, then the artifacts into their hoards."""
    start = module.content(RulerContent).start
    grounds = module.content(ArmyContent).grounds
    content = module.content(EncounterContent)
    for holding in list(world.all(Holding)):
        dice = step_stream(streams, 0, Holding.kind, holding.id, "features")
        for _ in range(features_of(start, dice, sea=grounds[holding.terrain].sea)):
            _place(world, content, holding, dice)
    artifacts = [each.key for each in content.artifacts.values() if each.unique]
    _hide_artifacts(
        world, content, start, artifacts, step_stream(streams, 0, "turn", 0, "artifacts")
    )


def _place(world: World, content: EncounterContent, holding: Holding, dice: Dice) -> None:
    """One feature: type, place, guardian, its hit points, then its hoard."""
    kinds = [kind for kind in content.sites.values() if holding.terrain in kind.grounds]
    if not kinds:
        return
    kind = picked(dice, kinds)
    spot = dice.whole(100)
    being = picked(dice, kind.guardians) if kind.guardians else ""
    full = full_hits(content.beings[being], dice) if being else 0
    found = hoard(content, kind, dice, guarded=bool(being))
    site = world.add(
        Site,
        holding=holding.id,
        feature=kind.key,
        spot=spot,
        being=being,
        hit_points=full,
        full=full,
        gold=found.gold,
    )
    for item, carried in found.items:
        world.add(MagicItem, item=item, holder=site.place, carried=carried)


def _hide_artifacts(
    world: World, content: EncounterContent, start: Start, artifacts: list[str], dice: Dice
) -> None:
    """Each artifact into the hoard of a different feature, best guarded ones first."""
    taken: dict[int, None] = {}

    def left(fits: Callable[[Site], bool]) -> list[Site]:
        return [site for site in world.all(Site) if site.id not in taken and fits(site)]

    def dangerous(site: Site) -> bool:
        return bool(site.being) and content.beings[site.being].hits >= start.artifact_guard

    for artifact in artifacts:
        sites = left(dangerous) or left(lambda site: bool(site.being)) or left(lambda _: True)
        if not sites:
            return
        site = picked(dice, sites)
        taken[site.id] = None
        world.add(MagicItem, item=artifact, holder=site.place)
