"""What counts in a campaign, and what ends it."""

from engine.packs.cohorts.content import Content
from tests.rules.scene import module
from tests.rules.tables import Compared, Rows, table

_NAMED = {
    "city": "city",
    "territory_capital": "territory capital",
    "kingdom_capital": "kingdom capital",
    "people": "1000 people",
    "guild_level": "guild level",
    "castle": "castle",
    "title": "title",
    "task": "quest or adventure completed",
}


@table("cohorts.campaign.points")
def points(rows: Rows, content: Content) -> Compared:
    worth = content.winning.points.model_dump()
    return rows, [{"for": _NAMED[what], "points": points} for what, points in worth.items()]


@table("cohorts.campaign.tidings")
def tidings(rows: Rows, content: Content) -> Compared:
    usual = content.tidings.model_dump()
    return [{key: row[key] for key in row if key != "measure"} for row in rows], [
        {"of": what, "told" if isinstance(said, bool) else "from": said}
        for what, said in usual.items()
    ]


@table("cohorts.campaign.end")
def end(rows: Rows, content: Content) -> Compared:
    winning = content.winning
    assert winning.share is not None
    return rows, [
        {"condition": "last_standing", "value": winning.last_standing},
        {"condition": "share", **winning.share.model_dump()},
        {"condition": "turns", "value": module().victory.turns},
    ]
