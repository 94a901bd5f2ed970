"""A city as a person wants to see it: its people, actions, works, guilds, resources and garrison.

Facts alone, from what one faction knows; about a foreign city that is little, and `inside` is then
None. What the city can make is in `making`, the words in `city_texts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.faces.cohorts.asking import rested
from bot.faces.cohorts.city.guilds import GuildFacts, guild_facts
from bot.faces.cohorts.city.resources import ResourceFacts, resource_facts
from bot.faces.cohorts.looks import BUILDING, PERSON, looks_of
from bot.faces.cohorts.stack.facts import HELD, Held, held_as
from bot.faces.words.text import number, percent
from engine.campaign import Faction, Now, Player
from engine.orders import Ref
from engine.packs import Rules
from engine.packs.cohorts.cities.acting import actions_in_turn, population_limit, room
from engine.packs.cohorts.cities.improvements import BuildImprovement
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.item_keys import race_of_recruits
from engine.packs.cohorts.knowledge.memories import Memory, Sighting
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.ownership import faction_of, player_of
from engine.packs.cohorts.pieces.people import added, everyone, growth, head_count, recruits
from engine.packs.cohorts.pieces.possessions import held
from engine.packs.cohorts.pieces.records import Character, City, Defense, Province, Unit
from engine.packs.cohorts.pieces.territories import Barony, Kingdom, Territory
from engine.packs.cohorts.things.item_names import item_name
from engine.packs.cohorts.trade.books import open_copies
from engine.state import State
from engine.suggesting import refusal_of
from engine.world import World


@dataclass(frozen=True, slots=True)
class Folk:
    """The people of one race."""

    race: str
    name: str
    icon: str
    free: int
    slaves: int
    growth: int
    """How many more next month, if nothing changes until then."""
    waiting: int
    """Recruits that wait in the city."""
    recruits: int
    """Recruits that the next month brings."""


@dataclass(frozen=True, slots=True)
class Work:
    """An improvement of the city."""

    key: str
    name: str
    icon: str
    level: int
    most: int
    hindered: str
    """Why it cannot be raised now; empty if it can, the city's action aside."""


@dataclass(frozen=True, slots=True)
class Holding:
    """Items of one kind among the city's possessions."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Resident:
    """Somebody in the city, as far as is known."""

    kind: str
    """character, unit or agent."""
    name: str
    what: str
    """Race and calling, such as "elf mage"."""
    soldiers: int
    """Of a unit, else 0."""
    level: int
    """0 if it is not known."""
    state: str
    """What ails them, such as "wounds 12%"; empty if nothing is known to."""
    held: Held = ""
    """Whether they are of the garrison, or only held there."""


@dataclass(frozen=True, slots=True)
class CityInside:
    """What only its own faction knows of a city."""

    people: tuple[Folk, ...]
    """The most numerous first."""
    head_count: int
    limit: int
    actions: int
    most_actions: int
    """As many as the next week would give."""
    strife: bool
    besieged: bool
    defense: Defense
    """The encounter orders of its garrison."""
    works: tuple[Work, ...]
    walls: int
    """0 to 4."""
    weakened: int
    """By how many levels they defend worse this month."""
    guilds: tuple[GuildFacts, ...]
    resources: tuple[ResourceFacts, ...]
    possessions: tuple[Holding, ...]


@dataclass(frozen=True, slots=True)
class CityFacts:
    """A city as one faction knows it."""

    id: int
    name: str
    spot: tuple[int, int] | None
    """Column and row."""
    barony: str
    rank: str
    """city, or capital of a territory or kingdom."""
    own: bool
    """Whether it belongs to the faction that asks."""
    owner: Faction | None
    """None for nobody's, and where it is not known."""
    player: str
    baron: str
    message: str
    turn: int
    seen: int
    """The turn that this is of: the present one if the city is in view."""
    fortified: bool
    open: tuple[tuple[str, int], ...]
    """What all the world knows to be open for trade, by name."""
    residents: tuple[Resident, ...]
    told: int
    """The turn in which the faction last learned who is in a foreign city; 0 if it never was."""
    inside: CityInside | None

    @property
    def soldiers(self) -> int:
        """The soldiers of its garrison that are known of."""
        return sum(each.soldiers for each in self.residents if not each.held)

    @property
    def garrison(self) -> str:
        """Who is known to be in the city, in a few words."""
        kinds = [each.held or each.kind for each in self.residents]
        counts = {kind: kinds.count(kind) for kind in ("unit", "character", "agent")}
        parts = [f"{n:,} {kind}{'s' if n > 1 else ''}" for kind, n in counts.items() if n]
        if self.soldiers:
            parts.insert(1, f"{self.soldiers:,} soldiers")
        parts += [number(kinds.count(each), each, HELD[each]) for each in HELD if each in kinds]
        return ", ".join(parts) or "nobody"


UNKNOWN: Final = "What goes on inside is hidden from you: people, guilds, stores and garrison."


def outside(facts: CityFacts) -> list[tuple[str, str]]:
    """What is known of a foreign city, as titles and words."""
    owner = facts.owner.name if facts.owner else "nobody that you know of"
    seen = "in view" if facts.seen == facts.turn else f"last seen in turn {facts.seen}"
    lines = [
        ("Holder", ", ".join(filter(None, (owner, facts.player)))),
        ("Rank", facts.rank if facts.rank != "city" else ""),
        ("Baron", facts.baron),
        ("Barony", facts.barony),
        ("Sight", seen),
        ("Walls", "it has walls" if facts.fortified else "no walls seen"),
        ("Open for trade", ", ".join(f"{count} {name}" for name, count in facts.open)),
        ("Message", facts.message),
        ("Known inside", f"{facts.garrison}, as of turn {facts.told}" if facts.residents else ""),
    ]
    return [(title, text) for title, text in lines if text]


def city_facts(rules: Rules, view: World, city: City) -> CityFacts:
    """What a faction knows of a city, on that faction's view."""
    content = rules.module.content(Content)
    now = view.get(Now, 1)
    province = view.find(Province, city.province)
    memory = view.find(Memory, city.province)
    barony = view.find(Barony, city.barony)
    baron = view.find(Character, city.baron) if city.knows("baron") else None
    own = city.knows("population")
    inside = _inside(rules, view, city) if own else None
    return CityFacts(
        id=city.id,
        name=city.name,
        spot=(province.x, province.y) if province else None,
        barony=barony.name if barony else "",
        rank=_rank(view, city),
        own=own,
        owner=_owner(view, city, memory),
        player=_player(view, city),
        baron=baron.name if baron and baron.knows("name") else "",
        message=city.message if city.knows("message") else "",
        turn=now.turn,
        seen=now.turn if own or memory is None or memory.in_view else memory.turn,
        fortified=inside.walls > 0 if inside else memory is not None and memory.fortified,
        open=tuple(
            (content.resources[key].name, count)
            for key, count in open_copies(view, city.id).items()
        ),
        residents=tuple(_residents(view, city)),
        told=max(
            (each.turn for each in view.all(Sighting) if each.subject == city.place), default=0
        ),
        inside=inside,
    )


# ---------------------------------------------------------------- whose and where


def _rank(view: World, city: City) -> str:
    barony = view.find(Barony, city.barony)
    territory = view.find(Territory, barony.territory) if barony else None
    kingdom = view.find(Kingdom, territory.kingdom) if territory else None
    for realm in (kingdom, territory):
        if realm and realm.knows("capital") and realm.capital == city.id:
            return f"capital of {realm.name}"
    return "city"


def _owner(view: World, city: City, memory: Memory | None) -> Faction | None:
    if city.knows("baron"):
        return view.find(Faction, faction_of(view, city))
    return view.find(Faction, memory.owner) if memory else None


def _player(view: World, city: City) -> str:
    player = view.find(Player, player_of(view, city)) if city.knows("baron") else None
    return player.name if player else ""


# ---------------------------------------------------------------- within its walls


def _inside(rules: Rules, view: World, city: City) -> CityInside:
    content = rules.module.content(Content)
    state = rested(rules, view, city)
    province = view.get(Province, city.province)
    return CityInside(
        people=tuple(_people(view, content, city)),
        head_count=head_count(city),
        limit=population_limit(view, content, city),
        actions=city.actions,
        most_actions=actions_in_turn(content, city, strife=city.strife),
        strife=city.strife,
        besieged=city.besieged,
        defense=city.defense,
        works=tuple(_works(state, content, city)),
        walls=province.fortification,
        weakened=province.fortification - province.walls,
        guilds=guild_facts(state, content, view, city),
        resources=resource_facts(view, content, city),
        possessions=tuple(_possessions(view, content, city)),
    )


def _people(view: World, content: Content, city: City) -> Iterator[Folk]:
    """Every race with its next month; under siege nobody grows (cohorts.order.siege-effects)."""
    looks = looks_of(content)
    percents = {race.key: race.growth for race in content.races.values()}
    more = growth(city.population, percents, room(view, content, city))
    levy = recruits(content, added(city.population, more))  # they are raised after the growth
    waiting = {race_of_recruits(each.item): each.count for each in held(view, city.place)}
    races = sorted(everyone(city).items(), key=lambda item: (-item[1], item[0]))
    for race in dict.fromkeys([race for race, _ in races] + sorted(filter(None, waiting))):
        yield Folk(
            race=race,
            name=content.races[race].plural,
            icon=looks.icon("races", race, PERSON),
            free=city.population.get(race, 0),
            slaves=city.slaves.get(race, 0),
            growth=0 if city.besieged else more.get(race, 0),
            waiting=waiting.get(race, 0),
            recruits=0 if city.besieged else levy.get(race, 0),
        )


def _works(state: State, content: Content, city: City) -> Iterator[Work]:
    for work in content.improvements.values():
        order = BuildImprovement(city=Ref(*city.place), improvement=work.key)
        refusal = refusal_of(state, order)
        yield Work(
            key=work.key,
            name=work.name,
            icon=work.icon or BUILDING,
            level=city.improvements.get(work.key, 0),
            most=work.levels,
            hindered=refusal.says if refusal else "",
        )


def _possessions(view: World, content: Content, city: City) -> Iterator[Holding]:
    found = [
        Holding(item_name(content, view, each.item), each.count)
        for each in held(view, city.place)
        if not race_of_recruits(each.item)
    ]
    yield from sorted(found, key=lambda each: each.name)


# ---------------------------------------------------------------- garrison


def _residents(view: World, city: City) -> Iterator[Resident]:
    for piece in pieces_in(view, city.place):
        kind = piece.kind
        calling = ""
        if isinstance(piece, Character):
            calling = piece.job if piece.knows("job") else ""
        elif piece.knows("type"):
            calling = getattr(piece, "type")  # noqa: B009 - units and agents alone have one
        race = piece.race if piece.knows("race") else ""
        yield Resident(
            kind=kind,
            name=piece.name if piece.knows("name") else kind,
            what=f"{race} {calling}".replace("_", " ").strip(),
            soldiers=piece.soldiers if isinstance(piece, Unit) and piece.knows("soldiers") else 0,
            level=getattr(piece, "level") if piece.knows("level") else 0,  # noqa: B009
            state=", ".join(_ails(piece)) if isinstance(piece, Character | Unit) else "",
            held=held_as(piece),
        )


def _ails(piece: Character | Unit) -> Iterator[str]:
    if isinstance(piece, Character) and piece.knows("dead") and piece.dead:
        yield "dead"
    if piece.knows("captor") and piece.captor:
        yield "prisoner"
    elif isinstance(piece, Unit) and piece.knows("morale") and piece.morale < 100:
        yield f"morale {percent(piece.morale)}"
    if piece.knows("wounds") and piece.wounds:
        yield f"wounds {percent(piece.wounds)}"
