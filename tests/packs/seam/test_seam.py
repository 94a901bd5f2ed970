"""The seam of rule packs: in what ways a small pack on top of Cohorts changes the game."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.battle import BATTLE, BattleRecord, Clash
from engine.dice import ForeseeDice, SeededDice
from engine.ending import CampaignEnded, Ending, Tally
from engine.facts import NotKnown
from engine.module import Module, ModuleError, load
from engine.orders import Ref
from engine.packs import Pack, Rules
from engine.packs.cohorts.battle.system import CohortsBattles
from engine.packs.cohorts.battle.told import BattleFought
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.marching.march import StackMoved
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.records import Character, Stack, Unit
from engine.packs.cohorts.quests.questing import PerformQuest
from engine.packs.cohorts.things.item_names import item_name
from engine.preview import plan
from engine.state import State
from engine.stored import upcast
from engine.world import Place, World
from tests.packs.seam.pack import (
    DUEL,
    HUNT,
    PACK,
    SIDES,
    TROPHIES,
    Beast,
    BeastHunted,
    Drill,
    Duellist,
    Duels,
    Hunt,
    RollCalled,
    TrainFreshUnits,
    Trophy,
    UnitDrilled,
    Valour,
    ValourRules,
    duel,
    scars_of,
)
from tests.packs.seam.scene import BORDERLAND, RULES, BorderScene
from tests.rules.scene import MODULES, SEED, module, queued, ref

# ---------------------------------------------------------------- the module and its parts


def test_a_module_extends_another_and_turns_a_pack_on() -> None:
    assert BORDERLAND.lineage == ("cohorts",)
    assert BORDERLAND.content(ValourRules).valour.most == 3
    assert BORDERLAND.content(Content).terrains["grassland"].defense == 5
    assert BORDERLAND.content(Content).races == module().content(Content).races
    assert type(BORDERLAND).from_json(BORDERLAND.to_json()) == BORDERLAND


def test_a_pack_that_is_not_there_or_lacks_its_base_is_refused() -> None:
    with pytest.raises(LookupError, match="no rule pack 'seam'"):
        Rules.of(BORDERLAND)
    alone = BORDERLAND.meta.model_copy(update={"packs": ("seam",)})
    with pytest.raises(LookupError, match="builds on 'cohorts'"):
        Rules.of(BORDERLAND.model_copy(update={"meta": alone}), known={"seam": PACK})


def test_orders_are_added_and_replaced_by_path() -> None:
    assert RULES.orders["unit", "drill"] is Drill
    assert RULES.orders["city", "train"] is TrainFreshUnits
    base = Rules.of(module())
    assert base.orders["city", "train"] is TrainMilitaryUnits
    assert list(RULES.orders)[:-2] == list(base.orders)


def test_steps_and_phases_stand_where_the_pack_puts_them() -> None:
    turn = [part.name for part in RULES.turn]
    assert turn[turn.index("city") + 1] == "drill"
    assert turn[turn.index("movement") + 1] == "roll"
    weekly = [step.name for step in RULES.weekly]
    assert weekly[weekly.index("movement") + 1] == "scars"


# ---------------------------------------------------------------- orders, steps, extension


def march(stack: Stack, *steps: str) -> MoveAlong:
    return MoveAlong.model_validate({"stack": f"stack:{stack.id}", "steps": steps})


def test_the_added_order_runs_in_its_own_phase_within_its_limit() -> None:
    scene = BorderScene()
    unit = scene.unit(scene.stack(5, 5))
    drills = [Drill(unit=ref(unit)) for _ in range(3)]
    ran = scene.run(*drills)
    assert [event.scars for event in ran.events(UnitDrilled)] == [1, 2]
    assert [failure.rule for failure in ran.failures] == ["seam.drill"]
    assert scene.now(unit).ext == Valour(scars=2)


def test_the_replacing_order_is_what_players_give_and_extends_what_it_makes() -> None:
    scene = BorderScene()
    city = scene.city(5, 5, scene.me, improvements={"barracks": 1}, actions=1)
    scene.items(city, human_recruits=40)
    order = RULES.orders["city", "train"].model_validate(
        {"city": f"city:{city.id}", "race": "human", "quantity": 30, "name": "Fresh"}
    )
    ran = scene.run(order, Drill(unit=Ref("unit", new="k1")))
    assert not ran.refused
    (unit,) = scene.world.all(Unit)
    assert unit.ext == Valour(scars=1)


def test_the_step_of_the_turn_comes_after_movement_and_tells_each_faction_its_own() -> None:
    scene = BorderScene()
    stack = scene.stack(5, 5)
    scene.unit(stack, ext=Valour(scars=2))
    enemy = scene.someone("at_war")
    scene.unit(scene.stack(1, 1, enemy), enemy, ext=Valour(scars=3))
    ran = scene.run(march(stack, "e"))
    kinds = [type(entry.event) for entry in ran.entries]
    assert kinds.index(StackMoved) < kinds.index(RollCalled)
    told = [entry.audience for entry in ran.entries if isinstance(entry.event, RollCalled)]
    assert told == [
        {scene.ours.id: RollCalled(scars=2)},
        {enemy.faction: RollCalled(scars=3)},
    ]


def test_the_step_of_production_changes_the_extension() -> None:
    scene = BorderScene()
    unit = scene.unit(scene.stack(5, 5), ext=Valour(scars=2))
    scene.produce()
    assert scene.now(unit).ext == Valour(scars=1)


def test_the_extension_is_stored_and_loaded_with_its_type() -> None:
    scene = BorderScene()
    stack = scene.stack(5, 5)
    scene.unit(stack, ext=Valour(scars=2))
    scene.unit(stack)
    loaded = World.load(RULES.records, scene.world.rows())
    assert [unit.ext for unit in loaded.all(Unit)] == [Valour(scars=2), None]
    assert loaded.rows() == scene.world.rows()
    (row, *_) = [json.loads(body or b"") for kind, _, body in scene.world.rows() if kind == "unit"]
    assert row["ext"] == {"tag": "seam.valour", "body": {"v": 1, "scars": 2}}


def test_an_extension_of_no_known_pack_is_an_error_that_names_it() -> None:
    scene = BorderScene()
    scene.unit(scene.stack(5, 5), ext=Valour(scars=2))
    strange = [
        (kind, id, body and body.replace(b"seam.valour", b"other.luck"))
        for kind, id, body in scene.world.rows()
    ]
    with pytest.raises(ValueError, match=r"no rule pack in use knows what a 'other\.luck' is"):
        World.load(RULES.records, strange)


def test_the_view_holds_the_packs_record_and_its_extension_for_their_faction_alone() -> None:
    scene = BorderScene()
    scene.unit(scene.stack(5, 5), ext=Valour(scars=2))
    enemy = scene.someone("neutral")
    scene.unit(scene.stack(5, 5, enemy), enemy, ext=Valour(scars=3))
    for player in (scene.me, enemy):
        scene.world.add(Trophy, player=player.id, province=1, turn=1)
    view = scene.view()
    assert [trophy.player for trophy in view.all(Trophy)] == [scene.me.id]
    own, other = view.all(Unit)
    assert own.ext == Valour(scars=2)
    with pytest.raises(NotKnown):
        assert other.ext
    assert scars_of(other) == 0


class Lair:
    """A character of mine where a beast is."""

    def __init__(self, might: int) -> None:
        self.scene = BorderScene()
        self.hero: Character = self.scene.character(self.scene.stack(5, 5), level=4)
        ground = self.scene.at(5, 5)
        self.beast = self.scene.world.add(Beast, province=ground.id, name="Wyrm", might=might)
        self.hunt = Hunt(character=ref(self.hero), beast=ref(self.beast))


@pytest.mark.parametrize("might, killed", [(4 - SIDES, True), (4 + SIDES, False)])
def test_a_duel_is_fought_by_its_own_contest_and_leaves_battles_alone(
    might: int, killed: bool
) -> None:
    lair = Lair(might)
    ran = lair.scene.run(lair.hunt)
    assert not ran.refused
    (event,) = ran.events(BeastHunted)
    assert (event.killed, event.record.system) == (killed, "seam.duel")
    clash = event.record.clash
    assert (clash.kind, clash.trigger) == (DUEL, HUNT)
    assert clash.sides == ((lair.hero.place,), (lair.beast.place,))
    assert clash.place == lair.scene.at(5, 5).place
    assert (lair.scene.world.find(Beast, lair.beast.id) is None) is killed
    assert ran.events(BattleFought) == []


def test_the_dice_of_a_duel_are_those_of_who_attacks_and_of_that_kind() -> None:
    lair = Lair(might=4)
    (event,) = lair.scene.run(lair.hunt).events(BeastHunted)
    sides = (
        Duellist(place=lair.hero.place, might=4),
        Duellist(place=lair.beast.place, might=4),
    )
    tick = lair.scene.state().now.tick
    dice = SeededDice(SEED, tick).stream(f"character:{lair.hero.id}", DUEL)
    assert Duels().fight(None, sides, dice, event.record.clash) == event.record


def test_a_plan_fights_no_duel() -> None:
    lair = Lair(might=-100)
    scene = lair.scene
    made = plan(RULES, scene.world, scene.me.id, queued((lair.hunt,)))
    assert made.world.count(Beast) == 1


def test_the_odds_of_a_duel_are_asked_of_its_own_contest() -> None:
    lair = Lair(might=4)
    clash = duel(lair.hero.place, lair.beast.place)
    state = State(RULES, lair.scene.world, ForeseeDice())
    (odds,) = RULES.contests[clash.kind].odds(state, clash)
    assert odds.attacker_wins == (SIDES * (SIDES - 1) // 2) / SIDES**2


def test_a_contest_may_be_fought_and_stored_without_any_world() -> None:
    one, other = Place("champion", 1), Place("champion", 2)
    clash = duel(one, other)
    dice = SeededDice(SEED, 1).stream("pitched:1", DUEL)
    sides = (Duellist(place=one, might=30), Duellist(place=other, might=1))
    record = Duels().fight(None, sides, dice, clash)
    assert (record.winner, record.clash.ground, record.clash.place) == ("attacker", 0, None)
    assert Duels().took_part(record) == (one, other)
    assert BattleRecord.load(record.dump()) == record
    assert json.loads(record.dump())["clash"]["place"] is None


def test_the_campaign_knows_each_packs_contests_and_the_later_of_one_kind() -> None:
    assert list(RULES.contests) == [BATTLE, DUEL]
    assert isinstance(RULES.contests[BATTLE], CohortsBattles)
    own = replace(PACK, contests={BATTLE: Duels()})
    assert Rules.of(BORDERLAND, known={"seam": own}).contests[BATTLE] is own.contests[BATTLE]


def test_contests_are_left_out_by_kind_or_begun_anew() -> None:
    last = Pack("last", builds_on=("seam",))
    packs = (*RULES.packs, replace(last, drops={"contests": (BATTLE,)}))
    assert list(Rules(BORDERLAND, packs).contests) == [DUEL]
    begun = replace(last, anew=frozenset({"contests"}), contests={DUEL: Duels()})
    assert list(Rules(BORDERLAND, (*RULES.packs, begun)).contests) == [DUEL]
    strange = replace(last, drops={"contests": ("joust",)})
    with pytest.raises(LookupError, match=r"pack 'last' drops 'joust', which is not there"):
        Rules(BORDERLAND, (*RULES.packs, strange))


def test_the_first_of_a_kind_on_any_side_is_found_by_its_id() -> None:
    stack, city, other = Place("stack", 3), Place("city", 7), Place("city", 9)
    clash = Clash(sides=((stack,), (city, other)), trigger=HUNT)
    assert (clash.first("city"), clash.first("stack"), clash.first("unit")) == (7, 3, 0)


def collected(count: int) -> BorderScene:
    """I have that many trophies, and an enemy has one."""
    scene = BorderScene()
    enemy = scene.someone("at_war")
    for player in [scene.me] * count + [enemy]:
        scene.world.add(Trophy, player=player.id, province=1, turn=1)
    return scene


def test_players_stand_by_their_trophies() -> None:
    scene = collected(3)
    mine, theirs = RULES.standings(scene.world)
    assert (mine.who, mine.rank, mine.points) == (scene.me.place, 1, 30)
    assert mine.made_of == (Tally(what="trophies", count=3, points=30),)
    assert (theirs.rank, theirs.points) == (2, 10)
    assert RULES.standing is not Rules.of(module()).standing


@pytest.mark.parametrize("count, over", [(TROPHIES - 1, False), (TROPHIES, True)])
def test_the_campaign_is_over_when_a_player_has_trophies_enough(count: int, over: bool) -> None:
    scene = collected(count)
    ran = scene.run()
    told = ran.events(CampaignEnded)
    assert bool(told) is over is scene.state().now.over
    for event in told:
        assert event.ending == Ending(reason="trophies", victors=(scene.me.place,))
        assert event.standings[0].who == scene.me.place


FOLDER = Path(__file__).parent / "modules"


def test_a_quest_may_give_an_item_of_the_packs_table() -> None:
    quest = BORDERLAND.content(Content).quests["wolves_at_the_ford"]
    assert [gift.item for gift in quest.reward.items] == ["wolf_tooth"]
    scene = BorderScene()
    stack = scene.stack(5, 5)
    scene.character(stack)
    assert not scene.run(PerformQuest(stack=ref(stack), quest=quest.key)).refused
    assert scene.held(stack)["wolf_tooth"] == 1


def test_it_is_called_by_its_own_name_also_in_a_stored_module() -> None:
    stored = Module.from_json(BORDERLAND.to_json()).content(Content)
    assert item_name(stored, BorderScene().world, "wolf_tooth") == "Tooth of the Wolf"
    assert module().content(Content).thing_names == {}


def test_an_item_that_no_pack_in_use_has_is_a_fault_that_names_the_packs_table(
    tmp_path: Path,
) -> None:
    made = tmp_path / "lost"
    made.mkdir()
    text = (FOLDER / "borderland" / "module.toml").read_text(encoding="utf-8")
    (made / "module.toml").write_text(text.replace("Wolf Tooth", "Wolf Toth"), encoding="utf-8")
    with pytest.raises(ModuleError, match=r"names 'Wolf Toth', .* or charms.*wolf_tooth"):
        load("lost", [tmp_path, MODULES])


def test_a_stored_module_of_before_still_names_its_relics() -> None:
    plain = {"races": {}, "relic_names": {"horn": "Horn of Panic"}}
    assert upcast(Content, plain, 1) == {"races": {}, "thing_names": {"horn": "Horn of Panic"}}
