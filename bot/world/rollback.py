"""Taking a campaign back to an earlier tick, and taking that back: a separate tick each time.

The calendar goes on: no run or production comes twice, and the turn that the campaign goes back to
is played from now on. Seats are those of the present: a player who is not in the world any more
loses the seat, and gets it back if the rollback is undone. Orders that wait for their run stay;
those of runs that are undone go back into lists that are empty. All of it is one transaction; the
roles on Discord follow the seats (`bot.campaign.roles`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from bot.answers import Refused
from bot.campaign.acting import do_by_hand
from bot.campaign.almanac import TIMER
from bot.campaign.roles import see_to
from bot.campaign.status import STATES
from bot.faces.words.text import escaped, plain
from bot.host import Host
from bot.post.telling import to_player
from bot.resolving import Resolved
from bot.store.errors import NotFound
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, Trace
from bot.store.ticks import Deed, Returned
from bot.world.rollback_preview import Kept, WayBack, look_back
from engine.rollback import Rollback

if TYPE_CHECKING:
    from bot.campaign.undoing import Undoing

WHAT = "campaign taken back"
"""What the log calls it."""
_ALLOWED = (CampaignState.OPEN, CampaignState.RUNNING, CampaignState.PAUSED)
_LISTED = 15  # orders that a message names


async def way_back(host: Host, guild: int, campaign: Campaign, to: int) -> WayBack:
    """What a rollback would do. Raises `Refused` where there is no way back."""
    if campaign.state not in _ALLOWED:
        ended = campaign.state is CampaignState.ENDED
        raise Refused(
            f"It cannot be taken back: the campaign is {STATES[campaign.state]}.",
            way_out="Its seed is published, so its dice can be foreseen. Make a copy to play on."
            if ended
            else "/campaign open lets players join first.",
        )
    if not 1 <= to < campaign.tick:
        raise Refused(
            f"There is no earlier tick {to}; the present one is {campaign.tick}.",
            way_out="Choose one from the list that appears as you type.",
        )
    try:
        found = await host.workers.run(look_back, host.path(guild), campaign.id, to)
    except NotFound as error:
        raise Refused(str(error), way_out="Choose one from the list.") from error
    if found.reasons:
        raise Refused(
            f"The campaign was played by another module at tick {to}, and the present one "
            "does not fit that world:\n" + "\n".join(f"• {plain(each)}" for each in found.reasons),
            way_out="Take the change of the module back first, or choose a later tick.",
        )
    return found


async def roll_back(
    host: Host,
    guild: discord.Guild,
    campaign: Campaign,
    who: int,
    found: WayBack,
    why: str,
    *,
    undoes: int | None = None,
    seats: Sequence[tuple[int, int, int]] = (),
) -> Resolved:
    """Make the state after that tick the present one, and tell whomever it concerns.

    Raises `Refused`, also if a tick was made since the way back was looked at.
    """
    before, after = (json.dumps({"tick": tick}) for tick in (found.present, found.tick))
    async with host.stores.use(guild.id) as store:
        returned = [
            each for kept in found.kept if (each := await _returned(store, campaign, found, kept))
        ]
    deed = Deed(
        who,
        WHAT,
        why,
        Trace(before, after, undoes=undoes, open=True),
        asked_of=found.present,
        seats=seats,
        returned=returned,
        retaken=[each.id for each in found.regained],
        # Its ring winds the calendar and brings the status up to date.
        timers={TIMER: host.clock.now()},
    )
    order = Rollback(to=found.tick, why=why)
    async with host.furnishing[guild.id]:
        done = await do_by_hand(host, guild.id, campaign, order, deed, back=found.tick)
        for user in [each.user for each in found.homeless] + [user for user, _, _ in seats]:
            if user > 0:
                await see_to(host, guild, campaign.id, user)
    return done


async def undo_rollback(undoing: Undoing) -> str:
    """Go back to the tick before the rollback."""
    host, campaign, entry = undoing.bot.host, undoing.campaign, undoing.entry
    if entry.trace.tick is None:
        raise Refused(
            "The log does not say by which tick it was done.",
            way_out="/world rollback takes the campaign to a tick that you name.",
        )
    async with host.stores.use(undoing.guild.id) as store:
        gone = await store.members.ended_at(campaign.id, entry.at)
    found = await way_back(host, undoing.guild.id, campaign, entry.trace.tick - 1)
    # Of those who gave one seat up in one moment, who came last held it until the rollback.
    last = {member.player: member for member in gone if member.player}
    seats = [(member.user, member.faction, player) for player, member in last.items() if player]
    await roll_back(
        host,
        undoing.guild,
        campaign,
        undoing.who,
        found,
        undoing.why,
        undoes=entry.id,
        seats=seats,
    )
    return f"The campaign stands again as it did after tick {found.tick}, in turn {found.turn}."


# ---------------------------------------------------------------- inside


async def _returned(
    store: GuildStore, campaign: Campaign, found: WayBack, kept: Kept
) -> Returned | None:
    """The orders of a run that is undone, and what its player is told of them."""
    member = kept.member
    if not kept.waits:
        where = (
            "the orders of your turn that is undone stand in your list again; submit them anew "
            "with `/orders submit`"
        )
    elif kept.senseless:
        where = "your submitted turn stays as it is, and still waits for its run"
    else:
        return None
    lines = [f"⏪ **The campaign was taken back to turn {found.turn}**: {where}."]
    if kept.senseless:
        lines.append("These make no sense any more, unless you change them:")
        lines += [f"• {escaped(line)}: {escaped(why)}" for line, why in kept.senseless[:_LISTED]]
        more = len(kept.senseless) - _LISTED
        lines += [f"… and {more} more; `/orders show` has them all."] if more > 0 else []
    key, text = f"T{found.present + 1}·B{member.player}", "\n".join(lines)[:1900]
    orders = () if kept.waits else [(int(key[1:]), body) for key, body in kept.orders]
    return Returned(member.user, orders, await to_player(store, campaign, member, key, text))
