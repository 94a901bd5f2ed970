"""The panels of Kingdoms: each can be made, tells what is true, and nothing that is hidden."""

import pytest

from bot.faces.choices.asking import Asking
from bot.faces.kingdoms.crowns import PANELS
from bot.faces.kingdoms.days import days_of
from bot.faces.kingdoms.people.panel import UNKNOWN
from bot.faces.kingdoms.realm.account import account_of
from bot.faces.kingdoms.whereabouts import company, leads
from bot.faces.panels import PanelMade
from engine.orders import Queued
from engine.packs.kingdoms.crowns.paying import PayTaken, TaxesCame
from engine.packs.kingdoms.crowns.ventures.moving import Move
from engine.packs.kingdoms.crowns.ventures.working import Explore, Practice
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, Ruler, Site
from tests.bot.faces.kingdoms.desk import Desk, queued
from tests.packs.kingdoms.crowns.table import Table, ref, rules

BY_NAME = {panel.name: panel for panel in PANELS}


def made(desk: Desk, name: str, about: str = "", orders: list[Queued] | None = None) -> PanelMade:
    return BY_NAME[name].make(desk.look(orders or ()), about)


def words(panel: PanelMade) -> str:
    return "\n".join(page for tab in panel.tabs for page in tab.pages)


def first_site(desk: Desk) -> Site:
    return next(each for each in desk.view.all(Site) if each.being)


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.name)
def test_every_panel_is_made_of_what_its_choice_offers_first(desk: Desk, panel) -> None:
    about = ""
    if panel.about:
        asking = Asking(desk.faces, desk.view, desk.faction, desk.player)
        offer = next(iter(panel.about.offers(asking, "")))
        about = panel.about.meant(asking, offer.value)
    shown = made(desk, panel.name, about, orders=queued(Explore(character=ref(desk.table.king()))))
    assert shown.picture
    assert shown.picture.width == 1200
    assert 0 < len(shown.picture.alt) <= 1024
    assert all(len(page) <= 1900 for tab in shown.tabs for page in tab.pages)


def test_the_account_is_what_the_turn_end_does(desk: Desk) -> None:
    for site in list(desk.table.world.all(Site)):  # none raids
        desk.table.put(site, being="")
    foreseen = account_of(rules(), desk.view, desk.view.get(Crown, 1))
    desk.table.end()
    (came,) = [each for each in desk.table.told(TaxesCame) if each.crown == 1]
    (paid,) = [each for each in desk.table.told(PayTaken) if each.crown == 1]
    assert (foreseen.taxes, foreseen.inventions) == (came.taxes, came.inventions)
    assert (foreseen.heroes, foreseen.armies) == (paid.heroes, paid.armies)
    assert foreseen.left == paid.treasury


def test_who_would_go_unpaid_is_told(desk: Desk) -> None:
    for holding in desk.table.owned():
        desk.table.put(holding, tax=0)
    desk.table.put(desk.table.crown(), treasury=0)
    missing = -account_of(rules(), desk.view, desk.table.crown()).left
    assert missing > 0
    told = words(made(desk, "kingdom", "1"))
    assert f"Missing: {missing} gold" in told
    assert "unpaid" in told


def test_of_another_kingdom_only_what_all_know_is_told(desk: Desk) -> None:
    told = words(made(desk, "kingdom", "2"))
    assert "Race: Elf" in told
    assert "gold" not in told
    king = next(each for each in desk.view.all(Ruler) if each.royal and each.crown == 2)
    told = words(made(desk, "character", str(king.id)))
    assert UNKNOWN in told
    assert "Hit points" not in told


def test_a_character_is_told_with_abilities_and_the_turn(desk: Desk) -> None:
    king = desk.table.king()
    told = words(made(desk, "character", str(king.id), queued(Explore(character=ref(king)))))
    assert "Tactical: 3 of 3" in told
    assert "Explore: phases 1 to 2" in told
    assert "4 of 6 phases free" in told
    assert "Legion ×" in told


@pytest.mark.rule("kingdoms.mapping.stack")
def test_a_character_with_his_armies_is_a_party_a_host_or_a_fleet(table: Table) -> None:
    king = table.king()
    for army in list(table.world.by(Army, "leader", king.id)):
        table.put(army, leader=0)
    assert company(rules(), leads(table.world, king)) == "Party"
    table.army("LE", king.holding, king.crown, leader=king.id)
    assert company(rules(), leads(table.world, king)) == "Host"
    table.army("WH", king.holding, king.crown, leader=king.id)
    assert company(rules(), leads(table.world, king)) == "Host"
    table.army("FL", king.holding, king.crown, leader=king.id)
    assert company(rules(), leads(table.world, king)) == "Fleet"


def test_a_timetable_lays_actions_one_behind_another_and_names_what_is_late(desk: Desk) -> None:
    hero = desk.table.heroes()[0]
    there = ref(desk.view.get(Holding, hero.holding + 1))
    draft = queued(
        *(Explore(character=ref(hero)) for _ in range(2)),
        Move(character=ref(hero), to=there),
        Explore(character=ref(hero)),
        Move(character=ref(hero), to=there),
    )
    (day,) = days_of(rules(), desk.view, [hero], draft, 2)
    assert [(slot.first, slot.last) for slot in day.slots if not slot.late] == [
        (1, 2), (3, 4), (5, 5), (6, 6),
    ]  # fmt: skip
    assert [slot.late for slot in day.slots] == [False, False, False, True, False]
    assert day.free == 0
    panel = made(desk, "timetable", orders=draft)
    assert "too late" in words(panel)
    assert panel.leads
    asked = [lead for page in panel.leads["Timetable"] for lead in page]
    assert not any(str(ref(hero)) == lead.thing for lead in asked)
    assert any(lead.order == Move.path for lead in asked)


def test_a_timetable_without_an_order_is_told_and_not_drawn(desk: Desk) -> None:
    panel = made(desk, "timetable")
    assert panel.picture is None
    assert "6 phases free" in words(panel)


def test_a_feature_tells_what_guards_it_and_hides_its_hoard(desk: Desk) -> None:
    site = first_site(desk)
    told = words(made(desk, "feature", str(site.id)))
    assert "Guardian" in told
    assert "Hit points: about" in told
    desk.table.put(desk.table.now(site), gold=777)
    assert words(made(desk, "feature", str(site.id))) == told


def test_the_offices_tell_who_leads_as_it_was_counted_last(desk: Desk) -> None:
    told = words(made(desk, "offices"))
    assert "World Emperor: 20 points" in told
    assert "leads" in told or "you lead" in told
    desk.ranks = ()
    assert "counted when a turn ends" in words(made(desk, "offices"))


def test_an_action_takes_as_many_phases_as_the_module_says(desk: Desk) -> None:
    hero = desk.table.heroes()[0]
    (day,) = days_of(
        rules(), desk.view, [hero], queued(Practice(character=ref(hero), ability="SA")), 2
    )
    assert (day.slots[0].name, day.slots[0].last) == ("Practice", 3)
    assert day.free == 3


def test_what_lines_lead_on_to_can_be_shown(desk: Desk) -> None:
    asking = Asking(desk.faces, desk.view, desk.faction, desk.player)
    king, site = desk.table.king(), first_site(desk)
    shown = [
        made(desk, "kingdom", "1"),
        made(desk, "character", str(king.id)),
        made(desk, "province", str(site.holding)),
        made(desk, "feature", str(site.id)),
    ]
    led = [
        lead.panel
        for panel in shown
        for pages in panel.leads.values()
        for page in pages
        for lead in page
        if lead.panel
    ]
    assert {name for name, _ in led} == {"character", "feature", "province", "timetable"}
    for name, text in led:
        about = BY_NAME[name].about
        shown = made(desk, name, about.named(asking, text) if about else "")
        assert bool(shown.picture) is (name != "timetable")
        assert words(shown)


def test_a_roll_of_many_armies_is_drawn_whole_in_words_and_cut_in_the_picture(desk: Desk) -> None:
    types = ("AX", "BO", "CH", "EL", "GA", "HC", "LC", "LE", "PH")
    for type in types:
        for quality in (1, 2, 3, 4):
            desk.table.army(type, desk.table.king().holding, 1, quality=quality)
    shown = made(desk, "armies")
    assert all(f"{name}: " in words(shown) for name in ("Elephants", "Phalanx", "Axemen"))
    assert "Crack" in words(shown)
    assert shown.picture
    assert shown.picture.height < 2400
