"""What moderators tell all players at once: in every faction's channel and in the herald's.

An announcement goes out through the outbox with its author's name. It is not taken out of channels
again: taking it back says so in the same places.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bot.answers import Refused
from bot.faces.words.text import pingless, plain
from bot.host import Host
from bot.payload import Card, Payload
from bot.post.telling import HERALD, faction_place, tell
from bot.store.guild import GuildStore
from bot.store.records import AuditEntry, Campaign, Trace
from bot.typed import LONGEST_REASON
from engine.names import visible
from engine.packs import Rules

if TYPE_CHECKING:
    from bot.campaign.undoing import Undoing

ANNOUNCED: Final = "announcement"
"""What the log calls one."""
TAKEN_BACK: Final = "announcement taken back"
LONGEST: Final = 2500
"""Characters of an announcement; with what breaks up mentions it still fits a card."""
_COLOUR: Final = 0x8A6D3B


async def announce(
    host: Host, guild: int, campaign: Campaign, who: int, text: str, *, notify: bool = False
) -> AuditEntry:
    """Tell all factions and the herald's readers a text; its markdown counts, mentions do not.

    With `notify` each faction's role is mentioned above it. Raises `Refused` for an empty or too
    long text.
    """
    said = announcement_of(text)
    rules = await host.rules(guild, campaign)
    async with host.stores.use(guild) as store, store.unit():
        trace = Trace(after=json.dumps({"text": said}), open=True)
        first = " ".join(said.split())[:LONGEST_REASON]
        entry = await store.audit.note(campaign.id, who, ANNOUNCED, why=first, trace=trace)
        card = Card(
            title=f"📣 {plain(campaign.name)}",
            text=f"{pingless(said)}\n\n-# By <@{who}>, for the moderators",
            colour=_COLOUR,
        )
        await _everywhere(store, rules, campaign.id, entry.id, card, notify=notify)
        return entry


def announcement_of(text: str) -> str:
    """The text as it is kept, without what cannot be seen.

    Raises `Refused` if it is empty or too long.
    """
    lines = text.replace("\t", " ").split("\n")
    said = "\n".join(visible(line).rstrip() for line in lines).strip()
    if not 1 <= len(said) <= LONGEST:
        raise Refused(
            f"An announcement has 1 to {LONGEST:,} characters; this one has {len(said):,}.",
            way_out="Make two of it." if said else "Write what all players are to read.",
        )
    return said


async def undo_announcement(undoing: Undoing) -> str:
    """Say wherever it was announced that it counts no longer; what was posted stays."""
    host, guild, campaign = undoing.bot.host, undoing.guild.id, undoing.campaign
    rules = await host.rules(guild, campaign)
    async with host.stores.use(guild) as store, store.unit():
        entry = await store.audit.note(
            campaign.id,
            undoing.who,
            TAKEN_BACK,
            why=undoing.why,
            trace=Trace(undoes=undoing.entry.id, open=True),
        )
        at = int(undoing.entry.at.timestamp())
        why = f"\nWhy: {plain(undoing.why)}" if undoing.why else ""
        card = Card(
            title=f"📣 {plain(campaign.name)}",
            text=f"The announcement of <t:{at}:f> is **taken back**: it counts no longer.{why}"
            f"\n\n-# By <@{undoing.who}>, for the moderators",
            colour=_COLOUR,
        )
        await _everywhere(store, rules, campaign.id, entry.id, card)
    return "The announcement is taken back; everybody who was told it is told so."


async def _everywhere(
    store: GuildStore, rules: Rules, campaign: int, entry: int, card: Card, *, notify: bool = False
) -> None:
    for place, role in _places(rules):
        payload = Payload(cards=(card,), notify=(role,) if notify and role else ())
        await tell(store, campaign, place, f"M{entry}", payload)


def _places(rules: Rules) -> Iterator[tuple[str, str]]:
    """Where it is told, each with the role that reads there; the herald has no reader role."""
    for number in range(1, len(rules.module.factions) + 1):
        yield faction_place(number), f"role:{number}"
    yield HERALD, ""
