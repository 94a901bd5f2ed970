"""A picture from its recipe, in a worker: a map of a faction's view of that tick, or a battle.

Pictures have few colours and at most 1200 by some 2000 pixels, so none comes near Discord's limit.
"""

from collections.abc import Sequence
from pathlib import Path

from bot import faces
from bot.faces.atlas import Atlas, Part
from bot.faces.map.frame import Frame
from bot.faces.map.survey import Happened, Survey
from bot.faces.paint.picture import Picture
from bot.jobs.opened import learned_at, rules_at, view_at
from bot.post.payload import BattleRecipe, MapRecipe, Recipe
from bot.store.errors import NotFound
from engine.campaign import Player
from engine.world import World


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
    from bot.faces.map.picture import draw_map

    rules = rules_at(path, campaign, recipe.tick)
    view = view_at(path, campaign, recipe.tick, recipe.faction)
    shown = faces.of(rules)
    if shown.atlas is None:
        raise NotFound("This world has no map.")
    part = _part(shown.atlas, view, recipe)
    player = view.find(Player, recipe.player)
    theirs = player is not None and player.faction == recipe.faction
    queued = [rules.read_order(key, body) for key, body in orders] if theirs else []
    kinds = shown.atlas.marked
    learned = learned_at(path, campaign, recipe.tick, recipe.faction, kinds)
    survey = Survey(
        rules,
        view,
        recipe.faction,
        part.realm,
        recipe.player if theirs else 0,
        tuple(queued),
        tuple(Happened(event, ago) for ago, event in learned),
    )
    layer = shown.layer(recipe.layer)
    chart = layer.fill(survey, shown.atlas.chart(survey))
    return draw_map(chart, shown.atlas.focus(view, part, layer, recipe.legend))


def _part(atlas: Atlas, view: World, recipe: MapRecipe) -> Part:
    """What of the world a recipe shows."""
    if recipe.known and not (recipe.centre or recipe.frame):
        return atlas.known_part(view, recipe.faction)
    frame = Frame(*recipe.frame) if recipe.frame else None
    return Part(recipe.centre, recipe.radius, recipe.realm, frame)


def recipe_of(tick: int, faction: int, part: Part, *, player: int = 0, **how: str) -> MapRecipe:
    """The recipe of a part of a faction's map; `how` are its layer and legend."""
    return MapRecipe.model_validate(
        {"tick": tick, "faction": faction, "player": player, **part._asdict(), **how}
    )
