"""The sections that every module has, whatever its rule packs, and the resolved module itself.

What a pack adds (races, terrains, spells ...) is declared by the pack and kept in
`Module.contents`. Reading a module from files is in `load`.
"""

import json
import operator
from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from typing import Annotated, Any, Final, Literal, Self, TypeVar, cast

from pydantic import Field, SerializeAsAny, ValidationInfo, field_validator, model_validator

from engine.calendar import Calendar
from engine.module.art import emblem_icon, icons
from engine.module.names import closest, places_in_form
from engine.module.natures import PLAIN, RivalNature
from engine.module.sections import Data, Named, Sections, Table, Validation, content_of
from engine.stored import upcast

_SEATS_WITHOUT_LIMIT: Final = 4
_COLOURS: Final = 7  # of factions, as the palette numbers them
_FRAME: Final = "module"
"""The frame's own sections among the numbers of stored forms."""


class Meta(Data):
    """What the module is: its title, version and description, and which rule packs are on."""

    title: Annotated[str, Field(min_length=1, max_length=80)]
    version: Annotated[str, Field(pattern=r"^\d+\.\d+(\.\d+)?$")]
    description: str
    packs: Annotated[tuple[str, ...], Field(min_length=1)]


class Month(Data):
    """A month of the world's own year."""

    name: str
    days: Annotated[int, Field(ge=1)]


class WorldDate(Data):
    """A date in the world's own year: `month` counts from 1."""

    day: Annotated[int, Field(ge=1)]
    month: Annotated[int, Field(ge=1)]
    year: int


class Year(Data):
    """How the world counts its own days; for people to read, no rule depends on it.

    The first turn is dated `first_date`; each further one is `days_per_turn` later.
    """

    months: Annotated[tuple[Month, ...], Field(min_length=1)]
    first_date: WorldDate
    days_per_turn: Annotated[int, Field(ge=1)]
    date_form: str

    @model_validator(mode="after")
    def _dates_can_be_written(self) -> Self:
        first = self.first_date
        if first.month > len(self.months) or first.day > self.months[first.month - 1].days:
            raise ValueError("first_date lies outside the months listed")
        try:
            used = places_in_form(self.date_form)
        except ValueError:
            used = {""}
        if not used <= {"day", "month", "year"}:
            raise ValueError("date_form may use {day}, {month} and {year} only")
        return self

    def date_of(self, turn: int) -> str:
        """The world's own date of a turn, counted from 1, written by `date_form`."""
        year_days = 0
        for month in self.months:
            year_days += month.days
        days = self.first_date.day - 1 + (turn - 1) * self.days_per_turn
        for month in self.months[: self.first_date.month - 1]:
            days += month.days
        year, days = self.first_date.year + days // year_days, days % year_days
        for month in self.months:
            if days < month.days:
                return self.date_form.format(day=days + 1, month=month.name, year=year)
            days -= month.days
        raise AssertionError("a day of the year lies in one of its months")


class ModuleFaction(Named):
    """One side of the game; `colour` is a number of the palette, `emblem` an icon in words.

    `players` None is no limit (`cohorts.setup.announce-and-join`).
    """

    short: Annotated[str, Field(min_length=1, max_length=16)]
    colour: Annotated[int, Field(ge=1, le=_COLOURS)]
    emblem: str
    description: str
    players: Annotated[int, Field(ge=1)] | None = None

    @property
    def seats(self) -> int:
        """How many starting cities it needs: one for each player, a few if there is no limit."""
        return self.players or _SEATS_WITHOUT_LIMIT


class Victory(Data):
    """When a campaign ends by itself: with the production of its turn `turns`, never if None.

    Packs may end it earlier (`engine.ending`). The `standings` are `open` if all the world learns
    after every production how the sides stand, `secret` if only the end tells it
    (`cohorts.campaign.points`).
    """

    turns: Annotated[int, Field(ge=1)] | None = None
    standings: Annotated[Literal["open", "secret"], Field(exclude_if="open".__eq__)] = "open"


Side = Annotated[int, Field(ge=4, le=200)]
Wraps = Annotated[bool, Field(exclude_if=bool)]


class MapSize(Data):
    """The size of the map in provinces, and whether it goes round from east to west.

    The `name` tells it from other realms, if a pack lets a module lay several
    (`cohorts.world.map-shape`, `cohorts.world.hex-distance`).
    """

    width: Side
    height: Side
    wraps: Wraps = True
    name: Annotated[str, Field(max_length=40, exclude_if=operator.not_)] = ""


C = TypeVar("C", bound=Data)


class Module(Sections):
    """A module with its inheritance resolved, as it is stored in a campaign.

    `name` is its folder, `lineage` the folders it extends, nearest first; `contents` holds
    each pack's sections by the pack's name.
    """

    name: str
    lineage: tuple[str, ...] = ()
    meta: Meta
    calendar: Calendar
    year: Year
    factions: Annotated[Table[ModuleFaction], Field(min_length=1)]
    victory: Victory = Victory()
    map: MapSize | None = None
    """None for a world without one; a pack that needs a map says so (`Sections.needs`)."""
    rivals: Table[RivalNature] = Field(
        default_factory=dict[str, RivalNature], exclude_if=operator.not_
    )
    """The natures of computer players, in the order in which they are given out."""
    contents: Mapping[str, SerializeAsAny[Sections]] = {}

    @field_validator("factions", mode="after")
    @classmethod
    def _emblems_are_drawn(
        cls, factions: Mapping[str, ModuleFaction], info: ValidationInfo
    ) -> Mapping[str, ModuleFaction]:
        if isinstance(info.context, Validation):
            for key, faction in factions.items():
                if emblem_icon(faction.emblem) is None:
                    near = closest(faction.emblem, icons())
                    hint = f"; did you mean '{near}'?" if near else ""
                    message = f"names '{faction.emblem}', which is not drawn, and shows another"
                    info.context.warn(("factions", key, "emblem"), message + hint)
        return factions

    @field_validator("factions", mode="after")
    @classmethod
    def _colours_differ(
        cls, factions: Mapping[str, ModuleFaction], info: ValidationInfo
    ) -> Mapping[str, ModuleFaction]:
        taken: dict[int, str] = {}
        free = sorted(set(range(1, _COLOURS + 1)) - {each.colour for each in factions.values()})
        for key, faction in factions.items():
            other = taken.setdefault(faction.colour, key)
            if other != key and free and isinstance(info.context, Validation):
                says = f"is {faction.colour}, as that of '{other}' is; free are {free}"
                info.context.warn(("factions", key, "colour"), says)
        return factions

    def nature(self, place: int) -> RivalNature:
        """The nature of the computer player at a place from 0; they are given out in turn."""
        natures = tuple(self.rivals.values()) or (PLAIN,)
        return natures[place % len(natures)]

    @property
    def extent(self) -> MapSize:
        """The size of the map; LookupError if the module has none."""
        if self.map is None:
            raise LookupError(f"module {self.name} has no map")
        return self.map

    def content(self, kind: type[C]) -> C:
        """The sections of the pack that declared this model.

        Raises:
            LookupError: the module does not use that pack.
        """
        for content in self.contents.values():
            if isinstance(content, kind):
                return content
        raise LookupError(f"module {self.name} does not use the pack of {kind.__module__}")

    def to_json(self) -> str:
        """The whole module as JSON, in plain ASCII without blanks.

        Tables keep their order, for the first of a table has a meaning, such as the hero type of a
        class (warlords.hero.types).
        """
        forms = {pack: type(each).form for pack, each in self.contents.items()}
        tree = {"forms": {_FRAME: self.form, **forms}, **self.model_dump(mode="json")}
        return json.dumps(tree, separators=(",", ":"), allow_nan=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> "Module":
        """Read back what `to_json` wrote, by this or an earlier version.

        Raises:
            LookupError: a pack that it uses is not here.
            ValueError: it is no such module, or a newer version wrote it.
        """
        tree = cast("dict[str, Any]", json.loads(text))
        forms = cast("dict[str, int]", tree.pop("forms", {}))
        tree = upcast(cls, tree, forms.get(_FRAME, 1))
        contents = cast("dict[str, dict[str, Any]]", tree.pop("contents"))
        read: dict[str, Sections] = {}
        for pack, plain in contents.items():
            kind = content_of(pack)
            read[pack] = kind.model_validate(upcast(kind, plain, forms.get(pack, 1)))
        return cls.model_validate({**tree, "contents": read})

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """As pydantic's, without the digest that the module had until then."""
        copied = super().model_copy(update=update, deep=deep)
        cast("dict[str, Any]", copied.__dict__).pop("_digest", None)
        return copied

    @cached_property
    def _digest(self) -> str:
        return sha256(self.to_json().encode()).hexdigest()

    def digest(self) -> str:
        """The sha256 of the canonical JSON, in hexadecimal."""
        return self._digest


FRAME: Final = frozenset(Module.model_fields) - {"name", "lineage", "contents"}
