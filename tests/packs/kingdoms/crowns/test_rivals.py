"""Computer kings: they know what their view holds, give orders that people could, and say why."""

from __future__ import annotations

import functools

import pytest

from engine.campaign import Player
from engine.deciding import decide
from engine.dice import SeededDice
from engine.events import OrderFailed
from engine.module.natures import RivalNature
from engine.packs.kingdoms.crowns.outcome import BattleFought
from engine.packs.kingdoms.crowns.ownership import ProvinceTaken
from engine.packs.kingdoms.crowns.provinces import distance
from engine.packs.kingdoms.crowns.relations import partners
from engine.packs.kingdoms.crowns.ventures.heirs import HeirSkills
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.ruling import Disband
from engine.packs.kingdoms.crowns.ventures.treating import Treat
from engine.packs.kingdoms.pieces.abilities import NOTHING
from engine.packs.kingdoms.pieces.records import Army, Crown, Overture, Ruler
from engine.rivals import STRENGTHS, Decision, Mind, Strength
from engine.world import World
from tests.packs.kingdoms.crowns.table import SEED, Table, rules

TURNS = 3


def mind(world: World, number: int = 1, strength: Strength = "middle", **wishes: int) -> Mind:
    """A king of the plain nature, but for some wishes, who sees what his faction sees."""
    crown = world.get(Crown, number)
    nature = RivalNature.model_validate({"key": "test", "name": "Test", "wishes": wishes})
    view = rules().view(world, crown.faction)
    return Mind(rules(), view, crown.player, nature, strength, SeededDice(SEED, 1))


def orders(*args: object, **wishes: int) -> tuple[Decision, ...]:
    return decide(mind(*args, **wishes))  # type: ignore[arg-type]


@functools.cache
def played() -> tuple[Table, list[Decision], list[OrderFailed], list[object]]:
    """Two computer kings among two who sleep, some turns."""
    table, given = Table.seated(), list[Decision]()
    failed, told = list[OrderFailed](), list[object]()
    for _ in range(TURNS):
        turns = {number: orders(table.world, number, "strong") for number in (1, 2)}
        given += [each for decisions in turns.values() for each in decisions]
        table.run(
            {crown: [each.queued.order for each in decided] for crown, decided in turns.items()}
        )
        failed += table.told(OrderFailed)
        told += [*table.told(BattleFought), *table.told(ProvinceTaken)]
        table.end()
    return table, given, failed, told


def test_kings_take_land_and_fight_for_it() -> None:
    table, _, _, told = played()
    assert any(isinstance(each, BattleFought) for each in told)
    for number in (1, 2):
        assert len(table.owned(number)) > len(Table.seated().owned(number))


def test_few_of_their_orders_fail_and_none_for_what_they_could_have_known() -> None:
    _, given, failed, _ = played()
    assert len(failed) * 10 < len(given)
    assert not [each for each in failed if each.code in ("missing", "bad_target")]


def test_every_order_has_a_reason_about_things_that_are_known() -> None:
    table = Table.seated()
    for decision in orders(table.world):
        assert decision.reason.key
        view = mind(table.world).view
        assert all(view.at(place) is not None for place in decision.reason.things)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_what_a_kingdom_cannot_know_changes_none_of_its_orders(strength: Strength) -> None:
    table = Table.seated()
    other = table.world.fork()
    for number in (2, 3, 4):
        crown = other.get(Crown, number)
        other.put(crown.replace(treasury=9999, inventions=("roads",)))
        for ruler in list(other.by(Ruler, "crown", number)):
            other.put(ruler.replace(skill=tuple(4 for _ in ruler.skill), hit_points=99))
        for army in list(other.by(Army, "crown", number)):
            other.put(army.replace(quality=5))
    assert orders(table.world, 1, strength) == orders(other, 1, strength)


def test_the_same_view_brings_the_same_orders() -> None:
    table = Table.seated()
    assert orders(table.world) == orders(table.world.fork())


def test_who_cares_for_peace_takes_up_a_treaty_and_who_does_not_lets_it_lie() -> None:
    table = Table.seated()
    table.world.add(Overture, crown=2, to=1)
    peaceful, warlike = (orders(table.world, peace=peace) for peace in (10, 0))
    assert [d.queued.order.kingdom.id for d in peaceful if isinstance(d.queued.order, Treat)] == [2]
    assert not [d for d in warlike if isinstance(d.queued.order, Treat)]
    table.run({1: [decision.queued.order for decision in peaceful]})
    assert partners(table.world, 1, 2)


def test_an_heir_is_given_all_the_skills_that_he_may_have() -> None:
    table = Table.seated()
    crown, king = table.crown(), table.king()
    heir = {"rank": "heir", "skill": NOTHING, "aptitude": tuple(3 for _ in NOTHING)}
    table.put(king, **heir)
    table.put(crown, heirs=1, bones=king.id)
    (taught,) = [d for d in orders(table.world) if isinstance(d.queued.order, HeirSkills)]
    table.run({1: [taught.queued.order]})
    assert not table.refused()
    assert sum(table.king().skill) == 6


def test_a_king_without_gold_lets_armies_go_that_he_cannot_pay() -> None:
    table = Table.seated()
    table.put(table.crown(), treasury=0)
    home = table.crown().home
    for _ in range(20):
        table.army("LE", home, 1)
    gone = [d for d in orders(table.world) if isinstance(d.queued.order, Disband)]
    assert gone
    assert all(decision.reason.key == "unpayable" for decision in gone)


def test_nobody_attacks_what_is_too_strong() -> None:
    table = Table.seated()
    king = table.king()
    for army in list(table.world.by(Army, "leader", king.id))[1:]:
        table.world.remove(army)
    for militia in [each for each in table.world.all(Army) if each.militia]:
        for _ in range(4):
            table.army(militia.type, militia.holding, quality=3, militia=True)
    table.end()
    marched = [
        decision
        for strength in STRENGTHS
        for decision in orders(table.world, 1, strength, land=0, war=0)
        if isinstance(decision.queued.order, Move)
        and decision.queued.order.character.id == king.id
        and decision.reason.key == "weakly_held"
        and distance(table.world, king.holding, decision.reason.things[0].id) <= 2  # as one sees
    ]
    assert not marched


def test_everybody_is_given_time_within_the_six_phases() -> None:
    table = Table.seated()
    for player in table.world.all(Player):
        decided = orders(table.world, player.id)
        table.run({player.id: [decision.queued.order for decision in decided]})
        assert "kingdoms.turn.phases" not in table.refused()
