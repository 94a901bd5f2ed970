"""Every event of every pack that is offered has a line, at every level of knowledge."""

import pytest

from bot import faces
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words import failing
from bot.faces.words.telling import Lines, tell
from bot.faces.words.text import clean, counted, escaped, listed, number
from bot.modules import library
from engine import module as modules
from engine.events import Event, Level
from engine.facts import facts
from engine.packs import Rules
from engine.packs.cohorts.knowledge.memories import Member
from engine.packs.cohorts.knowledge.sighting import Glimpse, StackSighted
from engine.packs.cohorts.stacks.activation import StackActivated
from engine.packs.cohorts.stacks.transfers import ItemsTransferred
from engine.world import Place
from tests.rules.scene import Scene

COHORTS = ("cohorts", "warlords", "warmaster")
"""The packs that call things as Cohorts does."""
TOLD = Lines((failing.LINES, *(faces.load(name).lines for name in COHORTS)))


@pytest.fixture(scope="module")
def names() -> CohortsNames:
    scene = Scene()
    scene.stack(1, 0, name="Iron Guard")
    return CohortsNames(scene.world, lines=TOLD.told)


@pytest.mark.parametrize("module", [offer.name for offer in library.offers()])
def test_whatever_can_happen_in_a_module_that_is_offered_has_a_line(module: str) -> None:
    rules = Rules.of(modules.load(module, library.folders()))
    lines = faces.of(rules).lines
    assert [event for event in rules.events.values() if event not in lines] == []


def test_what_is_not_known_of_an_event_is_left_out(names: CohortsNames) -> None:
    half = ItemsTransferred(
        item="spear", count=3, start=Place("stack", 1), to=Place("stack", 1), province=1, player=1
    )
    assert "from" not in tell(half.at(Level.TOLD), names)
    assert tell(half, names) == "3 × spear went from Iron Guard to Iron Guard."


def test_a_thing_that_the_view_does_not_hold_is_called_by_its_kind(names: CohortsNames) -> None:
    gone = Place("agent", 99)
    assert names.thing(gone) == "an agent"
    assert names.province(9999) == "a province out of sight"


@pytest.mark.parametrize(
    "name",
    ["@everyone", "<@&123>", "**bold** `code`", "[x](https://evil.example)", "a\nb", "a\u202eb"],
)
def test_no_name_can_mention_anybody_or_break_the_line(name: str, names: CohortsNames) -> None:
    event = StackActivated(stack=1, name=name, province=2, player=1)
    told = tell(event, names)
    assert "@everyone" not in told
    assert "<@&" not in told
    assert "**" not in told.replace(r"\*\*", "")
    assert "://" not in told
    assert not {"\n", "\u202e"} & set(told)


def test_a_sighting_tells_who_what_where_and_which_way(names: CohortsNames) -> None:
    member = Member(
        place=Place("unit", 1),
        name="Axes",
        race="orc",
        arm="soldier",
        type="soldiers",
        soldiers=1200,
        message="",
    )
    glimpse = Glimpse(
        subject=Place("stack", 7),
        name="Red Host",
        type="legion",
        faction=1,
        banner=0,
        direction=0,
        message="Go home",
        members=(member,),
    )
    told = tell(StackSighted(province=2, terrain="grassland", sightings=(glimpse,)), names)
    assert told == (
        "Red Host, a legion of Ours: grassland 1,0, going north-east, "
        "with Axes (1,200 orc soldiers); its message: “Go home”."
    )


def test_counts_and_lists_read_as_people_write_them() -> None:
    assert number(1, "order") == "1 order"
    assert number(1200, "person", "people") == "1,200 people"
    assert listed([]) == "nothing"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed("abcdefgh") == "a, b, c, d, e and 3 more"
    assert counted({"high_elf": 20, "orc": 1}) == "20 high elf and 1 orc"
    assert clean(" a\tb\x00c ") == "a b c"
    assert escaped("a_b_") == r"a\_b\_"


def test_an_event_of_a_pack_without_lines_is_told_by_its_fields(names: CohortsNames) -> None:
    @facts
    class WellDug(Event):
        """A well was dug."""

        kind = "well-dug"

        stack: int
        depth: tuple[int, ...]

    assert tell(WellDug(stack=1, depth=(3, 4)), names) == "Well dug: stack Iron Guard, depth 3, 4."
