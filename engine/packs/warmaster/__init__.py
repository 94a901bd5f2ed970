"""Warmaster as a rule pack: the world of Cohorts, fought on a field of hexes by armies of points.

The battle itself stands in `battle`, and touches no world; `muster` leads from the world to it and
`aftermath` back. The other files are the orders and steps of a campaign (warmaster.map.orders), and
`pitched` the battles that are fought for honour alone.
"""

from engine.battle import BATTLE
from engine.duels import BalanceGoal
from engine.packs import Pack, Step
from engine.packs.warmaster import aftermath, college, standing, starting, training
from engine.packs.warmaster.orders import (
    casting,
    commanding,
    deploying,
    directing,
    doctrine,
    equipping,
)
from engine.packs.warmaster.pitched import arranging, buying, challenging, contest, records
from engine.packs.warmaster.pitched.duels import WarmasterDuels
from engine.packs.warmaster.rivals import PLAY
from engine.packs.warmaster.system import WarmasterBattles

PACK = Pack(
    name="warmaster",
    builds_on=("cohorts",),
    records=(
        standing.UnitPost,
        standing.LeaderPost,
        standing.Brigade,
        standing.Doctrine,
        records.BoughtArmy,
        records.Challenge,
        records.Rung,
    ),
    events=(
        aftermath.WarmasterFought,
        arranging.ArmyArranged,
        arranging.ArmyDismissed,
        arranging.OfficerPosted,
        buying.ArmyBought,
        casting.SpellOrderSet,
        challenging.ChallengeEnded,
        challenging.ChallengeSent,
        college.MagicItemMade,
        commanding.CharacterPosted,
        commanding.CommanderNamed,
        contest.PitchedFought,
        deploying.UnitDeployed,
        directing.BrigadeChanged,
        directing.DirectiveGiven,
        doctrine.DoctrineSet,
        doctrine.ItemUseSet,
        equipping.ItemCarried,
        training.RegimentsTrained,
    ),
    orders=(
        starting.JoinWarmaster,
        training.TrainRegiments,
        college.MakeMagicItem,
        commanding.NameCommander,
        commanding.PostCharacter,
        deploying.DeployUnit,
        directing.GiveDirective,
        directing.FormBrigade,
        directing.DissolveBrigade,
        doctrine.SetBoldness,
        doctrine.SetKeepLine,
        doctrine.SetItemUse,
        casting.SetSpellOrder,
        equipping.EquipMagicItem,
        equipping.UnequipMagicItem,
        buying.BuyArmy,
        arranging.ArrangeUnit,
        arranging.PostOfficer,
        arranging.DismissArmy,
        challenging.SendChallenge,
        challenging.AcceptChallenge,
        challenging.DeclineChallenge,
        challenging.SetPitchedBattle,
    ),
    drops={"orders": ("set directive", "set combat-spell")},
    closing=(
        Step("regiments", "Who is new is noted by the army lists", starting.enlist),
        Step("posts of armies", "Posts of those who are gone end", standing.tidy),
        Step("challenges", "Challenges lapse that nobody met", challenging.lapse),
    ),
    views=(standing.VIEW, records.VIEW),
    found=starting.found,
    contests={BATTLE: WarmasterBattles(), contest.PITCHED: contest.PitchedBattles()},
    duels=WarmasterDuels(),
    balance=tuple(
        BalanceGoal(points, peoples=(40, 60), attacker=45) for points in (1000, 1500, 2000)
    ),
    rival=PLAY,
    # A forecast takes all that a unit, its wounds and its place in the line are made of.
    reading=("level", "slot", "ship", "wounds", "equipment", "ext"),
)
