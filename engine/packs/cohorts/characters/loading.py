"""Loading combat spells: what a character casts in every battle it fights.

What the spells do there is in `battle.magic`. Sources: cohorts.combat-spell.loading,
cohorts.order.load-combat-spell.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal, Refused
from engine.packs.cohorts.content import CombatSpell, Content
from engine.packs.cohorts.content.combat import LOADING_PLACES
from engine.packs.cohorts.knowledge.choices import MY_HERO, named_in
from engine.packs.cohorts.magic.studying import described
from engine.packs.cohorts.pieces.control import controls, not_controlled
from engine.packs.cohorts.pieces.records import Character, Loading
from engine.packs.cohorts.pieces.refusals import no_spell, spell_too_high
from engine.packs.cohorts.worth.casters import caster_of, combat_spell_called
from engine.packs.cohorts.worth.levels import heroic_level
from engine.refusals import quoted
from engine.state import State

NONE: Final = "none"


@facts
class CombatSpellLoaded(Event):
    """A character was given a combat spell to cast in battles, or casts none any more."""

    character: int
    name: str
    places: tuple[str, ...]
    """Those that were loaded or emptied, duel or battle."""
    spell: str
    """Empty for none."""
    mana: int


def loadable(state: State, character: Character) -> list[CombatSpell]:
    """The combat spells that a character can cast at its level, by spell level."""
    content = state.module.content(Content)
    levels = caster_of(state.world, content, character).combat
    spells = [content.combat_spells[key] for key in levels]
    fit = [spell for spell in spells if heroic_level(levels[spell.key]) >= spell.level]
    return sorted(fit, key=lambda spell: (spell.level, spell.name))


def _spells(state: State, given: Given) -> Iterator[Choice]:
    """What the character named before can cast and fits the place; none if anything is loaded."""
    character = named_in(state, given, "character", Character)
    place = _place_called(given.text("place"))
    if character and controls(state, character):
        for spell in loadable(state, character):
            if place in ("", spell.place):
                yield Choice(spell.key, f"{described(spell)}, {spell.place} place")
    if character is None or not character.knows("loaded") or character.loaded:
        yield Choice(NONE, "none: empty the place")


def _places(state: State, given: Given) -> Iterator[Choice]:
    for each in LOADING_PLACES:
        yield Choice(each, each)


def _place_called(name: str) -> str:
    return name.strip().casefold()


SPELL = Asks("a combat spell that the character can cast, or none", _spells)
PLACE = Asks("duel or battle; battle holds utility spells too", _places)


class LoadCombatSpell(Order):
    """Load a combat spell into a character, who then casts it once in every battle."""

    path = ("set", "combat-spell")
    rule = "cohorts.order.load-combat-spell"
    phases = ("basic",)
    unforeseen: ClassVar = {"character": ("loaded",)}

    character: Annotated[Ref, MY_HERO] = Field(description="Who is to cast it")
    spell: Annotated[str, SPELL] = Field(
        max_length=60, description="The combat spell; none empties the place"
    )
    place: Annotated[str, PLACE] = Field(
        default="", max_length=20, description="duel or battle; by itself the one the spell fits"
    )
    mana: int = Field(default=0, description="Mana to put in at each casting: a higher level")

    def conditions(self, state: State) -> Iterator[Refusal]:
        character = state.the(Character, self.character)
        yield from not_controlled(state, character, self.rule)
        place = _place_called(self.place)
        if place and place not in LOADING_PLACES:
            yield self.refusal(
                "bad_target",
                f"There is no loading place called {quoted(self.place)}.",
                "Choose duel or battle, or leave it out.",
            )
        if not self._empties:
            yield from self._unfit(state, character, self._spell(state, character), place)

    def _unfit(
        self, state: State, character: Character, spell: CombatSpell, place: str
    ) -> Iterator[Refusal]:
        content = state.module.content(Content)
        if place and place != spell.place:
            yield Refusal(
                "bad_target",
                "cohorts.combat-spell.loading",
                f"{spell.name} is a {spell.group} spell and does not fit the {place} place.",
                f"Load it into the {spell.place} place.",
            )
        heroic = heroic_level(caster_of(state.world, content, character).combat[spell.key])
        if heroic < spell.level:
            yield spell_too_high(
                self.rule,
                spell,
                f"{character.name} casts spells",
                heroic,
                "Choose a lower one; it takes five caster levels for each level of spells.",
                code="not_known",
            )
        most = content.battle.most_spell_mana
        if not 0 <= self.mana <= most:
            yield Refusal(
                "not_allowed",
                "cohorts.combat-spell.caster-level",
                f"Into a combat spell 0 to {most} mana can be put, not {self.mana}.",
                f"Put in {most} or less.",
            )

    def perform(self, state: State) -> None:
        character = state.the(Character, self.character)
        loaded = dict(character.loaded)
        if self._empties:
            place = _place_called(self.place)
            places = (place,) if place else LOADING_PLACES
            for each in places:
                loaded.pop(each, None)
            spell, mana = "", 0
        else:
            found = self._spell(state, character)
            places, spell, mana = (found.place,), found.key, self.mana
            loaded[found.place] = Loading(spell=spell, mana=mana)
        state.world.put(character.replace(loaded=dict(sorted(loaded.items()))))
        state.emit(
            CombatSpellLoaded(
                character=character.id, name=character.name, places=places, spell=spell, mana=mana
            )
        )

    @property
    def _empties(self) -> bool:
        return self.spell.strip().casefold() == NONE

    def _spell(self, state: State, character: Character) -> CombatSpell:
        """The spell, which the character has.

        Raises:
            Refused: it is no combat spell, or in no book, deity or item of the character's.
        """
        content = state.module.content(Content)
        spell = combat_spell_called(content, self.spell)
        if spell is None or spell.key not in caster_of(state.world, content, character).combat:
            name = spell.name if spell else repr(self.spell[:40])
            raise Refused(no_spell(self.rule, character.name, name))
        return spell
