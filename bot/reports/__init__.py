"""What a tick tells: the messages to factions' channels, to the herald and to the moderators.

Called in the worker within the tick, so it is pure: it writes text and recipes of pictures, and
sends and draws nothing. A faction's report holds what that faction learned and knows, no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from types import MappingProxyType
from typing import Final

from bot.faces.battle.told import record_in
from bot.faces.contests import seen
from bot.faces.paint.palette import BRASS, livery
from bot.faces.report_sections import Learned, Notice
from bot.faces.until_texts import EndedOrder
from bot.faces.words.names import Names
from bot.faces.words.news import NewsRank, heading
from bot.faces.words.pages import Section, pages, plain_text
from bot.faces.words.telling import news_of, tell
from bot.faces.words.text import clean, escaped, number
from bot.payload import (
    AccountRecipe,
    BattleRecipe,
    Card,
    MapRecipe,
    Payload,
    TextFile,
    WeekRecipe,
    account_name,
    recipe_of,
)
from bot.reports.faction import Report, learned, report
from bot.reports.herald import proclamation
from bot.reports.past import held
from bot.reports.tick import MOST_TITLE, ReportedTick, colour_of
from bot.side_by_side import side_by_side
from bot.store.records import NewMessage
from bot.store.ticks import ReadPoint
from engine.campaign import Faction, Now, Player
from engine.corrections import Amend, Corrected
from engine.events import Entry, Level
from engine.orders import Queued
from engine.packs import Rules
from engine.sheet import line_of
from engine.turn import Due, TickOutcome
from engine.world import World

MOST_PAGES: Final = 6  # of what happened, and again of the details; the file has everything
MOST_NAMED: Final = 12  # faults or acts that a message names; the file has them all
MOST_BATTLES: Final = 8  # with a picture each; /battle shows them all
_PLAY: Final = "`/battle` plays it round by round."
_SMALL: Final = "-# "  # Discord: small print


def tick_messages(
    rules: Rules,
    read: ReadPoint,
    due: Due,
    outcome: TickOutcome,
    seal: str,
    ended: Mapping[int, Sequence[EndedOrder]] = MappingProxyType({}),
) -> list[NewMessage]:
    """Everything that Discord must be told of a tick, in the order of sending.

    `read` is what the tick was computed from, `seal` what stands at the foot of each, `ended` by
    faction the standing orders that ended with it. The
    outcome's world, the truth, serves only to make the factions' views and to name things for the
    moderators.
    """
    tick = ReportedTick(rules, due, outcome, seal, ended)
    heard = _heard(outcome.entries)

    def to_faction(faction: Faction) -> list[NewMessage]:
        told = list(_report(tick, faction, read, heard.get(faction.id, ())))
        return list(tick.to(f"faction:{faction.id}", told))

    every = side_by_side(to_faction, list(outcome.world.all(Faction)))
    messages = [message for each in every for message in each]
    messages += tick.to("herald", list(proclamation(tick, read)))
    messages += tick.to("moderators", list(_for_moderators(tick)))
    return messages


# ---------------------------------------------------------------- factions


def _heard(entries: Sequence[Entry]) -> dict[int, list[tuple[int, Entry]]]:
    """By faction what it learned of, with its place in the tick."""
    found: dict[int, list[tuple[int, Entry]]] = {}
    for place, entry in enumerate(entries):
        for faction in entry.audience:
            found.setdefault(faction, []).append((place, entry))
    return found


def _report(
    tick: ReportedTick, faction: Faction, read: ReadPoint, heard: Sequence[tuple[int, Entry]]
) -> Iterator[Payload]:
    """The faction's report, page by page; nothing if there is nothing to tell.

    What earlier ticks held back by the faction's wish is told with the next report that is posted.
    """
    players = {each.id: each for each in tick.outcome.world.by(Player, "faction", faction.id)}
    news = learned(heard, faction.id, players, tick.due.tick)
    hidden = {
        place: None
        for place, entry in (heard if tick.due.kind == "setup" else ())
        if _told_by_herald(tick, entry, faction)
    }
    told = [
        *held(tick.rules, tick.faces, read, faction.id),
        *(each for each in news if each.place not in hidden),
    ]
    # Orders that are carried out at once were answered, and lead nobody about the map.
    # Nor does what was put right by hand: of many corrections each would post its map.
    by_hand = tick.due.kind == "edit"
    at_once = tick.due.kind == "setup" and any(each.player for each in tick.due.submissions)
    ran = () if at_once else tick.due.submissions
    orders = {s.player: s.orders for s in ran if s.player in players}
    ended = tick.ended.get(faction.id, ())
    passed = tuple(_passed(tick, read, players.values()))
    if not told and not orders and not ended and not passed:
        return
    view = tick.rules.view(tick.outcome.world, faction.id)
    founded = tick.outcome.before.count(Now) > 0
    before = cache(partial(tick.rules.view, tick.outcome.before, faction.id)) if founded else None
    names = tick.faces.names(view, reader=faction.id, before=before)
    found = report(tick.faces, names, told, orders, (*passed, *_over(ended, names)))
    if not _lines(found) or not _wanted(tick, found, read.wishes.get(faction.id, "all")):
        return
    plain = tick.faces.names(view, clean, reader=faction.id, before=before)
    full = report(tick.faces, plain, told, orders, (*passed, *_over(ended, plain)), full=True)
    colour = colour_of(livery(faction.colour).colour)
    more = found.folded or _lines(full) > _lines(found)
    below = " ".join(tick.small_print(dated=not found.heads, more=more))
    small = Section("", (_SMALL + below,) if below else ())
    texts = _few(pages([*found.sections, small]))
    last = len(texts) - 1
    for place, text in enumerate(texts):
        card = Card(title="" if place else _title(tick, found), text=text, colour=colour)
        # The map stands where what happened ends.
        images: tuple[MapRecipe | WeekRecipe, ...] = ()
        if place == last and not (at_once or by_hand):
            images = (*_week(tick, faction), *_maps(tick, faction, view, news))
        files = (_in_full(tick, faction, full),) if place == last and (last or more) else ()
        yield Payload(cards=(card,), images=images, files=files)
    yield from _battles(tick, faction, view, told, colour)


def _week(tick: ReportedTick, faction: Faction) -> Iterator[WeekRecipe]:
    """The card of the week, with its production."""
    if tick.produced:
        yield WeekRecipe(tick=tick.due.tick, faction=faction.id)


def _told_by_herald(tick: ReportedTick, entry: Entry, faction: Faction) -> bool:
    """Whether the herald tells everybody all that a faction learns of an event.

    A fight that concerns the faction is told in its own channel as well.
    """
    everyone = {each.id for each in tick.outcome.world.all(Faction)}
    event = entry.event.at(Level.PUBLIC)
    if not isinstance(event, tick.faces.heralded) or not everyone <= entry.audience.keys():
        return False
    if entry.for_(faction.id) != event:
        return False
    if record_in(event) is None:
        return True
    names = tick.faces.names(tick.rules.public(tick.outcome.world), reader=faction.id)
    return news_of(event, names).rank is NewsRank.ELSEWHERE


def _passed(tick: ReportedTick, read: ReadPoint, players: Iterable[Player]) -> Iterator[str]:
    """Whose week a production ended without a run, although orders stood in the list.

    Which ones they were, a player's teammates do not read.
    """
    for player in players if tick.produced else ():
        count = read.drafted.get(player.id, 0)
        if count and player.last_run < tick.turn:
            were = "was" if count == 1 else "were"
            yield (
                f"• ⌛ The week of {escaped(player.name)} passed without a submitted turn: "
                f"{number(count, 'order')} of the list {were} not run. They still stand there; "
                "**Your turn** shows them, and submits them for the next run."
            )


def _over(ended: Sequence[EndedOrder], names: Names) -> tuple[str, ...]:
    """The standing orders that ended, and why."""
    return tuple(
        f"• ⏹️ Your standing order “{names.show(each.line)}” ended. {each.why}" for each in ended
    )


def _wanted(tick: ReportedTick, found: Report, wish: str) -> bool:
    """Whether a report is posted now: runs are, unless its faction wishes to hear less of them."""
    if wish == "all" or tick.due.kind != "run":
        return True
    return wish == "news" and found.matters


def _lines(found: Report) -> int:
    """How many lines and rows a report has."""
    tables = (len(each.table.rows) for each in found.sections if each.table)
    return sum(tables) + sum(len(each.lines) for each in found.sections)


def _title(tick: ReportedTick, found: Report) -> str:
    """The headline with the turn; the turn and its date if there is none."""
    if not found.heads:
        return tick.title
    end = f" · Turn {tick.turn}"
    return heading(found.heads, MOST_TITLE - len(end)) + end


def _in_full(tick: ReportedTick, faction: Faction, full: Report) -> TextFile:
    """Everything as a text file."""
    name = f"turn-{tick.turn}-tick-{tick.due.tick}-{faction.key}.txt"
    title = f"{clean(faction.name)} · {tick.title}"
    text = plain_text(title, [*full.sections, Section("", (tick.what,) if tick.what else ())])
    return TextFile(name=name, text=text.replace("**", ""))


def _battles(
    tick: ReportedTick, faction: Faction, view: World, told: Sequence[Learned], colour: int
) -> Iterator[Payload]:
    """Each battle of which the faction has the account: its picture, and all of it as a file.

    How it ended stands in the report.
    """
    fought = [
        (each, battle)
        for each in told
        if (battle := seen(tick.faces, each.event, view, faction.id, tick.turn))
    ]
    for nth, (each, battle) in enumerate(fought[:MOST_BATTLES], start=1):
        at = {"tick": each.tick, "faction": faction.id, "event": each.place}
        news = news_of(each.event, tick.faces.names(view, reader=faction.id))
        title = news.headline[:MOST_TITLE] if news.sign else escaped(battle.setting.title)
        name = account_name(tick.turn, each.tick, nth)
        yield Payload(
            cards=(Card(title=title, text=_PLAY, colour=colour),),
            images=(BattleRecipe.model_validate(at),),
            files=(AccountRecipe.model_validate({**at, "name": name}),),
        )
    if len(fought) > MOST_BATTLES:
        text = f"… and {number(len(fought) - MOST_BATTLES, 'more battle')}. {_PLAY}"
        yield Payload(cards=(Card(text=text, colour=colour),))


def _few(every: list[str]) -> list[str]:
    """At most `MOST_PAGES` pages; the last of them says where the rest is."""
    if len(every) <= MOST_PAGES:
        return every
    return [*every[: MOST_PAGES - 1], every[MOST_PAGES - 1] + "\n… The rest is in the file below."]


def _maps(
    tick: ReportedTick, faction: Faction, view: World, news: Sequence[Learned]
) -> tuple[MapRecipe, ...]:
    """The maps that the campaign's face wants; none of a world without a map."""
    atlas = tick.faces.atlas
    if atlas is None:
        return ()
    layer = tick.faces.layer(None).name
    told = [each.event for each in news if isinstance(each.event, atlas.marked)]
    return tuple(
        recipe_of(tick.due.tick, faction.id, each.part, layer=layer, legend=each.legend, fresh=True)
        for each in atlas.report_maps(view, faction.id, tick.turn, told)
    )


# ---------------------------------------------------------------- moderators


def _for_moderators(tick: ReportedTick) -> Iterator[Payload]:
    """What was done by the host, and every order that broke the program, with its traceback."""
    names = tick.faces.names(tick.outcome.world)
    acts = [
        f"• {_act(queued, tick.outcome, names)}"
        for submission in tick.due.submissions
        if not submission.player
        for queued in submission.orders
        if not isinstance(queued.order, Amend)  # told below, by what it changed
    ]
    faults = [
        f"• `{fault.code}` {names.player(fault.player)}: " + names.show(names.order(fault.line))
        for fault in tick.outcome.faults
    ]
    title = f"{tick.title} · tick {tick.due.tick}"
    sections = [
        *(_noticed(tick, notice, names) for notice in tick.faces.notices.values()),
        Section("Done outside of turns", _cut(acts)),
        Section("Put right by hand", _cut(list(_corrections(tick, names)))),
        Section("Orders that broke; nothing of them was done", _cut(faults)),
    ]
    traces = "\n\n".join(f"{f.code}\n{f.line}\n{f.traceback}" for f in tick.outcome.faults)
    files = (TextFile(name=f"faults-tick-{tick.due.tick}.txt", text=traces),) if traces else ()
    for place, page in enumerate(pages(sections)):
        card = Card(title=title, text=page, colour=colour_of(BRASS))
        yield Payload(cards=(card,), files=() if place else files)


def _act(queued: Queued, outcome: TickOutcome, names: Names) -> str:
    """What an act of the host's brought, with its line in small."""
    order = queued.order
    brought = [e.event for e in outcome.entries if not e.player and e.order == queued.key]
    does = " ".join(tell(event, names) for event in brought)
    if not brought:
        does = " ".join((type(order).__doc__ or "").split()).partition(". ")[0].rstrip(".")
        player = getattr(order, "player", None)
        does += f" ({names.player(player)})" if isinstance(player, int) else ""
    return f"{does}\n-# {names.show(names.order(line_of(order, outcome.world)))}"


def _corrections(tick: ReportedTick, names: Names) -> Iterator[str]:
    """What moderators changed by hand, from the truth."""
    for entry in tick.outcome.entries:
        if isinstance(entry.event, Corrected):
            yield tell(entry.event, names)


def _noticed(tick: ReportedTick, notice: Notice, names: Names) -> Section:
    """What a face has moderators told, from the truth."""
    events = (entry.event for entry in tick.outcome.entries)
    told = (notice.line(each, names) for each in events if isinstance(each, notice.event))
    return Section(notice.title, tuple(f"• {line}" for line in told))


def _cut(lines: Sequence[str]) -> tuple[str, ...]:
    more = len(lines) - MOST_NAMED
    return (*lines[:MOST_NAMED], *([f"… and {more} more"] if more > 0 else ()))
