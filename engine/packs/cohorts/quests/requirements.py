"""What tasks ask: of the place, of those who do them, and of what they carry.

Each sort of demand stands here once; which a task makes the module says. Sources:
cohorts.order.perform-adventure, cohorts.quest.tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.facts import NotKnown
from engine.hexes import located
from engine.orders import Refusal
from engine.packs.cohorts.characters.learning import ATTRIBUTES
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.quests import Demands, Price, Stock, Task, Where
from engine.packs.cohorts.pieces.ownership import faction_of, of_faction, player_of, relation
from engine.packs.cohorts.pieces.positions import renown_of, tokens_of
from engine.packs.cohorts.pieces.possessions import count
from engine.packs.cohorts.pieces.records import Character, City, Guild, Province
from engine.packs.cohorts.quests.tasks import waiting_at
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.worth.bonuses import attribute, skill_level
from engine.state import State
from engine.world import Place, World

_WHO = "Have somebody do it who meets this, or come back later."


_ATTRIBUTES: Final = {key: word for word, key in ATTRIBUTES.items()}

# ---------------------------------------------------------------- the place


def misplaced(
    state: State, task: Task, province: int, characters: Sequence[Character], rule: str
) -> Iterator[Refusal]:
    """Refuses a task where it does not wait."""
    for lack in _lacking_there(state, task, state.world.get(Province, province), characters):
        yield Refusal("not_here", rule, f"{task.name} is not done here: {lack}.", "Go there first.")


def _lacking_there(
    state: State, task: Task, province: Province, characters: Sequence[Character]
) -> Iterator[str]:
    where, content = task.where, state.module.content(Content)
    if not waiting_at(state.world, province.id, task):
        yield "no place of note in this province calls for it"
    families = [content.terrains[key].name.lower() for key in where.families]
    if families and content.terrains[province.terrain].family not in where.families:
        yield f"it asks for {' or '.join(families)}"
    if where.provinces:
        realms = content.alternate_realms
        first = state.module.extent.name if realms else ""
        realm = realms[where.realm].name if where.realm else first
        spots = [located(x, y, realm) for x, y in where.provinces]
        if province.location not in spots:
            yield f"it waits at {' or '.join(spots)}"
    if where.city or where.church:
        cities = state.world.by(City, "province", province.id)
        if not any(_fits(state, where, city, characters) for city in cities):
            church = " with a church of the own deity" if where.church else ""
            kind = {"allied": "an allied city", "owned": "a city of the character's own"}
            yield f"it asks for {kind.get(where.city or '', 'a city')}{church}"


def _fits(state: State, where: Where, city: City, characters: Sequence[Character]) -> bool:
    """Whether a city is of the kind that a task is done in."""
    world = state.world
    if where.church:
        churches = [g for g in world.by(Guild, "city", city.id) if g.type == "church"]
        deities = [each.deity for each in characters]
        if not any(church.deity and church.deity in deities for church in churches):
            if state.planning and not of_faction(world, city, state.me.faction):
                raise NotKnown("which guilds the city has")
            return False
    match where.city:
        case "allied":
            return relation(world, state.me.faction, faction_of(world, city)) == "allied"
        case "owned":
            mine = player_of(world, city) == state.player
            return mine and city.baron in [each.id for each in characters]
        case _:
            return True


# ---------------------------------------------------------------- those who do it


def unfit(
    state: State, task: Task, demands: Demands, characters: Iterable[Character], rule: str
) -> Iterator[Refusal]:
    """Refuses characters who are not what a task asks for, the first of them by name."""
    content = state.module.content(Content)
    for character in characters:
        for lack in lacking(state.world, content, character, demands):
            yield Refusal(
                "not_qualified", rule, f"{task.name} asks for {lack}: not {character.name}.", _WHO
            )


def lacking(
    world: World, content: Content, character: Character, demands: Demands
) -> Iterator[str]:
    """What a character lacks of what is asked, each in words."""
    if character.level < demands.level_min:
        yield f"level {demands.level_min} or more"
    if 0 < demands.level_max < character.level:
        yield f"level {demands.level_max} or less"
    for what, own, wanted, table in (
        ("class", character.job, demands.classes, content.classes),
        ("race", character.race, demands.races, content.races),
        ("deity", character.deity, demands.deities, content.deities),
    ):
        if wanted and own not in wanted:
            yield f"the {what} {_either(table[key].name for key in wanted)}"
    yield from _unskilled(world, content, character, demands)
    for key, least in demands.attributes.items():
        if attribute(world, content, character, key).value < least:
            yield f"{_ATTRIBUTES[key]} {least}"
    for title in demands.titles:
        if title not in character.titles:
            yield f"the title {content.titles[title].name}"
    if demands.statuses and not any(each in character.statuses for each in demands.statuses):
        yield f"somebody {_either(demands.statuses)}"


def _unskilled(
    world: World, content: Content, character: Character, demands: Demands
) -> Iterator[str]:
    def short(wanted: Iterable[tuple[str, int]]) -> list[str]:
        return [
            f"{content.skills[key].name.lower()} {least}"
            for key, least in wanted
            if skill_level(world, content, character, key) < least
        ]

    yield from short(demands.skills.items())
    none = short(demands.any_skill.items())
    if demands.any_skill and len(none) == len(demands.any_skill):
        yield _either(none)


def _either(words: Iterable[str]) -> str:
    return " or ".join(words)


# ---------------------------------------------------------------- what they bring


def wanting(
    state: State, task: Task, stock: Stock, holders: Sequence[Place], rule: str
) -> Iterator[Refusal]:
    """Refuses a task whose doers lack things: items in one of these places, tokens, renown."""
    for lack in _short_of(state, stock, holders):
        yield Refusal(
            "missing", rule, f"{task.name} takes {lack}.", "Bring it, or earn it elsewhere first."
        )


def _short_of(state: State, stock: Stock, holders: Sequence[Place]) -> Iterator[str]:
    world, content = state.world, state.module.content(Content)
    for item, number in stock.items.items():
        held = sum(count(world, holder, item) for holder in holders)
        if held < number:
            yield f"{number} × {item_name(content, world, item).lower()}; {held or 'none'} at hand"
    tokens = tokens_of(world, state.player)
    for token, number in stock.tokens.items():
        if tokens.get(token, 0) < number:
            yield f"{number} of {content.tokens[token].name}, and you have {tokens.get(token, 0)}"
    renown = renown_of(world, state.player)
    if renown < stock.renown:
        yield f"{stock.renown} renown, and you have {renown}"


def unburned(
    state: State, task: Task, price: Price, characters: Sequence[Character], rule: str
) -> Iterator[Refusal]:
    """Refuses a task whose fuel is a title that nobody has (cohorts.quest.tokens)."""
    if price.title and not any(price.title in each.titles for each in characters):
        title = state.module.content(Content).titles[price.title].name
        says = f"{task.name} takes somebody who bears the title {title}."
        yield Refusal("not_qualified", rule, says, "Earn the title first.")
