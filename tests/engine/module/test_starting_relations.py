"""How factions stand when a campaign begins, as a module says it: which of that is a fault."""

from pathlib import Path

import pytest

from engine.module import check, load
from engine.packs.cohorts.content import Content
from tests.engine.module.conftest import Write

HEAD = '[meta]\nextends = "cohorts"\n'
RULE = "cohorts.diplomacy.relations"


def relations(*pairs: str) -> str:
    entries = (f'{{ between = [{pair}], relation = "at_war" }}' for pair in pairs)
    return f"[diplomacy]\nrelations = [{', '.join(entries)}]\n"


@pytest.mark.rule(RULE)
def test_a_module_sets_relations_by_the_names_of_its_factions(write: Write, shipped: Path) -> None:
    folder = write("small", module=HEAD, more=relations('"Ashmark", "salt ports"'))
    module = load("small", [folder.parent, shipped])
    (standing,) = module.content(Content).diplomacy.relations
    assert (standing.between, standing.relation) == (("ashmark", "salt_ports"), "at_war")


@pytest.mark.rule(RULE)
def test_without_a_word_about_it_a_module_sets_no_relation(shipped: Path) -> None:
    assert load("cohorts", [shipped]).content(Content).diplomacy.relations == ()


@pytest.mark.rule(RULE)
@pytest.mark.parametrize(
    "pairs, says",
    [
        (['"ashmark", "ashmark"'], "names one faction twice"),
        (['"ashmark", "atlantis"'], "names 'atlantis', which is not among factions"),
        (['"ashmark", "hornhelm"', '"hornhelm", "ashmark"'], "names ashmark and hornhelm twice"),
        (['"ashmark"'], ""),
    ],
)
def test_a_relation_is_one_of_two_factions_and_named_once(
    write: Write, shipped: Path, pairs: list[str], says: str
) -> None:
    (fault,) = check(write("small", module=HEAD, more=relations(*pairs)), [shipped])
    assert fault.file == "small/more.toml"
    assert says in str(fault)
