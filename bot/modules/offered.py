"""The modules of a server, for all commands about them: who may give these, and what is offered."""

from discord import app_commands

from bot.answers import Refused
from bot.callers.seats import CHOICE_NAME, CHOICES, Choices, Interaction, guild_of
from bot.campaign.overseers import MODERATORS_ROLE
from bot.store.errors import StoreError
from bot.store.guild import GuildStore
from engine.module.names import key_of


async def require_keeper(interaction: Interaction) -> None:
    """Raise `Refused` for who neither manages the server nor writes in a moderators' channel.

    Moderators of a campaign may do so in that campaign's moderators' channel.
    """
    if interaction.permissions.manage_guild:
        return
    held = {role.id for role in getattr(interaction.user, "roles", ())}
    async with interaction.client.host.stores.use(guild_of(interaction)) as store:
        for place in await store.places.at(interaction.channel_id or 0):
            role = await store.places.get(place.campaign, MODERATORS_ROLE)
            if place.role == "moderators" and role and role.snowflake in held:
                return
    raise Refused(
        "Modules are the matter of who may manage this server, and of moderators.",
        way_out="If you moderate a campaign, write in its moderators' channel.",
    )


async def uploads_named(interaction: Interaction, typed: str) -> Choices:
    """Autocomplete: the modules handed in here, every version, the newest of a name first."""
    try:
        await require_keeper(interaction)
        async with interaction.client.host.stores.use(guild_of(interaction)) as store:
            known = await store.uploads.all()
    except (Refused, StoreError):
        return []
    wanted = key_of(typed)
    return [
        app_commands.Choice(name=f"{each.key}: {each.title}{gone}"[:CHOICE_NAME], value=each.key)
        for each in known
        for gone in [" (taken away)" if each.removed else ""]
        if wanted in key_of(each.key) or wanted in key_of(each.title)
    ][:CHOICES]


async def played_in(store: GuildStore) -> dict[str, list[str]]:
    """By module, the campaigns that play it."""
    used: dict[str, list[str]] = {}
    for each in await store.campaigns.all():
        used.setdefault(each.module_digest, []).append(each.name)
    return used
