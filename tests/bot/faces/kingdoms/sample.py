"""Battles in lines and encounters of any size, fought by the real rules, for tests of pictures."""

from __future__ import annotations

from bot.faces.battle.scene import Side as Shown
from bot.faces.kingdoms.battle.columns import LineSetting
from bot.faces.kingdoms.bouts.rounds import BoutSetting
from bot.faces.kingdoms.looks import looks_of
from bot.faces.kingdoms.terms import Terms
from bot.faces.words.names import Names
from bot.faces.words.text import clean
from engine.battle import BattleRecord, Clash, Engagement, Trigger
from engine.dice import Dice, Seed, SeededDice
from engine.packs.kingdoms.battle.fight import fight
from engine.packs.kingdoms.battle.happenings import DuelEnd
from engine.packs.kingdoms.battle.values import (
    Contingent,
    Field,
    Fielded,
    Leader,
    Refuges,
    Setting,
    Side,
)
from engine.packs.kingdoms.bouts import contest
from engine.packs.kingdoms.bouts.bout import Bout
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.world import Place, World
from tests.packs.kingdoms.bouts.scene import LORE, MODULE, beast, dice, hero
from tests.packs.kingdoms.crowns.table import rules

TERMS = Terms(MODULE)
SIDES = (
    Shown("House Ashmark", 1, "lion", own=True, role="Attacker"),
    Shown("Salt Ports", 4, "anchor", role="Defender"),
)
LOOKS = looks_of(rules())
LINE_SETTING = LineSetting(
    title="Battle at 12,5", subtitle="Plain", turn=7, sides=SIDES, terms=TERMS, looks=LOOKS
)
BOUT_SETTING = BoutSetting(
    title="Guardian met in a search",
    subtitle="Forest 12,5",
    turn=7,
    sides=(Shown("Sigrun Ashmark", 1, "lion", own=True), Shown("Giant", 0, "giant")),
    ground="Forest",
    terms=TERMS,
    looks=LOOKS,
)
_TYPES = ("LE", "BO", "HC", "PH", "AX", "LC", "EL")
_RACES = ("human", "elf", "dwarf", "orc")


def names() -> Names:
    """Names of no world, for accounts."""
    found = Names(World(()), clean)
    found.module = MODULE
    return found


def lines_fought(mine: int, theirs: int, *, seed: int = 1, ground: str = "Plain") -> BattleRecord:
    """That many armies against that many, all sorts in turn."""
    field = Field.of(MODULE.content(ArmyContent), Setting(province=1, ground=ground))
    sides = (_side(1, mine), _side(2, theirs))
    drawn = SeededDice(Seed(seed.to_bytes(32, "big")), 1).stream("sample", "battle")
    clash = Clash(sides=((Place("army", 1),), (Place("army", 2),)), trigger=Trigger("movement"))
    engagement = fight(field, sides, drawn)
    return BattleRecord(system="kingdoms.battle", clash=clash, engagements=(engagement,))


def with_duel(seed: int = 1) -> BattleRecord:
    """Six armies against six, after a duel of both leaders."""
    field = Field.of(MODULE.content(ArmyContent), Setting(province=1, ground="Plain"))
    drawn = SeededDice(Seed(seed.to_bytes(32, "big")), 1).stream("sample", "battle")
    duels: list[Engagement] = []

    def duel(one: Leader, other: Leader, dice: Dice) -> tuple[DuelEnd, DuelEnd]:
        both = hero(24, name=one.name, levels={"ME": 2}), hero(24, name=other.name)
        bout = Bout.of("duel", *both, LORE, dice)
        ended = bout.fight()
        duels.append(
            Engagement(
                participants=both, events=tuple(bout.log), winner=contest.winner(ended.outcome)
            )
        )
        return "slain" if not ended.hits[0] else "", "slain" if not ended.hits[1] else ""

    clash = Clash(sides=((Place("army", 1),), (Place("army", 2),)), trigger=Trigger("movement"))
    fought = fight(field, (_side(1, 6), _side(2, 6)), drawn, duel)
    return BattleRecord(system="kingdoms.battle", clash=clash, engagements=(*duels, fought))


def _side(number: int, count: int) -> Side:
    armies = [
        Fielded(
            piece=Place("army", number * 1000 + place),
            type=_TYPES[(place * number) % len(_TYPES)],
            race=_RACES[(place + number) % len(_RACES)],
            quality=1 + place % 4,
        )
        for place in range(count)
    ]
    led = (count + 1) // 2
    one = Leader(
        piece=Place("ruler", number), name=("Sigrun", "Bran")[number - 1], race="human", tactical=2
    )
    contingents = [Contingent(leader=one, armies=tuple(armies[:led]))] if armies else []
    if armies[led:]:
        contingents.append(Contingent(armies=tuple(armies[led:])))
    alignment = ("Good", "Evil")[number - 1]
    return Side(
        crown=number,
        alignment=alignment,
        contingents=tuple(contingents),
        refuges=Refuges(land=(7,), adjacent=(7, 8)),
    )


def met(seed: int = 3) -> BattleRecord:
    """A hero against a giant."""
    levels = {"ME": 2, "AR": 2, "EL": 2}
    one = hero(27, name="Sigrun Ashmark", levels=levels, plan=("FI", "CA-FI", "ME"))
    fought = contest.fought("search", one, beast("giant"), LORE, dice(seed))
    return contest.record(Clash(kind="bout", sides=((), ()), trigger=Trigger("search")), fought)
