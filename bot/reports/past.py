"""What earlier ticks brought that nobody was told yet: reports held back, rumours of the week.

Read back from what each faction learned then, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.face import Faces
from bot.faces.report_sections import Learned
from bot.store.ticks import PastEvent, ReadPoint
from engine.events import Event, Level, read
from engine.packs import Rules


def held(rules: Rules, faces: Faces, point: ReadPoint, faction: int) -> Iterator[Learned]:
    """What a faction learned since it last had a report, in order."""
    told = point.told.get(faction, 0)
    for each in point.past:
        if each.faction != faction or each.tick <= told:
            continue
        was = read(rules.events, each.body)
        if was.player or not isinstance(was.event, faces.heralded):
            key = f"{each.tick}:{was.order}" if was.order else ""
            yield Learned(was.event, was.player, key, each.tick, each.number)


def rumours(rules: Rules, faces: Faces, point: ReadPoint) -> Iterator[Event]:
    """What every faction learned since the last production that the herald tells, in order.

    A faction that learned of nothing at all in that time is one that does not know.
    """
    everyone = dict.fromkeys(member.faction for member in point.members)
    everyone |= dict.fromkeys(each.faction for each in point.past)
    heard: dict[tuple[int, int], list[PastEvent]] = {}
    for each in point.past:
        heard.setdefault((each.tick, each.number), []).append(each)
    for _, copies in sorted(heard.items()):
        if len(copies) == len(everyone):
            event = read(rules.events, copies[0].body).event
            if isinstance(event, faces.heralded):
                yield event.at(Level.PUBLIC)
