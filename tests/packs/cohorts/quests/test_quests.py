"""Quests and adventures in real scenes: fights, choices, fuel, secrets, and the module's own."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.module import load
from engine.module.check import ModuleError
from engine.packs.cohorts.content import Adventure
from engine.packs.cohorts.content.quests import Price
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.positions import tokens_of
from engine.packs.cohorts.pieces.records import Character, Possession, Stack, Unit
from engine.packs.cohorts.quests.adventures import PerformAdventure, PerformRitual
from engine.packs.cohorts.quests.questing import PerformQuest, QuestBegun, QuestDone, QuestFailed
from engine.packs.cohorts.quests.rewards import RewardGained
from tests.rules.adapters.quests import HOME, Wild
from tests.rules.scene import CONTENT, MODULES, Scene, ref

TASKS = {**CONTENT.quests, **CONTENT.adventures}
few = settings(max_examples=15, deadline=None)


@pytest.fixture
def scene() -> Wild:
    return Wild()


def spot(scene: Scene, *quests: str, **values: Any) -> HotSpot:
    usual = {"type": "", "name": "Glade", "icon": "moon", "text": "", "hidden": False, "uses": 0}
    usual |= {"province": scene.at(*HOME).id, "quests": quests}
    return scene.world.add(HotSpot, **{**usual, **values})


# ---------------------------------------------------------------- the module


def test_the_module_has_twenty_quests_and_chains_of_three_that_titles_fuel() -> None:
    assert len(CONTENT.quests) >= 20
    night, stone, gap = (
        CONTENT.quests[key] for key in ("the_ninth_night", "the_tenth_stone", "the_gap_between")
    )
    assert (stone.consumes.title, gap.consumes.title) == (night.reward.title, stone.reward.title)
    door, table, crown = (
        CONTENT.quests[key] for key in ("the_shut_door", "the_long_table", "the_crown_below")
    )
    assert door.reward.title in table.requires.titles
    assert {option.reward.title for option in table.options.values()} == {crown.consumes.title}


@pytest.mark.parametrize("key", TASKS)
def test_nothing_can_be_done_for_ever_without_a_wait_a_price_or_an_end(key: str) -> None:
    """Done week after week, anything else would raise people to any level."""
    task = TASKS[key]
    spots = [spot for spot in CONTENT.hot_spots.values() if key in spot.quests]
    used_up = spots and all(spot.uses for spot in spots)
    waits = task.open.once or task.open.weeks or task.open.months
    outgrown = task.requires.level_max
    assert waits or outgrown or used_up or task.consumes != Price()


@pytest.mark.rule("cohorts.character.titles")
def test_a_party_plays_a_chain_of_three_by_the_title_that_each_quest_gives() -> None:
    """By commands alone, week after week: what the one gives is what the next one takes."""
    scene = Scene()
    chain = ("the_ninth_night", "the_tenth_stone", "the_gap_between")
    spot(scene, *chain)
    party = scene.stack(*HOME)
    armed = {"main_hand": "mithril_greatsword", "armor": "mithril_full_plate"}
    hero = scene.character(
        party,
        level=30,
        slot=8,
        attributes=dict.fromkeys(("STR", "DEX", "CON", "INT", "WIS", "CHA"), 30),
        skills={"blade": 50, "knight": 50},
        equipment=armed,
    )
    scene.items(party, gems=1)
    borne: list[tuple[str, ...]] = []
    for done, key in enumerate(chain):
        for later in chain[done + 1 :]:  # none can be done before its turn
            assert scene.run(PerformQuest(stack=ref(party), quest=later)).code == "not_qualified"
        ran = scene.run(PerformQuest(stack=ref(party), quest=key))
        assert not ran.refused, ran.failures
        assert ran.events(QuestDone), ran.entries
        borne.append(scene.now(hero).titles)
        scene.produce()
        if not done:  # after the night alone among the stones, company
            for slot in (1, 2, 3, 4, 5):
                scene.unit(party, soldiers=400, level=20, slot=slot, equipment=armed)
    assert borne == [("night_listener",), ("tenth_of_nine",), ("keeper_of_the_gap",)]
    assert [each.item for each in scene.world.by(Possession, "holder", party.place)] == [
        "seal_ring+2"
    ]


@pytest.mark.rule("cohorts.world.hot-spots")
def test_whatever_is_bound_to_a_hot_spot_waits_at_a_kind_of_them() -> None:
    listed = {key for kind in CONTENT.hot_spots.values() for key in kind.quests}
    assert listed == {key for key, each in TASKS.items() if each.where.hot_spot}


@pytest.mark.parametrize("key", CONTENT.quests)
def test_a_strong_enough_stack_completes_every_quest_by_real_battle(key: str) -> None:
    quest = CONTENT.quests[key]
    scene = Scene()
    spot(scene, key)
    stack = scene.stack(*HOME)
    needs = quest.consumes
    level = quest.requires.level_max or 30
    titles = (*quest.requires.titles, *((needs.title,) if needs.title else ()))
    armed = {"main_hand": "mithril_greatsword", "armor": "mithril_full_plate"}
    for _ in range(4):
        scene.character(
            stack,
            level=level,
            xp=CONTENT.experience.needed_for(level),
            titles=titles,
            earned=titles,
            slot=8,
            equipment=armed,
            attributes=dict.fromkeys(("STR", "DEX", "CON", "INT", "WIS", "CHA"), 30),
            skills={"blade": 50, "knight": 50},
        )
    if not quest.party:
        for slot in (1, 2, 3, 4, 5):
            scene.unit(stack, soldiers=400, level=20, slot=slot, equipment=armed)
    scene.items(stack, **dict.fromkeys(("gold", *needs.items), 9))
    scene.world.add(
        scene.world.kinds["position"], player=scene.me.id, deactivated=(), tokens=dict(needs.tokens)
    )
    pieces = scene.world.count(Character), scene.world.count(Unit), scene.world.count(Stack)
    choice = next(iter(quest.options), "")
    ran = scene.run(PerformQuest(stack=ref(stack), quest=key, choice=choice))
    assert not ran.refused, ran.failures
    assert ran.events(QuestDone), ran.entries
    assert not ran.events(QuestFailed)
    assert bool(ran.events(QuestBegun)) == bool(quest.foes)
    left = scene.world.count(Character), scene.world.count(Unit), scene.world.count(Stack)
    assert left <= pieces
    assert all(each.player for each in (*scene.world.all(Character), *scene.world.all(Unit)))


@pytest.mark.parametrize(
    "text, name",
    [
        ('title = "knight_of_nowhere"', "titles"),
        ('recipe = "potion_of_nothing"', "potions"),
        ('spell = "spell_of_nothing"', "spells"),
        ('reveals = "nowhere"', "hot_spots"),
        ('items = [{ item = "nothing" }]', "resources"),
        ("tokens = { nothing = 1 }", "tokens"),
    ],
)
def test_a_module_check_names_what_a_reward_misspells(text: str, name: str, tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    folder.mkdir()
    meta = '[meta]\nextends = "cohorts"\ntitle = "Ours"\nversion = "1"\ndescription = "Ours."\n'
    (folder / "module.toml").write_text(meta)
    task = f'[adventures.deed]\ntext = "Do it."\n[adventures.deed.reward]\n{text}\n'
    (folder / "quests.toml").write_text(task)
    with pytest.raises(ModuleError) as error:
        load("ours", [tmp_path, MODULES])
    assert name in str(error.value)
    assert "quests.toml" in str(error.value)


# ---------------------------------------------------------------- quests


def test_without_a_battle_system_no_foes_can_be_met(scene: Wild) -> None:
    scene.rules.contests = {}
    scene.hero()
    assert scene.quest("Snow Wolves").code == "not_allowed"


def test_a_plan_foresees_the_meeting_but_neither_outcome_nor_reward(scene: Wild) -> None:
    hero = scene.hero()
    plan = scene.plan(PerformQuest(stack=ref(scene.party), quest="Snow Wolves"))
    assert plan.orders[0].outcome == "done"
    assert [type(entry.event) for entry in plan.orders[0].entries] == [QuestBegun]
    assert plan.world.get(Character, hero.id).xp == hero.xp
    assert not tokens_of(plan.world, scene.me.id)


# ---------------------------------------------------------------- adventures


def test_an_adventure_with_a_choice_asks_for_one(scene: Wild) -> None:
    hero = scene.hero(5)
    ran = scene.adventure("Counting the Stones", hero)
    assert ran.code == "bad_target"
    assert "Ask for gold" in ran.failures[0].instead
    assert not scene.adventure("Counting the Stones", hero, "ask for gold").refused


def test_a_hidden_place_is_revealed_by_what_was_asked_and_can_then_be_used(scene: Wild) -> None:
    hero = scene.hero(5)
    there = scene.at(7, 5).id
    near = spot(scene, "the_digging", type="buried_hoard", hidden=True, province=there)
    far = scene.world.add(
        HotSpot, **{**{n: getattr(near, n) for n in near.names[1:]}, "province": 1}
    )
    assert scene.view().find(HotSpot, near.id) is None
    ran = scene.adventure("counting_the_stones", hero, "ask_for_gold")
    [gain] = ran.events(RewardGained)
    assert (gain.revealed, gain.revealed_at) == ("buried_hoard", (7, 5))
    assert not scene.now(near).hidden
    assert scene.now(far).hidden


def test_what_waits_at_a_hidden_place_is_neither_offered_nor_done(scene: Wild) -> None:
    scene.change(scene.spot, hidden=True)
    assert scene.adventure("The Hermit's Riddle", scene.hero()).code == "not_here"


def test_adventures_are_offered_where_a_piece_stands_and_nowhere_else(scene: Wild) -> None:
    hero = scene.hero()
    scene.change(scene.spot, quests=("the_proving_ground", "the_hermits_riddle"))
    assert set(offered(scene, hero)) >= {"the_proving_ground", "the_hermits_riddle"}
    assert "counting_the_stones" not in offered(scene, hero)
    scene.change(scene.party, province=scene.at(1, 1).id)
    assert "the_proving_ground" not in offered(scene, hero)


def offered(scene: Scene, hero: Character) -> list[str]:
    return scene.offered(PerformAdventure, "adventure", character=str(ref(hero)))


def test_the_founding_feast_fills_a_city_above_its_limit_once_for_each_player(scene: Wild) -> None:
    city = scene.city(*HOME, scene.me, population={"human": 10**6, "elf": 5})
    baron = scene.now(scene.world.get(Character, city.baron))
    scene.change(baron, level=3, xp=90)
    scene.items(baron, wheat=10, fish=10)
    assert not scene.adventure("The Founding Feast", baron).refused
    assert scene.now(city).population == {"elf": 5, "human": 10**6 + 1000}
    assert scene.held(baron) == {"wheat": 5, "fish": 5}
    scene.produce()
    assert scene.adventure("The Founding Feast", baron).code == "cooling_down"


@pytest.mark.rule("cohorts.order.perform-adventure")
def test_what_is_open_to_one_in_the_game_is_known_to_all_once_it_is_done(scene: Wild) -> None:
    stranger = scene.someone("neutral")
    there = scene.stack(*HOME, stranger)
    order = PerformQuest(stack=ref(scene.party), quest="the_beast_in_the_cave")
    scene.hero(10)
    assert not scene.plan(order).orders[0].refusal
    scene.character(there, stranger, level=10)
    scene.run(order.model_copy(update={"stack": ref(there)}), player=stranger)
    refused = scene.plan(order).orders[0].refusal
    assert refused
    assert refused.code == "cooling_down"


def test_whether_another_has_a_church_cannot_be_foreseen(scene: Wild) -> None:
    city = scene.city(*HOME, scene.someone("neutral"))
    scene.guild(city, "church", 3, deity="verda")
    priest = scene.hero(10, job="priest", deity="verda")
    order = PerformAdventure(character=ref(priest), adventure="vigil_at_the_shrine")
    assert scene.plan(order).orders[0].outcome == "unforeseen"
    assert "vigil_at_the_shrine" in offered(scene, priest)
    assert not scene.run(order).refused
    again = scene.plan(order).orders[0]
    assert again.refusal
    assert again.refusal.code == "no_action"
    scene.produce()
    again = scene.plan(order).orders[0]
    assert again.refusal
    assert again.refusal.code == "cooling_down"


def test_a_drake_that_was_won_over_stays_with_its_new_friend(scene: Wild) -> None:
    hero = scene.hero(10, attributes={"CHA": 18})
    scene.items(hero, gems=1)
    assert not scene.adventure("The Sleeping Drake", hero).refused
    [drake] = [each for each in scene.world.all(Character) if each.race == "wyrm"]
    assert (drake.level, drake.player, drake.holder) == (8, scene.me.id, scene.party.place)
    scene.produce()
    friend = scene.character(scene.party, level=10, xp=825, attributes={"CHA": 20})
    scene.items(friend, gems=1)
    assert scene.adventure("The Sleeping Drake", friend).code == "cooling_down"


def test_a_ritual_keeps_its_stack_from_moving() -> None:
    rite = Adventure.model_validate({"key": "rite", "name": "Rite", "text": "Ch.", "ritual": True})
    scene = Wild(adventures={"rite": rite})
    hero = scene.hero()
    move = Move(stack=ref(scene.party), destination=ref(scene.at(5, 6)))
    scene.run(PerformRitual(character=ref(hero), adventure="rite"), move)
    assert scene.now(scene.party).province == scene.at(*HOME).id
    assert scene.adventure("rite", scene.hero()).code == "bad_target"


def test_the_spring_heals_and_cures_what_is_weaker_than_it(scene: Wild) -> None:
    hero = scene.hero(wounds=50, statuses={"poisoned": 14, "bleeding": 15})
    scene.items(hero, silver=2)
    [gain] = scene.adventure("the_silver_in_the_spring", hero).events(RewardGained)
    now = scene.now(hero)
    assert (now.wounds, now.statuses, gain.cured) == (20, {"bleeding": 15}, ("poisoned",))


def test_an_adventure_can_give_a_nature_to_who_has_none() -> None:
    bite = {"key": "bite", "name": "Bite", "text": "Come.", "reward": {"nature": "vampire"}}
    scene = Wild(adventures={"bite": Adventure.model_validate(bite)})
    for held, left in (("", "vampire"), ("werewolf", "werewolf")):
        hero = scene.hero(nature=held)
        assert scene.adventure("bite", hero).events(RewardGained)
        assert scene.now(hero).nature == left


def test_nobody_but_the_own_faction_learns_of_an_adventure(scene: Wild) -> None:
    other = scene.someone("neutral")
    scene.character(scene.stack(*HOME, other), other)
    ran = scene.adventure("The Digging", scene.hero())
    told = [entry for entry in ran.entries if isinstance(entry.event, RewardGained)]
    assert told
    assert all(entry.audience.keys() == {scene.ours.id} for entry in told)


# ---------------------------------------------------------------- what always holds


@few
@given(st.lists(st.sampled_from(sorted(CONTENT.quests)), max_size=6), st.booleans())
def test_no_title_is_borne_or_earned_twice_and_no_token_is_owed(
    names: list[str], won: bool
) -> None:
    scene = Wild(won=won)
    heroes = [scene.hero(level) for level in (1, 5)]
    for name in names:
        before = scene.tokens()
        option = next(iter(CONTENT.quests[name].options), "")
        ran = scene.quest(name, choice=option)
        gain = sum(sum(event.tokens.values()) for event in ran.events(RewardGained))
        spent = sum(
            sum(CONTENT.quests[event.quest].consumes.tokens.values())
            for event in ran.events(QuestDone)
        )
        assert scene.tokens() == before + gain - spent
    for hero in map(scene.now, heroes):
        assert len(set(hero.titles)) == len(hero.titles)
        assert len(set(hero.earned)) == len(hero.earned)
        assert set(hero.titles) <= set(hero.earned)


@few
@given(st.sampled_from(sorted(CONTENT.adventures)), st.integers(0, 6), st.integers(1, 12))
def test_what_a_refused_adventure_asks_for_is_still_there(
    name: str, number: int, level: int
) -> None:
    scene = Wild()
    scene.city(*HOME, scene.me)
    hero = scene.hero(level)
    task = CONTENT.adventures[name]
    option = next(iter(task.options.values()), None)
    price = {**task.consumes.items, **(option.consumes.items if option else {})}
    scene.items(hero, **{item: number for item in price if number})
    held = total(scene)
    ran = scene.adventure(name, hero, option.key if option else "")
    gifts = sum(sum(event.items.values()) for event in ran.events(RewardGained))
    spent = 0 if ran.refused else sum(price.values())
    assert total(scene) == held - spent + gifts
    assert ran.refused or number >= max(price.values(), default=0)


def total(scene: Scene) -> int:
    return sum(each.count for each in scene.world.all(Possession))
