"""What a pack's face adds to reports, and what is told of a pack that has no face."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot import faces
from bot.faces.face import Face
from bot.faces.report_sections import Learned, Notice, ReportSection
from bot.faces.words.names import Names
from bot.faces.words.pages import Table
from bot.payload import TextFile
from bot.reports import tick_messages
from engine.campaign import Faction, Player
from engine.dice import Seed, SeededDice
from engine.orders import Order, Ref
from engine.packs import Rules, View
from engine.turn import Due, Submission, resolve
from engine.world import World
from tests.bot.reports.test_tick_messages import Told, read_point
from tests.engine import toy
from tests.engine.toy import Dig, Draw, Drawn, Dried
from tests.rules.scene import Scene, queued

MONDAY = dt.date(2024, 5, 6)


@pytest.fixture
def rules() -> Rules:
    """The toy pack alone: wells, no map, no cities, and no face unless a test gives it one."""
    pack = replace(toy.PACK, views=(*toy.PACK.views, View("people", _people)))
    return Rules(Scene().rules.module, (pack,))


def _people(rules: Rules, world: World, faction: int, seen: World) -> None:
    seen.put_all(world.all(Faction))
    seen.put_all(world.all(Player))


def run(rules: Rules, *orders: Order) -> Told:
    """What a run tells in which player 1 of faction 1 gives these orders."""
    world = toy.world(rules=rules)
    due = Due("run", 1, MONDAY, (Submission(1, queued(orders)),))
    outcome = resolve(rules, world, due, SeededDice(Seed(bytes(32)), 1))
    assert not outcome.faults
    return Told(tick_messages(rules, read_point(), due, outcome, "seal"))


def draw(litres: int) -> Draw:
    return Draw(well=Ref("well", 1), litres=litres)


@pytest.fixture
def shown_by(monkeypatch: pytest.MonkeyPatch) -> Callable[[Face], None]:
    return lambda face: monkeypatch.setattr(faces, "load", {face.pack: face}.__getitem__)


def test_a_pack_without_a_face_is_reported_by_orders_and_fields_of_events(rules: Rules) -> None:
    told = run(rules, Dig(), draw(20), draw(5))
    assert told.text("faction:1").splitlines() == [
        "**P1: 2 orders done, 1 failed**",
        "✗ Draw: a well: There is not so much in it. Draw less. (rule “Turn: failed orders”)",
        "✓ Drawn: well a well, litres 20, left 0.",
        "✓ Dig",
        "",
        "**News**",
        "• Dried: well a well.",
        "",
        "-# Run of Monday, 6 May.",
    ]


def test_others_are_told_no_more_of_it_than_they_may_know(rules: Rules) -> None:
    told = run(rules, draw(5))
    assert told.text("faction:2").splitlines()[:2] == [
        "**News**",
        "• Drawn: well a well, litres 5.",
    ]


def test_a_report_of_a_world_without_a_map_has_none(rules: Rules) -> None:
    assert all(payload.images == () for payload in run(rules, draw(5)).to("faction:1"))


def test_the_sections_of_a_face_stand_before_the_news_and_late_ones_in_the_file(
    rules: Rules, shown_by: Any
) -> None:
    late = ReportSection("Gone", (Dried,), late=True)
    shown_by(Face(pack="toy", sections=(late, ReportSection("Water", (Drawn,), apart=True))))
    (page,) = run(rules, Dig(), draw(20)).to("faction:1")
    assert page.cards[0].text.splitlines()[:-2] == [
        "**P1: 2 orders done**",
        "✓ Dig",
        "",
        "**Water**",
        "• Drawn: well a well, litres 20, left 0.",
    ]
    (file,) = page.files
    assert isinstance(file, TextFile)
    assert "Gone\n----\n• Dried: well a well.\n" in file.text


def test_what_an_own_order_brought_about_stands_with_it_unless_a_section_tells_it_apart(
    rules: Rules, shown_by: Any
) -> None:
    shown_by(Face(pack="toy", sections=(ReportSection("Water", (Drawn,)),)))
    told = run(rules, draw(5))
    assert "**Water**" not in told.text("faction:1")
    assert "✓ Drawn: well a well, litres 5, left 15." in told.text("faction:1")
    assert "**Water**\n• Drawn: well a well, litres 5." in told.text("faction:2")


def test_a_section_may_be_a_table_of_what_belongs_to_it(rules: Rules, shown_by: Any) -> None:
    def drawn(names: Names, faction: int, told: Sequence[Learned]) -> Table | None:
        rows = [(names.faction(faction), e.event.litres) for e in told if type(e.event) is Drawn]
        assert len(rows) == len(told), "nothing else comes here"
        return Table(("Who", "Litres"), tuple(rows)) if rows else None

    part = ReportSection("Water", (Drawn,), table=drawn, apart=True)
    shown_by(Face(pack="toy", sections=(part,)))
    text = run(rules, Dig(), draw(20)).text("faction:1")
    header, _, row = text.split("```")[1].strip().splitlines()
    assert (header.split(), row.split()) == (["Who", "Litres"], ["Faction", "1", "20"])
    assert "Water" not in run(rules, Dig()).text("faction:1")


def test_moderators_have_the_notices_of_a_face_from_the_truth(rules: Rules, shown_by: Any) -> None:
    def left(event: Drawn, names: Names) -> str:
        return f"well {event.well} has {event.left} left"

    shown_by(Face(pack="toy", notices=(Notice("Wells", Drawn, left),)))
    assert run(rules, draw(5)).text("moderators") == "**Wells**\n• well 1 has 15 left"
    assert run(rules, Dig()).to("moderators") == []


def test_a_face_replaces_and_drops_the_sections_of_earlier_ones(rules: Rules) -> None:
    first, second = (ReportSection(title, (Drawn,)) for title in ("First", "Second"))
    base = Face(pack="base", sections=(first, second))
    late = replace(second, late=True)
    top = Face(pack="top", sections=(late,), drops={"sections": ("First",)})
    assert dict(faces.Faces(rules, (base, top)).sections) == {"Second": late}
    with pytest.raises(LookupError, match="'base' drops 'Third'"):
        faces.Faces(rules, (replace(base, drops={"sections": ("Third",)}),))
