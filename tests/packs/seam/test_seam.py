"""The seam of rule packs: a small pack on top of Cohorts changes the game in every way it may."""

import json

import pytest

from engine.facts import NotKnown
from engine.orders import Ref
from engine.packs import Rules
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.marching.march import StackMoved
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.pieces.records import Stack, Unit
from engine.world import World
from tests.packs.seam.pack import PACK, Drill, RollCalled, TrainFreshUnits, UnitDrilled
from tests.packs.seam.scene import BORDERLAND, RULES, BorderScene
from tests.packs.seam.valour import Trophy, Valour, ValourRules, scars_of
from tests.rules.scene import module, ref

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
