"""Every event of the game of kings has a line, at every level of knowledge."""

import pytest

from bot import faces
from bot.faces.kingdoms.naming import KingdomsNames
from bot.faces.words.telling import tell
from engine.events import Event, Level
from engine.packs import SHIPPED, load
from tests.bot.faces.samples import sample
from tests.packs.kingdoms.crowns.table import Table, rules

EVENTS = [event for name in SHIPPED if name.startswith("kingdoms.") for event in load(name).events]


@pytest.fixture(scope="module")
def names() -> KingdomsNames:
    told = faces.of(rules()).names(Table.seated().world)
    assert isinstance(told, KingdomsNames)
    return told


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_every_event_has_a_line(event: type[Event], names: KingdomsNames) -> None:
    assert event in names.lines
    told = tell(sample(event), names)
    assert told.endswith(".")
    assert "Place(" not in told
    assert "\n" not in told


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_an_event_is_told_as_far_as_it_is_known(
    event: type[Event], level: Level, names: KingdomsNames
) -> None:
    told = tell(sample(event).at(level), names)
    assert told.endswith(".")
    assert ": " not in told.split(" ")[0], "a line of its own, not the bare fields"


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_an_event_of_which_one_field_is_unknown_is_told_without_it(
    event: type[Event], names: KingdomsNames
) -> None:
    whole = sample(event)
    for missing in event.names:
        assert tell(whole.only([name for name in event.names if name != missing]), names)
