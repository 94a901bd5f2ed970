"""Every event of the game of kings has a line, at every level of knowledge, and so has a wait."""

import pytest

from bot import faces
from bot.faces.kingdoms.naming import KingdomsNames
from bot.faces.report_sections import Learned
from bot.faces.until_texts import how_long
from bot.faces.words.news import GAINED, LOST, NewsRank, Sign
from bot.faces.words.telling import news_of, tell
from engine.campaign import Faction, Player
from engine.ending import Tally
from engine.packs.kingdoms.crowns.ending import KingdomFell
from engine.packs.kingdoms.crowns.ownership import ProvinceTaken
from engine.packs.kingdoms.crowns.paying import PayTaken
from engine.packs.kingdoms.crowns.tidings import KingdomBattleHeard, LandHeard, RulerMourned
from engine.packs.kingdoms.crowns.ventures.plagues import PlagueSpread
from engine.packs.kingdoms.crowns.ventures.treating import TreatyOffered
from engine.packs.kingdoms.crowns.waiting import (
    UNTILS,
    Healed,
    SkillReached,
    TreasuryAbove,
    WellExplored,
)
from engine.packs.kingdoms.pieces.records import Crown, Holding, Truce
from engine.repeats import Repeat, Until
from engine.rulebook import Rulebook
from engine.world import Place
from tests.packs.kingdoms.crowns.table import Table, rules
from tests.packs.kingdoms.ventures.court import RULES, Court
from tests.rules.plain import blank


@pytest.fixture(scope="module")
def names() -> KingdomsNames:
    told = faces.of(rules()).names(Table.seated().world)
    assert isinstance(told, KingdomsNames)
    return told


def test_an_offer_needs_an_answer_only_until_there_is_a_treaty(table: Table) -> None:
    offered = TreatyOffered(crown=2, to=1)

    def rank() -> NewsRank:
        told = faces.of(rules()).names(table.world)
        told.reader = table.crown().faction
        return news_of(offered, told).rank

    assert rank() is NewsRank.NEEDS
    table.world.add(Truce, crowns=(1, 2), turn=1)
    assert rank() is not NewsRank.NEEDS


def test_offices_count_by_their_names_and_prizes_in_prize_points(names: KingdomsNames) -> None:
    office = Tally(what="arch_mage", count=0, points=1000)
    assert names.counted(office) == "Arch-Mage 10"
    assert names.counted(office.replace(points=0)) == ""
    told = [names.points(hundredths) for hundredths in (2000, 100, 750, 640)]
    assert told == ["20 points", "1 point", "7.5 points", "6.4 points"]


def test_what_is_lost_and_won_makes_headlines_for_who_is_concerned(names: KingdomsNames) -> None:
    taken = ProvinceTaken(holding=names.world.get(Crown, 1).home, crown=2, before=1)
    signs: list[Sign | None] = []
    for reader in (1, 2, 3):
        readers = faces.of(rules()).names(names.world, reader=reader)
        signs.append(news_of(taken, readers).sign)
    assert signs == [LOST, GAINED, None]


def test_the_death_of_a_king_and_the_end_of_a_kingdom_belong_in_the_story(
    names: KingdomsNames,
) -> None:
    king = RulerMourned(name="Odo", rank="king", crown=1, how="battle", foe=2)
    fell = KingdomFell(crown=1, name="The Vesperine Crown", king="Odo")
    took = LandHeard(crown=2, before=1, holdings=(1,), home=True)
    signs = [news_of(event, names).sign for event in (fell, king, took)]
    assert all(sign and sign.lasting for sign in signs)
    weights = [news_of(event, names).weight for event in (fell, king, took)]
    assert weights == sorted(weights)
    assert not news_of(king.replace(rank="hero"), names).sign.lasting  # type: ignore[union-attr]


def test_a_battle_that_cost_nobody_an_army_says_so(names: KingdomsNames) -> None:
    home = names.world.get(Crown, 1).home
    battle = KingdomBattleHeard(**{**blank(KingdomBattleHeard), "holding": home, "attacking": 5})
    assert tell(battle, names).endswith("; neither lost an army.")


def test_a_kingdom_that_cannot_pay_is_to_see_to_it(table: Table) -> None:
    shown = faces.of(rules())
    paid = PayTaken(crown=1, heroes=0, armies=0, unpaid_heroes=(), unpaid_armies=(), treasury=0)
    learned = [Learned(paid, 0, "")]
    need = shown.needs["treasury"]
    assert not list(need.lines(rules(), shown.names(table.world, reader=1), learned))
    table.put(table.crown(), treasury=0)
    for _ in range(30):
        table.army("HC", table.crown().home, crown=1)
    (line,) = need.lines(rules(), shown.names(table.world, reader=1), learned)
    assert "/kingdom disband" in line


def test_what_happened_is_found_on_the_map_and_in_one_chapter_of_the_history() -> None:
    table, shown = Table.seated(), faces.of(rules())
    holding = table.world.get(Holding, table.crown().home)
    assert shown.spot
    taken = ProvinceTaken(holding=holding.id, crown=2, before=1)
    assert shown.spot(table.world, taken) == f"{holding.x},{holding.y}"
    assert not shown.spot(table.world, TreatyOffered(crown=1, to=2))
    told = [event for chapter in shown.chapters.values() for event in chapter.events]
    assert len(told) == len(set(told))
    book = Rulebook.load()
    assert all(chapter.rule in book for chapter in shown.chapters.values())


def test_whoever_died_in_an_encounter_met_somebody_of_a_kingdom(names: KingdomsNames) -> None:
    died = RulerMourned(name="Odo", rank="hero", crown=1, how="encounter", foe=2)
    assert f"died in an encounter with one of {names.crown(2)}." in tell(died, names)
    assert f"fell in battle against {names.crown(2)}." in tell(died.replace(how="battle"), names)


def test_of_armies_it_is_told_what_was_done_to_them(names: KingdomsNames) -> None:
    lost = (1, "destroyed"), (2, "destroyed"), (3, "weakened")
    plague = PlagueSpread(start=1, holding=1, phase=1, fates=lost)
    assert "; 2 armies were destroyed; 1 army was weakened." in tell(plague, names)


def test_a_kings_joining_is_told_by_names_and_not_by_keys(names: KingdomsNames) -> None:
    faction, court = next(iter(names.world.all(Faction))), "marshal"
    told = names.order(f"/host join faction:{faction.key} name:Ada court:{court}")
    assert f"faction {faction.name}" in told
    assert f"court {names.contents.rulers.courts[court].name}" in told


def test_an_order_says_of_things_that_are_alike_how_many_there_are(names: KingdomsNames) -> None:
    line = '/character leave character:Odo armies:"an army of Bowmen", "an army of Bowmen"'
    assert "2 × army of Bowmen" in names.order(line)


@pytest.mark.parametrize(
    "until, words",
    [
        (WellExplored(holding=10, percent=100), "plain 1,1 is explored 100%"),
        (Healed(ruler=1), "Sigrun is healed"),
        (SkillReached(ruler=1, ability="ME", level=2), "Sigrun has Melee 2"),
        (TreasuryAbove(gold=1000), "the treasury holds 1,000 gold"),
    ],
)
def test_what_is_waited_for_reads_on_after_until(until: Until, words: str) -> None:
    court = Court()
    court.king(court.crown("Mine"), 10, name="Sigrun")
    found = faces.of(RULES)
    told = how_long(Repeat(until=until), found.waits, found.names(court.world))
    assert told == f"each turn until {words}"
    assert all(kind in found.waits for kind in UNTILS)


def test_a_victor_is_named_with_the_kingdom(names: KingdomsNames) -> None:
    player = next(iter(names.world.all(Player)))
    faction = names.faction(player.faction)
    assert names.standing(player.place) == f"{names.player(player.id)} of {faction}"
    assert names.standing(Place(Faction.kind, player.faction)) == faction
