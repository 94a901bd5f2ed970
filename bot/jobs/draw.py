"""A picture from its recipe, in a worker: a map of a faction's view of that tick, or a battle.

Pictures have few colours and at most 1200 by some 2000 pixels, so none comes near Discord's limit.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import cast, get_args

from bot.faces.map.chart import Focus, LayerName
from bot.faces.paint.picture import Picture
from bot.jobs.opened import rules_at, view_at
from bot.post.payload import BattleRecipe, MapRecipe, Recipe
from engine.campaign import Player
from engine.packs.cohorts.pieces.records import Map

OVERVIEW_FROM = 48  # provinces; a wider world is drawn as an overview when it is drawn whole


def draw(
    path: Path, campaign: int, recipe: Recipe, orders: Sequence[tuple[str, str]] = ()
) -> Picture:
    """The picture that the recipe names: its bytes, alt text and file name.

    `orders` (key and stored form) of a map's player add the planned routes.
    """
    # Only workers pay for what draws; the event loop imports this module to name the job.
    if isinstance(recipe, BattleRecipe):
        from bot.jobs.battles import draw_battle

        return draw_battle(path, campaign, recipe)
    from bot.faces.cohorts.map.chart import chart_of
    from bot.faces.cohorts.map.ways import Way, ways_of
    from bot.faces.map.picture import draw_map

    rules = rules_at(path, campaign, recipe.tick)
    view = view_at(path, campaign, recipe.tick, recipe.faction)
    ways: list[Way] = []
    player = view.find(Player, recipe.player)
    if orders and player and player.faction == recipe.faction:
        queued = [rules.read_order(key, body) for key, body in orders]
        ways = ways_of(rules, view, recipe.player, queued)
    size = view.get(Map, 1).grid.realms[recipe.realm]
    return draw_map(
        chart_of(rules, view, recipe.faction, ways, recipe.realm), focus(recipe, size.width)
    )


def focus(recipe: MapRecipe, width: int) -> Focus:
    """Which part of the map a recipe shows, in a realm of that width."""
    layer = cast("LayerName", recipe.layer if recipe.layer in get_args(LayerName) else "political")
    if recipe.centre is not None:
        return Focus("zoom", recipe.centre, recipe.radius, layer, recipe.legend)
    kind = "overview" if width > OVERVIEW_FROM else "whole"
    return Focus(kind, layer=layer, legend=recipe.legend)
