"""Renown recruits new characters from guilds.

Prices and who may spend renown stand in `renown`. Source: cohorts.order.recruit-character.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from engine.dice import Dice
from engine.events import Event
from engine.facts import NotKnown, facts
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal
from engine.packs.cohorts.characters.acting import PHASES, confused, done
from engine.packs.cohorts.characters.influencing import home_for
from engine.packs.cohorts.characters.newcomers import fresh_name, newcomer
from engine.packs.cohorts.characters.renown import (
    CAP,
    SPONSOR,
    OfferAborted,
    level_cap,
    recruit_cost,
    spender,
    standing,
)
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.acting import Standing
from engine.packs.cohorts.content.peoples import GuildKind
from engine.packs.cohorts.knowledge.choices import spot_named
from engine.packs.cohorts.pieces.guilds import guild_of
from engine.packs.cohorts.pieces.ownership import faction_of, province_of
from engine.packs.cohorts.pieces.positions import add_renown, renown_of
from engine.packs.cohorts.pieces.records import Character, City, Guild
from engine.packs.cohorts.pieces.refusals import apart
from engine.packs.cohorts.stacks.transfers import hand_over, too_high
from engine.state import State
from engine.world import Place


@facts
class CharacterRecruited(Event):
    """A guild's recruit entered a player's service (cohorts.order.recruit-character)."""

    character: int
    name: str
    race: str
    job: str
    level: int
    city: int
    cost: int


def _cities_here(state: State, given: Given) -> Iterator[Choice]:
    """The cities where the sponsor named before is, else all that are known."""
    spot = spot_named(state, given, "sponsor")
    for city in state.world.by(City, "province", spot) if spot else state.world.all(City):
        yield Choice.of(city, city.name)


def affordable(content: Content, offer: int, rate: Standing, cap: int) -> int:
    """The highest level that an offer pays for, at most the cap; 0 if it pays for none."""
    level = 0
    while level < cap and recruit_cost(content, level + 1, rate) <= offer:
        level += 1
    return level


class RecruitCharacter(Order):
    """Recruit a new character from a guild with renown, at most with what you offer."""

    path = ("character", "recruit")
    rule = "cohorts.order.recruit-character"
    phases = PHASES
    makes = "character"

    sponsor: Annotated[Ref, SPONSOR] = Field(description="Who speaks for you, where the city is")
    city: Annotated[Ref, Asks("a city where the sponsor is", _cities_here, (City.kind,))] = Field(
        description="The city of the guild"
    )
    guild: GuildKind = Field(description="The guild; it decides the class")
    offer: Annotated[int, Field(ge=1)] = Field(description="The most renown to spend")

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        sponsor, city = spender(state, self.sponsor, self), state.the(City, self.city)
        if province_of(state.world, sponsor.holder) != city.province:
            yield apart(
                self.rule,
                sponsor.name,
                city.name,
                "Bring the sponsor to the city's province first.",
            )
        if self._guild(state, city) is None:
            yield self.refusal(
                "bad_target",
                f"{city.name} has no {content.guilds[self.guild].name.lower()}.",
                "Choose a guild that stands there.",
            )
        least = recruit_cost(content, 1, "neutral")
        if self.offer < least:
            yield self.refusal(
                "missing",
                f"{self.offer} renown buys nobody; a recruit of level 1 costs {least}.",
                f"Offer {least} or more.",
            )
        if level_cap(state.world, state.player) < 1:
            yield Refusal(
                "not_qualified",
                CAP,
                "None of your starting characters is alive to set the level of a recruit.",
                "Have one of them restored to life first.",
            )
        if not city.population:
            yield self.refusal(
                "not_allowed",
                f"Nobody in {city.name} is free to follow you.",
                "Recruit where free people live.",
            )

    def perform(self, state: State) -> None:
        world, content = state.world, state.module.content(Content)
        sponsor, city = spender(state, self.sponsor, self), state.the(City, self.city)
        guild = self._guild(state, city)
        assert guild, "conditions have seen to it"
        if isinstance(sponsor, Character) and confused(state, sponsor, self):
            done(state, sponsor.place, self, "L0")
            return
        rate = standing(world, state.me.faction, faction_of(world, city))
        level = affordable(content, self.offer, rate, level_cap(world, state.player))
        cost, renown = recruit_cost(content, level, rate) if level else 0, self._renown(state)
        if not level or cost > renown:
            aborted = OfferAborted(
                sponsor=sponsor.name, wanted=guild.name, offer=self.offer, renown=renown
            )
            state.emit(aborted)
            return
        done(state, sponsor.place, self, "L0")
        add_renown(world, state.player, -cost)
        dice = state.stream(f"guild:{guild.id}", "recruit")
        race = _someone(city, dice)
        job, deity = _calling(content, guild, dice)
        ground = Place("province", city.province)
        recruit = newcomer(
            state,
            name=fresh_name(state, dice, race),
            race=race,
            job=job,
            level=level,
            player=state.player,
            holder=ground,
            deity=deity,
        )
        stack = home_for(world, sponsor, state.player)
        if stack and not any(too_high(state, stack, [recruit])):
            hand_over(state, recruit, stack.place)
        state.emit(
            CharacterRecruited(
                character=recruit.id,
                name=recruit.name,
                race=race,
                job=job,
                level=level,
                city=city.id,
                cost=cost,
            )
        )

    def _renown(self, state: State) -> int:
        return renown_of(state.world, state.player)

    def _guild(self, state: State, city: City) -> Guild | None:
        """The guild of that kind; what guilds others have, a plan cannot know."""
        guild = guild_of(state.world, city, self.guild)
        known = city.knows("baron") and faction_of(state.world, city) == state.me.faction
        if guild is None and state.planning and not known:
            raise NotKnown("which guilds the city has")
        return guild


def _someone(city: City, dice: Dice) -> str:
    """A race drawn among the free people, each person as likely as another."""
    people = sorted(city.population.items())
    drawn = dice.whole(sum(count for _, count in people))
    for race, count in people:
        drawn -= count
        if drawn <= 0:
            return race
    raise AssertionError("somebody lives there")


def _calling(content: Content, guild: Guild, dice: Dice) -> tuple[str, str]:
    """The class and deity of a guild's recruit."""
    if guild.type not in content.renown.recruits_any:
        return content.guilds[guild.type].teaches, guild.deity
    job = content.classes[dice.pick(list(content.classes))]
    return job.key, dice.pick(list(content.deities)) if job.by_deity else ""
