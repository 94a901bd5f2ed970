"""Messages to one player: privately, or else in the faction's channel with a mention."""

from bot.post.payload import Payload, TextFile
from bot.store.guild import GuildStore
from bot.store.records import Address, Campaign, Member, NewMessage


async def tell_player(
    store: GuildStore,
    campaign: Campaign,
    member: Member,
    key: str,
    text: str,
    *,
    files: tuple[TextFile, ...] = (),
) -> None:
    """Put a message to a player into the outbox, in the unit of the store that it tells of."""
    role = f"player:{member.player}"
    place = await store.places.get(campaign.id, role)
    if place is None or place.snowflake != member.user or place.parked:
        await store.places.put(campaign.id, role, member.user)
    payload = Payload(text=text, files=files, otherwise=f"faction:{member.faction}")
    message = NewMessage(Address(role=role), key, payload.model_dump_json())
    await store.outbox.add(campaign.id, message)
