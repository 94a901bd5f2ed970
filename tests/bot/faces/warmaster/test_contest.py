"""Battles of Warmaster as factions were told of them: in the campaign, pitched, and at sea."""

from typing import Any

import pytest

from bot import faces
from bot.faces.contests import Seen, seen
from bot.faces.words.text import clean
from engine.packs.warmaster.aftermath import WarmasterFought
from engine.packs.warmaster.pitched.contest import PitchedFought
from tests.packs.warmaster.scene import MusterScene
from tests.packs.warmaster.test_aftermath import Fleets
from tests.packs.warmaster.test_pitched import Duel


def shown(scene: MusterScene, entries: Any, kind: type, faction: int) -> Seen | None:
    """The battle of the first event of a kind, as a faction was told of it."""
    told = (entry.for_(faction) for entry in entries if isinstance(entry.event, kind))
    event = next((each for each in told if each is not None), None)
    if event is None:
        return None
    view = scene.rules.view(scene.world, faction)
    return seen(faces.of(scene.rules), event, view, faction, 4)


@pytest.mark.rule("warmaster.report")
def test_a_battle_of_the_campaign_is_named_by_its_place_and_sides() -> None:
    scene = MusterScene()
    foe = scene.someone("at_war")
    mine, theirs = scene.stack(5, 5), scene.stack(5, 5, foe)
    for number in range(3):
        scene.troop(mine, "knights", name=f"Lance {number}")
    scene.troop(theirs, "tusk-warriors", foe, name="Drummers")
    scene.battle(scene.clash(mine, theirs))
    found = shown(scene, scene.entries, WarmasterFought, scene.ours.id)
    assert found is not None
    setting = found.setting
    assert setting.title == "Battle at 5,5"
    assert [side.role for side in setting.sides] == ["Attacker", "Defender"]
    assert [side.own for side in setting.sides] == [True, False]
    battle = found.battle()
    assert battle.winner == ("attacker", "defender").index(found.told.record.winner)
    told = found.account(clean).text()
    assert "2 Lance 1 (A): " in told
    assert "1 Drummers (D): " in told
    assert "The attackers: Crown Marches, 330 points of units" in told


@pytest.mark.rule("warmaster.map.naval")
def test_a_battle_at_sea_is_shown_as_fleets() -> None:
    fleets = Fleets()
    scene = fleets.scene
    scene.battle(scene.clash(fleets.mine, fleets.theirs))
    found = shown(scene, scene.entries, WarmasterFought, scene.ours.id)
    assert found is not None
    assert getattr(found.battle(), "naval", False)
    assert "1 dragon ship (A)" in found.account(clean).text().replace("dragon_ship", "dragon ship")


# ---------------------------------------------------------------- pitched battles


@pytest.fixture(scope="module")
def pitched() -> tuple[Duel, Any]:
    """A pitched battle that was fought, told to both players alone."""
    duel = Duel()
    assert not duel.challenge().refused
    ran = duel.accept()
    assert not ran.refused
    return duel, ran.entries


@pytest.mark.rule("warmaster.battle.kinds")
def test_a_pitched_battle_is_between_two_players_and_nowhere(pitched: tuple[Duel, Any]) -> None:
    duel, entries = pitched
    found = shown(duel.scene, entries, PitchedFought, duel.scene.ours.id)
    assert found is not None
    setting = found.setting
    assert setting.title == "Pitched battle"
    assert setting.subtitle.startswith("1,000 points, ")
    names = [duel.scene.me.name, duel.foe.name]
    assert [side.name for side in setting.sides] == names
    assert [side.factions for side in setting.sides] == [(name,) for name in names]
    assert [side.own for side in setting.sides] == [True, False]
    told = found.account(clean).text()
    assert "The attackers: Crown Marches" in told
    assert "The defenders: Redtusk Horde" in told


@pytest.mark.rule("warmaster.battle.kinds")
def test_a_pitched_battle_that_was_not_open_is_told_nobody_else(pitched: tuple[Duel, Any]) -> None:
    duel, entries = pitched
    assert shown(duel.scene, entries, PitchedFought, duel.third.faction) is None
    for player in (duel.scene.me, duel.foe):
        assert shown(duel.scene, entries, PitchedFought, player.faction) is not None


@pytest.mark.rule("warmaster.battle.kinds")
def test_an_open_pitched_battle_is_seen_by_others_with_nobody_as_their_own() -> None:
    duel = Duel()
    duel.challenge(tell_all=True, terrain="forest")
    ran = duel.accept(tell_all=True)
    found = shown(duel.scene, ran.entries, PitchedFought, duel.third.faction)
    assert found is not None
    assert found.setting.subtitle == "1,000 points, forest"
    assert not any(side.own for side in found.setting.sides)
    assert [side.name for side in found.setting.sides] == [duel.scene.me.name, duel.foe.name]


@pytest.mark.rule("warmaster.battle.kinds")
def test_of_two_players_of_one_faction_neither_side_is_the_own(pitched: tuple[Duel, Any]) -> None:
    duel, entries = pitched
    (entry,) = [each for each in entries if isinstance(each.event, PitchedFought)]
    event = entry.event
    event = event.replace(challenged=event.challenger)
    found = seen(faces.of(duel.scene.rules), event, duel.scene.view(), duel.scene.ours.id, 4)
    assert found is not None
    assert [side.own for side in found.setting.sides] == [False, False]
