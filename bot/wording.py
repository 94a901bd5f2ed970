"""Words that players type and others read: names, messages. Offensive ones are refused here alone.

A library's word list decides (English, with letters that were disguised), for there is no good
reason to keep one of our own. A host may switch this off for all campaigns, moderators for theirs,
and both may live with its errors: a campaign allows words that are no offence in it. What a name
may be made of is said by `engine.names` and `bot.typed`.
"""

from collections.abc import Iterable
from functools import lru_cache

from glin_profanity import Filter

from bot.answers import Refused
from bot.host import Host
from bot.rules_page import plain
from bot.store.records import Wording

ALWAYS_ALLOWED = ("bastard", "damn", "hell", "bloody")
"""Words of any tale of war: there is a bastard sword, and there are bloody banners."""
MOST_ALLOWED = 100
"""Words that a campaign may allow."""


async def check_words(host: Host, guild: int, campaign: int, texts: Iterable[str]) -> None:
    """Raise `Refused` if a text that a player typed would offend in that campaign."""
    if not host.words:
        return
    async with host.stores.use(guild) as store:
        wording = await store.wordings.get(campaign)
    for text in texts:
        if word := offence_in(text, wording):
            raise Refused(
                f"“{_hinted(word)}” would offend others here.",
                way_out="Choose other words. If this is an error, ask a moderator to allow the "
                "word with /campaign words.",
                rule="cohorts.setup.names",
            )


def offence_in(text: str, wording: Wording) -> str:
    """The word for which a campaign would refuse the text; empty if there is none."""
    if not wording.checked:
        return ""
    found = _filter(wording.allowed).check_profanity(text).get("profane_words")
    return str(found[0]) if found else ""


def changed(wording: Wording, check: bool | None, allow: str, forbid: str) -> Wording:
    """A campaign's way with another choice, a word more or a word less. Raises `Refused`."""
    more, less = (" ".join(word.casefold().split()) for word in (allow, forbid))
    allowed = dict.fromkeys((*wording.allowed, *filter(None, [more])))
    if less and less not in allowed:
        raise Refused("That word was not allowed before.", way_out="There is nothing to do.")
    allowed.pop(less, None)
    if len(allowed) > MOST_ALLOWED:
        raise Refused(
            f"A campaign can allow {MOST_ALLOWED} words.",
            way_out="Forbid some again, or switch the check off.",
        )
    return Wording(wording.checked if check is None else check, tuple(sorted(allowed)))


def described(wording: Wording, by_host: bool) -> str:
    """How a campaign looks at words, for its moderators."""
    if not by_host:
        return "The host of this bot has switched the check of words off, for all campaigns."
    told = "are refused" if wording.checked else "are let through"
    lines = [f"Offensive words in players' names and messages {told}."]
    if wording.allowed:
        # Spoilers: whoever looks has asked to see them.
        lines.append("Allowed here: " + ", ".join(f"||{plain(word)}||" for word in wording.allowed))
    return "\n".join(lines)[:2000]


@lru_cache(maxsize=32)
def _filter(allowed: tuple[str, ...]) -> Filter:
    """The library's filter, without the words that are allowed."""
    ignored = [*ALWAYS_ALLOWED, *allowed]
    return Filter({"languages": ["english"], "detect_leetspeak": True, "ignore_words": ignored})


def _hinted(word: str) -> str:
    """The word so that it is known and not repeated."""
    return f"{word[0]}{'•' * (len(word) - 1)}"
