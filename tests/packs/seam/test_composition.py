"""How packs fit together: lists begun anew, collisions refused, parts switched by name."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

import engine.packs
from engine.campaign import Faction
from engine.corrections import Amend
from engine.events import Event
from engine.facts import Tagged, facts
from engine.module import load as load_module
from engine.module.sections import content_of, packs
from engine.packs import Limit, Pack, Rules, Step, View, load
from engine.packs.cohorts.pieces.records import Possession, Province
from engine.rollback import Rollback
from engine.world import Place, Record, World
from tests.golden import campaign
from tests.golden.realm import Realm
from tests.packs.seam.pack import PACK, Drill
from tests.packs.seam.scene import BORDERLAND, RULES, BorderScene
from tests.rules.scene import MODULES, module


def composed(**parts: object) -> Rules:
    """The rules of the module with a pack that differs in these parts."""
    return Rules.of(BORDERLAND, known={"seam": replace(PACK, **parts)})


def realm() -> World:
    """A rich world that has the pack's records too."""
    return World.load(RULES.records, Realm(campaign.rules()).world.rows())


def names(parts: tuple[object, ...]) -> list[str]:
    return [getattr(part, "name", "") for part in parts]


# ---------------------------------------------------------------- beginning anew, leaving out


def test_a_list_that_a_pack_begins_anew_holds_nothing_of_earlier_packs() -> None:
    lists = frozenset(("orders", "weekly", "monthly", "closing", "views", "limits", "reading"))
    begun = composed(anew=lists, weekly=(Step("scars", "Scars fade", lambda state: None),))
    assert list(begun.orders.values()) == [Rollback, Amend, *PACK.orders], "and the frame's own"
    assert names(begun.weekly) == ["scars"]
    assert begun.monthly == begun.closing == begun.limits == ()
    assert names(begun.views) == ["trophies", "beasts"]
    assert begun.turn == RULES.turn, "the others are as they were"


def test_parts_are_left_out_by_name_in_the_list_that_is_named() -> None:
    left = composed(drops={"weekly": ("statuses", "growth"), "orders": ("set directive",)})
    assert ("set", "directive") in RULES.orders
    assert ("set", "directive") not in left.orders
    assert {*names(RULES.weekly)} - {*names(left.weekly)} == {"statuses", "growth"}
    assert "statuses" in names(left.monthly), "that of the month is another part"


def test_what_is_left_out_or_gone_behind_must_be_there() -> None:
    with pytest.raises(LookupError, match=r"pack 'seam' drops 'harvest', which is not there"):
        composed(drops={"weekly": ("harvest",)})
    with pytest.raises(LookupError, match=r"'fair' goes after 'harvest', which is not there"):
        composed(weekly=(Step("fair", "Fair", lambda state: None, after="harvest"),))


def test_a_part_takes_the_place_of_an_earlier_one_of_its_name() -> None:
    step = Step("growth", "Nobody grows", lambda state: None)
    changed = composed(weekly=(step,))
    assert names(changed.weekly) == names(Rules.of(campaign.rules().module).weekly)
    assert step in changed.weekly


# ---------------------------------------------------------------- collisions


@facts
class Stolen(Record):
    """A record of a kind that Cohorts has."""

    kind = "kingdom"


@facts
class Echo(Event):
    """An event of a kind that the pack itself has."""

    kind = "seam-roll-called"


def test_records_and_events_of_one_kind_are_refused_by_name() -> None:
    with pytest.raises(LookupError, match=r"'cohorts' and 'seam' both .* record .*'kingdom'"):
        composed(records=(*PACK.records, Stolen))
    with pytest.raises(LookupError, match=r"'seam' and 'seam' both .* event .*'seam-roll-called'"):
        composed(events=(*PACK.events, Echo))


def test_two_parts_of_one_name_in_one_pack_are_refused() -> None:
    with pytest.raises(LookupError, match=r"pack 'seam' has two parts 'unit drill' in orders"):
        composed(orders=(*PACK.orders, Drill))


def test_a_tag_that_is_taken_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Valour and .*Other have the tag 'seam.valour'"):

        @facts
        class Other(Tagged):  # pyright: ignore[reportUnusedClass]
            tag = "seam.valour"


# ---------------------------------------------------------------- knowing and showing


def test_one_part_that_knows_a_record_is_enough() -> None:
    """A pack that shows more than those before it is not overruled by them."""

    def show(rules: Rules, world: World, faction: int, seen: World) -> None:
        seen.put_all(world.all(Province))

    def mine(rules: Rules, world: World, faction: int, place: Place) -> bool | None:
        return True if place.kind == "stack" else None

    told = composed(views=(View("all stacks", show, mine),))
    scene = BorderScene()
    near, far = scene.stack(2, 2), scene.stack(10, 10, scene.someone("neutral"))
    us = scene.ours.id
    assert told.knows(scene.world, us, near.place)
    assert told.knows(scene.world, us, far.place)
    assert RULES.knows(scene.world, us, near.place)
    assert not RULES.knows(scene.world, us, far.place)


def test_what_no_part_speaks_for_is_known_as_the_view_holds_it() -> None:
    world = realm()
    seen = RULES.view(world, 1)
    for each in list(world.all(Possession))[::50]:
        assert RULES.knows(world, 1, each.place) is (seen.at(each.place) is not None)


def test_whatever_a_view_holds_is_known_and_nothing_else() -> None:
    """Over every record of the golden worlds of which a part says whether it is known."""
    rules = campaign.rules()
    wrong: list[tuple[str, int, Place]] = []
    for world in worlds():
        for faction in world.all(Faction):
            seen = rules.view(world, faction.id)
            for cls in rules.records:
                # That a province exists is no secret; a view holds those that were seen.
                for record in () if cls is Province else world.all(cls):
                    said = _said(rules, world, faction.id, record.place)
                    if said is not None and said != (seen.at(record.place) is not None):
                        wrong.append((cls.kind, faction.id, record.place))
    assert wrong == []


def _said(rules: Rules, world: World, faction: int, place: Place) -> bool | None:
    told = [view.knows(rules, world, faction, place) for view in rules.views if view.knows]
    said = [answer for answer in told if answer is not None]
    return any(said) if said else None


def worlds() -> Iterator[World]:
    """Every third of the golden ticks, and the last of each campaign."""
    for ticks in campaign.played().values():
        yield from (each.outcome.world for each in ticks[::-3])


def test_what_is_not_there_is_not_known() -> None:
    world = next(worlds())
    assert not RULES.knows(world, 1, Place("stack", 10_000))


def test_a_limit_has_a_name_by_which_it_can_be_left_out() -> None:
    crowd = Limit("crowd", lambda state, holder, new: iter(()))
    assert composed(limits=(crowd,)).limits == (crowd,)
    base = Pack("base", limits=(crowd,))
    later = Pack("later", drops={"limits": ("crowd",)})
    assert Rules(BORDERLAND, (base, later)).limits == ()


MODULE = module()

CONTENT = """
from pydantic import Field

from engine.module.sections import Named, Sections, Table, declare


class Banner(Named):
    pass


class BannerContent(Sections):
    banners: Table[Banner] = Field(default_factory=dict)


declare("marches.battle", BannerContent)
"""
PARTED = """
from engine.packs import Pack, Step

PACK = Pack(
    "marches.battle",
    builds_on=("cohorts",),
    closing=(Step("marches", "Marches are counted", lambda state: None),),
)
"""


@pytest.fixture
def marches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A pack folder `marches` that is no pack itself, with the pack `marches.battle` in it."""
    inside = tmp_path / "marches" / "battle"
    inside.mkdir(parents=True)
    (tmp_path / "marches" / "__init__.py").write_text("", encoding="utf-8")
    (inside / "__init__.py").write_text(PARTED, encoding="utf-8")
    (inside / "content.py").write_text(CONTENT, encoding="utf-8")
    known = {pack: content_of(pack) for pack in packs()}
    monkeypatch.setattr("engine.module.sections._CONTENTS", known)
    engine.packs.__path__.append(str(tmp_path))
    monkeypatch.setattr(engine.packs, "SHIPPED", (*engine.packs.SHIPPED, "marches.battle"))
    yield
    engine.packs.__path__.remove(str(tmp_path))
    for name in [each for each in sys.modules if each.startswith("engine.packs.marches")]:
        del sys.modules[name]


@pytest.mark.usefixtures("marches")
def test_a_module_switches_the_part_on_alone_and_has_its_sections(tmp_path: Path) -> None:
    made = tmp_path / "modules" / "border"
    made.mkdir(parents=True)
    text = """
        [meta]
        title = "Border"
        extends = "cohorts"
        packs = ["cohorts", "marches.battle"]
        [banners.red]
    """
    (made / "module.toml").write_text(text, encoding="utf-8")
    module = load_module("border", [made.parent, MODULES])
    rules = Rules.read(module.to_json())
    assert [pack.name for pack in rules.packs] == ["cohorts", "marches.battle"]
    assert rules.closing[-1].name == "marches"
    assert rules.packs[-1] is load("marches.battle")


@pytest.mark.usefixtures("marches")
def test_a_folder_is_a_pack_only_with_sections_of_its_own() -> None:
    assert "marches.battle" in packs()
    assert "marches" not in packs()
    with pytest.raises(LookupError, match="no rule pack 'marches'"):
        load("marches")


def test_a_part_brings_more_beside_a_pack_that_comes_before_it() -> None:
    more = Pack("marches.war.cohorts", closing=(Step("beside", "Beside", lambda state: None),))
    part = Pack("marches.war", beside={"cohorts": more, "warlords": Pack("marches.war.warlords")})
    meta = MODULE.meta.model_copy(update={"packs": ("cohorts", "marches.war")})
    rules = Rules.of(MODULE.model_copy(update={"meta": meta}), {"marches.war": part})
    assert [pack.name for pack in rules.packs] == ["cohorts", "marches.war", more.name]
    assert rules.closing[-1].name == "beside"
    alone = meta.model_copy(update={"packs": ("marches.war",)})
    rules = Rules.of(MODULE.model_copy(update={"meta": alone}), {"marches.war": part})
    assert [pack.name for pack in rules.packs] == ["marches.war"]


def test_a_folder_of_packs_is_none_itself_whatever_it_shares() -> None:
    assert find_spec("engine.packs.kingdoms.content") is not None
    assert "kingdoms" not in packs()
    assert {"kingdoms.battle", "kingdoms.crowns"} <= set(packs())


def test_what_is_shipped_is_what_a_module_may_name() -> None:
    assert set(engine.packs.SHIPPED) <= set(packs())
    assert all(load(name).name == name for name in engine.packs.SHIPPED)
