"""An act on the world outside of runs: a separate tick.

A moderator's comes with its entry in the log or not at all.
"""

from collections.abc import Mapping

from bot.answers import Refused
from bot.host import Host
from bot.resolving import Act, ActRefused, Resolved
from bot.store.errors import LeaseHeld, Overtaken, Stale
from bot.store.records import Campaign
from bot.store.ticks import Deed, DueTick
from engine.orders import Order, Queued


async def do_by_hand(
    host: Host, guild: int, campaign: Campaign, order: Order, deed: Deed, back: int | None = None
) -> Resolved:
    """Carry the order out; `back` is for a rollback the tick whose state it brings back.

    Raises `Refused` for what the rules refuse, and while another tick is made.
    """
    rules = await host.rules(guild, campaign)
    now = host.clock.now()
    day = rules.module.calendar.local_day(now)
    kind = "edit" if back is None else "rollback"
    due = DueTick(kind, now, day, campaign.turn, back=back)
    acts = [Act(0, Queued("a1", order).to_json())]
    try:
        return await host.tick(guild, campaign.id, due, acts=acts, deed=deed)
    except ActRefused as error:
        raise Refused.by_rules(error.says, error.instead, error.rule or None) from error
    except Overtaken as late:
        raise Refused(
            "Another tick was made meanwhile, so nothing was done.",
            way_out="Give the command again, and look at what it would change now.",
        ) from late
    except (LeaseHeld, Stale) as busy:
        raise Refused(
            "A turn of this campaign is just being made.", way_out="Try again in a moment."
        ) from busy


async def act_now(
    host: Host, guild: int, campaign: Campaign, *acts: Act, steps: Mapping[str, str] | None = None
) -> int:
    """A setup tick with these acts of the host or of one player, all or none; its number.

    `steps` must follow its commit (`bot.campaign.steps`). Raises `ActRefused`, and `Refused` if
    another tick is on.
    """
    rules = await host.rules(guild, campaign)
    now = host.clock.now()
    day = rules.module.calendar.local_day(now)
    async with host.stores.use(guild) as store:
        turn = (await store.campaigns.get(campaign.id)).turn
    try:
        done = await host.tick(
            guild, campaign.id, DueTick("setup", now, day, turn), acts=acts, steps=steps
        )
    except (LeaseHeld, Stale) as busy:
        raise Refused(
            "A turn of this campaign is just being made.", way_out="Try again in a moment."
        ) from busy
    return done.tick
