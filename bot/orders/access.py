"""Whose list of orders it is, and who may change it: asked in the store, where it is changed.

What is done with a list is in `ordering`, `submitting` and their like.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bot.answers import Refused
from bot.callers.following import list_changed
from bot.host import Host, Seat
from bot.store.deputies import Power
from bot.store.errors import MovedAway, NotFound, StoreError
from bot.store.guild import GuildStore
from bot.store.records import CampaignState


@asynccontextmanager
async def store_of(host: Host, seat: Seat) -> AsyncGenerator[GuildStore]:
    """The guild's store. Raises `Refused` for what the store cannot do, MovedAway as it is."""
    try:
        async with host.stores.use(seat.guild) as store:
            yield store
    except MovedAway:  # it has its own way out
        raise
    except NotFound as error:
        raise Refused(str(error), way_out="See your orders with /orders list.") from error
    except StoreError as error:
        raise Refused(str(error)) from error


@asynccontextmanager
async def acting(host: Host, seat: Seat, power: Power = "draft") -> AsyncGenerator[GuildStore]:
    """A unit of the store in which the seat's orders are changed, or submitted.

    What follows the list is told once it is committed. The seat is looked up anew: a person who has
    lost it, or the powers of a deputy, changes nothing. What a deputy does is noted. Raises
    `Refused`.
    """
    check_power(seat, power)
    async with _unit(host, seat, power) as store:
        yield store
    list_changed(host, seat)


@asynccontextmanager
async def _unit(host: Host, seat: Seat, power: Power) -> AsyncGenerator[GuildStore]:
    async with store_of(host, seat) as store, store.unit("order"):
        campaign, user, deputy = seat.campaign.id, seat.member.user, seat.deputy
        holder = await store.members.get(campaign, user)
        if holder is None or holder.player != seat.member.player:
            raise Refused("This seat is no longer yours.", way_out="See /seat history.")
        if deputy is None:
            yield store
            return
        now = next(
            (each for each in await store.deputies.of_user(deputy.user) if each.id == deputy.id),
            None,
        )
        if now is None or not now.may(power):
            raise _beyond(power)
        before = (await store.drafts.get(campaign, user)).version
        yield store
        after = (await store.drafts.get(campaign, user)).version
        if power == "draft" and after != before:
            await store.deputies.note(deputy.id, "drafted", after)


def check_power(seat: Seat, power: Power) -> None:
    """Raise `Refused` for a deputy whose powers do not reach so far."""
    if seat.deputy and not seat.deputy.may(power):
        raise _beyond(power)


def _beyond(power: Power) -> Refused:
    what = "submit or withdraw turns" if power == "submit" else "change the list of orders"
    return Refused(
        f"As a deputy you may not {what}.",
        way_out="The player can allow it with /seat deputy; what you may read, you may read on.",
    )


def check_player(seat: Seat) -> None:
    """Check that the player can give orders.

    Raises `Refused` once the campaign has ended, and before the player's place is made.
    """
    if seat.campaign.state is CampaignState.ENDED:
        raise Refused(
            "This campaign has ended.", way_out="/report and /map still show how it went."
        )
    if not seat.player:
        raise Refused(
            "Your place in this campaign is not made yet.", way_out="Try again in a minute."
        )
