"""A map from its recipe, in a worker: a faction's view of that tick, charted and drawn.

Pictures have few colours and at most 1200 by some 2000 pixels, so none comes near Discord's limit.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import cast, get_args

from bot.images.chart import Focus, LayerName, Picture
from bot.jobs.opened import rules_at, view_at
from bot.post.payload import MapRecipe
from engine.campaign import Player
from engine.packs.cohorts.records import Map

OVERVIEW_FROM = 48  # provinces; a wider world is drawn as an overview when it is drawn whole


def draw(
    path: Path, campaign: int, recipe: MapRecipe, orders: Sequence[tuple[str, str]] = ()
) -> Picture:
    """The map that the recipe names: PNG, alt text and file name.

    `orders` (key and stored form) of the recipe's player add their planned routes.
    """
    # Only workers pay for what draws; the event loop imports this module to name the job.
    from bot.charts.chart import chart_of
    from bot.charts.ways import Way, ways_of
    from bot.images.map import draw_map

    rules = rules_at(path, campaign, recipe.tick)
    view = view_at(path, campaign, recipe.tick, recipe.faction)
    ways: list[Way] = []
    player = view.find(Player, recipe.player)
    if orders and player and player.faction == recipe.faction:
        queued = [rules.read_order(key, body) for key, body in orders]
        ways = ways_of(rules, view, recipe.player, queued)
    return draw_map(
        chart_of(rules, view, recipe.faction, ways), focus(recipe, view.get(Map, 1).width)
    )


def focus(recipe: MapRecipe, width: int) -> Focus:
    """Which part of the map a recipe shows, on a world of that width."""
    layer = cast("LayerName", recipe.layer if recipe.layer in get_args(LayerName) else "political")
    if recipe.centre is not None:
        return Focus("zoom", recipe.centre, recipe.radius, layer, recipe.legend)
    kind = "overview" if width > OVERVIEW_FROM else "whole"
    return Focus(kind, layer=layer, legend=recipe.legend)
