"""What every event of the shipped packs is told as: plain English in the past tense, of a kind.

Each is told from many samples: one with all its fields, and one for every field that is empty or
has another of its values; as something that happened and as something planned, at every level.
"""

import re
import types
import typing
from collections.abc import Iterator
from typing import Any, Final

import pytest

from bot import faces
from bot.faces.cohorts.lines.experience import LEVEL
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.warmaster.lines.pitched import DUEL
from bot.faces.words import ending, failing
from bot.faces.words import news as headlines
from bot.faces.words.news import News, NewsRank, Sign
from bot.faces.words.telling import Lines, news_of, tell
from engine.ending import CampaignEnded
from engine.events import Event, Level
from engine.packs.cohorts.knowledge.sighting import Glimpse
from engine.packs.cohorts.magic.foreseeing import SpellForeseen
from engine.packs.cohorts.marching.encounters import WouldMeet
from engine.packs.cohorts.military.repelling import WouldRepel
from tests.bot.faces.samples import sample
from tests.bot.faces.test_event_lines import COHORTS
from tests.bot.faces.test_event_lines import OF_COHORTS as EVENTS
from tests.docs.events import abouts
from tests.rules.scene import Scene

LINES: Final = Lines((failing.LINES, ending.LINES, *(faces.load(name).lines for name in COHORTS)))
ALL: Final = [CampaignEnded, *(event for event in EVENTS if event is not Glimpse)]
PLANS: Final = (SpellForeseen, WouldMeet, WouldRepel)
"""Told of plans alone."""

PRESENT: Final = re.compile(
    r"\b(is|are|has|goes|does|attacks|trains|builds|wins|loses|takes|gets|moves|stays|falls|rests"
    r"|fires|meets|leaves|joins|makes|finds|fails|dies|learns|reaches|gains|raises|casts|sends"
    r"|tries|heals|brews|gives|holds|receives|steals|conscripts|grows|offers|becomes)\b"
)
"""Verbs in the present tense that lines had, or might have again."""
ALWAYS: Final = (
    # What is so at any time, or by the rules, is told in the present.
    "says what each asks and gives",
    "picks it up",
    "lays it to rest",
    "gives it to another",
    "whoever holds it",
    "and what the unit",
    "is full now",
    "breaks it",
    "in which it stands",
    "regains no actions",
    "whether a shell holds",
    "comes out",
    "Nothing of the campaign is at stake",
)

NEVER_EMPTY: Final = (
    ("AgreementEnded", "breaker"),  # of one that was broken
    ("CombatSpellLoaded", "places"),
    ("PitchedFought", "armies"),  # of the two who fought
    ("PitchedFought", "places"),
    ("RewardGained", "revealed_at"),  # of one that reveals something
    ("StackMoved", "route"),
    ("StackSighted", "sightings"),
)


@pytest.fixture(scope="module")
def names() -> CohortsNames:
    scene = Scene()
    scene.stack(1, 0, name="Iron Guard")
    found = CohortsNames(scene.world, content=scene.content, lines=LINES.told)
    found.kinds = LINES.kinds
    return found


def variants(event: type[Event]) -> Iterator[Event]:
    """Events of the class: with everything, then with another value of each field in turn."""
    whole = sample(event)
    yield whole
    hints = typing.get_type_hints(event, include_extras=True)
    for name in event.names:
        about = abouts(event).get(name, "").lower()
        for value in _others(hints[name], empty="empty" in about):
            if (event.__name__, name) not in NEVER_EMPTY:
                yield whole.replace(**{name: value})


def _others(kind: Any, *, empty: bool) -> Iterator[Any]:
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        yield from _others(inner[0], empty=empty)
    elif origin is typing.Literal:
        yield from inner[1:]
    elif origin in {typing.Union, types.UnionType}:
        yield from (None,) if type(None) in inner else ()
    elif origin in {dict, tuple}:
        yield origin()
    elif kind in {int, bool} or (kind is str and empty):
        yield kind()


def told(event: type[Event], names: CohortsNames, *, planned: bool = False) -> Iterator[str]:
    """All that the variants of an event are told as."""
    names.planned, names.reader = planned, 1
    whole, *others = variants(event)
    yield from (tell(whole.at(level), names) for level in Level)
    yield from (tell(each, names) for each in others)


@pytest.mark.parametrize("event", ALL, ids=lambda event: event.__name__)
def test_what_happened_is_told_in_the_past_tense(event: type[Event], names: CohortsNames) -> None:
    if event in PLANS:
        return
    for line in told(event, names):
        said = line
        for allowed in ALWAYS:
            said = said.replace(allowed, "")
        if event.__name__ != "OrderFailed":
            assert not PRESENT.search(said), line
        assert "would" not in line, line


@pytest.mark.parametrize("event", ALL, ids=lambda event: event.__name__)
def test_a_line_has_no_word_twice_bracket_or_gap(event: type[Event], names: CohortsNames) -> None:
    for planned in (False, True):
        for line in told(event, names, planned=planned):
            assert not re.search(r"\b([a-z]+) \1\b", line.replace("gamma", ""), re.IGNORECASE), line
            assert line.count("(") == line.count(")"), line
            assert line.count("“") == line.count("”"), line
            assert not any(gap in line for gap in ("  ", " .", " ,", "()", "“”")), line
            assert line[-1] in ".!?:…)”", line
            assert not planned or "rolled" not in line, line


@pytest.mark.parametrize("event", ALL, ids=lambda event: event.__name__)
def test_every_event_is_of_a_kind_and_a_headline_has_a_sign_and_says_what_happened(
    event: type[Event], names: CohortsNames
) -> None:
    assert event in LINES.kinds
    names.planned, names.reader = False, 1
    for each in variants(event):
        news = news_of(each, names)
        assert isinstance(news, News)
        if news.rank is NewsRank.HEADLINE:
            assert news.sign in EVERY_SIGN
            assert news.title.strip()
            assert news.headline.startswith(f"{news.sign.mark} {news.sign.word}: ")
        if news.rank is NewsRank.ROUTINE:
            assert news.one
            assert news.many


SIGNS: Final = [each for each in vars(headlines).values() if isinstance(each, Sign)]
EVERY_SIGN: Final[list[Sign]] = sorted((*SIGNS, LEVEL, DUEL), key=lambda sign: sign.weight)


def test_signs_are_told_apart_by_mark_and_by_word() -> None:
    marks = [sign.mark for sign in EVERY_SIGN]
    words = [sign.word for sign in EVERY_SIGN]
    weights = [sign.weight for sign in EVERY_SIGN]
    assert len(set(marks)) == len(set(words)) == len(EVERY_SIGN)
    assert weights == sorted(set(weights))
