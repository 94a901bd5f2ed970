"""Characters who raise items to higher enchantment levels.

It is the work of colleges on a small scale (`guilds.enchanting`). What a level gives stands in
`enchantments`. Source: cohorts.skill.enchantments.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Ref, Refusal
from engine.packs.cohorts.characters.acting import CharacterAction, acting, begin
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.guilds.enchanting import as_held, enchantable_there
from engine.packs.cohorts.knowledge.choices import my_people
from engine.packs.cohorts.pieces.possessions import count, give, take
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.pieces.refusals import not_enchantable
from engine.packs.cohorts.things.enchantments import Yield, enchantable, enchanted
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.state import State

SKILL = "enchantments"


@facts
class EnchantedByCharacter(Event):
    """A character raised items to the next enchantment level (cohorts.skill.enchantments)."""

    character: int
    name: str
    item: str
    """What was used."""
    used: int
    result: str
    """What became of it."""
    made: int


def _enchanters(state: State, given: Given) -> Iterator[Choice]:
    content = state.module.content(Content)
    for character in my_people(state, Character):
        level = skill_level(state.world, content, character, SKILL)
        if level:
            yield Choice.of(character, f"{character.name}, skill {level}")


def _enchantable(state: State, given: Given) -> Iterator[Choice]:
    ref = given.ref("character", Character.kind)
    if ref:
        yield from enchantable_there(state, ref.place)


ENCHANTER = Asks("a character of yours with the skill enchantments", _enchanters, ("character",))
ENCHANTABLE = Asks(
    "an item of the character's that can be enchanted", _enchantable, ids=Unique.kind
)


class EnchantItem(CharacterAction):
    """Have a character raise items that it carries to the next enchantment level."""

    path = ("craft", "enchant")
    rule = "cohorts.skill.enchantments"
    unforeseen: ClassVar = {"character": ("actions",)}

    character: Annotated[Ref, ENCHANTER] = Field(description="The character who enchants")
    item: Annotated[str, ENCHANTABLE] = Field(description="The item, such as spear or spear+1")
    quantity: Annotated[int, Field(ge=1)] = Field(
        description="How many to put in; as many as possible if it can be no more"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        character = acting(state, self)
        item = as_held(state, character.place, self.item)
        if not enchantable(content, item):
            yield not_enchantable(
                self.rule, item_name(content, state.world, str(item)), code="bad_target"
            )
        wanted = (item.plus + 1) * content.enchanting.skill_per_level
        level = skill_level(state.world, content, character, SKILL)
        if level < wanted:
            yield self.refusal(
                "not_qualified",
                f"Making +{item.plus + 1} takes enchantments of {wanted}, and {character.name} "
                f"has {level}.",
                "Raise the skill, or choose items of a lower level.",
            )
        if not self._yield(state, character).made:
            yield self.refusal(
                "missing",
                f"{item.plus + 1} such items make one of +{item.plus + 1}, and {character.name} "
                "cannot put in as many.",
                "Hand over more of them, put in more, or raise the skill.",
            )

    def perform(self, state: State) -> None:
        character = acting(state, self)
        item = as_held(state, character.place, self.item)
        result = str(item._replace(plus=item.plus + 1))
        used, made = self._yield(state, character)
        if not begin(state, character, self):
            return
        take(state.world, character.place, str(item), used)
        give(state.world, character.place, result, made)
        state.emit(
            EnchantedByCharacter(
                character=character.id,
                name=character.name,
                item=str(item),
                used=used,
                result=result,
                made=made,
            )
        )

    def _yield(self, state: State, character: Character) -> Yield:
        content = state.module.content(Content)
        item = as_held(state, character.place, self.item)
        waiting = count(state.world, character.place, str(item))
        level = skill_level(state.world, content, character, SKILL)
        most = content.enchanting.items_per_skill * level
        return enchanted(item.plus, min(self.quantity, waiting), most)
