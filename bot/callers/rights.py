"""Who may moderate, and where: asked by the bot itself, whatever a server lets people see."""

from bot.answers import Refused
from bot.callers.seats import Interaction, campaign_of
from bot.campaign.overseers import MODERATORS_ROLE
from bot.campaign.parts import check_impartial
from bot.store.errors import MovedAway
from bot.store.records import Campaign


def require_manager(interaction: Interaction) -> None:
    """Raise `Refused` unless the caller may manage the server.

    Discord asks too, but a server's administrators can tell it otherwise.
    """
    if not interaction.permissions.manage_guild:
        raise Refused(
            "This is for people who may manage this server.",
            way_out="Ask one of them: they hold the permission Manage Server.",
        )


async def moderated(interaction: Interaction, named: str | None = None) -> Campaign:
    """The campaign that the command is about, or that a panel names.

    Raises `Refused` for who does not moderate it.

    Moderators are those who may manage the server, and those who hold the campaign's role.
    """
    campaign = await campaign_of(interaction, named)
    if interaction.permissions.manage_guild:
        return campaign
    assert interaction.guild_id is not None
    async with interaction.client.host.stores.use(interaction.guild_id) as store:
        place = await store.places.get(campaign.id, MODERATORS_ROLE)
    held = [role.id for role in getattr(interaction.user, "roles", ())]
    if place is None or place.snowflake not in held:
        raise Refused(
            "This is for the moderators of this campaign.",
            way_out="Ask one of them, or someone who may manage this server.",
        )
    return campaign


async def moderated_here(interaction: Interaction, named: str | None = None) -> Campaign:
    """As `moderated`, for what would change the campaign, before anything is asked about it.

    Raises MovedAway for a campaign that goes on in another server.
    """
    campaign = await moderated(interaction, named)
    assert interaction.guild_id is not None
    async with interaction.client.host.stores.use(interaction.guild_id) as store:
        if await store.campaigns.moved_away(campaign.id):
            raise MovedAway
    return campaign


async def moderated_impartially(interaction: Interaction, named: str | None = None) -> Campaign:
    """As `moderated`, for what shows the truth or another faction's orders.

    Raises `Refused` also for a moderator who plays in the campaign, or has.
    """
    campaign = await moderated(interaction, named)
    assert interaction.guild_id is not None
    async with interaction.client.host.stores.use(interaction.guild_id) as store:
        await check_impartial(store, campaign, interaction.user.id)
    return campaign
