"""Those who fell in a tick, as their own side remembers them: who they were, and what they leave.

What killed them is told by the rule that did. Where a body lies is told only if its own side still
has it or stands there. Sources: cohorts.character.overview, cohorts.battle.dead-units.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.battle import BattleRecord
from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.battle.record import BattleEnded, Participant
from engine.packs.cohorts.knowledge.views import present
from engine.packs.cohorts.pieces.ownership import faction_of, imprisoned, province_of
from engine.packs.cohorts.pieces.records import Character, City
from engine.state import State
from engine.world import Place


@facts
class CharacterFell(Event):
    """A character died; its own faction is told who that was and what is left."""

    character: int
    name: str
    race: str
    job: str
    level: int
    titles: tuple[str, ...]
    deeds: dict[str, int]
    battle: bool
    """Whether it fell in a battle."""
    province: int
    """Where it fell; 0 if that is not known."""
    body: Place | None
    """What its body is in; None if its own side has lost it."""
    cities: tuple[int, ...]
    """Those of which it was baron."""


def tell(state: State) -> None:
    """At the end of a tick: tell the factions of those who died in it, by id."""
    for _, _, before, after in state.world.changes(Character):
        if not (isinstance(before, Character) and isinstance(after, Character)):
            continue
        if after.dead and not before.dead:
            faction = faction_of(state.world, after)
            if faction and not imprisoned(before):
                state.emit_to(_fell(state, after, faction), own=[faction])


def _fell(state: State, dead: Character, faction: int) -> CharacterFell:
    fought = next(_battles(state, dead, faction), None)
    body = dead.holder if _kept(state, dead, faction) else None
    where = province_of(state.world, body) if body else 0
    return CharacterFell(
        character=dead.id,
        name=dead.name,
        race=dead.race,
        job=dead.job,
        level=dead.level,
        titles=dead.titles,
        deeds=dead.deeds,
        battle=fought is not None,
        province=fought if fought is not None else where,
        body=body,
        cities=tuple(city.id for city in state.world.by(City, "baron", dead.id)),
    )


def _battles(state: State, dead: Character, faction: int) -> Iterator[int]:
    """Where it fought in this tick, by the accounts that its faction was given."""
    for entry in reversed(state.log.entries):
        event: Any = entry.for_(faction)
        record = event.known().get("record") if event else None
        if isinstance(record, BattleRecord) and _fell_in(state, dead, record):
            yield record.clash.ground


def _fell_in(state: State, dead: Character, record: BattleRecord) -> bool:
    """Whether it died in a battle; by other rules than those of the base, whether it took part."""
    fight = record.engagements[-1]
    end = fight.events[-1]
    if isinstance(end, BattleEnded):
        return any(
            isinstance(unit, Participant) and outcome.state == "dead" and unit.place == dead.place
            for unit, outcome in zip(fight.participants, end.outcomes, strict=False)
        )
    contest = state.rules.contests.get(record.clash.kind)
    return contest is not None and dead.place in contest.took_part(record)


def _kept(state: State, dead: Character, faction: int) -> bool:
    """Whether a faction still has a body, or stands where it lies in the open."""
    holder = state.world.at(dead.holder)
    if dead.holder.kind == "province":
        return dead.holder.id in present(state.world, faction)
    return holder is not None and not dead.captor and faction_of(state.world, holder) == faction
