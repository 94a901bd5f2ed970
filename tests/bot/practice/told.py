"""What a story of the practice table leaves behind: posts, and what factions know."""

from bot.jobs.knowing import see
from bot.practice.reading import full_text
from bot.practice.table import Table
from engine.world import World
from tests.bot.samples import channel


def posts(table: Table, name: str) -> str:
    """All that the bot has posted for everybody in a channel."""
    history = channel(table, name).history()
    return "\n".join(full_text(message, table.env.backend.cdn) for message in history)


async def known(table: Table, seat: int, turns: int) -> World:
    """What the faction of one of the players knows after that many turns."""
    path = table.bot.host.path(table.guild.handle.id)
    async with table.bot.host.stores.use(table.guild.handle.id) as store:
        (campaign,) = await store.campaigns.all()
        members = await store.members.of_campaign(campaign.id)
    assert campaign.turn == turns + 1
    return see(path, campaign.id, campaign.tick, members[seat].faction)
