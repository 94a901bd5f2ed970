"""Agents that steal spells for their summoner.

Source: cohorts.order.steal-spell.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from engine.events import Event, Level
from engine.facts import NotKnown, facts
from engine.orders import Asks, Choice, Given, Ref, Refusal, Refused
from engine.packs.cohorts.agents.acting import (
    AgentAction,
    acting,
    begin,
    chance,
    rules_of,
    skill_of,
)
from engine.packs.cohorts.agents.choices import sent, strangers
from engine.packs.cohorts.content import Content, Spell
from engine.packs.cohorts.diplomacy.hostility import held_back
from engine.packs.cohorts.magic import studying
from engine.packs.cohorts.pieces.guilds import guild_of
from engine.packs.cohorts.pieces.ownership import faction_of, province_of, relation
from engine.packs.cohorts.pieces.records import Agent, Character, City, Guild
from engine.packs.cohorts.pieces.refusals import apart, friend, spell_too_high
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.packs.cohorts.worth.casters import is_priest
from engine.packs.cohorts.worth.chances import Roll, attempt
from engine.packs.cohorts.worth.levels import heroic_level
from engine.state import State

_CRAFT = "spell_craft"
_BOOKS: tuple[type[Character | City], ...] = (Character, City)


@facts
class SpellStealing(Event):
    """An agent tried to steal a spell; who was to lose it is told only of a failure."""

    agent: Annotated[int, Level.OWN]
    agent_name: Annotated[str, Level.OWN]
    owner: Annotated[str, Level.OWN]
    """Who gets the spell: the guild or character that summoned the agent."""
    target_name: str
    """Of the character or city whose book it was."""
    spell: Annotated[str, Level.OWN]
    """The spell that was learned or looked for; empty for any."""
    chance: Annotated[int, Level.OWN]
    """0, as the roll, where there was no book at all."""
    roll: Annotated[int, Level.OWN]
    outcome: Literal["learned", "failed", "nothing"]
    """Whether a spell was got, the attempt failed, or there was no such spell to be had."""


def _targets(state: State, given: Given) -> Iterator[Choice]:
    return strangers(state, given, _BOOKS)


def _spells(state: State, given: Given) -> Iterator[Choice]:
    """What the agent named before is skilled enough for and its owner lacks."""
    agent = sent(state, given)
    owner = state.world.at(agent.summoner) if agent and agent.knows("summoner") else None
    mine = owner.spells if isinstance(owner, studying.Student) and owner.knows("spells") else ()
    most = heroic_level(skill_of(agent, _CRAFT)) if agent and agent.knows("skills") else None
    for spell in state.module.content(Content).spells.values():
        if spell.key not in mine and not spell.miracle and (most is None or spell.level <= most):
            yield Choice(spell.key, f"{spell.name}, level {spell.level}")


class StealSpell(AgentAction):
    """Have an agent steal a spell for its owner, out of a book where the agent is."""

    path = ("agent", "steal-spell")
    rule = "cohorts.order.steal-spell"
    skill = _CRAFT

    target: Annotated[
        Ref, Asks("a foreign character or city there", _targets, tuple(c.kind for c in _BOOKS))
    ] = Field(description="Whose spell book: a character's, or that of a city's mage guild")
    spell: Annotated[str, Asks("a spell that the owner lacks", _spells)] = Field(
        default="", description="The spell; if left out, any that is within the skill"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        agent, target = acting(state, self), self._target(state)
        owner = self._owner(state, agent)
        if province_of(state.world, agent.holder) != province_of(state.world, target.place):
            yield apart(self.rule, target.name, agent.name, "Bring the agent there first.")
        if relation(state.world, state.me.faction, faction_of(state.world, target)) == "allied":
            yield friend(self.rule, target.name, "Friends teach each other; steal from others.")
        yield from held_back(state, agent, target)
        if not self.spell:
            return
        spell = studying.the_spell(state, self.spell, "bad_target")
        most = heroic_level(skill_of(agent, _CRAFT))
        if spell.level > most:
            yield spell_too_high(
                self.rule,
                spell,
                f"{agent.name} understands spells",
                most,
                "It takes five levels of spell craft for each level of spells.",
                code="not_qualified",
            )
        yield from studying.known(owner, spell)

    def perform(self, state: State) -> None:
        target = self._target(state)
        agent = begin(state, acting(state, self), self)
        owner = self._owner(state, agent)
        book = self._book(state, target)
        tried, spell = Roll(0, 0), None
        if book:
            percent = chance(
                rules_of(state), "steal_spell", skill_of(agent, _CRAFT), _craft(state, book)
            )
            tried = attempt(state, agent.place, "steal-spell", percent)
            spell = self._loot(state, agent, owner, book) if tried.succeeds else None
        if spell:
            studying.write(state, owner, spell)
        outcome = "learned" if spell else "nothing" if tried.succeeds or not book else "failed"
        event = SpellStealing(
            agent=agent.id,
            agent_name=agent.name,
            owner=owner.name,
            target_name=target.name,
            spell=spell.key if spell else self._wanted(state),
            chance=tried.chance,
            roll=tried.roll,
            outcome=outcome,
        )
        state.emit(event, told=(faction_of(state.world, target),) if outcome == "failed" else ())

    def _target(self, state: State) -> Character | City:
        return state.the(City if self.target.kind == City.kind else Character, self.target)

    def _book(self, state: State, target: Character | City) -> Character | Guild | None:
        """Whose spell book it is; None for a city without a mage guild, as no plan may tell."""
        if isinstance(target, Character):
            return target
        if state.planning:
            raise NotKnown("which guilds the city has")
        return guild_of(state.world, target, "mage")

    def _owner(self, state: State, agent: Agent) -> Character | Guild:
        """Who gets the spell.

        Raises:
            Refused: the summoner is gone, dead or another's, or has no book that takes it in.
        """
        owner, content = state.world.at(agent.summoner), state.module.content(Content)
        if isinstance(owner, Guild):
            city = state.world.get(City, owner.city)
            able = owner.type == "mage" and faction_of(state.world, city) == state.me.faction
        elif isinstance(owner, Character) and faction_of(state.world, owner) == state.me.faction:
            able = not owner.dead and not is_priest(content, owner)
        else:
            able = False
        if not able or not isinstance(owner, studying.Student):
            raise Refused(
                self.refusal(
                    "not_allowed",
                    f"Whoever summoned {agent.name} cannot take in a spell.",
                    "Only agents of mage guilds and of characters other than priests steal spells.",
                )
            )
        return owner

    def _wanted(self, state: State) -> str:
        return studying.the_spell(state, self.spell, "bad_target").key if self.spell else ""

    def _loot(
        self, state: State, agent: Agent, owner: Character | Guild, book: Character | Guild
    ) -> Spell | None:
        """The spell named, or one of those that will do; None if the book has none."""
        wanted, most = self._wanted(state), heroic_level(skill_of(agent, _CRAFT))
        spells = state.module.content(Content).spells
        fit = [
            spells[key]
            for key in book.spells
            if key in spells
            and wanted in ("", key)
            and key not in owner.spells
            and spells[key].level <= most
            and not spells[key].miracle
        ]
        return state.stream(str(Ref(*agent.place)), "spell").pick(fit) if fit else None


def _craft(state: State, book: Character | Guild) -> int:
    """How well a book is guarded: by the effective spell craft of its owner, or a guild's level."""
    if isinstance(book, Guild):
        return book.level
    return skill_level(state.world, state.module.content(Content), book, _CRAFT)
