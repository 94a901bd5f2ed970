"""The order to have a city's guilds teach somebody talents, or exchange them for others.

Who may have which, and how many, stands in `worth.talents`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import NotKnown, facts
from engine.module.names import display_of
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.content import Content, Talent
from engine.packs.cohorts.knowledge.choices import MY_FIGHTER, spot_named
from engine.packs.cohorts.pieces.control import not_controlled
from engine.packs.cohorts.pieces.ownership import faction_of, of_faction, province_of, relation
from engine.packs.cohorts.pieces.records import Character, City, Unit
from engine.packs.cohorts.pieces.refusals import dead
from engine.packs.cohorts.things.equipment import SHOWN
from engine.packs.cohorts.worth.experience import earn
from engine.packs.cohorts.worth.talents import Flaw, Learner, price, supplied
from engine.refusals import quoted, suggestion
from engine.state import State
from engine.world import Place


@facts
class TalentsSet(Event):
    """A character or military unit learned talents, or exchanged some for others."""

    piece: Place
    name: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    paid: int
    """XP."""
    left_out: tuple[tuple[str, str], ...]
    """The changes that were refused, as they were asked for, and why."""


# ---------------------------------------------------------------- the order

_CHANGE = re.compile(r"(?:add +|replace +(?P<old>.+?) +by +)?(?P<new>.+)", re.IGNORECASE)


def _parts(change: str) -> tuple[str, str]:
    """The talent that goes, empty if none does, and the one that comes."""
    found = _CHANGE.fullmatch(change)
    return (found["old"] or "", found["new"]) if found else ("", change)


def _changes(state: State, given: Given) -> Iterator[Choice]:
    """What the piece named before can learn where it is."""
    ref = given.ref("piece")
    piece = state.world.at(ref.place) if ref else None
    if not isinstance(piece, Character | Unit) or piece.player != state.player:
        return
    city = state.world.first(City, "province", spot_named(state, given, "piece"))
    if city is None:
        return
    learner, talents = _learner(state, piece, city), state.module.content(Content).talents
    new = [key for key in learner.taught if key not in piece.talents]
    for key in new if learner.free else ():
        yield Choice(f"add {key}", f"Add {_called(talents, key)}")
    for old in piece.talents if isinstance(piece, Unit) else ():
        for key in new:
            names = f"{_called(talents, old)} by {_called(talents, key)}"
            yield Choice(f"replace {old} by {key}", f"Replace {names}")


def _called(talents: Mapping[str, Talent], key: str) -> str:
    """What people call a talent; one that the module has no more keeps its key's words."""
    return (talents[key].name if key in talents else display_of(key)).lower()


CHANGES = Asks("a talent that is taught there", _changes)


class SetUnitTalents(Order):
    """Have guilds of the city there teach one of yours talents, or exchange a unit's for XP."""

    path = ("set", "talents")
    rule = "cohorts.order.set-unit-talents"
    phases = ("basic",)
    unforeseen: ClassVar = {"piece": ("talents", "xp", "level")}

    piece: Annotated[Ref, MY_FIGHTER] = Field(description="Who learns")
    changes: tuple[Annotated[str, CHANGES], ...] = Field(
        min_length=1, max_length=12, description="Such as: add armored, replace scout by bowman"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        piece = self._piece(state)
        yield from not_controlled(state, piece, self.rule)
        if isinstance(piece, Character) and piece.dead:
            yield dead(self.rule, piece.name, code="unable")
        city = _city_of(state, piece)
        if city is None:
            yield self.refusal(
                "not_here",
                f"There is no city where {piece.name} is.",
                "Talents are taught by the guilds of a city; bring it to one.",
            )
            return
        if relation(state.world, state.me.faction, faction_of(state.world, city)) != "allied":
            yield self.refusal(
                "relation",
                f"The guilds of {city.name} teach only its own faction and allies.",
                "Go to a city of your faction or of an ally.",
            )
            return
        learner, flaws = self._learned(state, piece, city)
        if len(flaws) == len(self.changes):
            yield from (self._refusal(state, learner, piece, *each) for each in flaws)

    def perform(self, state: State) -> None:
        piece = self._piece(state)
        city = _city_of(state, piece)
        assert city, "conditions have seen to it"
        learner, flaws = self._learned(state, piece, city)
        changed = piece.replace(talents=learner.talents)
        if learner.xp == piece.xp:
            state.world.put(changed)
        else:
            earn(state, changed, learner.xp - piece.xp)
        state.emit(
            TalentsSet(
                piece=piece.place,
                name=piece.name,
                gained=tuple(key for key in learner.talents if key not in piece.talents),
                lost=tuple(key for key in piece.talents if key not in learner.talents),
                paid=piece.xp - learner.xp,
                left_out=tuple((change[: 2 * SHOWN], flaw) for change, flaw in flaws),
            )
        )

    def _piece(self, state: State) -> Character | Unit:
        return state.the(Unit if self.piece.kind == Unit.kind else Character, self.piece)

    def _learned(
        self, state: State, piece: Character | Unit, city: City
    ) -> tuple[Learner, list[tuple[str, Flaw]]]:
        """What becomes of the talents, change by change, and which changes are refused."""
        if state.planning and not of_faction(state.world, city, state.me.faction):
            raise NotKnown("which guilds the city has")  # of allies' cities nobody knows the guilds
        learner = _learner(state, piece, city)
        flaws: list[tuple[str, Flaw]] = []
        for change in self.changes:
            old, new = _parts(change)
            if not old:
                flaw = learner.add(new)
            elif isinstance(piece, Character):
                flaw = "bad_target"
            else:
                flaw = learner.exchange(old, new)
            if flaw:
                flaws.append((change, flaw))
        return learner, flaws

    def _refusal(
        self, state: State, learner: Learner, piece: Character | Unit, change: str, flaw: Flaw
    ) -> Refusal:
        content = state.module.content(Content)
        old, new = _parts(change)
        unknown = next((name for name in (old, new) if name and not learner.known(name)), "")
        says, instead = {
            "bad_target": (
                f"There is no talent called {quoted(unknown)}.",
                suggestion(unknown, content.talents.values()),
            )
            if unknown
            else (
                "Only military units exchange talents.",
                "Let the character learn a new one when it has a free slot.",
            ),
            "guild_missing": (
                f"No guild there teaches {new[:40]}.",
                "Raise a guild that does, or go to another city.",
            ),
            "no_free_slot": (
                f"{piece.name} has {len(learner.talents)} talents, as many as its level allows.",
                f"It may learn one more with every {content.training.levels_per_talent}th level.",
            ),
            "already_known": (
                f"{piece.name} has {new[:40]} already.",
                "Choose another talent.",
            ),
            "not_known": (
                f"{piece.name} does not have {old[:40]}.",
                "Choose one of its talents to give up.",
            ),
            "missing": (
                f"The exchange costs {price(content.experience, learner.level)} experience, "
                f"and {piece.name} has {learner.xp}.",
                "Wait until it has more experience.",
            ),
        }[flaw]
        rules: dict[Flaw, str] = {
            "guild_missing": "cohorts.table.guild-talents",
            "no_free_slot": "cohorts.talent.slots",
            "missing": "cohorts.talent.changing",
        }
        return Refusal(flaw, rules.get(flaw, self.rule), says, instead)


def _city_of(state: State, piece: Character | Unit) -> City | None:
    """The city in whose province a piece is: in it, in a stack or loose."""
    return state.world.first(City, "province", province_of(state.world, piece.place))


def _learner(state: State, piece: Character | Unit, city: City) -> Learner:
    content = state.module.content(Content)
    taught = supplied(state.world, content, city)
    return Learner(content, taught, piece.talents, piece.level, piece.xp)
