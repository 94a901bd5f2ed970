"""The small pack ends a campaign by its own rule, and says how players stand."""

import pytest

from engine.ending import CampaignEnded, Ending, Tally
from engine.packs import Rules
from tests.packs.seam.pack import TROPHIES
from tests.packs.seam.scene import RULES, BorderScene
from tests.packs.seam.valour import Trophy
from tests.rules.scene import module


def collected(count: int) -> BorderScene:
    """I have that many trophies, and an enemy has one."""
    scene = BorderScene()
    enemy = scene.someone("at_war")
    for player in [scene.me] * count + [enemy]:
        scene.world.add(Trophy, player=player.id, province=1, turn=1)
    return scene


def test_players_stand_by_their_trophies() -> None:
    scene = collected(3)
    mine, theirs = RULES.standings(scene.world)
    assert (mine.who, mine.rank, mine.points) == (scene.me.place, 1, 30)
    assert mine.made_of == (Tally(what="trophies", count=3, points=30),)
    assert (theirs.rank, theirs.points) == (2, 10)
    assert RULES.standing is not Rules.of(module()).standing


@pytest.mark.parametrize("count, over", [(TROPHIES - 1, False), (TROPHIES, True)])
def test_the_campaign_is_over_when_a_player_has_trophies_enough(count: int, over: bool) -> None:
    scene = collected(count)
    ran = scene.run()
    told = ran.events(CampaignEnded)
    assert bool(told) is over is scene.state().now.over
    for event in told:
        assert event.ending == Ending(reason="trophies", victors=(scene.me.place,))
        assert event.standings[0].who == scene.me.place
