"""The moderators' desk: one message in their channel with what needs attention, and how to do it.

Who owes a turn, by name; who is away or idle; what comes next; what could not be sent or made; at
its foot how the host is (`bot.desk.host_health`). It goes out through the outbox as an edit of
the message that stands there (`DESK`), and only if it says something else than before. What its
buttons do is in `bot.desk.command`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final

from bot.calendar.readiness import readiness_of
from bot.campaign.almanac import Almanac, almanac_of
from bot.campaign.attendance import Roll, roll_of
from bot.campaign.overseers import overseers_of
from bot.campaign.status import COLOUR, day_name, moment, overseeing, state_of, why_then
from bot.campaign.steps import waiting
from bot.desk.host_health import Wellbeing, told
from bot.ending.ending import ending_of
from bot.faces.words.text import plain
from bot.host import Host
from bot.payload import OPEN_TO_PLAYERS, Card, Choice, Payload, desk_button
from bot.post.telling import MODERATORS
from bot.store.guild import GuildStore
from bot.store.numbers import called as called_user
from bot.store.records import (
    Address,
    AuditEntry,
    Campaign,
    CampaignState,
    Member,
    MessageKind,
    NewMessage,
)
from engine.calendar import Occasion, OccasionKind
from engine.packs import Rules

TEXT: Final = 3900
"""Characters of its text at most; Discord takes 4,096, and 6,000 with all fields."""
_LIST: Final = 1300
"""Characters of a list of people at most; the button for all names has the rest."""
_WRONG: Final = 5
"""Things gone wrong that are named one by one."""
FORMING, OPEN = CampaignState.FORMING, CampaignState.OPEN
RUNNING, PAUSED = CampaignState.RUNNING, CampaignState.PAUSED

REMEDIES: Final[Mapping[str, str]] = {
    "open": OPEN_TO_PLAYERS,
    "start": "Begin the first turn",
    "remind": "Remind",
    "extend": "Extend …",
    "run": "Run now",
    "pause": "Pause …",
    "resume": "Resume",
    "keep": "Take the end back",
    "names": "All names",
    "replace": "Replace …",
    "announce": "Announce …",
    "settings": "Settings",
    "repair": "Repair",
    "log": "Log",
    "more": "More …",
}
"""What the desk offers, by what stands in a button's id, with its label."""
_OFFERED: Final[Mapping[CampaignState, Sequence[str]]] = {
    FORMING: ("open", "announce", "settings", "repair", "log", "more"),
    OPEN: ("start", "names", "replace", "announce", "settings", "repair", "log", "more"),
    RUNNING: (
        "remind",
        "extend",
        "run",
        "pause",
        "names",
        "replace",
        "announce",
        "settings",
        "repair",
        "log",
        "more",
    ),
    PAUSED: ("resume", "names", "replace", "announce", "settings", "repair", "log", "more"),
    CampaignState.ENDED: ("log",),
}
_OFFERED_ENDING: Final = ("keep", "names", "announce", "repair", "log", "more")
"""What it offers in the day of grace before an end."""
_OFFERED_AWAY: Final = ("names", "log")
"""What it offers where the campaign has moved to another server."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known of those who play."""

    names: Mapping[int, str]
    """By player, what everybody calls the player."""
    idle: frozenset[int]
    """The players of whom no turn is expected any more."""
    out: frozenset[int] = frozenset()
    """Those who have lost all, so that nobody can take their seat over."""


NOBODY: Final = Seen({}, frozenset())


async def seen_by(host: Host, guild: int, campaign: Campaign, store: GuildStore) -> Seen:
    """What anybody may know of the players: who they are, and who is idle.

    Raises `bot.workers.WorkerError`; not to be called in a unit.
    """
    members = await _players(store, campaign.id)
    if not members and not await store.seats.free(campaign.id):
        return NOBODY
    players = await host.players(guild, campaign, members[0].faction if members else 1)
    return Seen(
        {player.id: player.name for player in players},
        frozenset(player.id for player in players if player.idle),
        frozenset(player.id for player in players if player.knows("out") and player.out),
    )


async def _players(store: GuildStore, campaign: int) -> list[Member]:
    return [each for each in await store.members.of_campaign(campaign) if each.player]


# ---------------------------------------------------------------- keeping it up to date


async def refresh_desks(host: Host, guild: int, store: GuildStore, health: Wellbeing) -> bool:
    """Bring the desks of a guild up to date; returns whether something must be sent for it.

    `health` is how the host is (`bot.desk.host_health`).

    Raises `bot.workers.WorkerError` and `bot.store.errors.StoreError`.
    """
    sent = False
    for campaign in await store.campaigns.all():
        if not campaign.tick or await store.places.get(campaign.id, MODERATORS) is None:
            continue
        over = campaign.state is CampaignState.ENDED
        if over and await _shown(store, campaign.id) in ("", await _over(store, campaign)):
            continue
        sent = await _refresh(host, guild, store, campaign, health) or sent
    return sent


async def _refresh(
    host: Host, guild: int, store: GuildStore, campaign: Campaign, health: Wellbeing
) -> bool:
    rules = await host.rules(guild, campaign)
    going = campaign.state in (OPEN, RUNNING, PAUSED)
    seen = await seen_by(host, guild, campaign, store) if going else NOBODY
    async with store.unit():
        present = await store.campaigns.get(campaign.id)
        payload = await desk_of(store, rules, present, seen, health)
        body = payload.model_dump_json()
        ended = present.state is CampaignState.ENDED
        mark = await _over(store, present) if ended else _digest(body)
        if mark == await _shown(store, present.id):
            return False
        await store.settings.put(_setting(present.id), mark)
        message = NewMessage(
            Address(role=MODERATORS), f"T{present.tick}·D", body, MessageKind.EDIT_STATUS
        )
        await store.outbox.add(present.id, message)
    return True


async def post_anew(store: GuildStore, campaign: int, place: str) -> int | None:
    """Forget where the desk stands, so that it is posted at the bottom; returns where it stood.

    To be called in a unit. `place` is that of the message (`bot.post.delivery.DESK`).
    """
    stood = await store.places.get(campaign, place)
    if stood:
        await store.places.forget(campaign, place)
    await store.settings.put(_setting(campaign), "")
    return stood.snowflake if stood else None


def _setting(campaign: int) -> str:
    return f"desk:{campaign}"


async def _shown(store: GuildStore, campaign: int) -> str:
    """What the desk said last, as a digest; empty if it was never posted."""
    return await store.settings.get(_setting(campaign)) or ""


def _digest(body: str) -> str:
    return sha256(body.encode()).hexdigest()


async def _over(store: GuildStore, campaign: Campaign) -> str:
    """What stands for the desk of an ended campaign, which changes by what still waits alone."""
    waits = waiting(await store.timers.all(), campaign.id, store.now())
    return f"over at {campaign.tick}" + (f", {_digest(str(waits))}" if waits else "")


# ---------------------------------------------------------------- what it says


async def desk_of(
    store: GuildStore, rules: Rules, campaign: Campaign, seen: Seen, health: Wellbeing
) -> Payload:
    """The desk as it is now."""
    almanac = await almanac_of(store, campaign, rules.module.calendar)
    roll = await roll_of(store, campaign, almanac) if campaign.state is RUNNING else None
    sections = [
        await _state(store, rules, campaign),
        await _dates(store, campaign, almanac, roll),
        _owing(rules, roll, seen) if roll else [],
        await _away(store, rules, campaign, almanac, roll, seen) if roll else [],
        _idle(rules, roll, seen) if roll else [],
        await _seats(store, rules, campaign, seen),
        await _overseers(store, campaign),
        await _wrong(store, rules, campaign),
    ]
    text = "\n\n".join("\n".join(lines) for lines in sections if lines)
    over = campaign.state is CampaignState.ENDED
    lines = told(health, await store.outbox.stuck(campaign.id))
    card = Card(
        title=f"{plain(campaign.name)} · desk"[:256],
        text=text[:TEXT],
        fields=() if over else (("Host", "\n".join(lines)),),
        colour=COLOUR,
    )
    choices = tuple(remedy_button(each, campaign) for each in await _offered(store, campaign))
    return Payload(cards=(card,), choices=choices)


def remedy_button(remedy: str, campaign: Campaign) -> Choice:
    """A button of the desk, wherever it stands."""
    return Choice(label=REMEDIES[remedy], id=desk_button(remedy, campaign.id))


async def _offered(store: GuildStore, campaign: Campaign) -> Sequence[str]:
    if await store.campaigns.moved_away(campaign.id):
        return _OFFERED_AWAY
    if await ending_of(store, campaign.id):
        return _OFFERED_ENDING
    return _OFFERED[campaign.state]


async def _state(store: GuildStore, rules: Rules, campaign: Campaign) -> list[str]:
    lines = [f"The campaign is {await state_of(store, campaign)}."]
    if await store.campaigns.moved_away(campaign.id):
        return lines
    if set_ := await ending_of(store, campaign.id):
        why = f": {plain(set_.why)}" if set_.why else "."
        return [
            f"🏁 **It ends {moment(set_.at)}**, set by {called_user(set_.who)}{why}"[:400],
            "Until then nothing is due, and the button below takes it back; then its ceremony is "
            "held, and its seed is told.",
        ]
    if campaign.turn and campaign.state in (RUNNING, PAUSED):
        lines[0] = f"**Turn {campaign.turn}** · {rules.module.year.date_of(campaign.turn)}"
        if campaign.state is PAUSED:
            lines.append(await _why_paused(store, campaign))
    if not campaign.joining and campaign.state in (OPEN, RUNNING, PAUSED):
        lines.append("Joining is closed.")
    return lines


async def _why_paused(store: GuildStore, campaign: Campaign) -> str:
    entry = await _pausing(store, campaign)
    if entry is None:
        return "⏸️ Paused."
    why = f": {plain(entry.why)}" if entry.why else ""
    if entry.who:
        return f"⏸️ Paused by {called_user(entry.who)}{why}"[:400]
    return (
        f"⚠️ **A turn could not be made, so I paused it{why}**"[:400]
        + " When the cause is mended, Resume tries it again."
    )


async def _pausing(store: GuildStore, campaign: Campaign) -> AuditEntry | None:
    """The entry of the pause that holds, if the log's latest know it."""
    if campaign.state is not PAUSED:
        return None
    latest = await store.audit.latest(campaign.id, last=50)
    return next((each for each in latest if each.what == "campaign paused"), None)


async def _dates(
    store: GuildStore, campaign: Campaign, almanac: Almanac, roll: Roll | None
) -> list[str]:
    if roll is None:
        return []
    lines: list[str] = []
    run, production = almanac.next(OccasionKind.RUN), almanac.next(OccasionKind.PRODUCTION)
    if run:
        day = await store.agenda.run_day(campaign.id, run.day)
        lines.append(f"⏰ Next cut-off and run: {moment(run.instant)}{why_then(day)}")
        if roll.day != run.day:
            lines.append(f"The week's last cut-off: {moment(roll.deadline)}")
    if production:
        lines.append(f"🌾 Next production: {moment(production.instant)}{_first(production, run)}")
    chosen = await readiness_of(store, campaign.id, almanac.calendar)
    if chosen.early:
        lines.append("A run is early once everyone is ready.")
    return lines


def _first(production: Occasion, run: Occasion | None) -> str:
    return ", before that run" if run and production.instant < run.instant else ""


def _owing(rules: Rules, roll: Roll, seen: Seen) -> list[str]:
    awaited = [member for member in roll.owing() if member.player not in seen.idle]
    expected = len(roll.expected(seen.idle))
    if not awaited:
        return ["✅ **Nobody owes a turn.**" if expected else "Nobody is expected to give a turn."]
    lines = [f"• {called(rules, member, seen)}" for member in awaited]
    return [f"📜 **Owe the turn: {len(awaited)} of {expected}**", *_few(lines)]


async def _away(
    store: GuildStore,
    rules: Rules,
    campaign: Campaign,
    almanac: Almanac,
    roll: Roll,
    seen: Seen,
) -> list[str]:
    today = almanac.calendar.local_day(almanac.since) if almanac.since else roll.day
    members = {each.user: each for each in roll.members}
    lines = [
        f"• {called(rules, members[each.user], seen)}: {day_name(each.first)} to "
        f"{day_name(each.last)}"
        for each in await store.agenda.vacations(campaign.id)
        if each.user in members and each.last >= today
    ]
    return [f"🏖️ **Away or soon to be: {len(lines)}**", *_few(lines)] if lines else []


def _idle(rules: Rules, roll: Roll, seen: Seen) -> list[str]:
    lines = [
        f"• {called(rules, each, seen)}"
        for each in roll.members
        if each.player in seen.idle and each.user not in roll.ready
    ]
    return [f"💤 **Idle, and waited for no more: {len(lines)}**", *_few(lines)] if lines else []


async def _seats(store: GuildStore, rules: Rules, campaign: Campaign, seen: Seen) -> list[str]:
    """The seats that somebody gave up and that can be taken over."""
    if campaign.state not in (OPEN, RUNNING, PAUSED):
        return []
    free = [each for each in await store.seats.free(campaign.id) if each.player not in seen.out]
    lines = [
        f"• **{plain(seen.names.get(each.player, f'Seat {each.player}'))}** · "
        f"{side_of(rules, each.faction)}: free since {_ago(each.since)}"
        + (", a caretaker looks after it" if each.tended else "")
        for each in free
    ]
    return [f"🪑 **Free seats: {len(lines)}**; `/seat take` takes one", *_few(lines)] * bool(lines)


async def _overseers(store: GuildStore, campaign: Campaign) -> list[str]:
    known = await overseers_of(store, campaign.id)
    return [overseeing(known)] if known and campaign.state is not CampaignState.ENDED else []


def _place(rules: Rules, role: str) -> str:
    """What moderators call the channel of a place."""
    kind, _, faction = role.partition(":")
    if kind == "faction" and faction.isdecimal():
        return f"the channel of {side_of(rules, int(faction))}"
    return f"the {plain(kind)} channel"


async def _wrong(store: GuildStore, rules: Rules, campaign: Campaign) -> list[str]:
    """What waits that should be done, was parked, or cannot be sent for the time being."""
    lines = waiting(await store.timers.all(), campaign.id, store.now())
    lines += [
        f"• Nothing can be posted in {_place(rules, each.role)}: {plain(each.parked)}"[:200]
        for each in await store.places.of_campaign(campaign.id)
        if each.parked
    ]
    parked = await store.outbox.parked(campaign.id)
    lines += [
        f"• Message `{each.key}` for "
        f"{_place(rules, each.to.role) if each.to.role else f'<#{each.to.channel}>'} was set "
        f"aside: {plain(each.error or 'no reason is known')}"[:200]
        for each in parked
    ]
    if not lines:
        pausing = await _pausing(store, campaign)
        if pausing and not pausing.who:
            return []  # a turn failed, as is told above
        return [f"💚 All is well: nothing failed or waits.{await _last(store, campaign)}"]
    more = len(lines) - _WRONG
    return [
        f"⚠️ **Not as it should be: {len(lines)}.** Repair mends channels and sends again.",
        *lines[:_WRONG],
        *([f"• … and {more} more"] if more > 0 else ()),
    ]


async def _last(store: GuildStore, campaign: Campaign) -> str:
    for tick in await store.campaigns.ticks(campaign.id, last=20):
        if tick.kind != "setup":
            return (
                f" The last {_KINDS.get(tick.kind, 'change')} was made {_ago(tick.committed_at)}."
            )
    return ""


_KINDS: Final = {"run": "run", "weekly": "production", "monthly": "production"}


def _ago(at: datetime) -> str:
    return f"<t:{int(at.timestamp())}:R>"


def called(rules: Rules, member: Member, seen: Seen) -> str:
    """A player as moderators know one: the name in the game, the person, the faction."""
    name = seen.names.get(member.player or 0, "")
    shown = f"**{plain(name)}** " if name else ""
    return f"{shown}<@{member.user}> · {side_of(rules, member.faction)}"


def side_of(rules: Rules, faction: int) -> str:
    """A faction's short name, as Discord shows it."""
    factions = list(rules.module.factions.values())
    return plain(factions[faction - 1].short) if 0 < faction <= len(factions) else ""


def _few(lines: Sequence[str]) -> list[str]:
    """As many lines as have room; the last says how many more there are."""
    shown: list[str] = []
    room = _LIST
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        shown.append(line)
    more = len(lines) - len(shown)
    return [*shown, *([f"• … and {more} more; “{REMEDIES['names']}” lists them"] if more else ())]


# ---------------------------------------------------------------- all of them


async def everybody(store: GuildStore, rules: Rules, campaign: Campaign, seen: Seen) -> list[str]:
    """Every player with where the week's turn stands, one a line, in order of faction."""
    almanac = await almanac_of(store, campaign, rules.module.calendar)
    roll = await roll_of(store, campaign, almanac) if campaign.state is RUNNING else None
    members = sorted(await _players(store, campaign.id), key=lambda each: each.faction)
    return [
        f"• {called(rules, member, seen)}: {_standing(roll, member, seen)}" for member in members
    ]


def _standing(roll: Roll | None, member: Member, seen: Seen) -> str:
    if roll is None:
        return "nothing is due"
    if member.user in roll.ran:
        return "has run"
    if member.user in roll.waiting:
        return "has submitted"
    if member.user in roll.away:
        return "away"
    if member.player in seen.idle:
        return "idle"
    return "**owes the turn**"
