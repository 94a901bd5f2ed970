"""Every event of the game of kings has a line, at every level of knowledge."""

import pytest

from bot import faces
from bot.faces.kingdoms.naming import KingdomsNames
from bot.faces.report_sections import Learned
from bot.faces.words.news import GAINED, LOST, NewsRank, Sign
from bot.faces.words.telling import news_of, tell
from engine.ending import Tally
from engine.events import Level
from engine.packs.kingdoms.crowns.ownership import ProvinceTaken
from engine.packs.kingdoms.crowns.paying import PayTaken
from engine.packs.kingdoms.crowns.ventures.casting import ActionSpellCast
from engine.packs.kingdoms.crowns.ventures.moving import RulerMoved
from engine.packs.kingdoms.crowns.ventures.treating import TreatyOffered
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, Truce
from engine.rulebook import Rulebook
from engine.world import Place
from tests.packs.kingdoms.crowns.table import Table, rules


@pytest.fixture(scope="module")
def names() -> KingdomsNames:
    told = faces.of(rules()).names(Table.seated().world)
    assert isinstance(told, KingdomsNames)
    return told


def test_an_offer_needs_an_answer_only_until_there_is_a_treaty() -> None:
    table = Table.seated()
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


def test_lines_are_plain_english(names: KingdomsNames) -> None:
    world = names.world
    home, king = world.get(Crown, 1).home, world.get(Crown, 1).king
    where, who = names.holding(home), names.ruler(king)
    field = next(army for army in world.by(Army, "crown", 1) if army.type == "LE")
    moved = RulerMoved(
        ruler=king, name=who, start=home, goal=home + 1, phase=2, armies=(field.id, 9_999)
    )
    goal = names.holding(home + 1)
    whole = f"{who} went from {where} to {goal} with 2 armies (Legion, 1 more)."
    assert tell(moved, names) == whole
    assert tell(moved.at(Level.TOLD), names) == f"{who} went from {where} to {goal}."
    taken = ProvinceTaken(holding=home, crown=2, before=1)
    assert tell(taken, names) == f"The Thistle Court took {where} from The Vesperine Crown."
    spell = ActionSpellCast(
        art="PL", succeeded=True, target=Place("holding", home), phase=3, came="",
        fates=((1, "destroyed"), (2, "immune"), (3, "immune")), changed="", caster=king,
        name=who, item="", chance=60, terrain="",
    )  # fmt: skip
    assert tell(spell, names) == (
        f"{who} cast Plague on {where}, with a chance of 60%; 1 army destroyed and 2 armies "
        "survived, immune from then on."
    )
    assert tell(spell.at(Level.TOLD), names).startswith(f"Somebody cast Plague on {where}; ")


def test_what_is_planned_is_told_with_would(names: KingdomsNames) -> None:
    world = names.world
    planned = faces.of(rules()).names(world, planned=True)
    offered = TreatyOffered(crown=1, to=2)
    assert tell(offered, planned) == ("The Vesperine Crown would offer The Thistle Court a treaty.")


def test_what_is_lost_and_won_makes_headlines_for_who_is_concerned(names: KingdomsNames) -> None:
    taken = ProvinceTaken(holding=names.world.get(Crown, 1).home, crown=2, before=1)
    signs: list[Sign | None] = []
    for reader in (1, 2, 3):
        readers = faces.of(rules()).names(names.world, reader=reader)
        signs.append(news_of(taken, readers).sign)
    assert signs == [LOST, GAINED, None]


def test_a_kingdom_that_cannot_pay_is_to_see_to_it() -> None:
    table = Table.seated()
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
