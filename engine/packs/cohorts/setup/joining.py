"""Taking a place in a campaign, and giving it up: acts of the host for a player, in a setup tick.

A player takes a faction, a city of it and a party, ready-made or of their own design. What a design
may be says `content.setup`; how one comes about step by step, `designing`.

Source: cohorts.setup.starting-state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field

from engine.campaign import Faction, Player
from engine.events import Event, Level
from engine.facts import facts
from engine.lookalikes import lookalike
from engine.module.names import key_of
from engine.names import NAME_LENGTH, flaw
from engine.orders import UNTYPED, Order, Refusal
from engine.packs.cohorts.characters.newcomers import fresh_name
from engine.packs.cohorts.content import Content, Profession
from engine.packs.cohorts.content.setup import (
    Design,
    PartyFault,
    Setup,
    StartingCharacter,
    party_faults,
)
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.pieces.positions import add_renown
from engine.packs.cohorts.pieces.records import Character, City, Map, Province, Unit
from engine.packs.cohorts.production.weekly import CHARACTER_ACTIONS
from engine.packs.cohorts.worth.experience import brought_to
from engine.packs.cohorts.worth.mana import capacity
from engine.refusals import no_such_player, quoted
from engine.seat_transfer import Succession
from engine.state import State
from engine.world import Place, World


@facts
class PlayerJoined(Event):
    """A player took a place in the campaign (cohorts.setup.announce-and-join)."""

    player: int
    name: str
    faction: int
    city: Annotated[int, Level.OWN]
    city_name: Annotated[str, Level.OWN]
    characters: Annotated[tuple[str, ...], Level.OWN]


@facts
class PlayerLeft(Event):
    """A player gave up the place; what the player had stays (cohorts.turn.missed-turn)."""

    player: int
    name: str
    faction: int


class Join(Order):
    """Take a place in a faction, with a city and a party, ready-made or designed."""

    path = ("host", "join")
    rule = "cohorts.setup.announce-and-join"
    phases = ("setup",)
    makes = "player"

    faction: str = Field(description="The faction's key in the module")
    # What a member is called elsewhere may be no fit name here: that is a refusal, not an error.
    name: Annotated[str, Field(max_length=100)] = Field(description="What the player is called")
    party: str = Field(default="", description="The key of a ready-made party")
    city: int = Field(default=0, description="The starting city; 0 for the first that is free")
    design: Annotated[Design | None, UNTYPED] = Field(
        default=None, description="The party, where it is not ready-made"
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        content = state.module.content(Content)
        faction = _faction(state.world, self.faction)
        if faction is None:
            yield _unknown("faction", self.faction, ", ".join(state.module.factions))
            return
        most = state.module.factions[self.faction].players
        seated = [p for p in state.world.by(Player, "faction", faction.id) if p.active]
        if most is not None and len(seated) >= most:
            yield self.refusal(
                "not_allowed",
                f"{faction.name} has all its {most} players.",
                "Choose another faction, or wait until a place becomes free.",
            )
        if self.design:
            yield from _bad_design(state.world, self.design, content)
        else:
            yield from self._bad_party(content, faction)
        yield from _bad_name(state.world, self.name)
        yield from self._bad_city(state, faction)

    def _bad_party(self, content: Content, faction: Faction) -> Iterator[Refusal]:
        party = content.parties.get(self.party)
        if party is None:
            yield _unknown("party", self.party, ", ".join(content.parties))
        elif party.factions and self.faction not in party.factions:
            yield Refusal(
                "not_allowed",
                "cohorts.setup.steps",
                f"{party.name} does not ride for {faction.name}.",
                "Choose a party that your faction may take.",
            )

    def _bad_city(self, state: State, faction: Faction) -> Iterator[Refusal]:
        rule = "cohorts.setup.starting-city"
        free = list(free_cities(state.world, faction.id))
        if not free:
            yield Refusal(
                "not_allowed",
                rule,
                f"{faction.name} has no free starting city left.",
                "Choose another faction.",
            )
        elif self.city and self.city not in [city.id for city in free]:
            city = state.world.find(City, self.city)
            # Of a city elsewhere not even the name is told: nobody has seen it yet.
            says = f"That city is no starting city of {faction.name}."
            if city and city.faction == faction.id:
                says = f"{city.name} is taken by another player."
            yield Refusal(
                "not_allowed",
                rule,
                says,
                f"Free are {', '.join(each.name for each in free)}.",
            )

    def perform(self, state: State) -> None:
        world = state.world
        faction = _faction(world, self.faction)
        assert faction is not None
        party = self.design or state.module.content(Content).parties[self.party]
        city = world.get(City, self.city or next(free_cities(world, faction.id)).id)
        player = state.make(
            Player, faction=faction.id, name=self.name.strip(), active=True, last_run=0
        )
        characters = [
            world.add(Character, **values)
            for values in _characters(state, party, player.id, city.place)
        ]
        world.put(city.replace(baron=characters[0].id))
        # A module may have drawn a garrison, which so far was nobody's.
        for unit in list(world.by(Unit, "holder", city.place)):
            world.put(unit.replace(player=player.id))
        remember(world, faction.id, starting_knowledge(world, city), world)
        state.emit(
            PlayerJoined(
                player=player.id,
                name=player.name,
                faction=faction.id,
                city=city.id,
                city_name=city.name,
                characters=tuple(character.name for character in characters),
            ),
            own=[faction.id],
            public=True,
        )
        for character in characters:
            _season(state, character)
        add_renown(world, player.id, state.module.content(Content).setup.renown)


class Leave(Order):
    """Give up a place; the position stays in the world without orders."""

    path = ("host", "leave")
    rule = "cohorts.turn.missed-turn"
    phases = ("setup",)

    player: int = Field(description="The player's id")

    def conditions(self, state: State) -> Iterator[Refusal]:
        player = state.world.find(Player, self.player)
        if player is None or not player.active:
            yield no_such_player(self.rule)

    def perform(self, state: State) -> None:
        player = state.world.get(Player, self.player)
        state.world.put(player.replace(active=False))
        left = PlayerLeft(player=player.id, name=player.name, faction=player.faction)
        state.emit(left, public=True)


class Succeed(Succession):
    """Take over a place with its cities and people, as they stand."""

    rule = "cohorts.turn.missed-turn"


def free_cities(world: World, faction: int) -> Iterator[City]:
    """The starting cities of a faction that nobody has taken (cohorts.setup.starting-city)."""
    for city in world.all(City):
        if city.faction == faction and not city.baron:
            yield city


def starting_knowledge(world: World, city: City) -> list[int]:
    """The provinces a new player's faction knows: the barony and the baronies that border it.

    Source: cohorts.knowledge.view.
    """
    adjacency = world.get(Map, 1).grid.adjacency()
    home = [province.id for province in world.by(Province, "barony", city.barony)]
    known = dict.fromkeys(home)
    for province in home:
        for neighbour in adjacency[province - 1]:
            if neighbour < 0:
                continue
            barony = world.get(Province, neighbour + 1).barony
            if barony:
                known.update(dict.fromkeys(p.id for p in world.by(Province, "barony", barony)))
            known[neighbour + 1] = None
    return sorted(known)


def _faction(world: World, key: str) -> Faction | None:
    return next((faction for faction in world.all(Faction) if faction.key == key), None)


def _unknown(what: str, given: str, known: str) -> Refusal:
    return Refusal(
        "bad_target",
        "cohorts.setup.steps",
        f"There is no {what} {quoted(given)}.",
        f"There are: {known}.",
    )


def _bad_name(world: World, name: str) -> Iterator[Refusal]:
    text = name.strip()
    if not 1 <= len(text) <= NAME_LENGTH:
        yield Refusal(
            "not_allowed",
            "cohorts.setup.names",
            f"A name has 1 to {NAME_LENGTH} characters; this one has {len(text)}.",
            "Choose a shorter one." if text else "Choose one.",
        )
    elif wrong := flaw(text):
        yield Refusal("not_allowed", "cohorts.setup.names", f"That cannot be a name. {wrong}")
    if other := lookalike(text, (player.name for player in world.all(Player))):
        yield Refusal(
            "not_allowed",
            "cohorts.setup.names",
            f"{other} plays in this campaign already"
            + ("." if other == text else ", and that looks the same."),
            "Choose another name.",
        )


def _bad_design(world: World, design: Design, content: Content) -> Iterator[Refusal]:
    """What keeps a player's own party from beginning: other names count as well."""
    for fault in party_faults(design, dict(content)):
        says = f"{subject_of(fault, [each.name for each in design.characters])} {fault.says}."
        yield Refusal("not_allowed", fault.rule, says, "Change the party.")
    taken = [each.name for each in world.all(Character)]
    for character in design.characters:
        if lookalike(character.name, taken):
            yield Refusal(
                "not_allowed",
                "cohorts.setup.names",
                f"Somebody in this campaign is called {character.name.strip()} already, "
                "or something that looks the same.",
                "Give the character another name.",
            )


def subject_of(fault: PartyFault, names: Sequence[str]) -> str:
    """What a fault of a party is about, in words: a character and its parts, or the party."""
    match fault.path:
        case ("characters", int(number), field, *_):
            who = names[number].strip() or f"Character {number + 1}"
            return f"{who}: {str(field).replace('_', ' ')}"
        case ("characters",):
            return "The party"
        case _:
            return "The spells"


def _characters(
    state: State, party: Design, player: int, holder: Place
) -> Iterator[dict[str, Any]]:
    """The fields of a party's characters before they have any XP (cohorts.setup.steps)."""
    content = state.module.content(Content)
    for number, starting in enumerate(party.characters, 1):
        profession = content.classes[starting.class_]
        skills = _skills(content.setup, profession, starting)
        race = content.races[starting.race]
        racial: dict[str, int] = race.attributes.model_dump()
        raises: dict[str, int] = {**starting.raises}
        attributes = {name: racial[name] + raises.get(name, 0) for name in sorted(racial)}
        yield {
            "name": _name(state, starting, f"player:{player}", f"name {number}"),
            "player": player,
            "holder": holder,
            "used": Fraction(0),
            "acted": False,
            "message": "",
            "race": race.key,
            "job": profession.key,
            "starting": True,
            "level": 1,
            "xp": 0,
            "attributes": attributes,
            "skills": skills,
            "talents": starting.talents,
            "slot": content.setup.battle_slot,
            "wounds": 0,
            "mana": 0,
            "actions": CHARACTER_ACTIONS,
            "deity": starting.deity or "",
            "spells": party.spells if content.setup.spell_skill in skills else (),
            "equipment": _equipment(starting),
            "dead": False,
            "captor": 0,
            "statuses": {},
            "ext": None,
        }


def _name(state: State, starting: StartingCharacter, actor: str, purpose: str) -> str:
    """Its name, or another of its race: two players may ride with the same ready-made party."""
    name = starting.name.strip()
    if key_of(name) not in {key_of(each.name) for each in state.world.all(Character)}:
        return name
    return fresh_name(state, state.stream(actor, purpose), starting.race)


def _season(state: State, beginner: Character) -> None:
    """Give a character the XP of the start, with the resulting levels, and all its mana."""
    content = state.module.content(Content)
    seasoned = brought_to(state, beginner, content.setup.xp)
    assert isinstance(seasoned, Character)
    mana = capacity(state.world, content, seasoned)
    state.world.put(seasoned.replace(mana=mana))


def _skills(setup: Setup, profession: Profession, starting: StartingCharacter) -> dict[str, int]:
    """Chosen and built-in skills, all at the level of beginners."""
    return dict.fromkeys(sorted({*starting.skills, *profession.built_in}), setup.skill_level)


def _equipment(starting: StartingCharacter) -> dict[str, str]:
    worn = {
        "armor": starting.armor,
        "main_hand": starting.main_hand,
        "off_hand": starting.off_hand,
        "ranged": starting.ranged,
    }
    return {slot: item for slot, item in worn.items() if item}
