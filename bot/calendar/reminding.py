"""Reminding players of the week's last cut-off: those alone who owe a turn, once per deadline.

Who has become idle is left in peace until they submit a turn again.

Each picks the hours before it; nothing is looked at in between. A reminder goes to the person
directly or, where Discord does not let us, to the faction's channel (`Payload.otherwise`).
"""

from datetime import timedelta

from bot.calendar.readiness import idle_players
from bot.campaign.almanac import REMINDERS, almanac_of
from bot.campaign.attendance import Roll, roll_of
from bot.campaign.status import moment
from bot.faces.words.text import number, plain
from bot.host import Host
from bot.post.telling import tell_player
from bot.store.guild import GuildStore
from bot.store.records import Campaign, CampaignState, Member


async def remind(host: Host, guild: int, campaign_id: int) -> None:
    """Send the reminders due by now, and set the timer for the next.

    Source: cohorts.turn.missed-turn. Raises `bot.workers.WorkerError`.
    """
    now = host.clock.now()
    async with host.stores.use(guild) as store:
        campaign = await store.campaigns.get(campaign_id)
        calendar = (await host.rules(guild, campaign)).module.calendar
        running = campaign.state is CampaignState.RUNNING
        idle = await idle_players(host, guild, campaign, store) if running else frozenset[int]()
        missed = await _about_to_be_idle(host, guild, campaign, store) if running else {}
        async with store.unit("reminder"):
            roll = None
            if running:
                roll = await roll_of(store, campaign, await almanac_of(store, campaign, calendar))
            if roll is None or now >= roll.deadline:
                await store.timers.clear(campaign_id, REMINDERS)  # the next run sets it anew
                return
            await _tell_idle(store, campaign, roll, idle)
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
                    weeks = missed.get(member.player or 0, 0)
                    await remind_of_turn(store, campaign, member, roll, key, weeks)
            if later:
                await store.timers.put(campaign_id, REMINDERS, roll.deadline - max(later))
            else:
                await store.timers.clear(campaign_id, REMINDERS)


async def _tell_idle(
    store: GuildStore, campaign: Campaign, roll: Roll, idle: frozenset[int]
) -> None:
    """Write once to each player who has become idle; then nothing until a turn is submitted."""
    told = await store.seats.told_idle(campaign.id)
    now = {each.user: each for each in roll.members if each.player in idle}
    for user in now.keys() - told:
        if user in roll.away:
            continue
        member = now[user]
        text = (
            f"💤 **{plain(campaign.name)}**: you have missed so many weeks that nobody waits for "
            "you any more, and your faction decides without you. I remind you of nothing until "
            "you submit a turn: `/turn` shows what is to do, `/vacation` lets a caretaker or a "
            "deputy play for you, `/leave` frees the seat for somebody else."
        )
        key = f"I{roll.day.isoformat()}·P{member.player}"
        await tell_player(store, campaign, member, key, text)
    if told != now.keys():
        await store.seats.tell_idle(campaign.id, frozenset(now))


async def _about_to_be_idle(
    host: Host, guild: int, campaign: Campaign, store: GuildStore
) -> dict[int, int]:
    """The players whom one more missed week makes idle, and how many they have missed.

    Raises `bot.workers.WorkerError`. Each faction is asked only about its players.
    """
    enough = (await host.rules(guild, campaign)).module.calendar.idle_after
    members = [each for each in await store.members.of_campaign(campaign.id) if each.player]
    found: dict[int, int] = {}
    for faction in sorted({each.faction for each in members}):
        for player in await host.players(guild, campaign, faction):
            if player.faction != faction or player.idle or not player.knows("missed"):
                continue
            if player.missed + 1 >= enough > 1:
                found[player.id] = player.missed
    return found


async def remind_of_turn(
    store: GuildStore, campaign: Campaign, member: Member, roll: Roll, key: str, missed: int = 0
) -> None:
    """Remind a player who owes the week's turn, under that key; to be called in a unit.

    `missed` is of one who is about to be idle: in how many weeks there was no turn.
    """
    waits = await store.submissions.pending(campaign.id, member.user)
    besides = "; only your standing orders will run" if waits else ""
    text = (
        f"⏰ **{plain(campaign.name)}** waits for your turn: the week's last cut-off is "
        f"{moment(roll.deadline)}, and you have submitted nothing{besides}.\n"
        "`/orders submit` submits your list; `/reminders` changes when I remind you."
    )
    if missed:
        text += (
            f"\nYou have missed {number(missed, 'week')} in a row. With this one you count as "
            "idle: the moderators are told, and your faction decides without you."
        )
    await tell_player(store, campaign, member, key, text)
    await store.agenda.note_reminded(campaign.id, member.user, roll.day)
