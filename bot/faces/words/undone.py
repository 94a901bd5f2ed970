"""How it is said that something was played and then taken back."""

from datetime import datetime


def did_not_happen(at: datetime) -> str:
    """Said above whatever tells of a tick that was taken back at that time."""
    return f"↩️ **This did not happen: it was taken back on {day(at)}.**"


def turns_gone(first: int, last: int, at: datetime) -> str:
    """Said where turns are told: that what was first played of some of them is left out."""
    which = f"Turn {first}" if first == last else f"Turns {first} to {last}"
    return f"↩️ {which}, as first played, did not happen: it was taken back on {day(at)}."


def day(at: datetime) -> str:
    """A day for people, by UTC, where no client of Discord shows it in its own time."""
    return f"{at.day} {at:%B %Y}"


MARK = "taken back"
"""Said of it in a list of choices."""
