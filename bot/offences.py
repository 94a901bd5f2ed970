"""Which words offend: a pure question, asked here or in a worker.

A library's word list decides (English, with letters that were disguised), for there is no good
reason to keep one of our own. Who asks it about what is in `bot.wording`.
"""

from functools import lru_cache

from glin_profanity import Filter  # pyright: ignore[reportMissingTypeStubs] - it has none

from bot.store.records import Wording

ALWAYS_ALLOWED = ("bastard", "damn", "hell", "bloody")
"""Words of any tale of war: there is a bastard sword, and there are bloody banners."""


def offence_in(text: str, wording: Wording) -> str:
    """The word for which a campaign would refuse the text; empty if there is none."""
    if not wording.checked:
        return ""
    found = _filter(wording.allowed).check_profanity(text).get("profane_words")
    return str(found[0]) if found else ""


@lru_cache(maxsize=32)
def _filter(allowed: tuple[str, ...]) -> Filter:
    """The library's filter, without the words that are allowed."""
    ignored = [*ALWAYS_ALLOWED, *allowed]
    return Filter({"languages": ["english"], "detect_leetspeak": True, "ignore_words": ignored})
