"""How far kingdoms have explored provinces, and which features they have discovered by it.

Source: kingdoms.map.exploration.
"""

from __future__ import annotations

from engine.packs.kingdoms.pieces.records import LastingSpell, Site, Survey, survey_id
from engine.world import World

HIDDEN = "HI"
"""The code of the spell that hides a feature (kingdoms.spell.hide-feature)."""


def percent_of(world: World, crown: int, holding: int) -> int:
    """How far a kingdom has explored a province, 0 to 100."""
    survey = world.find(Survey, survey_id(crown, holding))
    return survey.percent if survey else 0


def gained(percent: int, basic: int, explorer: int) -> int:
    """The percent after one Explore action at that level (kingdoms.ability.explorer)."""
    return min(100, percent + basic * (1 + explorer))


def explored(world: World, crown: int, holding: int, percent: int) -> list[Site]:
    """Set how far a kingdom has explored a province; the features that it discovers by that.

    A percent never falls.
    """
    id = survey_id(crown, holding)
    survey = world.find(Survey, id) or Survey(id=id, crown=crown, holding=holding, percent=0)
    world.put(survey.replace(percent=max(survey.percent, min(100, percent))))
    return discovered(world, crown, holding)


def discovered(world: World, crown: int, holding: int) -> list[Site]:
    """Note the features within reach of what is explored that the kingdom did not know, by id.

    One that is hidden from it waits until the spell ends.
    """
    percent, found = percent_of(world, crown, holding), list[Site]()
    for site in list(world.by(Site, "holding", holding)):
        if crown in site.known_to:  # how well it was hidden nobody tells, so a plan asks no more
            continue
        if site.spot <= percent and not is_hidden(world, crown, site):
            after = site.replace(known_to=tuple(sorted((*site.known_to, crown))))
            world.put(after)
            found.append(after)
    return found


def is_hidden(world: World, crown: int, site: Site) -> bool:
    """Whether a spell hides the feature from a kingdom that did not know it before."""
    return any(
        each.art == HIDDEN and crown not in each.known_to
        for each in world.by(LastingSpell, "on", site.place)
    )
