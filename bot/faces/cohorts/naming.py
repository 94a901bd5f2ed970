"""What things of a Cohorts world are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.faces.cohorts.spelling import spelt
from bot.faces.words.names import Names, Show
from bot.faces.words.telling import Line
from bot.faces.words.text import escaped, listed, one, word
from engine.events import Event
from engine.facts import NotKnown
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import City, Map, Province
from engine.packs.cohorts.things.item_names import item_name
from engine.world import Place, World


class CohortsNames(Names):
    """What things are called by who knows only this world.

    The module's `content` names items; without it they are called as the world does.
    """

    def __init__(
        self,
        world: World,
        show: Show = escaped,
        content: Content | None = None,
        lines: Mapping[type[Event], Line[Any, Any]] | None = None,
    ) -> None:
        super().__init__(world, show, lines)
        self.content = content

    def thing(self, place: Place) -> str:
        """A stack, piece, city or any other record; a province by what is there."""
        if place.kind == Province.kind:
            return self.province(place.id)
        return self.named(self.there(place), self.once(place) or one(place.kind))

    def own(self, place: Place) -> bool:
        """Whether a stack, piece or city is the reader's own, as far as the reader knows."""
        if not self.reader:
            return False
        thing = self.world.at(place)
        try:
            return thing is not None and faction_of(self.world, thing) == self.reader
        except NotKnown:
            return False

    def stack(self, id: int) -> str:
        """A stack."""
        return self.thing(Place("stack", id))

    def city(self, id: int) -> str:
        """A city."""
        return self.thing(Place("city", id))

    def province(self, id: int) -> str:
        """A province by its city or else its terrain, and by its coordinates.

        Who is told of a province never seen, as by a spy, is told where it lies.
        """
        province = self.world.find(Province, id)
        if province is None:
            land = self.world.find(Map, 1)
            # Of several realms each is known by who has been there.
            whole = land is not None and not land.realms and 0 < id <= len(land.grid)
            return land.location(id) if land and whole else "a province out of sight"
        city = self.world.first(City, "province", id)
        name = self.named(city, "") or word(province.terrain)
        return f"{name} {province.location}"

    def item(self, name: str) -> str:
        """An item, such as "Mithril axe +3"; a unique one by its own name if that is known."""
        if self.content is None:
            return self.show(word(name))
        return self.show(item_name(self.content, self.world, name))

    def items(self, counts: Mapping[str, int]) -> str:
        """Items with their numbers, such as "200 × Spear and 5 × Standard potion of mana"."""
        return listed(f"{count:,} × {self.item(name)}" for name, count in counts.items())

    def spell(self, key: str) -> str:
        """A spell, such as "Charm of Speed"; a combat spell as the module calls it."""
        combat = self.content.combat_spells.get(key) if self.content else None
        if combat:
            return combat.name
        return " ".join(each if each == "of" else each.capitalize() for each in word(key).split())

    def task(self, key: str) -> str:
        """A quest or adventure, as the module calls it."""
        content = self.content
        known = (content.quests.get(key) or content.adventures.get(key)) if content else None
        return self.show(known.name if known else word(key))

    def key(self, key: str) -> str:
        """A quest, adventure, combat spell or item of a quality by name; else the key's words."""
        content = self.content
        if content is None:
            return word(key)
        if {"*", "+"} & set(key):
            return item_name(content, self.world, key)
        for known in (content.quests, content.adventures, content.combat_spells, content.parties):
            if found := known.get(key):
                return found.name
        return spelt(super().key(key))

    def title(self, key: str) -> str:
        """A character's title, as the module calls it."""
        known = self.content.titles.get(key) if self.content else None
        return self.show(known.name if known else word(key))
