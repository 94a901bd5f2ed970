"""What is told of people's secrets once a campaign has ended: sealed treaties, moderators' looks.

The world itself is revealed elsewhere. Each is told once, to those whom it concerns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.campaigns.watched import ONLOOKERS, watch_of
from bot.faces.words.text import plain
from bot.host import Host
from bot.playing.envoys import court_of
from bot.playing.treaties import SIGNS, treaty_text
from bot.post.payload import Card, Payload
from bot.store.guild import GuildStore
from bot.store.looks import LookTaken
from bot.store.records import Address, CampaignState, NewMessage

REVEAL: Final = "reveal"
"""The timer that rings when a campaign has ended."""
_COLOUR: Final = 0x8A6D3B
_ON_A_CARD: Final = 12  # looks


async def have_revealed(host: Host, store: GuildStore, campaign: int) -> None:
    """See to it that secrets are told; to be called in the unit in which the campaign ends.

    The onlookers are shown the whole world then. Where there is nothing to tell, nothing is due.
    """
    now = host.clock.now()
    if await store.treaties.sealed(campaign) or await store.looks.of_campaign(campaign):
        await store.timers.put(campaign, REVEAL, now)
    if (await watch_of(store, campaign)).open:
        await store.timers.put(campaign, ONLOOKERS, now)


async def reveal(host: Host, guild: int, campaign_id: int) -> None:
    """Tell what was sealed, and who looked at what a faction saw; once, after the end.

    The timer `REVEAL` asks for it and is cleared by it.
    """
    async with host.stores.use(guild) as store:
        campaign = await store.campaigns.get(campaign_id)
        done = f"revealed:{campaign_id}"
        treaties = await store.treaties.sealed(campaign_id)
        looks = await store.looks.of_campaign(campaign_id)
        told = campaign.state is not CampaignState.ENDED or await store.settings.get(done)
        messages: list[NewMessage] = []
        if treaties and not told:
            court = await court_of(host, guild, campaign, 1)
            for treaty in treaties:
                title = f"{SIGNS[treaty.state]} Unsealed: {treaty.title}"[:256]
                card = Card(title=title, text=treaty_text(court, treaty), colour=_COLOUR)
                messages.append(_message("herald", f"Y{treaty.id}·u", card))
        if not told:
            messages += _looks_told(looks)
        async with store.unit():
            await store.timers.clear(campaign_id, REVEAL)
            if campaign.state is CampaignState.ENDED:
                await store.settings.put(done, "yes")
            for message in messages:
                await store.outbox.add(campaign_id, message)


def _looks_told(looks: Sequence[LookTaken]) -> Iterator[NewMessage]:
    """To each faction, who looked at what it saw, when and why."""
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
            yield _message(f"faction:{faction}", f"L{faction}·{start // _ON_A_CARD + 1}", card)


def _message(role: str, key: str, card: Card) -> NewMessage:
    return NewMessage(Address(role=role), key, Payload(cards=(card,)).model_dump_json())
