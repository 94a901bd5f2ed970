"""The story of "The Second Toll": Warmaster by commands and taps, from the muster to the gate."""

from functools import partial

from bot.faces.warmaster.stories.tollgate import (
    AWAY,
    CANON,
    CITY,
    FIST,
    MAGE,
    MARSHAL,
    ORB,
    OURS,
    TAKERS,
    THEIRS,
    TOLLGATE,
)
from bot.practice.table import Table
from engine.packs.warmaster.pitched.records import BoughtArmy, Challenge, rungs
from tests.bot.practice.seeds import any_seed
from tests.bot.practice.told import Told, telling
from tests.bot.samples import channel

TURNS = 3


@any_seed
async def test_a_pitched_battle_is_fought_for_honour_and_a_gate_attacked_with_two_lists_of_spells(
    tables: partial[Table], seed: int
) -> None:
    async with telling(tables, TOLLGATE, seed) as story:
        await story.table.play()

        assert (await story.campaign()).turn == TURNS + 1
        ours, theirs = await story.view("Ada"), await story.view("Cora")
        told, read = story.posts("lorngate"), story.posts("nehemat")
        for text in (
            f"made the {ORB} from 30 Gold",
            "trained 2 units of Halberdiers from 140 human recruits",
            f"A brigade was formed of Knights 1, Knights 2 and Knights 3: {FIST}",
            f"{MARSHAL} was named commander of the army",
            f"{CANON} got orders to try Storm Lance, then Ball of Flame",
            f"{MAGE} got orders to try Thornrain",
        ):
            assert text in told
            assert text not in read

        # The bout is told to both and, since both wish it, to all; it left everything as it was.
        bout = f"Ada ({OURS}) attacked Cora ({THEIRS}) with 1,500 points"
        for report in (told, read, story.posts("herald")):
            assert report.count(f"{bout} on hills") >= 1
        assert "challenged Cora" in read
        assert [army.name for army in ours.all(BoughtArmy)] == [OURS]
        assert [army.name for army in theirs.all(BoughtArmy)] == [THEIRS]
        for view in (ours, theirs):
            assert list(view.all(Challenge)) == []
            assert sorted(rung.won + rung.lost for rung in rungs(view)) == [1, 1]

        # The gate is attacked behind its walls by Wizards of two lists, one way or the other.
        for report in (told, read):
            assert f"at {CITY}" in report
        account = next(
            text for text in accounts(story, "lorngate") if "walls were of level 2" in text
        )
        assert "spells Storm Lance and Ball of Flame" in account
        assert "spells Thornrain" in account
        assert f"{ORB}" in account
        assert f"{TAKERS} 2" in account
        assert f"{AWAY}" in read


def accounts(story: Told, name: str) -> list[str]:
    """The full accounts of battles that were posted in a channel."""
    history, cdn = channel(story.table, name).history(), story.table.env.backend.cdn
    files = [file for message in history for file in message.attachments]
    read = [cdn.get(each.url) or b"" for each in files if "battle" in each.filename]
    return [data.decode() for data in read if not data.startswith((b"\x89PNG", b"GIF"))]
