"""What characters learn by doing: the check that follows an attempt, and the rise of an ability.

Sources: kingdoms.experience.action-table, kingdoms.experience.improving.
"""

from __future__ import annotations

from typing import Annotated

from engine.dice import Dice
from engine.events import Event, Level
from engine.facts import facts
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.pieces.abilities import Ability, level_in, with_level
from engine.packs.kingdoms.pieces.chance import step_stream, succeeds
from engine.packs.kingdoms.pieces.records import Course, Crown, Ruler
from engine.state import State


@facts
class AbilityRose(Event):
    """A character learned something: an ability of the character rose by one level."""

    kind = "kingdoms-ability-rose"

    ruler: int
    name: str
    ability: Annotated[str, Level.OWN]
    level: Annotated[int, Level.OWN]


def may_rise(ruler: Ruler, ability: Ability) -> bool:
    """Whether an ability of a character can still rise this turn.

    The dead and those in a coma learn nothing; an ability rises once a turn, up to its aptitude.
    """
    if not ruler.alive or ruler.coma or ability in ruler.doings.risen:
        return False
    return level_in(ruler.skill, ability) < level_in(ruler.aptitude, ability)


def rises(ruler: Ruler, ability: Ability, chance: int, dice: Dice) -> bool:
    """Whether an ability rises; without a draw where it cannot."""
    return may_rise(ruler, ability) and succeeds(dice, chance)


def risen(ruler: Ruler, ability: Ability) -> Ruler:
    """A character whose ability has risen by one level; an Heir is grown by it."""
    return ruler.replace(
        skill=with_level(ruler.skill, ability, level_in(ruler.skill, ability) + 1),
        doings=ruler.doings.replace(risen=(*ruler.doings.risen, ability)),
        grown=ruler.grown or ruler.rank == "heir",
    )


def attempted(
    state: State, id: int, action: str, *, spell: Ability | None = None, sea: bool = False
) -> None:
    """The check that follows an attempt, for the character with that id.

    `action` is one of the experience table's; `spell` is the ability that a spell was cast by,
    `sea` whether a battle was fought in a Sea province.
    """
    ruler = state.world.get(Ruler, id)
    row = state.module.content(RulerContent).learning.of(action)
    ability = ability_of(row.ability, spell=spell, sea=sea)
    phase = state.world.get(Course, 1).phase
    if rises(ruler, ability, row.chance, step_stream(state, phase, Ruler.kind, id, row.action)):
        learn(state, ruler, ability)


def learn(state: State, ruler: Ruler, ability: Ability) -> None:
    """Raise an ability of a character by one level, and tell the kingdom."""
    after = risen(ruler, ability)
    state.world.put(after)
    rose = AbilityRose(
        ruler=ruler.id, name=ruler.name, ability=ability, level=level_in(after.skill, ability)
    )
    crown = state.world.find(Crown, ruler.crown)
    state.emit_to(rose, own=[crown.faction] if crown else [])


def ability_of(told: str, *, spell: Ability | None, sea: bool) -> Ability:
    """The ability that a row of the table means."""
    if told == "spell":
        assert spell, "a spell is cast by an ability"
        return spell
    if told == "command":
        return "NA" if sea else "TA"
    return told  # type: ignore[return-value]
