"""Kings, heroes and what is theirs: who counts as a King, who leads, who carries what."""

from __future__ import annotations

import pytest

from engine.packs.kingdoms.arts.casters import RealmCaster
from engine.packs.kingdoms.arts.charming import Charmed, charmable
from engine.packs.kingdoms.arts.killing import Victim, killable
from engine.packs.kingdoms.bouts.commands import quality_bonus
from engine.packs.kingdoms.bouts.fighters import kinds_of
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.crowns.encounters import fighter_of
from engine.packs.kingdoms.crowns.healing import most_of
from engine.packs.kingdoms.crowns.heroes import most_hit_points
from engine.packs.kingdoms.crowns.paying import is_paid, pay_of
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.parting import Leave, PickUp
from engine.packs.kingdoms.pieces.abilities import NOTHING, with_level
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, MagicItem, Ruler
from tests.packs.kingdoms.crowns.frontiers import march
from tests.packs.kingdoms.crowns.table import Table, ref, rules
from tests.rules.adapters.kingdoms.words import CROWNS


@pytest.mark.rule("kingdoms.character.kinds")
@pytest.mark.parametrize("rank", ["king", "heir"])
def test_kings_and_heirs_are_not_paid_charmed_or_killed_by_a_spell(rank: str, table: Table) -> None:
    table.put(table.king(), rank=rank)
    king = table.king()
    assert king.royal
    assert not is_paid(king)
    assert all(is_paid(hero) for hero in table.heroes())
    caster = RealmCaster(alignment="Neutral", kingdom="Neutral")
    assert not charmable(caster, Charmed(alignment="Neutral", highest=0, hero=not king.royal))
    assert not killable(Victim(alignment="Neutral", hero=not king.royal))
    skill = with_level(NOTHING, "ME", 2)
    assert most_hit_points(CROWNS, king.rank, skill) == most_hit_points(CROWNS, "hero", skill) + 5


def test_the_kingdoms_alignment_is_its_kings() -> None:
    for number in (1, 2, 3, 4):
        table = Table.seated()
        assert table.crown(number).alignment == table.king(number).alignment


@pytest.mark.rule("kingdoms.alignment.change")
def test_a_hero_who_turns_undead_is_so_at_once_and_is_paid_by_it(table: Table) -> None:
    hero = table.heroes()[0]
    before = pay_of(CROWNS, table.crown(), hero)
    assert kinds_of(fighter_of(table.state(), hero)) == ()
    table.put(hero, alignment="Undead")
    assert kinds_of(fighter_of(table.state(), table.now(hero))) == ("undead",)
    assert pay_of(CROWNS, table.crown(), table.now(hero)) > before
    table.put(table.now(hero), alignment=hero.alignment)
    assert kinds_of(fighter_of(table.state(), table.now(hero))) == ()


@pytest.mark.rule("kingdoms.character.leading")
def test_armies_go_with_their_leader_and_stay_where_they_are_left(table: Table) -> None:
    king, wild = march(table)
    first, *rest = table.world.by(Army, "leader", king.id)
    orders = [
        Leave(character=ref(king), armies=(ref(first),)),
        Move(character=ref(king), to=ref(wild)),
    ]
    table.run({1: orders})
    assert (table.now(first).leader, table.now(first).holding) == (0, king.holding)
    assert {table.now(each).holding for each in rest} == {wild.id}
    table.end()
    back = table.world.get(Holding, king.holding)
    orders = [
        Move(character=ref(king), to=ref(back)),
        PickUp(character=ref(king), armies=(ref(first),)),
    ]
    table.run({1: orders})
    assert table.now(first).leader == king.id


@pytest.mark.rule("kingdoms.character.possessions")
def test_two_items_of_one_name_do_not_add_up_and_different_ones_do(table: Table) -> None:
    hero = table.heroes()[0]
    artifacts = rules().module.content(EncounterContent).artifacts
    talisman = next(each for each in artifacts.values() if each.hit_points)
    banner = next(each for each in artifacts.values() if each.banner)
    bare = most_of(table.world, rules().module, hero)
    for _ in range(2):
        table.world.add(MagicItem, item=talisman.key, holder=hero.place)
        assert most_of(table.world, rules().module, hero) == bare + talisman.hit_points
    assert quality_bonus([banner, banner], "human", "LE") == banner.banner
    crown = next(each for each in artifacts.values() if each.command)
    assert crown.command
    race = crown.command.races[0] if crown.command.races else "dragon"
    kind = crown.command.types[0] if crown.command.types else "DR"
    both = quality_bonus([banner, crown], race, kind)
    assert both == banner.banner + crown.command.quality


@pytest.mark.rule("kingdoms.mapping.character")
def test_a_character_is_one_record_that_is_stored_whole(table: Table) -> None:
    for ruler in table.world.all(Ruler):
        assert Ruler.load(ruler.dump()) == ruler
        assert len(ruler.skill) == len(ruler.aptitude) == 15
        assert ruler.plan == ("ME",)
    assert table.world.get(Crown, 1).king == table.king().id
