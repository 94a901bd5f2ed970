"""Quests and adventures of a module, with the titles and tokens that they give.

A task says where it can be done, what it asks, what it takes and what it gives, all in figures and
names; code for each sort of demand and gift stands once in `quests`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import not_
from typing import Annotated, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from engine.module.rings import ring_faults
from engine.module.sections import Data, KeyOf, Named, Path, Table
from engine.packs.cohorts.content.bonus import Words
from engine.packs.cohorts.content.items import GoodsKey
from engine.packs.cohorts.content.land import TerrainKey
from engine.packs.cohorts.content.peoples import (
    Attribute,
    ClassKey,
    DeityKey,
    RaceKey,
    SkillKey,
    SpellKey,
    TalentKey,
)
from engine.packs.cohorts.content.spells import Frequency
from engine.packs.cohorts.content.statuses import NatureKey, Status
from engine.packs.cohorts.content.wilds import Arms, HotSpotKey

Whole = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]
TitleKey = Annotated[str, KeyOf(("titles",))]
TokenKey = Annotated[str, KeyOf(("tokens",))]
RecipeKey = Annotated[str, KeyOf(("weapons", "armors", "gear", "mounts", "potions"))]


class Title(Named):
    """A title (`cohorts.character.titles`): a mark of honour, or a help like worn gear."""

    text: str = ""
    modifiers: Words


class Token(Named):
    """What a player gathers for quests to come (`cohorts.quest.tokens`)."""

    text: str = ""


class Demands(Data):
    """What every character who takes part must be; skills and attributes are the effective ones.

    One skill of `any_skill` will do, and one of the `statuses`; all `titles` must be held.

    Source: cohorts.quest.missable.
    """

    level_min: Whole = 0
    level_max: Whole = 0
    """0 for no limit."""
    classes: tuple[ClassKey, ...] = ()
    races: tuple[RaceKey, ...] = ()
    deities: tuple[DeityKey, ...] = ()
    skills: Mapping[SkillKey, Positive] = {}
    any_skill: Mapping[SkillKey, Positive] = {}
    attributes: Mapping[Attribute, Positive] = {}
    titles: tuple[TitleKey, ...] = ()
    statuses: tuple[Status, ...] = ()


class Where(Data):
    """Where a task is done; with nothing said, anywhere.

    With `hot_spot` where one lists it; with `families` in land of one of them; in the province
    of a `city` that is so; of one with a `church` of the character's own deity; in one of the
    `provinces`, by coordinates in the `realm` of that key, or else in the first.
    """

    hot_spot: bool = False
    families: tuple[TerrainKey, ...] = ()
    city: Literal["any", "allied", "owned"] | None = None
    church: bool = False
    provinces: tuple[tuple[int, int], ...] = ()
    realm: Annotated[str, KeyOf(("alternate_realms",), also=("",)), Field(exclude_if=not_)] = ""


class Stock(Data):
    """Things that must be there: items that are carried, tokens and renown of the player."""

    items: Mapping[GoodsKey, Positive] = {}
    tokens: Mapping[TokenKey, Positive] = {}
    renown: Whole = 0


class Price(Stock):
    """Things that a task uses up, with `title` one that a character who takes part gives up."""

    title: TitleKey | None = None


class Gift(Data):
    """Items of a kind, enchanted by `plus`; of what is brewed, of a `quality`."""

    item: GoodsKey
    count: Positive = 1
    plus: Annotated[int, Field(ge=0, le=9)] = 0
    quality: Annotated[int, Field(ge=0, le=9)] = 0


class Being(Data):
    """Somebody new in the game: soldiers, or with a `class` a character, also of a monster.

    Where units are of a roster, soldiers may have a `type` of it.
    """

    model_config = ConfigDict(serialize_by_alias=True)

    name: Annotated[str, Field(min_length=1, max_length=28)]
    race: RaceKey
    level: Positive
    soldiers: Whole = 0
    type: Annotated[str, KeyOf(("unit_types",))] | None = None
    class_: Annotated[ClassKey | None, Field(alias="class")] = None
    deity: DeityKey | None = None
    talents: tuple[TalentKey, ...] = ()
    skills: Mapping[SkillKey, Positive] = {}
    arms: Arms = Arms()
    slot: Annotated[int, Field(ge=1, le=10)] = 3

    @model_validator(mode="after")
    def _one_or_the_other(self) -> Self:
        if bool(self.soldiers) == bool(self.class_):
            raise ValueError("has either a number of soldiers or a class")
        if self.type and not self.soldiers:
            raise ValueError("is of a type, which only soldiers are")
        return self


class Reward(Data):
    """What a task gives.

    XP are shared among all who took part; `items`, `tokens`, `renown`, `population` and a
    `companion` come once, all else to each character. A title `replaces` another of its chain;
    a status is inflicted at `severity`, and cured below it; a supernatural `nature` comes to
    who has none. `reveals` shows the nearest hidden
    hot spot of a kind.
    """

    xp: Whole = 0
    renown: Whole = 0
    mana: Whole = 0
    action_points: Whole = 0
    skill_points: Whole = 0
    attribute_points: Whole = 0
    heals: Whole = 0
    items: tuple[Gift, ...] = ()
    tokens: Mapping[TokenKey, Positive] = {}
    recipe: RecipeKey | None = None
    spell: SpellKey | None = None
    title: TitleKey | None = None
    replaces: TitleKey | None = None
    population: Whole = 0
    above_city_limit: bool = False
    companion: Being | None = None
    inflicts: Status | None = None
    cures: tuple[Status, ...] = ()
    severity: Positive = 10  # cohorts.status.persistent
    nature: NatureKey | None = None
    reveals: HotSpotKey | None = None

    @model_validator(mode="after")
    def _replaces_by_something(self) -> Self:
        if self.replaces and not self.title:
            raise ValueError("replaces a title without giving one")
        return self


class Open(Frequency):
    """How often a task can be done, and by whom in all; nothing said: at any time."""

    per: Literal["character", "player", "game"] = "character"


class Option(Named):
    """One way to end a task, with demands, price and reward in addition to the task's."""

    text: str
    requires: Demands = Demands()
    needs: Stock = Stock()
    consumes: Price = Price()
    reward: Reward = Reward()


class Task(Named):
    """What quests and adventures share (`cohorts.order.perform-adventure`).

    `text` invites to it, `told` is how it ends well. What it `needs` is kept, what it
    `consumes` is not. With `options` who does it chooses one of them.
    """

    text: Annotated[str, Field(min_length=1)]
    told: str = ""
    where: Where = Where()
    requires: Demands = Demands()
    needs: Stock = Stock()
    consumes: Price = Price()
    reward: Reward = Reward()
    open: Open = Open()
    options: Table[Option] = Field(default_factory=dict[str, Option])


class Adventure(Task):
    """A task for one character; a `ritual` takes all its actions and movement."""

    ritual: bool = False


class Quest(Task):
    """A task for a stack (`cohorts.order.perform-quest`), with `foes` to be beaten first.

    With `party` no military unit may come along; with `all_movement` it takes the whole week.
    """

    foes: tuple[Being, ...] = ()
    party: bool = False
    all_movement: bool = False


# ---------------------------------------------------------------- what can ever be done


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to end a task: the titles and tokens that it takes, and those that it gives."""

    section: str
    task: str
    asks: frozenset[str]
    gives: frozenset[str]


def task_faults(tables: Mapping[str, Mapping[str, Task]]) -> Iterator[tuple[Path, str]]:
    """Tasks that nobody can do, such as those that ask for what is got only by doing them first.

    `tables` are those of the tasks, by section.
    """
    ways = [way for section, tasks in tables.items() for way in _ways(section, tasks)]
    blocked = _blocked(ways)
    sections = {way.task: way.section for way in blocked}
    links = {
        task: [
            giver.task
            for way in blocked
            if way.task == task
            for giver in blocked
            if way.asks & giver.gives
        ]
        for task in sections
    }
    for task, message in ring_faults(links):
        yield (sections[task], task, "requires"), f"can never be met: what it asks for {message}"
    for section, tasks in tables.items():
        for key, task in tasks.items():
            ends = [(("options", end), option) for end, option in task.options.items()]
            for way, part in [((), task), *ends]:
                least, most = part.requires.level_min, part.requires.level_max
                if 0 < most < least:
                    path = (section, key, *way, "requires", "level_max")
                    yield path, f"is {most}, and level_min is {least}: nobody is both"


def _blocked(ways: list[_Way]) -> list[_Way]:
    """The ways that nobody can ever go, since what they ask for comes from such ways alone."""
    given = frozenset(thing for way in ways for thing in way.gives)
    blocked, before = ways, -1
    while len(blocked) != before:
        before = len(blocked)
        got = frozenset(thing for way in ways if way not in blocked for thing in way.gives)
        blocked = [way for way in blocked if not way.asks & given <= got]
    return blocked


def _ways(section: str, tasks: Mapping[str, Task]) -> Iterator[_Way]:
    for key, task in tasks.items():
        for end in task.options.values() or (None,):
            parts: list[Task | Option] = [task, end] if end else [task]
            asks = frozenset(thing for part in parts for thing in _asked(part))
            gives = frozenset(thing for part in parts for thing in _given(part.reward))
            yield _Way(section, key, asks, gives)


def _asked(part: Task | Option) -> Iterator[str]:
    yield from (f"title {key}" for key in part.requires.titles)
    yield from (f"token {key}" for key in (*part.needs.tokens, *part.consumes.tokens))
    if part.consumes.title:
        yield f"title {part.consumes.title}"


def _given(reward: Reward) -> Iterator[str]:
    yield from (f"token {key}" for key in reward.tokens)
    if reward.title:
        yield f"title {reward.title}"
