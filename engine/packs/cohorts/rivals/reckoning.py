"""How a computer player reckons what a force is worth, and its chance against another.

Forces are weighed by what soldiers can take and deal, without fighting anything. A weak player
counts heads; a strong one has doubtful battles tried out as anybody may who asks for odds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Final, TypeGuard

from engine.battle import BATTLE, MOVEMENT, Clash
from engine.campaign import Player
from engine.dice import ForeseeDice
from engine.facts import NotKnown
from engine.numbers import total
from engine.packs.cohorts.battle.guess import Imagined, unseen_garrisons
from engine.packs.cohorts.battle.supposed import attack
from engine.packs.cohorts.battle.usual import Usual
from engine.packs.cohorts.content import Armor, Gear, Weapon
from engine.packs.cohorts.content.quests import Being, Quest
from engine.packs.cohorts.knowledge.memories import Memory, Sighting
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.ownership import cities_of, player_of
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack, Unit
from engine.packs.cohorts.quests.beings import assemble
from engine.packs.cohorts.rivals.realm import FRESH, RivalView
from engine.packs.cohorts.worth.levels import counts, heroic_level, stack_level
from engine.state import State
from engine.trials import Possibility
from engine.world import Missing, Place, World

SURE: Final = 100
_TRIALS: Final = 2
"""Trial battles in a turn before anybody is sent off."""
_LEAST_TRIED: Final = 40
_MOST_TRIED: Final = 97
"""Between these chances, in percent, who tries battles has doubtful ones tried out."""
_WALLS: Final = (1.0, 1.27, 1.4, 1.7, 1.95)
"""What walls of each level make of those behind them: as many more win every second battle."""
_BARE: Final = 0.7
"""What a hand without a weapon is worth."""
_HELPS: Final = 2
"""Provinces from which an enemy host comes to the help of a city ..."""
_BESIDE: Final = 1
"""... and one with whom there is neither war nor friendship."""
_HEALED: Final = 3
"""Wounds in percent points of which those are healed in a turn who guard a wild city ..."""
_VICTORS: Final = 2
"""... and the levels that they have learned if they won a battle."""
_RENEWED: Final = 10
"""Turns after which a city may have a garrison again as others have."""
_FORESEEN: Final = 83
"""Percent of the storms on players' cities that nothing spoils which nobody could see coming."""
_CASES: Final = 6
"""Ways in which it is imagined who may guard a city into which nobody looked."""
_OLD_NEWS: Final = 8
"""Turns after which a stack is no longer taken to be where it was seen last."""
_POOREST: Final = 0.5
_RICHEST: Final = 1.5
"""Least and most strength that others are taken to have, as factors on the own side's."""
_UNSEEN: Final = 60.0
"""What a stack is taken for of which nobody can say who is in it."""


def _fights(piece: object) -> TypeGuard[Character | Unit]:
    return isinstance(piece, Character | Unit) and counts(piece)


def _usual(realm: RivalView) -> Usual:
    return Usual(realm.mind.view, realm.content, realm.faction)


@dataclass(frozen=True, slots=True)
class Weighing:
    """How a pack that builds on this one weighs units with figures of that pack."""

    usual: Callable[[RivalView], Usual] = _usual
    """What is usual of those of whom nothing is known."""
    force: Callable[[RivalView, Sequence[Character | Unit]], float] | None = None
    """What some are worth together."""
    walls: Sequence[float] = _WALLS
    """What walls of each level make of those behind them."""
    young: bool = False
    """Whether also people of low levels are worth having in the line."""


PLAIN: Final = Weighing()
"""How Cohorts alone weighs them."""


class Reckoner:
    """What a player thinks of forces, each reckoned once a turn."""

    def __init__(self, realm: RivalView, weighing: Weighing = PLAIN) -> None:
        self.realm = realm
        self.weighing = weighing
        self._cities: dict[int, float] = {}
        self._odds: dict[tuple[int, Place], int] = {}
        self._seen: dict[int, float] = {}
        self._quests: dict[str, float] = {}
        self._forces: dict[tuple[int, ...], tuple[list[Character | Unit], float]] = {}

    @cached_property
    def _usual(self) -> Usual:
        return self.weighing.usual(self.realm)

    # ------------------------------------------------------------ worth

    def worth(self, pieces: Iterable[Character | Unit]) -> float:
        """What pieces of which all is known are worth together; those out of battle nothing."""
        there = [each for each in pieces if each.slot]
        if self.weighing.force and not self.realm.skill.counts_heads:
            # Records never change: the same ones are worth the same. They are kept with it, so that
            # no other comes to have the id of one.
            about = tuple(map(id, there))
            if about not in self._forces:
                self._forces[about] = there, self.weighing.force(self.realm, there)
            return self._forces[about][1]
        return total(map(self._one, there))

    def _one(self, piece: Character | Unit) -> float:
        """Worth of one, in bare soldiers."""
        if self.realm.skill.counts_heads:
            return float(piece.soldiers) if isinstance(piece, Unit) else 5.0 * piece.level
        fit = float(SURE - piece.wounds) / SURE * max(0.3, float(piece.morale) / SURE)
        heads = piece.soldiers if isinstance(piece, Unit) else 3
        return self._head(piece.race, piece.level, piece.equipment.values()) * heads * fit

    def _head(self, race: str, level: int, gear: Iterable[str]) -> float:
        """What one soldier is worth: the root of the damage taken times the damage dealt."""
        content = self.realm.content
        combat = content.races[race].combat
        growth = 1 + level / 3
        deals, guard = _BARE, float(combat.df)
        for name in gear:
            match content.item(name):
                case Weapon() as weapon:
                    deals = max(deals, weapon.melee_damage, weapon.missile_damage)
                    guard += getattr(weapon, "df", 0)
                case Armor() | Gear() as worn:
                    guard += worn.df
                case _:
                    pass
        guard *= 1 + heroic_level(level) / 5
        hits = combat.hp / 10 * growth * growth
        return hits * sqrt(max(0.1, deals * combat.damage * combat.af * guard))

    def _beings(self, beings: Sequence[Being]) -> float:
        """What the foes of a quest are worth."""
        if self.realm.skill.counts_heads:
            return total(float(each.soldiers or 5 * each.level) for each in beings)
        if self.weighing.force:
            scene = State(self.realm.state.rules, self.realm.world.fork(), ForeseeDice())
            stack = assemble(scene, "", beings, province=0)
            return self.worth(list(filter(_fights, pieces_in(scene.world, stack.place))))
        return total(
            self._head(each.race, each.level, each.arms.worn().values()) * (each.soldiers or 3)
            for each in beings
        )

    # ------------------------------------------------------------ foes

    def city(self, city: City) -> float:
        """What a city's defenders are thought to be worth, its walls and friends included."""
        if city.id not in self._cities:
            self._cities[city.id] = self._defenders(city) + self._reserves(city)
        return self._cities[city.id]

    def _reserves(self, city: City) -> float:
        """What the hosts are worth that were seen near a city and may fight an attacker.

        Those of its faction and of enemies come from some way off, strangers only if they
        stand beside it: they may want it too, or help a neighbour.
        """
        realm, there = self.realm, dict.fromkeys(self._helpers(city))
        owner = realm.owner(city.province)
        near = (
            each
            for side in realm.rivals
            if side == owner or realm.stands(side) != "allied"
            for each in realm.seen_of(side)
            if realm.far(each.province, city.province)
            <= (_HELPS if side == owner or realm.stands(side) == "at_war" else _BESIDE)
            and each.subject not in there
        )
        return total(self.seen(each) for each in near)

    def _defenders(self, city: City) -> float:
        realm, walls = self.realm, self._walls(city)
        there = (*self._helpers(city), city.place)
        known, owner = self._known(city), realm.owner(city.province)
        if owner in realm.rivals and not known:
            helping = total(map(self._stack, there[:-1]))
            within, hosts = self._usual_force(city)
            usual = (within + hosts) * self._like(owner)
            return max(usual, helping + within) * walls * realm.skill.doubt
        if not known:
            likely = [self._imagined(city.province, there, number) for number in range(_CASES)]
            worths = [self.worth(self._foes(world, there)) for world in likely if world]
            mean = total(worths) / len(worths) if worths else 4 * _UNSEEN
            return mean * walls * realm.skill.doubt
        world = self._imagined(city.province, there)
        if world is None:
            return 4 * _UNSEEN
        foes, age = self._foes(world, there), self._age(city)
        if owner not in realm.rivals:
            return self.worth(self._since(each, age) for each in foes) * walls
        # What was seen is doubted the more, the longer ago that was, and hosts may have come; but
        # who is shut in hungers, and nobody comes to them unseen.
        shut_in = city.knows("besieged") and city.besieged
        news = 0 if shut_in else max(0, age - 1)
        old = min(1.0, news / _RENEWED)
        come = old * (1 - self._left_alone(city)) * self._usual_force(city)[1]
        doubt = 1 + old * (realm.skill.doubt - 1)
        return (self.worth(foes) + come * self._like(owner)) * walls * doubt

    def _foes(self, world: World, there: tuple[Place, ...]) -> list[Character | Unit]:
        return [piece for holder in there for piece in pieces_in(world, holder) if _fights(piece)]

    def _imagined(self, spot: int, there: tuple[Place, ...], number: int = 0) -> World | None:
        """The view with all that is not known of who is in some places of a province."""
        clash = Clash(sides=((), there), trigger=MOVEMENT, place=Place(Province.kind, spot))
        try:
            imagined = Imagined(self.realm.mind.view, self.realm.content, clash, self._usual)
            return imagined.filled(Possibility(number, self.realm.skill.able))
        except (NotKnown, Missing):
            return None

    def stays_in(self, city: City, stack: Stack) -> bool:
        """Whether the garrison of a player's city is known to be no match by its encounter level.

        Such a one keeps behind its walls, if nobody has ordered otherwise, and may be besieged.
        Source: cohorts.encounter.decision.
        """
        looked = self._known(city) and self._age(city) <= FRESH
        world = self._imagined(city.province, (city.place,)) if looked else None
        if world is None:
            return False
        own = stack_level(each for each in pieces_in(world, city.place) if _fights(each))
        force = (each for each in self.realm.fighters(stack) if each.slot)
        return stack_level(force) > own

    def _walls(self, city: City) -> float:
        """What a city's walls make of those behind them; of walls seen from outside the usual."""
        province = self.realm.world.find(Province, city.province)
        memory = self.realm.world.find(Memory, city.province)
        stand = 0
        if province and province.knows("fortification"):
            stand = province.walls
        elif memory and memory.fortified:
            stand = self._usual.walls(self.realm.skill.able)
        walls = self.weighing.walls
        return walls[min(stand, len(walls) - 1)]

    def _age(self, city: City) -> int:
        """How many turns ago somebody last saw who is in a city."""
        sighting = self.realm.last_seen(city.place)
        return self.realm.turn - sighting.turn if sighting else _RENEWED

    def _since(self, piece: Character | Unit, age: int) -> Character | Unit:
        """A guard of a wild city as it may be some turns after it was seen.

        Its wounds heal, and who was met in battle has won it, and learned since its level was read.
        """
        read = self._usual.read.get(piece.place)
        fought = read is not None and read.slot is not None
        level = piece.level + _VICTORS if fought else piece.level
        return piece.replace(wounds=max(Fraction(0), piece.wounds - _HEALED * age), level=level)

    def _usual_force(self, city: City) -> tuple[float, float]:
        """The garrison and hosts that another player's city is taken to have."""
        alone = self._left_alone(city)
        return self._kept * (1 - alone * (1 - _POOREST)), self._hosts * (1 - alone)

    def _left_alone(self, city: City) -> float:
        """How likely its player has stayed away for weeks, as all know, and raises no troops.

        Of a city out of view it is known which side holds it, and not who of them.
        Source: cohorts.turn.missed-turn.
        """
        world = self.realm.world
        lord = world.find(Player, player_of(world, city)) if city.knows("baron") else None
        owner = self.realm.owner(city.province)
        players = [lord] if lord else list(world.by(Player, "faction", owner))
        return sum(each.idle for each in players) / max(1, len(players))

    def _helpers(self, city: City) -> Iterator[Place]:
        """The stacks known in a city's barony that would help it, those of the same side.

        Land beside the city that nobody saw is taken for part of it.
        """
        realm, view = self.realm, self.realm.mind.view
        owner = realm.owner(city.province)
        for stack in view.all(Stack) if owner else ():
            of = view.find(Player, stack.player) if stack.knows("player") else None
            if of is None or of.faction != owner:
                continue
            land = view.find(Province, stack.province)
            barony = land.barony if land and land.knows("barony") else 0
            beside = not barony and realm.far(stack.province, city.province) <= 1
            if (beside or barony == city.barony) and self._is_news(stack):
                yield stack.place

    def _is_news(self, stack: Stack) -> bool:
        """Whether a foreign stack was seen where it stands not too long ago."""
        sighting = self.realm.last_seen(stack.place)
        return sighting is None or sighting.turn >= self.realm.turn - _OLD_NEWS

    def _stack(self, place: Place) -> float:
        """The estimated worth of a foreign stack by what was seen of it."""
        sighting = self.realm.last_seen(place)
        return self.seen(sighting) if sighting else _UNSEEN

    @cached_property
    def _kept(self) -> float:
        """What the own side keeps in a city in the mean."""
        return max(_UNSEEN, self._mean(lambda city: [city.place]))

    @cached_property
    def _hosts(self) -> float:
        """The hosts that others are taken to have by a city into which nobody looked lately.

        As many as the own side has for each of its cities, and half of them, for they are often
        away.
        """
        own = cities_of(self.realm.world, self.realm.faction)
        hosts = [
            piece
            for player in self._mates
            for stack in self.realm.world.by(Stack, "player", player)
            for piece in pieces_in(self.realm.world, stack.place)
            if _fights(piece) and piece.knows("level") and piece.knows("equipment")
        ]
        return self.worth(hosts) / max(1, len(own)) / 2

    def _like(self, faction: int) -> float:
        """How much of what the own side has another is taken to have, by the points of both."""
        points = self.realm.standings
        share = points.get(faction, 0) / max(1, points.get(self.realm.faction, 0)) if points else 1
        return min(max(share, _POOREST), _RICHEST)

    def _mean(self, where: Callable[[City], Sequence[Place]]) -> float:
        """What those are worth in the mean who are in places of the own side's cities."""
        world, own = self.realm.world, cities_of(self.realm.world, self.realm.faction)
        there = [
            piece
            for city in own
            for place in where(city)
            for piece in pieces_in(world, place)
            if _fights(piece) and piece.knows("level") and piece.knows("equipment")
        ]
        return self.worth(there) / max(1, len(own))

    def seen(self, sighting: Sighting) -> float:
        """What a sighted stack is thought to be worth, by the heads that were counted.

        Its soldiers are taken to be as able as the own side's. Where heads say nothing, it is
        weighed by who may be in it.
        """
        if sighting.id not in self._seen:
            self._seen[sighting.id] = self._sighted(sighting)
        return self._seen[sighting.id]

    def _sighted(self, sighting: Sighting) -> float:
        if self.weighing.force and not self.realm.skill.counts_heads:
            world = self._imagined(sighting.province, (sighting.subject,))
            return (world and self.worth(self._foes(world, (sighting.subject,)))) or _UNSEEN
        known = [self.realm.world.at(each.place) for each in sighting.members]
        whole = [
            each
            for each in known
            if isinstance(each, Character | Unit)
            and each.knows("level")
            and each.knows("equipment")
        ]
        worth = self._able * total(
            self._armed(each.race, max(each.soldiers, 3))
            for each in sighting.members
            if each.race in self.realm.content.races
        )
        try:
            return max(worth, self.worth(whole)) or _UNSEEN
        except NotKnown:
            return worth or _UNSEEN

    def _armed(self, race: str, soldiers: int) -> float:
        """What soldiers of a race are worth in Cohorts if they are armed and have learned a bit."""
        return self._head(race, 2, ("spear", "soft_leather")) * soldiers

    @cached_property
    def _able(self) -> float:
        """What the own side's soldiers are worth beside as many who are armed."""
        own = [
            unit
            for player in self._mates
            for unit in self.realm.world.by(Unit, "player", player)
            if unit.slot and unit.race in self.realm.content.races
        ]
        armed = total(self._armed(unit.race, unit.soldiers) for unit in own)
        return self.worth(own) / armed if armed else 1.0

    # ------------------------------------------------------------ chances

    def chance(self, ours: float, theirs: float) -> int:
        """The chance in percent to beat a force, by what both are worth."""
        if theirs <= 0:
            return SURE
        share = max(0.0, ours / theirs)
        cube = share * share * share
        return round(SURE * cube / (1 + cube))

    def takes(self, stack: Stack, city: City) -> int:
        """The chance in percent that a stack drives everybody out of a city.

        Who tries battles has doubtful ones tried out here already, where the garrison is known.
        """
        weighed = self.chance(self.worth(self.realm.fighters(stack)), self.city(city))
        doubtful = _LEAST_TRIED < weighed < _MOST_TRIED and len(self._odds) < _TRIALS
        if self.realm.skill.tries_battles and doubtful and self._known(city):
            return self.tried(stack, city)
        return self._foreseen(city, weighed)

    def storms(self, force: float, city: City) -> int:
        """The chance in percent that a force of that worth does so, as it is weighed."""
        return self._foreseen(city, self.chance(force, self.city(city)))

    def _foreseen(self, city: City, chance: int) -> int:
        """A chance in percent against a city, less what its player may do meanwhile."""
        played = self.realm.owner(city.province) in self.realm.rivals
        return round(chance * _FORESEEN / SURE) if played else chance

    @cached_property
    def _mates(self) -> tuple[int, ...]:
        """The players of the own faction."""
        of = self.realm.world.by(Player, "faction", self.realm.faction)
        return tuple(each.id for each in of)

    def _known(self, city: City) -> bool:
        """Whether anything is known of who defends a city."""
        place = Place(Province.kind, city.province)
        clash = Clash(sides=((), (city.place,)), trigger=MOVEMENT, place=place)
        return not unseen_garrisons(self.realm.mind.view, clash, self.realm.faction)

    def tried(self, stack: Stack, city: City) -> int:
        """The same as some battles show; as it is weighed where they cannot be had.

        So is a garrison of another player that nobody saw. Who counts heads tries nothing.
        """
        about = (stack.id, city.place)
        if about not in self._odds:
            self._odds[about] = self._shown(stack, city)
        return self._odds[about]

    def _shown(self, stack: Stack, city: City) -> int:
        weighed = self.storms(self.worth(self.realm.fighters(stack)), city)
        contest = self.realm.state.rules.contests.get(BATTLE)
        if contest is None or self.realm.skill.counts_heads:
            return weighed
        try:
            clash = attack(self.realm.world, [stack], city)
            odds = next(iter(contest.odds(self.realm.state, clash)))
        except (NotKnown, Missing, StopIteration):
            return weighed
        won = odds.attacker_wins * odds.battles
        share = odds.attacker_wins if odds.exact else (won + 1) / (odds.battles + 2)
        shown = self._foreseen(city, round(SURE * share))
        if odds.exact:
            return shown
        if self.realm.owner(city.province) not in self.realm.rivals:
            # Trial battles know nothing of what has changed since the garrison was seen.
            sure = self._known(city) and self._age(city) <= FRESH
            return shown if sure else min(shown, weighed)
        # What players keep unseen is as likely little as much, so trial battles show nothing.
        return min(shown, weighed) if self._known(city) else weighed

    def does(self, stack: Stack, quest: Quest) -> int:
        """The chance in percent that a stack beats the foes of a quest."""
        if quest.key not in self._quests:
            self._quests[quest.key] = self._beings(quest.foes)
        return self.chance(self.worth(self.realm.fighters(stack)), self._quests[quest.key])
