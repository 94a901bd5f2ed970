"""What newcomers read in addition to what their system says."""

import pytest

from bot.faces.arms.coat import Arms
from bot.faces.embeds import Card
from bot.seats.welcoming import welcomed


def text(*, admitted: bool = True, mapped: bool = True) -> str:
    card = welcomed(Card("Welcome", "."), "#reds", admitted, Arms(), mapped=mapped)
    return card.fields[0].text


@pytest.mark.parametrize("mapped", [True, False])
def test_the_map_is_named_only_where_there_is_one(mapped: bool) -> None:
    assert ("`/map` shows what you know. `/help`" in text(mapped=mapped)) == mapped
    assert ("/map" in text(mapped=mapped)) == mapped
    assert "allies are in #reds. `" in text(mapped=mapped)


def test_who_cannot_read_the_channel_yet_is_told_so() -> None:
    assert "A moderator has still to let you in. `/map`" in text(admitted=False)
    assert "moderator" not in text()
