"""What a person has put down on the way to a seat: kept in the store until the seat is taken.

It can be left and taken up again after days and restarts. What may be chosen is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pydantic import ValidationError

from bot.faces.arms.coat import Arms
from bot.faces.join_forms import Draft
from bot.host import Host
from bot.store.guild import GuildStore
from bot.store.records import Campaign

D = TypeVar("D", bound=Draft)


async def kept(store: GuildStore, campaign: Campaign, user: int, blank: D) -> D | None:
    """What the person has put down for the campaign, as a draft of the class of `blank`.

    None if there is nothing, or if its module or the form is no longer the same.
    """
    body = await store.papers.get(campaign.id, user, "design")
    if body is None:
        return None
    try:
        found = type(blank).model_validate_json(body)
    except ValidationError:  # put down in the form of another version: it is begun anew
        return None
    return found if found.module == campaign.module_digest else None


async def keep(store: GuildStore, campaign: Campaign, user: int, draft: Draft) -> None:
    """Put it down."""
    await store.papers.put(campaign.id, user, "design", draft.model_dump_json())


async def change(
    host: Host, guild: int, campaign: Campaign, user: int, edit: Callable[[D], D], otherwise: D
) -> D:
    """Change what is put down, `otherwise` if nothing is; two open forms do not undo each other."""
    async with host.stores.use(guild) as store, store.unit():
        changed = edit(await kept(store, campaign, user, otherwise) or otherwise)
        await keep(store, campaign, user, changed)
    return changed


async def arms_of(store: GuildStore, campaign: int, user: int) -> Arms:
    """A person's arms in a campaign: as they were chosen, else those to begin with."""
    if found := await store.papers.get(campaign, user, "arms"):
        return Arms.model_validate_json(found)
    members = await store.members.of_campaign(campaign)
    return Arms.to_begin_with((each.user for each in members), user)
