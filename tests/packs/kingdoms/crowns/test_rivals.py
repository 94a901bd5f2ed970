"""Computer kings: they know what their view holds, give orders that people could, and say why."""

from __future__ import annotations

import functools

import pytest

from engine.campaign import Player
from engine.deciding import decide
from engine.dice import SeededDice
from engine.events import OrderFailed
from engine.module.natures import RivalNature
from engine.packs.kingdoms.crowns.outcome import KingdomBattleFought
from engine.packs.kingdoms.crowns.ownership import ProvinceTaken
from engine.packs.kingdoms.crowns.provinces import adjacent, distance
from engine.packs.kingdoms.crowns.relations import partners
from engine.packs.kingdoms.crowns.rivals.arts import castings, charmings
from engine.packs.kingdoms.crowns.rivals.guarding import garrisons
from engine.packs.kingdoms.crowns.rivals.hands import Hand
from engine.packs.kingdoms.crowns.rivals.realm import KingsView
from engine.packs.kingdoms.crowns.ventures.heirs import HeirSkills
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.recruiting import Hire, Recruit
from engine.packs.kingdoms.crowns.ventures.ruling import Disband
from engine.packs.kingdoms.crowns.ventures.treating import Treat
from engine.packs.kingdoms.pieces.abilities import NOTHING, with_level
from engine.packs.kingdoms.pieces.records import Army, Crown, Grave, Holding, Overture, Ruler
from engine.rivals import STRENGTHS, Decision, Mind, Strength
from engine.world import World
from tests.packs.kingdoms.crowns.table import SEED, Table, rules
from tests.rules.adapters.kingdoms.words import ARMIES

TURNS = 3


def mind(world: World, number: int = 1, strength: Strength = "middle", **wishes: int) -> Mind:
    """A king of the plain nature, but for some wishes, who sees what the faction sees."""
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
        told += [*table.told(KingdomBattleFought), *table.told(ProvinceTaken)]
        table.end()
    return table, given, failed, told


def test_kings_take_land_and_fight_for_it() -> None:
    table, _, _, told = played()
    assert any(isinstance(each, KingdomBattleFought) for each in told)
    for number in (1, 2):
        assert len(table.owned(number)) > len(Table.seated().owned(number))


def test_few_of_their_orders_fail_and_none_for_what_they_could_have_known() -> None:
    _, given, failed, _ = played()
    assert len(failed) * 10 < len(given)
    assert not [each for each in failed if each.code in ("missing", "bad_target")]


def test_every_order_has_a_reason_about_things_that_are_known(table: Table) -> None:
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


def test_the_same_view_brings_the_same_orders(table: Table) -> None:
    assert orders(table.world) == orders(table.world.fork())


def test_who_cares_for_peace_takes_up_a_treaty_and_who_does_not_lets_it_lie(table: Table) -> None:
    table.world.add(Overture, crown=2, to=1)
    peaceful, warlike = (orders(table.world, peace=peace) for peace in (10, 0))
    assert [d.queued.order.kingdom.id for d in peaceful if isinstance(d.queued.order, Treat)] == [2]
    assert not [d for d in warlike if isinstance(d.queued.order, Treat)]
    table.run({1: [decision.queued.order for decision in peaceful]})
    assert partners(table.world, 1, 2)


def test_an_heir_is_given_all_the_skills_that_he_may_have(table: Table) -> None:
    crown, king = table.crown(), table.king()
    heir = {"rank": "heir", "skill": NOTHING, "aptitude": tuple(3 for _ in NOTHING)}
    table.put(king, **heir)
    table.put(crown, heirs=1, bones=king.id)
    (taught,) = [d for d in orders(table.world) if isinstance(d.queued.order, HeirSkills)]
    table.run({1: [taught.queued.order]})
    assert not table.refused()
    assert sum(table.king().skill) == 6


def test_a_king_without_gold_lets_armies_go_that_he_cannot_pay(table: Table) -> None:
    table.put(table.crown(), treasury=0)
    home = table.crown().home
    for _ in range(20):
        table.army("LE", home, 1)
    gone = [d for d in orders(table.world) if isinstance(d.queued.order, Disband)]
    assert gone
    assert all(decision.reason.key == "unpayable" for decision in gone)


def test_nobody_attacks_what_is_too_strong(table: Table) -> None:
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


def test_everybody_is_given_time_within_the_six_phases(table: Table) -> None:
    for player in table.world.all(Player):
        decided = orders(table.world, player.id)
        table.run({player.id: [decision.queued.order for decision in decided]})
        assert "kingdoms.turn.phases" not in table.refused()


def test_a_king_hires_mercenaries_that_stand_near_while_there_is_gold(table: Table) -> None:
    army = table.army("HC", table.crown().home, 0, quality=3)

    def hired() -> list[Recruit]:
        given = (decision.queued.order for decision in orders(table.world, land=0, lore=0))
        return [each for each in given if isinstance(each, Recruit) and each.mercenary]

    assert [each.mercenary and each.mercenary.id for each in hired()] == [army.id]
    table.run({1: hired()})
    assert table.now(army).crown == 1
    table.army("HC", table.crown().home, 0, quality=3)
    table.put(table.crown(), treasury=0)
    assert not hired()


def test_garrisons_are_raised_where_land_borders_on_others_and_nowhere_else(table: Table) -> None:
    assert not [d for d in orders(table.world) if d.reason.key == "garrison"], "nobody is near"
    beyond = next(
        there
        for here in table.owned(1)
        for there in adjacent(table.world, here.id)
        if not table.world.get(Holding, there).owner
        and not ARMIES.grounds[table.world.get(Holding, here.id).terrain].sea
    )
    table.put(table.world.get(Holding, beyond), owner=2)
    table.put(table.crown(), treasury=500)
    table.end()
    thought = mind(table.world)
    realm = KingsView(thought, thought.view.get(Crown, 1))
    king = realm.view.get(Ruler, realm.crown.king)
    walls = list(garrisons(Hand(realm, king, king.holding, [])))
    assert walls
    for errand in walls:
        (place,) = errand.reason.things
        assert beyond in adjacent(table.world, place.id)
    hand = Hand(realm, king, walls[0].reason.things[0].id, [])
    assert walls[0].do
    walls[0].do(hand)
    assert [each.order.army for each in hand.given if isinstance(each.order, Recruit)] == ["GA"]
    assert hand.held, "he goes nowhere with it today"


def test_the_dead_rise_for_a_king_who_knows_how(table: Table) -> None:
    king = table.king()
    table.put(king, skill=with_level(king.skill, "NE", 2))
    table.put(table.crown(), treasury=500)

    def raised() -> list[float]:
        thought = mind(table.world)
        realm = KingsView(thought, thought.view.get(Crown, 1))
        spells = castings(Hand(realm, realm.view.get(Ruler, king.id), king.holding, []))
        return [each.worth for each in spells if each.key.startswith("cast SK")]

    assert not raised()
    for number in (1, 2):
        table.world.add(Grave, holding=king.holding, army="HC", race="human", quality=2, turn=0)
        assert len(raised()) == 1, number
    two = raised()
    table.world.add(Grave, holding=king.holding, army="HC", race="human", quality=2, turn=0)
    assert raised() == two, "no more than he has levels"
    table.put(table.crown(), alignment="Undead")
    assert raised() > two, "for him the dead fight with zeal"
    table.put(table.crown(), treasury=0)
    for _ in range(30):
        table.army("HC", king.holding, 1)
    assert not raised(), "the dead want their pay"


def test_a_hero_may_be_charmed_whatever_he_thinks_of_the_king(table: Table) -> None:
    king, hero = table.king(), next(each for each in table.world.all(Ruler) if not each.crown)
    table.put(king, skill=with_level(king.skill, "PS", 2))
    table.put(hero, holding=king.holding)
    thought = mind(table.world)
    realm = KingsView(thought, thought.view.get(Crown, 1))
    hand = Hand(realm, realm.view.get(Ruler, king.id), king.holding, [])
    charm = next(each for each in charmings(hand) if not each.way)
    assert charm.do
    charm.do(hand)
    table.run({1: [each.order for each in hand.given]})
    assert not table.refused()
    assert not list(charmings(hand)), "once a turn at that level"


@pytest.mark.parametrize("strength, most", [("weak", 4), ("middle", 6), ("strong", 15)])
def test_the_stronger_a_king_the_more_heroes_he_keeps(strength: Strength, most: int) -> None:
    table = Table.seated()
    table.put(table.crown(), treasury=2000)
    home, heroes = table.crown().home, [each for each in table.world.all(Ruler) if not each.crown]
    for hero in heroes[:2]:
        table.put(hero, holding=home, alignment=table.crown().alignment)
    for hero in heroes[2 : most - 1]:
        table.put(hero, holding=home, crown=1)

    def hires() -> list[Decision]:
        return [d for d in orders(table.world, 1, strength) if isinstance(d.queued.order, Hire)]

    while sum(1 for each in table.world.by(Ruler, "crown", 1) if each.alive) < most:
        assert hires()
        spare = next(each for each in heroes if not table.now(each).crown)
        table.put(spare, holding=home, crown=1)
    assert not hires()
