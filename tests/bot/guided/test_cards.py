"""Cards as embeds: whatever a face says, Discord takes it."""

import pytest

from bot.faces.embeds import Card, Field
from bot.guided.cards import embed_of
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
