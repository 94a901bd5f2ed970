"""What plans of a kingdom say of land and people that it does not know enough of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from bot import faces
from bot.host import asking
from bot.orders.texts import order_line, outcome, preview_pages
from engine.orders import Order, Queued, parameters
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.provinces import adjacent, ground_of
from engine.packs.kingdoms.crowns.ventures.casting import Cast
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.parting import Leave
from engine.packs.kingdoms.crowns.ventures.recruiting import Hire, Recruit, fee_of
from engine.packs.kingdoms.crowns.ventures.searching import Search
from engine.packs.kingdoms.crowns.ventures.working import Explore, Practice
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, Ruler, Site
from engine.preview import Plan, plan
from tests.packs.kingdoms.crowns.table import Table, ref, rules


def out_of_sight(table: Table) -> list[Holding]:
    """A way for the first King over land: home, own border, and two provinces nobody has."""
    content = rules().module.content(ArmyContent)

    def steps(here: int, owner: int) -> Iterator[Holding]:
        for id in adjacent(table.world, here):
            there = table.world.get(Holding, id)
            if there.owner == owner and not ground_of(content, there).sea:
                yield there

    home = table.crown().home
    for border in steps(home, 1):
        for first in steps(border.id, 0):
            for second in steps(first.id, 0):
                return [table.world.get(Holding, home), border, first, second]
    raise LookupError("no way leads out of the kingdom")


def foresee(table: Table, *orders: Order) -> Plan:
    view = rules().view(table.world, table.crown().faction)
    queued = tuple(Queued(f"o{n}", order) for n, order in enumerate(orders, start=1))
    return plan(rules(), view, table.crown().player, queued)


def on_foot(table: Table) -> Ruler:
    """The first King, whose ships stay in the harbour."""
    king, content = table.king(), rules().module.content(ArmyContent)
    for army in list(table.world.by(Army, "leader", king.id)):
        if content.army_types[army.type].sails:
            table.put(army, leader=0)
    return king


def marched(table: Table, king: Ruler, way: Sequence[Holding], *more: Order) -> Plan:
    return foresee(table, *(Move(character=ref(king), to=ref(step)) for step in way), *more)


def words(made: Plan, key: str) -> str:
    """What the plan says of an order."""
    names = faces.of(rules()).names(made.world, planned=True)
    return outcome(made.of(key), names)


def test_a_march_goes_on_into_land_whose_owner_is_not_known() -> None:
    table = Table.seated()
    king = on_foot(table)
    _, *way = out_of_sight(table)
    stranger = next(each for each in table.world.all(Ruler) if not each.crown)
    table.put(stranger, holding=way[1].id)
    made = marched(table, king, way[:2])
    assert [each.outcome for each in made.orders] == ["done", "done"]
    assert made.world.get(Ruler, king.id).holding == way[1].id


def test_who_will_own_land_that_is_marched_into_is_left_open() -> None:
    table = Table.seated()
    king = on_foot(table)
    _, *way = out_of_sight(table)
    (army, *_) = table.world.by(Army, "leader", king.id)
    left = Leave(character=ref(king), armies=(ref(army),))
    recruited = Recruit(character=ref(king), army="GA")
    made = marched(table, king, way[:2], left, recruited)
    assert [each.outcome for each in made.orders] == ["done", "done", "unforeseen", "unforeseen"]
    assert "who owns that province" in words(made, "o3")
    at_home = foresee(table, left)
    assert [each.outcome for each in at_home.orders] == ["done"]


def test_how_a_guardian_takes_a_search_is_left_open() -> None:
    table = Table.seated()
    hero = table.heroes()[0]
    site = next(each for each in table.world.all(Site) if each.being)
    table.put(site, holding=hero.holding, known_to=(1,))
    made = foresee(table, Search(character=ref(hero), feature=ref(site)))
    assert "would meet" in words(made, "o1")


@pytest.mark.rule("kingdoms.feature.hoards")
def test_a_search_is_foreseen_with_what_there_is_to_gain() -> None:
    table = Table.seated()
    king = table.king()
    site = next(each for each in table.world.all(Site) if each.feature == "oracle" and each.being)
    table.put(site, holding=king.holding, known_to=(1,))
    told = words(foresee(table, Search(character=ref(king), feature=ref(site))), "o1")
    assert "Its hoard holds 2 to 20 gold and an item at 10%." in told
    assert "each Search shows where another feature of the world lies" in told
    table.put(table.now(site), gold=999)
    assert words(foresee(table, Search(character=ref(king), feature=ref(site))), "o1") == told


def test_a_chance_is_told_once_and_what_a_deed_may_teach_not_at_all() -> None:
    table = Table.seated()
    king = table.king()
    _, border, *_ = out_of_sight(table)
    went = marched(table, on_foot(table), [border])
    assert "chance" not in words(went, "o1")
    practised = foresee(table, Practice(character=ref(king), ability="White Magic"))
    assert words(practised, "o1").count("chance") == 1


def test_who_explores_is_told_how_likely_somebody_is_met() -> None:
    table = Table.seated()
    hero = table.heroes()[0]
    _, border, *_ = out_of_sight(table)
    moved = Move(character=ref(hero), to=ref(border))
    explored = Explore(character=ref(hero))
    assert "% to meet somebody by chance" in words(foresee(table, moved, explored), "o2")


@pytest.mark.rule("kingdoms.economy.hiring")
def test_what_a_hero_asks_and_how_likely_he_comes_is_told_beforehand() -> None:
    table = Table.seated()
    king, crown = table.king(), table.crown()
    free = next(each for each in table.world.all(Ruler) if not each.crown and not each.royal)
    table.put(free, holding=king.holding, alignment=crown.alignment, died=0)
    made = foresee(table, Hire(character=ref(king), hero=ref(free)))
    hero = table.world.get(Ruler, free.id)
    fee = fee_of(rules().module.content(RulerContent), crown, hero)
    told = f"would try to hire {hero.name}, who asks {fee} gold or more. (chance 70%)"
    assert told in words(made, "o1")
    assert made.world.get(Crown, crown.id).treasury == crown.treasury - fee
    table.put(crown, treasury=fee - 1)
    poor = foresee(table, Hire(character=ref(king), hero=ref(free)))
    assert f"asks {fee} gold or more, and your treasury holds {fee - 1}" in words(poor, "o1")


def test_an_order_is_read_back_by_the_names_of_what_has_none_of_its_own() -> None:
    table = Table.seated()
    king = table.king()
    site = next(each for each in table.world.all(Site) if each.being)
    table.put(site, holding=king.holding, known_to=(1,))
    view = rules().view(table.world, table.crown().faction)
    line = order_line(Queued("k1", Search(character=ref(king), feature=ref(site))), view, rules())
    names = faces.of(rules()).names(view, str)
    assert line.endswith(f"feature {names.thing(site.place)}")


def test_a_blessing_is_offered_for_all_land_the_home_first() -> None:
    table = Table.seated()
    king = table.king()
    view = rules().view(table.world, table.crown().faction)
    state = asking(rules(), view, table.crown().player)
    asks = next(each for each in parameters(Cast) if each.name == "target").asks
    assert asks
    offered = list(asks.among(state, {"character": ref(king), "spell": "Bless Province"}))
    assert len(offered) == view.count(Holding)
    assert offered[0].value == str(ref(table.world.get(Holding, king.holding)))


def test_a_preview_says_in_which_phase_each_order_takes_effect() -> None:
    table = Table.seated()
    king = on_foot(table)
    army = next(iter(table.world.by(Army, "leader", king.id)))
    orders = (
        Recruit(character=ref(king), army="LE"),
        Explore(character=ref(king)),
        Leave(character=ref(king), armies=(ref(army),)),
    )
    made = foresee(table, *orders)
    queued = [Queued(f"o{n}", order) for n, order in enumerate(orders, start=1)]
    told = "\n".join(preview_pages(rules(), queued, made.orders, made.world))
    heads = [line for line in told.splitlines() if line.startswith("**")]
    assert heads == ["**Recruit in phase 1**", "**Explore in phase 3**", "**Leave in phase 4**"]
