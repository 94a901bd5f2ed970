"""In which order a Wizard prefers spells (warmaster.magic.choice, warmaster.map.orders)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.characters.acting import commanded
from engine.packs.cohorts.knowledge.choices import MY_HERO, mine_in
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.warmaster.content import ArmyList, WarmasterContent, WarSpell
from engine.packs.warmaster.leading import role_of
from engine.packs.warmaster.pieces import list_of
from engine.packs.warmaster.standing import keep, leader_post
from engine.refusals import no_such
from engine.state import State


@facts
class SpellOrderSet(Event):
    """A Wizard was told which spells to try first."""

    kind = "warmaster-spell-order"

    character: int
    name: str
    spells: tuple[str, ...]
    """Their names; none for the order of the army list."""


def known(war: WarmasterContent, character: Character) -> list[WarSpell]:
    """The spells of the list of a character's race, in its order."""
    army = list_of(war, character.race)
    return spells_of(war, army) if army else []


def spells_of(war: WarmasterContent, army: ArmyList) -> list[WarSpell]:
    """The spells of an army list, in its order."""
    return [war.war_spells[key] for key in army.spells if key in war.war_spells]


def spell_choice(spell: WarSpell) -> Choice:
    """A spell, to be chosen."""
    return Choice(spell.key, f"{spell.name}: {spell.score}+, range {spell.range}")


def unfit_order(spells: Sequence[WarSpell], named: Sequence[str], rule: str) -> Iterator[Refusal]:
    """What keeps names from being an order of preference among the spells of a list."""
    for name in named:
        if kind_called(spells, name) is None:
            yield no_such(rule, "spell of that list", name, spells)
    if len(dict.fromkeys(keys_of(spells, named))) < len(named):
        yield Refusal("not_allowed", rule, "A spell is named twice.", "Name each spell once.")


def keys_of(spells: Sequence[WarSpell], named: Sequence[str]) -> Iterator[str]:
    """The keys of spells of a list by their names; what is none of them stays as it is."""
    for name in named:
        spell = kind_called(spells, name)
        yield spell.key if spell else name


def _spells(state: State, given: Given) -> Iterator[Choice]:
    wizard = mine_in(state, given, "wizard", Character)
    for spell in known(state.module.content(WarmasterContent), wizard) if wizard else ():
        yield spell_choice(spell)


SPELL = Asks("spells of the Wizard's list, the best first", _spells)


class SetSpellOrder(Order):
    """Say which spells a Wizard tries first; spells that are not named are never tried."""

    path = ("army", "spells")
    rule = "warmaster.magic.choice"
    phases = ("basic",)
    unforeseen: ClassVar = {"wizard": ("ext",)}

    wizard: Annotated[Ref, MY_HERO] = Field(description="Which Wizard")
    spells: tuple[Annotated[str, SPELL], ...] = Field(
        default=(), description="The first choice first; none for the order of the list"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        war = state.module.content(WarmasterContent)
        character = commanded(state, self.wizard)
        if role_of(war, character) != "wizard":
            yield Refusal(
                "not_qualified",
                "warmaster.map.character",
                f"{character.name} is no Wizard.",
                "Choose a Mage or Priest who has learnt magic or faith, of a race with spells.",
            )
            return
        yield from unfit_order(known(war, character), self.spells, self.rule)

    def perform(self, state: State) -> None:
        character = state.the(Character, self.wizard)
        spells = known(state.module.content(WarmasterContent), character)
        keys = tuple(keys_of(spells, self.spells))
        keep(state.world, leader_post(state.world, character).replace(spells=keys))
        names = tuple(spell.name for key in keys for spell in spells if spell.key == key)
        state.emit(SpellOrderSet(character=character.id, name=character.name, spells=names))
