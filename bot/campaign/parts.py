"""Who has a part in a campaign, or had one, and therefore sees for nobody else."""

from bot.answers import Refused
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState


async def has_part(store: GuildStore, campaign: int, user: int) -> bool:
    """Whether the person plays or has played in the campaign, in a seat or as a deputy."""
    return bool(
        await store.members.get(campaign, user)
        or any(each.player for each in await store.members.former(campaign, user))
        or await store.deputies.former(campaign, user)
    )


async def copy_tells_secrets(store: GuildStore, campaign: int) -> bool:
    """Whether it is a copy, or a copy of one, of a campaign that goes on and has its secrets."""
    original = await store.campaigns.original(campaign)
    if not original:
        return False
    if (await store.campaigns.get(original)).state is not CampaignState.ENDED:
        return True
    return await copy_tells_secrets(store, original)


async def check_impartial(store: GuildStore, campaign: Campaign, user: int) -> None:
    """Raise `Refused` for people who play or have played here, in a seat or as a deputy."""
    if await has_part(store, campaign.id, user):
        raise Refused(
            "You play in this campaign, or have: nobody who does sees for others.",
            way_out="Ask a moderator who does not play in it.",
        )
