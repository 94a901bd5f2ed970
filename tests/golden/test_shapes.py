"""What is stored stays readable: no form changes without a number, an upcaster or a default."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from engine.facts import Facts
from engine.module.sections import Sections
from engine.orders import Order
from tests.golden.shapes import changed, shapes

LOCK = json.loads((Path(__file__).parent / "shapes.json").read_text(encoding="utf-8"))


def test_every_stored_form_is_the_one_that_is_locked() -> None:
    now = shapes()
    assert list(changed(LOCK, now)) == []
    assert now == LOCK, (
        "a stored form has grown; if that is meant, lock it with: python -m tests.golden --write"
    )


def test_every_form_before_the_present_one_has_an_upcaster() -> None:
    def below(base: type) -> list[type]:
        return [each for cls in base.__subclasses__() for each in (cls, *below(cls))]

    for cls in (*below(Facts), *below(Order), *below(Sections)):
        if cls.__module__.startswith("engine."):
            assert sorted(cls.upcasters) == list(range(1, cls.form)), cls


@pytest.fixture
def forms() -> dict[str, Any]:
    """A few forms to change: a record with a part inside, an order, a pack's sections."""
    part = {"form": 1, "fields": {"name": "str"}, "defaults": {}}
    record = {"form": 1, "fields": {"id": "int", "parts": "tuple [ Part , ... ]"}, "defaults": {}}
    order = {"form": 1, "fields": {"sure": "bool"}, "defaults": {"sure": "False"}}
    return {"part Part": part, "kind thing": record, "order thing make": order}


def test_a_field_that_is_added_with_a_default_is_fine(forms: dict[str, Any]) -> None:
    now = deepcopy(forms)
    now["kind thing"]["fields"]["weight"] = "int"
    now["kind thing"]["defaults"]["weight"] = "0"
    now["kind other"] = now["kind thing"]
    assert list(changed(forms, now)) == []
    del now["kind thing"]["defaults"]["weight"]
    assert list(changed(forms, now)) == ["kind thing: field weight is new and has no default"]


def test_a_field_may_become_one_that_may_be_none_but_not_the_other_way(
    forms: dict[str, Any],
) -> None:
    now = deepcopy(forms)
    now["part Part"]["fields"]["name"] = "str | None"
    assert list(changed(forms, now)) == []
    assert list(changed(now, forms)) == ["part Part: field name was str | None and is str"]


def test_a_field_may_know_more_words_but_not_fewer(forms: dict[str, Any]) -> None:
    forms["kind thing"]["fields"]["arm"] = "tuple [ Literal [ 'bow' , 'pole' ] , ... ]"
    now = deepcopy(forms)
    now["kind thing"]["fields"]["arm"] = "tuple [ Literal [ 'bow' , 'axe' , 'pole' ] , ... ]"
    assert list(changed(forms, now)) == []
    assert [each.partition(" was ")[0] for each in changed(now, forms)] == ["kind thing: field arm"]


def test_what_an_older_file_cannot_be_read_by_is_named(forms: dict[str, Any]) -> None:
    now = deepcopy(forms)
    now["kind thing"]["fields"]["id"] = "str"
    del now["part Part"]["fields"]["name"]
    now["order thing make"]["defaults"]["sure"] = "True"
    assert list(changed(forms, now)) == [
        "part Part: field name is gone",
        "kind thing: field id was int and is str",
        "order thing make: field sure has another default, and stored orders leave the default out",
    ]
    assert list(changed(forms, {})) == [f"{name} is gone; files hold it" for name in forms]


def test_a_raised_number_allows_it_inside_as_well(forms: dict[str, Any]) -> None:
    now = deepcopy(forms)
    del now["part Part"]["fields"]["name"]
    now["kind thing"]["form"] = 2
    assert list(changed(forms, now)) == []
    assert list(changed(now, forms)) == [
        "part Part: field name is new and has no default",
        "kind thing went back to form 1",
    ]
