"""How a campaign ends by its rules, and how its sides stand.

A pack says when it is over (`Pack.ending`), what sides are worth (`Pack.standing`) and what is
given then (`Pack.honours`). Whatever the packs, a campaign ends after the number of turns that its
module sets (`[victory] turns`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from engine.events import Event
from engine.facts import Facts, facts
from engine.world import Place, Record, World

if TYPE_CHECKING:
    from engine.state import State

TURNS: Final = "turns"
"""The reason of a campaign that has had as many turns as its module sets."""


@facts
class Tally(Facts):
    """One thing that counts in a standing."""

    what: str
    """In a word of the rules for many of them, such as `cities`."""
    count: int
    points: int
    """What all of them together are worth."""


@facts
class Standing(Facts):
    """How a side stands among the others."""

    who: Place
    """A faction or a player."""
    rank: int
    """1 for the best; equals have the same."""
    points: int
    made_of: tuple[Tally, ...]


@facts
class Ending(Facts):
    """That a campaign is over, and for whom it went well."""

    reason: str
    """In a word of the rules, such as `turns`."""
    victors: tuple[Place, ...]
    """Factions or players; none if nobody has won."""


@facts
class CampaignEnded(Event):
    """The campaign is over, and no tick follows; everybody learns how all stand."""

    turn: int
    """The last turn."""
    ending: Ending
    standings: tuple[Standing, ...]
    """The best first."""


@facts
class Reckoning(Record):
    """How all stood at the end of a weekly production, which all the world may know.

    There is none where no pack says what sides are worth, or where the module keeps it secret.
    Source: cohorts.campaign.points.
    """

    turn: int
    """The turn that the production ended."""
    standings: tuple[Standing, ...]
    """The best first."""


@facts
class LeadChanged(Event):
    """Others stand first than at the weekly production before; all the world may know it.

    Source: cohorts.campaign.points.
    """

    leaders: tuple[Place, ...]
    points: int
    before: tuple[Place, ...]
    """Who stood first until then; none for the first standings of all."""
    ahead: int
    """By how many points they are ahead of the next; 0 where none is behind them."""


def last_reckoning(world: World) -> Reckoning | None:
    """How all stood at the latest weekly production of which the world was told."""
    return max(world.all(Reckoning), key=lambda each: each.turn, default=None)


def ranked(
    sides: Iterable[tuple[Place, tuple[Tally, ...], tuple[int, ...]]],
) -> tuple[Standing, ...]:
    """The sides in order, each with what it is made of and what counts where points are equal.

    Of those the first that differs decides, the higher before; who is equal in all shares a rank,
    and then stands in the order given.
    """
    weighed = [
        ((sum(each.points for each in made_of), *ties), who, made_of)
        for who, made_of, ties in sides
    ]
    weighed.sort(key=lambda each: each[0], reverse=True)
    worths = [worth for worth, _, _ in weighed]
    return tuple(
        Standing(who=who, rank=worths.index(worth) + 1, points=worth[0], made_of=made_of)
        for worth, who, made_of in weighed
    )


def close(state: State, *, produced: bool) -> None:
    """Note how all stand, and end the campaign if its rules say so, at the end of a tick.

    `produced` is whether the tick was a production, which alone makes turns full.
    """
    if produced and state.module.victory.standings == "open":
        standings = state.rules.standings(state.world)
        if standings:
            _tell_of_lead(state, standings)
            state.world.add(Reckoning, turn=state.now.turn - 1, standings=standings)
    ending = next(_endings(state, produced=produced), None)
    if ending is None:
        return
    now = state.now
    state.world.put(now.replace(over=True))
    told = CampaignEnded(
        turn=now.turn - produced, ending=ending, standings=state.rules.standings(state.world)
    )
    state.emit(told, public=True)
    if state.rules.honours:
        for event in state.rules.honours(state, told):
            state.emit(event, public=True)


def _tell_of_lead(state: State, standings: Sequence[Standing]) -> None:
    """Tell all the world if others lead than before; nobody leads while all stand alike."""
    latest = last_reckoning(state.world)
    before = _leaders(latest.standings) if latest else ()
    leaders = _leaders(standings)
    if not leaders or leaders == before:
        return
    behind = [each.points for each in standings if each.rank > 1]
    event = LeadChanged(
        leaders=leaders,
        points=standings[0].points,
        before=before,
        ahead=standings[0].points - max(behind),
    )
    state.emit(event, public=True)


def _leaders(standings: Sequence[Standing]) -> tuple[Place, ...]:
    """Who stands first; nobody where all do."""
    first = tuple(each.who for each in standings if each.rank == 1)
    return first if len(first) < len(standings) else ()


def _endings(state: State, *, produced: bool) -> Iterator[Ending]:
    """What ends the campaign now; what the pack says comes first."""
    by_pack = state.rules.ending(state, produced) if state.rules.ending else None
    if by_pack:
        yield by_pack
    turns = state.module.victory.turns
    if turns is not None and produced and state.now.turn > turns:
        best = [each.who for each in state.rules.standings(state.world) if each.rank == 1]
        yield Ending(reason=TURNS, victors=tuple(best))
