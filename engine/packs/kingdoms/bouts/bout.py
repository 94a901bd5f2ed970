"""One encounter: rounds in which two sides act by their plans until it ends.

All draws are made here and in what it calls, in the order of kingdoms.encounter.draw-order. It
touches no world: the fighters come from `making`, and the result goes to the caller.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import floor
from typing import Final

from engine.dice import Dice
from engine.facts import Tagged
from engine.packs.kingdoms.bouts import chances, ending, spells
from engine.packs.kingdoms.bouts.fighters import (
    DUEL,
    REVENGE,
    SEARCH,
    EncounterFighter,
    Meeting,
    Role,
)
from engine.packs.kingdoms.bouts.happenings import (
    Balked,
    Began,
    Begged,
    Blow,
    Burnt,
    Closed,
    Ended,
    FleeTried,
    Forgone,
    Freed,
    Raged,
    Released,
    RoundBegan,
    Shot,
    Squeezed,
    Stole,
    Talked,
    Wavered,
)
from engine.packs.kingdoms.bouts.lore import Lore, prepare
from engine.packs.kingdoms.bouts.plans import CAST, FIRE, FLEE, ITEM, chosen
from engine.packs.kingdoms.bouts.sides import RANGES, EncounterSide, Range
from engine.packs.kingdoms.pieces import temper
from engine.packs.kingdoms.pieces.abilities import Ability
from engine.packs.kingdoms.pieces.chance import checked, ranged, rounded

_LOST: Final = 50  # kingdoms.spell.spiritwrack
_STEPS: Final[Mapping[str, int]] = {"Fast": 2}


@dataclass(slots=True)
class Bout:
    """An encounter while it is fought; `fight` fights it, and `log` is what happened."""

    meeting: Meeting
    one: EncounterSide
    other: EncounterSide
    lore: Lore
    dice: Dice
    rounds: int
    at: Range = "spell"
    number: int = 0
    """The round; 0 before the first."""
    outcome: str = ""
    gains: ending.Gains = field(default_factory=ending.Gains)
    log: list[Tagged] = field(default_factory=list[Tagged])

    @classmethod
    def of(
        cls,
        meeting: Meeting,
        one: EncounterFighter,
        other: EncounterFighter,
        lore: Lore,
        dice: Dice,
    ) -> Bout:
        """An encounter that has not begun; `one` is who began it."""
        sides = EncounterSide.of("initiator", one), EncounterSide.of("other", other)
        if meeting == REVENGE:
            sides[0].temper = "Berserk"  # kingdoms.spell.kill-enemy
        most = lore.meetings.duel_rounds if meeting == DUEL else lore.meetings.rounds
        return cls(meeting, *sides, lore, dice, most)

    def fight(self) -> Ended:
        """Fight it out (kingdoms.encounter.start, kingdoms.encounter.end)."""
        self.log.append(Began(meeting=self.meeting, rounds=self.rounds))
        self.refusals()
        if not self.outcome:
            for side in (self.one, self.other):
                if side.temper == "Berserk":
                    self.rage(side)
        while not self.outcome:
            if self.number == self.rounds:
                self.outcome = "round_limit"
                break
            self.number += 1
            self.next_round()
        ended = ending.ended(self)
        self.log.append(ended)
        return ended

    def foe(self, side: EncounterSide) -> EncounterSide:
        """The opponent of a side."""
        return self.other if side is self.one else self.one

    # ------------------------------------------------------------ before

    def refusals(self) -> None:
        """Who refuses, before the first round (kingdoms.encounter.refusal)."""
        if self.meeting == DUEL:
            return
        for side in (self.one, self.other):
            fighter = side.fighter
            if not fighter.character or not temper.may_refuse(side.temper, royal=fighter.royal):
                continue
            refused, drawn = checked(self.dice, fighter.refusal)
            told = Balked(role=side.role, chance=fighter.refusal, drawn=drawn, refused=refused)
            self.log.append(told)
            if refused and side is self.one and self.meeting == SEARCH:
                self.outcome = "refused"
                return
            if refused:
                side.plan = (FLEE,)

    def rage(self, side: EncounterSide) -> None:
        """Hit points more for who is, or becomes, Berserk (kingdoms.temper.rage)."""
        more = self.dice.whole(temper.RAGE)
        side.hits += more
        side.raged = True
        self.log.append(Raged(role=side.role, more=more, left=side.hits))

    # ------------------------------------------------------------ rounds

    def next_round(self) -> None:
        """One round, or a free one (kingdoms.encounter.round, kingdoms.encounter.free-rounds)."""
        free = next((side for side in (self.one, self.other) if side.free), None)
        role = free.role if free else ""
        self.log.append(RoundBegan(number=self.number, at=self.at, free=role))
        if free:
            free.free -= 1
            self.act(free, free=True)
            return
        for side in (self.one, self.other):
            self.act(side, free=False)
            if self.outcome or self.one.free or self.other.free:
                return

    def grant(self, side: EncounterSide, rounds: int) -> None:
        """Give a side free rounds, in place of what either had left."""
        self.one.free = self.other.free = 0
        side.free = rounds
        self.log.append(Freed(role=side.role, rounds=rounds))

    def act(self, side: EncounterSide, *, free: bool) -> None:
        """The flight test, else a squeeze, else the plan's tactic (kingdoms.encounter.round)."""
        foe = self.foe(side)
        if free or not self._panicked(side, foe):
            if side.grip:
                self._squeeze(side, foe)
            else:
                self._tactic(side, foe, free=free)
        side.hurt = False

    def _panicked(self, side: EncounterSide, foe: EncounterSide) -> bool:
        """Whether temper causes flight instead (kingdoms.temper.flight, kings-never-refuse)."""
        if side.temper == "Berserk" or (side.fighter.royal and not side.harmed):
            return False
        risk = chances.risk(side, foe)
        opponents = chances.risk(foe, side) if side.temper == "Brave" else risk
        flees, drawn = temper.flees(side.temper, risk, opponents, self.dice, hurt=side.hurt)
        if drawn:
            told = Wavered(role=side.role, chance=temper.WAVERING, drawn=drawn, flees=flees)
            self.log.append(told)
        if not flees:
            return False
        self.release(side)
        self._flee(side, foe, risk=floor(risk))
        if not self.outcome and side.temper == "Cowardly" and risk > 0:
            self._beg(side, foe)
        return True

    def _beg(self, side: EncounterSide, foe: EncounterSide) -> None:
        """Source: kingdoms.temper.begging."""
        if side.begged or foe.fighter.talk != "anyone":
            return
        side.begged = True
        chance = temper.mercy(side.fighter.alignment, foe.fighter.alignment)
        spared, drawn = checked(self.dice, chance)
        self.log.append(Begged(role=side.role, chance=chance, drawn=drawn, spared=spared))
        if spared:
            self.outcome = f"{side.role}_spared"

    # ------------------------------------------------------------ tactics

    def _tactic(self, side: EncounterSide, foe: EncounterSide, *, free: bool) -> None:
        entry = chosen(self, side, foe, free=free)
        kind, _, code = entry.partition("-")
        match kind:
            case "TA":
                self._talk(side, foe)
            case "FI":
                self._fire(side, foe, free=free)
            case "CA" | "IT":
                if free:
                    self.at = "spell"
                self._cast(side, foe, code, item=kind == ITEM)
            case "ST":
                self._steal(side, foe)
            case "FL":
                self._flee(side, foe, surely=free)
            case _:
                self._melee(side, foe, free=free)

    def _melee(self, side: EncounterSide, foe: EncounterSide, *, free: bool) -> None:
        """Source: kingdoms.encounter.tactic-melee."""
        side.melees = True
        if free:
            self.at = "melee"
        if self.at == "melee":
            self.blow(side, foe)
            return
        nearer = RANGES.index(self.at) + _STEPS.get(side.fighter.pace, 1)
        self.at = RANGES[min(nearer, len(RANGES) - 1)]
        self.log.append(Closed(role=side.role, at=self.at))

    def blow(self, side: EncounterSide, foe: EncounterSide) -> None:
        """One blow (kingdoms.encounter.melee-chance, kingdoms.encounter.melee-damage)."""
        terms = chances.melee_terms(side, foe)
        chance = chances.melee_chance(side, foe, terms)
        modifier = chances.damage_modifier(side, foe)
        hit, drawn = checked(self.dice, chance)
        damage = 0
        if hit:
            damage = ranged(self.dice, *side.fighter.damage) + modifier
            if side.wrack:
                less = chances.wracked(side.wrack, animal=side.animal)
                damage -= rounded(self.dice, less)
            damage = max(0, damage)
            foe.loses(damage)
        self.log.append(
            Blow(
                role=side.role,
                chance=chance,
                terms=terms,
                drawn=drawn,
                hit=hit,
                damage=damage,
                left=foe.hits,
            )
        )
        if hit:
            self.release(foe)
            self.deaths()

    def _fire(self, side: EncounterSide, foe: EncounterSide, *, free: bool) -> None:
        """Source: kingdoms.encounter.tactic-fire."""
        side.fired = True
        if free or self.at == "spell":
            self.at = "bow"
        if self.forgone(side, FIRE):
            return
        chance = chances.fire_chance(side, foe)
        for _ in range(1 if free else side.fighter.level("AR")):
            hit, drawn = checked(self.dice, chance)
            damage = ranged(self.dice, *side.fighter.missile_damage) if hit else 0
            foe.loses(damage)
            self.log.append(
                Shot(
                    role=side.role,
                    chance=chance,
                    drawn=drawn,
                    hit=hit,
                    damage=damage,
                    left=foe.hits,
                )
            )
            self.deaths()
            if self.outcome:
                return

    def forgone(self, side: EncounterSide, tactic: str) -> bool:
        """Whether Spiritwrack takes the shots or the spell of an animal.

        Source: kingdoms.spell.spiritwrack.
        """
        if not (side.wrack and side.animal):
            return False
        lost, drawn = checked(self.dice, _LOST)
        self.log.append(
            Forgone(role=side.role, tactic=tactic, chance=_LOST, drawn=drawn, lost=lost)
        )
        return lost

    def _cast(self, side: EncounterSide, foe: EncounterSide, code: str, *, item: bool) -> None:
        """Source: kingdoms.encounter.tactic-cast."""
        level, chance = prepare(self, side, foe, code, item=item)
        if not self.forgone(side, ITEM if item else CAST):
            spells.cast(self, side, foe, code, level, chance, item=item)

    def _talk(self, side: EncounterSide, foe: EncounterSide) -> None:
        """Source: kingdoms.encounter.tactic-talk."""
        side.talked = side.talks = True
        chance = chances.talk_chance(side.fighter, foe.fighter)
        heard, drawn = checked(self.dice, chance)
        answers = heard and not foe.fighter.character and side.fighter.character
        answered = self.dice.whole(100) if answers else 0
        self.log.append(
            Talked(role=side.role, chance=chance, drawn=drawn, heard=heard, answered=answered)
        )
        if not heard:
            return
        self.outcome = ending.answer(answered) if answered else "talk_peace"
        if self.outcome == "talk_gift":
            self.gain(ending.taken(side.role, foe.fighter, self.dice, carried=False))
        elif self.outcome == "talk_departure":
            self.gain(ending.everything(side.role, foe.fighter))

    def _steal(self, side: EncounterSide, foe: EncounterSide) -> None:
        """Source: kingdoms.encounter.tactic-steal."""
        side.stolen = True
        chance = chances.steal_chance(side, foe)
        got, drawn = checked(self.dice, chance)
        self.log.append(Stole(role=side.role, chance=chance, drawn=drawn, got=got))
        if got:
            self.outcome = f"{side.role}_stole"
            self.gain(ending.taken(side.role, foe.fighter, self.dice, carried=True))
        else:
            self.at = "melee"
            self.grant(foe, 1)

    def _flee(
        self,
        side: EncounterSide,
        foe: EncounterSide,
        *,
        risk: int | None = None,
        surely: bool = False,
    ) -> None:
        """Source: kingdoms.encounter.tactic-flee."""
        chance = 100 if surely else chances.flee_chance(side, foe, self.at)
        away, drawn = checked(self.dice, chance)
        told = FleeTried(role=side.role, chance=chance, drawn=drawn, away=away, risk=risk)
        self.log.append(told)
        if away:
            self.outcome = f"{side.role}_fled"

    # ------------------------------------------------------------ what spells do

    def _squeeze(self, side: EncounterSide, foe: EncounterSide) -> None:
        """Source: kingdoms.spell.hand-of-death."""
        damage = spells.squeeze(side.grip, self.dice)
        foe.loses(damage)
        self.log.append(Squeezed(role=side.role, damage=damage, left=foe.hits))
        self.deaths()

    def release(self, side: EncounterSide) -> None:
        """End a Hand of Death that somebody holds, if any."""
        if side.grip:
            side.grip = 0
            self.log.append(Released(role=side.role))

    def burn(self, side: EncounterSide, code: str, damage: int) -> None:
        """Hit points lost to a spell; whether that ends the encounter is asked by `deaths`."""
        side.loses(damage)
        self.log.append(Burnt(role=side.role, art=code, damage=damage, left=side.hits))

    def deaths(self) -> None:
        """End the encounter if a side is dead (kingdoms.encounter.end)."""
        match self.one.alive, self.other.alive:
            case False, False:
                self.outcome = "both_slain"
            case False, True:
                self.outcome = "initiator_slain"
            case True, False:
                self.outcome = "other_slain"
            case _:
                pass

    def gain(self, gains: ending.Gains) -> None:
        """Note what somebody takes."""
        self.gains = self.gains.and_then(gains)

    def attempts(self, role: Role) -> tuple[Ability, ...]:
        """What a side has tried, for experience; monsters and the dead learn nothing."""
        side = self.one if role == "initiator" else self.other
        return side.attempts() if side.fighter.character and side.alive else ()
