"""Who has held which seat and when, honestly: people, computers, deputies, times without any."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import groupby
from typing import Final

from bot.faces.words.text import plain
from bot.store.deputies import Deputy
from bot.store.guild import GuildStore
from bot.store.numbers import called
from bot.store.records import Member
from bot.store.seats import Caretaker
from engine.campaign import Player

WISHES: Mapping[str, str] = {
    "grow": "defends and grows, and begins no war",
    "production": "sees to production alone",
    "standing": "follows the standing orders",
    "play": "plays to win",
}
"""What a computer player in a seat does, by its wish."""

_GAP: Final = timedelta(minutes=1)
"""Between two holders who follow each other at once there may be so much."""


async def histories(
    store: GuildStore, campaign: int, players: Mapping[int, Player]
) -> list[tuple[int, str]]:
    """Each seat's history in words, with its faction, seat by seat."""
    members = await store.seats.history(campaign)
    deputies = await store.deputies.of_campaign(campaign)
    caretakers = await store.seats.caretakers(campaign)
    told: list[tuple[int, str]] = []
    for player, held in groupby(members, key=lambda each: each.player or 0):
        holders = list(held)
        known = players.get(player)
        name = plain(known.name) if known else f"Seat {player}"
        acting = [each for each in deputies if each.player == player]
        lines = [f"**{name}**", *_lines(holders, acting, caretakers.get(player))]
        told.append((holders[0].faction, "\n".join(lines)))
    return told


def _lines(
    holders: Sequence[Member], deputies: Sequence[Deputy], caretaker: Caretaker | None
) -> Iterator[str]:
    holders = _without_breaks(holders)
    for each, after in zip(holders, [*holders[1:], None], strict=True):
        who = called(each.user)
        if each.left_at is None:
            yield f"• {who} since {_day(each.joined_at.timestamp())}"
        else:
            ended = _day(each.left_at.timestamp())
            yield f"• {who} from {_day(each.joined_at.timestamp())} to {ended}"
            if after is None:
                yield f"• free since {ended}"
            elif after.joined_at - each.left_at > _GAP:
                yield f"• free from {ended} to {_day(after.joined_at.timestamp())}"
    for deputy in deputies:
        ended = deputy.ended_at or deputy.until
        until = f" to {_day(ended.timestamp())}" if ended else ""
        yield (
            f"• deputy: {called(deputy.user)} from {_day(deputy.first.timestamp())}{until}, "
            f"may {deputy.power}"
        )
    if caretaker:
        days = ""
        if caretaker.first and caretaker.last:
            days = f" from {caretaker.first.isoformat()} to {caretaker.last.isoformat()}"
        kind = "a computer" if caretaker.kind == "rival" else "a caretaker"
        yield f"• {kind} looks after it{days}"  # how, is nothing for other factions


def _without_breaks(holders: Sequence[Member]) -> list[Member]:
    """The holders, each once for a time that an act and its undoing parted."""
    found: list[Member] = []
    for each in holders:
        last = found[-1] if found else None
        left = last.left_at if last and last.user == each.user else None
        if last and left and each.joined_at - left <= _GAP:
            found[-1] = replace(last, left_at=each.left_at)
        else:
            found.append(each)
    return found


def _day(seconds: float) -> str:
    return f"<t:{int(seconds)}:d>"
