"""Computer players of Warlords: cards by worth, slots by arm, types, relics, spells, blessings."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from engine.deciding import decide
from engine.dice import SeededDice
from engine.module.natures import PLAIN
from engine.orders import Order, Ref
from engine.packs.cohorts.cities.training import waiting_in
from engine.packs.cohorts.rivals.desk import Desk
from engine.packs.cohorts.rivals.realm import Realm
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot
from engine.packs.warlords.battle.cards import Company, Field
from engine.packs.warlords.battle.odds import exact
from engine.packs.warlords.blessing import BlessUnits, SeekBlessing
from engine.packs.warlords.college import MakeRelic
from engine.packs.warlords.content import UnitType
from engine.packs.warlords.duels import WarlordsDuels
from engine.packs.warlords.heroes import ChooseHeroType, EquipRelic, UnequipRelic
from engine.packs.warlords.magic import CastWarSpell
from engine.packs.warlords.pieces import Hero
from engine.packs.warlords.rivals import MEANS, types_and_relics
from engine.packs.warlords.rivals.ranks import in_line, slot_of
from engine.packs.warlords.rivals.worth import soldiers, worth_alone, worth_beside
from engine.rivals import Mind
from tests.packs.warlords.scene import WarScene
from tests.rules.scene import SEED


def mind(scene: WarScene) -> Mind:
    """A middling player of the plain nature, who sees what its faction sees."""
    view = scene.rules.view(scene.world, scene.ours.id)
    return Mind(scene.rules, view, scene.me.id, PLAIN, "middle", SeededDice(SEED, 1))
