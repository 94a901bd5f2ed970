"""What the weekly card of Kingdoms counts, and who came near."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, cast

from bot.faces.cards.card import Box, Row
from bot.faces.kingdoms.naming import KingdomsNames
from bot.faces.kingdoms.places import crowns_of, people_of
from bot.faces.kingdoms.whereabouts import crown_name, rank, spot
from bot.faces.week import FEW, Week, WeekStanding
from bot.faces.words.names import Names
from engine.events import Event
from engine.names import nth
from engine.packs.kingdoms.crowns.provinces import adjacent
from engine.packs.kingdoms.crowns.ranks import RanksCounted
from engine.packs.kingdoms.pieces.records import Army, Holding, Ruler
from engine.world import World


def _owned(view: World, faction: int) -> list[int]:
    crowns = {each.id for each in crowns_of(view, faction)}
    return [each.id for each in view.all(Holding) if each.knows("owner") and each.owner in crowns]


def _counted(view: World, faction: int) -> Mapping[str, int]:
    crowns = crowns_of(view, faction)
    armies = [each for crown in crowns for each in view.by(Army, "crown", crown.id)]
    return {
        "Provinces": len(_owned(view, faction)),
        "Characters": sum(1 for _ in people_of(view, faction)),
        "Armies": len(armies),
        "Gold": sum(each.treasury for each in crowns if each.knows("treasury")),
    }


def _came_near(view: World, names: Names, _: Sequence[Event]) -> Sequence[str]:
    """Foreign characters who stand in own provinces, then those beside them."""
    own = _owned(view, names.reader)
    mine = {each.id for each in crowns_of(view, names.reader)}
    beside = [each for holding in own for each in adjacent(view, holding)]
    near = list(dict.fromkeys([*own, *beside]))
    return [
        f"{rank(each)} {each.name} of {crown_name(view, each.crown)}: {spot(view, each.holding)}"
        for holding in near
        for each in view.by(Ruler, "holding", holding)
        if each.alive and each.crown and each.crown not in mine
    ]


def _standing(names: Names, events: Sequence[tuple[int, Event]]) -> WeekStanding:
    """For how many offices the kingdom leads, and its place for each, what moved first."""
    mine = {each.id for each in crowns_of(names.world, names.reader)}
    now, before = (
        {each.office: each for event in _counts(events, ago, mine) for each in event.ranks}
        for ago in (0, 1)
    )
    if not now:
        return WeekStanding()
    offices = cast("KingdomsNames", names).contents.ventures.imperial
    moved: list[tuple[int, int, Row]] = []
    for key, each in now.items():
        was = before[key].place if key in before else each.place
        up = (was or len(now)) - (each.place or len(now))
        row = Row(
            offices[key].name,
            nth(each.place) if each.place else "not ranked",
            f"{nth(was)} the week before" if was and up else "",
            tone="good" if up > 0 else "bad" if up < 0 else "",
        )
        moved.append((-abs(up), each.place or len(now), row))
    shown = [row for *_, row in sorted(moved, key=lambda each: each[:2])]
    held, led = (sum(each.leader in mine for each in told.values()) for told in (now, before))
    more = f"{abs(held - led)} {'more' if held > led else 'fewer'}" * bool(before and held != led)
    head = Row("Offices that you lead for", f"{held} of {len(offices)}", more, held / len(offices))
    box = Box("How you stand for offices", tuple(shown[:FEW]), wide=True)
    return WeekStanding((head,), box)


def _counts(
    events: Sequence[tuple[int, Event]], ago: int, mine: Collection[int]
) -> Iterator[RanksCounted]:
    """The ranks of the own kingdom as they were counted this week (0) or a week ago (1)."""
    for age, event in events:
        if age == ago and isinstance(event, RanksCounted) and event.crown in mine:
            yield event


WEEK: Final = Week(
    counted=_counted, came_near=_came_near, sightings=(RanksCounted,), standing=_standing
)
