"""Reminding players of the week's last cut-off: those alone who owe a turn, once per deadline.

Who has become idle is left in peace until they submit a turn again.

Each picks the hours before it; nothing is looked at in between. A reminder goes to the person
directly or, where Discord does not let us, to the faction's channel (`Payload.otherwise`).
"""

from datetime import timedelta

from bot.campaigns.calendar import REMINDERS, almanac_of
from bot.campaigns.roll import Roll, idle_players, roll_of
from bot.campaigns.status import moment
from bot.faces.words.text import plain
from bot.host import Host
from bot.post.payload import Payload
from bot.store.guild import GuildStore
from bot.store.records import Address, Campaign, CampaignState, Member, NewMessage


async def remind(host: Host, guild: int, campaign_id: int) -> None:
    """Remind whoever is to be reminded by now, and set the timer for the next.

    Source: cohorts.turn.missed-turn. Raises `bot.workers.WorkerError`.
    """
    now = host.clock.now()
    async with host.stores.use(guild) as store:
        campaign = await store.campaigns.get(campaign_id)
        calendar = (await host.rules(guild, campaign)).module.calendar
        running = campaign.state is CampaignState.RUNNING
        idle = await idle_players(host, guild, campaign, store) if running else frozenset[int]()
        async with store.unit("reminder"):
            roll = None
            if running:
                roll = await roll_of(store, campaign, await almanac_of(store, campaign, calendar))
            if roll is None or now >= roll.deadline:
                await store.timers.clear(campaign_id, REMINDERS)  # the next run sets it anew
                return
            chosen = await store.agenda.reminders(campaign_id)
            told = await store.agenda.reminded(campaign_id, roll.day)
            owing, later = roll.owing(), list[timedelta]()
            for member in roll.members:
                hours = chosen.get(member.user, calendar.reminder_hours)
                if not hours or member.user in told or member.player in idle:
                    continue
                before = timedelta(hours=hours)
                if now < roll.deadline - before:
                    later.append(before)
                elif member in owing:
                    key = f"D{roll.day.isoformat()}·P{member.player}"
                    await tell(store, campaign, member, roll, key)
            if later:
                await store.timers.put(campaign_id, REMINDERS, roll.deadline - max(later))
            else:
                await store.timers.clear(campaign_id, REMINDERS)


async def tell(store: GuildStore, campaign: Campaign, member: Member, roll: Roll, key: str) -> None:
    """Remind a player who owes the week's turn, under that key; to be called in a unit."""
    role = f"player:{member.player}"
    place = await store.places.get(campaign.id, role)
    if place is None or place.snowflake != member.user or place.parked:
        await store.places.put(campaign.id, role, member.user)
    waits = await store.submissions.pending(campaign.id, member.user)
    besides = "; only your standing orders will run" if waits else ""
    text = (
        f"⏰ **{plain(campaign.name)}** waits for your turn: the week's last cut-off is "
        f"{moment(roll.deadline)}, and you have submitted nothing{besides}.\n"
        "`/orders submit` submits your list; `/reminders` changes when I remind you."
    )
    payload = Payload(text=text, otherwise=f"faction:{member.faction}")
    message = NewMessage(Address(role=role), key, payload.model_dump_json())
    await store.outbox.add(campaign.id, message)
    await store.agenda.note_reminded(campaign.id, member.user, roll.day)
