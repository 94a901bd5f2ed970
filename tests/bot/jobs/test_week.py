"""The card of a week: how its faction stands, why its points moved, what to do next."""

from pathlib import Path

import pytest

from bot.jobs.draw import draw
from bot.payload import WeekRecipe
from tests.bot.played import play


@pytest.mark.asyncio
async def test_a_week_is_drawn_from_what_its_faction_knows(tmp_path: Path) -> None:
    played = await play(tmp_path)
    card = draw(played.path, played.campaign, WeekRecipe(tick=5, faction=1))
    assert card.filename.startswith("week-house-ashmark")
    assert "Rank: " in card.alt
    assert "Won and lost: Cities: " in card.alt
    assert "Next week: " in card.alt
    assert "\\" not in card.alt
    assert "**" not in card.alt
    other = draw(played.path, played.campaign, WeekRecipe(tick=5, faction=2))
    assert "Stacks: " not in other.alt, "nobody plays there, and another faction's are not told"
    again = draw(played.path, played.campaign, WeekRecipe(tick=5, faction=1))
    assert again == card
    await played.stores.close()
