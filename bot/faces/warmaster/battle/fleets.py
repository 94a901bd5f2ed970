"""A battle at sea as scenes: both fleets in their rows, and round after round of broadsides.

Source: warmaster.map.naval.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.battle.scene import Setting
from bot.faces.battle.told import winner_of
from bot.faces.warmaster.battle.course import HexAction, HexBattle, TurnScene, slain_told
from bot.faces.warmaster.battle.pieces import SHIP, Piece, Post
from bot.faces.words.text import number
from engine.battle import BattleRecord, Engagement
from engine.packs.warmaster.battle.mercy import Spared
from engine.packs.warmaster.battle.naval import Battered, Broadside, FightingShip, SeaEnded
from engine.packs.warmaster.battle.values import SIDES, Army, Field, Spot

ARRAY: Final = "Array"
COLUMNS, ROWS = 6, 4
"""Ships in a row, and rows of a fleet; a larger fleet has longer rows."""
_MIDDLE: Final = ((4, 1), (3, -1))
"""The front row of the attacker and of the defender, and whereto the next lie."""


def round_name(round: int) -> str:
    """What a round is called, in scenes and in the account."""
    return f"Round {round}"


def ships_of(fight: Engagement) -> tuple[FightingShip, ...]:
    """The ships of both sides; none on land."""
    return tuple(each for each in fight.participants if isinstance(each, FightingShip))


def sea_battle(record: BattleRecord, setting: Setting) -> HexBattle:
    """The battle at sea of a record."""
    fight = record.engagements[-1]
    ships = ships_of(fight)
    fleets = [[each for each in ships if each.side == side] for side in SIDES]
    pieces = tuple(
        Piece(
            side=side,
            number=place,
            name=ship.name or ship.type,
            icon=SHIP,
            full=ship.full_stands,
            ship=True,
        )
        for side, fleet in enumerate(fleets)
        for place, ship in enumerate(fleet, start=1)
    )
    return HexBattle(
        setting=setting,
        field=Field(),
        pieces=pieces,
        scenes=tuple(_scenes(fight, fleets)),
        winner=winner_of(record),
        end=end_of(fight),
        naval=True,
    )


def end_of(fight: Engagement) -> str:
    """How a battle at sea ended, in a sentence."""
    ended = next((each for each in fight.events if isinstance(each, SeaEnded)), None)
    if ended is None:
        return ""
    if ended.reason == "time":
        return f"After {number(ended.round, 'round')} the attack had failed."
    loser = SIDES[1 - SIDES.index(ended.winner)]
    return f"Half of the {loser}'s ships were sunk, or more, in round {ended.round}."


def columns_of(ships: int) -> int:
    """How many ships the rows of both fleets hold, if the larger has that many."""
    return max(COLUMNS, -(-ships // ROWS))


def place_of(side: int, number_: int, of: int, columns: int) -> Spot:
    """Where a ship of that many lies: its column and row, the defender's in the upper rows."""
    front, step = _MIDDLE[side]
    row, column = divmod(number_ - 1, columns)
    here = min(columns, of - row * columns)
    return column + (columns - here) // 2, front + step * row


def _scenes(fight: Engagement, fleets: Sequence[Sequence[FightingShip]]) -> Iterator[TurnScene]:
    first = (0, len(fleets[0]))
    ships = [ship for fleet in fleets for ship in fleet]
    columns = columns_of(max(map(len, fleets)))
    spots = [
        place_of(side, place, len(fleet), columns)
        for side, fleet in enumerate(fleets)
        for place in range(1, len(fleet) + 1)
    ]
    stands = [ship.stands for ship in ships]
    before = list(stands)
    deeds: dict[HexAction, None] = {}
    leaders: list[str] = []

    def scene(name: str, mark: str) -> TurnScene:
        posts = tuple(
            Post(
                at=spot,
                stands=now,
                lost=then - now,
                fell=None if now else "combat",
                fresh=bool(then and not now),
            )
            for spot, now, then in zip(spots, stands, before, strict=True)
        )
        strength = sum(stands[: first[1]]), sum(stands[first[1] :])
        made = TurnScene(name, mark, posts, tuple(deeds), strength, leaders=tuple(leaders))
        before[:] = stands
        deeds.clear()
        leaders.clear()
        return made

    round = 0
    name, mark = ARRAY, "0"
    for event in fight.events:
        if isinstance(event, Broadside):
            if event.round != round:
                yield scene(name, mark)
                round = event.round
                name, mark = round_name(round), str(round)
            side = SIDES.index(event.side)
            start = spots[first[side] + event.number - 1]
            goal = spots[first[1 - side] + event.target - 1]
            deeds[HexAction("shot", side, (start, goal))] = None
        elif isinstance(event, Battered):
            stands[first[SIDES.index(event.side)] + event.number - 1] = event.stands
        elif isinstance(event, Spared) and not event.lives:
            army = next(
                p for p in fight.participants if isinstance(p, Army) and p.side == event.side
            )
            leaders.append(slain_told(army.captains[event.number - 1], SIDES.index(event.side)))
    yield scene(name, mark)
