"""Where a task is done, and what it asks, takes and gives, by the module's names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bot.faces.cohorts.spelling import SHORT
from bot.faces.words.text import word
from engine.hexes import located
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import Item
from engine.packs.cohorts.content.quests import Demands, Price, Reward, Stock, Where
from engine.packs.cohorts.things.item_names import item_name
from engine.world import World


def places(content: Content, where: Where) -> Iterator[str]:
    """The places where a task is done, nothing if it is done anywhere."""
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
class TaskNames:
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
