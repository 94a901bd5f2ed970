"""A garrison's encounter orders in words, for reports and panels alike."""

from bot.faces.words.text import word
from engine.packs.cohorts.pieces.records import Defense


def comes_out(orders: Defense) -> str:
    """Against whom a garrison comes out, as the end of a sentence that begins with it."""
    told = f"comes out against {_foes(orders.highest)}"
    if orders.preferred != orders.highest:
        told += f"; in {word(orders.terrain) or 'terrain like its own'} {_foes(orders.preferred)}"
    if orders.castle != orders.highest:
        told += f"; at a castle {_foes(orders.castle)}"
    return told


def _foes(limit: int | None) -> str:
    """The enemies that one limit of the orders allows."""
    if limit is None:
        return "nobody"
    if not limit:
        return "forces up to its own encounter level"
    return f"forces up to {abs(limit)} {'above' if limit > 0 else 'below'} its encounter level"
