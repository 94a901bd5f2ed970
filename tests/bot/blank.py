"""A blank in place of each picture that is posted, for tests that do not look at pictures."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot.faces.paint.picture import Picture
from bot.payload import Recipe

_PNG: Final = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
    "0000000a4944415478da6368000000820081da45083b0000000049454e44ae426082"
)


def draw(
    path: Path, campaign: int, recipe: Recipe, orders: Sequence[tuple[str, str]] = ()
) -> Picture:
    """In place of `bot.jobs.draw.draw`."""
    return Picture(_PNG, "A blank.", "blank.png", 1, 1)
