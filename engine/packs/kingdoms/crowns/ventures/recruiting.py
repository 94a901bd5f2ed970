"""Recruit and Hire: armies of a province, mercenaries, and heroes whom nobody employs.

Sources: kingdoms.action.recruit, kingdoms.action.hire, kingdoms.economy.recruit-places,
kingdoms.economy.recruit-chance, kingdoms.economy.mercenaries, kingdoms.economy.hiring.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from pydantic import Field

from engine.events import Event, Level
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Ref, Refusal
from engine.packs.kingdoms.content.armies import ArmyContent, ArmyType
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.experience import attempted
from engine.packs.kingdoms.crowns.gold import (
    base_pay,
    hero_pay,
    hire_chance,
    hire_fee,
    may_hire,
    raised_in,
    recruit_chance,
    recruit_cost,
    recruits,
)
from engine.packs.kingdoms.crowns.growing import is_full
from engine.packs.kingdoms.crowns.provinces import ground_of, is_coastal
from engine.packs.kingdoms.crowns.taxing import tax_of
from engine.packs.kingdoms.crowns.ventures.acting import (
    SPENT,
    Venture,
    actor_of,
    as_many_as_may_be,
    phase_now,
    tell,
)
from engine.packs.kingdoms.crowns.ventures.targets import full
from engine.packs.kingdoms.pieces.abilities import level_in
from engine.packs.kingdoms.pieces.chance import step_stream, succeeds
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, Ruler, Site
from engine.packs.kingdoms.pieces.timing import parts_of
from engine.state import State

PLACES: Final = "kingdoms.economy.recruit-places"
CHANCE: Final = "kingdoms.economy.recruit-chance"
SURE: Final = 100
"""The chance in percent of what always succeeds."""
COST: Final = "kingdoms.economy.recruit-cost"
LIMIT: Final = "kingdoms.economy.army-limit"
MERCENARIES: Final = "kingdoms.economy.mercenaries"
HIRING: Final = "kingdoms.economy.hiring"
LESSON: Final = "Recruit or Hire"
GREEN: Final = 1
"""The quality of a new army (kingdoms.army.quality)."""


@facts
class Recruited(Event):
    """A character tried to recruit an army."""

    kind = "kingdoms-recruited"

    ruler: int
    name: str
    holding: int
    type: str
    army: Annotated[int, Level.OWN]
    """The new army; 0 if nobody came."""
    chance: Annotated[int, Level.OWN]
    cost: Annotated[int, Level.OWN]
    mercenary: bool
    phase: int


@facts
class HireTried(Event):
    """A character tried to hire a hero."""

    kind = "kingdoms-hire-tried"

    ruler: int
    name: str
    hero: int
    hero_name: str
    hired: bool
    chance: Annotated[int, Level.OWN]
    fee: Annotated[int, Level.OWN]
    phase: int


# ---------------------------------------------------------------- recruiting


def living_armies(state: State) -> int:
    """How many armies there are in the game, militia and mercenaries too."""
    return state.world.count(Army)


def eyrie(state: State, holding: Holding) -> bool:
    """Whether eagles are sure to come there (kingdoms.feature.benefits)."""
    sites = state.module.content(EncounterContent).sites
    return any(
        sites[site.feature].benefit == "eyrie" and not site.being and holding.owner in site.known_to
        for site in state.world.by(Site, "holding", holding.id)
    )


def _types(state: State, given: Given) -> Iterator[Choice]:
    ruler = actor_of(state, given)
    if ruler is None:
        return
    holding = state.world.find(Holding, ruler.holding)
    content, gold = state.module.content(ArmyContent), state.module.content(RulerContent).gold
    for type in content.army_types.values() if holding else ():
        if holding and _is_raised(state, holding, type):
            chance = _chance(state, ruler, holding, type)
            if chance:
                hope = "" if chance == SURE else f", {chance}% chance"
                yield Choice(type.name, f"{type.name}, {recruit_cost(gold, type)} gold{hope}")


def _mercenaries(state: State, given: Given) -> Iterator[Choice]:
    ruler = actor_of(state, given)
    types = state.module.content(ArmyContent).army_types
    for army in state.world.by(Army, "holding", ruler.holding) if ruler else ():
        if army.mercenary:
            yield Choice.of(army, types[army.type].name)


TYPE: Final = Asks("a type of army", _types)
MERCENARY: Final = Asks("a mercenary army where the character is", _mercenaries, (Army.kind,))


def _is_raised(state: State, holding: Holding, type: ArmyType) -> bool:
    content = state.module.content(ArmyContent)
    coastal = is_coastal(state.world, content, holding.id)
    return raised_in(type, ground_of(content, holding), coastal=coastal)


def _chance(state: State, ruler: Ruler, holding: Holding, type: ArmyType) -> int:
    """The chance in percent that a character recruits an army there."""
    # Eagles nest in the eyrie (kingdoms.feature.benefits).
    sure = type.flies and type.race == "eagle" and eyrie(state, holding)
    content, armies = state.module.content(RulerContent), state.module.content(ArmyContent)
    return recruit_chance(content.gold, armies, type, level_in(ruler.skill, "DR"), sure=sure)


def _there_are(state: State) -> str:
    """All types of armies, for who named none of them."""
    types = state.module.content(ArmyContent).army_types.values()
    return f"There are {', '.join(each.name for each in types)}."


def _hopeless(state: State, ruler: Ruler, type: ArmyType) -> Refusal:
    """Refuses who is too little of a Druid for an army of another race ever to come."""
    content, armies = state.module.content(RulerContent), state.module.content(ArmyContent)
    druid = 0
    while not recruit_chance(content.gold, armies, type, druid):
        druid += 1
    return Refusal(
        "unable",
        CHANCE,
        f"No {type.name} would come: {ruler.name} has Druid level {level_in(ruler.skill, 'DR')}, "
        f"and it takes level {druid} to have any chance.",
        "Send a better Druid, or recruit another type.",
    )


class Recruit(Venture):
    """Recruit an army in a province of yours, or take mercenaries into pay."""

    path = ("character", "recruit")
    rule = "kingdoms.action.recruit"
    work = "recruit"
    phases = parts_of("recruit")

    army: Annotated[str, TYPE] = Field(default="", description="The type of army")
    mercenary: Annotated[Ref, MERCENARY] | None = Field(
        default=None, description="Or the mercenary army"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        world, ruler = state.world, self.actor(state)
        type = self.wanted(state)
        if type is None or bool(self.army) == bool(self.mercenary):
            says = "It must name a type of army, or a mercenary army."
            yield self.refusal("bad_target", says, _there_are(state) if self.army else "")
            return
        if self.mercenary:
            army = state.the(Army, self.mercenary)
            if army.holding != ruler.holding or not army.mercenary:
                yield Refusal("bad_target", MERCENARIES, "No such mercenaries stand there.")
        else:
            yield from self._no_place(state, world.get(Holding, ruler.holding), type)
        if not self.mercenary and not _chance(
            state, ruler, world.get(Holding, ruler.holding), type
        ):
            yield _hopeless(state, ruler, type)
        cost = recruit_cost(state.module.content(RulerContent).gold, type)
        treasury = world.get(Crown, ruler.crown).treasury
        if treasury < cost:
            yield Refusal(
                "missing",
                COST,
                f"It costs {cost} gold, and your treasury holds {treasury}.",
                "Recruit something cheaper, or next turn.",
            )

    def _no_place(self, state: State, holding: Holding, type: ArmyType) -> Iterator[Refusal]:
        world, content = state.world, state.module.content(RulerContent)
        mine = self.actor(state).crown
        if holding.owner != mine:
            yield Refusal(
                "not_allowed",
                PLACES,
                "Armies are recruited in provinces that you own.",
                "Go to one of yours, or take this one.",
            )
            return
        if not _is_raised(state, holding, type):
            grounds = ", ".join((*type.raised, *(["the coast"] if type.coast else [])))
            yield Refusal(
                "not_allowed",
                PLACES,
                f"No {type.name} is recruited in a {holding.terrain} like this.",
                f"It is in: {grounds}.",
            )
        most = recruits(content.gold, tax_of(world, state.module, holding))
        if holding.recruits >= most:
            yield Refusal(
                "not_allowed",
                PLACES,
                f"This province gives {most} a turn, and no more.",
                "Recruit in another province, or next turn.",
            )
        if is_full(content.turns, living_armies(state)):
            says = "There are as many armies in the world as there may be."
            yield Refusal("not_allowed", LIMIT, says, "Take mercenaries, or wait for losses.")

    def wanted(self, state: State) -> ArmyType | None:
        """The type of army that it names."""
        types = state.module.content(ArmyContent).army_types
        if self.mercenary:
            return types[state.the(Army, self.mercenary).type]
        told = self.army.strip().casefold()
        for type in types.values():
            if told in (type.key.casefold(), type.name.casefold()):
                return type
        return None

    def act(self, state: State) -> None:
        world, ruler, type = state.world, self.actor(state), self.wanted(state)
        assert type
        content = state.module.content(RulerContent)
        cost, chance = recruit_cost(content.gold, type), SURE
        army: Army | None = None
        if self.mercenary:
            army = world.get(Army, self.mercenary.id)
            army = army.replace(crown=ruler.crown, leader=ruler.id, moves=SPENT)
            world.put(army)
        else:
            holding = world.get(Holding, ruler.holding)
            world.put(holding.replace(recruits=holding.recruits + 1))
            chance = _chance(state, ruler, holding, type)
            dice = step_stream(state, phase_now(state), Ruler.kind, ruler.id, "recruit")
            if succeeds(dice, chance):
                army = world.add(
                    Army,
                    type=type.key,
                    race=type.race or world.get(Crown, ruler.crown).race,
                    quality=GREEN,
                    crown=ruler.crown,
                    holding=ruler.holding,
                    leader=ruler.id,
                    moves=SPENT,
                    raised=state.now.turn,
                )
        if army:
            crown = world.get(Crown, ruler.crown)
            world.put(crown.replace(treasury=crown.treasury - cost))
        recruited = Recruited(
            ruler=ruler.id,
            name=ruler.name,
            holding=ruler.holding,
            type=type.key,
            army=army.id if army else 0,
            chance=chance,
            cost=cost if army else 0,
            mercenary=self.mercenary is not None,
            phase=phase_now(state),
        )
        tell(state, ruler, recruited)
        attempted(state, ruler.id, LESSON)


# ---------------------------------------------------------------- hiring


def _unemployed(state: State, given: Given) -> Iterator[Choice]:
    ruler, content = actor_of(state, given), state.module.content(RulerContent)
    crown = state.world.find(Crown, ruler.crown) if ruler else None
    for hero in state.world.by(Ruler, "holding", ruler.holding) if ruler and crown else ():
        if crown and would_serve(content, crown, hero):
            yield Choice.of(hero, hero.name)


HERO: Final = Asks("a hero where the character is who would serve", _unemployed, (Ruler.kind,))


class Hire(Venture):
    """Hire a hero whom nobody employs, where both are."""

    path = ("character", "hire")
    rule = "kingdoms.action.hire"
    work = "hire"
    phases = parts_of("hire")

    hero: Annotated[Ref, HERO] = Field(description="The hero")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        world, ruler, hero = state.world, self.actor(state), state.the(Ruler, self.hero)
        content, crown = state.module.content(RulerContent), world.get(Crown, ruler.crown)
        if not hero.alive or hero.crown or hero.royal:
            yield Refusal("bad_target", HIRING, f"{hero.name} is not looking for an employer.")
            return
        if hero.holding != ruler.holding:
            yield Refusal(
                "out_of_range", HIRING, f"{hero.name} is not where {ruler.name} is.", "Go there."
            )
        if not may_hire(content, crown.alignment, hero.alignment):
            yield Refusal(
                "not_allowed",
                HIRING,
                f"{hero.name} is {hero.alignment}, too far from your King, who is "
                f"{crown.alignment}.",
                f"A hero within {content.gold.hire_steps} steps of alignment may be hired.",
            )
        if full(state, crown.id):
            yield as_many_as_may_be()
        fee = fee_of(content, crown, hero)
        if crown.treasury < fee:
            yield Refusal(
                "missing",
                HIRING,
                f"{hero.name} asks {_told(fee, hero)}, and your treasury holds {crown.treasury}.",
                "Try again when you have it.",
            )

    def act(self, state: State) -> None:
        world, ruler, hero = state.world, self.actor(state), state.the(Ruler, self.hero)
        content, crown = state.module.content(RulerContent), world.get(Crown, ruler.crown)
        chance = hire_chance(content, crown.alignment, hero.alignment, level_in(ruler.skill, "DR"))
        dice = step_stream(state, phase_now(state), Ruler.kind, ruler.id, "hire")
        hired, fee = succeeds(dice, chance), fee_of(content, crown, hero)
        if hired:
            # Whom a plan hires stays a stranger in it: nobody knows the skills yet.
            if hero.knows("skill"):
                world.put(hero.replace(crown=crown.id, since=state.now.turn))
            world.put(crown.replace(treasury=crown.treasury - fee))
        tried = HireTried(
            ruler=ruler.id,
            name=ruler.name,
            hero=hero.id,
            hero_name=hero.name,
            hired=hired,
            chance=chance,
            fee=fee if hired or state.planning else 0,
            phase=phase_now(state),
        )
        tell(state, ruler, tried)
        attempted(state, ruler.id, LESSON)


def would_serve(content: RulerContent, crown: Crown, hero: Ruler) -> bool:
    """Whether a character is a hero without a King who might take service there."""
    free = hero.alive and not hero.crown and not hero.royal
    return free and may_hire(content, crown.alignment, hero.alignment)


def fee_of(content: RulerContent, crown: Crown, hero: Ruler) -> int:
    """What a hero asks at once to serve a King, in gold (kingdoms.economy.hiring).

    For those who do not know the hero's skills it is the least that is asked: the fee of a hero who
    has learned nothing since the world began (kingdoms.setup.hero-generation).
    """
    skill = hero.skill if hero.knows("skill") else (content.heroes.skill_levels,)
    base = base_pay(content.gold, skill)
    return hire_fee(content, hero_pay(content, crown.alignment, hero.alignment, base))


def _told(fee: int, hero: Ruler) -> str:
    return f"{fee} gold" if hero.knows("skill") else f"{fee} gold or more"
