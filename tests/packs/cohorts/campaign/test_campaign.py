"""How campaigns end, what is left of who is out, and what the world hears of it."""

from __future__ import annotations

import pytest

from engine.ending import CampaignEnded
from engine.packs.cohorts.campaign.elimination import FactionOut, PlayerOut
from engine.packs.cohorts.campaign.winning import TITLE, DominionHeld, DominionLost
from engine.packs.cohorts.diplomacy.votes import Vote
from tests.rules.adapters.campaign import Race, victors

SHARE = {"percent": 60, "productions": 2}


@pytest.mark.rule("cohorts.campaign.end")
def test_a_share_is_counted_in_a_row_and_all_the_world_hears_of_it() -> None:
    race = Race({"share": SHARE})
    cities = [race.city(n, 3, None) for n in range(5)]
    race.side("b")
    race.hold(cities, {"a": 3, "b": 1})
    (held,) = race.produce().events(DominionHeld)
    assert (held.faction, held.productions, held.needed) == (race.side("a").faction, 1, 2)
    race.hold(cities, {"a": 2, "b": 2})
    ran = race.produce()
    assert ran.events(DominionLost)
    assert not ran.events(DominionHeld)
    race.hold(cities, {"a": 3, "b": 1})
    assert victors(race, race.produce()) == []
    assert victors(race, race.produce()) == ["a"]


@pytest.mark.rule("cohorts.campaign.end")
@pytest.mark.parametrize("together", [False, True])
def test_allies_win_together_where_the_module_says_so(together: bool) -> None:
    race = Race({"last_standing": True, "allies_together": together})
    for name in "abc":
        race.side(name)
    race.relation("a", "b", "allied")
    race.change(race.heroes(race.side("c"))[0], dead=True)
    assert victors(race, race.produce()) == (["a", "b"] if together else [])


@pytest.mark.rule("cohorts.campaign.end")
def test_a_living_holder_of_the_title_wins() -> None:
    race = Race({"title": "dragonslayer"})
    hero = race.heroes(race.side("a"))[0]
    race.side("b")
    race.change(hero, titles=("dragonslayer",), dead=True)
    assert victors(race, race.produce()) == []
    race.change(hero, dead=False)
    assert race.produce().events(CampaignEnded)[0].ending.reason == TITLE


@pytest.mark.rule("cohorts.campaign.elimination")
def test_what_is_left_of_who_is_out_lies_loose_and_captives_are_free() -> None:
    race = Race({"last_standing": True})
    out, other = race.side("a"), race.side("b")
    race.side("c")
    hero = race.heroes(out)[0]
    stack = race.stack(4, 4, out)
    race.change(hero, dead=True, holder=stack.place)
    captive = race.character(stack, other, captor=out.id)
    agent = race.agent(stack, out)
    race.items(stack, gold=3)
    race.world.add(Vote, player=out.id, target=other.faction, matter="war")
    ran = race.produce()
    assert [each.player for each in ran.events(PlayerOut)] == [out.id]
    assert [each.faction for each in ran.events(FactionOut)] == [out.faction]
    ground = race.at(4, 4)
    assert race.gone(stack)
    assert race.gone(agent)
    assert race.held(ground) == {"gold": 3}
    assert race.now(hero).holder == ground.place
    assert (race.now(captive).captor, race.now(captive).holder) == (0, ground.place)
    assert not list(race.world.by(Vote, "player", out.id))
    assert race.now(out).idle
    assert not race.produce().events(PlayerOut), "it is told once"
