"""Rule packs, faces, modules and rulebooks of distributions that are installed beside the bot."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot import faces
from bot.modules import library
from engine import installed, packs
from engine.module import check, sections
from engine.rulebook import Rulebook

Install = Callable[[str, dict[str, str]], Path]

CODE = """
from bot.faces.face import Face
from engine.module.sections import Sections, declare
from engine.packs import Pack

class Content(Sections):
    bells: int = 3

declare("bells", Content)
PACK = Pack(name="bells")
FACE = Face(pack="bells")
OTHER = Pack(name="drums")
"""
MODULE = '[meta]\ntitle = "{}"\nversion = "1.0"\ndescription = "Bells."\npacks = ["bells"]\n'
RULE = "- id: bells.ring\n  source: here\n  rule: A bell rings.\n"


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Puts a distribution on the path, from its name and its entry points by group."""
    declared = dict(sections._CONTENTS)
    brought: list[str] = []

    def put(name: str, points: dict[str, str]) -> Path:
        brought.append(name)
        site = tmp_path / name
        package, info = site / name, site / f"{name}-1.0.dist-info"
        for folder in (package, info):
            folder.mkdir(parents=True)
        (package / "__init__.py").write_text(CODE)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        lines = [f"[{group}]\n{point}\n" for group, point in points.items()]
        (info / "entry_points.txt").write_text("\n".join(lines))
        monkeypatch.syspath_prepend(site)
        installed.installed.cache_clear()
        return package

    yield put
    monkeypatch.undo()
    installed.installed.cache_clear()
    sections._CONTENTS.clear()
    sections._CONTENTS.update(declared)
    for name in brought:
        sys.modules.pop(name, None)


def test_a_pack_that_is_installed_is_found_after_the_shipped_ones(install: Install) -> None:
    install("belfry", {"hexmuster.packs": "bells = belfry:PACK"})
    assert packs.load("bells").name == "bells"
    assert packs.names() == (*packs.SHIPPED, "bells")
    assert "bells" in sections.packs()
    assert sections.content_of("bells").model_fields.keys() == {"bells"}


def test_sections_of_an_installed_pack_are_read_though_it_is_not_loaded(install: Install) -> None:
    install("belfry", {"hexmuster.packs": "bells = belfry:PACK"})
    assert sections.content_of("bells").model_fields.keys() == {"bells"}


def test_a_pack_that_is_nowhere_is_refused_with_those_there_are(install: Install) -> None:
    install("belfry", {"hexmuster.packs": "bells = belfry:PACK"})
    there = ", ".join((*packs.SHIPPED, "bells"))
    with pytest.raises(LookupError, match=f"^there is no rule pack 'harps'; there are {there}$"):
        packs.load("harps")


def test_a_shipped_pack_and_face_go_before_installed_ones_of_their_name(install: Install) -> None:
    points = {
        "hexmuster.packs": "cohorts = belfry:PACK",
        "hexmuster.faces": "cohorts = belfry:FACE",
    }
    install("belfry", points)
    assert packs.load("cohorts").name == "cohorts"
    assert faces.load("cohorts").lines.told
    assert packs.names() == packs.SHIPPED


def test_what_is_installed_under_the_name_of_another_pack_is_refused(install: Install) -> None:
    points = {"hexmuster.packs": "bells = belfry:OTHER", "hexmuster.faces": "harps = belfry:FACE"}
    install("belfry", points)
    with pytest.raises(LookupError, match="as rule pack 'bells' is no pack of that name"):
        packs.load("bells")
    with pytest.raises(LookupError, match="as the face of 'harps' is no face of that pack"):
        faces.load("harps")


def test_two_distributions_that_bring_one_pack_are_refused_with_both(install: Install) -> None:
    install("belfry", {"hexmuster.packs": "bells = belfry:PACK"})
    install("chimes", {"hexmuster.packs": "bells = chimes:PACK"})
    with pytest.raises(LookupError, match=r"twice, as belfry:PACK and chimes:PACK"):
        packs.load("bells")


def test_the_face_of_an_installed_pack_is_found_and_a_pack_may_have_none(install: Install) -> None:
    install("belfry", {"hexmuster.faces": "bells = belfry:FACE"})
    face = faces.load("bells")
    assert face is sys.modules["belfry"].FACE
    harps = faces.load("harps")
    assert harps.pack == "harps"
    assert not harps.lines.told


def test_modules_and_rules_of_a_distribution_are_found_shipped_ones_first(install: Install) -> None:
    package = install("belfry", {"hexmuster.data": "belfry = belfry.data"})
    for name in ("carillon", "cohorts"):
        (package / "data" / "modules" / name).mkdir(parents=True)
        (package / "data" / "modules" / name / "module.toml").write_text(MODULE.format(name))
    (package / "data" / "rulebook").mkdir()
    (package / "data" / "rulebook" / "bells.yaml").write_text(RULE)
    titles = {offer.name: offer.title for offer in library.offers()}
    assert titles["carillon"] == "carillon"
    assert titles["cohorts"] != "cohorts"
    first, *others = titles
    assert first == "cohorts", "on which most others are built"
    assert others == sorted(others, key=titles.__getitem__)
    book = Rulebook.load(*installed.folders("rulebook"))
    assert book.get("bells.ring").rule == "A bell rings."
    assert "cohorts.turn.cut-off" in book


def test_a_row_may_name_a_rule_of_a_distribution_as_long_as_it_is_installed(
    install: Install, tmp_path: Path
) -> None:
    folder = tmp_path / "chimes"
    folder.mkdir()
    rivals = '[rivals.ringer]\nrule = "bells.ring"\n'
    (folder / "module.toml").write_text(f'[meta]\nextends = "cohorts"\n{rivals}')
    (fault,) = check(folder, library.folders())
    assert (fault.table, fault.key) == ("rivals.ringer", "rule")
    package = install("belfry", {"hexmuster.data": "belfry = belfry.data"})
    (package / "data" / "rulebook").mkdir(parents=True)
    (package / "data" / "rulebook" / "bells.yaml").write_text(RULE)
    assert check(folder, library.folders()) == []


def test_data_that_is_not_where_the_distribution_says_is_an_error(install: Install) -> None:
    install("belfry", {"hexmuster.data": "belfry = belfry.nowhere"})
    with pytest.raises(LookupError, match=r"names belfry\.nowhere, which is not there"):
        library.offers()
