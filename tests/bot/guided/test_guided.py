"""Cards as embeds, and menus: whatever a face says, Discord takes it."""

import pytest

from bot.faces.embeds import Card, Field
from bot.faces.words.choosing import Option
from bot.guided.cards import embed_of
from bot.guided.widgets import Select, turned_to
from tests.bot.limits import EMBED_PARTS, EMBED_TEXT, FIELD_NAME, FIELD_VALUE, FIELDS, FOOTER


@pytest.mark.parametrize("fields", [3, 6, 40])
@pytest.mark.parametrize("letters", [1, 200, 1_000, 10_000])
def test_a_card_of_any_length_fits_into_an_embed(fields: int, letters: int):
    long = "x" * letters
    card = Card(long, long, (Field(long, long, beside=True),) * fields, footer=long)
    embed = embed_of(card)
    assert len(embed) <= EMBED_TEXT
    assert len(embed.title or "") <= EMBED_PARTS["title"]
    assert len(embed.description or "") <= EMBED_PARTS["description"]
    assert len(embed.footer.text or "") <= FOOTER
    assert len(embed.fields) <= FIELDS
    for field in embed.fields:
        assert 0 < len(field.name or "") <= FIELD_NAME
        assert 0 < len(field.value or "") <= FIELD_VALUE


def test_a_card_that_fits_is_shown_whole_and_in_order():
    fields = (Field("One", "first"), Field("Two", "second", beside=True))
    embed = embed_of(Card("Title", "Text", fields, footer="Foot"))
    assert (embed.title, embed.description, embed.footer.text) == ("Title", "Text", "Foot")
    shown = [(field.name, field.value, field.inline) for field in embed.fields]
    assert shown == [("One", "first", False), ("Two", "second", True)]


def test_of_more_options_than_a_menu_takes_the_rest_is_a_turn_away_and_what_is_chosen_stays():
    options = [Option(str(n), f"Thing {n}") for n in range(60)]

    async def act(*_: object) -> None: ...

    shown: list[str] = []
    for part in range(3):
        menu = Select("id", "Choose", options, act, chosen=["1", "30"], most=3, part=part)
        assert len(menu.options) <= 25
        *values, last = [option.value for option in menu.options]
        shown += values
        assert turned_to([last]) == (part + 1) % 3
    assert shown == [each.value for each in options]
    assert turned_to(["1"]) is None
