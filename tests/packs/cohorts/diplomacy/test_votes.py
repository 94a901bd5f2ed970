"""Whatever players vote is counted once, and what becomes of people among friends who part."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.campaign import Faction, Player
from engine.orders import Order
from engine.packs.cohorts.content.diplomacy import Relationship
from engine.packs.cohorts.diplomacy.decisions import RelationChanged, change
from engine.packs.cohorts.diplomacy.orders import (
    BreakAlliance,
    DeclareAlliance,
    DeclareWar,
    RescindVotes,
    SueForPeace,
    VoteCast,
)
from engine.packs.cohorts.diplomacy.parting import FriendParted
from engine.packs.cohorts.diplomacy.votes import Counter, Vote, members, votes
from engine.packs.cohorts.knowledge.views import knows
from engine.packs.cohorts.pieces.ownership import province_of, relation
from engine.packs.cohorts.pieces.records import Character, Province
from tests.rules.scene import Scene, ref

VOTES = (DeclareWar, SueForPeace, DeclareAlliance, BreakAlliance)
STEPS: dict[Relationship, set[Relationship]] = {
    "neutral": {"neutral", "at_war", "allied"},
    "at_war": {"at_war", "neutral"},
    "allied": {"allied", "neutral"},
}
MOVE = st.tuples(st.sampled_from((*VOTES, RescindVotes)), st.integers(0, 4), st.integers(0, 2))


def council() -> tuple[Scene, list[Player], list[Faction]]:
    scene = Scene(4, 4, content={"diplomacy": {"war_by_voters": False}})
    sides = [scene.ours, scene.faction("b"), scene.faction("c")]
    players = [scene.me, scene.player("a2", sides[0])]
    players += [scene.player(f"b{n}", sides[1]) for n in range(2)]
    return scene, [*players, scene.player("c1", sides[2])], sides


@settings(max_examples=20, deadline=None)
@given(st.lists(st.one_of(MOVE, st.just("production")), max_size=25))
def test_votes_are_counted_once_and_relations_go_step_by_step(
    moves: list[tuple[type[Order], int, int] | str],
) -> None:
    scene, players, sides = council()
    for move in moves:
        before: dict[tuple[int, int], Relationship] = {
            (a.id, b.id): relation(scene.world, a.id, b.id) for a in sides for b in sides
        }
        if isinstance(move, str):
            scene.produce()
        else:
            cls, who, about = move
            order = cls.model_validate({"faction": str(ref(sides[about]))})
            scene.run(order, player=players[who])
        held = [(vote.player, vote.target) for vote in scene.world.all(Vote)]
        assert len(held) == len(set(held))
        for a in sides:
            for b in sides:
                now = relation(scene.world, a.id, b.id)
                assert now == relation(scene.world, b.id, a.id)
                assert now in STEPS[before[a.id, b.id]] or a.id == b.id
                cast = [votes(scene.world, a.id, b.id, each.matter) for each in VOTES]
                assert sum(cast) <= len(members(scene.world, a.id))
        assert all(counter.productions <= 3 for counter in scene.world.all(Counter))


@pytest.mark.rule("cohorts.diplomacy.votes")
def test_a_vote_and_what_comes_of_it_are_told_to_all_the_world() -> None:
    scene, players, sides = council()
    scene.run(DeclareAlliance(faction=ref(sides[2])), player=players[0])
    scene.run(DeclareAlliance(faction=ref(sides[2])), player=players[1])
    ran = scene.run(DeclareAlliance(faction=ref(sides[0])), player=players[4])
    told = [entry for entry in ran.entries if isinstance(entry.event, VoteCast | RelationChanged)]
    assert [type(entry.event) for entry in told] == [VoteCast, RelationChanged]
    assert all(set(entry.audience) == {side.id for side in sides} for entry in told)
    assert not list(scene.world.all(Vote))


def test_a_plan_counts_the_vote_of_a_player_who_was_idle_until_now() -> None:
    scene, _, sides = council()
    scene.change(scene.me, idle=True, missed=4)
    order = DeclareWar(faction=ref(sides[2]))
    (planned,) = scene.plan(order).orders
    foreseen = [each.event for each in planned.entries if isinstance(each.event, VoteCast)]
    assert foreseen == scene.run(order).events(VoteCast)
    assert [(each.votes, each.needed) for each in foreseen] == [(1, 2)]


@pytest.mark.rule("cohorts.diplomacy.majority")
def test_a_war_is_decided_by_those_who_voted_if_the_module_says_so_and_nothing_else_is() -> None:
    scene = Scene(4, 4, content={"diplomacy": {"war_by_voters": True}})
    mate, foe = scene.player("a2", scene.ours), scene.player("b", "b")
    target = ref(scene.faction("b"))
    (cast,) = scene.run(DeclareWar(faction=target)).events(VoteCast)
    assert (cast.votes, cast.needed) == (1, 1)
    (against,) = scene.run(DeclareAlliance(faction=target), player=mate).events(VoteCast)
    assert (against.votes, against.needed) == (1, 2)
    for _ in range(3):
        scene.run()
        scene.produce()
    assert relation(scene.world, scene.ours.id, foe.faction) == "neutral", "one is against it"
    scene.run(RescindVotes(faction=target), player=mate)
    changed: list[RelationChanged] = []
    for _ in range(3):
        scene.run()
        changed += scene.produce().events(RelationChanged)
    (began,) = changed
    assert relation(scene.world, scene.ours.id, foe.faction) == "at_war"
    assert began.sought == (scene.ours.id,)


@pytest.mark.rule("cohorts.order.break-alliance")
def test_whoever_is_with_friends_that_are_friends_no_more_stands_in_the_open() -> None:
    scene = Scene()
    ally = scene.someone("allied")
    host, town = scene.stack(3, 3, ally), scene.city(6, 3, ally)
    guest, lodger = scene.character(host), scene.unit(town)
    held = scene.change(scene.character(host), captor=ally.id)
    visitor = scene.character(scene.stack(1, 5), ally)
    state = scene.state()
    change(state, scene.ours.id, ally.faction, "neutral")
    places = {each.holder for each in map(scene.now, (guest, lodger, visitor))}
    assert places == {scene.at(3, 3).place, scene.at(6, 3).place, scene.at(1, 5).place}
    assert scene.now(held).holder == host.place, "prisoners stay"
    told = [each for each in state.log.entries if isinstance(each.event, FriendParted)]
    assert len(told) == 3
    view = scene.view()
    shown = view.get(Character, guest.id)
    assert view.find(Province, shown.holder.id), "and its side sees where"


@pytest.mark.rule("cohorts.knowledge.view")
def test_a_guest_in_the_stack_of_an_ally_is_nowhere_unknown() -> None:
    scene = Scene()
    host = scene.stack(3, 3, scene.someone("allied"))
    guest = scene.character(host)
    view = scene.view()
    assert province_of(view, view.get(Character, guest.id).place) == scene.at(3, 3).id
    assert knows(scene.rules, scene.world, scene.ours.id, host.place)


@pytest.mark.rule("cohorts.order.break-alliance")
def test_who_was_at_sea_with_friends_is_set_ashore() -> None:
    scene = Scene()
    ally = scene.someone("allied")
    scene.province(3, 3, terrain="sea")
    guest = scene.character(scene.stack(3, 3, ally))
    change(scene.state(), scene.ours.id, ally.faction, "neutral")
    shore = scene.world.get(Province, scene.now(guest).holder.id)
    assert shore.terrain != "sea"
    assert (
        scene.grid.distance(scene.grid.at(shore.id - 1), scene.grid.at(scene.at(3, 3).id - 1)) == 1
    )
