"""What a worker keeps at hand between jobs: rules, worlds and views of campaigns asked for lately.

Everything here can be made anew from the guild's file; the caches are small and go by tick, and by
how often somebody was erased from the campaign, so nothing in them is ever out of date.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Final, TypeVar

from bot.store.erasures import edition
from bot.store.errors import CorruptStore
from bot.store.lines import read_line
from bot.store.records import CampaignState, ModuleCopy
from bot.store.world import (
    read_campaign,
    read_events_for,
    read_module,
    read_ticks,
    read_turns,
    read_world,
)
from engine.campaign import Player
from engine.common import common
from engine.events import Event, read
from engine.hexes import Hex
from engine.packs import Rules
from engine.world import World

T = TypeVar("T")


class Recent:
    """The results of the latest few questions of one kind."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[Hashable, object] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        if key not in self._held:
            self._held[key] = make()
            if len(self._held) > self._most:
                self._held.popitem(last=False)
        self._held.move_to_end(key)
        return self._held[key]  # type: ignore[return-value]


ONLOOKERS: Final = -1
"""In place of a faction: those who look on and belong to none. (0 stands for the whole world.)"""
_SEVERAL: Final = 2

_RULES = Recent(8)
_WORLDS = Recent(2)
_VIEWS = Recent(4)
_LEARNED = Recent(8)
_KNOWN = Recent(16)


def rules_of(module: ModuleCopy) -> Rules:
    """The rules of a stored module."""
    return _RULES.get(module.digest, lambda: read_rules(module))


def read_rules(module: ModuleCopy) -> Rules:
    """The rules of a stored module, read anew. Raises CorruptStore if its text is damaged."""
    if not module.sound:
        raise CorruptStore(
            f"The module {module.name} that is kept in the campaign's file is damaged. "
            "It was left as it is. Put a backup of the file in its place."
        )
    return Rules.read(module.body)


def rules_at(path: Path, campaign: int, tick: int | None = None) -> Rules:
    """The rules of a campaign, by default the present ones, else those of a past tick."""
    row, module = read_campaign(path, campaign)
    if tick is not None and tick != row.tick:
        (past,) = read_ticks(path, campaign, tick, tick)
        module = read_module(path, past.module_digest)
    return rules_of(module)


def world_at(path: Path, campaign: int, tick: int) -> World:
    """The truth after a tick; callers must not change it."""

    def make() -> World:
        rows = read_world(path, campaign, tick)
        return World.load(rules_at(path, campaign, tick).records, rows)

    return _WORLDS.get((path, campaign, edition(path, campaign), tick), make)


def view_at(path: Path, campaign: int, tick: int, faction: int) -> World:
    """What a faction knew after a tick; callers must not change it.

    For `ONLOOKERS` it is what all who played knew alike, and of a campaign that has ended the
    whole world.
    """
    if faction == ONLOOKERS and read_campaign(path, campaign)[0].state is CampaignState.ENDED:
        return world_at(path, campaign, tick)

    def make() -> World:
        rules, world = rules_at(path, campaign, tick), world_at(path, campaign, tick)
        if faction == ONLOOKERS:
            return known_to_all(rules, world)
        return rules.view(world, faction)

    return _VIEWS.get((path, campaign, edition(path, campaign), tick, faction), make)


def known_to_all(rules: Rules, world: World) -> World:
    """What everybody knows: all factions in which somebody plays, each by its own view.

    Where fewer than two play, it is what anybody may know: a view of one is that one's secret.
    """
    playing = dict.fromkeys(each.faction for each in world.all(Player) if each.active)
    if len(playing) < _SEVERAL:
        return rules.public(world)
    return common([rules.view(world, faction) for faction in sorted(playing)])


def learned_at(
    path: Path, campaign: int, tick: int, faction: int, kinds: tuple[type[Event], ...]
) -> tuple[tuple[int, Event], ...]:
    """What a faction learned of some kinds in the turn of a tick, up to it, and the turn before.

    The oldest first, each with how many turns ago that was.
    """

    def make() -> tuple[tuple[int, Event], ...]:
        holding = read_line(path, campaign, tick)
        turns = {
            number: turn for number, _, turn in read_turns(path, campaign) if number in holding
        }
        late = [number for number, turn in turns.items() if turn >= turns[tick] - 1]
        known = {cls.kind: cls for cls in kinds}
        rows = read_events_for(path, campaign, faction, min(late), tick)
        return tuple(
            (turns[tick] - turns[number], read(known, body).event)
            for number, _, body in rows
            if number in holding
            and any(body.startswith(b'{"kind":"%b"' % kind.encode()) for kind in known)
        )

    if not kinds:
        return ()
    return _LEARNED.get((path, campaign, edition(path, campaign), tick, faction, kinds), make)


def known_before(
    path: Path, campaign: int, tick: int, faction: int, known: Callable[[World], Iterable[Hex]]
) -> frozenset[Hex]:
    """The hexes that a faction knew when the turn of a tick began; none in the first turn."""
    last = _turn_before(path, campaign, tick)
    if not last:
        return frozenset()

    def make() -> frozenset[Hex]:
        return frozenset(known(view_at(path, campaign, last, faction)))

    return _KNOWN.get((path, campaign, last, faction), make)


def view_a_turn_before(path: Path, campaign: int, tick: int, faction: int) -> World | None:
    """What a faction knew when the turn of a tick began; None in the first turn."""
    last = _turn_before(path, campaign, tick)
    return view_at(path, campaign, last, faction) if last else None


def _turn_before(path: Path, campaign: int, tick: int) -> int:
    """The last tick before the turn of a tick; 0 in the first turn."""
    turns = {number: turn for number, _, turn in read_turns(path, campaign)}
    holding = read_line(path, campaign, tick)
    before = [n for n, turn in turns.items() if turn < turns[tick] and n in holding]
    return max(before, default=0)
