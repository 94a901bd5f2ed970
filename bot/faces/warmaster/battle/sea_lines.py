"""The full account of a battle at sea: both fleets, and round after round of broadsides.

Source: warmaster.map.naval.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.battle.account import AccountChapter, sided, won
from bot.faces.warmaster.battle.fleets import ARRAY, end_of, round_name, ships_of
from bot.faces.warmaster.battle.teller import armour_told, called, dice_told
from bot.faces.words.names import Names
from bot.faces.words.text import number, word
from engine.battle import Engagement
from engine.packs.warmaster.battle.mercy import Spared
from engine.packs.warmaster.battle.naval import Battered, Broadside, FightingShip, Seas
from engine.packs.warmaster.battle.values import SIDES, Army, SideName


def chapters(fight: Engagement, names: Names) -> Iterator[AccountChapter]:
    """The fleets, each round, and the end."""
    return _Teller(fight, names).chapters()


class _Teller:
    def __init__(self, fight: Engagement, names: Names) -> None:
        self.fight, self.names = fight, names
        self.fleets: dict[SideName, list[FightingShip]] = {
            side: [ship for ship in ships_of(fight) if ship.side == side] for side in SIDES
        }
        self.seas = next(each for each in fight.participants if isinstance(each, Seas))
        self.armies = {each.side: each for each in fight.participants if isinstance(each, Army)}

    def chapters(self) -> Iterator[AccountChapter]:
        """The fleets, each round, and the end."""
        name, lines = ARRAY, list(self._fleets())
        for event in self.fight.events:
            if isinstance(event, Broadside) and round_name(event.round) != name:
                yield AccountChapter(name, tuple(lines))
                name, lines = round_name(event.round), []
            if isinstance(event, Broadside):
                lines.append(self._broadside(event))
            elif isinstance(event, Battered):
                lines.append(self._battered(event))
        yield AccountChapter(name, tuple(lines))
        yield AccountChapter("Outcome", tuple(self._end()))

    def _fleets(self) -> Iterator[str]:
        for side, fleet in self.fleets.items():
            yield f"The {side}s: {number(len(fleet), 'ship')}."
            for place, ship in enumerate(fleet, start=1):
                yield f"  {self._who(side, place)}: {_figures(ship)}."
            army = self.armies.get(side)
            aboard = called(army.captains, self.names) if army else ()
            if aboard:
                yield f"  Aboard: {', '.join(aboard)}."

    def _who(self, side: SideName, place: int) -> str:
        ship = self.fleets[side][place - 1]
        return sided(f"{place} {self.names.show(ship.name or word(ship.type))}", side)

    def _broadside(self, event: Broadside) -> str:
        enemy = SIDES[1 - SIDES.index(event.side)]
        target = self._who(enemy, event.target)
        armour = self.fleets[enemy][event.target - 1].armour
        hit, saved = self.seas.hit, ""
        if event.saves:
            saves = sum(die >= armour for die in event.saves)
            saved = f", {saves} saved ({armour}+: {dice_told(event.saves)})"
        return (
            f"{self._who(event.side, event.number)} fired at {target}, which could take the fewest "
            f"more hits: {hit}+: {dice_told(event.dice)}{saved}; "
            f"{number(event.unsaved, 'hit')} told."
        )

    def _battered(self, event: Battered) -> str:
        who = self._who(event.side, event.number)
        if not event.stands:
            return f"{who} sank."
        return f"{who} lost {number(event.lost, 'stand')}, {event.stands} left."

    def _end(self) -> Iterator[str]:
        yield end_of(self.fight)
        for event in self.fight.events:
            if isinstance(event, Spared):
                who = called(self.armies[event.side].captains, self.names)[event.number - 1]
                fate = "lived, badly wounded" if event.lives else "died"
                yield f"{sided(who, event.side)}, whose ship had sunk, {fate}: rolled {event.die}."
        yield won(self.fight.winner) if self.fight.winner != "none" else "Nobody won."


def _figures(ship: FightingShip) -> str:
    parts = [
        word(ship.type),
        f"{ship.stands} of {number(ship.full_stands, 'stand')}",
        f"attacks {ship.attacks}, hits {ship.hits}, armour {armour_told(ship.armour)}",
    ]
    if ship.bonus:
        parts.append(f"+{ship.bonus} by characters aboard")
    if ship.banner:
        parts.append(f"+{ship.banner} for each stand by a banner aboard")
    return "; ".join(parts)
