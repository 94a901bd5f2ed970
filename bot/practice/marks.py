"""Marks that Discord draws in the cards of messages, and that SimCord shows there as typed.

In a card's text and fields Discord reads small print (`-# `) and mentions as it does in plain text.
"""

from __future__ import annotations

from typing import Final

from simcord.preview import _markdown as simcord  # pyright: ignore[reportPrivateUsage]

_IN_CARDS: Final = ("embed_description", "embed_field_value")
_MARKS: Final = ("subtext", "mentions", "commands")


def draw_marks() -> None:
    """Have all previews of this process draw them."""
    for field in _IN_CARDS:
        policy = simcord._FIELD_POLICIES[field]  # pyright: ignore[reportPrivateUsage]
        policy.update(dict.fromkeys(_MARKS, True))
