"""The plans that characters of the base game fight by, and the order that sets one.

Sources: kingdoms.encounter.plan, kingdoms.mapping.abilities-for-base-characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Final

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.module import Module
from engine.orders import Order, Ref, Refusal
from engine.packs.cohorts.characters.acting import commanded
from engine.packs.cohorts.knowledge.choices import MY_HERO
from engine.packs.cohorts.pieces.extension import Extension
from engine.packs.cohorts.pieces.records import Character
from engine.packs.kingdoms.bouts.plans import (
    CAST,
    LONGEST,
    MELEE,
    TACTICS,
    entries,
    in_words,
    of_words,
)
from engine.packs.kingdoms.content.arts import ArtsContent
from engine.packs.kingdoms.content.charms import CODES
from engine.state import State

RULE: Final = "kingdoms.encounter.plan"
_USUAL: Final = (MELEE,)
_TACTICS: Final = ", ".join(in_words(each, {}) for each in TACTICS)


@facts
class Tactics(Extension, pack="kingdoms"):
    """How a character means to fight."""

    plan: tuple[str, ...]


@facts
class PlanSet(Event):
    """A character fights by another plan from now on; its own side alone knows it."""

    kind = "encounter-plan-set"

    character: int
    name: str
    plan: tuple[str, ...]


def plan_of(character: Character) -> tuple[str, ...]:
    """The plan that a character has; ME unless its player set one."""
    return character.ext.plan if isinstance(character.ext, Tactics) else _USUAL


def magic_of(module: Module) -> ArtsContent | None:
    """What a module says of magic; None without the pack of magic."""
    return next((each for each in module.contents.values() if isinstance(each, ArtsContent)), None)


def _spells(state: State) -> dict[str, str]:
    """The names of the spells that may be cast, by their codes; none without the pack of magic."""
    magic = magic_of(state.module)
    return {code: magic.arts[code].name for code in CODES if code in magic.arts} if magic else {}


def read(plan: str, spells: Mapping[str, str]) -> tuple[str, ...]:
    """The entries of a plan as a player writes it: words with commas, or codes with blanks."""
    said = [of_words(each, spells) for each in plan.split(",") if each.strip()]
    return tuple(entry for each in said for entry in each.split())


class SetEncounterPlan(Order):
    """Say how a character fights when it meets somebody: up to ten tactics, one an action."""

    path = ("character", "tactics")
    rule = RULE
    phases = ("basic",)
    unforeseen: ClassVar = {"character": ("ext",)}

    character: Annotated[Ref, MY_HERO] = Field(description="Whose plan it is")
    plan: str = Field(
        max_length=240,
        description=f"What is done, in order: {_TACTICS}; or cast a spell, where there is magic",
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        commanded(state, self.character)
        spells = _spells(state)
        written, known = read(self.plan, spells), entries()
        casts = [in_words(f"{CAST}-{code}", spells) for code in spells]
        for entry in dict.fromkeys(written):
            if entry not in known:
                yield self.refusal(
                    "not_allowed",
                    f"“{entry}” is no tactic.",
                    f"Write some of these, with commas: {', '.join((_TACTICS, *casts))}.",
                )
        if not 1 <= len(written) <= LONGEST:
            yield self.refusal(
                "not_allowed",
                f"A plan has 1 to {LONGEST} tactics, and this one has {len(written)}.",
                "The last one repeats, so that a short plan serves.",
            )

    def perform(self, state: State) -> None:
        character, plan = state.the(Character, self.character), read(self.plan, _spells(state))
        state.world.put(character.replace(ext=Tactics(plan=plan)))
        state.emit(PlanSet(character=character.id, name=character.name, plan=plan))
