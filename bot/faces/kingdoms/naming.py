"""What things of the game of kings are called by who knows only one world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Protocol, cast

from bot.faces.kingdoms.terms import counted, hundredths, times
from bot.faces.words.names import SURE, Names, Show
from bot.faces.words.telling import Line
from bot.faces.words.text import listed, number, one, word
from engine.campaign import Faction
from engine.dice import Foreseen
from engine.ending import Tally
from engine.events import Event
from engine.hexes import located
from engine.packs import Rules
from engine.packs.kingdoms.bouts.plans import in_words
from engine.packs.kingdoms.content.armies import ArmyContent, quality
from engine.packs.kingdoms.content.arts import ArtsContent
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.content.sites import Benefit
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.encounters import MEETING
from engine.packs.kingdoms.crowns.ranks import SECOND
from engine.packs.kingdoms.pieces.abilities import NAMES, Ability
from engine.packs.kingdoms.pieces.records import (
    Army,
    Crown,
    Holding,
    MagicItem,
    Region,
    Ruler,
    Site,
)
from engine.world import Place, World


@dataclass(frozen=True, slots=True)
class Contents:
    """The tables of a module, by the pack that asks for them."""

    armies: ArmyContent
    encounters: EncounterContent
    arts: ArtsContent
    rulers: RulerContent
    ventures: VentureContent


@lru_cache(maxsize=16)
def contents_of(rules: Rules) -> Contents:
    """The tables of a campaign's module."""
    module = rules.module
    return Contents(
        armies=module.content(ArmyContent),
        encounters=module.content(EncounterContent),
        arts=module.content(ArtsContent),
        rulers=module.content(RulerContent),
        ventures=module.content(VentureContent),
    )


UNSEEN: Final = "a province out of sight"
BENEFITS: Final[Mapping[Benefit, str]] = {
    "grove": "the teaching of the grove",
    "oracle": "the word of an oracle",
    "oasis": "the water of the oasis",
    "graves": "the graves that were hidden there",
    "library": "the books of the library",
    "eyrie": "the friendship of the eyrie",
    "spring": "the healing of the spring",
}
"""What a feature gives apart from gold and items (kingdoms.feature.benefits)."""


class Chancy(Protocol):
    """An event of something that might have failed."""

    @property
    def chance(self) -> int:
        """In percent."""
        ...

    def knows(self, name: str) -> bool:
        """Whether the reader knows it."""
        ...


class KingdomsNames(Names):
    """Kingdoms and characters by their names, provinces by their region and coordinates."""

    def __init__(
        self,
        world: World,
        show: Show,
        lines: Mapping[type[Event], Line[Any, Any]],
        contents: Contents,
    ) -> None:
        super().__init__(world, show, lines)
        self.contents = contents

    def thing(self, place: Place) -> str:
        """Any record, by the name of its kind of things."""
        match place.kind:
            case Holding.kind:
                return self.holding(place.id)
            case Site.kind:
                return self.site(place.id)
            case Army.kind:
                return self.army(place.id)
            case MagicItem.kind:
                record = self.world.find(MagicItem, place.id)
                return self.item(record.item) if record and record.knows("item") else "an item"
            case Ruler.kind:
                return self.ruler(place.id)
            case Crown.kind:
                return self.crown(place.id)
            case _:
                return self.named(self.there(place), one(place.kind))

    def by_field(self, field: str, id: int) -> str:
        """What a field of that name means by a number; provinces and kingdoms have many fields."""
        match field:
            case "holding" | "home" | "start" | "goal":
                return self.holding(id)
            case "crown" | "to" | "of" | "owner" | "attacker" | "defender":
                return self.crown(id)
            case "ruler" | "hero" | "caster" | "giver" | "taker":
                return self.ruler(id)
            case _:
                return super().by_field(field, id)

    def key(self, key: str) -> str:
        """A spell, an ability, a type of army, a ready-made King or what encounters are made of."""
        arts, types = self.contents.arts.arts, self.contents.armies.army_types
        if known := arts.get(key) or types.get(key) or self.contents.rulers.courts.get(key):
            return known.name
        if faction := next((each for each in self.world.all(Faction) if each.key == key), None):
            return faction.name
        ability = NAMES.get(cast("Ability", key))
        return ability or in_words(word(key), {code: art.name for code, art in arts.items()})

    # ------------------------------------------------------------ points

    def points(self, count: int) -> str:
        """Points of a standing, which are counted in hundredths (kingdoms.office.standing)."""
        return counted(count)

    def figure(self, count: int) -> str:
        """The same without a word."""
        return hundredths(count)

    def tally(self, what: str) -> str:
        """An office by its name, or what else counts."""
        if what.startswith(SECOND):
            return f"second for {self.short_office(what.removeprefix(SECOND))}"
        return self.short_office(what)

    def counted(self, tally: Tally) -> str:
        """What an office or artifacts gave; empty if they gave nothing."""
        if not tally.points:
            return ""
        return f"{self.tally(tally.what)} {hundredths(tally.points)}"

    def chance(self, draw: Foreseen) -> str:
        """What a draw leaves open; what an action may teach is no part of the plan."""
        if any(row.action == draw.purpose for row in self.contents.rulers.learning.deeds):
            return ""
        if draw.purpose.startswith(MEETING) and draw.chance is not None:
            return f"{float(draw.chance):.3g}% to meet somebody by chance"
        return super().chance(draw)

    def with_chance(self, event: Chancy) -> str:
        """How likely it was, behind a comma; for a plan its chances are told as well."""
        if self.planned or not event.knows("chance") or event.chance >= SURE:
            return ""
        return f", with a chance of {event.chance}%"

    # ------------------------------------------------------------ kingdoms and characters

    def crown(self, id: int) -> str:
        """A kingdom; 0 is nobody's."""
        return self.named(self.world.find(Crown, id), "a kingdom" if id else "nobody")

    def own(self, crown: int) -> bool:
        """Whether a kingdom is one of the reader's faction."""
        found = self.world.find(Crown, crown)
        return bool(self.reader and found and found.faction == self.reader)

    def owns_ruler(self, id: int) -> bool:
        """Whether a character serves the reader's faction, as far as the reader knows."""
        ruler = self.world.find(Ruler, id)
        return ruler is not None and ruler.knows("crown") and self.own(ruler.crown)

    def ruler(self, id: int) -> str:
        """A character."""
        place = Place(Ruler.kind, id)
        return self.named(self.there(place), self.once(place) or "a character")

    def rulers(self, ids: Iterable[int]) -> str:
        """Several characters."""
        return listed(self.ruler(id) for id in ids)

    # ------------------------------------------------------------ places

    def holding(self, id: int) -> str:
        """A province by its region and coordinates, such as "Owlweald 4,7"."""
        holding = self.world.find(Holding, id)
        if holding is None:
            return UNSEEN
        region = self.named(self.world.find(Region, holding.region), "")
        return f"{region or word(holding.terrain).lower()} {located(holding.x, holding.y)}"

    def site(self, id: int) -> str:
        """A feature with its province, such as "the Haunted Tomb at Owlweald 4,7"."""
        site = self.world.find(Site, id)
        if site is None:
            return "a feature"
        return f"{self.feature(site)} at {self.holding(site.holding)}"

    def sites(self, ids: Iterable[int]) -> str:
        """Several features of one province, without the province."""
        found = (self.world.find(Site, id) for id in ids)
        alike = Counter(self.feature(site) if site else "a feature" for site in found)
        return listed(times(name, count) for name, count in alike.items())

    def feature(self, site: Site) -> str:
        """A feature without its province."""
        kind = self.contents.encounters.sites.get(site.feature)
        return f"the {self.show(kind.name if kind else word(site.feature))}"

    def guardian(self, id: int) -> str:
        """What guards a feature, as far as that is known."""
        site = self.world.find(Site, id)
        if site and site.knows("being") and site.being:
            return f"the {self.being(site.being)}"
        return "the guardian"

    # ------------------------------------------------------------ armies

    def army(self, id: int) -> str:
        """An army by its type, such as "a Legion"."""
        army = self.there(Place(Army.kind, id))
        if not isinstance(army, Army) or not army.knows("type"):
            return "an army"
        return self.an_army(army.type)

    def an_army(self, key: str) -> str:
        """One army of a type, such as "an army of Bowmen"; nobody asks which are plurals."""
        return f"an army of {self.army_type(key)}"

    def armies(self, ids: Iterable[int]) -> str:
        """Several armies by type, such as "3 armies (Legion ×2, Bowmen)"."""
        found = [self.world.find(Army, id) for id in ids]
        types = [army.type for army in found if army is not None and army.knows("type")]
        return self._counted(types, len(found))

    def army_types(self, keys: Iterable[str]) -> str:
        """Several armies by the keys of their types."""
        types = list(keys)
        return self._counted(types, len(types))

    def _counted(self, types: list[str], whole: int) -> str:
        if whole == 1 and types:
            return self.an_army(types[0])
        told = [times(self.army_type(key), count) for key, count in Counter(types).items()]
        rest = whole - len(types)
        if rest and told:
            told.append(f"{rest} more")
        return number(whole, "army", "armies") + (f" ({', '.join(told)})" if told else "")

    def army_type(self, key: str) -> str:
        """A type of army, such as "Bowmen"."""
        kind = self.contents.armies.army_types.get(key)
        return self.show(kind.name if kind else word(key))

    def quality(self, level: int) -> str:
        """A quality of armies."""
        return quality(level)

    # ------------------------------------------------------------ what the module names

    def item(self, key: str) -> str:
        """A magic item or artifact."""
        item = self.contents.encounters.artifacts.get(key)
        return self.show(item.name if item else word(key))

    def items(self, keys: Iterable[str]) -> str:
        """Several items."""
        return listed(map(self.item, keys))

    def being(self, key: str) -> str:
        """A monster."""
        being = self.contents.encounters.beings.get(key)
        return self.show(being.name if being else word(key))

    def device(self, key: str) -> str:
        """An invention."""
        device = self.contents.ventures.devices.get(key)
        return self.show(device.name if device else word(key))

    def art(self, key: str) -> str:
        """A spell."""
        art = self.contents.arts.arts.get(key)
        return self.show(art.name if art else word(key))

    def office(self, key: str) -> str:
        """An imperial office."""
        office = self.contents.ventures.imperial.get(key)
        return self.show(office.name if office else word(key))

    def short_office(self, key: str) -> str:
        """An office without its pomp, such as "Chancellor", where many are told at once."""
        office = self.contents.ventures.imperial.get(key)
        return self.show(office.short) if office and office.short else self.office(key)

    def ability(self, key: str) -> str:
        """An ability."""
        return next((name for each, name in NAMES.items() if each == key), self.show(word(key)))

    def benefit(self, key: str) -> str:
        """What a feature gave apart from gold and items."""
        return next((told for each, told in BENEFITS.items() if each == key), word(key))


def names(
    rules: Rules, world: World, show: Show, lines: Mapping[type[Event], Line[Any, Any]]
) -> KingdomsNames:
    """What things are called by who knows only this world."""
    return KingdomsNames(world, show, lines, contents_of(rules))
