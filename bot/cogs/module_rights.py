"""Who may hand in modules and try them out."""

from bot.answers import Refused
from bot.campaigns.furnishing import MODERATORS
from bot.cogs.seats import Interaction, guild_of


async def require_keeper(interaction: Interaction) -> None:
    """Raise `Refused` for who neither manages the server nor writes in a moderators' channel.

    Whoever moderates a campaign may do so in that campaign's moderators' channel.
    """
    if interaction.permissions.manage_guild:
        return
    held = {role.id for role in getattr(interaction.user, "roles", ())}
    async with interaction.client.host.stores.use(guild_of(interaction)) as store:
        for place in await store.places.at(interaction.channel_id or 0):
            role = await store.places.get(place.campaign, MODERATORS)
            if place.role == "moderators" and role and role.snowflake in held:
                return
    raise Refused(
        "Modules are the matter of who may manage this server, and of moderators.",
        way_out="If you moderate a campaign, write in its moderators' channel.",
    )
