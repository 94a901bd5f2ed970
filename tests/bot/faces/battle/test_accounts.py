"""The full account of a battle: everything that its record holds is told, and where from."""

import inspect
import re
from collections.abc import Iterator

import pytest

from bot.faces.battle.account import Account
from bot.faces.cohorts.battle import account as cohorts_account
from bot.faces.cohorts.battle.scenes import field_battle
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.warlords.battle import account as warlords_account
from bot.faces.warlords.battle.scenes import line_battle
from bot.faces.words.text import clean, escaped
from engine.battle import BattleRecord
from engine.facts import Tagged
from engine.packs.cohorts.battle import record as cohorts_record
from engine.packs.cohorts.battle.record import (
    Attacked,
    ChanceDrawn,
    CombatSpellCast,
    Fell,
    Fled,
    Hit,
    MoraleChecked,
    Participant,
    SpecialAttacked,
    UnitMoved,
)
from engine.packs.warlords.battle import happenings
from tests.bot.faces.battle.sample import SETTING, armies, duelled, fighter, fleets, fought
from tests.rules.adapters.battle_field import CONTENT, hero, unit
from tests.rules.adapters.battle_spells import caster
from tests.rules.scene import Scene


def account(record: BattleRecord, show=clean) -> Account:
    names = CohortsNames(Scene().world, show)
    tell = cohorts_account if record.system == "cohorts" else warlords_account
    return tell.account(record, names, "Battle of Aldermere, turn 14")


def lines(told: Account) -> list[str]:
    return [line for chapter in told.chapters for line in chapter.lines]


def classes(module: object) -> Iterator[type[Tagged]]:
    for _, cls in inspect.getmembers(module, inspect.isclass):
        if issubclass(cls, Tagged) and cls.tag and cls.__module__ == module.__name__:  # type: ignore[attr-defined]
            yield cls


@pytest.mark.rule("cohorts.turn.battle-report")
def test_every_class_of_event_in_a_record_has_words() -> None:
    told = set(cohorts_account.TELLERS.told)
    assert {cls for cls in classes(cohorts_record) if cls is not Participant} == told


@pytest.mark.rule("warlords.report")
def test_every_happening_of_a_duel_has_words() -> None:
    assert set(classes(happenings)) == set(warlords_account.TELLERS.told)


@pytest.mark.rule("cohorts.turn.battle-report")
def test_all_are_listed_in_order_of_initiative_with_where_it_comes_from() -> None:
    record = fought([unit(1, 0, initiative=3.0), hero(2, 1), unit(3, 1)])
    (array,) = [each for each in account(record).chapters if each.name == "Array"]
    found = [re.search(r"(\d+)\. .*?, (-?\d+) = (\d+) ([+−]) (\d+)", one) for one in array.lines]
    rows = [tuple(match.groups()) for match in found if match]
    assert len(rows) == 3
    values = [int(row[1]) for row in rows]
    assert values == sorted(values, reverse=True)
    for _, total, rolled, sign, added in rows:
        assert int(total) == int(rolled) + int(added) * (1 if sign == "+" else -1)


@pytest.mark.rule("cohorts.turn.battle-report")
def test_every_event_of_a_record_is_told_once() -> None:
    record = fought(armies(10, 10))
    told = lines(account(record))
    events = record.engagements[0].events

    def count(pattern: str) -> int:
        return sum(bool(re.search(pattern, line)) for line in told)

    assert count(r"(struck|shot) at \w+: damage [\d,.]+, power") == sum(
        isinstance(each, Attacked) for each in events
    )
    hits = [h for e in events if isinstance(e, Attacked | SpecialAttacked) for h in e.hits]
    assert count(r"^  (?!The retreat).*% wounds.* in all") == len(hits)
    assert count(r"moved from") == sum(isinstance(each, UnitMoved) for each in events)
    assert count(r"checked morale") == sum(isinstance(each, MoraleChecked) for each in events)
    assert count(r"left the map") == sum(isinstance(each, Fled) for each in events)
    assert count(r"^\S.* (fell|perished)[,.]") == sum(isinstance(each, Fell) for each in events)
    chance = sum(
        isinstance(e, ChanceDrawn) and not (e.cause == "initiative" and e.unit >= 0) for e in events
    )
    assert count(r"^  Chance \(") == chance


def test_damage_is_shared_by_heads_before_the_eyes_of_the_reader() -> None:
    record = fought(
        [unit(1, 0, initiative=50.0), unit(2, 1, soldiers=50), unit(3, 1, soldiers=150)]
    )
    told = lines(account(record))
    assert any("250 of the damage (50 of 200 heads)" in line for line in told), told
    assert any("750 of the damage (150 of 200 heads)" in line for line in told)


def test_morale_is_told_as_what_it_is_made_of() -> None:
    record = fought(
        [unit(1, 0, df=4.0), unit(2, 1, df=4.0, morale=90.0), hero(3, 1, level=4, df=4.0)]
    )
    told = lines(account(record))
    pattern = r"morale: ([\d.-]+) = ([\d.]+) lasting − ([\d.]+) wounds( [+−] [\d.]+ by leaders)?"
    checks = [match for line in told if (match := re.search(pattern, line))]
    assert checks
    for match in checks:
        rest = match[4].split()[:2] if match[4] else ["+", "0"]
        more = float(rest[1]) * (1 if rest[0] == "+" else -1)
        assert float(match[1]) == pytest.approx(float(match[2]) - float(match[3]) + more, abs=0.02)
    assert any(match[4] for match in checks)


def test_a_spell_is_told_with_its_targets_and_what_it_leaves() -> None:
    record = fought([hero(1, 0, name="Ysolde"), unit(2, 1)])
    (fight,) = record.engagements
    known = {"unit": 0, "spell": "ring_of_fire", "level": 6, "hex": 12, "further": (13,)}
    cast = CombatSpellCast.partly(
        **known, hits=(Hit(unit=1, wounds=12.5, after=12.5),), laid=(1,), aura=True
    )
    events = (*fight.events[:-1], cast, fight.events[-1])
    told = lines(account(record.replace(engagements=(fight.replace(events=events),))))
    at = next(n for n, line in enumerate(told) if line.startswith("Ysolde (A) cast ring of fire"))
    assert "D3 and D4" in told[at]
    assert "level 6" in told[at]
    assert "12.5% wounds" in told[at + 1]
    assert "lay on" in told[at + 2]
    assert "surrounded the caster" in told[at + 3]


@pytest.mark.rule("cohorts.turn.battle-report")
@pytest.mark.parametrize("key", CONTENT.combat_spells)
def test_any_spell_that_is_cast_is_told_and_seen(key: str) -> None:
    spell = CONTENT.combat_spells[key]
    mage = caster(1, spell.name, level=20, name="Ysolde")
    others = [unit(2, 0, slot=8), hero(5, 0, slot=9), unit(3, 1, hp=1e7), hero(4, 1, hp=1e7)]
    record = fought([mage, *others])
    names = CohortsNames(Scene().world, clean, CONTENT)
    told = lines(cohorts_account.account(record, names, "Battle"))
    (line,) = [each for each in told if " cast " in each]
    assert line.startswith(f"Ysolde (A) cast {spell.name} at ")
    assert "caster level 20: " in line
    scenes = field_battle(record, SETTING).scenes
    assert any(deed.kind == "spell" for scene in scenes for deed in scene.deeds)


def test_ships_carry_and_take_down_who_is_aboard() -> None:
    told = lines(account(fought(fleets(), terrain="sea")))
    assert any("aboard Ship 0 (A)" in line for line in told)
    assert any(re.search(r"fired at \w+, chance [\d.]+%", line) for line in told)
    assert any("perished, with Ship" in line for line in told)


@pytest.mark.parametrize("record", [fought(armies(7, 7)), duelled(20, 9)], ids=["slots", "lines"])
def test_every_chapter_goes_with_a_scene_and_none_is_lost(record: BattleRecord) -> None:
    maker = field_battle if record.system == "cohorts" else line_battle
    told, names = account(record), [scene.name for scene in maker(record, SETTING).scenes]
    parts = told.parted(names)
    assert [each for part in parts for each in part] == list(told.chapters)
    assert all(
        name in {each.name for each in part}
        for name, part in zip(names, parts, strict=True)
        if name != "Array"
    )
    assert parts[0][0].name == "Forces"
    assert parts[-1][-1].name in ("Outcome", "Victory")
    assert told.parted(["Array"]) == [list(told.chapters)]


def test_names_that_players_wrote_can_do_no_harm() -> None:
    record = fought([unit(1, 0, name="**@everyone**\n[x](http://y)"), unit(2, 1)])
    for chapter in account(record, escaped).chapters:
        assert all("@everyone" not in line and "\n" not in line for line in chapter.lines)
    text = account(record).text()
    assert "**@everyone** [x](http://y) (A)" in text


# ---------------------------------------------------------------- Warlords


def test_a_long_battle_of_lines_tells_each_clash_and_who_was_left_of_it() -> None:
    record = duelled(20, 20)
    names = [chapter.name for chapter in account(record).chapters]
    clashes = len(record.engagements)
    assert f"Clash 1 of {clashes}" in names
    assert f"Left of clash {clashes - 1}" in names
    duels = [name for name in names if name.startswith("Duel ")]
    assert duels == [f"Duel {n}" for n in range(1, len(duels) + 1)]


def test_a_fighter_without_a_name_is_called_by_its_type() -> None:
    from typing import get_args

    from engine.packs.warlords.battle.cards import Company, SideName
    from engine.packs.warlords.battle.cards import Field as Ground
    from engine.packs.warlords.system import WarlordsBattles
    from tests.bot.faces.battle.sample import CLASH
    from tests.packs.warlords.test_battle import dice

    sides = [
        (Company(side=side, fighters=(fighter(n, name="", type="Night Riders"),)),)
        for n, side in enumerate(get_args(SideName), 1)
    ]
    record = WarlordsBattles().fight(Ground(), tuple(sides), dice(), CLASH)  # type: ignore[arg-type]
    assert "Night Riders (A) against Night Riders (D)." in lines(account(record))
