"""What stands together in a report of the game of kings, and what it says of the treasury."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.kingdoms.naming import KingdomsNames
from bot.faces.kingdoms.realm.account import account_of
from bot.faces.report_sections import Learned, Need, Notice, ReportSection
from bot.faces.words.telling import tell
from bot.faces.words.text import listed
from engine.events import Event
from engine.packs import Rules
from engine.packs.kingdoms.crowns.encounters import EncounterFought
from engine.packs.kingdoms.crowns.ending import KingdomFell
from engine.packs.kingdoms.crowns.growing import ArmyChanged, ArmySettled
from engine.packs.kingdoms.crowns.honours import OfficesGiven
from engine.packs.kingdoms.crowns.joining import KingdomLeft
from engine.packs.kingdoms.crowns.noticing import CharacterNoticed
from engine.packs.kingdoms.crowns.outcome import KingdomBattleFought
from engine.packs.kingdoms.crowns.paying import ArmyUnpaid, HeroLeft, PayTaken, TaxesCame
from engine.packs.kingdoms.crowns.raiding import ProvinceRaided
from engine.packs.kingdoms.crowns.ranks import RanksCounted
from engine.packs.kingdoms.crowns.ventures.spying import ProvinceReported
from engine.packs.kingdoms.crowns.ventures.treating import (
    TreatyBroken,
    TreatyEnded,
    TreatyMade,
    TreatyOffered,
)
from engine.packs.kingdoms.pieces.records import Crown, Ruler

TREASURY: Final[tuple[type[Event], ...]] = (
    TaxesCame,
    ProvinceRaided,
    PayTaken,
    HeroLeft,
    ArmyUnpaid,
)


def lines(names: KingdomsNames, told: Sequence[Learned]) -> Iterator[str]:
    """A line for each event, but one for all raids of monsters of a kind."""
    raids: dict[str, list[ProvinceRaided]] = {}
    for each in told:
        if isinstance(each.event, ProvinceRaided):
            raids.setdefault(each.event.being, []).append(each.event)
    for some in raids.values():
        yield tell(some[0], names) if len(some) == 1 else _raids(some, names)
    others = (each.event for each in told if not isinstance(each.event, ProvinceRaided))
    yield from dict.fromkeys(tell(event, names) for event in others)


def _raids(events: Sequence[ProvinceRaided], names: KingdomsNames) -> str:
    where = list(dict.fromkeys(names.holding(each.holding) for each in events))
    raided = f"The {names.being(events[0].being)} raided {listed(where, most=len(where))}"
    return f"{raided}, {'each of ' if len(where) > 1 else ''}which paid half of its taxes."


SECTIONS: Final = (
    ReportSection("Battles", (KingdomBattleFought,), apart=True),
    ReportSection("Encounters", (EncounterFought,), apart=True),
    ReportSection("👁 Seen", (CharacterNoticed, ProvinceReported), apart=True),
    ReportSection("Treaties", (TreatyOffered, TreatyMade, TreatyBroken, TreatyEnded)),
    ReportSection("Treasury", TREASURY, lines=lines),
    ReportSection("Offices", (RanksCounted, OfficesGiven)),
    ReportSection("Armies", (ArmySettled, ArmyChanged), late=True),
)
"""The sections of a faction's report."""


# ---------------------------------------------------------------- what needs a player


def _crowns(names: KingdomsNames) -> Iterator[Crown]:
    """The reader's kingdoms that still play."""
    for crown in names.world.by(Crown, "faction", names.reader):
        if crown.player and not crown.fallen:
            yield crown


def _short(rules: Rules, names: KingdomsNames, told: Sequence[Learned]) -> Iterator[str]:
    """Treasuries that will not go round, told once a turn's pay was taken."""
    if not any(isinstance(each.event, PayTaken) for each in told):
        return
    for crown in _crowns(names):
        account = account_of(rules, names.world, crown)
        if account.left < 0:
            yield (
                f"{names.crown(crown.id)}: the next pay takes {-account.left} gold more than there "
                f"will be. To spend less: `/kingdom disband` or `/kingdom dismiss`."
            )


def _heirless(rules: Rules, names: KingdomsNames, told: Sequence[Learned]) -> Iterator[str]:
    """Heirs who wait for their skills."""
    for crown in _crowns(names):
        heir = names.world.find(Ruler, crown.king)
        if heir is not None and heir.rank == "heir" and not heir.schooled:
            yield f"{names.ruler(heir.id)} has no skills yet: give some by `/kingdom heir-skills`."


def _landless(rules: Rules, names: KingdomsNames, told: Sequence[Learned]) -> Iterator[str]:
    """Kingdoms in their turn of grace."""
    for crown in _crowns(names):
        if crown.landless:
            yield f"{names.crown(crown.id)} falls with this turn unless it takes a province."


NEEDS: Final = (
    Need("landless", _landless),
    Need("treasury", _short),
    Need("heirs", _heirless),
)
"""The most urgent first."""


def _fell(event: KingdomFell, names: KingdomsNames) -> str:
    return names.show(event.name)


def _left(event: KingdomLeft, names: KingdomsNames) -> str:
    return f"{names.show(event.name)} of {names.show(event.kingdom)}"


NOTICES: Final = (
    Notice("Kingdoms that fell", KingdomFell, _fell),
    Notice("Kingdoms without a player from now on", KingdomLeft, _left),
)
