"""Free orders of a kingdom: armies and heroes let go, gold given, plans and battle orders.

Source: kingdoms.action.free-orders, kingdoms.encounter.plan, kingdoms.treaty.effects.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from pydantic import Field

from engine.events import Event, Level
from engine.facts import facts
from engine.hexes import located
from engine.orders import Asks, Choice, Given, Ref, Refusal
from engine.packs.kingdoms.arts.content import ArtsContent
from engine.packs.kingdoms.bouts.plans import (
    FIRE,
    IN_WORDS,
    LONGEST,
    TACTICS,
    in_words,
    of_words,
)
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.crowns.dying import hand_over_armies
from engine.packs.kingdoms.crowns.encounters import fighter_of
from engine.packs.kingdoms.crowns.relations import partners
from engine.packs.kingdoms.crowns.ventures.acting import (
    KINGDOM,
    LED,
    MY_CHARACTER,
    FreeOrder,
    actor_of,
    army_choice,
    army_of,
    leads_not,
    my_crown,
    my_rulers,
    serves_another,
)
from engine.packs.kingdoms.pieces.abilities import level_in
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, MagicItem, Ruler, Site
from engine.state import State

RULE: Final = "kingdoms.action.free-orders"


@facts
class ArmyDisbanded(Event):
    """A kingdom disbanded an army, which is gone for good."""

    kind = "kingdoms-army-disbanded"

    army: int
    type: str
    crown: int
    holding: int


@facts
class HeroDismissed(Event):
    """A kingdom dismissed a hero, who stays there unemployed."""

    kind = "kingdoms-hero-dismissed"

    hero: int
    name: str
    crown: int
    holding: int


@facts
class GoldGiven(Event):
    """A kingdom gave gold to a treaty partner."""

    kind = "kingdoms-gold-given"

    crown: int
    to: int
    gold: int


@facts
class TributePaid(Event):
    """A kingdom paid what a monster was promised, and is raided by it no more."""

    kind = "kingdoms-tribute-paid"

    crown: int
    site: int
    gold: int


@facts
class ItemAssigned(Event):
    """A magic item went from one character to another."""

    kind = "kingdoms-item-assigned"

    item: str
    giver: int
    taker: int


@facts
class DraughtDrunk(Event):
    """A character used up an item that heals."""

    kind = "kingdoms-draught-drunk"

    ruler: int
    name: str
    item: str
    hit_points: Annotated[int, Level.OWN]


@facts
class PlanChanged(Event):
    """A character was told how to fight."""

    kind = "kingdoms-plan-changed"

    ruler: int
    name: str
    plan: tuple[str, ...]


@facts
class LineChanged(Event):
    """A character was told in which order the led armies stand in battle."""

    kind = "kingdoms-line-changed"

    ruler: int
    name: str
    line: tuple[int, ...]


# ---------------------------------------------------------------- choosing


def _armies(state: State, given: Given) -> Iterator[Choice]:
    crown = state.world.first(Crown, "player", state.player)
    for army in state.world.by(Army, "crown", crown.id) if crown else ():
        holding = state.world.get(Holding, army.holding)
        yield army_choice(state, army, f"at {located(holding.x, holding.y)}")


def _heroes(state: State, given: Given) -> Iterator[Choice]:
    for ruler in my_rulers(state):
        if not ruler.royal:
            yield Choice.of(ruler, ruler.name)


def _bargains(state: State, given: Given) -> Iterator[Choice]:
    crown = state.world.first(Crown, "player", state.player)
    for site in state.world.all(Site) if crown else ():
        if crown and owed(site, crown.id):
            yield Choice.of(site, f"{site.feature}, {owed(site, crown.id)} gold")


def _carried(state: State, given: Given) -> Iterator[Choice]:
    ruler = actor_of(state, given)
    for item in state.world.by(MagicItem, "holder", ruler.place) if ruler else ():
        yield Choice.of(item, state.module.content(EncounterContent).artifacts[item.item].name)


def _near(state: State, given: Given) -> Iterator[Choice]:
    ruler = actor_of(state, given)
    for other in my_rulers(state):
        if ruler and other.holding == ruler.holding and other.id != ruler.id:
            yield Choice.of(other, other.name)


def _entries(state: State, given: Given) -> Iterator[Choice]:
    ruler = actor_of(state, given)
    spells = _spells(state)
    for entry in entries(state, ruler) if ruler else ():
        if ruler and (entry != FIRE or fighter_of(state, ruler).level("AR")):
            said = in_words(entry, spells)
            yield Choice(said, said)


def _spells(state: State) -> dict[str, str]:
    return {art.key: art.name for art in state.module.content(ArtsContent).arts.values()}


MY_ARMY: Final = Asks("an army of yours", _armies, (Army.kind,))
MY_HERO: Final = Asks("a hero of yours", _heroes, (Ruler.kind,))
BARGAIN: Final = Asks("a feature whose guardian you owe gold", _bargains, (Site.kind,))
CARRIED: Final = Asks("an item that the character carries", _carried, (MagicItem.kind,))
NEAR: Final = Asks("a character of yours in the same province", _near, (Ruler.kind,))
ENTRIES: Final = Asks("entries of the plan, in order", _entries, repeats=True)


def owed(site: Site, crown: int) -> int:
    """What a kingdom owes the guardian of a feature by a bargain, in gold."""
    return dict(site.bargains).get(crown, 0) if site.being else 0


def entries(state: State, ruler: Ruler) -> Iterator[str]:
    """What may stand in a character's encounter plan (kingdoms.encounter.plan)."""
    yield from TACTICS
    for art in state.module.content(ArtsContent).arts.values():
        if art.combat and level_in(ruler.skill, art.ability_of(ruler.alignment)):
            yield f"CA-{art.key}"
    artifacts = state.module.content(EncounterContent).artifacts
    for item in state.world.by(MagicItem, "holder", ruler.place):
        casts = artifacts[item.item].casts
        if casts:
            yield f"IT-{casts}"


# ---------------------------------------------------------------- armies and heroes


class Disband(FreeOrder):
    """Disband an army for good; it leaves no grave."""

    path = ("kingdom", "disband")
    rule = RULE
    phases = ("free",)

    army: Annotated[Ref, MY_ARMY] = Field(description="The army")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        if state.the(Army, self.army).crown != my_crown(state).id:
            yield Refusal("unable", RULE, "That army is not yours.")

    def act(self, state: State) -> None:
        army = state.the(Army, self.army)
        state.world.remove(army)
        gone = ArmyDisbanded(army=army.id, type=army.type, crown=army.crown, holding=army.holding)
        state.emit(gone)


class Dismiss(FreeOrder):
    """End a hero's employment; the hero's armies become garrison."""

    path = ("kingdom", "dismiss")
    rule = RULE
    phases = ("free",)

    hero: Annotated[Ref, MY_HERO] = Field(description="The hero")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        hero = state.the(Ruler, self.hero)
        if hero.crown != my_crown(state).id or not hero.alive:
            yield serves_another(RULE, hero)
        elif hero.royal:
            yield Refusal("unable", RULE, f"{hero.name} is no hero, and cannot be dismissed.")

    def act(self, state: State) -> None:
        hero = state.the(Ruler, self.hero)
        hand_over_armies(state, hero)
        state.world.put(state.world.get(Ruler, hero.id).replace(crown=0))
        gone = HeroDismissed(hero=hero.id, name=hero.name, crown=hero.crown, holding=hero.holding)
        state.emit(gone)


# ---------------------------------------------------------------- gold


class GiveGold(FreeOrder):
    """Give gold to a treaty partner."""

    path = ("kingdom", "give-gold")
    rule = RULE
    phases = ("free",)

    kingdom: Annotated[Ref, KINGDOM] = Field(description="Who gets it")
    gold: Annotated[int, Field(ge=1, description="How much")]

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        mine, other = my_crown(state), state.the(Crown, self.kingdom)
        if other.id == mine.id or not partners(state.world, mine.id, other.id):
            yield Refusal(
                "not_allowed",
                "kingdoms.treaty.effects",
                f"You have no treaty with {other.name}.",
                "Gold is given to treaty partners alone.",
            )
        yield from _too_dear(mine, self.gold)

    def act(self, state: State) -> None:
        mine, other = my_crown(state), state.the(Crown, self.kingdom)
        state.world.put(mine.replace(treasury=mine.treasury - self.gold))
        state.world.put(other.replace(treasury=other.treasury + self.gold))
        given = GoldGiven(crown=mine.id, to=other.id, gold=self.gold)
        state.emit(given, own=[other.faction])


class PayTribute(FreeOrder):
    """Pay what a monster was promised; it raids you no more."""

    path = ("kingdom", "pay-tribute")
    rule = RULE
    phases = ("free",)

    feature: Annotated[Ref, BARGAIN] = Field(description="The feature of the monster")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        mine, site = my_crown(state), state.the(Site, self.feature)
        gold = owed(site, mine.id)
        if not gold:
            yield Refusal(
                "missing",
                "kingdoms.encounter.tactic-talk",
                "There is no bargain with its guardian to be fulfilled.",
                "A character must Talk to it first.",
            )
        yield from _too_dear(mine, gold)

    def act(self, state: State) -> None:
        mine, site = my_crown(state), state.the(Site, self.feature)
        gold = owed(site, mine.id)
        state.world.put(mine.replace(treasury=mine.treasury - gold))
        state.world.put(
            site.replace(
                bargains=tuple(each for each in site.bargains if each[0] != mine.id),
                truces=tuple(sorted({*site.truces, mine.id})),
            )
        )
        state.emit(TributePaid(crown=mine.id, site=site.id, gold=gold))


def _too_dear(crown: Crown, gold: int) -> Iterator[Refusal]:
    if crown.treasury < gold:
        yield Refusal(
            "missing", RULE, f"Your treasury holds {crown.treasury} gold, and {gold} are needed."
        )


# ---------------------------------------------------------------- items and plans


class _OfCharacter(FreeOrder):
    """A free order about a living character of one's own."""

    character: Annotated[Ref, MY_CHARACTER] = Field(description="Which character of yours")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        ruler = state.the(Ruler, self.character)
        if ruler.crown != my_crown(state).id:
            yield serves_another(self.rule, ruler)
        elif not ruler.alive:
            yield self.refusal("unable", f"{ruler.name} is dead.")


class _WithItem(_OfCharacter):
    """A free order about an item that a character carries."""

    item: Annotated[Ref, CARRIED] = Field(description="The item")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        ruler, item = state.the(Ruler, self.character), state.the(MagicItem, self.item)
        if item.holder != ruler.place:
            yield self.refusal("missing", f"{ruler.name} does not carry that item.")


class AssignItem(_WithItem):
    """Give a magic item to another character of yours in the same province."""

    path = ("character", "assign-item")
    rule = "kingdoms.action.assign-item"
    phases = ("free",)

    to: Annotated[Ref, NEAR] = Field(description="Who gets it")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        ruler, taker = state.the(Ruler, self.character), state.the(Ruler, self.to)
        own = taker.crown == ruler.crown and taker.alive and taker.id != ruler.id
        if not own or taker.holding != ruler.holding:
            yield self.refusal(
                "bad_target",
                f"{taker.name} is no other character of yours in the same province.",
                "Bring both together first.",
            )

    def act(self, state: State) -> None:
        item, taker = state.the(MagicItem, self.item), state.the(Ruler, self.to)
        state.world.put(item.replace(holder=taker.place))
        assigned = ItemAssigned(item=item.item, giver=self.character.id, taker=taker.id)
        state.emit(assigned)


class Drink(_WithItem):
    """Use up an item that heals."""

    path = ("character", "drink")
    rule = "kingdoms.item.table"
    phases = ("free",)

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        item = state.the(MagicItem, self.item)
        if not state.module.content(EncounterContent).artifacts[item.item].heals:
            yield self.refusal("bad_target", "That item heals nobody.")

    def act(self, state: State) -> None:
        ruler, item = state.the(Ruler, self.character), state.the(MagicItem, self.item)
        most = max(ruler.hit_points, fighter_of(state, ruler).full)
        state.world.put(ruler.replace(hit_points=most))
        state.world.remove(item)
        drunk = DraughtDrunk(ruler=ruler.id, name=ruler.name, item=item.item, hit_points=most)
        state.emit(drunk)


class EncounterPlan(_OfCharacter):
    """Say how a character fights in person: up to ten tactics, the last of which repeats."""

    path = ("character", "plan")
    rule = RULE
    phases = ("free",)

    tactics: Annotated[
        tuple[Annotated[str, ENTRIES], ...], Field(min_length=1, max_length=LONGEST)
    ] = Field(description=f"What is done: {IN_WORDS}")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        ruler = state.the(Ruler, self.character)
        known, spells = tuple(entries(state, ruler)), _spells(state)
        for entry in self.wanted(state):
            if entry not in known:
                said = in_words(entry, spells)[:40] or "nothing"
                yield Refusal(
                    "bad_target",
                    "kingdoms.encounter.plan",
                    f"“{said}” is no tactic that {ruler.name} knows.",
                    f"There are: {', '.join(in_words(each, spells) for each in known)}.",
                )

    def wanted(self, state: State) -> tuple[str, ...]:
        """The entries as the rules write them."""
        spells = _spells(state)
        return tuple(of_words(entry, spells) for entry in self.tactics)

    def act(self, state: State) -> None:
        ruler, plan = state.the(Ruler, self.character), self.wanted(state)
        state.world.put(ruler.replace(plan=plan))
        state.emit(PlanChanged(ruler=ruler.id, name=ruler.name, plan=plan))


class BattleOrder(_OfCharacter):
    """Say in which order a character's armies stand in battle."""

    path = ("character", "battle-order")
    rule = RULE
    phases = ("free",)

    armies: Annotated[tuple[Annotated[Ref, LED], ...], Field(min_length=1)] = Field(
        description="The armies, the first first"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        ruler = state.the(Ruler, self.character)
        for ref in self.armies:
            if (army := state.the(Army, ref)).leader != ruler.id:
                yield leads_not(RULE, ruler.name, army_of(state, army))

    def act(self, state: State) -> None:
        ruler = state.the(Ruler, self.character)
        line = tuple(dict.fromkeys(ref.id for ref in self.armies))
        state.world.put(ruler.replace(line=line))
        state.emit(LineChanged(ruler=ruler.id, name=ruler.name, line=line))
