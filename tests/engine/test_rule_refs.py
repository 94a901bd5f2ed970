"""The rules that the frame refuses by are those of the packs in use."""

from typing import get_args

from engine.packs import Pack, Rules
from engine.packs.cohorts import PACK as COHORTS
from engine.rule_refs import Cited
from engine.rulebook import Rulebook
from tests.rules.scene import module


def test_cohorts_has_an_entry_for_each_in_its_own_rulebook():
    book = Rulebook.load()
    assert set(COHORTS.cites) == set(get_args(Cited))
    assert [rule for rule in COHORTS.cites.values() if rule not in book] == []


def test_the_last_pack_that_has_one_says_it_and_none_is_named_where_none_does():
    other = Pack(name="other", cites={"cut-off": "other.turn.end"})
    rules = Rules(module(), (COHORTS, other))
    assert rules.cites("cut-off") == "other.turn.end"
    assert rules.cites("names") == "cohorts.setup.names"
    assert Rules(module(), (other,)).cites("names") == ""
