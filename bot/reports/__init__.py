"""What a tick tells: the messages to factions' channels, to the herald and to the moderators.

Called in the worker within the tick, so it is pure: it writes text and recipes of pictures, and
sends and draws nothing. A faction's report holds what that faction learned and knows, no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot import faces
from bot.faces.contests import seen
from bot.faces.face import Faces
from bot.faces.paint.palette import BRASS, livery
from bot.faces.sections import Notice
from bot.faces.words.names import Names
from bot.faces.words.pages import LONGEST, Section, pages, plain_text
from bot.faces.words.telling import tell
from bot.faces.words.text import clean, escaped, number
from bot.jobs.draw import recipe_of
from bot.post.payload import (
    AccountRecipe,
    BattleRecipe,
    Card,
    MapRecipe,
    Payload,
    TextFile,
    account_name,
)
from bot.reports.faction import details, learned, what_happened
from bot.store.records import Address, NewMessage, ReadPoint
from engine.campaign import Faction, Now, Player
from engine.events import Level
from engine.packs import Rules
from engine.sheet import line_of
from engine.turn import Due, Outcome
from engine.world import World

MOST_PAGES: Final = 6  # of what happened, and again of the details; the file has everything
MOST_NAMED: Final = 12  # faults or acts that a message names; the file has them all
MOST_BATTLES: Final = 8  # with a picture each; /battle shows them all
_PLAY: Final = "`/battle` plays it round by round."

_WHAT: Final = {
    "run": "Run of {day}.",
    "weekly": "Weekly production.",
    "monthly": "Weekly and monthly production.",
}
_QUIET: Final = {
    "run": "A quiet day: no orders of yours, and nobody came into sight.",
    "weekly": "Nothing of yours changed.",
    "monthly": "Nothing of yours changed.",
}


def tick_messages(
    rules: Rules, read: ReadPoint, due: Due, outcome: Outcome, seal: str
) -> list[NewMessage]:
    """Everything that Discord must be told of a tick, in the order in which it is to be sent.

    `read` is what the tick was computed from, `seal` what stands at the foot of each. The
    outcome's world, the truth, serves only to make the factions' views and to name things for the
    moderators.
    """
    tick = _Tick(rules, due, outcome, seal)
    messages: list[NewMessage] = []
    for faction in outcome.world.all(Faction):
        messages += tick.to(f"faction:{faction.id}", list(_report(tick, faction)))
    seated = sum(1 for member in read.members if member.player)
    messages += tick.to("herald", list(_proclamation(tick, seated)))
    messages += tick.to("moderators", list(_for_moderators(tick)))
    return messages


@dataclass(frozen=True, slots=True)
class _Tick:
    """A tick that was resolved, and what all its messages say about it."""

    rules: Rules
    due: Due
    outcome: Outcome
    seal: str

    @property
    def faces(self) -> Faces:
        """What the campaign's packs show."""
        return faces.of(self.rules)

    @property
    def turn(self) -> int:
        """The turn to which it belongs; a production has ended it, so the world is one ahead."""
        now = self.outcome.world.get(Now, 1).turn
        return now - 1 if self.due.kind in ("weekly", "monthly") else now

    @property
    def title(self) -> str:
        """The turn by its number and by the world's own date."""
        return f"Turn {self.turn} · {self.rules.module.year.date_of(self.turn)}"

    @property
    def what(self) -> str:
        """Which tick of the turn it was; empty for a setup, whose news say it all."""
        date = self.due.date
        day = f"{date:%A}, {date.day} {date:%B}"
        what = _WHAT.get(self.due.kind, "").format(day=day)
        now = self.outcome.world.get(Now, 1)
        goes_on = now.turn > self.turn and not now.over
        return f"{what} Turn {now.turn} begins." if goes_on else what

    @property
    def heading(self) -> tuple[str, ...]:
        """The first line of a report, if there is one."""
        return (self.what,) if self.what else ()

    def to(self, role: str, payloads: Sequence[Payload]) -> Iterator[NewMessage]:
        """The messages to one place, each with its visible key."""
        for place, payload in enumerate(payloads, 1):
            key = f"T{self.due.tick}·R{self.turn}·{place}/{len(payloads)}"
            sealed = payload.model_copy(update={"seal": self.seal})
            yield NewMessage(Address(role=role), key, sealed.model_dump_json())


# ---------------------------------------------------------------- factions


def _report(tick: _Tick, faction: Faction) -> Iterator[Payload]:
    """The faction's report, page by page; nothing of a setup that does not concern it."""
    players = {each.id: each for each in tick.outcome.world.by(Player, "faction", faction.id)}
    entries = tick.outcome.entries
    if tick.due.kind == "setup":  # what everybody may know of it stands in the herald's channel
        everyone = {each.id for each in tick.outcome.world.all(Faction)}
        entries = [
            e
            for e in entries
            if e.for_(faction.id) != e.event.at(Level.PUBLIC) or not everyone <= e.audience.keys()
        ]
    told = learned(entries, faction.id, players)
    orders = {s.player: s.orders for s in tick.due.submissions if s.player in players}
    colour = _colour(livery(faction.colour).colour)
    if not told and not orders:
        if players and tick.due.kind in _QUIET:
            quiet = f"{tick.what}\n{_QUIET[tick.due.kind]}"
            yield Payload(cards=(Card(title=tick.title, text=quiet, colour=colour),))
        return
    view = tick.rules.view(tick.outcome.world, faction.id)

    def parts(names: Names) -> tuple[list[Section], list[Section]]:
        first = what_happened(tick.faces, names, faction.id, told, orders)
        last = details(tick.faces, names, faction.id, told)
        return [Section("", tick.heading), *first], last

    first, more = (_few(pages(sections)) for sections in parts(tick.faces.names(view)))
    battles = list(_battles(tick, faction, view, colour))
    last = len(first) + len(more) - 1
    for place, text in enumerate([*first, *more]):
        if place == len(first):
            yield from battles
        card = Card(title="" if place else tick.title, text=text, colour=colour)
        # The map stands where what happened ends and the details begin.
        images = _maps(tick, faction, view) if place == len(first) - 1 else ()
        files: tuple[TextFile, ...] = ()
        if last and place == last:
            first_plain, more_plain = parts(tick.faces.names(view, clean))
            title = f"{clean(faction.name)} · {tick.title}"
            name = f"turn-{tick.turn}-tick-{tick.due.tick}-{faction.key}.txt"
            files = (TextFile(name=name, text=plain_text(title, [*first_plain, *more_plain])),)
        yield Payload(cards=(card,), images=images, files=files)
    if not more:
        yield from battles


def _battles(tick: _Tick, faction: Faction, view: World, colour: int) -> Iterator[Payload]:
    """Each battle of which the faction has the account: its picture, and all of it as a file."""
    learned_of = ((n, entry.for_(faction.id)) for n, entry in enumerate(tick.outcome.entries))
    fought = [
        (n, battle)
        for n, event in learned_of
        if event is not None and (battle := seen(tick.faces, event, view, faction.id, tick.turn))
    ]
    for nth, (place, battle) in enumerate(fought[:MOST_BATTLES], start=1):
        at = {"tick": tick.due.tick, "faction": faction.id, "event": place}
        title = escaped(battle.setting.title)
        text = f"{battle.summary()}\n{_PLAY}"
        name = account_name(tick.turn, tick.due.tick, nth)
        yield Payload(
            cards=(Card(title=title, text=text[:LONGEST], colour=colour),),
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


def _maps(tick: _Tick, faction: Faction, view: World) -> tuple[MapRecipe, ...]:
    """The maps that the campaign's face wants; none of a world without a map."""
    atlas = tick.faces.atlas
    if atlas is None:
        return ()
    layer = tick.faces.layer(None).name
    learned = (entry.for_(faction.id) for entry in tick.outcome.entries)
    told = [event for event in learned if isinstance(event, atlas.marked)]
    return tuple(
        recipe_of(tick.due.tick, faction.id, each.part, layer=layer, legend=each.legend, fresh=True)
        for each in atlas.report_maps(view, faction.id, tick.turn, told)
    )


# ---------------------------------------------------------------- everyone, moderators


def _proclamation(tick: _Tick, seated: int) -> Iterator[Payload]:
    """What everybody may read: that a turn ran, and the events that are public."""
    everyone = {each.id for each in tick.outcome.world.all(Faction)}
    names = tick.faces.names(tick.rules.public(tick.outcome.world))
    news = [
        f"• {tell(entry.event.at(Level.PUBLIC), names)}"
        for entry in tick.outcome.entries
        if isinstance(entry.event, tick.faces.heralded) and everyone <= entry.audience.keys()
    ]
    if tick.due.kind == "setup" and not news:
        return
    lines = list(tick.heading)
    if tick.due.kind == "run":
        ran = len(tick.due.submissions)
        lines.append(f"{ran} of {number(seated, 'player')} ran a turn.")
    for page in pages([Section("", tuple(lines)), Section("News", tuple(news))]):
        yield Payload(cards=(Card(title=tick.title, text=page, colour=_colour(BRASS)),))


def _for_moderators(tick: _Tick) -> Iterator[Payload]:
    """What was done by the host, and every order that broke the program, with its traceback."""
    names = tick.faces.names(tick.outcome.world)
    acts = [
        f"• {names.show(line_of(queued.order, tick.outcome.world))}"
        for submission in tick.due.submissions
        if not submission.player
        for queued in submission.orders
    ]
    faults = [
        f"• `{fault.code}` {names.player(fault.player)}: {names.show(fault.line)}"
        for fault in tick.outcome.faults
    ]
    title = f"{tick.title} · tick {tick.due.tick}"
    sections = [
        *(_noticed(tick, notice, names) for notice in tick.faces.notices.values()),
        Section("Done by the host", _cut(acts)),
        Section("Orders that broke; nothing of them was done", _cut(faults)),
    ]
    traces = "\n\n".join(f"{f.code}\n{f.line}\n{f.traceback}" for f in tick.outcome.faults)
    files = (TextFile(name=f"faults-tick-{tick.due.tick}.txt", text=traces),) if traces else ()
    for place, page in enumerate(pages(sections)):
        card = Card(title=title, text=page, colour=_colour(BRASS))
        yield Payload(cards=(card,), files=() if place else files)


def _noticed(tick: _Tick, notice: Notice, names: Names) -> Section:
    """What a face has moderators told, from the truth."""
    events = (entry.event for entry in tick.outcome.entries)
    told = (notice.line(each, names) for each in events if isinstance(each, notice.event))
    return Section(notice.title, tuple(f"• {line}" for line in told))


def _cut(lines: Sequence[str]) -> tuple[str, ...]:
    more = len(lines) - MOST_NAMED
    return (*lines[:MOST_NAMED], *([f"… and {more} more"] if more > 0 else ()))


def _colour(code: str) -> int:
    return int(code.removeprefix("#"), 16)
