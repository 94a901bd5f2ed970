"""What all kingdoms hear: of foreign deeds while they play, and of honours when it is over."""

from __future__ import annotations

import pytest

from engine.campaign import Now
from engine.ending import CampaignEnded
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns import tidings
from engine.packs.kingdoms.crowns.dying import die
from engine.packs.kingdoms.crowns.honours import OfficeHeld, OfficesGiven
from engine.packs.kingdoms.crowns.ownership import ProvinceTaken, take
from engine.packs.kingdoms.crowns.tidings import LandHeard, RulerMourned, TreatyHeard
from engine.packs.kingdoms.crowns.ventures.treating import TreatyBroken
from engine.packs.kingdoms.pieces.abilities import NOTHING
from engine.packs.kingdoms.pieces.alignment import difference
from engine.packs.kingdoms.pieces.merits import Merit
from engine.packs.kingdoms.pieces.records import Holding, MagicItem
from engine.state import State
from tests.packs.kingdoms.crowns.table import Table, rules

MARSHAL, DEFENDER = "marshal", "defender"


def last_turn() -> Table:
    """Four kingdoms before the end of the last turn."""
    table = Table.seated()
    table.put(table.world.get(Now, 1), turn=rules().module.victory.turns)
    return table


def given(table: Table) -> dict[str, OfficeHeld]:
    """What was given when the turn has ended, by office."""
    table.end()
    (told,) = table.told(OfficesGiven)
    return {each.office: each for each in told.offices}


@pytest.mark.rule("kingdoms.turn.game-end")
def test_the_offices_are_given_once_and_with_the_end_and_all_learn_it() -> None:
    table = last_turn()
    table.put(table.world.get(Now, 1), turn=1)
    table.end()
    assert not table.told(OfficesGiven)
    table.put(table.world.get(Now, 1), turn=rules().module.victory.turns)
    table.end()
    (ended,) = table.told(CampaignEnded)
    assert all(len(table.told(OfficesGiven, faction)) == 1 for faction in (1, 2, 3, 4))
    (told,) = table.told(OfficesGiven, 2)
    assert told.turn == ended.turn == rules().module.victory.turns
    assert [each.points for each in told.places] == [each.points for each in ended.standings]
    assert told.places[0].rank == 1


@pytest.mark.rule("kingdoms.office.ties")
def test_who_lost_the_tiebreaker_comes_second_and_it_is_told_what_decided() -> None:
    table = last_turn()
    rich, poor = table.king(1), table.king(2)
    table.put(rich, merit=Merit(land=9))
    table.put(poor, merit=Merit(land=9))
    table.put(table.crown(1), treasury=900)
    office = given(table)[MARSHAL]
    assert (office.holder[0].ruler, office.second[0].ruler) == (rich.id, poor.id)
    assert (office.holder[0].merit, office.second[0].merit) == (9, 9)
    assert office.decided == "treasury"


@pytest.mark.rule("kingdoms.office.table")
def test_an_office_for_which_nobody_has_merit_is_vacant_and_nobody_is_second_with_none() -> None:
    table = last_turn()
    table.put(table.king(2), merit=Merit(monsters=30))
    offices = given(table)
    assert not offices[MARSHAL].holder
    assert offices[MARSHAL].points == 0
    assert [each.merit for each in offices[DEFENDER].holder] == [30]
    assert not offices[DEFENDER].second


@pytest.mark.rule("kingdoms.office.alignment-reduction")
def test_an_office_is_given_with_what_the_alignment_of_its_holder_left_of_it() -> None:
    table = last_turn()
    table.put(table.king(2), merit=Merit(land=9))
    offices = given(table)
    (emperor,), (marshal,) = offices["emperor"].holder, offices[MARSHAL].holder
    row = rules().module.content(RulerContent).alignments[marshal.alignment]
    steps = difference(marshal.alignment, emperor.alignment)
    assert steps, "both must differ for this"
    assert offices["emperor"].points == 2000
    assert offices[MARSHAL].points == 10 * (100 - row.reduction * steps)


@pytest.mark.rule("kingdoms.office.artifact-points")
def test_artifacts_are_told_with_the_living_who_carry_them() -> None:
    table = last_turn()
    king, other = table.king(1), table.king(2)
    table.world.add(MagicItem, item="excalibur", holder=king.place)
    table.world.add(MagicItem, item="wand_of_fire", holder=king.place)
    table.world.add(MagicItem, item="holy_sword", holder=other.place)
    table.put(other, died=1)
    table.end()
    (told,) = table.told(OfficesGiven)
    assert [(each.item, each.crown, each.name) for each in told.artifacts] == [
        ("excalibur", 1, king.name)
    ]
    by_crown = {each.crown: each.artifacts for each in told.places}
    assert by_crown[1] == 100
    assert by_crown.get(2, 0) == 0


def heard(state: State, cls: type[object]) -> list[object]:
    """Of this kind what every faction learns, once the tick is over."""
    tidings.tell(state)
    factions = set(state.log.factions)
    return [
        each.event
        for each in state.log.entries
        if isinstance(each.event, cls) and factions <= each.audience.keys()
    ]


@pytest.mark.rule("kingdoms.turn.tidings")
def test_all_hear_of_land_that_one_kingdom_took_from_another_and_not_of_the_wilds() -> None:
    table = Table.seated()
    state = table.state()
    home = state.world.get(Holding, table.crown(2).home)
    wild = next(each for each in state.world.all(Holding) if not each.owner)
    take(state, home, 1)
    take(state, wild, 1)
    (land,) = heard(state, LandHeard)
    assert land == LandHeard(crown=1, before=2, holdings=(home.id,), home=True)
    assert not heard(state, ProvinceTaken)


@pytest.mark.rule("kingdoms.turn.tidings")
def test_all_hear_of_a_king_who_died_and_not_of_a_hero_who_has_learned_little(table: Table) -> None:
    hero = table.heroes()[0]
    table.put(hero, skill=NOTHING)
    king = table.king(2)
    state = table.state()
    die(state, hero.id, "encounter")
    die(state, king.id, "spell")
    (mourned,) = heard(state, RulerMourned)
    assert mourned == RulerMourned(name=king.name, rank="king", crown=2, how="spell", foe=0)


@pytest.mark.rule("kingdoms.turn.tidings")
def test_all_hear_who_broke_a_treaty_and_not_who_took_back_an_offer() -> None:
    state = Table.seated().state()
    for offer in (True, False):
        state.emit_to(TreatyBroken(crown=1, to=2, offer=offer, at_once=True), own=[1, 2])
    assert heard(state, TreatyHeard) == [TreatyHeard(crown=1, to=2)]
