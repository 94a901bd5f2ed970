"""Which words offend: a pure question, asked here or in a worker.

A library's word list decides (English, with letters that were disguised), for there is no good
reason to keep one of our own. Who asks it about what is in `bot.wording`.
"""

import re
from functools import lru_cache

from glin_profanity import Filter  # pyright: ignore[reportMissingTypeStubs] - it has none

from bot.store.records import Wording

ALWAYS_ALLOWED = ("bastard", "damn", "hell", "bloody")
"""Words of any tale of war: there is a bastard sword, and there are bloody banners."""

# Digits with what stands between them in numbers, dates and places, and no letter beside them.
_NUMBER = re.compile(r"(?<!\w)\d+(?:[.,:/'’+-]\d+)*(?!\w)")
_NOTHING = " · "  # so that letters on either side are not read as one word


def offence_in(text: str, wording: Wording) -> str:
    """The word for which a campaign would refuse the text; empty if there is none."""
    if not wording.checked:
        return ""
    found = _filter(wording.allowed).check_profanity(_read(text, wording.allowed))
    words = found.get("profane_words")
    return str(words[0]) if words else ""


def _read(text: str, allowed: tuple[str, ...]) -> str:
    """The text without what is no word: numbers, and what the campaign allows as it is written.

    The library reads digits as disguised letters, so that a bare 455 would be a word to it; beside
    a letter they stay, for there they may disguise one.
    """
    if allowed:
        spelt = "|".join(map(re.escape, sorted(allowed, key=len, reverse=True)))
        text = re.sub(rf"(?<!\w)(?:{spelt})(?!\w)", _NOTHING, text, flags=re.IGNORECASE)
    return _NUMBER.sub(_NOTHING, text)


@lru_cache(maxsize=32)
def _filter(allowed: tuple[str, ...]) -> Filter:
    """The library's filter, without the words that are allowed."""
    ignored = [*ALWAYS_ALLOWED, *allowed]
    return Filter({"languages": ["english"], "detect_leetspeak": True, "ignore_words": ignored})
