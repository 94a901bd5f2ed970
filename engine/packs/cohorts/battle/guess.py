"""A view filled up with what was read and what may be, so that a battle on it can be imagined.

What a faction was once told of a piece from within is taken as it was then; what it does not know
is drawn from what is usual (`usual`), case by case. For odds alone; no rule runs on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final

from engine.battle import MOVEMENT, Clash, Guess, Odds
from engine.dice import Dice, SeededDice
from engine.packs.cohorts.battle.usual import Usual
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.knowledge.memories import Memory, Sighting
from engine.packs.cohorts.knowledge.spied import insights
from engine.packs.cohorts.pieces.ownership import city_of, faction_of, relation
from engine.packs.cohorts.pieces.people import unfed
from engine.packs.cohorts.pieces.records import Character, City, Province, Unit
from engine.trials import MIDDLE, SEED, Possibility
from engine.world import Place, World

GARRISON: Final = ("garrison",)
"""What is not known of a city of whose garrison nobody is."""
_ABLEST: Final = 0.95
_HUNGRY: Final = 6
"""Weeks for which a garrison is taken to have had too little."""
_FRIENDS: Final = 0.5
"""Where allies stand of whom not all is known, however strong the enemy may be."""


class Imagined:
    """A clash on a view in which all that is known to fight can be filled up, in any case."""

    def __init__(
        self,
        view: World,
        content: Content,
        clash: Clash,
        usual: Usual,
        needs: frozenset[str] | None = None,
        *,
        whole: bool = True,
    ) -> None:
        """`needs` are the fields of a piece on which a battle rests, None for nearly all.

        If `whole`, cities of whose garrison nobody is known have such as is usual.
        """
        self.world = recalled(view, those_at(view, clash))
        """With all that was ever read."""
        self._content = content
        self._worn: dict[int, Fraction] = {}
        """By city what hunger has done to its garrison."""
        self._unseen = unseen_garrisons(view, clash, usual.faction) if whole else ()
        ground = guess_ground(self.world, clash)
        walls = Guess(about=Place(Province.kind, clash.ground), fields=("fortification",))
        self._walled = clash.ground if walls in ground else 0
        """The province whose walls were seen, and not how high they are."""
        self.usual = usual
        self._friend = {
            piece.place: relation(view, usual.faction, faction_of(view, piece)) == "allied"
            for piece in those_at(view, clash)
        }
        self._gaps = [
            (piece, known, missing)
            for piece in those_at(self.world, clash)
            for known in (_counted(content, piece),)
            if (missing := tuple(name for name in type(piece).names if name not in known))
            if needs is None or not needs.isdisjoint(missing)
        ]
        pieces = (Guess(about=piece.place, fields=missing) for piece, _, missing in self._gaps)
        garrisons = (Guess(about=city.place, fields=GARRISON) for city in self._unseen)
        self.guesses = (*ground, *garrisons, *pieces)

    @property
    def open(self) -> bool:
        """Whether there is anything in it of which not all is known."""
        return bool(self._gaps or self._walled or self._unseen)

    def filled(self, case: Possibility = MIDDLE) -> World:
        """The view as it may be in that case."""
        world = self.world.fork()
        if self._walled:
            ground = world.get(Province, self._walled)
            world.put(ground.replace(fortification=self.usual.walls(case.strength)))
        dice = SeededDice(SEED, case.number)
        for piece, known, _ in self._gaps:
            share = _FRIENDS if self._friend[piece.place] else case.strength
            stream = dice.stream(f"{piece.kind}:{piece.id}", "unknown")
            world.put(type(piece)(**{**self._drawn(piece, share, stream), **known}))
        for city in self._unseen:
            for unit in self.usual.garrison(world.get(City, city.id), case.strength, dice):
                world.put(unit)
        return world

    def told(self, odds: Odds) -> Odds:
        """Odds with what was guessed, and of those fates that are known to be there."""
        there = (each for each in odds.fates if each.piece.id > 0)
        return odds.replace(guesses=self.guesses, fates=tuple(there))

    def _drawn(self, piece: Character | Unit, share: float, dice: Dice) -> dict[str, Any]:
        if isinstance(piece, Unit):
            drawn = self.usual.unit(piece, share, dice)
            return {**drawn, "wounds": max(drawn["wounds"], self._hunger(piece))}
        return self.usual.character(piece, share, dice)

    def _hunger(self, unit: Unit) -> Fraction:
        """The wounds of a unit in a garrison that has long been larger than its city can feed."""
        city = self.world.at(unit.holder)
        if not (isinstance(city, City) and unit.knows("player") and unit.player):
            return Fraction(0)
        if city.id not in self._worn:
            units = self.world.by(Unit, "holder", city.place)
            inside = sum(each.soldiers for each in units if each.knows("soldiers"))
            besieged = city.knows("besieged") and city.besieged
            people = 0 if besieged else self.usual.people(city)
            share = unfed(self._content, people, inside)
            rules = self._content.cities
            self._worn[city.id] = min(Fraction(rules.hunger_most), _HUNGRY * rules.hunger * share)
        return self._worn[city.id]


def _counted(content: Content, piece: Character | Unit) -> dict[str, Any]:
    """What is known of a piece; a spy who read a unit without counting it knows no number."""
    known = piece.known()
    if not isinstance(piece, Unit) or piece.arm == "soldier":
        if known.get("soldiers") == 0:
            del known["soldiers"]
        return known
    engine = content.artillery.get(piece.type)
    if engine and not known.get("soldiers"):
        known["soldiers"] = engine.crew
    return {"equipment": {}, "talents": (), **known}


def strongest(
    view: World, content: Content, usual: Usual, holders: Sequence[Place], province: int
) -> World:
    """A view in which those known to be in these places of a province are as able as may be."""
    there = Clash(
        sides=((), tuple(holders)), trigger=MOVEMENT, place=Place(Province.kind, province)
    )
    return Imagined(view, content, there, usual, whole=False).filled(Possibility(0, _ABLEST))


def recalled(view: World, pieces: Iterable[Character | Unit]) -> World:
    """A copy of a view in which these pieces are as they were read last, if they ever were.

    What is plain of them now prevails.
    """
    filled, read = view.fork(), insights(view)
    for piece in pieces:
        if piece.place in read:
            filled.put(type(piece).partly(**{**read[piece.place].told(), **piece.known()}))
    return filled


def those_at(world: World, clash: Clash) -> list[Character | Unit]:
    """The characters and units that a world holds at a clash."""
    fighting = (place for side in clash.sides for place in side)
    return [
        piece
        for place in (*fighting, Place(Province.kind, clash.ground))
        for cls in (Character, Unit)
        for piece in world.by(cls, "holder", place)
    ]


def unseen_garrisons(view: World, clash: Clash, faction: int) -> tuple[City, ...]:
    """The cities at a clash into which a faction cannot see, and of whose troops it knows none.

    Its people say nothing of its troops, and prisoners do not defend it. If a look inside found
    nobody, that is known (cohorts.knowledge.view).
    """
    places = (place for side in clash.sides for place in side if place.kind == City.kind)
    found: list[City] = []
    for place in places:
        city = view.get(City, place.id)
        units = view.by(Unit, "holder", place)
        there = any(not (unit.knows("captor") and unit.captor) for unit in units)
        sighting = view.first(Sighting, "about", (faction, place))
        looked = sighting is not None and sighting.searched
        if not (there or looked or city.knows("population")):
            found.append(city)
    return tuple(found)


def guess_ground(world: World, clash: Clash) -> tuple[Guess, ...]:
    """Fill up what a view lacks of where a clash is fought, and say what that was.

    Walls that were seen count as the lowest; a city of which nobody knows whose it is, as nobody's.
    """
    guesses: list[Guess] = []
    province = world.get(Province, clash.ground)
    if not province.knows("fortification"):
        memory = world.find(Memory, province.id)
        walls = int(memory is not None and memory.fortified)
        world.put(province.replace(fortification=walls, sabotaged=0))
        if walls:
            guesses.append(Guess(about=province.place, fields=("fortification",)))
    city = city_of(world, province.barony)
    if city and not city.knows("baron"):
        world.put(city.replace(baron=0))
        guesses.append(Guess(about=city.place, fields=("baron",)))
    return tuple(guesses)
