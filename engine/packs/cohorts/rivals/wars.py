"""Wars as a computer player weighs them: over which city one is worth it, and when it is over.

A war has an aim, a city, and a cause: that it is weakly held, that it lies at the border, that who
holds it leads. It ends when the aim is reached, when all is lost, or when it no longer pays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from engine.campaign import Player
from engine.numbers import total
from engine.packs.cohorts.diplomacy.votes import decided, settled, vote_of
from engine.packs.cohorts.pieces.ownership import cities_of
from engine.packs.cohorts.pieces.records import City, Stack
from engine.packs.cohorts.rivals.musters import is_host
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.rivals.reckoning import Reckoner

_WARLIKE: Final = 8
"""From this on somebody wants one: the wish for it, and the longer the peace, the more."""
_TURNS_A_STEP: Final = 6
_MOST_STEPS: Final = 6
_BOLD: Final = 5
"""From this wish on somebody needs half the force that others would have."""
_REACH: Final = 12
"""Provinces between a city and a host that may be sent against it."""
_CLOSE: Final = 6
"""Provinces from which on the farther of such hosts count for less."""
_BORDER: Final = 12
"""Provinces between cities of neighbours."""
_WHOLE: Final = 100  # percent
_AHEAD: Final = 1.15
"""Factor on the own points that a leader's points have."""
_BRIEF: Final = 4
"""Turns of war before anybody asks whether it pays."""
_GREEDY: Final = 5
"""From this wish for war on somebody takes what else is weakly held before it makes peace."""


Cause = Literal["", "weak", "leads", "prey"]
"""Why somebody wants a war, as keys of reasons; empty if only a teammate does."""
End = Literal["", "lost", "reached", "enough", "offered"]
"""Why somebody wants peace; empty for who does not."""


@dataclass(frozen=True, slots=True)
class WarReason:
    """Why to fight a faction, and over what."""

    faction: int
    city: City
    why: Cause
    odds: float
    """Factor on its defenders' worth for the hosts that may be sent against it."""


class Wars:
    """What a player makes of war and peace, from what its faction sees."""

    def __init__(self, realm: RivalView, reckon: Reckoner) -> None:
        self.realm, self.reckon = realm, reckon
        self.habits = realm.content.rival_play.wars
        self.own = cities_of(realm.world, realm.faction)
        self.hosts = [each for each in realm.world.all(Stack) if self._ours(each)]
        self.fought = [each for each in realm.rivals if realm.stands(each) == "at_war"]

    def _ours(self, stack: Stack) -> bool:
        realm = self.realm
        of = realm.world.find(Player, stack.player) if stack.knows("player") else None
        return of is not None and of.faction == realm.faction and is_host(realm, stack)

    # ------------------------------------------------------------ whether to begin one

    def cause(self) -> WarReason | None:
        """The best cause for a war, None if there is none; beside another only an easy one.

        Who has voted for a war that it still wants stays with it, and who sees a teammate vote for
        one votes with it, unless it is hopeless.
        """
        if (
            len(self.fought) >= self.habits.at_once
            or not self.own
            or self.realm.turn < self.habits.first
        ):
            return None
        least = self.habits.second if self.fought else self.habits.enough
        found = [each for other in self.realm.rivals if (each := self._against(other))]
        causes = [each for each in found if _WHOLE * each.odds >= least]
        side = self.realm.world.by(Player, "faction", self.realm.faction)
        wanted = [each for each in causes if each.why]
        for mate in sorted(side, key=lambda each: (each.id != self.realm.player, each.id)):
            for each in causes if mate.id != self.realm.player else wanted:
                vote = vote_of(self.realm.world, mate.id, each.faction)
                if vote and vote.matter == "war":
                    return each
        return max(wanted, key=lambda each: (each.odds, -each.faction), default=None)

    def _against(self, other: int) -> WarReason | None:
        """What a war with another faction could be about; of one that is not wanted without why."""
        realm = self.realm
        held = settled(realm.world, realm.faction, other)
        rests = (
            held is not None and bool(held.since) and realm.turn < held.since + self.habits.truce
        )
        if rests or realm.stands(other) != "neutral":
            return None
        found = [(self.odds(city), -city.id, city) for city in self.cities(other)]
        if not found:
            return None
        odds, _, city = max(found)
        if _WHOLE * odds < self.habits.enough:
            return None
        return WarReason(other, city, self._why(other, odds), odds)

    def _why(self, other: int, odds: float) -> Cause:
        realm = self.realm
        bold = realm.wants("war") >= _BOLD
        easy = self.habits.easy_to_bold if bold else self.habits.easy
        if realm.turn >= self.habits.weakness and _WHOLE * odds >= easy:
            return "weak"
        if bold and realm.turn >= self.habits.leads and self.leads(other):
            return "leads"
        steps = min(realm.turn // _TURNS_A_STEP, _MOST_STEPS)
        return "prey" if realm.wants("war") + steps >= _WARLIKE else ""

    def leads(self, other: int) -> bool:
        """Whether a faction stands first in points, and well before the own one."""
        points = self.realm.standings
        theirs = points.get(other, 0)
        ours = points.get(self.realm.faction, 0)
        return theirs == max(points.values(), default=0) and theirs > _AHEAD * ours

    def cities(self, other: int) -> Iterator[City]:
        """The cities of a faction, as they were seen last, that lie near the own."""
        realm = self.realm
        known = (each for each in realm.world.all(City) if each.knows("province"))
        for city in known:
            near = any(realm.far(city.province, own.province) <= _BORDER for own in self.own)
            if near and realm.owner(city.province) == other:
                yield city

    def odds(self, city: City) -> float:
        """Factor on its defenders' worth for the hosts near a city.

        The strongest counts whole, of those that would have to join it half; less of who is far.
        """
        far, spot = self.realm.far, city.province
        worths = [
            self.reckon.worth(self.realm.fighters(each)) * min(1.0, _CLOSE / away)
            for each in self.hosts
            if (away := max(1, far(each.province, spot))) <= _REACH
        ]
        force = (max(worths) + total(worths)) / 2 if worths else 0.0
        return force / max(1.0, self.reckon.city(city))

    # ------------------------------------------------------------ whether to end one

    def over(self, foe: int) -> End:
        """Why a war is to end; empty while it goes on."""
        realm = self.realm
        held = settled(realm.world, realm.faction, foe)
        age = realm.turn - (held.since if held else 0)
        best = _WHOLE * max((self.odds(city) for city in self.cities(foe)), default=0.0)
        shut_in = any(each.knows("besieged") and each.besieged for each in self.cities(foe))
        pays, easy = shut_in or best >= self.habits.enough, best >= self.habits.easy_to_bold
        if len(self.own) <= 1 and age >= _BRIEF and not easy:
            return "lost"
        aims = [city for side, city in held.over if side == realm.faction] if held else []
        if any(city.id in aims for city in self.own):
            more = realm.wants("war") >= _GREEDY and easy and age < self.habits.weary
            return "" if more else "reached"
        if age >= self.habits.longest or (age >= self.habits.weary and not pays):
            return "enough"
        sues = decided(realm.world, foe, realm.faction, "peace")
        return "offered" if sues and age >= _BRIEF and not pays else ""

    def betrays(self, friend: int) -> bool:
        """Whether an alliance is to end: who is bold leaves a friend that wins without it."""
        realm = self.realm
        late = realm.turn >= self.habits.betrayal and realm.wants("war") >= _BOLD
        return (
            late
            and not self.fought
            and self.leads(friend)
            and not any(
                realm.stands(each) == "neutral" and any(True for _ in self.cities(each))
                for each in realm.rivals
            )
        )
