"""War spells: heroes cast them outside battle, and keep them up on the stack they are in.

What they do in a battle stands in `muster` and `battle`. Source: warlords.spell.rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Ref, Refusal
from engine.packs.cohorts.characters.acting import CharacterAction, acting, begin
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.choices import MY_HERO
from engine.packs.cohorts.pieces.records import Character, Stack
from engine.packs.cohorts.pieces.refusals import too_little_mana
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.packs.cohorts.worth.levels import heroic_level, level_of_heroic
from engine.packs.warlords.blessing import StackBlessed, bless_all
from engine.packs.warlords.content import WarContent, WarSpell
from engine.packs.warlords.heroes import chosen_before
from engine.packs.warlords.pieces import Upheld, hero_of
from engine.refusals import no_such
from engine.state import State

_ARCANE, _DIVINE = ("spell_craft", "magic_user"), ("faith",)
_SKILLS = {"arcane": _ARCANE, "divine": _DIVINE, "any": (*_ARCANE, *_DIVINE)}


@facts
class WarSpellCast(Event):
    """A hero keeps up a spell on its stack (warlords.spell.rules)."""

    character: int
    name: str
    spell: str
    stack: int
    ended: tuple[str, ...]
    """The hero's older spells that ended for it."""


def power(state: State, caster: Character, spell: WarSpell) -> int:
    """The heroic level of a caster's best skill for a spell's school."""
    content = state.module.content(Content)
    skills = [skill_level(state.world, content, caster, each) for each in _SKILLS[spell.school]]
    return heroic_level(max(skills))


def price(state: State, spell: WarSpell) -> int:
    """The mana that a spell takes."""
    return state.module.content(WarContent).warlords.mana_per_level * spell.level


def _castable(state: State, given: Given) -> Iterator[Choice]:
    caster = chosen_before(state, given)
    for spell in state.module.content(WarContent).war_spells.values():
        if caster is None or power(state, caster, spell) >= spell.level:
            yield Choice(spell.key, f"{spell.name}, {price(state, spell)} mana")


WAR_SPELL = Asks("a war spell that the hero has the skill for", _castable)


class CastWarSpell(CharacterAction):
    """Have a hero cast a war spell on the stack it is in, until the month ends."""

    path = ("hero", "cast")
    rule = "warlords.spell.rules"
    rating = None  # a spell may be cast every turn
    unforeseen: ClassVar = {"character": ("actions", "mana", "ext")}

    character: Annotated[Ref, MY_HERO] = Field(description="Who casts")
    spell: Annotated[str, WAR_SPELL] = Field(max_length=60, description="Which war spell")

    def conditions(self, state: State) -> Iterator[Refusal]:
        caster = acting(state, self)
        spell = self._spell(state)
        if spell is None:
            yield no_such(
                self.rule,
                "war spell",
                self.spell,
                state.module.content(WarContent).war_spells.values(),
            )
            return
        if caster.mana < price(state, spell):
            yield too_little_mana(
                self.rule,
                caster.name,
                caster.mana,
                spell.name,
                price(state, spell),
                "Let the hero rest, or cast a lesser spell.",
            )
        if power(state, caster, spell) < spell.level:
            yield self.refusal(
                "not_qualified",
                f"{caster.name} lacks the skill for a spell of level {spell.level}.",
                f"It takes a skill of {level_of_heroic(spell.level)} in {_in_words(spell)}.",
            )
        if caster.holder.kind != Stack.kind:
            yield self.refusal(
                "not_here",
                f"{caster.name} is in no stack.",
                "Transfer the hero into the stack that it should help.",
            )

    def perform(self, state: State) -> None:
        caster, spell = acting(state, self), self._spell(state)
        assert spell, "conditions have seen to it"
        if not begin(state, caster, self):
            return
        caster = state.world.get(Character, caster.id)
        caster = caster.replace(mana=caster.mana - price(state, spell))
        state.world.put(caster)
        stack = state.world.get(Stack, caster.holder.id)
        if spell.blesses:
            blessed = bless_all(state, stack)
            state.emit(StackBlessed(stack=stack.id, name=stack.name, blessed=blessed))
            return
        content = state.module.content(WarContent)
        hero = hero_of(content, caster)
        held = [each for each in hero.spells if each.spell != spell.key]
        most = power(state, caster, spell)
        ended = held[: max(0, len(held) + 1 - most)]
        kept = (*held[len(ended) :], Upheld(spell=spell.key, stack=stack.id))
        state.world.put(caster.replace(ext=hero.replace(spells=kept)))
        state.emit(
            WarSpellCast(
                character=caster.id,
                name=caster.name,
                spell=spell.name,
                stack=stack.id,
                ended=tuple(content.war_spells[each.spell].name for each in ended),
            )
        )

    def _spell(self, state: State) -> WarSpell | None:
        return kind_called(state.module.content(WarContent).war_spells.values(), self.spell)


def _in_words(spell: WarSpell) -> str:
    return " or ".join(each.replace("_", " ") for each in _SKILLS[spell.school])


def end_of_month(state: State) -> None:
    """All war spells end with the monthly production."""
    _uphold(state, lambda caster, upheld: False)


def end_of_tick(state: State) -> None:
    """A spell ends when who keeps it up has left the stack, died or was captured."""

    def holds(caster: Character, upheld: Upheld) -> bool:
        free = not (caster.dead or caster.captor)
        return free and caster.holder == (Stack.kind, upheld.stack)

    _uphold(state, holds)


def _uphold(state: State, holds: Callable[[Character, Upheld], bool]) -> None:
    content = state.module.content(WarContent)
    for caster in state.world.all(Character):
        hero = hero_of(content, caster)
        kept = tuple(each for each in hero.spells if holds(caster, each))
        if kept != hero.spells:
            state.world.put(caster.replace(ext=hero.replace(spells=kept)))
