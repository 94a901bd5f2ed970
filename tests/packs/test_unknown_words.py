"""What is not known is said in words: no name of a field ever reaches a person."""

import re

import pytest

from engine.facts import NotKnown
from engine.packs.cohorts.pieces.records import Agent, Character, City, Province, Stack, Unit
from tests.packs.warlords.scene import WarScene
from tests.rules.scene import Scene

SEEN_FROM_OUTSIDE = (City, Stack, Province, Character, Unit, Agent)


@pytest.mark.parametrize("scene", [Scene, WarScene])
def test_whatever_is_not_known_of_a_record_is_said_in_words(scene: type[Scene]) -> None:
    for cls in scene().rules.records:
        for name in cls.names:
            with pytest.raises(NotKnown) as caught:
                getattr(cls.partly(), name)
            said = str(caught.value)
            assert re.fullmatch(r"you do not know [a-z' ]+(, [a-z ]+)?", said), said
            assert f"the {name} of" not in said


def test_no_words_are_kept_for_a_field_that_is_not_there() -> None:
    fields = {name for cls in SEEN_FROM_OUTSIDE for name in cls.names}
    for cls in SEEN_FROM_OUTSIDE:
        own = cls.__dict__.get("unknown", {})
        assert set(own) <= set(cls.names)
        assert set(cls.unknown) <= fields


def test_what_hides_a_war_is_said_as_people_say_it() -> None:
    assert City.unknown_words("baron") == "who holds the city"
    assert Character.unknown_words("captor") == "whether anybody holds them prisoner"
    assert Stack.unknown_words("acted") == "whether the stack can still act this week"
