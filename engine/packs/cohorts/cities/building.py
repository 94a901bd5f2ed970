"""Shared parts of the orders that build in a city: where it may, who must be there, what it takes.

All figures are the module's (`improvements`, `province_improvements`). What is built stands in
`walls`, `towers`, `roads`, `villages` and `improvements`; guilds are built elsewhere.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, NamedTuple

from pydantic import Field

from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.cities.acting import acting
from engine.packs.cohorts.codes import Code
from engine.packs.cohorts.content import Content, Needs, ProvinceImprovement
from engine.packs.cohorts.knowledge.choices import MY_CITY, label, my_cities
from engine.packs.cohorts.pieces.guilds import guild_level
from engine.packs.cohorts.pieces.ownership import faction_of, relation
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack, Tower
from engine.packs.cohorts.pieces.refusals import BY_VILLAGE_OR_TRADE, highest_level
from engine.packs.cohorts.pieces.territories import Barony
from engine.packs.cohorts.trade.access import access
from engine.state import State
from engine.world import Place

_CODES: Mapping[str, Code] = {"lumber_mill": "lumber_mill_level"}
"""The ledger's reason code for a missing improvement, where it has one."""


# ---------------------------------------------------------------- choices


def _land(state: State, given: Given) -> Iterator[Choice]:
    terrains = state.module.content(Content).terrains
    return (
        Choice.of(province, _described(state, province))
        for city in my_cities(state, given)
        for province in state.world.by(Province, "barony", city.barony)
        if not terrains[province.terrain].is_water
    )


def _described(state: State, province: Province) -> str:
    """A province with its walls and towers."""
    walls = [f"walls {province.fortification}"] if province.fortification else []
    towers = (
        "castle" if tower.type == "castle" else f"{tower.type} tower {tower.level}"
        for tower in state.world.by(Tower, "province", province.id)
    )
    return ", ".join((label(state, province), *walls, *towers))


LAND = Asks("a land province of the city's barony", _land, ("province",))


# ---------------------------------------------------------------- conditions


def misplaced(
    state: State, city: City, province: Province, work: ProvinceImprovement, rule: str
) -> Iterator[Refusal]:
    """Why a city cannot build a work in a province, whatever stands there.

    Source: cohorts.improvement.placement.
    """
    where = province.location
    if province.barony != city.barony:
        yield outside_barony(state, city, province, rule)
    elif state.module.content(Content).terrains[province.terrain].is_water:
        yield in_water(state, province, work)
    elif province.id == city.province and not work.on_capital:
        yield Refusal(
            "capital_province",
            "cohorts.improvement.placement",
            f"{city.name} itself lies in province {where}, and works what it yields.",
            "Choose another province of the barony.",
        )


def outside_barony(state: State, city: City, province: Province, rule: str) -> Refusal:
    """Refuses a province that is not of the city's barony."""
    barony = state.world.get(Barony, city.barony)
    return Refusal(
        "outside_barony",
        rule,
        f"{label(state, province)} does not lie in {barony.name}, the barony of {city.name}.",
        "Choose a province of that barony, or the city of the other one.",
    )


def in_water(state: State, province: Province, work: ProvinceImprovement) -> Refusal:
    """Refuses a water province."""
    return Refusal(
        "sea_province",
        "cohorts.improvement.placement",
        f"{work.name}: {label(state, province)} is water.",
        "Choose a land province.",
    )


def unmet(
    state: State, city: City, needs: Needs, improvements: Mapping[str, int], what: str, rule: str
) -> Iterator[Refusal]:
    """Which resources and city improvements are wanting for something that a city would build."""
    content = state.module.content(Content)
    missing = content.missing(needs, access(state.world, content, city))
    if missing:
        yield Refusal(
            "resources_missing",
            rule,
            f"{what}: {city.name} has no access to "
            f"{'; '.join(_named(content, each) for each in missing)}.",
            BY_VILLAGE_OR_TRADE,
        )
    for key, level in improvements.items():
        stands = city.improvements.get(key, 0)
        if stands < level:
            name = content.improvements[key].name.lower()
            yield Refusal(
                _CODES.get(key, "improvement_missing"),
                rule,
                f"{what}: {city.name} needs a {name} of level {level} and has "
                f"{f'one of level {stands}' if stands else 'none'}.",
                f"Build up the {name} of {city.name} first.",
            )


def _named(content: Content, alternatives: tuple[str, ...]) -> str:
    """Resources as people write them: "oak", "amberwood, mithril or obsidian"."""
    *others, last = (
        content.resources[each].name.lower() if each in content.resources else each
        for each in alternatives
    )
    return f"{', '.join(others)} or {last}" if others else last


def present(state: State, city: City, job: str) -> Iterator[Character]:
    """The characters of a class at a city who can help the player: free and alive, own or allied.

    Own ones come first, since a view knows less about others.
    Source: cohorts.order.city-action-rules.
    """
    world, mine = state.world, state.me.faction
    stacks = (stack.place for stack in world.by(Stack, "province", city.province))
    places = (city.place, Place("province", city.province), *stacks)
    helpers: list[tuple[bool, Character]] = []
    for character in (each for place in places for each in world.by(Character, "holder", place)):
        faction = faction_of(world, character)
        if character.job == job and relation(world, mine, faction) == "allied":
            helpers.append((faction != mine, character))
    for _, character in sorted(helpers, key=lambda each: each[0]):
        if not character.captor and not character.dead:
            yield character


# ---------------------------------------------------------------- the orders


class WorkDone(NamedTuple):
    """The state of an improvement that a city will build or raise."""

    level: int = 0
    raised: int = 0
    """The turn in which it was last built or raised."""


class ProvincialWork(Order):
    """What all orders share that build or raise something in a province of a city's barony."""

    phases = ("city",)
    unforeseen: ClassVar = {"city": ("actions",)}
    work: ClassVar[str]
    """The module's provincial improvement."""

    city: Annotated[Ref, MY_CITY] = Field(description="The city that builds")
    province: Annotated[Ref, LAND] = Field(description="Where it builds, in its barony")

    @abstractmethod
    def standing(self, state: State, province: Province) -> WorkDone:
        """What stands of the work there."""

    def elsewhere(self, state: State, city: City, province: Province) -> Iterator[Refusal]:
        """Why another place that the order names is not allowed."""
        yield from ()

    def in_the_way(self, state: State, province: Province) -> Iterator[Refusal]:
        """What stands there already and excludes the work."""
        yield from ()

    def unwelcome(self, state: State, city: City, province: Province) -> Iterator[Refusal]:
        """Which faction's relation forbids the work."""
        yield from ()

    def needs(self, content: Content, level: int) -> Needs:
        """The resources that a level takes, counted from 1."""
        by_level = content.province_improvements[self.work].needs
        return by_level[min(level, len(by_level)) - 1] if by_level else ()

    def conditions(self, state: State) -> Iterator[Refusal]:
        # In the order of cohorts.order.city-guild-reason-codes.
        content = state.module.content(Content)
        work = content.province_improvements[self.work]
        city, province = acting(state, self.city), state.the(Province, self.province)
        if not work.or_character:
            yield from self._nobody_able(state, city, work)
        yield from misplaced(state, city, province, work, self.rule)
        yield from self.elsewhere(state, city, province)
        yield from self.in_the_way(state, province)
        level, raised = self.standing(state, province)
        yield from self._as_high_as_can_be(state, province, work, level, raised)
        if work.or_character:
            yield from self._nobody_able(state, city, work)
        yield from self.unwelcome(state, city, province)
        what = work.name if work.levels == 1 else f"{work.name} of level {level + 1}"
        needs = self.needs(content, level + 1)
        yield from unmet(state, city, needs, work.improvements, what, self.rule)

    def _as_high_as_can_be(
        self, state: State, province: Province, work: ProvinceImprovement, level: int, raised: int
    ) -> Iterator[Refusal]:
        where = label(state, province)
        if level >= work.levels:
            yield highest_level(
                self.rule, f"{work.name} at {where}", level, "Choose another province."
            )
        elif level and raised == state.now.turn:
            yield self.refusal(
                "upgraded_this_turn",
                f"{work.name} at {where}: built or raised this turn already.",
                "Raise it next turn, or build in another province.",
            )

    def _nobody_able(
        self, state: State, city: City, work: ProvinceImprovement
    ) -> Iterator[Refusal]:
        """The guild, or where one will do the character, that the work takes and who is not there.

        Source: cohorts.improvement.placement and the rule of each work.
        """
        if work.guild is None or guild_level(state.world, city, work.guild) >= work.guild_level:
            return
        guild = state.module.content(Content).guilds[work.guild]
        wanted = f"a {guild.name.lower()} of level {work.guild_level}"
        if not work.or_character:
            yield self.refusal(
                "guild_missing",
                f"{work.name}: {city.name} needs {wanted}, and has none so high.",
                "Build up that guild first.",
            )
        elif not any(
            each.level >= work.guild_level for each in present(state, city, guild.teaches)
        ):
            yield self.refusal(
                "guild_or_character_missing",
                f"{work.name}: {city.name} needs {wanted}, or a {guild.teaches} of that level "
                "in its province.",
                f"Bring a {guild.teaches} of level {work.guild_level}, your own or an ally's, "
                "or build up the guild.",
            )
