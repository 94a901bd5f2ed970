"""What the herald tells all the world: great news at once, the rest in a chronicle once a week.

It uses what anybody may know and nothing else. A tick without such news is not told of: pictures
go with news, and none goes alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.face import Faces
from bot.faces.paint.palette import BRASS
from bot.faces.words.names import Names
from bot.faces.words.news import NewsRank, heading
from bot.faces.words.pages import Section, pages
from bot.faces.words.telling import Gist, headed, news_of, tell
from bot.faces.words.text import escaped, listed
from bot.payload import Card, KeepsakeRecipe, Payload, StandingsRecipe
from bot.reports.past import rumours
from bot.reports.tick import MOST_TITLE, ReportedTick, colour_of
from bot.store.numbers import called
from bot.store.ticks import ReadPoint
from engine.campaign import Faction, Player
from engine.ending import CampaignEnded, Reckoning, last_reckoning
from engine.events import Event, Level

MOST_RUMOURS: Final = 12
"""That a chronicle tells; of more it says how many there were."""
MOST_HOLDERS: Final = 16
"""Players of whom it is said how they stand, and who plays them."""
_SMALL: Final = "-# "  # Discord: small print


def proclamation(tick: ReportedTick, read: ReadPoint) -> Iterator[Payload]:
    """The herald's messages of a tick; none if there is nothing that all may know."""
    names = tick.faces.names(tick.rules.public(tick.outcome.world))
    everyone = {each.id for each in tick.outcome.world.all(Faction)}
    events = [
        entry.event.at(Level.PUBLIC)
        for entry in tick.outcome.entries
        if isinstance(entry.event, tick.faces.heralded) and everyone <= entry.audience.keys()
    ]
    great = [each for each in events if news_of(each, names).rank is NewsRank.HEADLINE]
    heads = headed(((each, news_of(each, names)) for each in great), names)
    sections = [Section("", tuple(heads))]
    if tick.produced:
        week = [*rumours(tick.rules, tick.faces, read), *events]
        sections += [
            Section("It is told in the taverns", tuple(_small(tick.faces, week, names))),
        ]
    if not any(section.lines for section in sections):
        return
    ended = any(isinstance(each, CampaignEnded) for each in events)
    standings = tuple(_standings(tick))
    images = (*_keepsake(tick, everyone), *standings)
    small = tick.what
    title = f"📜 Chronicle of turn {tick.turn} · {tick.date}"
    if great:
        news = [news_of(each, names) for each in great]
        title = heading(news, MOST_TITLE)
        if len(great) == 1 and tell(great[0], names) == f"{news[0].title}.":
            sections = sections[1:]  # the title says it
        small = f"{tick.title}. {small}" if small else tick.title
    elif not tick.produced:
        title = tick.title
    stood = tuple(_stood(tick, names)) if standings and not ended else ()
    held = tuple(_holders(tick, read)) if standings and tick.due.kind == "monthly" else ()
    below = Section("", (*stood, *held, *((_SMALL + small,) if small else ())))
    told = pages([*sections, below])
    for place, page in enumerate(told):
        card = Card(title="" if place else title, text=page, colour=_COLOUR)
        yield Payload(cards=(card,), images=images if place == len(told) - 1 else ())


_COLOUR: Final = colour_of(BRASS)


def _small(faces: Faces, events: Sequence[Event], names: Names) -> Iterator[str]:
    """What was not told at once, as people talk of it; last what has a gist, each in one line."""
    alone: dict[str, None] = {}
    shared: dict[Gist, list[Event]] = {}
    for event in events:
        gist = faces.gists.get(type(event))
        if gist:
            shared.setdefault(gist, []).append(event)
        elif news_of(event, names).rank not in (NewsRank.HEADLINE, NewsRank.ELSEWHERE):
            alone[f"• {tell(event, names)}"] = None
    told = list(alone)
    yield from told[:MOST_RUMOURS]
    if len(told) > MOST_RUMOURS:
        yield f"… and {len(told) - MOST_RUMOURS} more."
    for gist, of in shared.items():
        if line := gist(of, names):
            yield f"• {line}"


def _stood(tick: ReportedTick, names: Names) -> Iterator[str]:
    """How all stand, in a line beside the picture."""
    latest = last_reckoning(tick.outcome.world)
    if latest:
        stood = [f"{names.standing(each.who)} {each.points:,}" for each in latest.standings]
        yield f"{_SMALL}Standings: {listed(stood, most=MOST_HOLDERS)}."


def _holders(tick: ReportedTick, read: ReadPoint) -> Iterator[str]:
    """Who plays whom beside the standings: people, computers, and the seats that stand free.

    Players of one person, of computers and of nobody are named together.
    """
    holders = {member.player: member.user for member in read.members if member.player}
    played: dict[str, list[str]] = {}
    for player in tick.outcome.world.all(Player):
        user = holders.get(player.id)
        who = "nobody" if user is None else called(user)
        played.setdefault(who, []).append(escaped(player.name))
    told = [f"{listed(players)}: {who}" for who, players in played.items()]
    if told:
        more = f" and {len(told) - MOST_HOLDERS} more" if len(told) > MOST_HOLDERS else ""
        line = "; ".join(told[:MOST_HOLDERS])
        yield f"{_SMALL}Who plays: {line}{more}. `/seat history` says since when."


def _keepsake(tick: ReportedTick, everyone: set[int]) -> Iterator[KeepsakeRecipe]:
    """The picture of the end, if the campaign has ended with this tick."""
    kept = tick.faces.keepsake
    for place, entry in enumerate(tick.outcome.entries):
        if kept and isinstance(entry.event, kept.event) and everyone <= entry.audience.keys():
            yield KeepsakeRecipe(tick=tick.due.tick, faction=min(everyone), event=place)


def _standings(tick: ReportedTick) -> Iterator[StandingsRecipe]:
    """The picture of the standings, of a production that tells them to all the world."""
    if tick.produced and any(each.turn == tick.turn for each in tick.outcome.world.all(Reckoning)):
        yield StandingsRecipe(tick=tick.due.tick)
