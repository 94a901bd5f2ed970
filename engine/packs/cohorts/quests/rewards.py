"""What tasks take and give: each sort of price and reward once.

Sources: cohorts.order.perform-adventure, cohorts.quest.titles, cohorts.quest.tokens,
cohorts.unit.xp-sources.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Event
from engine.facts import facts
from engine.packs.cohorts.cities.acting import room
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import Item
from engine.packs.cohorts.content.quests import Gift, Price, Reward
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.people import added
from engine.packs.cohorts.pieces.positions import add_renown, add_tokens
from engine.packs.cohorts.pieces.possessions import give, take
from engine.packs.cohorts.pieces.records import Character, City, Map, Province, Unit
from engine.packs.cohorts.quests.beings import join
from engine.packs.cohorts.stacks import harm
from engine.packs.cohorts.worth.experience import divided, earn
from engine.packs.cohorts.worth.levels import encounter_level
from engine.packs.cohorts.worth.mana import capacity
from engine.state import State
from engine.world import Place, World

Doer = Character | Unit


@facts
class RewardGained(Event):
    """What a quest or adventure gave."""

    doers: tuple[Place, ...]
    xp: int
    """Shared among them, as renown comes with it."""
    renown: int
    """In addition."""
    items: dict[str, int]
    tokens: dict[str, int]
    each: dict[str, int]
    """What every character got, in figures, by the names of the reward."""
    titled: tuple[Place, ...]
    """Who got the title."""
    title: str
    recipe: str
    spell: str
    companion: str
    """By name."""
    population: int
    revealed: str
    """The kind of the hot spot that is no longer hidden; empty for none."""
    revealed_at: tuple[int, ...]
    """Its coordinates."""
    status: str
    """That came on every character."""
    cured: tuple[str, ...]
    """Those that ended, on any of them."""
    nature: str
    """The supernatural status given to a character without one; empty for none."""


def pay(
    state: State, price: Price, holders: Sequence[Place], characters: Sequence[Character]
) -> None:
    """Take what a task uses up: items from these places in order, tokens, renown, a title."""
    world = state.world
    for item, number in price.items.items():
        left = number
        for holder in holders:
            left -= take(world, holder, item, left) if left else 0
    add_tokens(world, state.player, price.tokens, -1)
    add_renown(world, state.player, -price.renown)
    bearer = next((each for each in characters if price.title in each.titles), None)
    if bearer:
        now = world.get(Character, bearer.id)
        kept = tuple(title for title in now.titles if title != price.title)
        world.put(now.replace(titles=kept))


def grant(
    state: State, reward: Reward, doers: Sequence[Doer], province: int, holder: Place
) -> None:
    """Give a reward to those who did a task; items and a companion go to the holder."""
    world = state.world
    characters = [each for each in doers if isinstance(each, Character)]
    _share(state, reward.xp, doers)
    add_renown(world, state.player, reward.renown)
    add_tokens(world, state.player, reward.tokens)
    for gift in reward.items:
        give(world, holder, _item(gift), gift.count)
    for character in characters:
        _enrich(state, reward, character.id)
    population = _settle(state, reward, province) if reward.population else 0
    companion = join(state, reward.companion, holder, province) if reward.companion else None
    revealed = _reveal(world, reward.reveals, province) if reward.reveals else None
    if reward == Reward():
        return
    now = [world.find(Character, each.id) for each in characters]
    titled = [
        new.place
        for new, old in zip(now, characters, strict=True)
        if new and reward.title in new.earned and reward.title not in old.earned
    ]
    each = {name: getattr(reward, name) for name in _EACH if getattr(reward, name)}
    gifts = {_item(gift): gift.count for gift in reward.items}
    state.emit(
        RewardGained(
            doers=tuple(doer.place for doer in doers),
            xp=reward.xp,
            renown=reward.renown,
            items=gifts,
            tokens=dict(reward.tokens),
            each=each,
            titled=tuple(titled),
            title=reward.title or "",
            recipe=reward.recipe or "",
            spell=reward.spell or "",
            companion=companion.name if companion else "",
            population=population,
            revealed=revealed.type if revealed else "",
            revealed_at=_coordinates(world, revealed.province) if revealed else (),
            status=reward.inflicts or "",
            cured=tuple(
                status
                for status in reward.cures
                if any(_lost(new, old, status) for new, old in zip(now, characters, strict=True))
            ),
            nature=reward.nature or "",
        )
    )


def _lost(new: Character | None, old: Character, status: str) -> bool:
    return new is not None and status in old.statuses and status not in new.statuses


_EACH = ("mana", "action_points", "skill_points", "attribute_points", "heals")


def _item(gift: Gift) -> str:
    return str(Item(gift.item, gift.plus, gift.quality))


def _share(state: State, xp: int, doers: Sequence[Doer]) -> None:
    """Divide XP by level among all who took part (cohorts.unit.xp-sources)."""
    if not xp or not doers:
        return
    figures = state.module.content(Content).experience
    shares = divided(figures, xp, [encounter_level(each) for each in doers])
    for doer, share in zip(doers, shares, strict=True):
        earn(state, state.world.get(type(doer), doer.id), share)


def _enrich(state: State, reward: Reward, id: int) -> None:
    """Give a character what comes to each who took part; what harms comes last."""
    world, content = state.world, state.module.content(Content)
    now = world.get(Character, id)
    room = max(0, capacity(world, content, now) - now.mana)
    now = now.replace(
        mana=now.mana + min(reward.mana, room),
        wounds=max(0, now.wounds - reward.heals),
        action_points=now.action_points + reward.action_points,
        skill_points=now.skill_points + reward.skill_points,
        attribute_points=now.attribute_points + reward.attribute_points,
    )
    if reward.recipe and reward.recipe not in now.recipes:
        now = now.replace(recipes=tuple(sorted((*now.recipes, reward.recipe))))
    if reward.spell and reward.spell not in now.spells:
        now = now.replace(spells=(*now.spells, reward.spell))
    now = _titled(now, reward)
    now = harm.without(now, harm.cured(now, reward.severity, *reward.cures))
    world.put(now)
    if reward.nature and harm.transform(world, now, reward.nature):
        now = now.replace(nature=reward.nature)
    if reward.inflicts:
        harm.inflict(state, now, reward.inflicts, reward.severity)


def _titled(character: Character, reward: Reward) -> Character:
    """The character with the title that a task gives, in place of the one before it.

    None is earned twice (cohorts.quest.titles).
    """
    title = reward.title
    if title is None or title in character.earned:
        return character
    kept = tuple(each for each in character.titles if each not in (title, reward.replaces))
    return character.replace(titles=(*kept, title), earned=(*character.earned, title))


def _settle(state: State, reward: Reward, province: int) -> int:
    """New people of its most numerous race for the player's own city there, and their number."""
    world, content = state.world, state.module.content(Content)
    for city in world.by(City, "province", province):
        if player_of(world, city) != state.player:
            continue
        number = reward.population
        if not reward.above_city_limit:
            number = max(0, min(number, room(world, content, city)))
        people = city.population or {world.get(Character, city.baron).race: 0}
        race = max(sorted(people), key=lambda each: people[each])
        world.put(city.replace(population=added(city.population, {race: number})))
        return number
    return 0


def _reveal(world: World, kind: str, province: int) -> HotSpot | None:
    """Show the nearest hidden hot spot of a kind, if there is one, to all who know its province."""
    grid = world.get(Map, 1).grid
    here = grid.at(province - 1)
    hidden = [
        spot
        for spot in world.all(HotSpot)
        if spot.hidden and spot.type == kind and grid.at(spot.province - 1).realm == here.realm
    ]
    if not hidden:
        return None
    nearest = min(hidden, key=lambda s: (grid.distance(here, grid.at(s.province - 1)), s.id))
    world.put(nearest.replace(hidden=False))
    return nearest


def _coordinates(world: World, province: int) -> tuple[int, int]:
    found = world.get(Province, province)
    return found.x, found.y
