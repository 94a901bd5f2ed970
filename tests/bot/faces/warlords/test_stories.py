"""The story of "The Eight Mounds": Warlords by commands alone, from the roster to the last duel."""

from functools import partial

from bot.faces.warlords.stories.mounds import COURT, MOUNDS, QUEST, RING
from bot.practice.table import Table
from engine.packs.cohorts.knowledge.spied import insights
from engine.packs.cohorts.pieces.records import Stack, Unit
from engine.packs.warlords.pieces import Troop
from engine.world import World
from tests.bot.practice.seeds import any_seed
from tests.bot.practice.told import telling

TURNS = 4


@any_seed
async def test_two_stacks_fight_over_a_ruin_and_one_of_them_is_wiped_out(
    tables: partial[Table], seed: int
) -> None:
    async with telling(tables, MOUNDS, seed) as story:
        await story.table.play()

        assert (await story.campaign()).turn == TURNS + 1
        ours, theirs = await story.view("Ada"), await story.view("Cora")
        told, read = story.posts("sunhold"), story.posts("ironmaw")
        for text in ("became a Ranger", f"upon {RING}", f"completed the quest “{QUEST}”"):
            assert text in told
        assert f"Seen at {COURT}" in told
        assert "wiped out those who were there" in told
        assert f"completes the quest “{QUEST}”" not in read
        assert "Seen at" not in read

        won, lost = (ours, theirs) if stacks(ours) else (theirs, ours)
        (winner,) = stacks(won)
        assert stacks(lost) == []
        for report in (told, read):
            assert "wiped out the force of The" in report
        # The beaten saw what is left of the winners, and keep it with its date.
        left = {each.place for each in won.by(Unit, "holder", winner.place)}
        seen = insights(lost)
        assert left <= seen.keys()
        for place in left:
            unit = won.get(Unit, place.id)
            assert isinstance(unit.ext, Troop)
            assert (seen[place].turn, seen[place].ext) == (TURNS, unit.ext)
            assert not lost.get(Unit, place.id).knows("ext")


def stacks(view: World) -> list[Stack]:
    """The stacks of the faction whose view it is, which knows how far those have come."""
    return [each for each in view.all(Stack) if each.knows("used")]
