"""Agreements end: broken, unsupplied or by war; and what it costs."""

from collections.abc import Mapping

import pytest

from engine.campaign import Faction
from engine.dice import ForeseeDice
from engine.events import Level
from engine.packs.cohorts.cities.villages import RelocateVillage
from engine.packs.cohorts.pieces.records import City, Province, Village
from engine.packs.cohorts.trade.agreements import AgreementEnded, BreakAgreement
from engine.packs.cohorts.trade.books import Agreement
from engine.packs.cohorts.trade.ending import ResourceRemoved
from engine.packs.cohorts.trade.settling import settle
from engine.state import State
from tests.packs.cohorts.trade.scene import Fair
from tests.rules.adapters.movement import state_of
from tests.rules.adapters.trade import copies_of, town
from tests.rules.scene import Scene, ref


def lose(scene: Scene, city: City, deposits: Mapping[str, int]) -> None:
    """Villages of the city that work these copies are no more."""
    for resource in copies_of(deposits):
        land = scene.world.by(Province, "barony", city.barony)
        spots = [each.id for each in land if resource in each.deposits]
        worked = (scene.world.first(Village, "province", spot) for spot in spots)
        scene.world.remove(next(village for village in worked if village))


def trading(relation: str = "allied", level: int = 5) -> tuple[Fair, Agreement]:
    """I give gold for foxglove."""
    fair = Fair(relation, level=level)
    fair.scene.market(fair.theirs, {})
    return fair, fair.scene.agreement(fair.mine, fair.theirs, {"gold": 1}, {"foxglove": 1})


def breaking(fair: Fair, agreement: Agreement) -> BreakAgreement:
    return BreakAgreement(city=ref(fair.mine), agreement=ref(agreement))


def test_the_other_side_is_told_of_the_break_but_not_of_the_guild() -> None:
    fair, agreement = trading()
    ran = fair.scene.run(breaking(fair, agreement))
    [entry] = [entry for entry in ran.entries if isinstance(entry.event, AgreementEnded)]
    assert entry.for_(fair.scene.ours.id) == entry.event
    assert entry.for_(fair.them.faction) == entry.event.at(Level.TOLD)
    told = entry.for_(fair.them.faction)
    assert told is not None
    assert not told.knows("guild_level")


def test_only_a_party_breaks_an_agreement_and_only_its_own_player() -> None:
    fair, agreement = trading()
    other = town(fair.scene, 4, {})
    order = BreakAgreement(city=ref(other), agreement=ref(agreement))
    assert fair.scene.run(order).code == "not_party"
    mate = fair.scene.someone("teammate")
    assert fair.scene.run(breaking(fair, agreement), player=mate).code == "city_not_controlled"


def test_an_agreement_of_others_is_refused_in_the_words_of_one_that_never_was() -> None:
    fair, agreement = trading()
    stranger = fair.stranger()
    city = town(fair.scene, 4, {}, stranger)
    none = BreakAgreement.model_validate({"city": str(ref(city)), "agreement": "agreement:99"})
    theirs = BreakAgreement(city=ref(city), agreement=ref(agreement))
    told = [fair.scene.run(order, player=stranger).failures[0] for order in (none, theirs)]
    assert {event.code for event in told} == {"not_in_force"}
    assert told[0].says == told[1].says


def test_a_player_is_offered_the_cities_that_trade_and_their_agreements() -> None:
    fair, agreement = trading()
    town(fair.scene, 4, {})
    assert fair.scene.offered(BreakAgreement, "city") == [str(ref(fair.mine))]
    city = {"city": str(ref(fair.mine))}
    assert fair.scene.offered(BreakAgreement, "agreement", **city) == [str(ref(agreement))]


def test_a_plan_breaks_an_agreement_with_a_city_that_is_not_in_view() -> None:
    fair, agreement = trading()
    plan = fair.scene.plan(breaking(fair, agreement))
    assert [each.outcome for each in plan.orders] == ["done"]
    assert plan.world.count(Agreement) == 0


# ---------------------------------------------------------------- what ends them by itself


def test_all_are_told_when_a_lost_deposit_takes_something_off_a_market() -> None:
    fair = Fair()
    fair.stranger()
    fair.scene.market(fair.mine, {"iron": 2})
    lose(fair.scene, fair.mine, {"iron": 2})
    ran = fair.scene.run()
    [entry] = [entry for entry in ran.entries if isinstance(entry.event, ResourceRemoved)]
    assert set(entry.audience) == {faction.id for faction in fair.scene.world.all(Faction)}


def test_a_village_moved_off_a_traded_deposit_breaks_the_agreement_at_once() -> None:
    fair, agreement = trading()
    gold = next(p for p in fair.scene.world.all(Province) if "gold" in p.deposits)
    village = fair.scene.world.first(Village, "province", gold.id)
    assert village
    order = RelocateVillage(
        city=ref(fair.mine), village=ref(village), province=ref(fair.scene.at(6, 0))
    )
    plan = fair.scene.plan(order)
    assert plan.orders[0].outcome == "done"
    assert plan.world.find(Agreement, agreement.id) is None
    ran = fair.scene.run(order)
    [ended] = [entry for entry in ran.entries if isinstance(entry.event, AgreementEnded)]
    assert ended.order == "k1"
    assert fair.scene.gone(agreement)


@pytest.mark.parametrize("heir, kept", [("teammate", True), ("neutral", True), ("at_war", False)])
def test_a_city_that_changes_hands_keeps_its_list_and_its_agreements_but_with_enemies(
    heir: str, kept: bool
) -> None:
    fair, agreement = trading("allied")
    fair.scene.market(fair.theirs, {})
    fair.scene.market(fair.mine, {"iron": 1})
    player = fair.scene.someone(heir)
    if heir == "at_war":
        fair.scene.relation("allied", "at_war", "at_war")
    fair.scene.change(fair.mine, baron=fair.scene.character(fair.mine, player).id)
    fair.scene.run()
    assert fair.scene.gone(agreement) != kept
    assert fair.market(fair.mine).open == {"iron": 1}
    assert fair.guild(fair.mine).level == 5


def test_settling_books_that_are_in_order_changes_nothing() -> None:
    fair, _ = trading()
    fair.scene.market(fair.mine, {"iron": 1})
    state = state_of(fair.scene)
    state.world.settle()
    settle(state)
    assert state.world.changes() == []
    assert state.log.entries == []


def test_on_a_view_the_books_of_others_are_left_alone() -> None:
    fair, _ = trading()
    lose(fair.scene, fair.theirs, {"foxglove": 1})
    view = fair.scene.view()
    state = State(fair.scene.rules, view, ForeseeDice())
    settle(state)
    assert view.count(Agreement) == 1
    known = view.find(City, fair.theirs.id)
    assert known is None or not known.knows("population")
