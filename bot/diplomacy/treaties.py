"""Treaties between factions: a text that all its parties sign, open to all the world or sealed.

No rule enforces one: it binds by honour alone. What is signed is never changed. An open treaty is
published by the herald once all have signed; of a sealed one its parties alone know until the
campaign ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bot.answers import Refused
from bot.diplomacy.envoys import Court, addressees, check_talking, court_of
from bot.diplomacy.notes import text_of
from bot.faces.words.text import plain
from bot.host import Host, Seat
from bot.payload import Card, Choice, Payload
from bot.post.telling import tell
from bot.store.guild import GuildStore
from bot.store.treaties import Treaty, TreatyState
from bot.typed import name_of
from bot.wording import check_words

LONGEST: Final = 1500
"""Characters of a treaty's text: twice as many, once each is made safe, still fit a card."""
LONGEST_TITLE: Final = 80
MOST_OPEN: Final = 5
"""Proposals of a faction that wait for signatures at a time."""
HONOUR: Final = "No rule enforces this text: it binds by honour alone."
SIGNS: Final[Mapping[TreatyState, str]] = {
    TreatyState.PROPOSED: "🕊️",
    TreatyState.IN_FORCE: "🤝",
    TreatyState.DECLINED: "✖️",
    TreatyState.RENOUNCED: "💔",
}
_COLOUR: Final = 0x8A6D3B


async def with_whom(host: Host, seat: Seat, text: str) -> tuple[int, ...]:
    """The other parties of a treaty, as somebody typed them. Raises `Refused`."""
    check_talking(seat)
    rules = await host.rules(seat.guild, seat.campaign)
    court = await court_of(host, seat.guild, seat.campaign, seat.member.faction)
    return tuple(addressees(court, rules, seat.member.faction, text))


def title_of(text: str) -> str:
    """A treaty's title as it is kept. Raises `Refused` for what is none."""
    return name_of(text, "A treaty's title", LONGEST_TITLE)


async def propose(
    host: Host, seat: Seat, others: Iterable[int], title: str, text: str, *, sealed: bool
) -> Treaty:
    """Propose a treaty to other factions; the proposer has signed it thereby. Raises `Refused`."""
    check_talking(seat)
    named = title_of(title)
    body = text_of(text, "A treaty", LONGEST)
    await check_words(host, seat.guild, seat.campaign.id, (named, body))
    court = await court_of(host, seat.guild, seat.campaign, seat.member.faction)
    campaign, faction = seat.campaign.id, seat.member.faction
    async with host.stores.use(seat.guild) as store, store.unit():
        mine = await store.treaties.of_faction(campaign, faction)
        waiting = [
            each for each in mine if each.faction == faction and each.state is TreatyState.PROPOSED
        ]
        if len(waiting) >= MOST_OPEN:
            raise Refused(
                f"{MOST_OPEN} treaties that your faction proposed wait for signatures already.",
                way_out="Take one back with /treaty renounce, or wait for an answer.",
            )
        made = await store.treaties.propose(campaign, faction, others, (named, body), sealed=sealed)
        made = await store.treaties.sign(made.id, faction, seat.member.user, seat.player)
        for party in made.parties:
            head = "You proposed a treaty" if party == faction else "A treaty is proposed to you"
            choices = () if party == faction else _choices(made)
            await _tell(store, made, f"faction:{party}", "p", _card(court, made, head), choices)
    return made


async def sign(host: Host, seat: Seat, treaty: int) -> Treaty:
    """Sign a treaty for the seat's faction. Raises `Refused` where it cannot be."""
    check_talking(seat)
    court = await court_of(host, seat.guild, seat.campaign, seat.member.faction)
    faction = seat.member.faction
    async with host.stores.use(seat.guild) as store, store.unit():
        found = await party_of(store, seat, treaty)
        if found.state is not TreatyState.PROPOSED:
            raise Refused(f"This treaty is {found.state}.", way_out="/treaty list shows it.")
        if found.parties[faction]:
            raise Refused("Your faction has signed it already.", way_out="The others must sign.")
        signed = await store.treaties.sign(found.id, faction, seat.member.user, seat.player)
        head = "A treaty is in force" if signed.signed else f"{court.name(faction)} has signed"
        for place in _places(signed):
            await _tell(store, signed, place, f"s{faction}", _card(court, signed, head))
    return signed


async def end(host: Host, seat: Seat, treaty: int, why: str) -> Treaty:
    """Decline a treaty that not all have signed, or renounce one. Raises `Refused`."""
    check_talking(seat)
    await check_words(host, seat.guild, seat.campaign.id, (why,))
    court = await court_of(host, seat.guild, seat.campaign, seat.member.faction)
    faction = seat.member.faction
    async with host.stores.use(seat.guild) as store, store.unit():
        found = await party_of(store, seat, treaty)
        if found.ended_at:
            raise Refused(
                f"This treaty is {found.state} already.",
                way_out="/treaty list shows how treaties stand; /treaty propose makes another.",
            )
        ended = await store.treaties.end(found.id, faction, seat.member.user, why)
        if ended.state is TreatyState.RENOUNCED:
            head = f"{court.name(faction)} has renounced a treaty"
        elif faction == ended.faction:
            head = f"{court.name(faction)} has taken a proposal back"
        else:
            head = f"{court.name(faction)} has declined a treaty"
        for place in _places(ended):
            await _tell(store, ended, place, "e", _card(court, ended, head))
    return ended


async def party_of(store: GuildStore, seat: Seat, treaty: int) -> Treaty:
    """A treaty to which the seat's faction is a party. Raises `Refused` for any other.

    One that is not theirs is answered as one that is not there: sealed ones are nobody else's.
    """
    mine = await store.treaties.of_faction(seat.campaign.id, seat.member.faction)
    found = next((each for each in mine if each.id == treaty), None)
    if found is None:
        raise Refused(
            "Your faction has no such treaty.", way_out="/treaty list shows those it has."
        )
    return found


async def of_seat(host: Host, seat: Seat) -> tuple[Court, list[Treaty]]:
    """What the seat's faction may read: its own treaties, and others' open ones once signed."""
    court = await court_of(host, seat.guild, seat.campaign, seat.member.faction)
    async with host.stores.use(seat.guild) as store:
        every = await store.treaties.of_campaign(seat.campaign.id)
    own = seat.member.faction
    return court, [
        each for each in every if own in each.parties or (each.signed and not each.sealed)
    ]


def treaty_text(court: Court, treaty: Treaty, *, unsealed: bool = False) -> str:
    """A treaty in full: its parties, its text, its signatures with their dates.

    `unsealed` is for all to read once the campaign has ended.
    """
    sealed = "sealed: its parties alone know of it until the campaign ends"
    if unsealed:
        sealed = "sealed until the campaign ended"
    lines = [
        f"Treaty {treaty.id} of {court.names(treaty.parties)}, "
        f"{sealed if treaty.sealed else 'open to all the world'}. "
        f"{SIGNS[treaty.state]} It is **{treaty.state}**.",
        "",
        plain(treaty.body),
        "",
    ]
    for faction, signature in treaty.parties.items():
        if signature:
            at = f"<t:{int(signature.at.timestamp())}:f>"
            lines.append(f"✒️ {court.speaker(signature.player, faction)}, {at}")
        else:
            lines.append(f"… {court.name(faction)} has not signed")
    if treaty.ended_at and treaty.ended_faction:
        at, why = int(treaty.ended_at.timestamp()), f": {plain(treaty.why)}" if treaty.why else ""
        lines.append(f"{SIGNS[treaty.state]} {court.name(treaty.ended_faction)}, <t:{at}:f>{why}")
    return "\n".join([*lines, f"-# {HONOUR}"])


def button(act: str, treaty: Treaty) -> str:
    """The id of a button under a proposal; `bot.diplomacy.treaty_commands` answers it."""
    return f"treaty:{act}:{treaty.campaign}:{treaty.id}"


def _choices(treaty: Treaty) -> tuple[Choice, ...]:
    return (
        Choice(label="Sign …", id=button("sign", treaty)),
        Choice(label="Decline …", id=button("decline", treaty)),
    )


def _card(court: Court, treaty: Treaty, head: str) -> Card:
    return Card(
        title=f"{SIGNS[treaty.state]} {head}: {treaty.title}"[:256],
        text=treaty_text(court, treaty),
        colour=_COLOUR,
    )


def _places(treaty: Treaty) -> list[str]:
    """Who is told of what becomes of a treaty: its parties, and all where it is open and signed."""
    public = treaty.signed and not treaty.sealed
    return [*(f"faction:{each}" for each in treaty.parties), *(["herald"] if public else [])]


async def _tell(
    store: GuildStore,
    treaty: Treaty,
    place: str,
    what: str,
    card: Card,
    choices: tuple[Choice, ...] = (),
) -> None:
    payload = Payload(cards=(card,), choices=choices)
    await tell(store, treaty.campaign, place, f"Y{treaty.id}·{what}", payload)
