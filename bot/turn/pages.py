"""Your turn as a person reads it: where the turn stands, open decisions, page by page.

What is on it comes from the faces (`bot.jobs.agenda`) and the calendar; buttons are not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.callers.embeds import PAGE, clipped, moment
from bot.faces.agenda import AgendaEntry
from bot.faces.forecasts import Brief
from bot.faces.leads import Lead
from bot.faces.words.text import number
from bot.host import Host, Seat
from bot.jobs.agenda import Agenda, Person, Subject
from bot.orders import submitting
from bot.orders.access import check_player, store_of
from bot.orders.fights import fights_of, leading_to_fights
from bot.orders.ordering import draft_of
from bot.orders.standing import StandingShown
from bot.orders.standing import standing as standing_orders
from bot.orders.submitting import TurnState, by_whom
from bot.orders.texts import fight_lines
from bot.store.records import CampaignState, StandingState

MENU: Final = 8  # lines of a menu that a phone shows at once; the others come by "more"
BUTTONS: Final = 2  # beside those that turn pages and undo
MENUS: Final = 3  # of a page; the other two rows of a message are for buttons
_TICKED, _OPEN = "☑", "☐"
_FIRST: Final = "Your first turn"
_NAMED: Final = 3  # of what goes to waste, before only a number is told
_RECKONED: Final = "⚔️ What your fights would bring is being reckoned …"
_NOTHING: Final = (
    "Nothing waits for you. Submit your turn if you have not, and read on after the next report."
)


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of a page."""

    called: str
    parts: tuple[tuple[Lead, ...], ...]
    """Its lines, `MENU` at most at a time; at least one part. The first has the best idea of each
    line of text, and everything else that can be done with it."""


@dataclass(frozen=True, slots=True)
class TurnPage:
    """A page of Your turn."""

    text: str
    menus: tuple[Menu, ...]


@dataclass(frozen=True, slots=True)
class YourTurn:
    """Your turn, ready to be shown."""

    title: str
    pages: tuple[TurnPage, ...]
    """At least one."""
    buttons: tuple[Lead, ...] = ()
    """What also stands as a button, on every page."""
    fights: Mapping[str, Brief] | None = field(default_factory=dict[str, Brief])
    """What the fights would bring to which the list leads, by the orders' keys; None while that is
    reckoned."""
    of: tuple[int, int] = (0, 0)
    """The campaign's tick, and the list's version."""
    empty: bool = True
    """Whether the list holds no order, so that there is nothing to submit."""


async def your_turn(
    host: Host, seat: Seat, before: YourTurn | None = None, *, at_once: bool = False
) -> YourTurn:
    """Your turn as it stands. Raises `Refused` where the player can give no orders.

    What `before` knows of fights is not reckoned again while the list stays; `at_once` leaves out
    what has to be reckoned.
    """
    check_player(seat)
    draft = await draft_of(host, seat)
    standing = await submitting.standing(host, seat)
    async with store_of(host, seat) as store:
        note = await store.turn_notes.get(seat.campaign.id, seat.member.user)
        away = await store.campaigns.moved_away(seat.campaign.id)
    person = Person(submitted=standing.submission is not None, looked=note.looked)
    of = seat.campaign.tick, draft.version
    fights: Mapping[str, Brief] | None
    if before and before.of == of and before.fights is not None:
        fights = before.fights
    elif at_once:
        ahead = await leading_to_fights(host, seat, (await host.plan(seat, draft)).orders)
        fights = None if ahead else {}
    else:
        fights = await fights_of(host, seat, draft)
    made = with_fights(await host.agenda(seat, draft, person), fights)
    agenda = with_standing(made, await standing_orders(host, seat))
    head = [*heading(seat.campaign.state, standing, draft.version, away=away), agenda.goal]
    pages = tuple(paged([each for each in head if each], agenda))
    leads = (lead for each in agenda.subjects for entry in each.entries for lead in entry.leads)
    buttons = tuple(lead for lead in leads if lead.button)[:BUTTONS]
    title = f"Your turn · Turn {agenda.turn} · {agenda.date}"
    return YourTurn(title, pages, buttons, fights, of, not draft.orders)


def with_standing(agenda: Agenda, orders: Sequence[StandingShown]) -> Agenda:
    """The same with a subject for standing orders, before what the list does; none without any."""
    if not orders:
        return agenda
    lines: list[str] = []
    going = [each for each in orders if each.state is StandingState.ON]
    if going:
        told = ", ".join(f"`{each.key}` {each.how_long}" for each in going[:_NAMED])
        lines.append(f"{number(len(going), 'order')} again: {told}")
    if paused := sum(each.state is StandingState.PAUSED for each in orders):
        lines.append(f"{paused} paused")
    ended = [each for each in orders if each.state is StandingState.ENDED]
    lines += [f"`{each.key}` ended: {each.why}" for each in ended[:_NAMED]]
    lead = Lead(label="Standing orders: pause, go on, end", command="orders standing")
    first, *others = lines
    entries = (AgendaEntry(text=first, leads=(lead,)), *(AgendaEntry(text=each) for each in others))
    return replace(agenda, subjects=(*agenda.subjects, Subject("Standing orders", entries)))


def with_fights(agenda: Agenda, found: Mapping[str, Brief] | None) -> Agenda:
    """The same, begun with what the fights would bring to which the list leads."""
    if found is None:
        lines = [_RECKONED]
    else:
        lines = [f"`{key}` {line}" for key, fight in found.items() for line in fight_lines(fight)]
    if not lines:
        return agenda
    fights = Subject("Your fights", tuple(AgendaEntry(text=line) for line in lines))
    return replace(agenda, subjects=(fights, *agenda.subjects))


async def looked_at(host: Host, seat: Seat, panel: str) -> None:
    """Note that the player has opened a panel: it may be a step of the first turn."""
    async with store_of(host, seat) as store:
        note = await store.turn_notes.get(seat.campaign.id, seat.member.user)
        if panel not in note.looked:
            await store.turn_notes.look(seat.campaign.id, seat.member.user, panel)


# ---------------------------------------------------------------- where the turn stands


def heading(
    state: CampaignState, standing: TurnState, version: int, *, away: bool
) -> Iterator[str]:
    """When the turn runs, and whether it is submitted; `away` where it goes on elsewhere."""
    if away:
        yield (
            "📦 **The campaign has moved to another server and goes on there.** Nothing runs here "
            "any more; its moderators let you in and give you your seat."
        )
        return
    if state in (CampaignState.FORMING, CampaignState.OPEN):
        yield "The campaign has not started yet. Prepare your orders; they wait in your list."
        return
    if standing.cut_off is None:
        yield "⏸️ The campaign is paused, and no run day is set."
        return
    at = moment(standing.cut_off)
    if standing.submission:
        changed = standing.submission.version != version
        whose = by_whom(standing.submission).rstrip()
        yield f"✅ **Submitted**{whose and f' {whose}'}: it runs {at}." + (
            " **Your list has changed since: submit it again.**" if changed else ""
        )
    elif standing.used:
        yield f"✔️ This week's turn has run. The next can run from {at}."
    else:
        yield f"⏳ **Not submitted.** The next cut-off is {at}."
    yield f"-# {standing.runs}; your turn runs once a week."


# ---------------------------------------------------------------- pages


_Said = tuple[str, AgendaEntry]
"""The subject of a line, and the line."""


def paged(head: Sequence[str], agenda: Agenda) -> Iterator[TurnPage]:
    """Everything to show, the first turn before all else, in pages that fit a message."""
    text, held = [*head], list[_Said]()
    for subject, entry in _lines(agenda):
        heading = "" if held and held[-1][0] == subject else f"\n**{subject}**\n"
        full = len("\n".join([*text, heading, entry.text])) > PAGE
        crowded = len({name for name, each in [*held, (subject, entry)] if each.leads}) > MENUS
        if held and (full or crowded):
            yield TurnPage("\n".join(text), tuple(_menus(held)))
            text, held = [], []
            heading = f"**{subject}**\n"
        text.append(f"{heading}{entry.text}")
        held.append((subject, entry))
    if not held:
        text.append(f"\n{_NOTHING}")
    yield TurnPage(clipped("\n".join(text)), tuple(_menus(held)))


def _lines(agenda: Agenda) -> Iterator[_Said]:
    for step in agenda.steps:
        mark = _TICKED if step.done else _OPEN
        yield _FIRST, AgendaEntry(text=f"{mark} {step.name}", leads=step.leads)
    for subject in agenda.subjects:
        for entry in subject.entries:
            text = f"• {clipped(entry.text)}"
            yield subject.name, replace(entry, text=text)


def _menus(lines: Iterable[_Said]) -> Iterator[Menu]:
    """A menu for each subject that leads anywhere; what leads on to the same is offered once."""
    by_subject: dict[str, list[tuple[Lead, ...]]] = {}
    offered: set[Lead] = set()
    for subject, entry in lines:
        fresh = tuple(lead for lead in dict.fromkeys(entry.leads) if lead not in offered)
        by_subject.setdefault(subject, []).append(fresh)
        offered.update(fresh)
    for subject, leads in by_subject.items():
        if any(leads):
            yield Menu(subject, tuple(_parts(leads)))


def _parts(entries: Sequence[tuple[Lead, ...]]) -> Iterator[tuple[Lead, ...]]:
    """The leads of a subject's lines, `MENU` at a time, each part in the order of the text.

    First comes the first idea of every line, then its last lead, which opens all else that can be
    done, then the ideas between.
    """
    places = [
        ((0 if n == 0 else 1 if n == len(leads) - 1 else n + 1), line, n)
        for line, leads in enumerate(entries)
        for n in range(len(leads))
    ]
    by_rank = sorted(places)
    for start in range(0, len(by_rank), MENU):
        part = sorted((line, n) for _, line, n in by_rank[start : start + MENU])
        yield tuple(entries[line][n] for line, n in part)


# ---------------------------------------------------------------- what goes to waste
