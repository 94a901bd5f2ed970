"""How battles of Warmaster are shown: those of the campaign, at sea too, and pitched ones.

Sources: warmaster.report, warmaster.battle.kinds.
"""

from __future__ import annotations

from typing import Final

from bot.faces.battle.scene import Setting, Side
from bot.faces.battle.told import ROLES, BattleTold, side_of
from bot.faces.cohorts.battle.contest import SIGNS
from bot.faces.cohorts.battle.setting import setting_of as setting_in_world
from bot.faces.cohorts.looks import land_of
from bot.faces.contests import Contest
from bot.faces.warmaster.battle.account import account
from bot.faces.warmaster.battle.scenes import field_battle
from bot.faces.words.text import clean
from engine.campaign import Player
from engine.packs.cohorts.content import Content
from engine.packs.warmaster.pitched.contest import PitchedFought
from engine.packs.warmaster.system import NAME


def setting_of(told: BattleTold) -> Setting:
    """Where a battle was and between whom; a pitched one was nowhere in the world."""
    if isinstance(told.event, PitchedFought):
        return _pitched(told)
    return setting_in_world(told)


def _pitched(told: BattleTold) -> Setting:
    """The setting of a pitched battle: its points and terrain, between two players."""
    known = told.event.known()
    content = told.rules.module.content(Content)
    parts: list[str] = []
    if known.get("points"):
        parts.append(f"{known['points']:,} points")
    terrain = known.get("terrain", "")
    if terrain in content.terrains:
        parts.append(land_of(content, terrain).label.lower())
    players = known.get("challenger", 0), known.get("challenged", 0)
    found = [told.view.find(Player, player) for player in players]
    mine = [each is not None and each.faction == told.faction for each in found]
    one, other = (
        _side(told, player, role, own=own and not all(mine))
        for player, role, own in zip(found, ROLES, mine, strict=True)
    )
    return Setting("Pitched battle", ", ".join(parts), told.turn, (one, other))


def _side(told: BattleTold, player: Player | None, role: str, *, own: bool) -> Side:
    """A player as a side, in the colours of the faction."""
    if player is None:
        return Side("A player", 0, role=role)
    look = side_of(told, (player.faction,) if player.faction else (), role)
    name = clean(player.name)
    return Side(name, look.colour, look.emblem, own, role, (name,))


FIELDS: Final = Contest(
    name=NAME,
    rule="warmaster.report",
    setting=setting_of,
    battle=field_battle,
    account=account,
    signs=SIGNS,
)
