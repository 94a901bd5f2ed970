"""The seam of rule packs: a small pack on top of Cohorts changes the game in every way it may."""

import itertools
import json

import pytest

from engine.battle import GARRISON, BattleRecord
from engine.campaign import Faction, Player
from engine.dice import ForeseeDice, SeededDice
from engine.events import read
from engine.facts import NotKnown
from engine.orders import Ref
from engine.packs import Rules
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.marching.encounters import WouldMeet
from engine.packs.cohorts.marching.march import StackMoved
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.records import Province, Stack, Unit
from engine.preview import plan
from engine.state import State
from engine.world import World
from tests.packs.seam.battle import BattleFought, Blow, DieBattles, Ground, Side, Troop
from tests.packs.seam.pack import PACK, Drill, RollCalled, TrainFreshUnits, UnitDrilled
from tests.packs.seam.scene import BORDERLAND, RULES, BorderScene
from tests.packs.seam.valour import Trophy, Valour, ValourRules, scars_of
from tests.rules.scene import SEED, Ran, clash_at, module, queued, ref

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


# ---------------------------------------------------------------- its battles


class Border:
    """Two armies at war in neighbouring provinces, and a third faction far away."""

    def __init__(self, mine: int = 80, theirs: int = 20, scars: int = 0) -> None:
        self.scene = BorderScene()
        self.enemy = self.scene.someone("at_war")
        self.third = self.scene.someone("neutral")
        self.army = self.scene.stack(4, 5, name="Iron Guard")
        self.unit = self.scene.unit(self.army, soldiers=mine)
        self.foe = self.scene.stack(5, 5, self.enemy, name="Hidden Host")
        self.foes = self.scene.unit(
            self.foe, self.enemy, soldiers=theirs, ext=Valour(scars=scars) if scars else None
        )
        self.scene.unit(self.scene.stack(10, 10, self.third), self.third)
        ground, origin = (
            self.scene.world.get(Province, each.province) for each in (self.foe, self.army)
        )
        self.clash = clash_at(ground, [self.army], [self.foe], origin=origin)

    def go(self) -> Ran:
        return self.scene.run(march(self.army, "e", "e"))


def march(stack: Stack, *steps: str) -> MoveAlong:
    return MoveAlong.model_validate({"stack": f"stack:{stack.id}", "steps": steps})


def fought(ran: Ran) -> BattleFought:
    (event,) = ran.events(BattleFought)
    return event


def test_an_army_at_war_that_marches_in_fights_by_the_packs_rules() -> None:
    border = Border()
    event = fought(border.go())
    assert event.record.system == "seam"
    assert event.record.clash == border.clash
    assert event.record.winner == "attacker"
    assert event.fallen == {border.foes.id: 10}
    assert border.scene.now(border.foes).soldiers == 10
    assert border.scene.now(border.unit).ext == Valour(scars=1)
    (trophy,) = border.scene.world.all(Trophy)
    assert (trophy.player, trophy.province) == (border.scene.me.id, border.foe.province)


def test_the_winner_may_march_on_and_the_beaten_attacker_may_not() -> None:
    border = Border(mine=80, theirs=20)
    border.go()
    assert border.scene.now(border.army).province == border.scene.at(6, 5).id
    border = Border(mine=20, theirs=80)
    border.go()
    assert border.scene.now(border.army).province == border.foe.province
    assert border.scene.now(border.army).used == 1


def test_both_sides_are_told_and_nobody_else_learns_anything() -> None:
    border = Border()
    third = border.third.faction
    before = border.scene.view(border.scene.world.get(Faction, third))
    ran = border.go()
    (entry,) = [each for each in ran.entries if isinstance(each.event, BattleFought)]
    assert list(entry.audience) == sorted([border.scene.ours.id, border.enemy.faction])
    told = [type(each.event) for each in ran.entries if each.for_(third)]
    assert told == [RollCalled]
    after = border.scene.view(border.scene.world.get(Faction, third))
    plain = {"now", "player"}  # everyone knows what day it is and who has run
    assert [row for row in before.rows() if row[0] not in plain] == [
        row for row in after.rows() if row[0] not in plain
    ]


def test_a_garrison_that_comes_out_fights_by_the_packs_rules_too() -> None:
    border = Border()
    city = border.scene.city(7, 5, border.enemy)
    border.scene.province(6, 5, barony=city.barony)
    guard = border.scene.unit(city, border.enemy, soldiers=300, level=4)
    border.scene.world.remove(border.scene.now(border.foes))
    event = fought(border.go())
    assert (event.record.clash.trigger, event.record.clash.defenders) == (GARRISON, (city.place,))
    assert event.record.winner == "defender"
    assert border.scene.now(border.unit).soldiers == 40
    assert border.scene.now(guard).ext == Valour(scars=1)


def test_the_record_is_enough_to_fight_the_battle_again_to_the_same_outcome() -> None:
    border = Border(mine=40, theirs=40)
    ran = border.go()
    (entry,) = [each for each in ran.entries if isinstance(each.event, BattleFought)]
    told = read(RULES.events, entry.dump_for(border.enemy.faction, ())).event
    assert told == entry.event
    record = fought(ran).record
    loaded = BattleRecord.load(record.dump())
    assert loaded == record
    troops: dict[str, list[Troop]] = {"attacker": [], "defender": []}
    for troop in loaded.engagements[0].participants:
        assert isinstance(troop, Troop)
        troops[troop.side].append(troop)
    attacker, defender = (Side(name, tuple(each)) for name, each in troops.items())
    dice = SeededDice(SEED, 1).stream(f"stack:{border.army.id}", "battle")
    again = DieBattles().fight(Ground(5, 6), (attacker, defender), dice, loaded.clash)
    assert again == record
    assert [type(blow) for blow in record.engagements[0].events] == [Blow, Blow]


def test_the_tick_with_the_battle_replays_to_the_same_bytes() -> None:
    one, other = Border(), Border()
    bodies = [[entry.dump() for entry in border.go().entries] for border in (one, other)]
    assert bodies[0] == bodies[1]
    assert one.scene.world.rows() == other.scene.world.rows()


# ---------------------------------------------------------------- odds and plans


def odds_of(border: Border, *, view: bool) -> tuple[float, bool]:
    scene = border.scene
    world = scene.view() if view else scene.world
    (odds,) = DieBattles().odds(State(RULES, world, ForeseeDice()), border.clash)
    return odds.attacker_wins, odds.exact


def sighted(**values: int) -> Border:
    """Both armies know of each other, having met at the end of a tick."""
    border = Border(**values)
    scout = border.scene.stack(5, 5)
    border.scene.character(scout)
    border.scene.run()
    return border


def test_the_odds_on_the_truth_are_how_often_the_attacker_wins() -> None:
    border = Border(mine=40, theirs=40, scars=1)
    ground, (attacker, defender) = DieBattles().muster(
        State(RULES, border.scene.world, ForeseeDice()), border.clash
    )
    ahead = attacker.strength() - defender.strength(ground.bonus)
    rolls = itertools.product(range(1, 7), repeat=2)
    wins = [one + ahead > other for one, other in rolls]
    assert odds_of(border, view=False) == (wins.count(True) / 36, True)


def test_the_odds_on_a_view_do_not_know_what_the_faction_does_not() -> None:
    plain, scarred = sighted(mine=40, theirs=40), sighted(mine=40, theirs=40, scars=3)
    assert odds_of(plain, view=True) == odds_of(scarred, view=True)
    assert odds_of(scarred, view=False)[0] < odds_of(scarred, view=True)[0]
    assert not odds_of(plain, view=True)[1]


def test_a_plan_fights_no_battle_but_says_whom_the_army_would_meet() -> None:
    border = sighted()
    scene = border.scene
    made = plan(RULES, scene.view(), scene.me.id, queued((march(border.army, "e", "e"),)))
    kinds = [type(entry.event) for entry in made.orders[0].entries]
    assert WouldMeet in kinds
    assert BattleFought not in kinds
    assert made.world.get(Stack, border.army.id).province == border.foe.province
    assert [player.id for player in made.world.all(Player)] == [
        player.id for player in scene.world.all(Player)
    ]
