"""A kingdom as its computer king knows it: land, purse, neighbours, and who stands where.

Everything is read off the view; what is not known is guessed from what anybody may know.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from engine.campaign import Now
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.arts import ArtsContent
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.founding import militia_of
from engine.packs.kingdoms.crowns.gold import army_pay
from engine.packs.kingdoms.crowns.paying import is_paid, pay_of
from engine.packs.kingdoms.crowns.provinces import adjacent
from engine.packs.kingdoms.crowns.relations import partners
from engine.packs.kingdoms.crowns.taxing import tax_of
from engine.packs.kingdoms.pieces.records import (
    Army,
    CharacterSighting,
    Crown,
    Holding,
    Ruler,
    Survey,
    survey_id,
)
from engine.rivals import Mind

FRESH: Final = 2
"""Turns for which a sighting is taken for true."""
ENDLESS: Final = 99
"""Turns that are left where the module sets no end."""
_HAND: Final = 800
"""What the first pair of hands is worth, in gold; one of two half of it, and so on."""
SEEN_LAST: Final = 2
"""The quality that garrisons of kingdoms are taken to have."""


@dataclass(frozen=True, slots=True)
class Foes:
    """Who is thought to hold a province: garrisons, and the types of armies seen there."""

    crown: int
    garrisons: int
    quality: int
    field: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """How many armies there are."""
        return self.garrisons + len(self.field)


class KingsView:
    """What a king thinks about: the kingdom, on its view."""

    def __init__(self, mind: Mind, crown: Crown) -> None:
        self.mind, self.crown = mind, crown
        self.state = mind.state()
        self.view = self.state.world
        module = mind.rules.module
        self.armies = module.content(ArmyContent)
        self.rules = module.content(RulerContent)
        self.meetings = module.content(EncounterContent)
        self.arts = module.content(ArtsContent)
        self.ventures = module.content(VentureContent)
        self.turn = self.view.get(Now, 1).turn
        last = module.victory.turns
        self.turns_left = ENDLESS if last is None else last - self.turn + 1
        self.land = {each.id: each for each in self.view.by(Holding, "owner", crown.id)}
        self.gold = crown.treasury
        """What is not yet meant for anything."""
        self.reckoned: dict[tuple[object, ...], Any] = {}
        """What was reckoned once, by what it is about."""
        self.mustered: dict[int, int] = {}
        """How often armies are recruited this turn, by province."""
        self.claimed: dict[str, None] = {}
        """What somebody already goes for."""

    # ------------------------------------------------------------ people

    @cached_property
    def rulers(self) -> tuple[Ruler, ...]:
        """Its living characters, by id."""
        return tuple(each for each in self.view.by(Ruler, "crown", self.crown.id) if each.alive)

    @cached_property
    def hand_worth(self) -> float:
        """What another hero is worth: the fewer there are, the more is left undone."""
        return _HAND / max(1, len(self.rulers))

    # ------------------------------------------------------------ purse

    @cached_property
    def income(self) -> int:
        """What its provinces pay in a turn."""
        return sum(tax_of(self.view, self.state.module, each) for each in self.land.values())

    @cached_property
    def pay(self) -> int:
        """What its heroes and armies cost in a turn."""
        types = self.armies.army_types
        armies = self.view.by(Army, "crown", self.crown.id)
        heroes = sum(pay_of(self.rules, self.crown, each) for each in self.rulers if is_paid(each))
        return heroes + army_pay(types[army.type] for army in armies)

    @cached_property
    def room(self) -> int:
        """How much more may be paid each turn, so that the gold lasts until the end."""
        saved = max(0, self.crown.treasury - self.reserve)
        return self.income - self.pay + saved // max(4, min(self.turns_left, 10))

    @cached_property
    def still(self) -> float:
        """How much what pays over turns is still worth: all of it, less late, nothing at last."""
        return min(self.turns_left - 1, 5) / 5

    @cached_property
    def reserve(self) -> int:
        """Gold that is kept, more of it by who loves gold, and ever more towards the end."""
        late = max(0, 6 - self.turns_left)
        return self.mind.nature.wants("gold") * (2 + 3 * late)

    def spend(self, gold: int, pay: int = 0) -> None:
        """Set gold aside, and pay for the turns to come."""
        self.gold -= gold
        self.room = self.room - pay

    # ------------------------------------------------------------ land

    def near(self, holding: int) -> tuple[int, ...]:
        """The provinces around one."""
        return adjacent(self.view, holding)

    def sea(self, holding: int) -> bool:
        """Whether a province is Sea, as far as one sees."""
        return self.armies.grounds[self.view.get(Holding, holding).terrain].sea

    def owner(self, holding: int) -> int:
        """Who is known to own a province; 0 for nobody, or not known."""
        found = self.view.get(Holding, holding)
        return found.owner if found.knows("owner") else 0

    def tax(self, holding: int) -> int:
        """What a province pays, or is likely to."""
        found = self.view.get(Holding, holding)
        if holding in self.land:
            return tax_of(self.view, self.state.module, found)
        return found.tax if found.knows("tax") else self.armies.grounds[found.terrain].tax

    def friendly(self, crown: int) -> bool:
        """Whether a kingdom is this one, or bound to it."""
        return bool(crown) and partners(self.view, self.crown.id, crown)

    def hostile(self, crown: int) -> bool:
        """Whether a kingdom is neither this one nor bound to it."""
        return bool(crown) and crown != self.crown.id and not self.friendly(crown)

    # ------------------------------------------------------------ neighbours

    @cached_property
    def others(self) -> tuple[Crown, ...]:
        """The other kingdoms that play."""
        return tuple(
            each
            for each in self.view.all(Crown)
            if each.id != self.crown.id and each.player and not each.fallen
        )

    @cached_property
    def reach_of(self) -> dict[int, int]:
        """How many provinces of each other kingdom it knows of."""
        found = {crown.id: 0 for crown in self.others}
        for holding in self.view.all(Holding):
            owner = self.owner(holding.id)
            if owner in found:
                found[owner] += 1
        return found

    @cached_property
    def neighbours(self) -> dict[int, int]:
        """Other kingdoms that own land beside this one's, and in how many provinces."""
        found: dict[int, int] = {}
        for id in sorted({there for here in self.land for there in self.near(here)}):
            owner = self.owner(id)
            if owner and owner != self.crown.id:
                found[owner] = found.get(owner, 0) + 1
        return found

    @cached_property
    def sighted(self) -> dict[int, tuple[str, ...]]:
        """By province, the types of armies that strangers were lately seen to lead there."""
        found: dict[int, tuple[str, ...]] = {}
        for each in self.view.by(CharacterSighting, "crown", self.crown.id):
            ruler = self.view.find(Ruler, each.ruler)
            hostile = ruler is not None and ruler.crown and not self.friendly(ruler.crown)
            if hostile and each.armies and each.turn >= self.turn - FRESH:
                where = each.seen[-1][1]
                found[where] = (*found.get(where, ()), *each.armies)
        return found

    def foes(self, holding: int) -> Foes:
        """Who is thought to hold a province that is not its own."""
        found, owner = self.view.get(Holding, holding), self.owner(holding)
        survey = self.view.find(Survey, survey_id(self.crown.id, holding))
        field = self.sighted.get(holding, ())
        if survey and survey.seen:
            number = survey.garrison
        elif owner:
            number = 1
        else:
            tax, sea = self.tax(holding), self.sea(holding)
            number, _ = militia_of(self.rules, found.terrain, tax, sea=sea)
        quality = SEEN_LAST if owner else self.rules.start.militia_quality
        return Foes(owner, number, quality, field)

    @cached_property
    def threats(self) -> dict[int, int]:
        """Own land by how many hostile armies were seen near it, beyond what guards it."""
        found: dict[int, int] = {}
        for id in self.land:
            near = (id, *self.near(id))
            danger = sum(len(self.sighted.get(there, ())) for there in near)
            guards = sum(1 for _ in self.view.by(Army, "holding", id))
            if danger > guards and not self.sea(id):
                found[id] = danger - guards
        return found
