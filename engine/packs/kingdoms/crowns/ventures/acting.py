"""What all actions have in common: who acts, when it counts, and what stands in the way of all.

Sources: kingdoms.action.table, kingdoms.action.invalid-orders, kingdoms.action.hire (who takes
orders when), kingdoms.character.coma.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, TypedDict

from pydantic import Field

from engine.events import Event
from engine.hexes import located
from engine.orders import Asks, Choice, Given, Order, Ref, Refusal, Refused
from engine.packs.kingdoms.content.armies import ArmyContent, quality
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.provinces import adjacent
from engine.packs.kingdoms.pieces.enchantments import on
from engine.packs.kingdoms.pieces.merits import Doings
from engine.packs.kingdoms.pieces.records import Army, Course, Crown, Holding, Ruler
from engine.packs.kingdoms.pieces.timing import Work
from engine.state import State
from engine.world import World


def serves_another(rule: str, ruler: Ruler) -> Refusal:
    """A character whom the player's kingdom does not employ."""
    return Refusal("unable", rule, f"{ruler.name} does not serve you.")


def leads_not(rule: str, name: str, army: str) -> Refusal:
    """An army that is not led by the character of that name."""
    says = f"{name} does not lead that {army}."
    return Refusal("bad_target", rule, says, "Choose one that this character leads.")


def as_many_as_may_be() -> Refusal:
    """A kingdom that has no room for a further character (kingdoms.mapping.stack)."""
    return Refusal(
        "not_allowed",
        "kingdoms.mapping.stack",
        "Your kingdom has as many characters as it may have.",
        "Dismiss a hero first.",
    )


def undiscovered(rule: str) -> Refusal:
    """A feature that the player's kingdom has not discovered (kingdoms.map.exploration)."""
    says = "Your kingdom has not discovered that feature."
    return Refusal("bad_target", rule, says, "Explore the province.")


CLAIRVOYANCE: Final = "CL"
"""The code of the spell that watches a character."""
SPENT: Final = 99
"""Moves used by an army that has none left this turn, under any leader."""


class Audience(TypedDict):
    """Factions, by how well they know of an event."""

    own: list[int]
    told: list[int]


# ---------------------------------------------------------------- who and where


def my_crown(state: State) -> Crown:
    """The kingdom of the player whose orders run.

    Raises: Refused: the player has none, or it is eliminated.
    """
    crown = state.world.first(Crown, "player", state.player)
    if crown is None or crown.fallen:
        rule = "kingdoms.turn.elimination"
        raise Refused(Refusal("not_allowed", rule, "You have no kingdom to give orders to."))
    return crown


def my_rulers(state: State) -> Iterator[Ruler]:
    """The living characters of the player's kingdom, by id."""
    crown = state.world.first(Crown, "player", state.player)
    if crown:
        for ruler in state.world.by(Ruler, "crown", crown.id):
            if ruler.alive:
                yield ruler


def phase_now(state: State) -> int:
    """The phase that runs, 1 to 6; 0 before the first."""
    return state.world.get(Course, 1).phase


def with_doings(ruler: Ruler, **changes: object) -> Ruler:
    """A character with new notes about the turn's actions."""
    doings: Doings = ruler.doings.replace(**changes)
    return ruler.replace(doings=doings)


def watchers(world: World, ruler: Ruler) -> list[int]:
    """The factions that learn of a character's actions by watching or trailing.

    Of who trails unseen a plan knows nothing. Sources: kingdoms.spell.clairvoyance,
    kingdoms.action.trail.
    """
    crowns = [each.crown for each in on(world, ruler, CLAIRVOYANCE)]
    crowns += [
        each.crown
        for each in world.by(Ruler, "holding", ruler.holding)
        if each.alive and each.knows("doings") and each.doings.trailing == ruler.id
    ]
    return [world.get(Crown, id).faction for id in crowns if id]


def told_of(state: State, ruler: Ruler) -> Audience:
    """Who learns of what a character does or suffers: the own one, and all watchers."""
    crown = state.world.find(Crown, ruler.crown)
    return {"own": [crown.faction] if crown else [], "told": watchers(state.world, ruler)}


def tell(state: State, ruler: Ruler, event: Event) -> None:
    """Note a character's action, for the own faction and for all watchers."""
    state.emit(event, **told_of(state, ruler))


def _mine(state: State, given: Given) -> Iterator[Choice]:
    for ruler in my_rulers(state):
        yield Choice.of(ruler, ruler.name)


def actor_of(state: State, given: Given) -> Ruler | None:
    """The character of the order that is being typed, if known."""
    ref = given.ref("character", Ruler.kind)
    return state.world.find(Ruler, ref.id) if ref else None


def _next_to(state: State, given: Given) -> Iterator[Choice]:
    ruler = actor_of(state, given)
    if ruler:
        for there in adjacent(state.world, ruler.holding):
            holding = state.world.find(Holding, there)
            if holding:
                yield Choice.of(holding, spot_of(state.world, holding, ruler.crown))


def spot_of(world: World, holding: Holding, mine: int) -> str:
    """A province as a choice: its ground, where it is, and whose, as far as that is known."""
    told = f"{holding.terrain} {located(holding.x, holding.y)}"
    if not holding.knows("owner"):
        return told
    if not holding.owner:
        return f"{told}, independent"
    owner = world.find(Crown, holding.owner)
    return f"{told}, {'yours' if holding.owner == mine or owner is None else owner.name}"


def army_of(state: State, army: Army) -> str:
    """An army as it is called: its type and race."""
    name = state.module.content(ArmyContent).army_types[army.type].name
    return f"{name}, {army.race}" if army.knows("race") else name


def army_choice(state: State, army: Army, where: str = "") -> Choice:
    """An army as a choice, told apart from others of its type."""
    told = [army_of(state, army)]
    if army.knows("quality"):
        told.append(quality(army.quality))
    if army.moves >= SPENT:
        told.append("cannot move any more")
    elif army.moves:
        told.append(f"moved {army.moves}")
    if army.bitten:
        told.append("bitten")
    return Choice.of(army, ", ".join((*told, *filter(None, [where]))))


def _others(state: State, given: Given) -> Iterator[Choice]:
    for ruler in state.world.all(Ruler):
        if ruler.alive and str(Ref(*ruler.place)) != given.text("character"):
            yield Choice.of(ruler, ruler.name)


def _force(state: State, given: Given) -> Iterator[Choice]:
    ruler = actor_of(state, given)
    for army in state.world.by(Army, "leader", ruler.id) if ruler else ():
        yield army_choice(state, army)


def _garrison(state: State, given: Given) -> Iterator[Choice]:
    ruler = actor_of(state, given)
    for army in state.world.by(Army, "holding", ruler.holding) if ruler else ():
        if ruler and army.crown == ruler.crown and not army.leader:
            yield army_choice(state, army)


def _crowns(state: State, given: Given) -> Iterator[Choice]:
    mine = state.world.first(Crown, "player", state.player)
    for crown in state.world.all(Crown):
        if crown.player and not crown.fallen and crown != mine:
            yield Choice.of(crown, crown.name)


MY_CHARACTER: Final = Asks("a character of yours", _mine, (Ruler.kind,))
CHARACTER: Final = Asks("a character", _others, (Ruler.kind,))
NEXT_TO: Final = Asks("a province next to the character", _next_to, (Holding.kind,))
LED: Final = Asks("armies that the character leads", _force, (Army.kind,))
GARRISON: Final = Asks("armies of your garrison where the character is", _garrison, (Army.kind,))
KINGDOM: Final = Asks("another kingdom", _crowns, (Crown.kind,))


# ---------------------------------------------------------------- orders


class Checked(Order):
    """An order that is checked once more right before it is done.

    What others did in the same part of the turn may stand in its way by then
    (kingdoms.action.invalid-orders).
    """

    def perform(self, state: State) -> None:
        for refusal in self.conditions(state):
            raise Refused(refusal)
        self.act(state)

    @abstractmethod
    def act(self, state: State) -> None:
        """Do it; nothing stands in the way."""


class FreeOrder(Checked):
    """An order that takes no time; it is carried out before phase 1 (kingdoms.turn.start-steps)."""

    def conditions(self, state: State) -> Iterator[Refusal]:
        my_crown(state)
        yield from ()


class Venture(Checked):
    """An action of a character (kingdoms.action.table).

    `work` says in which part of a phase it takes effect. In a deathly coma only those actions are
    possible that say so.
    """

    work: ClassVar[Work]
    in_coma: ClassVar[bool] = False
    from_first: ClassVar[bool] = False
    """Whether it takes effect from the first of its phases on, and not in the last."""

    character: Annotated[Ref, MY_CHARACTER] = Field(description="Which character of yours")

    @classmethod
    def length(cls, content: VentureContent) -> int:
        """The phases that it takes, as `pieces.timing.spans` counts them."""
        return content.ventures[cls.path[1].replace("-", "_")].length

    def actor(self, state: State) -> Ruler:
        """Who acts."""
        return state.the(Ruler, self.character)

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from unfit(state, self.actor(state), self.rule, in_coma=self.in_coma)


def unfit(state: State, ruler: Ruler, rule: str, *, in_coma: bool) -> Iterator[Refusal]:
    """Why a character can do nothing at all at this moment, or nothing by himself."""
    if ruler.crown != my_crown(state).id:
        yield serves_another(rule, ruler)
    elif not ruler.alive:
        yield Refusal("unable", "kingdoms.character.death", f"{ruler.name} is dead.")
    elif ruler.since == state.now.turn:
        yield Refusal(
            "unable",
            "kingdoms.action.hire",
            f"{ruler.name} has only come to you this turn.",
            "Orders are taken from the next turn on.",
        )
    elif ruler.doings.stopped:
        rule = "kingdoms.turn.phase-steps"
        yield Refusal("unable", rule, f"{ruler.name} lost all orders for the rest of the turn.")
    elif ruler.coma and not in_coma:
        yield Refusal(
            "unable",
            "kingdoms.character.coma",
            f"{ruler.name} lies in a deathly coma.",
            "A sleeper may move, wait and leave armies; a Resurrection ends it.",
        )
