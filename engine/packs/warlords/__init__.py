"""Warlords as a rule pack: the world of Cohorts, fought stack against stack.

The battle itself stands in `battle`, and touches no world; `muster` leads from the world to it and
`aftermath` back. The other files are the orders and steps of a campaign (warlords.map.orders).
"""

from engine.battle import BATTLE
from engine.duels import BalanceGoal
from engine.packs import Limit, Pack, Step
from engine.packs.warlords import (
    aftermath,
    blessing,
    college,
    crowding,
    heroes,
    magic,
    rivals,
    starting,
    training,
)
from engine.packs.warlords.duels import WarlordsDuels
from engine.packs.warlords.system import WarlordsBattles

PACK = Pack(
    name="warlords",
    builds_on=("cohorts",),
    events=(
        aftermath.WarlordsBattleFought,
        blessing.StackBlessed,
        blessing.BlessedByChurch,
        college.RelicMade,
        heroes.HeroTypeChosen,
        heroes.RelicEquipped,
        magic.WarSpellCast,
        training.TroopsTrained,
    ),
    orders=(
        starting.JoinWarlords,
        training.TrainTroops,
        heroes.ChooseHeroType,
        heroes.EquipRelic,
        heroes.UnequipRelic,
        magic.CastWarSpell,
        blessing.SeekBlessing,
        blessing.BlessUnits,
        college.MakeRelic,
    ),
    drops={"orders": ("set directive", "set combat-spell")},
    monthly=(Step("war-spells", "War spells end", magic.end_of_month),),
    closing=(
        Step("heroes", "Who is new becomes a hero", heroes.enlist),
        Step("upheld", "War spells end with who keeps them up", magic.end_of_tick),
    ),
    found=starting.found,
    rival=rivals.PLAY,
    duels=WarlordsDuels(),
    balance=(BalanceGoal(),),
    contests={BATTLE: WarlordsBattles()},
    limits=(Limit("crowding", crowding.crowded),),
    # A forecast takes all that a card, its state and its place in the line are made of.
    reading=("level", "slot", "ship", "wounds", "statuses", "talents", "equipment", "ext"),
)
