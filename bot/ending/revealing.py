"""What is told of people's secrets once a campaign has ended: sealed treaties, moderators' looks.

Each is a part of the ceremony (`bot.ending.holding`), which tells it once. The world itself is
revealed elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.diplomacy.envoys import court_of
from bot.diplomacy.treaties import SIGNS, treaty_text
from bot.faces.words.text import plain
from bot.host import Host
from bot.payload import Card, Payload
from bot.store.guild import GuildStore
from bot.store.records import Campaign

_COLOUR: Final = 0x8A6D3B
_ON_A_CARD: Final = 12  # looks

Told = Sequence[tuple[str, Payload]]
"""Each message with the place that it goes to, such as `herald` or `faction:2`."""


async def unsealed(host: Host, guild: int, store: GuildStore, campaign: Campaign) -> Told:
    """Every sealed treaty, to all."""
    treaties = await store.treaties.sealed(campaign.id)
    if not treaties:
        return ()
    court = await court_of(host, guild, campaign, 1)
    cards = [
        Card(
            title=f"{SIGNS[treaty.state]} Unsealed: {treaty.title}"[:256],
            text=treaty_text(court, treaty, unsealed=True),
            colour=_COLOUR,
        )
        for treaty in treaties
    ]
    return [("herald", Payload(cards=(card,))) for card in cards]


async def looks_told(host: Host, guild: int, store: GuildStore, campaign: Campaign) -> Told:
    """To each faction, who looked at what it saw, when and why."""
    looks = await store.looks.of_campaign(campaign.id)
    told: list[tuple[str, Payload]] = []
    for faction in dict.fromkeys(each.faction for each in looks):
        lines = [
            f"• <t:{int(each.at.timestamp())}:f> <@{each.user}>: {plain(each.why)}"
            for each in looks
            if each.faction == faction
        ]
        for start in range(0, len(lines), _ON_A_CARD):
            some = "\n".join(lines[start : start + _ON_A_CARD])
            card = Card(
                title="👁️ Moderators who saw what you saw",
                text=f"While the campaign ran, they looked at your map and reports, never at your "
                f"drafts or notes:\n{some}",
                colour=_COLOUR,
            )
            told.append((f"faction:{faction}", Payload(cards=(card,))))
    return told
