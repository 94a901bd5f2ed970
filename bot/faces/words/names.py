"""What things are called by who knows only one world.

Players wrote most names, so each goes through `show`: for Discord that is an escape which leaves
neither markdown nor a mention, for a text file a plain cleaning. No rule is applied here. How
things of one system are called, its own class says, built on this one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from bot.faces.words.orders import Orders, order_words
from bot.faces.words.text import escaped, listed, number, one, word
from engine.campaign import Faction, Player
from engine.world import Place, Record, World

if TYPE_CHECKING:
    from bot.faces.words.news import Kind
    from bot.faces.words.telling import Line, Together
    from engine.dice import Foreseen
    from engine.ending import Tally
    from engine.events import Event
    from engine.module import Module

_HYPHEN = re.compile(r"(?<=[a-z])-(?=[a-z])")
SURE: Final = 100  # percent
Show = Callable[[str], str]
"""How a text that somebody else wrote is made safe for where it goes."""


class Names:
    """What things are called by who knows only this world, and how events are told with that.

    A thing that it does not hold is called by its kind, such as "a stack".
    """

    def __init__(
        self,
        world: World,
        show: Show = escaped,
        lines: Mapping[type[Event], Line[Any, Any]] | None = None,
    ) -> None:
        self.world = world
        self.before: Callable[[], World] | None = None
        """What the reader knew before: things that are gone since keep their names."""
        self.called: Mapping[Place, str] = {}
        """What things were called by what was told of them: so too once they are gone."""
        self.show = show
        self.lines: Mapping[type[Event], Line[Any, Any]] = lines or {}
        """How each event is told."""
        self.kinds: Mapping[type[Event], Kind] = {}
        """What each event is to its reader."""
        self.together: Mapping[type[Event], Together] = {}
        """How several events of a class are told in fewer lines."""
        self.reader = 0
        """The faction that reads, 0 for all the world or nobody in particular."""
        self.planned = False
        """Whether what is told is only planned."""
        self.orders: Orders = {}
        """Those of the campaign."""
        self.module: Module | None = None
        """The campaign's, used for things without a name; None without one."""

    def did(self, past: str, would: str) -> str:
        """What somebody did; of what is planned, what they would do: "went", "would go"."""
        return f"would {would}" if self.planned else past

    def was(self, count: int = 1) -> str:
        """What one or several things were, in the past tense or with "would"."""
        return self.did("was" if count == 1 else "were", "be")

    def in_vain(self) -> str:
        """That it had no result; what is planned may yet come out well."""
        return "most likely in vain" if self.planned else "in vain"

    def rolled(self, roll: int, chance: int) -> str:
        """The percent roll that decided, behind a blank, unless nothing could go wrong.

        A plan tells its chances instead.
        """
        return self.all_rolled([(roll, chance)])

    def all_rolled(self, rolls: Iterable[tuple[int, int]]) -> str:
        """The same of several rolls, each with its chance, in one bracket."""
        told = [f"{roll} against {chance}%" for roll, chance in rolls if chance < SURE]
        return f" (rolled {listed(told, most=len(told))})" if told and not self.planned else ""

    def chance(self, draw: Foreseen) -> str:
        """What a draw of a planned order leaves open; empty if that is not worth telling."""
        if draw.chance is None:
            return "the outcome varies"
        return f"chance {float(draw.chance):.3g}%"

    def there(self, place: Place) -> Record | None:
        """A record as the reader knows it, or knew it before."""
        return self.world.at(place) or (self.before().at(place) if self.before else None)

    def thing(self, place: Place) -> str:
        """Any record, by its name."""
        return self.named(self.there(place), self.once(place) or one(place.kind))

    def standing(self, place: Place) -> str:
        """Who stands in the standings; a player with the side that all the world knows."""
        player = self.world.find(Player, place.id) if place.kind == Player.kind else None
        of = f" of {self.faction(player.faction)}" if player and player.knows("faction") else ""
        return f"{self.thing(place)}{of}"

    def once(self, place: Place) -> str:
        """What a thing was called when it was told of, made safe; empty if it never was."""
        return self.show(self.called.get(place, ""))

    def key(self, key: str) -> str:
        """What a key of the module is called where an order names it; not made safe."""
        if faction := next((each for each in self.world.all(Faction) if each.key == key), None):
            return faction.name
        return _HYPHEN.sub(" ", word(key))

    def order(self, line: str) -> str:
        """An order in words, of its line in a sheet; not made safe."""
        return order_words(line, self.orders, self.key)

    def things(self, places: Iterable[Place]) -> str:
        """Several things by name."""
        return listed([self.thing(place) for place in places])

    def points(self, count: int) -> str:
        """Points of a standing."""
        return number(count, "point")

    def figure(self, count: int) -> str:
        """The same without a word, as in a table or a chart."""
        return f"{count:,}"

    def tally(self, what: str) -> str:
        """What something is called that counts in a standing."""
        return word(what)

    def counted(self, tally: Tally) -> str:
        """What counts in a standing, such as "cities: 3 for 30 points"; empty if none."""
        if not tally.count:
            return ""
        worth = str(tally.count)
        if tally.points != tally.count:
            worth = f"{tally.count} for {self.points(tally.points)}"
        return f"{self.tally(tally.what)}: {worth}"

    def player(self, id: int) -> str:
        """A player."""
        return self.named(self.world.find(Player, id), "somebody")

    def faction(self, id: int) -> str:
        """A faction; 0 is nobody's."""
        return self.named(self.world.find(Faction, id), "nobody" if not id else "a faction")

    def by_field(self, field: str, id: int) -> str:
        """What a field of that name means by a number: a thing's name, or the number itself."""
        match field:
            case "player":
                return self.player(id)
            case "faction":
                return self.faction(id)
            case _:
                return self.thing(Place(field, id)) if field in self.world.kinds else str(id)

    def named(self, record: Record | None, otherwise: str) -> str:
        """A record's own name, made safe; `otherwise` if it has none or that is not known."""
        if record is None or "name" not in type(record).names or not record.knows("name"):
            return otherwise
        return self.show(getattr(record, "name")) or otherwise  # noqa: B009 - not all have one
