"""The full account of a battle in lines: who came, the duel, the lines, and column by column.

Source: kingdoms.battle.report.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.faces.battle.account import MOST, NOBODY_FOUGHT, Account, AccountChapter, drew
from bot.faces.kingdoms.battle.columns import ARRAY, strength_told, sums
from bot.faces.kingdoms.battle.scenes import DUEL, END, LINES, column_name, of
from bot.faces.kingdoms.battle.telling import ROLES, Teller
from bot.faces.kingdoms.bouts.account import chapters_of
from bot.faces.kingdoms.terms import Terms
from bot.faces.words.names import Names
from bot.faces.words.text import listed
from engine.battle import BattleRecord, Engagement
from engine.facts import Tagged
from engine.packs.kingdoms.battle.happenings import (
    Bitten,
    ColumnFought,
    Dueled,
    Gained,
    LeaderEnded,
    LineFormed,
    Spot,
    Struck,
    Suffered,
    UnitEnded,
    Weighed,
)
from engine.packs.kingdoms.battle.values import SIDES
from engine.packs.kingdoms.content.armies import quality


def account(record: BattleRecord, names: Names, title: str) -> Account:
    """The account of a record; names of players' things go through `names`."""
    return Account(title, tuple(_chapters(record, names)))


def _chapters(record: BattleRecord, names: Names) -> Iterator[AccountChapter]:
    *duels, fight = record.engagements
    terms = Terms(names.module)
    teller = Teller(fight, terms, names.show)
    yield AccountChapter(ARRAY, tuple(_came(teller)))
    dueled = of(fight, Dueled)
    if dueled:
        yield AccountChapter(DUEL, tuple(_lines(teller, dueled)))
        for each in duels:
            for chapter in chapters_of(each, names, terms):
                yield AccountChapter(f"{DUEL}: {chapter.name.lower()}", chapter.lines)
    if of(fight, Weighed):
        yield AccountChapter(LINES, tuple(_formed(teller, fight)))
    spots = [spot for formed in of(fight, LineFormed) for spot in formed.spots]
    for clash in of(fight, ColumnFought):
        yield AccountChapter(column_name(clash.number), tuple(_column(teller, fight, clash, spots)))
    yield AccountChapter(END, (*_ends(teller, fight), *_victory(record, fight)))


def _lines(teller: Teller, events: Iterable[Tagged]) -> Iterator[str]:
    for event in events:
        told = teller.tell(event)
        if told:
            yield told.line


def _came(teller: Teller) -> Iterator[str]:
    """Both sides, leader by leader, each with the led armies in battle order."""
    for role, side in zip(ROLES, teller.sides, strict=True):
        for each in side.contingents:
            who = teller.who(each.leader.piece) if each.leader else "Without a leader"
            skill = ""
            if each.leader:
                one = each.leader
                levels = (("Tactical", one.tactical), ("Naval", one.naval), ("March", one.march))
                skill = "".join(f", {name} {level}" for name, level in levels if level)
            yield f"{role}: {who}{skill}"
            for army in each.armies:
                name, kind = teller.who(army.piece), teller.kind(army)
                what = quality(army.quality)
                yield f"  {name}, {what}" if kind in name else f"  {name}, {what} {kind}"


def _formed(teller: Teller, fight: Engagement) -> Iterator[str]:
    """The lines, the event of the battle, and what each army fought with."""
    struck = [each for each in of(fight, Struck) if not each.column]
    yield from _lines(teller, [*of(fight, LineFormed), *struck, *of(fight, Weighed)])


def _column(
    teller: Teller, fight: Engagement, clash: ColumnFought, spots: list[Spot]
) -> Iterator[str]:
    """Who stood in a column, its event, its strengths, and what it cost."""
    here = [spot for spot in spots if spot.column == clash.number]
    rows = {"front": "", "behind": " from behind", "flank": " from the flank"}
    for role, name in zip(ROLES, ("attacker", "defender"), strict=True):
        stood = [
            f"{teller.who(spot.piece)}{' in the air' if spot.flies else rows[spot.row]}"
            for spot in here
            if spot.side == name
        ]
        yield f"{role}: {', '.join(stood)}."
    numbers = {(spot.side, spot.number) for spot in here}
    yield from _lines(teller, (e for e in of(fight, Struck) if e.column == clash.number))
    yield from _lines(teller, [clash])
    came = [
        each
        for each in fight.events
        if isinstance(each, Suffered | Bitten | Gained) and (each.side, each.number) in numbers
    ]
    hurt = [each for each in came if not isinstance(each, Suffered) or each.loss != "unhurt"]
    yield from _lines(teller, hurt)
    whole = [each for each in came if isinstance(each, Suffered) and each.loss == "unhurt"]
    if whole:
        told = (
            f"{teller.at(each.side, each.number)} ({drew(each.percent, each.drawn)})"
            for each in whole
        )
        yield f"Unhurt: {listed(told, most=MOST)}."


def _ends(teller: Teller, fight: Engagement) -> Iterator[str]:
    """What became of each: of those destroyed in their columns no more is said."""
    fallen = {
        teller.numbers.get((each.side, each.number))
        for each in of(fight, Suffered)
        if each.loss not in ("unhurt", "reduced")
    }
    armies = [
        each
        for each in of(fight, UnitEnded)
        if each.fate != "destroyed" or each.chance or each.piece not in fallen
    ]
    ends = [*of(fight, LeaderEnded), *armies]
    held = [each for each in armies if each.fate == "stays"]
    yield from _lines(teller, (each for each in ends if each not in held))
    for role, name in zip(ROLES, SIDES, strict=True):
        if names := [teller.who(each.piece) for each in held if each.side == name]:
            yield f"{role}: {listed(names, most=MOST)} held the field."


def _victory(record: BattleRecord, fight: Engagement) -> Iterator[str]:
    clashes = of(fight, ColumnFought)
    if record.winner == "none":
        yield NOBODY_FOUGHT
        return
    told = f"The {record.winner}s won"
    if clashes:
        one, other = map(strength_told, sums(each.strengths for each in clashes))
        told += f": strength {one} against {other} in all columns"
    yield f"{told}."
