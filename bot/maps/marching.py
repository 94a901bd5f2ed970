"""Where a piece of a player's can be sent, and what threatens it there: worked out in a worker."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bot import faces
from bot.faces.map.survey import Survey
from bot.faces.travel import Destination, Marches
from bot.jobs.draw import planned, survey_of
from bot.payload import MapRecipe
from bot.store.errors import NotFound
from engine.orders import Ref


def goals(
    path: Path, campaign: int, recipe: MapRecipe, orders: Sequence[tuple[str, str]], piece: Ref
) -> tuple[Destination, ...]:
    """Where the piece can be sent once the orders (key and stored form) are done."""
    survey = survey_of(path, campaign, recipe, orders)
    return _marches(survey).goals(planned(survey), piece)


def dangers(
    path: Path,
    campaign: int,
    recipe: MapRecipe,
    orders: Sequence[tuple[str, str]],
    piece: Ref,
    key: str,
) -> tuple[str, ...]:
    """What is known to threaten the piece on the way that the order of that key takes."""
    survey = survey_of(path, campaign, recipe, orders)
    return _marches(survey).dangers(survey, piece, key)


def _marches(survey: Survey) -> Marches:
    atlas = faces.of(survey.rules).atlas
    if atlas is None or atlas.marches is None:
        raise NotFound("Nobody is sent about this world's map.")
    return atlas.marches
