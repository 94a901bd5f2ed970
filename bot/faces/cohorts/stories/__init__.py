"""The stories of Cohorts on the practice table."""

from __future__ import annotations

from typing import Final

from bot.faces.cohorts.stories.growth import BANNERS
from bot.faces.cohorts.stories.hollow import HOLLOW
from bot.faces.cohorts.stories.intrigue import CONCLAVE
from bot.faces.cohorts.stories.marches import MARCHES
from bot.faces.cohorts.stories.siege import SIEGE
from bot.faces.cohorts.stories.voyage import NARROWS

STORIES: Final = (MARCHES, BANNERS, NARROWS, CONCLAVE, SIEGE, HOLLOW)
"""The first is what a table plays of which nobody asks for another."""
