"""Names and small grammar for reports, from what one faction knows.

Players wrote most names, so each goes through `show`: for Discord that is an escape which leaves
neither markdown nor a mention, for a text file a plain cleaning. No rule is applied here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from bot.rules_page import plain
from engine.campaign import Faction, Player
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import City, Province
from engine.packs.cohorts.things.item_names import item_name
from engine.world import Place, Record, World

Show = Callable[[str], str]
"""How a text that somebody else wrote is made safe for where it goes."""

FEW = 6  # things that a line names one by one; of more it tells the number of the rest


def clean(text: str) -> str:
    """A text on one line, without control characters and what turns writing around."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def escaped(text: str) -> str:
    """A text on one line in which Discord finds neither markdown nor a mention."""
    return plain(clean(text))


class Names:
    """What things are called by who knows only this world.

    A thing that it does not hold is called by its kind, such as "a stack". The module's `content`
    names items; without it they are called as the world does.
    """

    def __init__(self, world: World, show: Show = escaped, content: Content | None = None) -> None:
        self.world = world
        self.show = show
        self.content = content

    def thing(self, place: Place) -> str:
        """A stack, piece, city or any other record; a province by what is there."""
        if place.kind == Province.kind:
            return self.province(place.id)
        return self._named(self.world.at(place), one(place.kind))

    def stack(self, id: int) -> str:
        """A stack."""
        return self.thing(Place("stack", id))

    def city(self, id: int) -> str:
        """A city."""
        return self.thing(Place("city", id))

    def player(self, id: int) -> str:
        """A player."""
        return self._named(self.world.find(Player, id), "somebody")

    def faction(self, id: int) -> str:
        """A faction; 0 is nobody's."""
        return self._named(self.world.find(Faction, id), "nobody" if not id else "a faction")

    def province(self, id: int) -> str:
        """A province by its city or else its terrain, and by its coordinates."""
        province = self.world.find(Province, id)
        if province is None:
            return "a province out of sight"
        city = self.world.first(City, "province", id)
        name = self._named(city, "") or word(province.terrain)
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

    def things(self, places: Iterable[Place]) -> str:
        """Several things by name."""
        return listed([self.thing(place) for place in places])

    def _named(self, record: Record | None, otherwise: str) -> str:
        if record is None or not record.knows("name"):
            return otherwise
        return self.show(getattr(record, "name")) or otherwise  # noqa: B009 - not all have one


def word(key: str) -> str:
    """A key of the module as people write it: `heavy_forest` is "heavy forest"."""
    return key.replace("_", " ")


def number(count: int, noun: str, plural: str = "") -> str:
    """A count with its noun: "1 soldier", "1,200 soldiers"."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def percent(points: int | Fraction) -> str:
    """Percent points as people write them, such as 12% or 87.5%."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".") + "%"


def listed(parts: Iterable[str], most: int = FEW) -> str:
    """Parts as people list them: "a, b and c", "a, b and 7 more"; "nothing" for none."""
    every = list(parts)
    if len(every) > most:
        every = [*every[: most - 1], f"{len(every) - most + 1} more"]
    if len(every) < 2:
        return every[0] if every else "nothing"
    return f"{', '.join(every[:-1])} and {every[-1]}"


def counted(counts: Mapping[str, int], most: int = FEW) -> str:
    """Counts by key as people list them: "20 human and 5 dwarf"; "none" for none."""
    return listed((f"{count:,} {word(key)}" for key, count in counts.items()), most) or "none"


def one(kind: str) -> str:
    """One of a kind: "a city", "an agitator"."""
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {word(kind)}"
