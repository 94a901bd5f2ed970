"""The deposits that a faction's view holds, and whether they are worked.

A view knows those of the faction's own baronies alone (cohorts.knowledge.view).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from bot.faces.map import chart
from bot.faces.paint.looks import Looks
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import city_of
from engine.packs.cohorts.pieces.records import Province
from engine.packs.cohorts.trade.access import worked, working_level
from engine.world import World


def deposits(
    content: Content, looks: Looks, view: World, land: Iterable[Province]
) -> Iterator[chart.Resource]:
    """The known deposits, province by province, those of one resource together."""
    for province in land:
        if not province.knows("deposits") or not province.deposits:
            continue
        city = city_of(view, province.barony)
        level = working_level(view, content, city, province) if city else 0
        gathered = set(worked(content, province, level)) if level else ()
        for name, copies in Counter(province.deposits).items():
            resource = content.resources[name]
            yield chart.Resource(
                province.x,
                province.y,
                name,
                resource.class_,
                copies,
                name in gathered,
                resource.level,
                looks.badges[name],
            )
