"""A battle as one faction was told of it: its event, with names for it from the faction's view.

Here the systems are told apart; whatever asks for scenes or an account asks here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.faces.battle.account import Account
from bot.faces.battle.scene import AnyBattle, Setting, Side
from bot.faces.cohorts.battle import account as cohorts_account
from bot.faces.cohorts.battle import scenes as cohorts
from bot.faces.paint.looks import Looks
from bot.faces.warlords.battle import account as warlords_account
from bot.faces.warlords.battle import scenes as warlords
from bot.faces.words.names import Names
from bot.faces.words.text import clean, word
from engine.battle import BattleRecord
from engine.campaign import Faction
from engine.events import Event
from engine.packs.cohorts.battle.system import SYSTEM as COHORTS
from engine.packs.cohorts.marching.garrisons import CASTLE
from engine.packs.cohorts.pieces.records import City, Province, Tower
from engine.packs.warlords.system import NAME as WARLORDS
from engine.world import World

Factions = tuple[tuple[int, ...], tuple[int, ...]]
_SCENES: Final[dict[str, Callable[[BattleRecord, Setting], AnyBattle]]] = {
    COHORTS: cohorts.field_battle,
    WARLORDS: warlords.line_battle,
}
_ACCOUNTS: Final[dict[str, Callable[[BattleRecord, Any, str], Account]]] = {
    COHORTS: cohorts_account.account,
    WARLORDS: warlords_account.account,
}
NOBODY: Final = "Neutrals"


@dataclass(frozen=True, slots=True)
class BattleTold:
    """A battle's event as a faction learned it."""

    record: BattleRecord
    factions: Factions
    """Of the attackers and of the defenders; nobody's are left out."""


def battle_in(event: Event) -> BattleTold | None:
    """The battle that an event tells in full; None for any other event."""
    known = event.known()
    record = known.get("record")
    if not isinstance(record, BattleRecord) or record.system not in _SCENES:
        return None
    if not any(fight.events for fight in record.engagements):
        return None
    return BattleTold(record, factions_of(known, record.winner))


def factions_of(known: Mapping[str, Any], winner: str) -> Factions:
    """Who fought on either side, from the fields of the event that tells it."""
    if "attackers" in known:
        sides = known["attackers"], known["defenders"]
    else:
        won, lost = (known["winner"],), (known["loser"],)
        sides = (won, lost) if winner == "attacker" else (lost, won)
    return tuple(filter(None, sides[0])), tuple(filter(None, sides[1]))


def scenes_of(told: BattleTold, setting: Setting) -> AnyBattle:
    """The battle as pictures show it."""
    return _SCENES[told.record.system](told.record, setting)


def account_of(told: BattleTold, names: Names, turn: int) -> Account:
    """The battle as words tell it in full."""
    title = f"{names.show(place_of(names.world, told.record.clash.province))}, turn {turn}"
    return _ACCOUNTS[told.record.system](told.record, names, title)


def setting_of(
    told: BattleTold, view: World, faction: int, turn: int, looks: Looks | None = None
) -> Setting:
    """Where it was and who fought, as far as the faction's view names them."""
    province = view.find(Province, told.record.clash.province)
    ground = f"{word(province.terrain)} {province.location}" if province else ""
    one, other = (_side(view, factions, faction) for factions in told.factions)
    title = place_of(view, told.record.clash.province)
    return Setting(title, ground, turn, (one, other), looks or Looks())


def place_of(view: World, province: int) -> str:
    """What a battle there is called, such as "Battle of Aldermere"; not made safe for Discord."""
    here = view.find(Province, province)
    city = view.first(City, "province", province)
    if city is not None and city.knows("name"):
        return f"Battle of {clean(city.name)}"
    if here and any(tower.type == CASTLE for tower in view.by(Tower, "province", province)):
        return f"Battle at the castle {here.location}"
    return f"Battle at {here.location}" if here else "Battle out of sight"


def _side(view: World, factions: tuple[int, ...], faction: int) -> Side:
    known = [found for each in factions if (found := view.find(Faction, each))]
    own = faction in factions
    if not known:
        return Side("A faction" if factions else NOBODY, 0, own=own)
    first = next((each for each in known if each.id == faction), known[0])
    name = first.name + (" and allies" if len(factions) > 1 else "")
    return Side(clean(name), first.colour, first.emblem, own)
