"""The status of a campaign, as its pinned message and `/campaign status` show it.

It says what anybody may know: the state, the dates, who may still join, and how many turns of each
faction are submitted. It goes out through the outbox, where a newer one takes an older one's place.
"""

from datetime import datetime

from discord.utils import escape_markdown

from bot.campaigns.calendar import Almanac, almanac_of
from bot.post.payload import Card, Payload
from bot.store.guild import GuildStore
from bot.store.records import (
    Address,
    Campaign,
    CampaignState,
    Member,
    MessageKind,
    NewMessage,
    Submission,
)
from engine.calendar import DueKind
from engine.packs import Rules

COLOUR = 0x8A6D3B

STATES = {
    CampaignState.FORMING: "being prepared; nobody can join yet",
    CampaignState.OPEN: "open to players, who join with `/join`; the first turn has not begun",
    CampaignState.RUNNING: "running",
    CampaignState.PAUSED: "paused; nothing is due until it goes on",
    CampaignState.ENDED: "over",
}
_JOINABLE = frozenset({CampaignState.OPEN, CampaignState.RUNNING, CampaignState.PAUSED})


def joinable(campaign: Campaign) -> bool:
    """Whether players may join; late ones may (cohorts.setup.late-joining)."""
    return campaign.state in _JOINABLE


async def status_message(store: GuildStore, rules: Rules, campaign: int) -> NewMessage:
    """The edit that brings the pinned message up to date; to be added in the change's unit."""
    row = await store.campaigns.get(campaign)
    payload = Payload(cards=(await status_card(store, rules, row),))
    return NewMessage(
        Address(role="herald"),
        f"T{row.tick}·S",
        payload.model_dump_json(),
        MessageKind.EDIT_STATUS,
    )


async def status_card(store: GuildStore, rules: Rules, campaign: Campaign) -> Card:
    """What anybody may know of the campaign."""
    almanac = await almanac_of(store, campaign, rules.module.calendar)
    members = await store.members.of_campaign(campaign.id)
    submitted = await store.submissions.all_pending(campaign.id)
    lines = [f"**{rules.module.meta.title}**", f"The campaign is {STATES[campaign.state]}."]
    if campaign.turn:
        lines.append(f"Turn {campaign.turn} · {rules.module.year.date_of(campaign.turn)}")
    if campaign.state is CampaignState.RUNNING:
        lines += _dates(almanac)
    lines.append(f"-# Seed's hash, for verification at the end: {campaign.seed_hash}")
    return Card(
        title=escape_markdown(campaign.name),
        text="\n".join(lines),
        fields=tuple(_factions(rules, campaign, members, submitted)),
        colour=COLOUR,
    )


def _dates(almanac: Almanac) -> list[str]:
    run, production = almanac.next(DueKind.RUN), almanac.next(DueKind.PRODUCTION)
    lines = [f"Next run and cut-off: {moment(run.instant)}"] if run else []
    return lines + ([f"Next production: {moment(production.instant)}"] if production else [])


def _factions(
    rules: Rules, campaign: Campaign, members: list[Member], submitted: list[Submission]
) -> list[tuple[str, str]]:
    """Each faction with its seats and its submitted turns; Discord takes 25 fields."""
    waiting = {submission.user for submission in submitted}
    fields: list[tuple[str, str]] = []
    for number, faction in enumerate(rules.module.factions.values(), 1):
        seated = [member.user for member in members if member.faction == number]
        told = f"{len(seated)} playing" + seats_left(faction.players, len(seated))
        if campaign.state is CampaignState.RUNNING and seated:
            told += f"\n{sum(user in waiting for user in seated)} of {len(seated)} submitted"
        fields.append((faction.name, told))
    return fields[:25]


def seats_left(most: int | None, seated: int) -> str:
    """How many seats are free, as a clause; nothing where there is no limit."""
    if most is None:
        return ""
    return f", {most - seated} free" if seated < most else ", full"


def moment(at: datetime) -> str:
    """An instant, as Discord shows it to each reader in the reader's own time."""
    stamp = int(at.timestamp())
    return f"<t:{stamp}:F> (<t:{stamp}:R>)"
