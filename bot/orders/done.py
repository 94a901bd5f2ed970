"""The results of orders that were carried out at once, in a worker, for their giver."""

from dataclasses import dataclass
from pathlib import Path

from bot import faces
from bot.faces.battle.told import record_in
from bot.faces.words.telling import tell
from bot.jobs.opened import rules_at, view_at
from bot.store.world import read_events_for
from engine.events import read


@dataclass(frozen=True, slots=True)
class Done:
    """What a player did at once."""

    tick: int
    lines: tuple[str, ...]
    """What happened, as Discord shows it."""
    battle: bool
    """Whether a battle was fought that the player's faction has the account of."""


def done_in(path: Path, campaign: int, tick: int, faction: int, player: int) -> Done:
    """What a player's own orders brought about in a tick, as far as the faction learned of it."""
    rules = rules_at(path, campaign, tick)
    known = faces.of(rules)
    names = known.names(view_at(path, campaign, tick, faction), reader=faction)
    rows = read_events_for(path, campaign, faction, tick, tick)
    told = [each for _, _, body in rows if (each := read(rules.events, body)).player == player]
    lines = dict.fromkeys(tell(each.event, names) for each in told)
    battle = any(record_in(each.event) for each in told)
    return Done(tick, tuple(lines), battle)
