"""Prisoners and bodyguards: whose they are, how long they stay so, and who learns of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.orders import Order
from engine.packs.cohorts.characters.drinking import DrinkPotion
from engine.packs.cohorts.cities.handing import TransferCity
from engine.packs.cohorts.covert.bodyguards import (
    AssignBodyguard,
    BodyguardAssigned,
    PostLeft,
    bodyguards,
)
from engine.packs.cohorts.covert.mission import Mission
from engine.packs.cohorts.covert.prisoners import (
    AttemptEscape,
    EscapeAttempted,
    PrisonerRescued,
    RescueCharacter,
)
from engine.packs.cohorts.pieces.ownership import faction_of, player_of, relation
from engine.packs.cohorts.pieces.records import Character, City, Stack
from engine.packs.cohorts.stacks.transfers import PrisonerReleased
from tests.packs.any_orders import AnyOrders
from tests.rules.adapters.covert_scene import HOME, Covert
from tests.rules.scene import Ran, Scene, ref


def jailed(scene: Covert, who: str = "self", **skills: int) -> Character:
    """A character of somebody in the hands of the enemy there."""
    hero = scene.able(scene.camp(), scene.someone(who), **skills)
    return scene.change(hero, captor=scene.foe.id)


def learned(ran: Ran, faction: int, kind: type) -> list[object]:
    return [e.for_(faction) for e in ran.entries if isinstance(e.event, kind) and e.for_(faction)]


# ---------------------------------------------------------------- rescue


@pytest.mark.rule("cohorts.order.rescue-character")
def test_who_is_rescued_is_free_with_all_that_was_not_stripped(scene: Covert) -> None:
    prisoner = jailed(scene)
    scene.items(prisoner, spear=2)
    ran = scene.carry_out(scene.order(RescueCharacter, prisoner), 1)
    now = scene.now(prisoner)
    assert (now.captor, now.holder) == (0, scene.party.place)
    assert scene.held(prisoner) == {"spear": 2}
    (told,) = learned(ran, scene.foe.faction, PrisonerRescued)
    assert isinstance(told, PrisonerRescued)
    assert not told.knows("rescuer")
    assert not told.knows("to")


@pytest.mark.rule("cohorts.order.rescue-character")
def test_who_stands_alone_cannot_carry_off_an_enemy(scene: Covert) -> None:
    prisoner = scene.able(scene.camp(), scene.player("third", "third"))
    scene.change(prisoner, captor=scene.foe.id)
    scene.change(scene.hero, holder=scene.at(*HOME).place)
    assert scene.run(scene.order(RescueCharacter, prisoner)).code == "not_here"


@pytest.mark.rule("cohorts.order.rescue-character")
def test_a_rescuer_who_is_caught_shares_the_prison(scene: Covert) -> None:
    prisoner = jailed(scene)
    scene.carry_out(scene.order(RescueCharacter, prisoner), 100, 100)
    now = scene.now(scene.hero)
    assert (now.holder, now.captor) == (scene.now(prisoner).holder, scene.foe.id)


@pytest.mark.rule("cohorts.order.rescue-character")
def test_prisoners_of_ones_own_faction_and_of_allies_stay_where_they_are(scene: Covert) -> None:
    mine = scene.change(scene.theirs(scene.party), captor=scene.me.id)
    assert scene.run(scene.order(RescueCharacter, mine)).code == "relation"
    ally = scene.someone("allied")
    theirs = scene.theirs(scene.stack(*HOME, ally))
    scene.change(theirs, captor=ally.id)
    assert scene.run(scene.order(RescueCharacter, theirs)).code == "relation"


def test_whom_the_stack_may_not_take_is_freed_into_the_province(scene: Covert) -> None:
    prisoner = scene.change(jailed(scene), level=9)
    scene.province(*HOME, level_limit=5)
    scene.carry_out(scene.order(RescueCharacter, prisoner), 1)
    now = scene.now(prisoner)
    assert (now.captor, now.holder) == (0, scene.at(*HOME).place)


# ---------------------------------------------------------------- escape


@pytest.mark.rule("cohorts.order.attempt-escape")
def test_the_captor_learns_of_an_escape_but_not_how_likely_it_was_or_where_to() -> None:
    for roll, outcome in ((1, "escaped"), (100, "failed")):
        scene = Covert(away=3)
        prisoner = jailed(scene, stealth=5)
        ran = scene.carry_out(AttemptEscape(character=ref(prisoner)), roll)
        (told,) = learned(ran, scene.foe.faction, EscapeAttempted)
        assert isinstance(told, EscapeAttempted)
        assert told.outcome == outcome
        assert not told.knows("chance")
        assert not told.knows("to")
        held = scene.now(prisoner).captor == scene.foe.id
        assert held is (outcome == "failed")


def test_nobody_orders_anothers_prisoner_to_escape(scene: Covert) -> None:
    prisoner = jailed(scene, "neutral")
    assert scene.run(AttemptEscape(character=ref(prisoner))).code == "not_allowed"


def test_a_plan_leaves_an_escape_open(scene: Covert) -> None:
    prisoner = jailed(scene, stealth=10)
    scene.able(scene.camp(), scene.foe, assassin=60)
    (planned,) = scene.plan(AttemptEscape(character=ref(prisoner))).orders
    (entry,) = planned.entries
    assert isinstance(entry.event, EscapeAttempted)
    assert (entry.event.outcome, entry.event.chance, planned.draws) == ("open", 70, ())


# ---------------------------------------------------------------- whose they are


@pytest.mark.rule("cohorts.covert.prisoners")
def test_a_prisoner_passes_with_the_city_that_holds_it() -> None:
    scene = Scene()
    city = scene.city(5, 5, scene.me)
    teammate = scene.someone("teammate")
    other = scene.character(city, teammate)
    held = scene.character(city, scene.someone("at_war"), captor=scene.me.id)
    assert not scene.run(TransferCity(city=ref(city), character=ref(other))).refused
    assert (scene.now(held).captor, scene.now(held).holder) == (teammate.id, city.place)


@pytest.mark.rule("cohorts.covert.prisoners")
def test_whom_no_players_container_holds_any_more_is_free_in_the_province() -> None:
    scene = Scene()
    city = scene.city(5, 5, scene.me)
    foe = scene.someone("at_war")
    held = scene.character(city, foe, captor=scene.me.id)
    scene.change(city, baron=0)
    ran = scene.run()
    now = scene.now(held)
    assert (now.captor, now.holder) == (0, scene.at(5, 5).place)
    assert learned(ran, foe.faction, PrisonerReleased)
    assert learned(ran, scene.ours.id, PrisonerReleased)


def _den() -> Covert:
    """Everybody near everybody else, with prisoners on all sides."""
    scene = Covert(spy=20, thief=20, assassin=20, stealth=4)
    scene.target("city")
    scene.land()
    for holder, owner in ((scene.camp(), scene.foe), (scene.party, scene.me)):
        for who in ("self", "allied", "neutral", "at_war"):
            piece = scene.able(holder, scene.someone(who), thief=9)
            scene.items(piece, spear=3)
            if piece.player != owner.id:
                scene.change(piece, captor=owner.id)
    return scene


DEN = _den()
VIEW = DEN.view()
MISSIONS = [
    cls
    for cls in DEN.rules.orders.values()
    if issubclass(cls, Mission | AttemptEscape) and cls.path[0] == "covert"
]
ANY = AnyOrders(DEN, VIEW, MISSIONS, ["spear", "oak", "no such thing"])


@given(st.lists(ANY.orders(), max_size=6))
@settings(max_examples=30, deadline=None)
def test_a_prisoner_is_in_one_place_which_its_captor_has(orders: list[Order]) -> None:
    scene = Covert()
    scene.world, scene.ours, scene.me = DEN.world, DEN.ours, DEN.me
    before = len(list(scene.world.all(Character)))
    ran = scene.run(*orders)
    assert not ran.faults, ran.faults[0].traceback
    people = list(scene.world.all(Character))
    assert len(people) == before
    for each in people:
        holder = scene.world.at(each.holder)
        assert holder is not None
        if each.captor:
            assert isinstance(holder, Stack | City)
            assert player_of(scene.world, holder) == each.captor
        elif isinstance(holder, Stack | City):
            sides = faction_of(scene.world, holder), faction_of(scene.world, each)
            assert relation(scene.world, *sides) == "allied"


few = settings(max_examples=25, deadline=None)
RULE = pytest.mark.rule("cohorts.order.assign-bodyguard")


def assign(guard: Character, client: Character | None) -> AssignBodyguard:
    return AssignBodyguard(character=ref(guard), client=ref(client) if client else None)


def able(scene: Scene, client: Character) -> list[int]:
    found = bodyguards(scene.world, scene.content, scene.now(client))
    return [guard.id for guard in found]


def pair(scene: Scene) -> tuple[Character, Character]:
    """Two characters of mine in one stack."""
    stack = scene.stack(5, 5)
    return scene.character(stack, name="Guard"), scene.character(stack, name="Client")


@RULE
def test_guarding_takes_no_action_and_lasts_over_productions() -> None:
    scene = Scene()
    guard, client = pair(scene)
    (told,) = scene.run(assign(guard, client)).events(BodyguardAssigned)
    assert told == BodyguardAssigned(
        guard=guard.id, name="Guard", client=client.id, client_name="Client"
    )
    assert scene.now(guard).actions == 1
    scene.produce(monthly=True)
    assert able(scene, client) == [guard.id]


def test_a_guard_is_released_by_naming_nobody() -> None:
    scene = Scene()
    guard, client = pair(scene)
    assert scene.run(assign(guard, None)).code == "bad_target"
    scene.run(assign(guard, client))
    assert scene.run(assign(guard, None)).code == "cooling_down"
    scene.produce()
    (told,) = scene.run(assign(guard, None)).events(BodyguardAssigned)
    assert (told.client, told.client_name) == (0, "Client")
    assert scene.now(guard).guarding == 0


def test_the_guards_of_a_new_guard_are_dismissed_and_their_side_is_told() -> None:
    scene = Scene()
    ally = scene.someone("allied")
    guard, client = pair(scene)
    theirs = scene.character(scene.stack(5, 5, ally), ally, name="Shield", guarding=guard.id)
    ran = scene.run(assign(guard, client))
    (left,) = (each for each in ran.entries if isinstance(each.event, PostLeft))
    assert left.audience == {
        ally.faction: PostLeft(guard=theirs.id, name="Shield", client_name="Guard")
    }
    assert scene.now(theirs).guarding == 0


@RULE
@pytest.mark.parametrize(
    "relation, code",
    [("teammate", ""), ("allied", ""), ("neutral", "relation"), ("at_war", "relation")],
)
def test_only_characters_of_friends_are_guarded(relation: str, code: str) -> None:
    scene = Scene()
    guard, _ = pair(scene)
    other = scene.someone(relation)
    scene.met(other)
    client = scene.character(scene.stack(5, 5, other), other)
    ran = scene.run(assign(guard, client))
    assert ran.code == code
    for entry in ran.entries:
        assert set(entry.audience) == {scene.ours.id}


@pytest.mark.parametrize("status", ["husk", "stoned", "insane", "frightened"])
def test_a_guard_out_of_its_mind_does_not_guard(status: str) -> None:
    scene = Scene()
    guard, client = pair(scene)
    scene.change(guard, guarding=client.id, statuses={status: 5})
    assert able(scene, client) == []
    scene.change(guard, statuses={"poisoned": 5})
    assert able(scene, client) == [guard.id]


def test_captured_and_absent_guards_keep_the_post_but_do_not_guard() -> None:
    scene = Scene()
    guard, client = pair(scene)
    foe = scene.someone("at_war")
    scene.change(guard, guarding=client.id, captor=foe.id)
    assert able(scene, client) == []
    scene.change(guard, captor=0, holder=scene.at(1, 1).place)
    assert able(scene, client) == []
    scene.produce()
    assert scene.now(guard).guarding == client.id


@RULE
def test_a_post_ends_by_death_of_either_and_with_the_alliance() -> None:
    for end in ("guard", "client", "alliance"):
        scene = Scene()
        guard, _ = pair(scene)
        ally = scene.someone("allied")
        client = scene.character(scene.stack(5, 5, ally), ally, name="Ally")
        scene.run(assign(guard, client))
        if end == "alliance":
            scene.relation(scene.ours, "allied", "neutral")
            ran = scene.run()
        else:
            who, player = (guard, scene.me) if end == "guard" else (client, ally)
            scene.change(who, wounds=95)
            scene.items(who, **{"spider_wart_resin*1": 1})
            drink = DrinkPotion(character=ref(who), potion="spider wart resin")
            ran = scene.run(drink, player=player)
            assert scene.now(who).dead
        (left,) = (each for each in ran.entries if isinstance(each.event, PostLeft))
        assert set(left.audience) == {scene.ours.id}
        assert scene.now(guard).guarding == 0


@few
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=12))
def test_nobody_ever_guards_while_he_is_guarded(posts: list[tuple[int, int]]) -> None:
    scene = Scene()
    stack = scene.stack(5, 5)
    people = [scene.character(stack) for _ in range(5)]
    for guard, client in posts:
        ran = scene.run(assign(people[guard], people[client]))
        if not ran.refused:
            assert scene.now(people[guard]).guarding == people[client].id
        now = [scene.now(each) for each in people]
        guarded = {each.guarding for each in now if each.guarding}
        assert not guarded & {each.id for each in now if each.guarding}
        scene.produce()
