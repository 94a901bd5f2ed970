"""What is brewed is drunk: potions, antidotes and draughts that help, poisons that harm.

What each does the module says. Source: cohorts.order.drink-potion.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Annotated, ClassVar

from pydantic import Field

from engine.events import Event
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Refusal
from engine.packs.cohorts.characters.acting import CharacterAction, acting, begin
from engine.packs.cohorts.content import Content, Potion, Spell
from engine.packs.cohorts.content.item_keys import Item, item_of
from engine.packs.cohorts.content.spells import Shell
from engine.packs.cohorts.knowledge.choices import named_in
from engine.packs.cohorts.magic.lasting import lay
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.possessions import find, held, take
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.pieces.refusals import not_carried
from engine.packs.cohorts.stacks import harm
from engine.packs.cohorts.things.item_names import item_name, kind_called
from engine.packs.cohorts.worth.mana import capacity
from engine.refusals import quoted
from engine.state import State
from engine.world import World


@facts
class PotionDrunk(Event):
    """A character drank something (cohorts.order.drink-potion)."""

    character: int
    name: str
    item: str
    effects: dict[str, int]
    """The result in figures: mana, healed, shell, wounds, action points; at work in it, for a
    potion that lasts, with its quality."""
    cured: tuple[str, ...]
    """The statuses that ended."""
    status: str
    """That which it inflicted, empty for none."""
    died: bool


def _carried(world: World, content: Content, character: Character) -> list[str]:
    """The items of what is brewed among a character's own possessions, the best of a kind first."""
    items = [each.item for each in held(world, character.place)]
    brewed = [item for item in items if item_of(item).key in content.potions]
    return sorted(brewed, key=lambda item: (item_of(item).key, -item_of(item).quality))


def _meant(world: World, content: Content, character: Character, text: str) -> str:
    """The item that a text names: one of those carried, by kind the best of it; else the text."""
    exact = find(world, character.place, text)
    if exact:
        return exact.item
    kind = kind_called(content.potions.values(), text)
    for item in _carried(world, content, character):
        named = item_name(content, world, item).casefold() == text.casefold()
        if named or (kind and item_of(item).key == kind.key):
            return item
    return str(Item(kind.key)) if kind else text


def _drinks(state: State, given: Given) -> Iterator[Choice]:
    content = state.module.content(Content)
    character = named_in(state, given, "character", Character)
    if character:
        for item in _carried(state.world, content, character):
            yield Choice(item, item_name(content, state.world, item))


class DrinkPotion(CharacterAction):
    """Have a character drink a potion that it carries; it takes no action, once a turn."""

    path = ("character", "drink")
    rule = "cohorts.order.drink-potion"
    rating = "L0"
    unforeseen: ClassVar = {"character": ("wounds", "mana", "statuses", "attributes")}

    potion: Annotated[str, Asks("a potion that the character carries", _drinks)] = Field(
        description="The potion, poison, antidote or draught", max_length=60
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        character = acting(state, self)
        item = _meant(state.world, content, character, self.potion)
        if item_of(item).key not in content.potions:
            yield self.refusal(
                "bad_target",
                f"{quoted(self.potion)} is nothing to drink.",
                "Choose a potion, poison, antidote or draught.",
            )
        elif find(state.world, character.place, item) is None:
            yield not_carried(self.rule, character.name, item_name(content, state.world, item))

    def perform(self, state: State) -> None:
        content = state.module.content(Content)
        character = acting(state, self)
        item = _meant(state.world, content, character, self.potion)
        if not begin(state, character, self):
            return
        take(state.world, character.place, item, 1)
        state.emit(swallow(state, state.world.get(Character, character.id), item))


def swallow(state: State, drinker: Character, item: str) -> PotionDrunk:
    """Let what is brewed do its work in somebody, and say what it did.

    Cures come before harm, and what heals before what wounds.
    """
    world, content = state.world, state.module.content(Content)
    potion, quality = content.potions[item_of(item).key], item_of(item).quality or 1
    effects: dict[str, int] = {}
    cured = harm.cured(drinker, potion.severity * quality, *potion.cures)
    now = harm.without(drinker, cured)
    assert isinstance(now, Character)
    now, effects = _strengthened(world, content, now, potion, quality)
    world.put(now)
    if potion.shell and _lay_shell(state, content, now, potion.shell * quality):
        effects["shell"] = potion.shell * quality
    status = potion.inflicts or ""
    level = potion.severity * quality
    if status and not harm.inflict(state, now, status, level):
        status = ""
    now = world.get(Character, now.id)
    if potion.wounds and not now.dead:
        effects["wounds"] = potion.wounds
        harm.wound(state, now, potion.wounds)
    return PotionDrunk(
        character=now.id,
        name=now.name,
        item=item,
        effects=effects,
        cured=cured,
        status=status,
        died=world.get(Character, now.id).dead,
    )


def _strengthened(
    world: World, content: Content, drinker: Character, potion: Potion, quality: int
) -> tuple[Character, dict[str, int]]:
    """The drinker with what a potion gives at once and what it changes, and that in figures."""
    effects: dict[str, int] = {}
    healed = min(potion.heals * quality, drinker.wounds)
    points = potion.action_points
    now = drinker.replace(
        wounds=drinker.wounds - healed, action_points=drinker.action_points + points
    )
    if potion.modifiers and now.draughts.get(potion.key, 0) < quality:
        draughts = {**now.draughts, potion.key: quality}
        now = now.replace(draughts=dict(sorted(draughts.items())))
        effects["at work"] = quality
    room = max(0, capacity(world, content, now) - now.mana) if potion.mana else 0
    mana = min(potion.mana * quality, room)
    now = now.replace(mana=now.mana + mana)
    figures = {"healed": ceil(healed), "mana": mana, "action points": points}
    return now, {**effects, **{key: count for key, count in figures.items() if count}}


def _lay_shell(state: State, content: Content, drinker: Character, strength: int) -> bool:
    """A shell on the drinker, as by the spell for it (cohorts.magic.spell-replacement)."""
    spell = _shell_of(content)
    faction = faction_of(state.world, drinker)
    return spell is not None and lay(
        state.world, spell, drinker.place, strength=strength, level=1, faction=faction
    )


def _shell_of(content: Content) -> Spell | None:
    """The module's spell that lays a shell on a character."""
    shells = (each for each in content.spells.values() if isinstance(each.effect, Shell))
    return next((each for each in shells if Character.kind in each.targets), None)


def wear_off(state: State) -> None:
    """A step of the monthly production: potions that last are at work no longer."""
    for character in state.world.all(Character):
        if character.draughts:
            state.world.put(character.replace(draughts={}))
