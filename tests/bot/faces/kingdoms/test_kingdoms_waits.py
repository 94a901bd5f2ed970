"""What standing orders of the game of kings wait for, in words."""

import pytest

from bot import faces
from bot.faces.until_texts import how_long
from engine.packs.kingdoms.crowns.waiting import (
    UNTILS,
    Healed,
    SkillReached,
    TreasuryAbove,
    WellExplored,
)
from engine.repeats import Repeat, Until
from tests.packs.kingdoms.ventures.court import RULES, Court


@pytest.mark.parametrize(
    "until, words",
    [
        (WellExplored(holding=10, percent=100), "plain 1,1 is explored 100%"),
        (Healed(ruler=1), "Sigrun is healed"),
        (SkillReached(ruler=1, ability="ME", level=2), "Sigrun has Melee 2"),
        (TreasuryAbove(gold=1000), "the treasury holds 1,000 gold"),
    ],
)
def test_what_is_waited_for_reads_on_after_until(until: Until, words: str) -> None:
    court = Court()
    court.king(court.crown("Mine"), 10, name="Sigrun")
    found = faces.of(RULES)
    told = how_long(Repeat(until=until), found.waits, found.names(court.world))
    assert told == f"each turn until {words}"
    assert all(kind in found.waits for kind in UNTILS)
