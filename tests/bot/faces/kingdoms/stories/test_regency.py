"""The story of "The Short Regency": Kingdoms by commands, from a King by points to the end."""

from bot.answers import as_refusal
from bot.faces.kingdoms.stories.regency import BARROW, KEYS, MOSS, REGENCY
from bot.jobs.opened import world_at
from bot.practice.campaign import SampleCampaign
from bot.practice.table import Table
from bot.settings import Settings
from bot.store.records import CampaignState
from bot.workers import Workers
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.pieces.records import Crown, MagicItem, Ruler, Truce
from tests.bot.practice.seeds import any_seed
from tests.bot.practice.told import posts


@any_seed
async def test_two_regents_make_a_treaty_break_it_and_fight_until_the_offices_are_given(
    settings: Settings, workers: Workers, seed: int
):
    async with Table(settings, workers, campaign=SampleCampaign(REGENCY), seed=seed) as table:
        await table.play()
        host, guild = table.bot.host, table.guild.handle.id
        async with host.stores.use(guild) as store:
            (campaign,) = await store.campaigns.all()
        assert campaign.state is CampaignState.ENDED
        world = world_at(host.path(guild), campaign.id, campaign.tick)
        module = (await host.rules(guild, campaign)).module

        told, read = posts(table, "lamplight"), posts(table, "ironmoss")
        for text in (
            f"{KEYS} met the Barrow Steward at the {BARROW}",
            "They talked, and ",
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
        herald = posts(table, "herald")
        assert "**The campaign ended:** turn 3 was its last." in herald
        assert [error for error in table.env.errors if as_refusal(error) is None] == []
