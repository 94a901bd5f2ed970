"""Where each stack goes and what it does there: quests, cities, unknown land, rest, or home."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from engine.numbers import total
from engine.packs.cohorts.characters.renown import influence_cost, level_cap
from engine.packs.cohorts.content.quests import Quest
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.military.assisting import AssistBarony
from engine.packs.cohorts.military.defending import DefendBarony
from engine.packs.cohorts.military.repelling import RepelIntruders
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.positions import renown_of
from engine.packs.cohorts.pieces.records import (
    Character,
    City,
    Defense,
    Guild,
    Province,
    Stack,
    Unit,
)
from engine.packs.cohorts.quests.questing import PerformQuest, hindrances
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.fronts import FAR, Front
from engine.packs.cohorts.rivals.goals import Goal
from engine.packs.cohorts.rivals.guilds import foundable
from engine.packs.cohorts.rivals.heroes import ELSEWHERE, hires, promising
from engine.packs.cohorts.rivals.musters import captains, danger, is_host, lacking, roams
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.rivals.reckoning import SURE, Reckoner
from engine.packs.cohorts.rivals.scouting import looks
from engine.packs.cohorts.stacks.rest import Rest
from engine.packs.cohorts.stacks.training_camp import TrainingCamp
from engine.packs.cohorts.worth.levels import encounter_level
from engine.rivals import Reason
from engine.world import Place

LATE: Final = "military-2"
_ABROAD: Final = 20
"""The same for a party."""
_WORN: Final = 30
"""Mean percent of wounds from which a stack rests."""
_OUTWARD: Final = 6
"""How much more unknown land is worth for each province from home, until all others are met."""
_WEEK: Final = 3
"""Provinces that a party goes in a week: nearer ones bring it no further."""
_TRIES: Final = 3
"""As many ways to get somewhere are tried."""


class Campaign:
    """The week of all stacks of a player: what they do at once, where they go, what follows."""

    def __init__(self, realm: RivalView, reckon: Reckoner, desk: Desk) -> None:
        self.realm, self.reckon, self.desk = realm, reckon, desk
        self.front = Front(realm, reckon)
        self.goals: dict[int, Goal] = {}
        self.done: dict[int, None] = {}
        """Stacks that have acted and stay."""

    # ------------------------------------------------------------ phases

    def before_moving(self) -> None:
        """Do what can be done at once; who is worn rests, who has nothing to do drills."""
        for city in self.realm.cities():
            self._repel(city)
        stacks = self.realm.stacks()
        for stack in sorted(stacks, key=lambda s: (-self.front.force(s), -self._rank(s), s.id)):
            if self.realm.fighters(stack) and self.realm.heeds(stack, "march"):
                self._decide(stack)

    def orders_of_garrisons(self) -> None:
        """Say against whom garrisons come out, and which neighbours stacks help."""
        realm = self.realm
        for city in realm.cities():
            if city.defense == Defense():
                bold = "1" if realm.wants("war") >= realm.wants("peace") else "never"
                values = {"city": ref(city), "max_el": bold}
                self.desk.give(DefendBarony, Reason("garrison", (city.place,)), values)
        kind = realm.wants("peace") > realm.wants("war")
        for stack in realm.stacks():
            goal = self.goals.get(stack.id)
            owner = realm.owner(goal.spots[0] if goal else stack.province)
            # A neighbour is helped against anybody, and wild people whose land it wants are not.
            helps = kind and is_host(realm, stack) and owner in realm.rivals
            if stack.assists != helps:
                values = {"stack": ref(stack), "assist": helps}
                self.desk.give(AssistBarony, Reason("good_neighbour", (stack.place,)), values)

    def move(self) -> None:
        """Send off those who have not acted for good."""
        for id, goal in self.goals.items():
            stack = self.realm.world.find(Stack, id)
            if stack is None or id in self.done or stack.province in goal.spots:
                continue
            for spot in goal.spots[:_TRIES]:
                if self._go(stack, spot, goal.reason):
                    break

    def _go(self, stack: Stack, spot: int, reason: Reason) -> bool:
        """Send a stack to a province, if it meets nobody on its way who would beat it."""
        values = {"stack": ref(stack), "destination": f"{Province.kind}:{spot}"}
        return self.front.safe(stack, spot) and self.desk.give(Move, reason, values)

    def after_moving(self) -> None:
        """Do what a stack has come for, if it is there."""
        for id, goal in self.goals.items():
            stack = self.realm.world.find(Stack, id)
            if stack is None or id in self.done or goal.order is None or stack.acted:
                continue
            if stack.province in goal.spots:
                self._carry_out(stack, goal, LATE)

    # ------------------------------------------------------------ one stack

    def _decide(self, stack: Stack) -> None:
        realm = self.realm
        refuge = self.front.refuge(stack)
        if refuge and stack.province not in refuge.spots:
            self.goals[stack.id] = refuge
        if refuge or (self._worn(stack) and self._rest(stack)):
            return
        goals = sorted(self._goals(stack), key=lambda goal: -self._value(stack, goal))
        for goal in goals:
            if goal.key in realm.claimed:
                continue
            if stack.province in goal.spots:
                if goal.stays:
                    realm.claimed[goal.key] = None
                    return
                if goal.order is None or not self._carry_out(stack, goal):
                    continue
                if goal.order is PerformQuest:
                    self.done[stack.id] = None
                realm.claimed[goal.key] = None
                return
            ways = any(self.front.safe(stack, spot) for spot in goal.spots[:_TRIES])
            if ways and self._shown(stack, goal) >= goal.dared:
                realm.claimed[goal.key] = None
                self.goals[stack.id] = goal
                return
        self._idle(stack)

    def _value(self, stack: Stack, goal: Goal) -> float:
        far = min(self.realm.far(stack.province, spot) for spot in goal.spots)
        return goal.worth / (2 + max(far, goal.within))

    def _carry_out(self, stack: Stack, goal: Goal, phase: str = "") -> bool:
        """Do what a stack has come for; a city is stormed only if trial battles are won."""
        assert goal.order is not None
        reason, values = goal.reason, {"stack": ref(stack), **dict(goal.values)}
        if goal.city:
            chance = self._shown(stack, goal)
            if chance < goal.dared:
                return False
            reason = replace(reason, figure=chance)
        given = self.desk.give(goal.order, reason, values, phase=phase)
        if given:
            self.done[stack.id] = None
        return given

    def _shown(self, stack: Stack, goal: Goal) -> int:
        """The chance that trial battles give a goal, in percent; 100 if no city is stormed."""
        if not goal.city:
            return SURE
        return self.reckon.tried(stack, self.realm.world.get(City, goal.city))

    def _idle(self, stack: Stack) -> None:
        """Drill where it stands, or go where the others gather."""
        realm = self.realm
        home = self.rally
        if home and home != stack.province:
            reason = Reason("home", (Place(Province.kind, home),))
            self.goals[stack.id] = Goal("", 1, (home,), reason)
            return
        reason, values = Reason("drill", (stack.place,)), {"stack": ref(stack)}
        if is_host(realm, stack) and self.desk.give(TrainingCamp, reason, values):
            self.done[stack.id] = None

    @cached_property
    def rally(self) -> int:
        """The own city nearest to the weakest city that may be attacked, where hosts gather.

        What a war is about comes before others. 0 for who has no city.
        """
        realm = self.realm
        homes = self._homes
        if not homes:
            return 0
        near = [each for each in realm.prey if self._from(homes, each.province) <= FAR]
        aims = [each for each in near if each.id in self.front.aims] or near
        weakest = min(aims, key=lambda each: (self.reckon.city(each), each.id), default=None)
        spot = weakest.province if weakest else homes[0]
        return min(homes, key=lambda home: (realm.far(home, spot), home))

    @cached_property
    def _homes(self) -> list[int]:
        return [city.province for city in self.realm.cities()]

    def _from(self, homes: Sequence[int], spot: int) -> int:
        return min(self.realm.far(home, spot) for home in homes)

    def _worn(self, stack: Stack) -> bool:
        fighters = self.realm.fighters(stack)
        return total(float(each.wounds) for each in fighters) >= _WORN * len(fighters)

    def _rest(self, stack: Stack) -> bool:
        given = self.desk.give(Rest, Reason("worn", (stack.place,)), {"stack": ref(stack)})
        if given:
            self.done[stack.id] = None
        return given

    def _reach(self, stack: Stack) -> int:
        return FAR if is_host(self.realm, stack) else _ABROAD

    def _rank(self, stack: Stack) -> int:
        """The highest level of the characters in a stack."""
        people = self.realm.fighters(stack)
        return max((each.level for each in people if isinstance(each, Character)), default=0)

    def _repel(self, city: City) -> None:
        """Send a garrison out against a siege, or against weaker enemies in its barony."""
        realm = self.realm
        near = [each for each in realm.sighted if self._in_barony(each.province, city)]
        if not near and not city.besieged:
            return
        ours = self.reckon.worth(realm.garrison(city))
        chance = self.reckon.chance(ours, danger(realm, self.reckon, city))
        if chance >= 60 or (city.besieged and chance >= 30):
            reason = Reason("intruders", (city.place,), chance)
            self.desk.give(RepelIntruders, reason, {"city": ref(city)})

    def _in_barony(self, spot: int, city: City) -> bool:
        province = self.realm.world.find(Province, spot)
        return province is not None and province.barony == city.barony

    # ------------------------------------------------------------ what there is to do

    def _goals(self, stack: Stack) -> Iterator[Goal]:
        yield from self._quests(stack)
        yield from self._tasks(stack)
        yield from self._guilds(stack)
        yield from self._foundings(stack)
        if is_host(self.realm, stack):
            yield from self.front.defences(stack)
            yield from self.front.hunts(stack)
            yield from self.front.conquests(stack, self.rally)
        elif any(True for _ in captains(self.realm, stack)):
            yield from self._commands(stack)
        else:
            yield from looks(self.realm, stack)
            if roams(self.realm, stack):
                yield from self._unknown(stack)

    def _commands(self, stack: Stack) -> Iterator[Goal]:
        """Hosts that those of a party could lead."""
        for host in lacking(self.realm):
            if self.realm.far(stack.province, host.province) <= _ABROAD:
                reason = Reason("host", (host.place,))
                yield Goal(f"lead {stack.id}", 30, (host.province,), reason, stays=True)

    def _quests(self, stack: Stack) -> Iterator[Goal]:
        realm = self.realm
        heroes = [each for each in realm.fighters(stack) if isinstance(each, Character)]
        if not heroes:
            return
        for spot in realm.world.all(HotSpot):
            told = spot.knows("quests") or stack.province != spot.province
            if told and realm.far(stack.province, spot.province) <= self._reach(stack):
                for key in realm.waiting(spot):
                    if quest := realm.content.quests.get(key):
                        yield from self._quest(stack, quest, spot)

    def _quest(self, stack: Stack, quest: Quest, spot: HotSpot) -> Iterator[Goal]:
        realm = self.realm
        chance = self.reckon.does(stack, quest) if quest.foes else SURE
        if chance < self.front.caution.quest:
            return
        for option in quest.options.values() or (None,):
            lacks = hindrances(realm.state, stack, quest, option, "")
            here = stack.province == spot.province
            if any(each.code != ELSEWHERE or here for each in lacks):
                continue
            gains = quest.reward.xp + 10 * bool(quest.reward.title) + 10
            yield Goal(
                f"quest {quest.key}",
                gains / 3 * chance / SURE,
                (spot.province,),
                Reason("quest", (spot.place,), chance),
                # Of what is only said to wait there nobody knows before it is reached.
                PerformQuest if spot.knows("quests") else None,
                (("quest", quest.key), ("choice", option.key if option else "")),
            )
            return

    def _tasks(self, stack: Stack) -> Iterator[Goal]:
        """Places of note where somebody of a stack could complete something alone."""
        realm = self.realm
        people = [each for each in realm.fighters(stack) if isinstance(each, Character)]
        for spot in realm.world.all(HotSpot):
            far = realm.far(stack.province, spot.province)
            if not 0 < far <= self._reach(stack):
                continue
            for hero in people:
                if task := promising(realm, hero, spot):
                    worth, reason = 6 + task.reward.xp / 2, Reason("task_there", (spot.place,))
                    yield Goal(f"task {spot.id}", worth, (spot.province,), reason)
                    break

    def _guilds(self, stack: Stack) -> Iterator[Goal]:
        """Own cities with guilds, for a party whose renown could win somebody there."""
        realm = self.realm
        speaks = any(isinstance(e, Character) and e.starting for e in realm.fighters(stack))
        if is_host(realm, stack) or not (speaks and hires(realm)):
            return
        for city in realm.cities():
            if realm.world.first(Guild, "city", city.id) is not None:
                reason = Reason("guild_there", (city.place,))
                yield Goal(f"renown {city.id}", 20, (city.province,), reason)
        for city in realm.prey:
            seen = any(realm.world.by(Unit, "holder", city.place))
            if seen and not realm.owner(city.province) and self._wavers(stack, city):
                reason = Reason("renown_there", (city.place,))
                yield Goal(f"court {city.id}", 15, (city.province,), reason)

    def _foundings(self, stack: Stack) -> Iterator[Goal]:
        """Own cities to which somebody of a stack could give their first guild, or a new one."""
        realm = self.realm
        people = [each for each in realm.fighters(stack) if isinstance(each, Character)]
        for city in realm.cities():
            kinds = {kind for hero in people for kind in foundable(realm, hero, city)}
            if kinds - realm.crafts or (kinds and not realm.guilds(city)):
                reason = Reason("guild_lacks", (city.place,))
                yield Goal(f"found {city.id}", 60, (city.province,), reason)

    def _wavers(self, stack: Stack, city: City) -> bool:
        """Whether somebody in a city might be won over with the renown there is."""
        cap = level_cap(self.realm.world, self.realm.player)
        renown = renown_of(self.realm.world, self.realm.player)
        units = self.realm.world.by(Unit, "holder", city.place)
        levels = [encounter_level(each) for each in units if each.knows("level")]
        return any(
            level <= cap and influence_cost(self.realm.content, level) <= renown for level in levels
        )

    def _unknown(self, stack: Stack) -> Iterator[Goal]:
        realm = self.realm
        for spot, news in realm.beyond(stack.province):
            reason = Reason("unknown_land", (Place(Province.kind, spot),))
            worth = news + realm.drawn(f"stack:{stack.id}", f"beyond {spot}", 4)
            if self._homes and not realm.met:
                worth += _OUTWARD * self._from(self._homes, spot)
            yield Goal(f"beyond {spot}", worth, (spot,), reason, within=_WEEK)
