"""Quests and adventures as one faction knows them: where they wait, what they ask, who could go.

A task at a place of note is known to players who have somebody there, all others to all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from bot.faces.choices.asking import planning
from bot.faces.cohorts.spelling import SHORT
from bot.faces.words.text import word
from engine.campaign import Now
from engine.hexes import located
from engine.orders import Order, Ref, Refusal
from engine.packs import Rules
from engine.packs.cohorts.content import Adventure, Content, Quest
from engine.packs.cohorts.content.item_keys import Item
from engine.packs.cohorts.content.quests import Demands, Price, Reward, Stock, Task, Where
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Character, Map, Province, Stack
from engine.packs.cohorts.quests.adventures import PerformAdventure, PerformRitual
from engine.packs.cohorts.quests.questing import PerformQuest
from engine.packs.cohorts.things.item_names import item_name
from engine.suggesting import refusal_of
from engine.world import World

Kind = Literal["quest", "adventure", "ritual"]


@dataclass(frozen=True, slots=True)
class QuestSite:
    """A place of note."""

    name: str
    type: str
    x: int
    y: int
    where: str
    """These as people write them, with the realm where there are several."""
    realm: int
    """The number of its realm."""
    text: str
    tasks: tuple[str, ...] | None
    """By name; None as long as nobody of the faction is there."""
    uses: int
    """How often it can still be used; 0 for any number of times."""


@dataclass(frozen=True, slots=True)
class TaskFacts:
    """A quest, adventure or ritual."""

    name: str
    kind: Kind
    text: str
    where: tuple[str, ...]
    asks: tuple[str, ...]
    takes: tuple[str, ...]
    gives: tuple[str, ...]
    foes: tuple[str, ...]
    endings: tuple[str, ...]
    """The ways in which it can end, by name."""
    ready: tuple[str, ...]
    """Who of the player's could do it now, where they are."""
    others: tuple[str, ...]
    """Who of the player's teammates could."""
    told: str
    """How it ended for somebody of the player's, once it has; else empty."""
    hindered: str
    """What keeps the one who comes nearest to it; empty if somebody is ready."""


@dataclass(frozen=True, slots=True)
class QuestFacts:
    """All that a faction knows of tasks."""

    turn: int
    sites: tuple[QuestSite, ...]
    tasks: tuple[TaskFacts, ...]
    """Those that can be done now first."""


def quest_facts(rules: Rules, view: World, faction: int, player: int) -> QuestFacts:
    """What a player of a faction knows of quests and adventures, on its view."""
    content = rules.module.content(Content)
    known = {key for spot in view.all(HotSpot) if spot.knows("quests") for key in spot.quests}
    tasks = [
        _task(TaskAsker(rules, view, faction, player), content, task)
        for table in (content.quests, content.adventures)
        for task in table.values()
        if not task.where.hot_spot or task.key in known
    ]
    return QuestFacts(
        turn=view.get(Now, 1).turn,
        sites=tuple(_sites(view, content)),
        tasks=tuple(sorted(tasks, key=lambda each: not each.ready)),
    )


def _sites(view: World, content: Content) -> Iterator[QuestSite]:
    for spot in view.all(HotSpot):
        kind, ground = content.hot_spots.get(spot.type), view.get(Province, spot.province)
        near = spot.knows("quests")
        yield QuestSite(
            name=spot.name,
            type=kind.name if kind else "",
            x=ground.x,
            y=ground.y,
            where=ground.location,
            realm=view.get(Map, 1).grid.at(spot.province - 1).realm,
            text=spot.text,
            tasks=tuple(_called(content, key) for key in spot.quests) if near else None,
            uses=spot.uses if near else 0,
        )


def _called(content: Content, key: str) -> str:
    task = content.quests.get(key) or content.adventures.get(key)
    return task.name if task else word(key)


def gains_of(content: Content, view: World, task: Task) -> Iterator[str]:
    """What a task gives those who do it, by the module's names."""
    return _Names(content, view).reward(task.reward)


def _task(asked: TaskAsker, content: Content, task: Quest | Adventure) -> TaskFacts:
    ready, others, refused = _who(asked, task)
    done = task.open.per != "game" and any(each.code == "cooling_down" for each in refused)
    near = next((each for each in refused if each.code != "not_here"), None)
    best = near or next(iter(refused), None)
    kind: Kind = "quest" if isinstance(task, Quest) else "ritual" if task.ritual else "adventure"
    party = ("characters alone",) if isinstance(task, Quest) and task.party else ()
    names = _Names(content, asked.view)
    return TaskFacts(
        name=task.name,
        kind=kind,
        text=task.text,
        where=tuple(_where(content, task.where)),
        asks=(*party, *names.demands(task.requires), *names.stock(task.needs)),
        takes=tuple(names.price(task.consumes)),
        gives=tuple(names.reward(task.reward)),
        foes=tuple(foe.name for foe in task.foes) if isinstance(task, Quest) else (),
        endings=tuple(each.name for each in task.options.values()),
        ready=ready,
        others=others,
        told=task.told if done else "",
        hindered="" if ready else best.says if best else "You have nobody who could.",
    )


# ---------------------------------------------------------------- who could do it


class TaskAsker(NamedTuple):
    """Who asks about tasks, and what the faction knows."""

    rules: Rules
    view: World
    faction: int
    player: int


def _who(asked: TaskAsker, task: Task) -> tuple[tuple[str, ...], tuple[str, ...], list[Refusal]]:
    """Who of the player could do it now, who of teammates, and what keeps the player's others."""
    ready, others, hindrances = list[str](), list[str](), list[Refusal]()
    for thing, order in _orders(asked.view, asked.faction, task):
        refusal = refusal_of(planning(asked.rules, asked.view, thing.player), order)
        mine = thing.player == asked.player
        if refusal is None:
            (ready if mine else others).append(thing.name)
        elif mine:
            hindrances.append(refusal)
    return tuple(ready), tuple(others), hindrances


def _orders(view: World, faction: int, task: Task) -> Iterator[tuple[Character | Stack, Order]]:
    choice = next(iter(task.options), "")
    fields: dict[str, Any] = {"choice": choice}
    if isinstance(task, Quest):
        for stack in view.all(Stack):
            if faction_of(view, stack) == faction:
                values = {"stack": str(Ref(*stack.place)), "quest": task.key, **fields}
                yield stack, PerformQuest.model_validate(values)
        return
    assert isinstance(task, Adventure)
    order = PerformRitual if task.ritual else PerformAdventure
    for character in view.all(Character):
        if character.knows("level") and faction_of(view, character) == faction:
            values = {"character": str(Ref(*character.place)), "adventure": task.key, **fields}
            yield character, order.model_validate(values)


# ---------------------------------------------------------------- in words


def _where(content: Content, where: Where) -> Iterator[str]:
    if where.hot_spot:
        yield "at a place of note that calls for it"
    if where.families:
        yield f"in {_either(content.terrains[key].name.lower() for key in where.families)}"
    if where.provinces:
        realm = content.alternate_realms[where.realm].name if where.realm else ""
        yield f"at {_either(located(x, y, realm) for x, y in where.provinces)}"
    if where.church:
        yield "in a city with a church of the own deity"
    if where.city and not (where.church and where.city == "any"):
        yield {"allied": "in an allied city", "owned": "in an own city"}.get(
            where.city, "in a city"
        )


def _either(words: Iterable[str]) -> str:
    return " or ".join(words)


@dataclass(frozen=True, slots=True)
class _Names:
    """What tasks ask, take and give, by the module's names."""

    content: Content
    view: World

    def demands(self, asked: Demands) -> Iterator[str]:
        content = self.content
        if asked.level_min > 1:
            yield f"level {asked.level_min} or more"
        if asked.level_max:
            yield f"level {asked.level_max} or less"
        for keys, table in (
            (asked.classes, content.classes),
            (asked.races, content.races),
            (asked.deities, content.deities),
        ):
            if keys:
                yield _either(table[key].name for key in keys)
        yield from self._skills(asked.skills)
        if asked.any_skill:
            yield _either(self._skills(asked.any_skill))
        for key, least in asked.attributes.items():
            yield f"{SHORT[key]} {least}"
        for key in asked.titles:
            yield f"the title {content.titles[key].name}"
        if asked.statuses:
            yield f"somebody {_either(map(word, asked.statuses))}"

    def _skills(self, asked: Mapping[str, int]) -> Iterator[str]:
        return (f"{self.content.skills[k].name.lower()} {least}" for k, least in asked.items())

    def stock(self, stock: Stock) -> Iterator[str]:
        for item, count in stock.items.items():
            yield f"{count} × {item_name(self.content, self.view, item)}"
        for token, count in stock.tokens.items():
            yield f"{count} × {self.content.tokens[token].name}"
        if stock.renown:
            yield f"{stock.renown:,} renown"

    def price(self, price: Price) -> Iterator[str]:
        yield from self.stock(price)
        if price.title:
            yield f"the title {self.content.titles[price.title].name}"

    def reward(self, gift: Reward) -> Iterator[str]:
        for count, what in (
            (gift.xp, "experience"),
            (gift.renown, "renown"),
            (gift.mana, "mana"),
            (gift.population, "new people"),
            (gift.action_points, "to action points"),
            (gift.skill_points, "to skill points"),
            (gift.attribute_points, "to attribute points"),
        ):
            if count:
                yield f"+{count:,} {what}"
        if gift.heals:
            yield f"{gift.heals}% of wounds healed"
        for each in gift.items:
            item = str(Item(each.item, plus=each.plus, quality=each.quality))
            yield f"{each.count} × {item_name(self.content, self.view, item)}"
        for token, count in gift.tokens.items():
            yield f"{count} × {self.content.tokens[token].name}"
        yield from self._gains(gift)

    def _gains(self, gift: Reward) -> Iterator[str]:
        content = self.content
        if gift.recipe:
            yield f"the recipe of {item_name(content, self.view, gift.recipe)}"
        if gift.spell:
            yield f"the spell {content.spells[gift.spell].name}"
        if gift.title:
            yield f"the title {content.titles[gift.title].name}"
        if gift.companion:
            yield f"{gift.companion.name} as a companion"
        if gift.cures:
            yield f"an end to being {_either(map(word, gift.cures))}"
        if gift.reveals:
            yield "word of a hidden place"
