"""What a kingdom is to see to after what it learned, and what moderators are told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.kingdoms.naming import KingdomsNames
from bot.faces.kingdoms.realm.account import account_of
from bot.faces.report_sections import Learned, Need, Notice
from engine.packs import Rules
from engine.packs.kingdoms.crowns.ending import KingdomFell
from engine.packs.kingdoms.crowns.joining import KingdomLeft
from engine.packs.kingdoms.crowns.paying import PayTaken
from engine.packs.kingdoms.pieces.records import Crown, Ruler


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
