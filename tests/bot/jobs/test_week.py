"""The card of a week: how its faction stands, why its points moved, what to do next."""

from pathlib import Path

import pytest

from bot.faces.overview.standings import SideFacts, then_and_now
from bot.jobs.draw import draw
from bot.payload import WeekRecipe
from engine.ending import Tally
from engine.world import Place
from tests.bot.played import play


@pytest.mark.asyncio
async def test_a_week_is_drawn_from_what_its_faction_knows(tmp_path: Path) -> None:
    played = await play(tmp_path)
    card = draw(played.path, played.campaign, WeekRecipe(tick=5, faction=1))
    assert card.filename.startswith("week-house-ashmark")
    assert "Rank: " in card.alt
    assert "What you hold: Cities: " in card.alt
    assert "Next week: " in card.alt
    assert "\\" not in card.alt
    assert "**" not in card.alt
    other = draw(played.path, played.campaign, WeekRecipe(tick=5, faction=2))
    assert "Stacks: " not in other.alt, "nobody plays there, and another faction's are not told"
    again = draw(played.path, played.campaign, WeekRecipe(tick=5, faction=1))
    assert again == card
    await played.stores.close()


def test_what_brings_no_points_any_more_moved_them_too() -> None:
    city, quest = Tally(what="cities", count=2, points=20), Tally(what="quests", count=1, points=1)
    side = SideFacts(
        name="Ash",
        faction=None,
        who=Place("faction", 1),
        own=True,
        rank=1,
        points=1,
        change=-20,
        made_of=(quest,),
        was=(city, quest),
        course=((1, 21), (2, 1)),
    )
    found = {what: (before.points, after.points) for what, before, after in then_and_now(side)}
    assert found == {"quests": (1, 1), "cities": (20, 0)}
