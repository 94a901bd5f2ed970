"""What all kingdoms hear of foreign deeds, and what stays with those whom it concerns."""

from __future__ import annotations

import pytest

from engine.packs.kingdoms.crowns import tidings
from engine.packs.kingdoms.crowns.dying import die
from engine.packs.kingdoms.crowns.ownership import ProvinceTaken, take
from engine.packs.kingdoms.crowns.tidings import LandHeard, RulerMourned, TreatyHeard
from engine.packs.kingdoms.crowns.ventures.treating import TreatyBroken
from engine.packs.kingdoms.pieces.abilities import NOTHING
from engine.packs.kingdoms.pieces.records import Holding
from engine.state import State
from tests.packs.kingdoms.crowns.table import Table


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
