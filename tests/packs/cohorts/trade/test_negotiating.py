"""What merchant agents can negotiate for, and with what chance."""

from typing import Literal

import pytest

from engine.packs.cohorts.content import Content
from engine.packs.cohorts.trade.negotiating import negotiation_chance, unnegotiable
from tests.packs.cohorts.trade.scene import Fair
from tests.rules.adapters.movement import state_of
from tests.rules.scene import module

Worth = Literal["common", "uncommon", "rare"]
CONTENT = module().content(Content)
BY_WORTH = {each.availability: each.key for each in CONTENT.resources.values()}


def codes(fair: Fair, gives: str = "iron", wants: str = "foxglove") -> list[str]:
    refusals = unnegotiable(state_of(fair.scene), fair.mine, fair.theirs.id, gives, wants)
    return [refusal.code for refusal in refusals]


@pytest.mark.parametrize(
    "gives, wants, factor",
    [
        ("common", "rare", 1),
        ("common", "uncommon", 2),
        ("common", "common", 3),
        ("uncommon", "common", 4),
        ("rare", "common", 5),
        ("rare", "uncommon", 4),
        ("uncommon", "rare", 2),
        ("rare", "rare", 3),
    ],
)
def test_the_less_the_worth_of_what_is_wanted_the_better_the_chance(
    gives: Worth, wants: Worth, factor: int
) -> None:
    goods = BY_WORTH[gives], BY_WORTH[wants]
    assert negotiation_chance(CONTENT, 12, *goods) == 12 * factor


def test_what_is_given_may_be_open_or_in_own_use_but_not_traded_away() -> None:
    fair = Fair("neutral")
    fair.scene.market(fair.mine, {"gold": 1})
    assert codes(fair, "gold") == []
    fair.scene.market(fair.mine, {})
    fair.scene.agreement(fair.mine, fair.theirs, {"gold": 1}, {})
    assert "no_copy_left" in codes(fair, "gold")
    assert codes(fair, "oak") == ["no_copy_left"]


def test_what_is_wanted_must_be_on_the_market_and_what_is_offered_new_to_the_city() -> None:
    fair = Fair("neutral")
    assert codes(fair, "iron", "oak") == ["wanted_not_open"]
    fair.scene.agreement(fair.theirs, fair.mine, {}, {"iron": 1})
    assert codes(fair, "iron") == ["not_allowed"]


def test_an_agent_of_a_banned_guild_cannot_negotiate() -> None:
    fair = Fair("neutral", barred=True)
    assert codes(fair) == ["trade_ban"]
