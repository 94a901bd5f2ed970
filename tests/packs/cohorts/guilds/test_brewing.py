"""Guilds brew: how many, in which quality, from what; and what keeps them from it."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import ForeseeDice
from engine.orders import parameters
from engine.packs.cohorts.guilds.brewing import (
    ChurchMakeHealingDraughts,
    GuildMakeAntidote,
    GuildMakePoison,
    GuildMakePotion,
    PotionsBrewed,
    requirements,
)
from engine.packs.cohorts.pieces.records import City, Guild
from engine.state import State
from tests.rules.scene import Scene, ref

ORDERS = {
    "magic": GuildMakePotion,
    "poison": GuildMakePoison,
    "antidote": GuildMakeAntidote,
    "healing": ChurchMakeHealingDraughts,
}
FLORA = ("buchu", "elfweed", "foxglove", "lavender", "saffron", "spider_wart", "wildwood")


def brewery(type: str = "mage", level: int = 13, **city: Any) -> tuple[Scene, City, Guild]:
    scene = Scene()
    scene.province(5, 5, deposits=city.pop("deposits", ()))
    home = scene.city(5, 5, scene.me, name="Harrow", **city)
    return scene, home, scene.guild(home, type, level)


def test_a_college_is_told_which_guild_is_missing_for_a_potion() -> None:
    scene, city, _ = brewery("college", deposits=FLORA)
    potion = scene.content.potions["grave_rot"]
    assert [each.code for each in requirements(scene.world, scene.content, city, potion)] == [
        "guild_missing"
    ]
    scene.guild(city, "knave")
    assert not list(requirements(scene.world, scene.content, city, potion))


def test_only_brewers_and_what_they_can_make_are_offered() -> None:
    scene, city, guild = brewery("knave", 6, deposits=("foxglove", "saffron"))
    scene.guild(city, "mage", 6)
    state = State(scene.rules, scene.view(), ForeseeDice())
    state.player = scene.me.id
    asks = {each.name: each.asks for each in parameters(GuildMakePoison)}
    assert asks["guild"]
    assert asks["potion"]
    assert [each.value for each in asks["guild"].among(state, {})] == [str(ref(guild))]
    [choice] = asks["potion"].among(state, {"guild": str(ref(guild))})
    assert (choice.value, choice.label) == ("foxglove_venom", "Minor foxglove venom, 2 of it")


@settings(max_examples=40, deadline=None)
@given(
    access=st.sets(st.sampled_from(FLORA)),
    stock=st.dictionaries(st.sampled_from(FLORA), st.integers(1, 12)),
    level=st.integers(1, 35),
    wanted=st.integers(0, 21),
)
def test_brewing_uses_up_the_recipe_and_nothing_of_what_there_is_access_to(
    access: set[str], stock: dict[str, int], level: int, wanted: int
) -> None:
    potions = list(Scene().content.potions.values())
    potion = potions[wanted]
    scene = Scene()
    kind = next(k for k, g in scene.content.guilds.items() if potion.keyword in g.brews)
    scene.province(5, 5, deposits=tuple(sorted(access)))
    city = scene.city(5, 5, scene.me, secrets=(potion.key,))
    guild = scene.guild(city, kind, level)
    scene.items(city, **stock)
    order = ORDERS[potion.keyword]
    ran = scene.run(order.model_validate({"guild": ref(guild), "potion": potion.key}))
    done = ran.events(PotionsBrewed)
    made = sum(event.number for event in done)
    held = scene.held(city)
    assert made <= -(-level // 5)
    assert scene.now(guild).actions == (0 if made else 1)
    for flora in FLORA:
        used = 0 if flora in access else made * potion.ingredients.get(flora, 0)
        assert held.get(flora, 0) == stock.get(flora, 0) - used >= 0
    assert sum(n for item, n in held.items() if item not in FLORA) == made
