"""The battles of Warmaster, as the strategic game calls them (`engine.battle.Contest`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.battle import BattleRecord, Clash, Engagement
from engine.dice import Dice
from engine.facts import Tagged
from engine.packs.cohorts.battle.muster import hosts
from engine.packs.warmaster.aftermath import Aftermath
from engine.packs.warmaster.battle.deployment import deploy
from engine.packs.warmaster.battle.fight import play
from engine.packs.warmaster.battle.making import made
from engine.packs.warmaster.battle.mercy import Mercy, mercy
from engine.packs.warmaster.battle.naval import Fleet, SeaEnded, Seas, sea_battle, left_of
from engine.packs.warmaster.battle.state import Battle
from engine.packs.warmaster.battle.values import SIDES, Army, Field, SideName
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.muster import Site, armies_of, site_of
from engine.state import State
from engine.world import Place
