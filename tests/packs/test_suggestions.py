"""What is suggested for the parameters of orders can be given, over every order of the realms."""

from collections.abc import Iterable

import pytest

from engine.campaign import Player
from tests.golden.campaign import play, rules
from tests.golden.realm import Realm
from tests.hidden import veiled
from tests.packs.suggestions import Measured, measured

SHARE = 0.9
"""Of the first suggestions for any parameter, what must be taken at least."""
EXCEPTIONS: dict[tuple[str, str], str] = {}
"""Parameters of which fewer are taken, and why that cannot be mended."""


def short(found: Iterable[Measured]) -> dict[tuple[str, str], tuple[int, list[str]]]:
    """The parameters of which too few suggestions were taken: how many there were, and why."""
    offered: dict[tuple[str, str], int] = {}
    refused: dict[tuple[str, str], list[str]] = {}
    for each in found:
        key = each.order, each.parameter
        offered[key] = offered.get(key, 0) + each.offered
        refused.setdefault(key, []).extend(each.refused)
    assert sum(offered.values()) > 1000
    return {
        key: (offered[key], reasons)
        for key, reasons in refused.items()
        if len(reasons) > (1 - SHARE) * offered[key] and key not in EXCEPTIONS
    }


def test_of_the_suggestions_in_a_realm_that_has_everything_nearly_all_can_be_given() -> None:
    realm = Realm(rules())
    assert short(measured(realm.rules, realm.world, [realm.me])) == {}


@pytest.mark.soak
def test_nearly_all_can_be_given_by_the_players_of_the_realm_who_have_little() -> None:
    realm = Realm(rules())
    others = [each for each in realm.world.all(Player) if each.id != realm.me.id]
    assert short(measured(realm.rules, realm.world, others)) == {}


@pytest.mark.soak
@pytest.mark.parametrize("tick", [2, 4, 8])
def test_of_the_suggestions_in_a_campaign_that_is_played_nearly_all_can_be_given(tick: int) -> None:
    played = next(each for each in play() if each.due.tick == tick)
    few = short(measured(rules(), played.outcome.world))
    assert {key: reasons for key, reasons in few.items() if len(reasons[1]) > 2} == {}


@pytest.mark.soak
def test_of_the_suggestions_of_warlords_nearly_all_can_be_given() -> None:
    scene = veiled("warlords")
    assert short(measured(scene.rules, scene.world)) == {}
