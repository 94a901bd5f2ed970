"""Productions, lasting statuses and missed weeks, and what players may plan between turns."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.campaign import Now, Player
from engine.dice import SeededDice
from engine.events import Level, OrderFailed
from engine.packs.cohorts.battle.arming import Stance, armed
from engine.packs.cohorts.characters.afflicting import AfflictUnit, UnitAfflicted
from engine.packs.cohorts.cities.acting import AttractPopulation
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.movement.rates import by_itself
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.records import Character, City, Stack, Unit
from engine.packs.cohorts.production.idling import Excuse, PlayerIdle
from engine.packs.cohorts.production.statuses import StatusSuffered
from engine.packs.cohorts.production.weekly import PopulationGrew, SiegeEndured
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.harm import inflict, transform, without
from engine.packs.cohorts.stacks.messages import ChangeMessage
from engine.packs.cohorts.stacks.rest import Rest
from engine.packs.cohorts.worth.bonuses import attribute, modifiers
from engine.turn import Due, Submission, resolve
from engine.world import Place, digest
from tests.rules.scene import CONTENT, SEED, Ran, Scene, queued, ref


def test_the_steps_of_a_week_come_in_the_order_of_the_rules() -> None:
    names = [step.name for step in Scene().rules.weekly]
    known = ["defaults", "actions", "movement", "growth", "recruits", "drowning"]
    assert [name for name in names if name in known] == [name for name in known if name in names]
    assert names.index("growth") < names.index("recruits")


@pytest.mark.rule("cohorts.order.siege-effects")
def test_a_besieged_city_is_told_every_week_that_it_gets_nothing_and_how_to_end_that() -> None:
    scene = Scene()
    city = scene.city(5, 5, scene.me, actions=0, besieged=True)
    ran = scene.produce()
    (told,) = (entry for entry in ran.entries if isinstance(entry.event, SiegeEndured))
    assert told.event == SiegeEndured(city=city.id)
    assert list(told.audience) == [scene.ours.id]
    (failure,) = scene.run(AttractPopulation(city=ref(city))).failures
    assert "siege" in failure.instead


def test_what_a_production_does_in_a_city_is_told_to_its_faction_alone(scene: Scene) -> None:
    scene.someone("at_war")
    scene.city(5, 5, scene.me, population={"human": 10000})
    scene.city(9, 9, population={"human": 10000})
    entries = scene.produce(monthly=True).entries
    grown = [list(e.audience) for e in entries if isinstance(e.event, PopulationGrew)]
    assert grown == [[scene.ours.id], []]


one = st.tuples(
    st.dictionaries(st.sampled_from(["human", "elf", "orc"]), st.integers(0, 20_000)),
    st.dictionaries(st.sampled_from(["dwarf", "troll"]), st.integers(0, 9_000)),
    st.booleans(),
    st.sampled_from([(), ("wheat",), ("wheat", "fish")]),
)
cities = st.lists(one, min_size=1, max_size=4)


Drawn = list[tuple[dict[str, int], dict[str, int], bool, tuple[str, ...]]]


def stage(drawn: Drawn) -> Scene:
    scene = Scene(width=8, height=4)
    for n, (free, slaves, besieged, deposits) in enumerate(drawn):
        scene.province(2 * n, 1, deposits=deposits)
        values = {"population": free, "slaves": slaves, "besieged": besieged, "actions": 1}
        scene.city(2 * n, 1, scene.me, **values)
    return scene


@given(cities)
def test_the_same_productions_give_the_same_bytes(drawn: Drawn) -> None:
    scenes = stage(drawn), stage(drawn)
    for scene in scenes:
        scene.produce(monthly=True)
        scene.produce()
    assert digest(scenes[0].world.rows()) == digest(scenes[1].world.rows())


@given(cities)
def test_nobody_leaves_in_a_production_and_no_slave_is_born(drawn: Drawn) -> None:
    scene = stage(drawn)
    before = list(scene.world.all(City))
    scene.produce(monthly=True)
    for city in before:
        after = scene.now(city)
        assert head_count(after) >= head_count(city)
        assert after.slaves == city.slaves
        if city.besieged:
            assert after == city


def test_a_production_that_breaks_leaves_the_world_as_it_was(scene: Scene) -> None:
    scene.city(3, 3, scene.me, population={"human": 8000})
    scene.city(5, 5, scene.me, population={"nobody the module knows": 8000})
    before = digest(scene.world.rows())
    with pytest.raises(KeyError):
        scene.produce(monthly=True)
    assert digest(scene.world.rows()) == before


@pytest.mark.parametrize("spent", [{"used": Fraction(1, 2)}, {"acted": True}])
def test_nobody_rests_by_default_where_the_order_would_be_refused(spent: dict[str, Any]) -> None:
    scene = Scene()
    stack = scene.stack(2, 2)
    scene.unit(stack, **spent)
    hurt = scene.unit(stack, wounds=34)
    assert scene.run(Rest(stack=ref(stack))).refused
    scene.produce()
    assert scene.now(hurt).wounds == 34


STATUSES = sorted(CONTENT.statuses)
NATURES = ["", *sorted(CONTENT.natures)]
ATTRIBUTES = ("STR", "DEX", "CON", "INT", "WIS", "CHA")


def measured(scene: Scene, piece: Character) -> list[object]:
    """Everything that statuses can change of a piece that stands loose."""
    world, content = scene.world, scene.content
    own = [attribute(world, content, piece, key) for key in ATTRIBUTES]
    moves = [by_itself(world, content, piece, mode) for mode in ("land", "air", "water")]
    fighter = armed(world, content, piece, Stance(0, "grass"), slot=1, force=Place("stack", 1))
    return [own, moves, fighter, list(modifiers(world, content, piece))]


@pytest.mark.rule("cohorts.status.supernatural")
@settings(max_examples=20, deadline=None)
@given(
    statuses=st.dictionaries(st.sampled_from(STATUSES), st.integers(1, 30), max_size=9),
    nature=st.sampled_from(NATURES),
    level=st.integers(1, 35),
)
def test_what_a_status_does_ends_with_it_to_the_last_digit(
    statuses: dict[str, int], nature: str, level: int
) -> None:
    scene = Scene(4, 4)
    hero = scene.character(scene.at(1, 1), level=level, equipment={"foot": "boots"})
    before = measured(scene, hero)
    for name, height in statuses.items():
        inflict(scene.state(), scene.now(hero), name, height)
    if nature:
        assert transform(scene.world, scene.now(hero), nature)
    ended = without(scene.now(hero), tuple(statuses)).replace(nature="", wounds=0)
    assert isinstance(ended, Character)
    assert measured(scene, ended) == before


@pytest.mark.rule("cohorts.status.husk")
@pytest.mark.parametrize("kind", ["character", "unit"])
def test_a_husk_leaves_its_saddle_and_no_mount_is_lost(kind: str) -> None:
    scene = Scene(4, 4)
    stack = scene.stack(1, 1)
    worn = {"mount": "courser", "main_hand": "spear"}
    make = scene.character if kind == "character" else scene.unit
    piece: Any = make(stack, equipment=worn)
    inflict(scene.state(), piece, "husk", 3)
    assert scene.now(piece).equipment == {"main_hand": "spear"}
    store, number = (piece, 1) if kind == "character" else (stack, 25)
    assert scene.held(store) == {"courser": number}


@pytest.mark.rule("cohorts.status.production-order")
def test_whoever_holds_a_prisoner_learns_of_its_death_and_no_more() -> None:
    scene = Scene(4, 4)
    foe = scene.someone("at_war")
    stack = scene.stack(1, 1, foe)
    hero = scene.character(stack, wounds=80, captor=foe.id, statuses={"poisoned": 3})
    (first,) = [e for e in scene.produce().entries if isinstance(e.event, StatusSuffered)]
    assert first.for_(foe.faction) is None
    (second,) = [e for e in scene.produce().entries if isinstance(e.event, StatusSuffered)]
    told = second.for_(foe.faction)
    assert told == second.event.at(Level.TOLD)
    assert told is not None
    assert not told.knows("statuses")
    assert scene.now(hero).dead


# ---------------------------------------------------------------- the order


def pack(relation: str = "allied") -> tuple[Scene, Character, Unit]:
    scene = Scene(6, 6)
    wolf = scene.character(scene.stack(1, 1), name="Ulf", nature="werewolf")
    friend = scene.someone(relation)
    return scene, wolf, scene.unit(scene.stack(1, 1, friend), friend, name="Pack")


@pytest.mark.rule("cohorts.order.afflict-unit")
def test_the_player_of_who_is_afflicted_is_told_and_the_action_is_used() -> None:
    scene, wolf, unit = pack()
    ran = scene.run(AfflictUnit(character=ref(wolf), target=ref(unit)))
    assert not ran.refused
    assert (scene.now(unit).nature, scene.now(wolf).actions) == ("werewolf", 0)
    (entry,) = [entry for entry in ran.entries if isinstance(entry.event, UnitAfflicted)]
    assert entry.for_(scene.someone("allied").faction) == entry.event
    assert entry.for_(scene.someone("neutral").faction) is None


@pytest.mark.rule("cohorts.order.afflict-unit")
def test_only_friends_at_hand_without_a_nature_are_offered() -> None:
    scene, wolf, unit = pack()
    scene.character(scene.stack(1, 1), name="Lich", nature="lich")
    scene.character(scene.stack(4, 4), name="Far")
    scene.character(scene.stack(1, 1, scene.someone("at_war")), scene.someone("at_war"), name="Foe")
    near = scene.character(scene.stack(1, 1), name="Near")
    found = scene.offered(AfflictUnit, "target", character=str(ref(wolf)))
    assert found == [str(ref(near)), str(ref(unit))]


@pytest.mark.parametrize("relation", ["neutral", "at_war"])
def test_of_strangers_a_refusal_tells_neither_life_nor_nature(relation: str) -> None:
    for values in ({"dead": True}, {"nature": "lich"}, {}):
        scene, wolf, _ = pack(relation)
        stranger = scene.someone(relation)
        target = scene.character(scene.stack(1, 1, stranger), stranger, **values)
        ran = scene.run(AfflictUnit(character=ref(wolf), target=ref(target)))
        assert ran.code == "relation"
        assert [each.code for each in ran.failures] == ["relation"]


@pytest.mark.rule("cohorts.turn.between-turns")
def test_a_plan_shows_what_would_be_and_changes_neither_the_world_nor_the_view() -> None:
    scene = Scene()
    stack = scene.stack(2, 2)
    scene.character(stack)
    before, known = scene.world.rows(), scene.view().rows()
    plan = scene.plan(
        ActivateStack(province=ref(scene.at(2, 2)), name="Second"),
        Move.model_validate({"stack": ref(stack), "destination": ref(scene.at(3, 2))}),
    )
    assert [planned.outcome for planned in plan.orders] == ["done", "done"]
    assert plan.world.get(Stack, stack.id).province == scene.at(3, 2).id
    assert scene.world.rows() == before
    assert scene.view().rows() == known


@pytest.mark.rule("cohorts.turn.between-turns")
def test_a_plan_is_subject_to_what_others_do_first(scene: Scene) -> None:
    stack = scene.stack(2, 2)
    order = ChangeMessage(bearer=ref(stack), message="Hail")
    assert [planned.outcome for planned in scene.plan(order).orders] == ["done"]
    scene.change(stack, player=scene.someone("teammate").id)
    assert scene.run(order).refused


RULE = "cohorts.turn.missed-turn"


def weeks(scene: Scene, number: int) -> list[Ran]:
    return [scene.produce() for _ in range(number)]


def production_with(scene: Scene, *acts: Excuse) -> list[object]:
    """A weekly production before which the host acts; its events."""
    now = scene.world.get(Now, 1)
    due = Due("weekly", now.tick + 1, now.date, (Submission(0, queued(acts)),))
    outcome = resolve(scene.rules, scene.world, due, SeededDice(SEED, due.tick))
    scene.world = outcome.world
    return [entry.event for entry in outcome.entries]


@pytest.mark.rule(RULE)
def test_an_idle_players_faction_is_told_once(scene: Scene) -> None:
    told = [ran.events(PlayerIdle) for ran in weeks(scene, 5)]
    mine = [[e.missed for e in found if e.player == scene.me.id] for found in told]
    assert mine == [[], [], [3], [], []]


@pytest.mark.rule(RULE)
def test_a_week_that_is_excused_counts_neither_as_run_nor_as_missed(scene: Scene) -> None:
    weeks(scene, 2)
    production_with(scene, Excuse(player=scene.me.id))
    assert (scene.now(scene.me).missed, scene.now(scene.me).idle) == (2, False)
    scene.produce()
    assert scene.now(scene.me).idle


@pytest.mark.rule(RULE)
def test_whoever_has_left_is_neither_counted_nor_excused(scene: Scene) -> None:
    scene.change(scene.me, active=False)
    events = production_with(scene, Excuse(player=scene.me.id))
    assert any(isinstance(event, OrderFailed) for event in events)
    assert scene.now(scene.me).missed == 0


@pytest.mark.rule(RULE)
def test_others_know_who_is_idle_but_not_how_many_weeks_were_missed(scene: Scene) -> None:
    rival = scene.someone("at_war")
    weeks(scene, 3)
    seen = scene.view().get(Player, rival.id)
    assert seen.idle
    assert not seen.knows("missed")
    assert scene.view().get(Player, scene.me.id).missed == 3
