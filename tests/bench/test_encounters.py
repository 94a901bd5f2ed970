"""How fast encounters of Kingdoms are fought, with their record.

The aim, on one core: 2 ms for an encounter, over every monster of the module against every other.
"""

import time
from typing import Any

import pytest

from engine.packs.kingdoms.bouts.contest import fought
from tests.packs.kingdoms.bouts.scene import CONTENT, LORE, beast, dice

MOST = 0.002
"""Seconds at most for one, on average."""


@pytest.mark.aim("at most 2 ms", seconds=MOST)
def test_an_encounter_is_fought_in_two_milliseconds(record_property: Any) -> None:
    pairs = [(beast(one), beast(other)) for one in CONTENT.beings for other in CONTENT.beings]
    draws = dice()
    began = time.process_time()
    for one, other in pairs:
        fought("random", one, other, LORE, draws)
    taken = (time.process_time() - began) / len(pairs)
    record_property("seconds", taken)
