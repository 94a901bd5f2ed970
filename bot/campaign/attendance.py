"""Who is late: of a game week, who has run or submitted, who is away, and who still owes a turn.

It changes nothing. When anybody is told so is in `reminding`, what waits
for them in `timing`.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime

from bot.campaign.almanac import Almanac
from bot.store.guild import GuildStore
from bot.store.records import Campaign, Member
from engine.calendar import OccasionKind


@dataclass(frozen=True, slots=True)
class Roll:
    """The players of a campaign in the game week of its next run."""

    day: date
    """The week's last run day."""
    deadline: datetime
    """Its cut-off: the last one at which the week's turn can be run."""
    members: tuple[Member, ...]
    """Everyone with a player, in order of joining."""
    ran: frozenset[int]
    """The people whose turn of the week has been run."""
    waiting: frozenset[int]
    """The people who have submitted a turn, for whatever day; not those whose standing orders
    alone wait."""
    away: frozenset[int]
    """The people who are on vacation at the deadline, or for whom a caretaker plays."""

    def owing(self) -> list[Member]:
        """Those who owe the week's turn."""
        return [each for each in self.members if each.user not in self.away | self.ready]

    @property
    def ready(self) -> frozenset[int]:
        """The people of whom nothing is to come before the run."""
        return self.ran | self.waiting

    def expected(self, idle: Collection[int] = ()) -> list[Member]:
        """Those from whom a turn is expected in the week; `idle` names players of whom it is not.

        Sources: cohorts.turn.missed-turn.
        """
        return [m for m in self.members if m.user not in self.away and m.player not in idle]


async def roll_of(store: GuildStore, campaign: Campaign, almanac: Almanac) -> Roll | None:
    """The roll for the next run; None before the start and in a pause."""
    first, run = almanac.next(), almanac.next(OccasionKind.RUN)
    if first is None or run is None:
        return None
    day = almanac.calendar.run_days_of(almanac.calendar.week_of(run.day))[-1]
    members = [each for each in await store.members.of_campaign(campaign.id) if each.player]
    # Before the production the run is of the turn to come, which nobody has used.
    begun = first.kind is OccasionKind.RUN
    ran = await store.agenda.ran(campaign.id, campaign.turn) if begun else frozenset[int]()
    vacations = await store.agenda.vacations(campaign.id)
    pending = await store.submissions.all_pending(campaign.id)
    caretakers = await store.seats.caretakers(campaign.id)
    tended = {player for player, each in caretakers.items() if each.on(day)}
    return Roll(
        day=day,
        deadline=almanac.calendar.cut_off_on(day),
        members=tuple(members),
        ran=ran,
        waiting=frozenset(each.user for each in pending if not each.unasked),
        away=frozenset(each.user for each in vacations if each.holds(day))
        | frozenset(each.user for each in members if each.player in tended),
    )
