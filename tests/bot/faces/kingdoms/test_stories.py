"""The stories of Kingdoms: how a kingdom begins, and a King by points to the end."""

from functools import partial

from bot.faces.kingdoms.stories.regency import BARROW, KEYS, MOSS, REGENCY
from bot.faces.kingdoms.stories.throne import THRONE
from bot.practice.table import Table
from bot.store.records import CampaignState
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.pieces.records import Crown, MagicItem, Ruler, Truce
from tests.bot.practice.seeds import any_seed, in_a_soak
from tests.bot.practice.told import telling


@any_seed
async def test_two_regents_make_a_treaty_break_it_and_fight_until_the_offices_are_given(
    tables: partial[Table], seed: int
) -> None:
    async with telling(tables, REGENCY, seed) as story:
        await story.table.play()
        campaign, world = await story.campaign(), await story.truth()
        assert campaign.state is CampaignState.ENDED
        module = (await story.host.rules(story.guild, campaign)).module

        told, read = story.posts("lamplight"), story.posts("ironmoss")
        for text in (
            f"{KEYS} met the Barrow Steward at the {BARROW}",
            "They talked",
            "The Barrow Steward was slain",
            f"{KEYS} cast Skeletal Army; ",
            "made a treaty",
        ):
            assert text in told
        assert "cast Oratory" not in read
        for report in (told, read):
            assert "broke the treaty with The Lamplight Regency, at once" in report
            assert f"Battle of {MOSS}" in report or f": {MOSS}, Tactical 5" in report
            assert "fought a duel" in report or " for a duel" in report
            assert "Treasurer" in report
        assert list(world.all(Truce)) == []
        (ada, cora) = world.all(Crown)
        hired = [each for each in world.by(Ruler, "crown", ada.id) if each.since]
        assert hired
        assert world.get(Ruler, cora.king).name == MOSS or cora.heirs
        carried = {item.item for item in world.all(MagicItem) if item.holder.kind == Ruler.kind}
        assert carried <= module.content(EncounterContent).artifacts.keys()
        assert carried
        herald = story.posts("herald")
        assert "Turn 3 was the last." in herald


@in_a_soak
async def test_a_first_turn_is_played_as_your_turn_advises_and_reported(
    tables: partial[Table], seed: int
) -> None:
    async with telling(tables, THRONE, seed) as story:
        await story.table.play()
        told = story.posts("vesperine")
        assert "recruited an army of Legion at " in told
        assert "explored " in told
        assert "offered The Thistle Court a treaty" in told
        assert "paid The Vesperine Crown " in told
        assert "❗ Needs you" not in told.split("Turn 2 begins")[0]
