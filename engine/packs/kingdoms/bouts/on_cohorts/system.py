"""Encounters of the base game's characters as a kind of contest (`engine.battle.Contest`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.battle import BattleRecord, Clash, Odds, Trigger
from engine.dice import Dice
from engine.events import Event
from engine.facts import facts
from engine.module import Module
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.stacks import harm
from engine.packs.kingdoms.bouts import contest
from engine.packs.kingdoms.bouts.fighters import EncounterFighter
from engine.packs.kingdoms.bouts.lore import Lore
from engine.packs.kingdoms.bouts.making import lore_of
from engine.packs.kingdoms.bouts.on_cohorts.fielding import fighter, wounds_of
from engine.packs.kingdoms.bouts.on_cohorts.planning import magic_of
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.state import State
from engine.world import Place

CHALLENGE: Final = Trigger("challenge")
"""A character challenged another."""
_DEAD: Final = 100


@facts
class BoutFought(Event):
    """Two characters fought by plan; both sides are told all of it (kingdoms.turn.reports)."""

    province: int
    challenger: Place
    challenger_name: str
    challenged: Place
    challenged_name: str
    outcome: str
    """As kingdoms.encounter.end names it; the challenger is the initiator."""
    record: BattleRecord


def lore(module: Module) -> Lore:
    """What a module says of encounters; spells only where the pack of magic is on."""
    arts = magic_of(module)
    content = module.content(EncounterContent)
    return lore_of(content, arts.arts, arts.casting) if arts else lore_of(content)


class Bouts:
    """One character against one, each by its plan (kingdoms.encounter.kinds: pursue)."""

    def muster(
        self, state: State, clash: Clash
    ) -> tuple[Lore, tuple[EncounterFighter, EncounterFighter]]:
        """What the module says, and both fighters. What a view does not hold raises NotKnown."""
        content = state.module.content(Content)
        one, other = (
            fighter(state.world, content, state.world.get(Character, side[0].id))
            for side in clash.sides
        )
        return lore(state.module), (one, other)

    def fight(
        self,
        field: Lore,
        sides: tuple[EncounterFighter, EncounterFighter],
        dice: Dice,
        clash: Clash,
    ) -> BattleRecord:
        """Fight it out."""
        return contest.record(clash, contest.fought("pursue", *sides, field, dice))

    def aftermath(self, state: State, record: BattleRecord) -> None:
        """Wounds and death, and both sides are told.

        Experience and possessions stay as they are: they change by the base rules only.
        """
        engagement = record.engagements[-1]
        both = contest.fighters(engagement)
        ended = contest.end_of(engagement)
        people = [state.world.get(Character, side[0].id) for side in record.clash.sides]
        event = BoutFought(
            province=record.clash.ground,
            challenger=people[0].place,
            challenger_name=people[0].name,
            challenged=people[1].place,
            challenged_name=people[1].name,
            outcome=ended.outcome,
            record=record,
        )
        state.emit_to(event, own=tuple(faction_of(state.world, each) for each in people))
        for character, before, left in zip(people, both, ended.hits, strict=True):
            if left < before.hits:
                hurt(state, character, before, left)

    def took_part(self, record: BattleRecord) -> tuple[Place, ...]:
        """Both characters."""
        return contest.places(record.engagements[-1])

    def odds(self, state: State, clash: Clash) -> Iterator[Odds]:
        """The challenger's chance, by trial encounters; only who knows both fighters has one.

        Raises:
            NotKnown: the asking side has not read the other character.
        """
        field, (one, other) = self.muster(state, clash)
        yield from contest.odds("pursue", one, other, field, field.meetings.trials)


def hurt(state: State, character: Character, before: EncounterFighter, left: int) -> None:
    """Wound a character who has that many hit points left; who lives is not killed by rounding."""
    more = wounds_of(before.full, before.hits - left) if left else _DEAD
    most = more if not left else min(more, _DEAD - 1 - character.wounds)
    harm.wound(state, character, max(0, most))
