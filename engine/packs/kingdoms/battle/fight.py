"""A whole battle in lines, from the duel of champions to what becomes of everyone.

It draws in the ledger's order (kingdoms.battle.sequence). Contingents unite before, each in
`command`; the caller applies the results of a battle to the world.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property

from engine.battle import Engagement
from engine.dice import Dice
from engine.facts import Tagged
from engine.packs.kingdoms.battle import flight, line, losses, nemesis
from engine.packs.kingdoms.battle.duel import Duel, face
from engine.packs.kingdoms.battle.happenings import (
    Bitten,
    ColumnFought,
    Dueled,
    Gained,
    LeaderEnded,
    LineFormed,
    Struck,
    Suffered,
    UnitEnded,
    Weighed,
)
from engine.packs.kingdoms.battle.line import Column, LineUnit
from engine.packs.kingdoms.battle.strength import (
    Factor,
    army_factors,
    base_strength,
    battle_quality,
    multiplied,
    side_factors,
    unsupplied,
    with_quality,
)
from engine.packs.kingdoms.battle.values import (
    NOWHERE,
    SIDES,
    Field,
    Fielded,
    Leader,
    Side,
    SideName,
    led,
)
from engine.packs.kingdoms.content.armies import LineFigures
from engine.packs.kingdoms.pieces.chance import ranged, succeeds
from engine.world import Place

Sides = tuple[Side, Side]
_AFFECTED = 2  # kingdoms.battle.random-events: 1 attacker, 2 defender


class Battle:
    """A battle under way."""

    def __init__(self, field: Field, sides: Sides, dice: Dice) -> None:
        self.field = field
        self.sides = sides
        self.dice = dice
        self.log: list[Tagged] = []
        self.dueled: Dueled | None = None
        self.length = 0
        self.units: tuple[list[LineUnit], list[LineUnit]] = ([], [])
        self.buried: list[tuple[SideName, Fielded]] = []
        """Skeletal armies that lost their leader before the line formed."""
        self.columns: list[Column] = []
        self.struck: Struck | None = None
        """The event of the whole battle."""
        self.frights: dict[int, LineUnit] = {}
        """Whom units meet as their nemesis, by the `id` of the unit's object."""
        self.strengths: list[tuple[Fraction, Fraction]] = []
        """Of both sides in each contested column."""

    # ------------------------------------------------------------------ before the line

    def duel(self, duel: Duel | None) -> None:
        """Let the champions face each other, if duels are fought at all."""
        champions = [next(iter(side.leaders), None) for side in self.sides]
        if duel:
            self.dueled = face(champions[0], champions[1], duel, self.dice)
        if self.dueled:
            self.log.append(self.dueled)

    def slain(self) -> tuple[Place, ...]:
        """The champions that the duel has killed."""
        if not self.dueled:
            return ()
        pairs = zip(self.dueled.champions, self.dueled.ends, strict=True)
        return tuple(champion for champion, end in pairs if end == "slain")

    def rank(self) -> None:
        """Number the units; skeletons whose leader was slain bury themselves.

        Sources: kingdoms.battle.duel, kingdoms.spell.skeletal-army.
        """
        dead = self.slain()
        undead = self.field.figures.undead
        for side, name, units in zip(self.sides, SIDES, self.units, strict=True):
            kept = any(each.alignment == undead and each.piece not in dead for each in side.leaders)
            for contingent, army in led(side):
                leader = contingent.leader
                if leader and leader.piece in dead:
                    leader = None
                    if army.skeletal and not kept:
                        self.buried.append((name, army))
                        continue
                units.append(
                    LineUnit(
                        side=name,
                        number=len(units) + 1,
                        army=army,
                        type=self.field.type_of(army),
                        contingent=contingent,
                        leader=leader,
                        quality=army.quality,
                    )
                )

    # ------------------------------------------------------------------ the line

    def form(self) -> None:
        """Draw the length of the line, and take places in it (kingdoms.battle.line)."""
        self.stand(ranged(self.dice, *self.field.ground.line))
        self.log.append(
            LineFormed(
                length=self.length,
                contested=len(self.columns),
                spots=tuple(unit.spot() for units in self.units for unit in units),
                buried=tuple(army.piece for _, army in self.buried),
            )
        )

    def stand(self, length: int) -> None:
        """Take places in a line of that length (kingdoms.battle.flanks-and-rear)."""
        self.length = length
        attackers, defenders = self.units
        count = line.contested(self.length, len(attackers), len(defenders))
        for units in self.units:
            line.post(units, self.length, count)
        self.columns = line.columns_of(attackers, defenders, count)

    def rouse(self) -> None:
        """Draw who is fanatical (kingdoms.alignment.fanaticism), then how strong Elephants are."""
        for side, units in zip(self.sides, self.units, strict=True):
            for unit in units:
                chance = fanaticism(self.field.figures, side, unit.leader, unit.army)
                unit.fanatical = succeeds(self.dice, chance)
        for unit in self.everybody():
            if unit.type.least is not None:
                unit.drawn = ranged(self.dice, unit.type.least, unit.type.strength)

    def happen(self) -> None:
        """Draw the event of the battle, then who meets a nemesis."""
        self.struck = event(self.field.figures, self.field.figures.battle_event, self.dice)
        if self.struck:
            self.log.append(self.struck)
        self.frights = nemesis.meetings(self.columns, self.dice)

    def weigh(self) -> None:
        """Work out every unit's strength (kingdoms.battle.unit-strength)."""
        one, other = self.sides
        for side, enemy, name, units in (
            (one, other, SIDES[0], self.units[0]),
            (other, one, SIDES[1], self.units[1]),
        ):
            defends = name == "defender"
            thirsty = unsupplied(self.field, side)
            common = side_factors(
                self.field,
                side,
                enemy,
                defends=defends,
                demoralized=bool(self.dueled and name in self.dueled.demoralized),
            )
            for unit in units:
                self._weigh(unit, side, common, defends=defends, thirsty=thirsty)

    def _weigh(
        self,
        unit: LineUnit,
        side: Side,
        common: tuple[Factor, ...],
        *,
        defends: bool,
        thirsty: bool,
    ) -> None:
        army, figures = unit.army, self.field.figures
        unit.base = base_strength(self.field, army, defends=defends, drawn=unit.drawn)
        unit.fights = battle_quality(
            self.field,
            side,
            unit.leader,
            army,
            fanatical=unit.fanatical,
            thirsty=thirsty,
        )
        fright = self.frights.get(id(unit))
        own: list[Factor] = [*common, *army_factors(self.field, side, unit.leader, army)]
        if fright:
            own.append(("nemesis", figures.nemesis))
        if self.struck and self.struck.side == unit.side:
            own.append((self.struck.event, self.struck.factor))
        unit.factors = tuple(own)
        unit.strength = multiplied(with_quality(figures, unit.base, unit.fights), unit.factors)
        self.log.append(
            Weighed(
                side=unit.side,
                number=unit.number,
                base=unit.base,
                quality=unit.fights,
                fanatical=unit.fanatical,
                nemesis=fright.army.piece if fright else None,
                factors=unit.factors,
                strength=unit.strength,
            )
        )

    def clash(self) -> None:
        """Draw the columns' events, and say who wins each column (kingdoms.battle.winner)."""
        figures = self.field.figures
        for column in self.columns:
            both = [half.strength(figures.behind) for half in column.halves]
            found = event(figures, figures.column_event, self.dice, column.number)
            if found:
                both[SIDES.index(found.side)] *= found.factor
                self.log.append(found)
            self.strengths.append((both[0], both[1]))
        for column, both in zip(self.columns, self.strengths, strict=True):
            told = ColumnFought(number=column.number, strengths=both, winner=column_winner(*both))
            self.log.append(told)

    @cached_property
    def winner(self) -> SideName:
        """Who wins the battle, once the columns have clashed (kingdoms.battle.winner).

        A side without units has lost.
        """
        if not self.columns:
            return "attacker" if self.units[0] and not self.units[1] else "defender"
        return battle_winner(self.strengths)

    # ------------------------------------------------------------------ what it costs

    def bleed(self) -> None:
        """Draw casualties, column by column (kingdoms.battle.casualties)."""
        figures = self.field.figures
        for column, both in zip(self.columns, self.strengths, strict=True):
            won = SIDES.index(column_winner(*both))
            percents = losses.percents(figures, both[won], both[1 - won])
            for side, half in enumerate(column.halves):
                percent = percents[side != won]
                for unit in half.units():
                    own, drawn = losses.suffer(figures, unit, percent, self.dice)
                    self.log.append(
                        Suffered(
                            side=unit.side,
                            number=unit.number,
                            percent=own,
                            drawn=drawn,
                            loss=unit.loss,
                        )
                    )

    def bite(self) -> None:
        """Draw the bites of Werebeasts, column by column (kingdoms.army.werebeasts)."""
        for column, both in zip(self.columns, self.strengths, strict=True):
            won = SIDES.index(column_winner(*both))
            winner, loser = column.halves[won], column.halves[1 - won]
            for unit in losses.bites(self.field, column, winner, loser, self.dice):
                self.log.append(Bitten(side=unit.side, number=unit.number, type=unit.bitten))

    def gain(self) -> None:
        """Draw who of the winner gains quality in a column that it won (kingdoms.battle.gains)."""
        won = {
            number
            for number, both in enumerate(self.strengths, start=1)
            if column_winner(*both) == self.winner
        }
        units = [each for each in self.units[SIDES.index(self.winner)] if each.column in won]
        for unit in losses.gains(self.field.figures, units, self.dice):
            self.log.append(Gained(side=unit.side, number=unit.number, quality=unit.quality))

    # ------------------------------------------------------------------ what becomes of everyone

    def end(self) -> None:
        """Settle what becomes of units and leaders, and what leaders learn."""
        beaten = 1 - SIDES.index(self.winner)
        side, units = self.sides[beaten], self.units[beaten]
        back = self._retreat(side, units)
        fates: dict[int, tuple[str, int, int]] = {}
        for unit in units:
            if unit.loss != "destroyed":
                place = flight.place_for(self.field, unit, back)
                fate, chance = flight.escape(self.field, unit, place, self.dice)
                fates[unit.number] = (fate, chance, place if fate == "escaped" else NOWHERE)
        ends = list(self._leaders(beaten, fates, back))
        for name, army in self.buried:
            self.log.append(
                UnitEnded(
                    side=name, number=0, piece=army.piece, fate="buried", quality=army.quality
                )
            )
        for unit in self.everybody():
            stays = unit.side == self.winner and unit.loss != "destroyed"
            fate = ("stays", 0, NOWHERE) if stays else fates.get(unit.number, _DESTROYED)
            if unit.side == self.winner and not stays:
                fate = _DESTROYED
            self.log.append(self._ended(unit, *fate))
        self._learn(ends)

    def _retreat(self, side: Side, units: Sequence[LineUnit]) -> flight.Retreat:
        """The places of retreat of a beaten side, where somebody may go to one."""
        attacks = side is self.sides[0]
        left = [
            unit
            for unit in units
            if unit.loss != "destroyed" and not (attacks and unit.contingent.origin)
        ]
        dead = self.slain()
        leaders = any(
            each.leader and each.leader.piece not in dead and not (attacks and each.origin)
            for each in side.contingents
        )
        if not left and not leaders:
            return flight.Retreat()
        return flight.retreat(self.field, side.refuges, left, self.dice)

    def _leaders(
        self, beaten: int, fates: dict[int, tuple[str, int, int]], back: flight.Retreat
    ) -> Iterator[tuple[Leader, LeaderEnded]]:
        """What becomes of the leaders; those of the winner are not at risk.

        Source: kingdoms.battle.leaders.
        """
        dead = self.slain()
        found: dict[Place, LeaderEnded] = {}
        for number, side in enumerate(self.sides):
            for place, contingent in enumerate(side.contingents):
                leader = contingent.leader
                if leader is None:
                    continue
                ended = LeaderEnded(
                    side=SIDES[number], leader=leader.piece, fate="stays", supreme=place == 0
                )
                if leader.piece in dead:
                    ended = ended.replace(fate="slain")
                elif number == beaten:
                    way = contingent.origin if number == 0 else NOWHERE
                    goes = self._goes(beaten, leader, fates, way or back.whole)
                    ended = ended.replace(**goes)
                found[leader.piece] = ended
                yield leader, ended

    def _goes(
        self, beaten: int, leader: Leader, fates: dict[int, tuple[str, int, int]], place: int
    ) -> dict[str, object]:
        """Where a beaten leader goes: with the units, or alone if they are all lost."""
        for unit in self.units[beaten]:
            if unit.leader is leader and fates.get(unit.number, _DESTROYED)[0] == "escaped":
                return {"fate": "escaped", "chance": 100, "to": fates[unit.number][2]}
        adjacent = self.sides[beaten].refuges.adjacent
        to, chance = flight.leader_flees(self.field, leader, place, adjacent, self.dice)
        if to is None:
            return {"fate": "slain", "chance": chance}
        return {"fate": "escaped", "chance": chance, "to": to}

    def _ended(self, unit: LineUnit, fate: str, chance: int, to: int) -> UnitEnded:
        ended = UnitEnded(
            side=unit.side,
            number=unit.number,
            piece=unit.army.piece,
            fate="stays",
            quality=unit.quality,
            chance=chance,
            to=to,
        )
        if fate == "destroyed":
            quality = losses.risen(self.field, unit.army, unit.quality)
            if quality is not None:
                return ended.replace(fate="mercenary", quality=quality)
            grave = losses.remains(self.field, unit.army, unit.quality)
            return ended.replace(fate="destroyed", grave=grave)
        if fate == "paroled":
            return ended.replace(fate="paroled")
        return ended.replace(fate=fate, bitten=unit.bitten)

    def _learn(self, ends: Sequence[tuple[Leader, LeaderEnded]]) -> None:
        """Draw what leaders learn, attackers first, in command order.

        Source: kingdoms.experience.action-table.
        """
        for leader, ended in ends:
            chance = self.field.learning[0 if ended.supreme else 1]
            learns = ended.fate != "slain" and leader.learns and succeeds(self.dice, chance)
            self.log.append(ended.replace(learns=learns))

    def everybody(self) -> Iterator[LineUnit]:
        """All units, attackers then defenders, in battle order."""
        yield from self.units[0]
        yield from self.units[1]


_DESTROYED = ("destroyed", 0, NOWHERE)


def fanaticism(figures: LineFigures, side: Side, leader: Leader | None, army: Fielded) -> int:
    """The chance in percent that an army is fanatical in a battle.

    Sources: kingdoms.alignment.fanaticism, kingdoms.army.skeletal-fanaticism.
    """
    masters = (side.alignment, leader.alignment if leader else "")
    if army.skeletal and figures.undead in masters:
        return 100
    return figures.fanaticism.get(side.alignment, 0)


def event(figures: LineFigures, chance: int, dice: Dice, column: int = 0) -> Struck | None:
    """Draw an event for the battle or a column (kingdoms.battle.random-events)."""
    if not succeeds(dice, chance):
        return None
    side = SIDES[dice.whole(_AFFECTED) - 1]
    found = figures.happenings[dice.whole(len(figures.happenings)) - 1]
    return Struck(event=found.key, side=side, factor=found.factor, column=column)


def column_winner(attacker: Fraction, defender: Fraction) -> SideName:
    """Who wins a column; a tie goes to the defender (kingdoms.battle.winner)."""
    return "attacker" if attacker > defender else "defender"


def battle_winner(columns: Sequence[tuple[Fraction, Fraction]]) -> SideName:
    """Who wins a battle by the sums of its columns; a tie goes to the defender."""
    return column_winner(
        sum((one for one, _ in columns), Fraction(0)),
        sum((other for _, other in columns), Fraction(0)),
    )


def line_up(field: Field, sides: Sides, dice: Dice, duel: Duel | None = None) -> Battle:
    """A battle up to where its winner is known."""
    battle = Battle(field, sides, dice)
    battle.duel(duel)
    battle.rank()
    battle.form()
    battle.rouse()
    battle.happen()
    battle.weigh()
    battle.clash()
    return battle


def fight(field: Field, sides: Sides, dice: Dice, duel: Duel | None = None) -> Engagement:
    """Fight a battle to its end; `duel` fights duels, None where encounters are off."""
    battle = line_up(field, sides, dice, duel)
    battle.bleed()
    battle.bite()
    battle.gain()
    battle.end()
    return Engagement(
        participants=(field.setting, *sides), events=tuple(battle.log), winner=battle.winner
    )
