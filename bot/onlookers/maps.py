"""Which maps onlookers are shown: of what all who play know, at the end of the whole world.

The pictures are drawn later, from the recipes alone (`bot.jobs.draw`).
"""

from __future__ import annotations

from pathlib import Path

from bot import faces
from bot.faces.atlas import MapPart
from bot.faces.map.survey import Survey
from bot.jobs.opened import ONLOOKERS, rules_at, view_at
from bot.payload import MapRecipe, recipe_of


def maps_for_onlookers(path: Path, campaign: int, tick: int, whole: bool) -> list[MapRecipe]:
    """A recipe for each realm of which they may see anything after the tick.

    `whole` shows all of each realm, else the part that holds what is known. A world without a map
    gives nothing.
    """
    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, ONLOOKERS)
    shown = faces.of(rules)
    atlas = shown.atlas
    if atlas is None:
        return []
    layer, found = shown.layer(None).name, list[MapRecipe]()
    for realm in range(len(atlas.grid(view).realms)):
        if not atlas.chart(Survey(rules, view, ONLOOKERS, realm)).cells:
            continue
        part = MapPart(None, realm=realm) if whole else atlas.known_part(view, ONLOOKERS, realm)
        found.append(recipe_of(tick, ONLOOKERS, part, layer=layer))
    return found
