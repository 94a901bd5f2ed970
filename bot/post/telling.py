"""The one way to tell somebody something, except by a tick: a place, a player, a person.

Each puts a message into the outbox, to be called in the unit of the store that it tells of.
"""

from __future__ import annotations

from typing import Final

from bot.faces.words.text import plain
from bot.payload import Payload, TextFile
from bot.store.guild import GuildStore
from bot.store.records import Address, Campaign, Member, NewMessage

MODERATORS: Final = "moderators"
HERALD: Final = "herald"


def faction_place(faction: int) -> str:
    """The place of a faction's channel."""
    return f"faction:{faction}"


async def tell(store: GuildStore, campaign: int, place: str, key: str, said: Payload | str) -> None:
    """Say something in the channel of a place, under a key."""
    payload = Payload(text=said) if isinstance(said, str) else said
    message = NewMessage(Address(role=place), key, payload.model_dump_json())
    await store.outbox.add(campaign, message)


async def tell_player(
    store: GuildStore,
    campaign: Campaign,
    member: Member,
    key: str,
    text: str,
    *,
    files: tuple[TextFile, ...] = (),
) -> None:
    """Write to the holder of a seat; where Discord does not let us, in the faction's channel.

    The person is mentioned there.
    """
    await store.outbox.add(campaign.id, await to_player(store, campaign, member, key, text, files))


async def to_player(
    store: GuildStore,
    campaign: Campaign,
    member: Member,
    key: str,
    text: str,
    files: tuple[TextFile, ...] = (),
) -> NewMessage:
    """The message that does so, for a tick's transaction."""
    payload = Payload(text=text, files=files, otherwise=faction_place(member.faction))
    role = f"player:{member.player}"
    await _place(store, campaign.id, role, member.user)
    return NewMessage(Address(role=role), key, payload.model_dump_json())


async def tell_person(
    store: GuildStore, campaign: Campaign, user: int, entry: int, text: str
) -> None:
    """Write to a person who need not have a seat of what an entry of the log tells.

    Where Discord does not let us, it is said in the moderators' channel.
    """
    payload = Payload(text=f"**{plain(campaign.name)}**: {text.strip()}", otherwise=MODERATORS)
    key = f"A{entry}·{user % 10_000}"
    await _privately(store, campaign.id, f"player:u{user}", user, key, payload)


async def _privately(
    store: GuildStore, campaign: int, role: str, user: int, key: str, payload: Payload
) -> None:
    await _place(store, campaign, role, user)
    await tell(store, campaign, role, key, payload)


async def _place(store: GuildStore, campaign: int, role: str, user: int) -> None:
    place = await store.places.get(campaign, role)
    if place is None or place.snowflake != user or place.parked:
        await store.places.put(campaign, role, user)
