"""Taking a kingdom, and giving it up: acts of the host for a player, in a setup tick.

A player takes one of the vacant kingdoms of a faction, with a King ready-made or by points.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from engine.campaign import Faction, Player
from engine.events import Event, Level
from engine.facts import facts
from engine.lookalikes import lookalike
from engine.names import NAME_LENGTH, flaw
from engine.orders import UNTYPED, Order, Refusal
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.exploring import explored
from engine.packs.kingdoms.crowns.heroes import drawn_hero, enter, most_hit_points
from engine.packs.kingdoms.crowns.kings import Choices, king_faults, levels_of_king
from engine.packs.kingdoms.crowns.provinces import is_coastal
from engine.packs.kingdoms.crowns.strewing import reach_of
from engine.packs.kingdoms.pieces.chance import step_stream
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, Race, Ruler
from engine.refusals import no_such_player, quoted
from engine.seat_transfer import Succession
from engine.state import State
from engine.world import World

_RULE = "kingdoms.setup.kingdom-choices"


@facts
class KingdomJoined(Event):
    """A player took a kingdom; where it lies others must find out (kingdoms.mapping.kingdom)."""

    player: int
    name: str
    faction: int
    crown: int
    kingdom: str
    king: str
    race: str
    alignment: str
    home: Annotated[int, Level.OWN]


@facts
class KingdomLeft(Event):
    """A player gave up a kingdom, which stays in the world without orders."""

    player: int
    name: str
    crown: int
    kingdom: str


class Join(Order):
    """Take a kingdom of a faction, with a King ready-made or by points."""

    path = ("host", "join")
    rule = _RULE
    phases = ("setup",)
    makes = "player"

    faction: str = Field(description="The faction's key in the module")
    # What a member is called elsewhere may be no fit name here: that is a refusal, not an error.
    name: Annotated[str, Field(max_length=100)] = Field(description="What the player is called")
    court: str = Field(default="", description="The key of a ready-made King")
    design: Annotated[Choices | None, UNTYPED] = Field(
        default=None, description="The King, if not a ready-made one"
    )
    kingdom: Annotated[str, Field(max_length=100)] = Field(
        default="", description="What the kingdom is called; its faction's name if left out"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        world, content = state.world, state.module.content(RulerContent)
        faction = next((each for each in world.all(Faction) if each.key == self.faction), None)
        if faction is None:
            yield Refusal(
                "bad_target",
                _RULE,
                f"There is no faction {quoted(self.faction)}.",
                f"There are {', '.join(state.module.factions)}.",
            )
            return
        if vacant(world, faction.id) is None:
            yield Refusal(
                "not_allowed",
                "kingdoms.setup.start-provinces",
                f"{faction.name} has no kingdom left that a player could take.",
                "Choose another faction.",
            )
        choices = self.choices(content)
        if choices is None:
            yield Refusal(
                "bad_target",
                _RULE,
                f"There is no ready-made King {quoted(self.court)}.",
                f"There are {', '.join(content.courts)}; or make a King by points.",
            )
        else:
            for fault in king_faults(content, choices):
                says = f"{fault.about} {fault.says}."
                yield Refusal("not_allowed", _RULE, says, "Change the King.")
            kings = (ruler.name for ruler in world.all(Ruler))
            yield from _bad_name("King", choices.king, kings)
        yield from _bad_name("player", self.name, (each.name for each in world.all(Player)))
        if self.kingdom:
            crowns = (crown.name for crown in world.all(Crown) if crown.player)
            yield from _bad_name("kingdom", self.kingdom, crowns)

    def choices(self, content: RulerContent) -> Choices | None:
        """What was chosen for the King; None for one ready-made that there is not."""
        if self.design:
            return self.design
        court = content.courts.get(self.court)
        return Choices.model_validate(court.choices()) if court else None

    def perform(self, state: State) -> None:
        world, content = state.world, state.module.content(RulerContent)
        faction = next(each for each in world.all(Faction) if each.key == self.faction)
        crown, choices = vacant(world, faction.id), self.choices(content)
        assert crown is not None
        assert choices is not None
        player = state.make(
            Player, faction=faction.id, name=self.name.strip(), active=True, last_run=0
        )
        crown = crowned(state, crown, player, choices, self.kingdom.strip())
        state.emit(
            KingdomJoined(
                player=player.id,
                name=player.name,
                faction=faction.id,
                crown=crown.id,
                kingdom=crown.name,
                king=choices.king.strip(),
                race=crown.race,
                alignment=crown.alignment,
                home=crown.home,
            ),
            own=[faction.id],
            public=True,
        )


class Leave(Order):
    """Give up a kingdom; it stays in the world without orders."""

    path = ("host", "leave")
    rule = "kingdoms.mapping.kingdom"
    phases = ("setup",)

    player: int = Field(description="The player's id")

    def conditions(self, state: State) -> Iterator[Refusal]:
        player = state.world.find(Player, self.player)
        if player is None or not player.active:
            yield no_such_player(self.rule)

    def perform(self, state: State) -> None:
        player = state.world.get(Player, self.player)
        state.world.put(player.replace(active=False))
        crown = state.world.first(Crown, "player", player.id)
        assert crown
        left = KingdomLeft(player=player.id, name=player.name, crown=crown.id, kingdom=crown.name)
        state.emit(left, public=True)


class Succeed(Succession):
    """Take over a kingdom as it stands."""

    rule = "kingdoms.mapping.kingdom"


def vacant(world: World, faction: int) -> Crown | None:
    """The first kingdom of the faction that a player can take."""
    return next(_vacant(world, faction), None)


def thrones_left(world: World, faction: int) -> int:
    """How many kingdoms of the faction a player can take."""
    return sum(1 for _ in _vacant(world, faction))


def _vacant(world: World, faction: int) -> Iterator[Crown]:
    """Those that nobody has, whose home nobody else has by now."""
    for crown in world.by(Crown, "faction", faction):
        if not crown.player and not world.get(Holding, crown.home).owner:
            yield crown


def field_armies(content: RulerContent, race: Race, *, coastal: bool) -> tuple[str, ...]:
    """The types of the King's own armies at the start (kingdoms.setup.start-forces)."""
    armies = content.peoples[race].armies
    return (*armies, content.start.fleet if coastal else armies[0])


def crowned(state: State, crown: Crown, player: Player, choices: Choices, name: str = "") -> Crown:
    """Give a kingdom its player, its King, its provinces, its armies and its heroes."""
    world, content = state.world, state.module.content(RulerContent)
    aptitude, skill = levels_of_king(content, choices)
    king = world.add(
        Ruler,
        name=choices.king.strip(),
        rank="king",
        crown=crown.id,
        race=choices.race,
        alignment=choices.alignment,
        temper=choices.temper,
        refusal=0,
        aptitude=aptitude,
        skill=skill,
        hit_points=most_hit_points(content, "king", skill),
        holding=crown.home,
    )
    crown = crown.replace(
        name=name or crown.name,
        player=player.id,
        race=choices.race,
        alignment=choices.alignment,
        treasury=content.start.gold,
        king=king.id,
    )
    world.put(crown)
    _take_land(state, crown)
    _raise_armies(state, crown, king)
    _hire_heroes(state, crown)
    return crown


def _take_land(state: State, crown: Crown) -> None:
    """The home and what lies around it, as far as nobody has it, and how far it is explored."""
    world, start = state.world, state.module.content(RulerContent).start
    for id in reach_of(world, crown.home):
        holding = world.get(Holding, id)
        if holding.owner:
            continue
        world.put(holding.replace(owner=crown.id))
        for army in list(world.by(Army, "holding", id)):
            if army.militia:
                world.remove(army)
        percent = start.explored_home if id == crown.home else start.explored
        explored(world, crown.id, id, percent)


def _raise_armies(state: State, crown: Crown, king: Ruler) -> None:
    world, content = state.world, state.module.content(RulerContent)
    coastal = is_coastal(world, state.module.content(ArmyContent), crown.home)
    for number, type in enumerate(field_armies(content, crown.race, coastal=coastal)):
        world.add(
            Army,
            type=type,
            race=crown.race,
            quality=content.start.quality,
            crown=crown.id,
            holding=crown.home,
            leader=king.id,
            skeletal=not number and crown.alignment == content.start.skeletal,
        )
    grounds = state.module.content(ArmyContent).grounds
    for holding in list(world.by(Holding, "owner", crown.id)):
        if not grounds[holding.terrain].sea:
            world.add(
                Army,
                type=content.start.garrison,
                race=crown.race,
                quality=content.start.quality,
                crown=crown.id,
                holding=holding.id,
            )


def _hire_heroes(state: State, crown: Crown) -> None:
    """Two heroes of the kingdom's race (kingdoms.setup.treasury-and-heroes)."""
    world, content = state.world, state.module.content(RulerContent)
    first = content.alignments[crown.alignment].first_hero or crown.alignment
    for number in range(content.start.heroes):
        dice = step_stream(state, 0, "crown", crown.id, f"hero {number + 1}")
        hero = drawn_hero(content, dice, race=crown.race, alignment=first if number == 0 else "")
        name = step_stream(state, 0, "crown", crown.id, f"name {number + 1}")
        enter(world, content, hero, name, holding=crown.home, crown=crown.id)


def _bad_name(what: str, name: str, others: Iterator[str]) -> Iterator[Refusal]:
    text = name.strip()
    if not 1 <= len(text) <= NAME_LENGTH:
        yield Refusal(
            "not_allowed",
            _RULE,
            f"The name of a {what} has 1 to {NAME_LENGTH} characters; this one has {len(text)}.",
            "Choose a shorter one." if text else "Choose one.",
        )
    elif wrong := flaw(text):
        yield Refusal("not_allowed", _RULE, f"That cannot be the name of a {what}. {wrong}")
    if other := lookalike(text, others):
        yield Refusal(
            "name_taken",
            _RULE,
            f"Another {what} is called {other}"
            + ("." if other == text else ", which looks the same."),
            "Choose another name.",
        )
