"""Words as large as there is room."""

from collections.abc import Sequence

from bot.faces.paint.text import Face, measure


def as_large(words: str, face: Face, sizes: Sequence[int], room: float) -> int:
    """The first of these sizes, the largest first, in which the words fit; else the last."""
    return next((size for size in sizes if measure(words, face, size) <= room), sizes[-1])
