"""How a person means to begin: kept in the store at every step, until the place is taken.

It can be left and taken up again after days and restarts. What may be chosen is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from pydantic import BaseModel, ConfigDict

from bot.faces.arms.coat import Arms
from bot.host import Host
from bot.store.guild import GuildStore
from bot.store.records import Campaign
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.setup.designing import Outline, blank, design_of
from engine.packs.cohorts.setup.joining import Join


class Beginning(BaseModel):
    """Faction, city, name and party as they are chosen so far."""

    model_config = ConfigDict(frozen=True)

    module: str
    """The digest of the module for which it was made; another one has other things to choose."""
    faction: str = ""
    city: int = 0
    name: str = ""
    outline: Outline

    @classmethod
    def blank(cls, campaign: Campaign, rules: Rules, name: str) -> Self:
        """Nothing chosen but what the player is called."""
        outline = blank(rules.module.content(Content))
        return cls(module=campaign.module_digest, name=name, outline=outline)

    def but(self, **changes: object) -> Self:
        """The same with other fields."""
        return self.model_copy(update=changes)


async def kept(store: GuildStore, campaign: Campaign, user: int) -> Beginning | None:
    """What the person has put down for the campaign, if its module is still the same."""
    body = await store.papers.get(campaign.id, user, "design")
    found = Beginning.model_validate_json(body) if body else None
    return found if found and found.module == campaign.module_digest else None


async def keep(store: GuildStore, campaign: Campaign, user: int, beginning: Beginning) -> None:
    """Put it down."""
    await store.papers.put(campaign.id, user, "design", beginning.model_dump_json())


async def change(
    host: Host,
    guild: int,
    campaign: Campaign,
    user: int,
    edit: Callable[[Beginning], Beginning],
    otherwise: Beginning,
) -> Beginning:
    """Change what is put down, `otherwise` if nothing is; two open forms do not undo each other."""
    async with host.stores.use(guild) as store, store.unit():
        changed = edit(await kept(store, campaign, user) or otherwise)
        await keep(store, campaign, user, changed)
    return changed


async def arms_of(store: GuildStore, campaign: int, user: int) -> Arms:
    """A person's arms in a campaign: as they were chosen, else those to begin with."""
    found = await store.papers.get(campaign, user, "arms")
    return Arms.model_validate_json(found) if found else Arms.of_chance(user)


def order_of(beginning: Beginning, party: str = "") -> Join:
    """The order that takes the place: with a ready-made party, or with the outline's design.

    Raises `ValueError` if the design lacks a name, race or class.
    """
    design = None if party else design_of(beginning.outline)
    if not party and design is None:
        raise ValueError("the design is not finished")
    return Join(
        faction=beginning.faction,
        name=beginning.name,
        party=party,
        city=beginning.city,
        design=design,
    )
