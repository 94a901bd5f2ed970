"""Building guilds: who can found which, and what stands in the way."""

from typing import Any

import pytest

from engine.dice import ForeseeDice
from engine.packs.cohorts.guilds.founding import BuildGuild, GuildBuilt
from engine.packs.cohorts.pieces.records import City, Guild
from engine.state import State
from tests.packs.cohorts.guilds.town import town
from tests.rules.scene import Scene, ref

CLASSES = {"mage": "mage", "warrior": "warrior", "knave": "knave", "college": "bard"}


@pytest.fixture
def scene() -> Scene:
    scene = Scene()
    town(scene)
    return scene


def build(scene: Scene, type: str = "knave", **values: Any) -> BuildGuild:
    """An order that nothing stands in the way of; the founder is as `founder` says."""
    city = next(scene.world.all(City))
    job = {**CLASSES, "church": "priest", "merchant": "bard"}[type]
    who = {"job": job, "level": 10, "deity": "myrr", **values.pop("founder", {})}
    holder, player = who.pop("holder", city), who.pop("player", None)
    founder = scene.character(holder, player, **who)
    fields = {"city": ref(city), "type": type, "name": "Silent Hand", "founder": ref(founder)}
    return BuildGuild.model_validate({**fields, **values})


@pytest.mark.parametrize("type", ["mage", "warrior", "knave", "college", "church", "merchant"])
def test_a_new_guild_has_level_1_full_mana_and_no_action_yet(scene: Scene, type: str) -> None:
    ran = scene.run(build(scene, type))
    (guild,) = scene.world.all(Guild)
    assert (guild.type, guild.name, guild.level, guild.actions) == (type, "Silent Hand", 1, 0)
    assert (guild.spells, guild.barred) == ((), False)
    assert guild.mana == (type in ("mage", "church"))
    assert guild.deity == ("myrr" if type == "church" else "")
    assert next(scene.world.all(City)).actions == 2
    (told,) = ran.events(GuildBuilt)
    assert (told.guild, told.type, told.deity) == (guild.id, type, guild.deity)
    scene.produce()
    assert scene.now(guild).actions == 1


@pytest.mark.parametrize(
    "type, founder, code",
    [
        ("knave", {"level": 9}, "founder"),
        ("knave", {"job": "mage"}, "founder"),
        ("merchant", {"level": 9}, "founder"),
        ("church", {"deity": ""}, "religion"),
        ("knave", {"dead": True}, "not_here"),
        ("knave", {"captor": 9}, "not_here"),
    ],
)
def test_who_is_no_fit_founder_founds_nothing(
    scene: Scene, type: str, founder: dict[str, Any], code: str
) -> None:
    assert scene.run(build(scene, type, founder=founder)).code == code
    assert next(scene.world.all(City)).actions == 3


def test_the_founder_must_be_mine_and_in_the_province(scene: Scene) -> None:
    other = scene.player("mate", scene.ours)
    assert scene.run(build(scene, founder={"player": other})).code == "founder"
    assert scene.run(build(scene, founder={"holder": scene.at(3, 3)})).code == "not_here"
    outside = scene.stack(0, 0)
    assert not scene.run(build(scene, founder={"holder": outside})).refused


def test_a_city_has_one_guild_of_a_type_and_no_two_of_a_name(scene: Scene) -> None:
    city = next(scene.world.all(City))
    scene.guild(city, "mage", name="SILENT HAND ")
    assert scene.run(build(scene, "mage", name="Other")).code == "type_present"
    assert scene.run(build(scene, "knave")).code == "name_taken"
    elsewhere = scene.city(9, 9, scene.me, actions=1)
    scene.guild(elsewhere, "warrior", name="Free Name")
    assert not scene.run(build(scene, "knave", name="Free Name")).refused


def test_reasons_come_in_the_order_of_the_rule() -> None:
    scene = Scene()
    town(scene, "wheat", actions=0, population={"human": 10})
    city = next(scene.world.all(City))
    scene.guild(city, "merchant")
    order = build(scene, "merchant", founder={"level": 1, "holder": scene.at(5, 5)})
    codes = [refusal.code for refusal in order.conditions(state_of(scene))]
    assert codes == ["not_here", "type_present", "founder", "population"]
    assert scene.run(order).code == "no_action"


def state_of(scene: Scene) -> State:
    state = State(scene.rules, scene.world.fork(), ForeseeDice())
    state.player = scene.me.id
    city = next(state.world.all(City))
    state.world.put(city.replace(actions=1))
    return state


def test_who_can_found_it_is_offered(scene: Scene) -> None:
    order = build(scene)
    scene.character(next(scene.world.all(City)), job="mage", level=10)
    scene.character(scene.at(4, 4), job="knave", level=10)
    assert scene.offered(BuildGuild, "founder", type="knave") == [str(order.founder)]
