"""The stories of Cohorts, by commands alone: how they end, and what each side is told of them.

What a side is told, and what it is not, is read in the channel of its faction.
"""

import re
from functools import partial

import pytest

from bot.faces.cohorts.stories import BANNERS, CONCLAVE, HOLLOW, NARROWS, SIEGE, voyage
from bot.faces.cohorts.stories.growth import READERS, SCALES, SHIELDS, UNIT
from bot.faces.cohorts.stories.hollow import BELOW, WALK
from bot.faces.cohorts.stories.intrigue import (
    CIRCLE,
    COVE,
    ERRAND,
    FLEET,
    FLEET_MAGE,
    POST,
    RESCUER,
    SWORDSMAN,
    THIEF,
    THIEF_AGENT,
    VESPER,
    WARDED,
    WATCH,
)
from bot.faces.cohorts.stories.siege import BOWS, CITY, ENGINE, FOOT, HOST, LISTENERS, PIKES, RAID
from bot.practice.reading import full_text, text_of
from bot.practice.table import Table
from engine.campaign import Faction, Player
from engine.packs.cohorts.diplomacy.votes import Vote
from engine.packs.cohorts.pieces.ownership import player_of, relation
from engine.packs.cohorts.pieces.records import (
    Agent,
    Character,
    City,
    Guild,
    Map,
    Province,
    Stack,
    Unit,
    Village,
)
from engine.packs.cohorts.trade.books import Agreement
from engine.world import World
from tests.bot.practice.seeds import in_a_soak
from tests.bot.practice.told import Told, telling
from tests.bot.samples import channel

WALLS, WEEKS = 4, 5


@in_a_soak
async def test_a_city_grows_from_two_villages_to_its_highest_walls_three_guilds_and_an_agreement(
    tables: partial[Table], seed: int
) -> None:
    async with telling(tables, BANNERS, seed) as story:
        assert (await story.campaign()).turn == 1
        begun = await story.view("Ada")
        city = home_of(begun, "Ada")
        assert begun.get(Province, city.province).fortification == 1
        assert sorted(each.level for each in villages(begun, city)) == [1, 1]
        assert list(begun.all(Guild)) == list(begun.all(Agreement)) == []

        await story.table.play()

        assert (await story.campaign()).turn == WEEKS + 1
        ended = await story.view("Ada")
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

        told = story.posts("ashmark")
        assert told.count("raised the walls") == WALLS - 1
        for name in guilds.values():
            assert f"{city.name} built {name}" in told
        agreed = f"{city.name} and {partner(ended, agreement, city)} agreed to trade"
        assert agreed in told
        in_vain = [line for line in told.splitlines() if line.startswith("✗")]
        thrown = ("without gain", "so badly")
        drilled = tuple(f"✗ {SHIELDS} trained {UNIT} {how}" for how in thrown)
        assert [line for line in in_vain if not line.startswith(drilled)] == []  # but by a throw
        assert " reached level 11, with 30 skill points" in told
        assert "reached level" not in story.posts("herald")
        assert f"{city.name} and" in story.posts("elderwood")
        assert agreed not in story.posts("hornhelm") + story.posts("salt-ports")


def home_of(view: World, name: str) -> City:
    player = next(each for each in view.all(Player) if each.name == name)
    mine = (city for city in view.all(City) if city.knows("baron"))
    return next(city for city in mine if player_of(view, city) == player.id)


def villages(view: World, city: City) -> list[Village]:
    land = view.by(Province, "barony", city.barony)
    return [village for each in land for village in view.by(Village, "province", each.id)]


def partner(view: World, agreement: Agreement, city: City) -> str:
    return agreement.name.removeprefix(f"{city.name} and ")


@in_a_soak
@pytest.mark.rule("cohorts.setup.late-joining")
async def test_a_late_joiners_company_crosses_the_water_and_two_factions_war_and_make_peace(
    tables: partial[Table], seed: int
) -> None:
    async with telling(tables, NARROWS, seed) as story:
        assert voyage.LATE not in [player.name for player in (await story.truth()).all(Player)]

        await story.table.play()

        world = await story.truth()
        emil = next(player for player in world.all(Player) if player.name == voyage.LATE)
        party = list(world.by(Character, "player", emil.id))
        assert [(each.name, each.race, each.job) for each in party] == [
            each[:3] for each in voyage.PARTY
        ]
        hero = party[0]
        assert (hero.name, hero.level, hero.skills["blade"]) == (voyage.HERO, 11, 6)
        assert (hero.skill_points, hero.attribute_points) == (25, 17)

        (fleet,) = (stack for stack in world.all(Stack) if stack.name == voyage.FLEET)
        (ship,) = (unit for unit in world.all(Unit) if unit.name == voyage.SHIP)
        (company,) = (unit for unit in world.all(Unit) if unit.name == voyage.UNIT)
        assert ship.holder == hero.holder == fleet.place
        assert company.equipment == {"main_hand": "broadsword", "off_hand": "shield"}
        landed = world.get(City, company.holder.id)
        assert company.holder == landed.place
        assert fleet.province == landed.province
        assert player_of(world, landed) not in (0, emil.id)

        sides = {faction.key: faction.id for faction in world.all(Faction)}
        assert relation(world, sides["ashmark"], sides["elderwood"]) == "neutral"
        assert list(world.all(Vote)) == []
        news = story.posts("herald")
        war = news.index("House Ashmark went to war with The Elderwood")
        assert news.index("House Ashmark for war with The Elderwood (1 of 2 weeks)") < war
        assert war < news.index("The war of House Ashmark and The Elderwood ended")
        told = story.posts("salt-ports")
        assert f"{voyage.FLEET} went by water" in told
        assert f"{voyage.UNIT} went from {voyage.FLEET} to {landed.name}" in told
        failed = [line for line in told.splitlines() if "✗" in line]
        assert not [
            line
            for line in failed
            for own in (voyage.FLEET, voyage.SHIP, voyage.UNIT)
            if own in line
        ]


ROT = "creeping_rot"


@in_a_soak
async def test_two_houses_of_wizards_and_thieves_do_their_worst_and_are_told_what_is_theirs(
    tables: partial[Table], seed: int
) -> None:
    async with telling(tables, CONCLAVE, seed) as story:
        begun = await story.truth()
        assert relation(begun, *(each.id for each in begun.all(Faction))) == "at_war"
        assert church(begun).deity == "verda"
        assert ROT not in hero(begun, FLEET_MAGE).spells
        assert THIEF_AGENT not in [agent.name for agent in begun.all(Agent)]

        await story.table.play()

        ended = await story.truth()
        ours, theirs = await story.view("Ada"), await story.view("Cora")
        stacks = {stack.name: stack for stack in ended.all(Stack)}
        assert hero(ended, WARDED).statuses == hero(ended, RESCUER).statuses == {}
        assert hero(ended, WARDED).wounds == 0 < hero(ended, RESCUER).wounds
        assert spot(ended, stacks[FLEET]) == COVE
        assert hero(ended, THIEF).holder == stacks[CIRCLE].place
        assert hero(ended, THIEF).captor == 0
        assert hero(ended, SWORDSMAN).equipment["main_hand"] == "broadsword"
        assert church(ended).deity == "myrr"
        assert ROT in hero(ended, FLEET_MAGE).spells
        assert spot(ended, stacks[ERRAND]) == POST
        assert agent(theirs).holder == agent(ours).holder == stacks[ERRAND].place
        assert not hero(theirs, RESCUER).knows("statuses")

        ada, cora = story.posts("open-book"), story.posts("sealed-book")
        # A spell that breaks is told to both; whose it was only to its own side.
        broken = f"cast Creeping Rot on {WARDED}"
        assert f"Somebody {broken}: broken by the magic there." in ada
        assert f"Morrow Vane {broken} (strength 25): broken by the magic there." in cora
        assert "strength 35" not in cora  # what the shell was worth
        assert "Morrow Vane" not in ada
        # So is the plague, but not that it ends.
        assert f"Somebody cast Creeping Rot on {RESCUER}: 12% wounds, now plagued." in ada
        assert f"cast Creeping Rot on {RESCUER} (strength 25): 12% wounds, now plagued." in cora
        assert "(strength 35, 10 mana): no longer plagued." in ada
        assert "no longer" not in cora
        # The thief is named once caught; the rescuer is not.
        robbed = f"to steal what {SWORDSMAN} wears"
        assert f"{THIEF} tried {robbed}, failed and was captured" in ada
        assert f"{THIEF} tried {robbed}, failed and was captured; {WATCH} held" in cora
        assert f"{RESCUER} freed {THIEF} from {WATCH}; {THIEF} joined {CIRCLE}." in ada
        assert f"{THIEF}, a prisoner of {WATCH}, was carried off." in cora
        assert "freed" not in cora
        # A fleet that was sent by magic is seen where it arrives, not whence it came.
        assert f"Teleport Fleet on {FLEET} (strength 31, 6 mana), which went to" in ada
        assert re.search(rf"{FLEET}, a fleet of The Open Book: \w+ {COVE}, with", cora)
        assert "Teleport Fleet" not in cora
        # Nobody's church is nobody's business but the priest's.
        assert f"converted the church of {VESPER} to Myrr." in cora
        assert "church of" not in ada
        assert "Myrr" not in ada
        # A theft of a spell is not felt, and who is found is not warned.
        assert f"{THIEF_AGENT} stole Creeping Rot out of the spell book of {SWORDSMAN}" in ada
        assert "spell book" not in cora
        assert f"{THIEF_AGENT}, a mage of The Open Book at {POST}" in cora
        assert "looked for enemy agents" not in ada
        # What is brewed and drunk is seen by nobody else.
        assert "drank: Standard potion of mana; 6 mana back." in ada
        assert "otion of mana" not in cora
        assert [name for name in (WARDED, THIEF, VESPER) if name in story.posts("herald")] == []


def hero(world: World, name: str) -> Character:
    return next(each for each in world.all(Character) if each.name == name)


def agent(world: World) -> Agent:
    return next(each for each in world.all(Agent) if each.name == THIEF_AGENT)


def church(world: World) -> Guild:
    """That of the city between the two."""
    city = next(each for each in world.all(City) if each.name == VESPER)
    return next(each for each in world.by(Guild, "city", city.id) if each.type == "church")


def spot(world: World, stack: Stack) -> str:
    province = world.get(Province, stack.province)
    return f"{province.x},{province.y}"


TURNS = 4


@in_a_soak
@pytest.mark.rule("cohorts.order.siege-barony", "cohorts.order.siege-effects")
async def test_an_army_is_met_at_a_castle_besieges_the_city_behind_it_and_takes_it(
    tables: partial[Table], seed: int
) -> None:
    async with telling(tables, SIEGE, seed) as story:
        begun = await story.truth()
        city = thornwall(begun)
        assert (begun.get(Province, city.province).fortification, city.slaves) == (3, {})

        await story.table.play()

        ended = await story.truth()
        ada, cora = (player(ended, name) for name in ("Ada", "Cora"))
        taken = thornwall(ended)
        assert player_of(begun, city) == cora
        assert player_of(ended, taken) == ended.get(Character, taken.baron).player == ada
        assert (list(taken.population), list(taken.slaves)) == (["human"], ["elf"])
        assert taken.slaves["elf"] <= city.population["elf"], "nobody was born in the siege"
        assert ended.get(Province, taken.province).fortification == 0
        assert not taken.besieged
        assert all(unit.captor != cora for unit in ended.all(Unit)), "none is left in the city"
        garrison = {unit.name for unit in ended.by(Unit, "holder", taken.place) if not unit.captor}
        assert garrison >= {FOOT, PIKES, BOWS}
        for cls in (Character, Unit):
            for piece in ended.by(cls, "player", cora):
                assert piece.captor == ada or piece.holder != taken.place, piece.name

        await check_siege(story, city)
        check_reports(story)


async def check_siege(story: Told, city: City) -> None:
    """While it was besieged the city got no actions, grew no more, and lost its walls."""
    ticks = range(1, (await story.campaign()).tick + 1)
    history = [await story.truth(tick) for tick in ticks]
    held = [world for world in history if thornwall(world).besieged]
    actions = [thornwall(world).actions for world in held]
    assert len(held) > 5, "it lasted for more than a week"
    assert actions == sorted(actions, reverse=True), "none came"
    assert (actions[0], actions[-1]) == (3, 0), "what was left could be used"
    assert [held[n].get(Province, city.province).fortification for n in (0, -1)] == [3, 0]


def check_reports(story: Told) -> None:
    """Both sides were told what they see, and not what the other does at home."""
    ours, theirs = seen_by(story, "stag-crown"), seen_by(story, "thorn-league")
    skirmish = f"{RAID} attacked the garrison of {CITY} and lost"
    siege = f"{HOST} laid siege to {CITY}"
    assault = f"{HOST} beat the garrison of {CITY}"
    for told in (ours, theirs):
        places = [told.index(each) for each in (skirmish, siege, assault)]
        assert places == sorted(places)
        assert f"{CITY} fell to The Stag Crown" in told
    assert f"{RAID} went from" in ours[: ours.index(siege)], "told with the skirmish"
    assert "walls destroyed" in ours
    assert f"{LISTENERS} cast Read City on {CITY}" in ours
    assert f"The garrison of {CITY} stayed behind its walls while {HOST} stood" in theirs
    assert f"was bombarded by {HOST}: walls destroyed" in theirs
    assert f"{CITY} was still under siege" in theirs
    for secret in ("Fire Storm", f"trained {ENGINE}", "cast Read City", "fired at"):
        assert secret in ours
        assert secret not in theirs
    for secret in ("Ice Storm", "stayed behind its walls", "come out", "still under siege"):
        assert secret in theirs
        assert secret not in ours
    others = seen_by(story, "herald") + seen_by(story, "ferry-towns")
    for told in ("laid siege", f"garrison of {CITY}", "bombarded"):
        assert told not in others
    assert "fell to The Stag Crown" in seen_by(story, "herald"), "of a conquest all the world hears"


def thornwall(world: World) -> City:
    return next(city for city in world.all(City) if city.name == CITY)


def player(world: World, name: str) -> int:
    return next(each.id for each in world.all(Player) if each.name == name)


def seen_by(story: Told, name: str) -> str:
    """All that the bot has posted for everybody in a channel, its reports in full.

    The accounts of battles are apart: both sides saw there what either did.
    """
    told: list[str] = []
    for message in channel(story.table, name).history():
        account = any("battle" in each.filename for each in message.attachments)
        told.append(
            text_of(message) if account else full_text(message, story.table.env.backend.cdn)
        )
    return "\n".join(told)


@pytest.mark.soak
@pytest.mark.rule("cohorts.movement.gates")
async def test_a_party_goes_through_a_door_and_sees_what_is_behind(tables: partial[Table]) -> None:
    async with telling(tables, HOLLOW) as story:
        await story.table.play()
        world = await story.truth()
        [walk] = [each for each in world.all(Stack) if each.name == WALK]
        assert world.get(Province, walk.province).location == BELOW
        assert world.get(Map, 1).grid.at(walk.province - 1).realm == 1

        posts = [post for channel in story.table.guild.channels() for post in channel.history()]
        alts = [file.description or "" for post in posts for file in post.attachments]
        assert any("in the Greenside" in alt for alt in alts)
        assert any("in the Underhill" in alt and WALK in alt for alt in alts)
        assert any(f"to {WALK}" in text_of(post) or BELOW in text_of(post) for post in posts)
