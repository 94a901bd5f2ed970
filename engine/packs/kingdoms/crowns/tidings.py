"""What all the world hears at the end of a turn: battles, land taken, Kings who died, broken words.

Each piece of news holds what anybody may know of it. From which size and level on it is told is the
module's (`[tidings]`); everything smaller only those learn who were told before. Source:
kingdoms.turn.tidings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.events import Event
from engine.facts import facts
from engine.packs.kingdoms.battle.happenings import UnitEnded
from engine.packs.kingdoms.battle.values import SIDES, Side
from engine.packs.kingdoms.content.tidings import NewsThresholds
from engine.packs.kingdoms.crowns.content import CrownContent
from engine.packs.kingdoms.crowns.dying import RulerDied
from engine.packs.kingdoms.crowns.outcome import KingdomBattleFought
from engine.packs.kingdoms.crowns.ownership import ProvinceTaken
from engine.packs.kingdoms.crowns.ventures.treating import TreatyBroken
from engine.packs.kingdoms.pieces.records import Crown, Ruler
from engine.state import State


@facts
class KingdomBattleHeard(Event):
    """Two kingdoms fought a battle so great that all the world heard of it."""

    kind = "kingdoms-battle-heard"

    holding: int
    attacker: int
    defender: int
    winner: str
    """`attacker` or `defender`."""
    attacking: int
    """The attacker's armies, as they met."""
    defending: int
    attacker_lost: int
    """How many of them are gone."""
    defender_lost: int


@facts
class LandHeard(Event):
    """A kingdom took provinces from another in a turn."""

    kind = "kingdoms-land-heard"

    crown: int
    before: int
    """The kingdom that owned them."""
    holdings: tuple[int, ...]
    home: bool
    """Whether the home of that kingdom is among them."""


@facts
class RulerMourned(Event):
    """A King, an Heir or a hero of note died."""

    kind = "kingdoms-mourned"

    name: str
    rank: str
    crown: int
    how: str
    """By what, such as `battle`, `encounter` or `spell`."""
    foe: int
    """The kingdom that the character fell against in battle; 0 for none."""


@facts
class TreatyHeard(Event):
    """A kingdom broke a treaty that it had."""

    kind = "kingdoms-treaty-heard"

    crown: int
    to: int


EVENTS: Final = (KingdomBattleHeard, LandHeard, RulerMourned, TreatyHeard)


def tell(state: State) -> None:
    """At the end of a tick: let all the world hear of its great deeds."""
    rules = state.module.content(CrownContent).tidings
    for event in list(_heard(state, rules)):
        state.emit(event, public=True)


def _heard(state: State, rules: NewsThresholds) -> Iterator[Event]:
    happened = [entry.event for entry in state.log.entries]
    for event in happened:
        match event:
            case TreatyBroken() if rules.treaties and not event.offer:
                yield TreatyHeard(crown=event.crown, to=event.to)
            case KingdomBattleFought() if event.defender:
                heard = _battle(event)
                if rules.battle and heard.attacking + heard.defending >= rules.battle:
                    yield heard
            case RulerDied():
                yield from _died(state, rules, event, happened)
            case _:
                pass
    if rules.land:
        taken = [event for event in happened if isinstance(event, ProvinceTaken)]
        yield from _land(state, taken)


def _battle(event: KingdomBattleFought) -> KingdomBattleHeard:
    fight = event.record.engagements[-1]
    sides = [each for each in fight.participants if isinstance(each, Side)]
    gone = [
        each.side
        for each in fight.events
        if isinstance(each, UnitEnded) and each.piece.id in event.lost
    ]
    one, other = (len(side.armies) for side in sides)
    first, second = SIDES
    return KingdomBattleHeard(
        holding=event.holding,
        attacker=event.attacker,
        defender=event.defender,
        winner=event.winner,
        attacking=one,
        defending=other,
        attacker_lost=gone.count(first),
        defender_lost=gone.count(second),
    )


def _died(
    state: State, rules: NewsThresholds, event: RulerDied, happened: list[Event]
) -> Iterator[RulerMourned]:
    """A King or Heir, or a hero of that many levels; Kings who fall with their land are told so."""
    ruler = state.world.get(Ruler, event.ruler)
    skilled = sum(ruler.coma or ruler.skill)
    noted = rules.kings if ruler.royal else bool(rules.hero) and skilled >= rules.hero
    if not noted or not event.crown:
        return
    foe = 0
    for battle in happened:
        if isinstance(battle, KingdomBattleFought) and event.ruler in battle.slain:
            foe = battle.defender if battle.attacker == event.crown else battle.attacker
    yield RulerMourned(name=event.name, rank=event.rank, crown=event.crown, how=event.how, foe=foe)


def _land(state: State, taken: list[ProvinceTaken]) -> Iterator[LandHeard]:
    """What each kingdom took from each other, by those that hold it now."""
    found: dict[tuple[int, int], dict[int, None]] = {}
    for event in taken:
        if event.before:
            found.setdefault((event.crown, event.before), {})[event.holding] = None
    for (crown, before), holdings in found.items():
        home = state.world.get(Crown, before).home
        yield LandHeard(crown=crown, before=before, holdings=tuple(holdings), home=home in holdings)
