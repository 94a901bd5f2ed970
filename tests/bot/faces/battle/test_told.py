"""A battle as a faction was told of it: names from its view, events as they are stored."""

import pytest

from bot import faces
from bot.faces.battle.told import (
    NOBODY,
    BattleTold,
    both_sides,
    factions_of,
    record_in,
    side_of,
    winner_of,
)
from bot.faces.cohorts.battle.setting import place_of
from bot.faces.contests import seen
from bot.faces.words.text import clean
from engine.battle import BattleRecord
from engine.campaign import Faction
from engine.events import Entry, Event, read
from engine.packs.cohorts.battle.told import BattleFought, ForceBeaten
from engine.packs.warlords.aftermath import WarlordsBattleFought as WarBattle
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
    told = read(scene.rules.events, entry.dump_for(scene.ours.id, ())).event
    shown = faces.of(scene.rules)
    view = scene.view()
    found = seen(shown, told, view, scene.ours.id, 7)
    assert found is not None
    assert found.contest.name == system
    setting = found.setting
    assert setting.title == f"Battle of {city.name}"
    assert setting.subtitle.endswith("3,3")
    assert [side.own for side in setting.sides] == [False, True]
    assert [side.role for side in setting.sides] == ["Attacker", "Defender"]
    assert setting.sides[1].name == scene.ours.name
    battle = found.battle()
    account = found.account(clean)
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
    one, other = both_sides(
        BattleTold(scene.rules, event, event.record, scene.view(), scene.ours.id, 1)
    )
    assert one.name == f"{scene.ours.name} and allies", "the reader's own faction stands first"
    assert one.own
    assert sorted(one.factions) == sorted(each.name for each in scene.world.all(Faction))
    assert (other.name, other.colour, other.own, other.factions) == (NOBODY, 0, False, ())


def test_a_side_of_factions_out_of_sight_is_no_neutral_one() -> None:
    scene = Scene()
    record = fought(armies(1, 1))
    event = BattleFought(province=1, attackers=(), defenders=(), record=record)
    told = BattleTold(scene.rules, event, record, scene.view(), scene.ours.id, 1)
    assert side_of(told, (999,)).name == "A faction"
    assert side_of(told, ()).name == NOBODY


def test_a_place_is_called_by_its_city_or_else_by_where_it_lies() -> None:
    scene = Scene()
    scene.city(3, 3, scene.me, name="Aldermere")
    view = scene.view()
    assert place_of(view, scene.at(3, 3).id) == "Battle of Aldermere"
    assert place_of(scene.world, scene.at(5, 5).id) == "Battle at 5,5"
    assert place_of(view, 999_999) == "Battle out of sight"


# ---------------------------------------------------------------- events


def event(record: BattleRecord) -> BattleFought:
    return BattleFought(province=1, attackers=(1, 3), defenders=(), record=record)


def test_the_event_of_a_battle_is_told_from_others() -> None:
    record = fought(armies(1, 1))
    assert record_in(event(record)) == record
    spot = Place("stack", 1)
    beaten = ForceBeaten(force=spot, name="", province=1, to=1, scattered=False, pieces=(), lost={})
    assert record_in(beaten) is None
    assert record_in(event(record).only(("province",))) is None
    assert record_in(event(duelled(0, 0))) is None, "nothing happened in it"


def test_a_battle_is_shown_by_the_face_of_its_system_and_not_at_all_without_one() -> None:
    scene = Scene()
    record, shown = fought(armies(1, 1)), faces.of(scene.rules)
    assert list(shown.contests) == ["cohorts"]
    assert list(faces.of(WarScene().rules).contests) == ["cohorts", "warlords"]
    assert seen(shown, event(record), scene.view(), 1, 1) is not None
    strange = event(record.replace(system="unheard of"))
    assert seen(shown, strange, scene.view(), 1, 1) is None


def test_the_factions_of_both_sides_are_read_from_whatever_fields_the_event_has() -> None:
    record = fought(armies(1, 1))
    assert factions_of(event(record), "attacker") == ((1, 3), ())
    won = event_of(duelled(1, 1).replace(system="warlords"), 1, 2, 5)
    assert isinstance(won, WarBattle)
    known = won.replace(winner=2, loser=5)
    assert factions_of(known, "defender") == ((5,), (2,))
    assert factions_of(known.replace(loser=0), "attacker") == ((2,), ())
    neither = event(record).only(("province", "record"))
    assert factions_of(neither, "attacker") == ((), ())


@pytest.mark.parametrize("winner, side", [("attacker", 0), ("defender", 1), ("none", None)])
def test_the_winner_of_a_record_is_a_side_or_nobody(winner: str, side: int | None) -> None:
    record = fought(armies(1, 1))
    last = record.engagements[-1].replace(winner=winner)
    assert winner_of(record.replace(engagements=(last,))) == side
