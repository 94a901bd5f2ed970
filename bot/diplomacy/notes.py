"""Diplomatic notes: what one faction writes to others, delivered at once and kept.

The bot posts them in the others' channels under the name and arms of their author, so that none is
forged. They change no world. Moderators, who read every faction's channel, are told of one only if
a faction that had it passes it on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from bot.answers import Refused
from bot.campaign.kept_drafts import arms_of
from bot.diplomacy.envoys import Court, addressees, check_talking, court_of
from bot.faces.paint.palette import livery
from bot.faces.words.text import number, plain
from bot.host import Host, Seat
from bot.payload import ArmsRecipe, Card, Choice, Payload
from bot.post.telling import MODERATORS, tell
from bot.store.guild import GuildStore
from bot.store.notes import Note
from bot.store.records import Trace
from bot.wording import check_words
from engine.names import visible

LONGEST: Final = 1800
"""Characters of a note: twice as many, once each is made safe, still fit a card."""
MOST_A_DAY: Final = 20
"""Notes that a faction may send in a day; one to several factions counts for each."""
KEPT_IN_SIGHT: Final = 300
"""Latest notes of a faction that its list shows."""
REPORTED: Final = "note reported"
"""What the log calls a note that was passed on to the moderators."""
_DAY: Final = timedelta(days=1)


async def whom(host: Host, seat: Seat, text: str) -> dict[int, int]:
    """To whom a note of the seat is addressed, as somebody typed it. Raises `Refused`."""
    check_talking(seat)
    rules = await host.rules(seat.guild, seat.campaign)
    court = await court_of(host, seat.guild, seat.campaign, seat.member.faction)
    return addressees(court, rules, seat.member.faction, text)


async def send(
    host: Host, seat: Seat, to: Mapping[int, int], text: str, *, answers: int | None = None
) -> tuple[Note, str]:
    """Send a note to these factions (with the player addressed, 0 for all) and keep it.

    Returns it with what to tell the sender. Raises `Refused`.
    """
    check_talking(seat)
    body = text_of(text, "A note", LONGEST)
    await check_words(host, seat.guild, seat.campaign.id, (body,))
    court = await court_of(host, seat.guild, seat.campaign, seat.member.faction)
    campaign, faction = seat.campaign.id, seat.member.faction
    async with host.stores.use(seat.guild) as store, store.unit():
        now = host.clock.now()
        spent = await store.notes.sent_since(campaign, faction, now - _DAY)
        if spent + len(to) > MOST_A_DAY:
            raise Refused(
                f"Your faction sends at most {MOST_A_DAY} notes in 24 hours; it has sent {spent}, "
                "and one to several factions counts for each.",
                way_out="Wait for some hours, or write to fewer.",
            )
        who = (seat.member.user, seat.player, faction)
        note = await store.notes.send(campaign, who, to, body, answers=answers)
        arms = await arms_of(store, campaign, seat.member.user)
        recipe = ArmsRecipe(arms=arms.model_dump_json())
        for place, choices in (
            *((f"faction:{each}", _choices(note)) for each in to),
            (f"faction:{faction}", ()),
        ):
            payload = Payload(
                cards=(note_card(court, note, own=not choices),), images=(recipe,), choices=choices
            )
            await tell(store, campaign, place, f"N{note.id}", payload)
        seated = {each.faction for each in await store.members.of_campaign(campaign)}
    left = MOST_A_DAY - spent - len(to)
    told = f"Your note to {court.addressed(to)} is on its way. "
    if empty := [each for each in to if each not in seated]:
        told += f"Nobody plays for {court.names(empty)} at present; whoever comes may read it. "
    return note, f"{told}Your faction may send {number(left, 'more', 'more')} today."


def text_of(text: str, what: str, longest: int) -> str:
    """A text as it is kept: without what cannot be seen. Raises `Refused` for none or too long."""
    lines = text.replace("\t", " ").split("\n")
    body = "\n".join(visible(line).rstrip() for line in lines).strip()
    if not 1 <= len(body) <= longest:
        raise Refused(
            f"{what} has 1 to {longest:,} characters; this one has {len(body):,}.",
            way_out="Say it more shortly, or in two." if body else "Write something.",
        )
    return body


def note_card(court: Court, note: Note, *, own: bool) -> Card:
    """A note as its readers see it; `own` for the faction that sent it."""
    name = court.factions[note.faction].name
    head = f"✉️ Sent to {court.addressed(note.to)}" if own else f"✉️ A note from {plain(name)}"
    return Card(
        title=head[:256],
        text=f"{plain(note.body)}\n\n-# {note_line(court, note)}",
        colour=int(livery(court.factions[note.faction].colour).colour.removeprefix("#"), 16),
    )


def note_line(court: Court, note: Note) -> str:
    """Who wrote a note to whom, and which it answers."""
    answers = f", in answer to note {note.answers}" if note.answers else ""
    return (
        f"Note {note.id} by {court.speaker(note.player, note.faction)} to "
        f"{court.addressed(note.to)}{answers}"
    )


def button(act: str, note: Note) -> str:
    """The id of a button under a note; `bot.diplomacy.note_commands` answers it."""
    return f"note:{act}:{note.campaign}:{note.id}"


def _choices(note: Note) -> tuple[Choice, ...]:
    return (
        Choice(label="Reply", id=button("reply", note)),
        Choice(label="Report to moderators", id=button("report", note)),
    )


# ---------------------------------------------------------------- reading


async def received(store: GuildStore, seat: Seat, note: int) -> Note:
    """A note that the seat's faction received. Raises `Refused` for any other."""
    found = await store.notes.get(seat.campaign.id, note)
    if seat.member.faction not in found.to:
        raise Refused(
            "This note was not sent to your faction.",
            way_out="/notes shows those that were.",
        )
    return found


async def of_seat(host: Host, seat: Seat, other: int = 0) -> tuple[Court, list[Note]]:
    """What the seat's faction sent and received lately, the latest first.

    `other` is the faction with which, 0 for all.
    """
    court = await court_of(host, seat.guild, seat.campaign, seat.member.faction)
    async with host.stores.use(seat.guild) as store:
        notes = await store.notes.of_faction(
            seat.campaign.id, seat.member.faction, KEPT_IN_SIGHT, other=other
        )
    return court, notes


# ---------------------------------------------------------------- passing one on


async def report(host: Host, seat: Seat, note: int, why: str) -> None:
    """Pass a note on to the moderators, with its text. Raises `Refused`, and Taken for a second."""
    court = await court_of(host, seat.guild, seat.campaign, seat.member.faction)
    campaign, faction = seat.campaign.id, seat.member.faction
    user = seat.deputy.user if seat.deputy else seat.member.user
    async with host.stores.use(seat.guild) as store, store.unit():
        found = await received(store, seat, note)
        await store.notes.report(found.id, faction, user, why)
        trace = Trace(after=json.dumps({"note": found.id, "faction": faction}))
        entry = await store.audit.note(campaign, user, REPORTED, why=why, trace=trace)
        card = Card(
            title="🚩 A note was reported",
            text=f"{plain(found.body)}\n\n-# {note_line(court, found)}",
            fields=(
                ("Written by", f"<@{found.user}>"),
                ("Reported by", f"<@{user}>, for {court.name(faction)}"),
                ("Why", plain(why) or "Nothing was said."),
            ),
        )
        await tell(store, campaign, MODERATORS, f"M{entry.id}", Payload(cards=(card,)))
