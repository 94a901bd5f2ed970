"""Words that players type and others read: names, messages. Offensive ones are refused here alone.

What offends is decided in `bot.offences`. A host may switch this off for all campaigns, moderators
for theirs, and both may live with its errors: a campaign allows words that are no offence in it.
What a name may be made of is said by `engine.names` and `bot.typed`.
"""

from collections.abc import Iterable, Sequence

from bot.answers import Refused
from bot.faces.words.text import plain
from bot.host import Host
from bot.offences import offence_in
from bot.store.records import Wording
from engine.packs import Rules

MOST_ALLOWED = 100
"""Words that a campaign may allow."""


async def check_words(host: Host, guild: int, campaign: int, texts: Iterable[str]) -> None:
    """Raise `Refused` if a text that a player typed would offend in that campaign."""
    wording = await wording_of(host, guild, campaign)
    if word := next(filter(None, (offence_in(text, wording) for text in texts)), ""):
        async with host.stores.use(guild) as store:
            meant = await store.campaigns.get(campaign)
        raise offends(await host.rules(guild, meant), word)


async def wording_of(host: Host, guild: int, campaign: int) -> Wording:
    """How the campaign looks at words, for a worker that looks through many."""
    if not host.words:
        return Wording(checked=False)
    async with host.stores.use(guild) as store:
        return await store.wordings.get(campaign)


def offends(rules: Rules, *words: str, lines: Sequence[int] = ()) -> Refused:
    """Why a text with these words is not taken; `lines` says where in a file each stands."""
    places = [f"Line {line}: " for line in lines] or [""] * len(words)
    told = [
        f"{place}“{_hinted(word)}” would offend others here."
        for place, word in zip(places, words, strict=True)
    ]
    return Refused(
        "\n".join(told),
        way_out="Choose other words. If this is an error, ask a moderator to allow the "
        "word at the desk.",
        rule=rules.cites("names"),
    )


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
        # Spoilers: the viewer has asked to see them.
        lines.append("Allowed here: " + ", ".join(f"||{plain(word)}||" for word in wording.allowed))
    return "\n".join(lines)[:2000]


def _hinted(word: str) -> str:
    """The word so that it is known and not repeated."""
    return f"{word[0]}{'•' * (len(word) - 1)}"
