"""Experience: how XP are gained, lost and shared out, and the resulting levels.

What earns XP stands with each rule. Spending the points of a new level is in
`characters.learning`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from engine.events import Event
from engine.facts import facts
from engine.numbers import Exact
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.cities import Experience
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.positions import add_renown
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.worth.mana import capacity
from engine.packs.cohorts.worth.skills import built_in
from engine.state import State
from engine.world import Place


@facts
class LevelChanged(Event):
    """A character or military unit has reached another level (cohorts.xp.level-up)."""

    piece: Place
    name: str
    before: int
    level: int
    skill_points: int
    """Of a character: those that came with it."""
    attribute_points: int
    talents: int
    """The talent slots that opened (cohorts.talent.slots)."""


def earn(state: State, piece: Character | Unit, xp: int) -> Character | Unit:
    """Add XP to a piece as it is now, or take them if below 0; returns what it became.

    XP never fall below 0. A new level comes at once, and its faction is told; a character gets the
    points of each level that it never had before. What is gained is renown for its player. Sources:
    cohorts.xp.chart, cohorts.xp.level-up, cohorts.unit.levelling, cohorts.renown.gain.
    """
    add_renown(state.world, piece.player, max(0, xp))
    return brought_to(state, piece, max(0, piece.xp + xp))


def brought_to(state: State, piece: Character | Unit, total: int) -> Character | Unit:
    """Bring a piece as it is now to a total of XP; returns what it became. Else as `earn`.

    Nothing is earned, as by those who come into the game with a past.
    """
    content = state.module.content(Content)
    level = content.experience.level_of(total)
    changed = piece.replace(xp=total, level=level)
    if level != piece.level:
        if isinstance(changed, Character):
            changed = _grown(state, content, changed, piece.level)
        _tell(state, content, piece, changed)
    state.world.put(changed)
    return changed


def _grown(state: State, content: Content, character: Character, before: int) -> Character:
    """A character with the results of its new level: points, built-in skills, room for mana."""
    level, figures = character.level, content.experience
    reached = max(before, character.reached)
    new = max(0, level - reached)
    natural = dict.fromkeys(built_in(content, character.job), level)
    grown = character.replace(
        reached=reached if level < reached else 0,
        skills=dict(sorted({**character.skills, **natural}.items())),
        skill_points=character.skill_points + new * figures.skill_points,
        attribute_points=character.attribute_points + new * figures.attribute_points,
    )
    most = capacity(state.world, content, grown)  # cohorts.magic.mana-pool
    return grown.replace(mana=min(grown.mana, most)) if level < before else grown


def _tell(state: State, content: Content, old: Character | Unit, new: Character | Unit) -> None:
    slots = content.training.talents_at
    points = attributes = 0
    if isinstance(old, Character) and isinstance(new, Character):
        points = new.skill_points - old.skill_points
        attributes = new.attribute_points - old.attribute_points
    state.emit_to(
        LevelChanged(
            piece=new.place,
            name=new.name,
            before=old.level,
            level=new.level,
            skill_points=points,
            attribute_points=attributes,
            talents=max(0, slots(new.level) - slots(old.level)),
        ),
        own=(faction_of(state.world, new),),
    )


def divided(figures: Experience, xp: int, levels: Sequence[int]) -> list[int]:
    """XP split among units of these encounter levels, in proportion to the chart XP of each.

    Sources: cohorts.xp.distribution, cohorts.unit.xp-sources.
    """
    return apportioned(xp, [figures.needed_for(max(1, level)) for level in levels])


def apportioned(xp: int, weights: Sequence[Exact]) -> list[int]:
    """XP split in proportion to weights, of which one at least is above 0.

    Shares are rounded down; what is left goes one each to the largest fractions, of equal ones to
    the higher weight, then to the first. Source: cohorts.xp.distribution.
    """
    whole = sum(weights)
    exact = [Fraction(xp) * weight / whole for weight in weights]
    shares = [floor(share) for share in exact]
    order = sorted(range(len(weights)), key=lambda n: (shares[n] - exact[n], -weights[n], n))
    for n in order[: xp - sum(shares)]:
        shares[n] += 1
    return shares
