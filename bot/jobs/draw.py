"""A picture from its recipe, in a worker: a map of a faction's view, a battle, the standings.

Pictures have few colours and at most 1200 by some 2000 pixels, so none comes near Discord's limit.
"""

from collections.abc import Sequence
from pathlib import Path

from bot import faces
from bot.faces.atlas import Part
from bot.faces.map.survey import Survey
from bot.faces.overview.standings import standings_facts
from bot.faces.paint.picture import Picture
from bot.jobs.opened import rules_at, view_at, world_at
from bot.post.payload import BattleRecipe, MapRecipe, Recipe, StandingsRecipe
from bot.store.errors import NotFound
from engine.campaign import Player


def draw(
    path: Path, campaign: int, recipe: Recipe, orders: Sequence[tuple[str, str]] = ()
) -> Picture:
    """The picture that the recipe names: its bytes, alt text and file name.

    `orders` (key and stored form) of a map's player add the planned routes. Raises NotFound for a
    map of a world that has none, and as `bot.jobs.battles.draw_battle`.
    """
    # Only workers pay for what draws; the event loop imports this module to name the job.
    if isinstance(recipe, BattleRecipe):
        from bot.jobs.battles import draw_battle

        return draw_battle(path, campaign, recipe)
    if isinstance(recipe, StandingsRecipe):
        from bot.faces.overview.chart import draw_standings

        world = world_at(path, campaign, recipe.tick)
        facts = standings_facts(rules_at(path, campaign, recipe.tick).public(world))
        if not facts.sides:
            raise NotFound("Nothing is told of the standings.")
        return draw_standings(facts)
    from bot.faces.map.picture import draw_map

    rules = rules_at(path, campaign, recipe.tick)
    view = view_at(path, campaign, recipe.tick, recipe.faction)
    shown = faces.of(rules)
    if shown.atlas is None:
        raise NotFound("This world has no map.")
    player = view.find(Player, recipe.player)
    theirs = player is not None and player.faction == recipe.faction
    queued = [rules.read_order(key, body) for key, body in orders] if theirs else []
    survey = Survey(rules, view, recipe.faction, recipe.realm, recipe.player, tuple(queued))
    layer = shown.layer(recipe.layer)
    part = Part(recipe.centre, recipe.radius, recipe.realm)
    chart = layer.fill(survey, shown.atlas.chart(survey))
    return draw_map(chart, shown.atlas.focus(view, part, layer, recipe.legend))


def recipe_of(tick: int, faction: int, part: Part, *, player: int = 0, **how: str) -> MapRecipe:
    """The recipe of a part of a faction's map; `how` are its layer and legend."""
    return MapRecipe.model_validate(
        {"tick": tick, "faction": faction, "player": player, **part._asdict(), **how}
    )
