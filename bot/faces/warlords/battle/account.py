"""The full account of a battle of Warlords: both lines, what came before, and duel by duel.

Source: warlords.report.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.battle.account import (
    MOST,
    NOBODY_FOUGHT,
    Account,
    AccountChapter,
    Tellers,
    drew,
    sided,
    won,
)
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.text import listed, number, word
from engine.battle import BattleRecord, Engagement
from engine.facts import Tagged
from engine.packs.warlords.battle.bonuses import BRACKETS
from engine.packs.warlords.battle.cards import Company, Field, FighterCard, SideName
from engine.packs.warlords.battle.condition import (
    AFFLICTIONS,
    Condition,
    stored_hits,
    stored_strength,
)
from engine.packs.warlords.battle.happenings import (
    Afflicted,
    Chances,
    Death,
    Died,
    HeroFell,
    LinedUp,
    Paired,
    ShotFired,
    ShotsCancelled,
    ShotsLost,
    SlayerUsed,
    SpecialUsed,
    Struck,
    Survived,
    Totals,
)
from engine.world import Place

_OTHER: Final[dict[SideName, SideName]] = {"attacker": "defender", "defender": "attacker"}
_DEATHS: Final[dict[Death, str]] = {
    "acid": "by acid",
    "lightning": "by lightning",
    "assassination": "by assassination",
    "missile": "by a shot",
    "hit": "by a blow",
    "trample": "trampled",
    "slayer": "slain",
    "drowned": "drowned",
}


def opening(number_: int, of: int) -> str:
    """The chapter of what comes before the duels of an engagement."""
    return "Opening" if of == 1 else f"Clash {number_} of {of}"


def account(record: BattleRecord, names: CohortsNames, title: str) -> Account:
    """The account of a record; names of players' things go through `names`."""
    return Account(title, tuple(_chapters(record, Teller(record, names))))


def _chapters(record: BattleRecord, teller: Teller) -> Iterator[AccountChapter]:
    yield AccountChapter("Forces", tuple(_forces(record, teller)))
    duels, last = 0, len(record.engagements)
    for at, fight in enumerate(record.engagements, 1):
        end = "Outcome" if at == last else f"Left of clash {at}"
        name, lines = opening(at, last), list(_companies(fight))
        for event in fight.events:
            if isinstance(event, Paired):
                duels += 1
                turn = f"Duel {duels}"
            else:
                turn = end if isinstance(event, Survived | HeroFell) else name
            if turn != name:
                yield AccountChapter(name, tuple(lines))
                name, lines = turn, []
            lines += teller.tell(event)
        yield AccountChapter(name, tuple(lines))
    yield AccountChapter("Victory", (_victory(record),))


def _victory(record: BattleRecord) -> str:
    return NOBODY_FOUGHT if record.winner == "none" else won(record.winner)


class Teller:
    """What tells the events of a record, knowing everybody's name and who faces whom."""

    def __init__(self, record: BattleRecord, names: CohortsNames) -> None:
        self.names = names
        self.fighters = fighters(record)
        self.pair: dict[SideName, Place] = {}
        self.die = next((field.die for field in _fields(record)), 0)

    def tell(self, event: Tagged) -> Iterator[str]:
        """The lines of an event."""
        return TELLERS.tell(self, event)

    def who(self, piece: Place) -> str:
        """A unit or hero by name and side."""
        side, fighter = self.fighters[piece]
        return sided(self.names.show(fighter.name) or word(fighter.type), side)

    def of(self, side: SideName) -> str:
        """Who of a side stands in the duel."""
        return self.who(self.pair[side])


def fighters(record: BattleRecord) -> dict[Place, tuple[SideName, FighterCard]]:
    """Everybody who came, as they came, attackers first."""
    found: dict[Place, tuple[SideName, FighterCard]] = {}
    for side in ("attacker", "defender"):
        for fight in record.engagements:
            for company in fight.participants:
                if isinstance(company, Company) and company.side == side:
                    for fighter in company.fighters:
                        found.setdefault(fighter.piece, (side, fighter))
    return found


def _fields(record: BattleRecord) -> Iterator[Field]:
    for each in record.engagements[0].participants:
        if isinstance(each, Field):
            yield each


# ---------------------------------------------------------------- who fought


def _forces(record: BattleRecord, teller: Teller) -> Iterator[str]:
    for field in _fields(record):
        walls = f", fortification {field.fortification}" if field.fortification else ""
        yield f"Ground: {listed(map(word, field.terrains))}{walls}. Dice of {field.die}."
    for piece, (_, fighter) in teller.fighters.items():
        now = fighter.condition
        strength = stored_strength(fighter.strength, now)
        hits = stored_hits(fighter.hits, now)
        state = _state(now)
        yield (
            f"{teller.who(piece)}: {word(fighter.type)}, strength {strength}, "
            f"{number(hits, 'hit')}{f', {state}' if state else ''}."
        )


def _state(now: Condition) -> str:
    parts = [name for name in ("blessed", "poisoned", "diseased", "drained") if getattr(now, name)]
    if now.medals:
        parts.append(number(now.medals, "medal"))
    return ", ".join(parts)


def _companies(fight: Engagement) -> Iterator[str]:
    """The companies that meet, and the spells on them."""
    for company in fight.participants:
        if isinstance(company, Company):
            spells = listed((word(spell.name) for spell in company.spells), MOST)
            under = f", under {spells}" if company.spells else ""
            yield (
                f"Company {company.number} of the {company.side}s: "
                f"{number(len(company.fighters), 'fighter')}{under}."
            )


TELLERS: Final = Tellers[Teller]()


# ---------------------------------------------------------------- before the duels


@TELLERS.of(Chances)
def _(teller: Teller, event: Chances) -> Iterator[str]:
    chances = ((name, event.percent.get(name, 0)) for name in AFFLICTIONS)
    told = [f"{name} {percent}%" for name, percent in chances if percent]
    if told:
        yield f"Chances of the {event.side}s on every enemy: {listed(told)}."


@TELLERS.of(Afflicted)
def _(teller: Teller, event: Afflicted) -> Iterator[str]:
    what = "was struck by" if event.struck else "withstood"
    yield (
        f"  {teller.who(event.piece)} {what} {event.affliction}: {drew(event.chance, event.drawn)}."
    )


@TELLERS.of(Totals)
def _(teller: Teller, event: Totals) -> Iterator[str]:
    parts = [
        f"{help_} {event.totals.get(help_, 0)} less the enemy's {harm} = {bracket:+d}"
        for (help_, harm), bracket in zip(BRACKETS, event.brackets, strict=True)
        if event.totals.get(help_) or bracket
    ]
    told = f" {event.bonus:+d}: {listed(parts)}" if parts else ": none"
    yield f"Bonus of the {event.side}s{told}."
    harms = [f"{harm} {event.totals[harm]}" for _, harm in BRACKETS if event.totals.get(harm)]
    if harms:
        yield f"  Against the enemy: {listed(harms)}."


@TELLERS.of(LinedUp)
def _(teller: Teller, event: LinedUp) -> Iterator[str]:
    parts = [f"combat strength {event.strength}", number(event.hits, "hit")]
    if event.shots:
        parts.append(number(event.shots, "shot"))
    if event.warding:
        parts.append(f"warding {event.warding}")
    if event.flying:
        parts.append("flying")
    yield f"  {teller.who(event.piece)}: {', '.join(parts)}."


# ---------------------------------------------------------------- duels


@TELLERS.of(Paired)
def _(teller: Teller, event: Paired) -> Iterator[str]:
    teller.pair = {"attacker": event.attacker, "defender": event.defender}
    yield f"{teller.who(event.attacker)} against {teller.who(event.defender)}."


@TELLERS.of(SpecialUsed)
def _(teller: Teller, event: SpecialUsed) -> Iterator[str]:
    check = f"{teller.of(event.side)} tried {event.ability} ({drew(event.chance, event.drawn)})"
    if not event.hit:
        yield f"{check} in vain."
        return
    what = "strength" if event.ability == "acid" else "hits"
    yield f"{check}: {what} of {teller.of(_OTHER[event.side])} then {event.left}."


@TELLERS.of(ShotsCancelled)
def _(teller: Teller, event: ShotsCancelled) -> Iterator[str]:
    yield f"{number(event.shots, 'shot')} of each side cancelled each other."


@TELLERS.of(ShotsLost)
def _(teller: Teller, event: ShotsLost) -> Iterator[str]:
    lost = number(event.shots, "shot")
    yield f"{lost} of {teller.of(event.side)} could do nothing to {teller.of(_OTHER[event.side])}."


@TELLERS.of(ShotFired)
def _(teller: Teller, event: ShotFired) -> Iterator[str]:
    deed = "killed" if event.killed else "missed"
    rolls = (event.attacker_roll, event.defender_roll)
    own, enemy = rolls if event.side == "attacker" else reversed(rolls)
    yield (
        f"{teller.of(event.side)} shot and {deed}: rolled {own} at strength {event.strength}, "
        f"the enemy {enemy}."
    )


@TELLERS.of(Struck)
def _(teller: Teller, event: Struck) -> Iterator[str]:
    quiet = f" after {number(event.quiet, 'round')} without effect" if event.quiet else ""
    rolls = [_rolled(event.attacker_rolls), _rolled(event.defender_rolls)]
    own, enemy = rolls if event.side == "attacker" else reversed(rolls)
    trampled = f", {event.trampled} by trample" if event.trampled else ""
    yield (
        f"{teller.of(event.side)} struck{quiet} (rolled {own}, the enemy {enemy}): "
        f"{number(event.damage, 'hit')}{trampled}; {event.left} left to "
        f"{teller.of(_OTHER[event.side])}."
    )


def _rolled(rolls: Sequence[int]) -> str:
    """The combat die, with the medal die if there was one."""
    return " and ".join(map(str, rolls))


@TELLERS.of(SlayerUsed)
def _(teller: Teller, event: SlayerUsed) -> Iterator[str]:
    deed = "slew" if event.slain else "did not slay"
    yield f"{teller.of(event.side)} {deed} the enemy outright: {drew(event.chance, event.drawn)}."


@TELLERS.of(Died)
def _(teller: Teller, event: Died) -> Iterator[str]:
    points = ""
    if event.points:
        points = f"; {number(event.points, 'medal point')} to {teller.who(event.killer)}"
    yield f"{teller.who(event.piece)} fell, {_DEATHS[event.by]}{points}."


@TELLERS.of(Survived)
def _(teller: Teller, event: Survived) -> Iterator[str]:
    drained = ", drained" if event.drained else ""
    yield (
        f"{teller.who(event.piece)} stood: strength {event.strength}, "
        f"{number(event.hits, 'hit')} left{drained}."
    )


@TELLERS.of(HeroFell)
def _(teller: Teller, event: HeroFell) -> Iterator[str]:
    drawn = f" (drew {event.drawn})" if event.drawn else ""
    yield f"{teller.who(event.piece)}, fallen, {'lived' if event.lives else 'died'}{drawn}."
