"""What is told of orders that players have carried out at once."""

import pytest

from engine.packs.warmaster.pitched.buying import BuyArmy
from engine.packs.warmaster.pitched.challenging import AcceptChallenge, SendChallenge
from engine.packs.warmaster.pitched.records import BoughtArmy, Challenge
from tests.bot.reports.test_tick_messages import Told, tick
from tests.packs.warmaster.scene import MusterScene
from tests.packs.warmaster.test_pitched import CROWN, HORDE
from tests.rules.scene import ref


class Table:
    """Two players of two factions who do things at once."""

    def __init__(self) -> None:
        self.scene = MusterScene()
        self.foe = self.scene.someone("neutral")
        self.third = self.scene.someone("at_war")
        self.roles = [f"faction:{each}" for each in (self.scene.ours.id, self.foe.faction)]

    def do(self, order, player: int | None = None) -> Told:
        outcome, told = tick(self.scene, {player or self.scene.me.id: (order,)}, "setup")
        self.scene.world = outcome.world
        return told


@pytest.mark.rule("warmaster.battle.kinds")
@pytest.mark.parametrize("open_", [True, False])
def test_both_are_told_of_challenge_and_battle_and_nobody_of_an_army(open_: bool) -> None:
    table = Table()
    assert not table.do(BuyArmy(**CROWN)).messages
    assert not table.do(BuyArmy(**HORDE), table.foe.id).messages
    mine, theirs = table.scene.world.all(BoughtArmy)
    sent = SendChallenge(player=ref(table.foe), army=ref(mine), tell_all=open_)
    told = table.do(sent)
    assert "challenged" in told.text(table.roles[0])
    assert "Needs you" in told.text(table.roles[1])
    assert not told.to(f"faction:{table.third.faction}")
    assert not told.to("moderators"), "the host did nothing"
    (challenge,) = table.scene.world.all(Challenge)
    accepted = AcceptChallenge(challenge=ref(challenge), army=ref(theirs), tell_all=True)
    fought = table.do(accepted, table.foe.id)
    for role in table.roles:
        assert "ladder of duels" in fought.text(role)
        assert sum(bool(each.images) for each in fought.to(role)) == 1, "its picture"
    assert bool(fought.to("herald")) == open_
    assert not fought.to(f"faction:{table.third.faction}")
