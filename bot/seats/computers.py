"""What a computer player gives for a seat, computed away from the event loop.

It sees what its faction sees, and draws from separate dice: nothing here can reach the seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from bot import faces
from bot.jobs.opened import rules_at, view_at, world_at
from bot.store.seats import Duty
from engine.campaign import Now
from engine.caretaking import beside, tend
from engine.deciding import decide
from engine.dice import Seed, SeededDice
from engine.orders import Queued
from engine.packs import Rules
from engine.rivals import Mind, Strength


@dataclass(frozen=True, slots=True)
class Brief:
    """Which seat is looked after, by what kind of computer player."""

    campaign: int
    seed_hash: str
    """Of the campaign, which anybody knows: the dice are made of it and the player."""
    tick: int
    faction: int
    player: int
    duty: Duty
    nature: str
    """Its key; empty for the module's next."""
    strength: Strength


@dataclass(frozen=True, slots=True)
class Tended:
    """A turn for a seat."""

    orders: tuple[tuple[str, str], ...]
    """Each with its key, in its stored form."""
    reasons: tuple[tuple[str, str], ...]
    """Each order in words, and why it is given."""


def tend_seat(path: Path, brief: Brief, standing: Sequence[tuple[str, str]]) -> Tended:
    """What a computer player gives this turn beside the standing orders, which come first.

    `standing` are those of the seat that have run, with their keys.
    """
    rules = rules_at(path, brief.campaign, brief.tick)
    view = view_at(path, brief.campaign, brief.tick, brief.faction)
    first = [rules.read_order(key, body) for key, body in standing]
    natures = rules.module.rivals
    nature = natures.get(brief.nature) or rules.module.nature(brief.player - 1)
    dice = SeededDice(_own_seed(brief), view.get(Now, 1).tick)
    mind = Mind(rules, view, brief.player, nature, brief.strength, dice)
    if brief.duty == "standing":
        decisions = ()
    elif brief.duty == "play":
        decisions = beside(mind, decide(mind), first)
    else:
        decisions = tend(mind, brief.duty, first)
    face = faces.of(rules)
    names = face.names(view, str, reader=brief.faction)
    told = [(face.line(each.order, view), "because it is a standing order") for each in first]
    told += [
        (face.line(each.queued.order, view), face.because(each.reason, names)) for each in decisions
    ]
    given: list[Queued] = [*first, *(each.queued for each in decisions)]
    return Tended(tuple((each.key, each.to_json()) for each in given), tuple(told))


def way_in(path: Path, campaign: int, tick: int, seed_hash: str, faction: str, name: str) -> str:
    """The order that gives a computer player a place in a faction, in its stored form.

    Raises:
        LookupError: by its rules nobody plays it by computer.
    """
    rules: Rules = rules_at(path, campaign, tick)
    if rules.rival is None:
        raise LookupError("nobody plays this by computer")
    dice = SeededDice(Seed(sha256(f"rival:{seed_hash}:{tick}".encode()).digest()), tick)
    drawn = dice.stream("seat", "beginning")
    order = rules.rival.join(rules, world_at(path, campaign, tick), faction, name, drawn)
    return Queued("a1", order).to_json()


def _own_seed(brief: Brief) -> Seed:
    return Seed(sha256(f"seat:{brief.seed_hash}:{brief.player}".encode()).digest())
