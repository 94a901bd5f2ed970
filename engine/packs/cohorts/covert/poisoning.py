"""Assassins who put poison on weapons.

Brewing poisons stands in `characters.brewing` and `guilds.brewing`, what a poisoned weapon does in
`battle.arming`, and that it loses its poison in the first battle in `battle.aftermath`. Source:
cohorts.order.make-poison-weapons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.module.names import key_of
from engine.orders import Asks, Choice, Given, Refusal, Refused
from engine.packs.cohorts.characters.acting import CharacterAction, acting, begin
from engine.packs.cohorts.content import Content, Potion, Weapon
from engine.packs.cohorts.content.item_keys import Item, item_of
from engine.packs.cohorts.knowledge.choices import named_in
from engine.packs.cohorts.pieces.possessions import count, give, held, take
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.pieces.refusals import not_carried
from engine.packs.cohorts.things.item_names import item_name, kind_called
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.worth.bonuses import skill_level
from engine.packs.cohorts.worth.levels import heroic_level
from engine.refusals import quoted
from engine.state import State
from engine.world import World

_SKILL = "assassin"


@facts
class WeaponsPoisoned(Event):
    """An assassin put poison on weapons (cohorts.order.make-poison-weapons)."""

    character: int
    name: str
    item: str
    """The weapon with its poison, as possessions hold it."""
    number: int
    poison: str
    vials: int
    """How many were used up."""


# ---------------------------------------------------------------- what takes poison


def accepts(content: Content, weapon: Item, poison: Item) -> bool:
    """Whether a weapon takes a poison; none takes a second one."""
    kind, brewed = content.weapons.get(weapon.key), content.potions.get(poison.key)
    coating = brewed.coating if brewed else None
    return bool(
        kind and coating and not weapon.poison and any(c in coating.classes for c in kind.sorts)
    )


def _weapons(world: World, content: Content, character: Character) -> list[Item]:
    """The weapons that a character carries, the best enchanted first."""
    items = [item_of(each.item) for each in held(world, character.place)]
    weapons = [item for item in items if item.key in content.weapons]
    return sorted(weapons, key=lambda item: (item.key, item.poison, -item.plus))


def _poisons(world: World, content: Content, character: Character) -> list[Item]:
    """The poisons that a character carries, the best of a kind first."""
    items = [item_of(each.item) for each in held(world, character.place)]
    poisons = [item for item in items if _coats(content.potions.get(item.key))]
    return sorted(poisons, key=lambda item: (item.key, -item.quality))


def _coats(potion: Potion | None) -> bool:
    return potion is not None and potion.coating is not None


# ---------------------------------------------------------------- what may be chosen


def _known_weapons(state: State, given: Given) -> Iterator[Choice]:
    """The weapons carried by the character named before that take one of its poisons."""
    content = state.module.content(Content)
    character = named_in(state, given, "character", Character)
    if character is None:
        return
    poisons = _poisons(state.world, content, character)
    for weapon in _weapons(state.world, content, character):
        if any(accepts(content, weapon, poison) for poison in poisons):
            yield _there(state, character, weapon)


def _known_poisons(state: State, given: Given) -> Iterator[Choice]:
    """The poisons carried by the character named before that the weapon named takes."""
    content = state.module.content(Content)
    character = named_in(state, given, "character", Character)
    if character is None:
        return
    wanted = given.text("weapon")
    weapon = _meant(state, _weapons(state.world, content, character), wanted)
    for poison in _poisons(state.world, content, character):
        if weapon is None or accepts(content, weapon, poison):
            yield _there(state, character, poison)


def _there(state: State, character: Character, item: Item) -> Choice:
    name = item_name(state.module.content(Content), state.world, str(item))
    return Choice(str(item), f"{name}, {count(state.world, character.place, str(item))} there")


def _meant(state: State, carried: list[Item], text: str) -> Item | None:
    """The item of those carried that a text names; by a kind alone the first of it."""
    content, wanted = state.module.content(Content), key_of(text)
    for item in carried:
        kind = content.item(item.key)
        spelt = (str(item), item_name(content, state.world, str(item)), item.key)
        if wanted in map(key_of, (*spelt, *((kind.name,) if kind else ()))):
            return item
    return None


# ---------------------------------------------------------------- the order


class MakePoisonWeapons(CharacterAction):
    """Have an assassin put poison on weapons of one kind, both from the assassin's possessions."""

    path = ("covert", "poison-weapons")
    rule = "cohorts.order.make-poison-weapons"
    unforeseen: ClassVar = {"character": ("actions",)}

    weapon: Annotated[str, Asks("a weapon that it carries", _known_weapons, ids=Unique.kind)] = (
        Field(description="The weapons", max_length=60)
    )
    poison: Annotated[str, Asks("a poison that it carries", _known_poisons)] = Field(
        description="The poison", max_length=60
    )
    number: int | None = Field(
        default=None, description="How many at most; else as many as can be", ge=1
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        character = acting(state, self)
        weapon, poison = self._named(state, character)
        if not accepts(content, weapon, poison):
            yield self._unfit(state, weapon, poison)
        for item in (weapon, poison):
            if not count(state.world, character.place, str(item)):
                name = item_name(content, state.world, str(item))
                yield not_carried(
                    self.rule,
                    character.name,
                    name,
                    "Hand it over first; what its stack carries or it wears is not used.",
                )
        if not skill_level(state.world, content, character, _SKILL):
            yield self.refusal(
                "not_qualified",
                f"{character.name} has no skill as an assassin.",
                "Have it learn to be one, or let another do it.",
            )

    def _named(self, state: State, character: Character) -> tuple[Item, Item]:
        """The weapon and the poison, whether they are carried or not.

        Raises:
            Refused: one of them is none.
        """
        world, content = state.world, state.module.content(Content)
        weapon = _meant(state, _weapons(world, content, character), self.weapon)
        poison = _meant(state, _poisons(world, content, character), self.poison)
        return (
            weapon or self._kind(content.weapons.values(), self.weapon, "weapon"),
            poison or self._kind(filter(_coats, content.potions.values()), self.poison, "poison"),
        )

    def _kind(self, kinds: Iterable[Weapon | Potion], text: str, what: str) -> Item:
        kind = kind_called(kinds, item_of(text).key)
        if kind is None:
            raise Refused(
                self.refusal(
                    "bad_target",
                    f"{quoted(text)} is no {what}.",
                    "Choose one from the list that appears.",
                )
            )
        return item_of(text)._replace(key=kind.key)

    def _unfit(self, state: State, weapon: Item, poison: Item) -> Refusal:
        content = state.module.content(Content)
        name = item_name(content, state.world, str(weapon))
        if weapon.poison:
            says = f"{name} has poison on it already."
            return self.refusal("bad_target", says, "Choose weapons without one.")
        venom = content.potions[poison.key]
        fitting = " or ".join(venom.coating.classes) if venom.coating else "nothing"
        return self.refusal(
            "bad_target",
            f"{name} does not take {venom.name.lower()}.",
            f"It holds on weapons of the class {fitting}.",
        )

    def perform(self, state: State) -> None:
        world, content = state.world, state.module.content(Content)
        character = acting(state, self)
        weapon, poison = self._named(state, character)
        place = character.place
        level = heroic_level(skill_level(world, content, character, _SKILL))
        able = content.brewing.poisoning_at(level)
        vials = min(able.vials, count(world, place, str(poison)))
        number = min(count(world, place, str(weapon)), vials * able.weapons)
        if self.number is not None:
            number = min(number, self.number)
        if not begin(state, character, self):
            return
        used = -(-number // able.weapons)
        take(world, place, str(poison), used)
        take(world, place, str(weapon), number)
        made = str(weapon._replace(poison=poison.key, poison_quality=poison.quality or 1))
        give(world, place, made, number)
        state.emit(
            WeaponsPoisoned(
                character=character.id,
                name=character.name,
                item=made,
                number=number,
                poison=str(poison),
                vials=used,
            )
        )
