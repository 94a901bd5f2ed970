"""The story of "The Grey Banners": two players' commands alone make a city what it can be."""

from bot.answers import as_refusal
from bot.faces.cohorts.stories import BANNERS
from bot.faces.cohorts.stories.growth import READERS, SCALES, SHIELDS, UNIT
from bot.jobs.knowing import see
from bot.practice.campaign import SampleCampaign
from bot.practice.table import Table
from bot.settings import Settings
from bot.workers import Workers
from engine.campaign import Player
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import City, Guild, Province, Unit, Village
from engine.packs.cohorts.trade.books import Agreement
from engine.world import World
from tests.bot.practice.seeds import in_a_soak
from tests.bot.practice.told import posts

WALLS, TURNS = 4, 5


@in_a_soak
async def test_a_city_grows_from_two_villages_to_its_highest_walls_three_guilds_and_an_agreement(
    settings: Settings, workers: Workers, seed: int
):
    async with Table(settings, workers, campaign=SampleCampaign(BANNERS), seed=seed) as table:
        begun = await known(table)
        city = home_of(begun, "Ada")
        assert begun.get(Province, city.province).fortification == 1
        assert sorted(each.level for each in villages(begun, city)) == [1, 1]
        assert list(begun.all(Guild)) == list(begun.all(Agreement)) == []

        await table.play()

        ended = await known(table)
        grown = home_of(ended, "Ada")
        assert ended.get(Province, city.province).fortification == WALLS
        guilds = {guild.type: guild.name for guild in ended.by(Guild, "city", city.id)}
        assert guilds == {"mage": READERS, "merchant": SCALES, "warrior": SHIELDS}
        assert sorted(each.level for each in villages(ended, city)) == [1, 1, 1, 1, 2]
        assert grown.improvements["barracks"] > city.improvements["barracks"]
        (agreement,) = ended.all(Agreement)
        assert agreement.one == city.id
        assert (agreement.gives, agreement.takes) == ({"gold": 1}, {"amberwood": 1})
        (company,) = (unit for unit in ended.all(Unit) if unit.name == UNIT)
        assert company.talents == ("pikeman",)
        assert company.equipment == {"main_hand": "broadsword", "off_hand": "shield"}

        told = posts(table, "ashmark")
        assert told.count("raised the walls") == WALLS - 1
        for name in guilds.values():
            assert f"{city.name} built {name}" in told
        agreed = f"{city.name} and {partner(ended, agreement, city)} agreed to trade"
        assert agreed in told
        in_vain = [line for line in told.splitlines() if line.startswith("✗")]
        thrown = ("without gain", "so badly")
        drilled = tuple(f"✗ {SHIELDS} trained {UNIT} {how}" for how in thrown)
        assert [line for line in in_vain if not line.startswith(drilled)] == []  # but by a throw
        assert "Isaude Vell reached level 11, with 30 skill points" in told
        assert "reached level" not in posts(table, "herald")
        assert f"{city.name} and" in posts(table, "elderwood")
        assert agreed not in posts(table, "hornhelm") + posts(table, "salt-ports")
        assert [error for error in table.env.errors if as_refusal(error) is None] == []


async def known(table: Table) -> World:
    """What the faction of Ada knows."""
    path = table.bot.host.path(table.guild.handle.id)
    async with table.bot.host.stores.use(table.guild.handle.id) as store:
        (campaign,) = await store.campaigns.all()
        (ada, *_) = await store.members.of_campaign(campaign.id)
    assert campaign.turn in (1, TURNS + 1)
    return see(path, campaign.id, campaign.tick, ada.faction)


def home_of(view: World, name: str) -> City:
    player = next(each for each in view.all(Player) if each.name == name)
    mine = (city for city in view.all(City) if city.knows("baron"))
    return next(city for city in mine if player_of(view, city) == player.id)


def villages(view: World, city: City) -> list[Village]:
    land = view.by(Province, "barony", city.barony)
    return [village for each in land for village in view.by(Village, "province", each.id)]


def partner(view: World, agreement: Agreement, city: City) -> str:
    return agreement.name.removeprefix(f"{city.name} and ")
