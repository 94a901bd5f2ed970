"""The card of a week: how its faction stands, why its points moved, what to do next."""

from pathlib import Path

import pytest

from bot import faces
from bot.faces.overview.standings import SideFacts, then_and_now
from bot.faces.week import week_card
from bot.jobs.draw import draw
from bot.payload import WeekRecipe
from engine.ending import Tally
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.ranks import Rank, RanksCounted
from engine.packs.kingdoms.pieces.records import Crown
from engine.world import Place
from tests.bot.played import play
from tests.packs.kingdoms.crowns.table import Table, rules


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


def test_where_no_points_are_told_the_offices_say_how_a_kingdom_stands() -> None:
    world, made_of = Table.seated().world, faces.of(rules())
    mine, other = list(world.all(Crown))[:2]
    emperor, *_, mage = rules().module.content(VentureContent).imperial

    def counted(place: int, leader: Crown) -> RanksCounted:
        rank = Rank(office=emperor, place=place, merit=9, ruler=0, leader=leader.id, leader_ruler=0)
        still = rank.replace(office=mage, place=2, leader=other.id)
        return RanksCounted(crown=mine.id, ranks=(still, rank))

    seen = ((1, counted(3, other)), (0, counted(1, mine)))
    new = ("Feature: The Lost Library at plain 1,2", "Feature: Oracle at plain 1,3")
    card = week_card(
        made_of, made_of.rules.view(world, mine.faction), None, mine.faction, seen, new, ()
    )
    assert [(row.name, row.value, row.note) for row in card.head] == [
        ("Offices that you lead for", "1 of 8", "1 more")
    ]
    boxes = {box.title: box.rows for box in card.boxes}
    first, second = boxes["How you stand for offices"]
    assert (first.value, first.note, first.tone) == ("1st", "3rd the week before", "good")
    assert (second.value, second.note, second.tone) == ("2nd", "", "")
    assert [(row.name, row.text) for row in boxes["New in reach"]] == [
        ("Feature", "The Lost Library at plain 1,2 · Oracle at plain 1,3")
    ]
