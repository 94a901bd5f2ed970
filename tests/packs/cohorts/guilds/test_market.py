"""What a city opens for trade, and who learns of it."""

from engine.campaign import Faction
from engine.packs.cohorts.guilds.market import OpenResource, RemoveResource, ResourceOpened
from engine.packs.cohorts.pieces.records import City, Province
from engine.packs.cohorts.trade.books import Market
from engine.packs.cohorts.trade.settling import MarketClosed
from tests.packs.cohorts.trade.scene import Fair
from tests.rules.scene import ref


def test_an_opened_copy_is_no_longer_there_to_use_but_others_of_it_are(fair: Fair) -> None:
    guild = fair.by(fair.mine)
    fair.scene.run(
        OpenResource(guild=guild, resource="Iron"), OpenResource(guild=guild, resource="gold")
    )
    assert fair.market(fair.mine).open == {"gold": 1, "iron": 1}
    assert fair.own(fair.mine) == {"iron": 1}
    assert fair.access(fair.mine) == ("iron",)


def test_opening_and_removing_use_no_action_also_after_the_guild_has_acted() -> None:
    fair = Fair(actions=0)
    open_iron = OpenResource(guild=fair.by(fair.mine), resource="iron")
    remove = RemoveResource(city=ref(fair.mine), resource="iron")
    assert not fair.scene.run(open_iron, remove).refused
    assert fair.own(fair.mine) == {"gold": 1, "iron": 2}


def test_a_copy_removed_leaves_the_note_until_nothing_is_open(fair: Fair) -> None:
    wanted = ("Spider Wart", "foxglove", "foxglove")
    iron = OpenResource(guild=fair.by(fair.mine), resource="iron", wanted=wanted)
    again = OpenResource(guild=fair.by(fair.mine), resource="iron")
    fair.scene.run(iron, again)
    assert fair.market(fair.mine).wanted == ("spider_wart", "foxglove")
    remove = RemoveResource(city=ref(fair.mine), resource="iron")
    fair.scene.run(remove)
    assert fair.market(fair.mine).wanted == ("spider_wart", "foxglove")
    fair.scene.run(remove)
    assert fair.market(fair.mine).wanted == ()
    assert fair.scene.run(remove).code == "not_open"


def test_a_note_names_resources_and_nothing_else(fair: Fair) -> None:
    ran = fair.scene.run(
        OpenResource(guild=fair.by(fair.mine), resource="iron", wanted=("meet me at dawn",))
    )
    assert ran.code == "bad_target"


def test_everybody_hears_of_a_market_but_not_where_the_city_lies(fair: Fair) -> None:
    stranger = fair.stranger()
    ran = fair.scene.run(OpenResource(guild=fair.by(fair.mine), resource="gold"))
    [event] = ran.events(ResourceOpened)
    assert (event.name, event.open) == ("Town 0", 1)
    view = fair.scene.view(fair.scene.world.get(Faction, stranger.faction))
    market = view.get(Market, fair.mine.id)
    assert (market.name, market.faction) == ("Town 0", fair.scene.ours.id)
    assert market.open == {"gold": 1}
    assert view.find(City, fair.mine.id) is None
    assert view.find(Province, fair.mine.province) is None


def test_a_city_that_loses_its_guild_loses_its_market_and_has_its_copies_back(fair: Fair) -> None:
    fair.scene.run(OpenResource(guild=fair.by(fair.mine), resource="gold"))
    fair.scene.world.remove(fair.guild(fair.mine))
    ran = fair.scene.run()
    [closed] = [entry for entry in ran.entries if isinstance(entry.event, MarketClosed)]
    assert set(closed.audience) == {faction.id for faction in fair.scene.world.all(Faction)}
    assert fair.scene.world.find(Market, fair.mine.id) is None
    assert fair.own(fair.mine) == {"gold": 1, "iron": 2}


def test_a_player_is_offered_own_copies_to_open_and_open_ones_to_remove(fair: Fair) -> None:
    guild, city = str(fair.by(fair.mine)), str(ref(fair.mine))
    fair.scene.run(OpenResource(guild=fair.by(fair.mine), resource="gold"))
    assert fair.scene.offered(OpenResource, "resource", guild=guild) == ["iron"]
    assert fair.scene.offered(RemoveResource, "resource", city=city) == ["gold"]
    assert "foxglove" in fair.scene.offered(OpenResource, "wanted")
