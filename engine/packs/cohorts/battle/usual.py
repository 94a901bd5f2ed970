"""What is usual of people about whom a faction does not know enough, at this stage of its campaign.

A small open model, made of what the faction itself can know: the turn, its own people, those that
it has read, and what the module gives newcomers and wild cities. It gives spans, not figures: from
the weakest expected, over the likeliest, to the strongest. For odds alone; no rule runs on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any, Final

from engine.campaign import Now, Player
from engine.dice import Dice, SeededDice
from engine.numbers import total
from engine.packs.cohorts.cities.models import most_soldiers
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.items import Armor, Weapon
from engine.packs.cohorts.content.peoples import Race
from engine.packs.cohorts.content.setup import Party, StartingCharacter
from engine.packs.cohorts.knowledge.memories import Insight
from engine.packs.cohorts.knowledge.spied import insights
from engine.packs.cohorts.pieces.ownership import cities_of, faction_of, imprisoned, player_of
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.records import Character, City, Loading, Map, Piece, Province, Unit
from engine.packs.cohorts.things.arms import worth
from engine.packs.cohorts.things.equipment import HANDS
from engine.packs.cohorts.worth.skills import built_in
from engine.world import Place, World

_TOGETHER: Final = 0.6
"""How far a side as a whole may be off the middle of a span, as a share of the span."""
_APART: Final = 0.8
"""How far each of a side may be off the others, likewise."""
_LEVELS_A_WEEK: Final = 0.25
"""What the most active may gain in a week in which the asker gained nothing."""
_MORE: Final = 0.6
"""Levels that anybody may have above what is known."""
_TALENTS_A_WEEK: Final = 0.15
"""What the most eager may have had their units taught."""
_SLOW: Final = 0.25
"""Part of the growth of the asker's people that others who began with them have at least."""
_FRESH: Final = 0.2
"""The share of the span below which people are still hurt from their last fight."""
_MOST_WOUNDS: Final = 30
_FEWEST: Final = 20  # soldiers of a unit that somebody takes to war
_EMPTY: Final = 0.15
"""The share of cities, held by nobody one knows of, in which there are no soldiers at all."""
_VICTORS: Final = 5
"""Levels that the guards of a city may have learned by the battles that they won."""
_UNITS_A_WEEK: Final = 0.2
"""Most further units that a city's garrison may have gained."""
_MOST_UNITS: Final = 20  # of a garrison that is imagined
_ARMS: Final = (*HANDS, "ranged")
_SMITHY: Final = "smithy"
_WEEKS_OF_BUILDING: Final = 6
"""After these others may have a better smithy than oneself."""

Gear = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Estimate:
    """Least, likeliest and most expected."""

    low: float
    likely: float
    high: float

    @classmethod
    def around(cls, mean: float, low: float, high: float) -> Estimate:
        """The span between these over which the values come to that mean, as nearly as may be."""
        return cls(low, min(high, max(low, 3 * mean - low - high)), high)

    def at(self, share: float) -> float:
        """The value below which that share of all cases lies, 0 to 1 (a triangle over the span)."""
        wide, left = self.high - self.low, self.likely - self.low
        if wide <= 0:
            return self.likely
        if share * wide <= left:
            return self.low + sqrt(share * wide * left)
        return self.high - sqrt((1 - share) * wide * (self.high - self.likely))


class Usual:
    """What a faction has to expect of foreign pieces."""

    def __init__(self, view: World, content: Content, faction: int) -> None:
        self.view, self.content, self.faction = view, content, faction
        self.weeks = max(0, view.get(Now, 1).turn - 1)

    @cached_property
    def read(self) -> dict[Place, Insight]:
        """The last that spying told of foreign pieces."""
        return insights(self.view)

    @cached_property
    def mine(self) -> list[Character | Unit]:
        """The faction's own people, prisoners apart; of no faction (0), those of no player."""
        view = self.view
        players = [each.id for each in view.by(Player, "faction", self.faction)] or [0]
        return [
            piece
            for cls in (Character, Unit)
            for piece in sorted(view.among(cls, "player", players), key=lambda each: each.id)
            if piece.knows("holder") and piece.knows("level")
            if not (piece.knows("captor") and imprisoned(piece))
        ]

    @cached_property
    def ladder(self) -> list[Gear]:
        """Arms from the simplest that anybody has to the best that can be made by now."""
        return list(_ladder(self.content, self._smithy()))

    @cached_property
    def taught(self) -> tuple[str, ...]:
        """The talents of those with whom anybody may begin."""
        return _taught(self.content.parties.values())

    # ------------------------------------------------------------------ levels

    def level(self, piece: Character | Unit) -> Estimate:
        """The level of one of whom it is not known."""
        side = faction_of(self.view, piece)
        home = self.view.at(piece.holder) if piece.knows("holder") else None
        if not side and isinstance(piece, Unit) and isinstance(home, City):
            imagined = piece.id < 0  # whose heads were drawn, not counted in a battle
            return self._wild(home, fought=piece.knows("soldiers") and not imagined)
        kind, start = type(piece), self.start(type(piece))
        theirs = [
            level for each, level in self._levels(kind) if faction_of(self.view, each) == side
        ]
        own = [each.level for each in self.mine if isinstance(each, kind)]
        pool = theirs or own or [level for _, level in self._levels(kind)] or [start]
        mean = total(float(each) for each in pool) / len(pool)
        grown = max(0.0, mean - start)
        ahead = max(grown, self.weeks * _LEVELS_A_WEEK)
        # Anybody may train new soldiers at any time; people who came with the start have grown.
        low = start if kind is Unit else start + grown * _SLOW
        high = max(*pool, mean + (ahead / 2 if theirs else ahead)) + _MORE
        return Estimate.around(mean, min(low, mean), high)

    def start(self, kind: type[Piece]) -> int:
        """The level with which people come into the game."""
        content = self.content
        if kind is Character:
            return content.experience.level_of(content.setup.xp)
        return content.training.level

    def _levels(self, kind: type[Piece]) -> Iterator[tuple[Piece, int]]:
        """The levels that spying told of foreign pieces."""
        for place, told in self.read.items():
            piece = self.view.at(place)
            if isinstance(piece, kind) and told.level is not None:
                yield piece, told.level

    def _wild(self, city: City, *, fought: bool) -> Estimate:
        """The level of those who guard a city that nobody holds: the farther out, the higher.

        How far it is from the own cities is known. Others may have begun nearer to it, and own
        cities that were conquered may lie nearer than those with which somebody began. Who is known
        from a battle has won it, and learned by it.
        """
        rules, grid = self.content.wild_cities, self.view.get(Map, 1).grid
        here = grid.at(city.province - 1)
        own = (grid.at(each.province - 1) for each in cities_of(self.view, self.faction))
        far = min((grid.distance(here, each) for each in own), default=None)
        steps = rules.level.max if far is None else far // rules.hexes_per_level
        low, likely, high = (
            min(rules.level.max, rules.level.min + each) for each in (steps // 2, steps, steps + 1)
        )
        return Estimate(low + fought, likely + 2 * fought, high + _VICTORS * fought)

    def walls(self, share: float) -> int:
        """The level of walls that were seen from outside, by how those of wild cities are built."""
        _, *percents = self.content.wild_cities.fortified_percent
        left = share * sum(percents)
        for level, percent in enumerate(percents, start=1):
            left -= percent
            if left < 0:
                return level
        return max(1, len(percents))

    # ------------------------------------------------------------------ who is there at all

    def garrison(self, city: City, share: float, dice: SeededDice) -> Iterator[Unit]:
        """The units that such a city usually holds, where nobody of them is known.

        Their ids are below zero: there may be no such people.
        """
        stream = dice.stream(f"{city.kind}:{city.id}", "unseen")
        races = self._peoples(city)
        counted = list(self._counted(city, _apart(share, stream)))
        for number, soldiers in enumerate(counted, start=1):
            unit = Unit.partly(
                id=-(city.id * _MOST_UNITS + number),
                holder=city.place,
                player=player_of(self.view, city) if city.knows("baron") else 0,
                arm="soldier",
                type="soldiers",
                name=f"{city.name} {number}",
                race=races[number % len(races)],
                soldiers=soldiers,
            )
            yield Unit(**{**self.unit(unit, share, stream), **unit.known()})

    def people(self, city: City) -> int:
        """How many people a city has, where that is not known as many as one's own in the mean."""
        if city.knows("population") and city.knows("slaves"):
            return head_count(city)
        own = [head_count(each) for each in cities_of(self.view, self.faction)]
        return sum(own) // max(1, len(own))

    def _counted(self, city: City, q: float) -> Iterator[int]:
        """The soldiers of each unit: a wild city has them by its people, others as one's own do."""
        if not city.knows("baron") or not city.baron:
            if not city.knows("baron") and q < _EMPTY:
                return  # a city kept for a player who never came has no garrison
            rules, people = self.content.wild_cities, self.content.world.wild_city_population
            inside = people.min + q * (people.max - people.min)
            soldiers = round(inside * rules.soldiers_per_thousand / 1000)
            units = -(-soldiers // rules.unit_soldiers)
            yield from (soldiers // units + (n < soldiers % units) for n in range(units))
            return
        own = cities_of(self.view, self.faction)
        held = [len(list(self.view.by(Unit, "holder", each.place))) for each in own]
        likely = sum(held) / len(held) if held else 1.0
        most = max([2 * likely, 1 + self.weeks * _UNITS_A_WEEK, *held])
        units = min(_MOST_UNITS - 1, round(Estimate(0, max(1.0, likely), max(1.0, most)).at(q)))
        nobody = Unit.partly(id=0, holder=city.place, arm="soldier", type="soldiers")
        yield from (self._soldiers(nobody, (), q) for _ in range(units))

    def _peoples(self, city: City) -> list[str]:
        """The races that may live in a city: those at home in its land, else all with cities."""
        content = self.content
        settled = [race for race in content.races.values() if race.key in content.names.cities]
        province = self.view.find(Province, city.province)
        family = ""
        if province and province.knows("terrain"):
            family = content.terrains[province.terrain].family
        at_home = [race.key for race in settled if family in race.homes]
        return at_home or [race.key for race in settled] or list(content.races)

    # ------------------------------------------------------------------ all of one piece

    def unit(self, unit: Unit, share: float, dice: Dice) -> dict[str, Any]:
        """The fields of a military unit about which nothing else is known."""
        mine = [each for each in self.mine if isinstance(each, Unit) and each.arm == "soldier"]
        training, q = self.content.training, _apart(share, dice)
        level = round(self.level(unit).at(q))
        gear = self._unit_gear(unit, mine, q, dice)
        return {
            **_blank(self.content),
            "arm": "soldier",
            "type": "soldiers",
            "level": level,
            "soldiers": self._soldiers(unit, mine, q),
            "equipment": dict(gear),
            "talents": self._talents(level, q, dice),
            "wounds": _wounds(q),
            "morale": training.morale,
            "slot": dice.pick(self._slots(unit, mine)),
        }

    def _slots(self, unit: Unit, mine: Iterable[Unit]) -> Sequence[int]:
        """Where such a unit may stand: with nobody's those of wild cities, else as one's own do."""
        usual = self.content.training.battle_slot
        if not faction_of(self.view, unit) and self.content.wild_cities.slots:
            return self.content.wild_cities.slots
        return [usual, usual, *(each.slot for each in mine if each.slot)]

    def character(self, one: Character, share: float, dice: Dice) -> dict[str, Any]:
        """The fields of a character about whom nothing else is known."""
        content, q = self.content, _apart(share, dice)
        level = round(self.level(one).at(q))
        job = one.job if one.knows("job") else next(iter(content.classes))
        model = dice.pick(list(self._models(job)) or [_Model()])
        mine = [each.equipment for each in self.mine if isinstance(each, Character)]
        race = content.races.get(one.race) if one.knows("race") else None
        skills = {name: max(1, round(part * level)) for name, part in model.skills.items()}
        return {
            **_blank(content),
            "job": job,
            "starting": False,
            "attributes": self._attributes(race, model, level) if race else {},
            "skills": {**skills, **dict.fromkeys(built_in(content, job), level)},
            "level": level,
            "equipment": self._kit(model, mine, q),
            "talents": model.talents,
            "loaded": dict(model.loaded),
            "wounds": _wounds(q),
            "morale": content.setup.morale,
            "slot": model.slot or content.setup.battle_slot,
            "mana": model.mana,
            "actions": 0,
            "dead": False,
            "captor": 0,
        }

    def _attributes(self, race: Race, model: _Model, level: int) -> dict[str, int]:
        """Those of a race, raised as the model raised its own with the points of its level."""
        spent = sum(model.raises.values())
        points = spent + (level - model.level) * self.content.experience.attribute_points
        share = max(0.0, points / spent) if spent else 0.0
        own: dict[str, int] = race.attributes.model_dump()
        return {key: value + round(model.raises.get(key, 0) * share) for key, value in own.items()}

    def _kit(self, model: _Model, mine: Sequence[Gear], q: float) -> dict[str, str]:
        """The arms of a model, in which it is skilled, with what else people wear by now."""
        usual = self._at([model.gear, *mine], q)
        if not model.gear:
            return dict(usual)
        worn = {place: item for place, item in usual.items() if place not in _ARMS}
        return {**worn, **{place: each for place, each in model.gear.items() if place in _ARMS}}

    def _soldiers(self, unit: Unit, mine: Iterable[Unit], q: float) -> int:
        seen = [
            each.soldiers
            for each in self.view.all(Unit)
            if each.knows("soldiers")
            and each.knows("arm")
            and each.arm == "soldier"
            and each.soldiers
        ]
        most = most_soldiers(self.content, barracks=1)
        likely = total(float(each) for each in seen) / len(seen) if seen else most / 2
        return round(Estimate(min(_FEWEST, likely), likely, max(most, likely)).at(q))

    def _unit_gear(self, unit: Unit, mine: Iterable[Unit], q: float, dice: Dice) -> Gear:
        if not faction_of(self.view, unit):
            troops = self.content.wild_cities.troops
            called = [t for t in troops if unit.knows("name") and f" {t.name}" in unit.name]
            return dice.pick(called or list(troops)).arms.worn() if troops else {}
        read = [
            told.equipment
            for place, told in self.read.items()
            if place.kind == Unit.kind and told.equipment is not None
        ]
        return self._at([*(each.equipment for each in mine), *read], q)

    def _at(self, known: Sequence[Gear], q: float) -> Gear:
        """Of what is known and what may be made the one at a share, from the worst to the best.

        Others' arms are mostly such as one knows.
        """
        pool = [*self.ladder, *list(known) * (1 + len(self.ladder) // max(1, len(known)))]
        ordered = sorted(pool, key=lambda gear: worth(self.content, gear))
        return ordered[min(len(ordered) - 1, int(q * len(ordered)))]

    def _talents(self, level: int, q: float, dice: Dice) -> tuple[str, ...]:
        """As many as the own units have, and up to what a unit of that level may have by now."""
        training = self.content.training
        own = [len(each.talents) for each in self.mine if isinstance(each, Unit)]
        likely = total(float(each) for each in own) / len(own) if own else 0.0
        by_now = min(training.talents_at(level), self.weeks * _TALENTS_A_WEEK)
        slots = round(Estimate(0, likely, max([*own, by_now])).at(q))
        left, found = list(self.taught), list[str]()
        for _ in range(min(len(left), slots)):
            found.append(dice.pick(left))
            left.remove(found[-1])
        return tuple(sorted(found))

    def _models(self, job: str) -> Iterator[_Model]:
        """Characters of a class that one knows: the own, and those with whom anybody may begin."""
        content = self.content
        for each in self.mine:
            if isinstance(each, Character) and each.job == job:
                race = content.races[each.race].attributes
                yield _Model(
                    {key: value - getattr(race, key) for key, value in each.attributes.items()},
                    {name: level / each.level for name, level in each.skills.items()},
                    each.talents,
                    each.equipment,
                    each.slot,
                    each.loaded,
                    each.mana,
                    each.level,
                )
        start = self.start(Character)
        for party in content.parties.values():
            for each in party.characters:
                if each.class_ == job:
                    skills = dict.fromkeys(each.skills, content.setup.skill_level / start)
                    yield _Model({**each.raises}, skills, each.talents, _held(each), level=start)

    def _smithy(self) -> int:
        """How good the smithies are that others may have: one's own, later a level better."""
        own = [city.improvements.get(_SMITHY, 0) for city in cities_of(self.view, self.faction)]
        begun = self.content.starting_city.improvements.get(_SMITHY, 0)
        return max([begun, *own]) + (self.weeks >= _WEEKS_OF_BUILDING)


@dataclass(frozen=True, slots=True)
class _Model:
    """Somebody after whom one imagines others of the same class."""

    raises: Mapping[str, int] = field(default_factory=dict[str, int])
    """By attribute, above the race's."""
    skills: Mapping[str, float] = field(default_factory=dict[str, float])
    """By name, as a share of the character's level."""
    talents: tuple[str, ...] = ()
    gear: Gear = field(default_factory=dict[str, str])
    slot: int = 0
    """0 for the usual one."""
    loaded: Mapping[str, Loading] = field(default_factory=dict[str, Loading])
    mana: int = 0
    level: int = 1
    """At which it has these."""


def _ladder(content: Content, smithy: int) -> Iterator[Gear]:
    """What soldiers may wear: nothing, then the best of a smithy of level 1, 2 ... up to that."""
    yield {}
    for level in range(1, smithy + 1):
        made = [
            item
            for item in (
                *content.weapons.values(),
                *content.armors.values(),
                *content.gear.values(),
            )
            if item.made_in == _SMITHY and item.level <= level and not item.item_level
        ]
        open_ = [item for item in made if item.race is None]
        hands = [each for each in open_ if isinstance(each, Weapon) and 1 in each.hands]
        bests = {
            "main_hand": [each for each in hands if "shield" not in each.classes],
            "off_hand": [each for each in hands if "shield" in each.classes],
            "armor": [each for each in open_ if isinstance(each, Armor)],
            "head": [each for each in open_ if getattr(each, "place", "") == "head"],
        }
        yield {
            place: max(items, key=lambda item: worth(content, {"": item.key})).key
            for place, items in bests.items()
            if items
        }


def _taught(parties: Iterable[Party]) -> tuple[str, ...]:
    """The talents of those with whom anybody may begin, each once."""
    each = (talent for party in parties for one in party.characters for talent in one.talents)
    return tuple(dict.fromkeys(each))


def _held(one: StartingCharacter) -> Gear:
    """What a character of a ready-made party begins with, by place."""
    places = ("main_hand", "off_hand", "ranged", "armor")
    return {place: item for place in places if (item := getattr(one, place))}


def _apart(share: float, dice: Dice) -> float:
    """Where one stands in its span if its side stands at a share of it; nobody is quite alike."""
    found = 0.5 + (share - 0.5) * _TOGETHER + (dice.real100() / 100 - 0.5) * _APART
    return abs(found) if found < 0.5 else 1 - abs(1 - found)


def _wounds(q: float) -> Fraction:
    """Who is at the weakest end of the span is still hurt."""
    return Fraction(round(max(0.0, (_FRESH - q) / _FRESH) * _MOST_WOUNDS))


def _blank(content: Content) -> dict[str, Any]:
    """Fields of a piece that do not matter in a battle, or are alike for nearly all."""
    return {
        "name": "",
        "race": next(iter(content.races)),
        "player": 0,
        "used": Fraction(0),
        "acted": False,
        "message": "",
        "xp": 0,
        "statuses": {},
        "ext": None,
    }
