"""A moderator looks at what a faction sees, to help or to judge, without playing.

Only people who have never played in the campaign may, and can then never join it. Each look is in
the moderators' log at once, and the faction is told when the campaign ends
(`bot.ending.revealing`). Drafts, notes and treaties are not shown.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot import faces
from bot.answers import Refused
from bot.campaign.parts import check_impartial
from bot.faces.paint.picture import Picture
from bot.host import Host, Seat
from bot.jobs.agenda import Person
from bot.jobs.draw import draw
from bot.payload import recipe_of
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, Draft, Member, Message, Trace
from bot.turn.pages import paged
from engine.campaign import Player

LOOKED: Final = "looked as a faction"
"""What the log calls it."""


@dataclass(frozen=True, slots=True)
class LookAs:
    """A look that is noted: at what a faction sees after a tick."""

    guild: int
    campaign: Campaign
    """As it was then; later ticks are not shown."""
    faction: int


async def check(store: GuildStore, campaign: Campaign, user: int) -> None:
    """Raise `Refused` for present and past players, and where there is nothing to see."""
    if campaign.state is CampaignState.ENDED:
        raise Refused("This campaign has ended.", way_out="Its secrets are told in its channels.")
    if not campaign.tick:
        raise Refused("The world is not made yet.", way_out="/campaign repair makes it.")
    await check_impartial(store, campaign, user)


async def look(
    host: Host, guild: int, campaign: Campaign, user: int, faction: int, why: str
) -> LookAs:
    """Note that the person looks at what the faction sees. Raises `Refused`."""
    async with host.stores.use(guild) as store, store.unit():
        present = await store.campaigns.get(campaign.id)
        await check(store, present, user)
        await store.looks.note(campaign.id, user, faction, present.tick, why)
        after = json.dumps({"faction": faction, "tick": present.tick})
        await store.audit.note(campaign.id, user, LOOKED, why=why, trace=Trace(after=after))
    return LookAs(guild, present, faction)


async def its_players(host: Host, seen: LookAs) -> list[Player]:
    """Who plays for the faction."""
    view = await host.view(seen.guild, seen.campaign, seen.faction)
    return [each for each in view.by(Player, "faction", seen.faction) if each.active]


async def its_map(host: Host, seen: LookAs) -> Picture | None:
    """All that the faction knows of its world; None for one that has no map."""
    view = await host.view(seen.guild, seen.campaign, seen.faction)
    shown = faces.of(await host.rules(seen.guild, seen.campaign))
    if shown.atlas is None:
        return None
    part, layer = shown.atlas.known_part(view, seen.faction), shown.layer(None).name
    recipe = recipe_of(seen.campaign.tick, seen.faction, part, layer=layer)
    return await host.workers.run(draw, host.path(seen.guild), seen.campaign.id, recipe)


async def its_turn(host: Host, seen: LookAs, player: Player) -> list[str]:
    """Your turn of a player as it would be without any draft, page by page."""
    # Nobody's id: what is kept at hand for it is told from what is kept for people.
    member = Member(
        seen.campaign.id, -player.id, seen.faction, player.id, seen.campaign.created_at, None
    )
    seat = Seat(seen.guild, seen.campaign, member)
    draft = Draft(seen.campaign.id, member.user, 0, ())
    agenda = await host.agenda(seat, draft, Person(submitted=False, looked=()))
    return [page.text for page in paged([agenda.goal] if agenda.goal else [], agenda)]


async def its_reports(host: Host, seen: LookAs) -> Sequence[Message]:
    """What ticks told the faction last: its report, not what was written to it."""
    async with host.stores.use(seen.guild) as store:
        found = await store.outbox.reports(seen.campaign.id, f"faction:{seen.faction}", None)
    return [each for each in found if (each.tick or 0) <= seen.campaign.tick]
