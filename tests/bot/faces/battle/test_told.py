"""A battle as a faction was told of it: names from its view, events as they are stored."""

import pytest

from bot.faces.battle.told import NOBODY, account_of, battle_in, place_of, scenes_of, setting_of
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.text import clean
from engine.battle import BattleRecord
from engine.events import Entry, Event, read
from engine.packs.cohorts.battle.told import BattleFought
from engine.packs.warlords.aftermath import BattleFought as WarBattle
from engine.world import Place
from tests.bot.faces.battle.sample import armies, duelled, fought
from tests.packs.warlords.scene import WarScene
from tests.rules.scene import Scene


def event_of(record: BattleRecord, province: int, mine: int, theirs: int) -> Event:
    record = record.replace(clash=record.clash.replace(place=Place("province", province)))
    if record.system == "cohorts":
        return BattleFought(
            province=province, attackers=(mine,), defenders=(theirs,), record=record
        )
    won, lost = (mine, theirs) if record.winner == "attacker" else (theirs, mine)
    return WarBattle(
        province=province,
        winner=won,
        loser=lost,
        fell=(),
        beaten=(),
        saved=(),
        prisoners=(),
        medals=(),
        spoils={},
        xp=0,
        record=record,
    )


@pytest.mark.parametrize("system", ["cohorts", "warlords"])
def test_a_stored_battle_is_read_back_and_shown_as_it_was_told(system: str) -> None:
    scene = Scene() if system == "cohorts" else WarScene()
    foe = scene.someone("at_war")
    spot, city = scene.at(3, 3), scene.city(3, 3, scene.me)
    record = fought(armies(4, 3)) if system == "cohorts" else duelled(4, 3)
    event = event_of(record, spot.id, foe.faction, scene.ours.id)
    entry = Entry(event, {scene.ours.id: event})
    told = battle_in(read(scene.rules.events, entry.dump_for(scene.ours.id, ())).event)
    assert told is not None
    assert told.factions == ((foe.faction,), (scene.ours.id,))
    setting = setting_of(told, scene.view(), scene.ours.id, 7)
    assert setting.title == f"Battle of {city.name}"
    assert setting.subtitle.endswith("3,3")
    assert [side.own for side in setting.sides] == [False, True]
    assert setting.sides[1].name == scene.ours.name
    battle = scenes_of(told, setting)
    account = account_of(told, CohortsNames(scene.view(), clean, None), 7)
    assert account.title == f"Battle of {city.name}, turn 7"
    assert battle.winner == (record.winner == "defender")
    assert account.parted([each.name for each in battle.scenes])[-1]


def test_allies_and_neutrals_are_called_so() -> None:
    scene = Scene()
    foe = scene.someone("at_war")
    event = BattleFought(
        province=scene.at(3, 3).id,
        attackers=(foe.faction, scene.ours.id),
        defenders=(),
        record=fought(armies(1, 1)),
    )
    told = battle_in(event)
    assert told is not None
    one, other = setting_of(told, scene.view(), scene.ours.id, 1).sides
    assert one.name == f"{scene.ours.name} and allies", "the reader's own faction stands first"
    assert one.own
    assert (other.name, other.colour, other.own) == (NOBODY, 0, False)


def test_a_place_is_called_by_its_city_or_else_by_where_it_lies() -> None:
    scene = Scene()
    scene.city(3, 3, scene.me, name="Aldermere")
    view = scene.view()
    assert place_of(view, scene.at(3, 3).id) == "Battle of Aldermere"
    assert place_of(scene.world, scene.at(5, 5).id) == "Battle at 5,5"
    assert place_of(view, 999_999) == "Battle out of sight"
