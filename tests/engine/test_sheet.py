"""Orders as text: what is written is read again, and nothing that is read breaks anything."""

import functools
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from engine import sheet
from engine.dice import ForeseeDice
from engine.forms import given_by_players, order_of
from engine.labels import Labels
from engine.names import visible
from engine.orders import BY_NAME, Order, Parameter, Queued, Ref, Refusal, Unreadable, parameters
from engine.packs.cohorts.marching.moving import DESTINATION
from engine.packs.cohorts.pieces.records import Character, City, Stack, Village
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.packs.cohorts.stacks.transfers import TransferCharacter, TransferItems
from engine.sheet import LineFault, decode, line_of, read, write
from engine.state import State
from engine.written import Unfit
from tests.rules.plain import blank
from tests.rules.scene import Scene, ref

SHOWN = st.characters(exclude_categories=("C", "Z"), codec="utf-8").filter(visible) | st.just(" ")


def scene() -> Scene:
    """Two stacks of one name, others, a hero, and a city with a village of its name."""
    made = Scene(6, 6)
    for name in ("Iron Guard", "Iron Guard", "Moor Watch"):
        made.stack(1, 1, name=name)
    made.character(made.stack(1, 1, name="12,7"), name="Ada the Bold")
    made.city(3, 2, made.me, name="Karst")
    made.change(made.village(4, 2), name="Karst")
    return made


def state_of(made: Scene) -> State:
    state = State(made.rules, made.view(), ForeseeDice())
    state.player = made.me.id
    return state


SCENE = scene()
STATE = state_of(SCENE)
ORDERS = sorted(given_by_players(SCENE.rules).values(), key=lambda cls: cls.path)


def full() -> State:
    """The same with some of every kind of thing that orders name, most of them without a name."""
    state = state_of(SCENE)
    asked = [parameter.asks for cls in ORDERS for parameter in parameters(cls) if parameter.asks]
    for kind in sorted({kind for asks in asked for kind in asks.kinds}):
        cls = state.world.kinds[kind]
        while state.world.count(cls) < 3:
            state.world.add(cls, **blank(cls))
    return state


FULL = full()
KNOWN = {kind: [each.id for each in FULL.world.all(cls)] for kind, cls in FULL.world.kinds.items()}


@functools.cache
def values(parameter: Parameter) -> st.SearchStrategy[Any]:
    """Any value that a parameter may have, as an order's field takes it."""
    one: st.SearchStrategy[Any]
    match parameter.kind:
        case "ref":
            kinds = st.sampled_from(parameter.asks.kinds if parameter.asks else ())
            one = kinds.flatmap(lambda k: st.sampled_from([Ref(k, id) for id in KNOWN[k]]))
            if parameter.asks and parameter.asks.by_name:
                words = st.from_regex(r"Zz[a-z ]{0,9}[a-z]", fullmatch=True)
                one |= words.map(lambda word: Ref(BY_NAME, 0, "", word))
            if parameter.asks and MAKER.keys() & parameter.asks.kinds:
                made = kinds.filter(lambda kind: kind in MAKER)
                one |= made.map(lambda kind: Ref(kind, 0, f"k{MAKER[kind]}"))
        case "number":
            one = st.integers(parameter.least or 0, parameter.most or 10**6)
        case "flag":
            one = st.booleans()
        case "option":
            one = st.sampled_from(parameter.options)
        case _:
            one = st.text(SHOWN, max_size=12) | st.sampled_from(
                ["NE", "12/5", 'a "b": c,d', "k3: in:x"]
            )
    if not parameter.many:
        return one
    said = one.filter(lambda value: bool(str(value).strip()))  # an empty place in a list is none
    return st.lists(said, max_size=4).map(tuple)


MAKER = {cls.makes: number for number, cls in enumerate(ORDERS, 900) if cls.makes}


@st.composite
def queued(draw: st.DrawFn, number: int) -> Queued:
    cls = ORDERS[number % len(ORDERS)]
    fields = {}
    for parameter in parameters(cls):
        if parameter.required or draw(st.booleans()):
            fields[parameter.name] = draw(values(parameter))
    try:
        order = cls.model_validate(fields)
    except ValidationError:
        assume(False)
        raise
    phase = draw(st.sampled_from(("", *cls.phases[1:])))
    return Queued(f"k{number}", order, phase)


@functools.cache
def makers() -> tuple[Queued, ...]:
    """For each kind of thing that an order makes, one that makes it under a known key."""
    found: list[Queued] = []
    for kind, number in MAKER.items():
        cls = next(order for order in ORDERS if order.makes == kind)
        plain = {"ref": 0, "number": 1, "flag": False, "name": "x", "text": "x", "option": ""}
        fields: dict[str, Any] = {}
        for parameter in parameters(cls):
            if parameter.required:
                kinds = parameter.asks.kinds if parameter.asks else ()
                first = parameter.options[0] if parameter.options else plain[parameter.kind]
                value = Ref(kinds[0], KNOWN[kinds[0]][0]) if kinds else first
                fields[parameter.name] = (value,) if parameter.many else value
        found.append(Queued(f"k{number}", cls.model_validate(fields)))
    return tuple(found)


@pytest.mark.parametrize("number", range(1, len(ORDERS) + 1))
@settings(
    max_examples=20,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    deadline=None,
)
@given(data=st.data())
def test_what_is_written_is_read_again_for_every_order_of_the_pack(number: int, data: Any):
    orders = [data.draw(queued(number)), *makers()]
    text = write(orders, FULL)
    assert text.count("\n") == len(orders) + 1, "and the head"
    assert read(text, SCENE.rules, FULL) == (orders, [])


def lines_of(*orders: Queued) -> str:
    """The sheet of these orders without its head."""
    head, _, text = write(orders, STATE).partition("\n")
    assert head.startswith("# For turn 1, run 0:")
    return text


def faults(text: str) -> list[LineFault]:
    orders, found = read(text, SCENE.rules, STATE)
    assert found, orders
    return found


def test_a_line_has_the_shape_of_the_slash_command():
    stack = next(s for s in STATE.world.all(Stack) if s.name == "Moor Watch")
    hero = next(iter(STATE.world.all(Character)))
    order = TransferCharacter(character=ref(hero), target=ref(stack), slot=4)
    text = lines_of(Queued("k7", order, "movement"))
    assert text == (
        'k7: transfer character character:"Ada the Bold" target:"Moor Watch" slot:4 in:movement\n'
    )


def test_a_name_that_several_bear_is_followed_by_a_number():
    twins = [s for s in STATE.world.all(Stack) if s.name == "Iron Guard"]
    text = lines_of(*(Queued("", Deactivate(stack=ref(twin))) for twin in twins))
    assert text == 'stack deactivate stack:"Iron Guard#1"\nstack deactivate stack:"Iron Guard#2"\n'


def test_a_name_that_looks_like_something_else_is_written_as_that_of_a_nameless_thing():
    odd = next(s for s in STATE.world.all(Stack) if s.name == "12,7")
    assert lines_of(Queued("", Deactivate(stack=ref(odd)))) == "stack deactivate stack:stack#1\n"


def test_numbers_tell_nothing_of_what_the_reader_does_not_know():
    made = scene()
    foe = made.someone("at_war")
    for _ in range(3):
        made.stack(5, 5, foe, name="Iron Guard")
    other = made.stack(1, 1, name="Iron Guard")
    made.run()
    text = write([Queued("", Deactivate(stack=ref(other)))], state_of(made))
    assert text.endswith('stack:"Iron Guard#3"\n')


def test_what_is_no_longer_known_is_left_as_a_comment():
    text = lines_of(Queued("k4", Deactivate(stack=Ref("stack", 999))))
    assert text.startswith("# k4: stack deactivate")
    assert "999" not in text
    assert read(text, SCENE.rules, STATE) == ([], [])


def test_no_reference_is_understood_that_nobody_was_shown():
    stack = next(iter(STATE.world.all(Stack)))
    (fault,) = faults(f"stack deactivate stack:stack:{stack.id}")
    assert "no stack called" in fault.says


def test_a_sheet_of_another_run_is_taken_but_for_what_it_names_by_number():
    made = scene()
    stacks = [s for s in made.world.all(Stack) if s.name != "12,7"]
    old = write([Queued("", Deactivate(stack=ref(each))) for each in stacks], state_of(made))
    made.run()
    orders, found = read(old, made.rules, state_of(made))
    assert orders
    assert len(found) == 2
    assert all("until the next run" in fault.says for fault in found)
    assert all("Download a new sheet" in fault.says for fault in found)
    again = write(orders, state_of(made))
    assert read(again, made.rules, state_of(made)) == (orders, [])


def test_a_sheet_without_a_head_is_read_as_of_now():
    orders, found = read('stack deactivate stack:"Iron Guard#2"', SCENE.rules, STATE)
    twins = [s for s in STATE.world.all(Stack) if s.name == "Iron Guard"]
    assert (orders, found) == ([Queued("", Deactivate(stack=ref(twins[1])))], [])


def test_namesakes_of_other_kinds_are_told_apart_by_their_kind():
    labels = Labels(STATE.world)
    city, village = (next(iter(STATE.world.all(cls))) for cls in (City, Village))
    kinds = (City.kind, Village.kind)
    assert [labels.of(ref(each), kinds) for each in (city, village)] == [
        "city:Karst",
        "village:Karst",
    ]
    assert labels.find("village:Karst", kinds) == ref(village)


def test_a_province_is_written_by_its_coordinates_and_read_by_its_city_too():
    at = SCENE.at(3, 2)
    order = ActivateStack(province=Ref("province", at.id), name="Reserve")
    assert lines_of(Queued("", order)) == "stack activate province:3,2 name:Reserve\n"
    for place in ("3,2", "Karst", "karst", '"3, 2"'):
        orders, found = read(f"stack activate province:{place} name:Reserve", SCENE.rules, STATE)
        assert (orders, found) == ([Queued("", order)], [])


def test_a_line_copied_from_discord_is_read_without_quotation_marks():
    text = "/stack activate province: 3,2 name: The Old Guard\r\n\r\n# a note\r\n"
    (order,), found = read(text, SCENE.rules, STATE)
    assert not found
    assert order.order == ActivateStack(
        province=Ref("province", SCENE.at(3, 2).id), name="The Old Guard"
    )


def test_what_an_earlier_line_makes_is_named_by_its_key():
    text = "k3: stack activate province:Karst name:New\nstack deactivate stack:new:k3\n"
    (_, second), found = read(text, SCENE.rules, STATE)
    assert not found
    assert second == Queued("", Deactivate(stack=Ref("stack", 0, "k3")))


def test_two_bare_numbers_of_a_list_are_one_province():
    labels = Labels(SCENE.world)
    made = order_of(Tour, {"stops": "1,1, Karst, 2,2"}, labels)
    spots = [SCENE.at(*spot).id for spot in ((1, 1), (3, 2), (2, 2))]
    assert made == Tour(stops=tuple(Ref("province", id) for id in spots))


@pytest.mark.parametrize(
    "line, says, suggestion",
    [
        ("stak activate province:1,1 name:A", "no order “stak activate”", "stack activate"),
        ("flarb", "no order “flarb”", ""),
        ("stack activate provnce:1,1 name:A", "has no `provnce`", "province"),
        ("stack activate province:Krast name:A", "no province called “Krast”", ""),
        ('stack deactivate stack:"Moor Wach"', "no stack called “Moor Wach”", "Moor Watch"),
        (
            'stack deactivate stack:"Iron Guard"',
            "several are called",
            "Iron Guard#1 or Iron Guard#2",
        ),
        ("stack deactivate stack:new:k9", "k9 is no order in the list that makes a stack", ""),
        ("stack deactivate stack:province:1", "no stack called", ""),
        ("stack activate province:99,99 name:A", "no province at 99,99", ""),
        ("stack activate name:A", "`province` is missing", ""),
        ("stack activate province:1,1 name:", "`name` has from 1 to 32 characters", ""),
        ("stack activate province:1,1 name:A name:B", "`name` is there twice", ""),
        ("stack activate province:1,1 name:A in:movment", "does not run in “movment”", "basic"),
        ("stack activate A", "belongs to no parameter", ""),
        ('stack activate province:1,1 name:"A', "closing", ""),
        ('stack activate province:1,1 name:"A"B', "behind a closing quotation mark", ""),
        ('set slot piece:"Ada the Bold" slot:11', "`slot` is a number, from 0 to 10", ""),
        ('set slot piece:"Ada the Bold" slot:½', "no whole number", ""),
        ('stack deactivate stack:"Moor Watch" empty:perhaps', "neither yes nor no", ""),
        ('stack move stack:"Moor Watch" destination:1,1 mode:lend', "none of", "land"),
        ("x9: stack activate province:1,1 name:A", "no key of an order", ""),
        ("k9:", "no order after the key", ""),
        ("stack activate province:1,1 name:A\u202eB", "U+202E", ""),
        ("stack activate province:1,1 name:A\0B", "U+0000", ""),
        (r'stack activate province:1,1 name:"A\ud800"', "U+D800", ""),
        (r'stack activate province:1,1 name:"A\u0007"', "U+0007", ""),
        ("stack activate name:" + "A" * 5000, "longer than 4000", ""),
    ],
)
def test_a_wrong_line_is_told_with_its_number_and_what_was_meant(
    line: str, says: str, suggestion: str
):
    (fault,) = faults(f"# a note\n{line}\n")
    assert fault.line == 2
    assert says in fault.says
    assert fault.suggestion == suggestion


def test_a_key_that_comes_twice_is_a_fault_of_the_second_line():
    line = "k1: stack activate province:1,1 name:A\n"
    assert [(f.line, f.says) for f in faults(line * 2)] == [(2, "key k1 is that of line 1 already")]


def test_an_order_that_the_rules_forgot_is_left_as_a_comment():
    text = lines_of(Queued("k4", Unreadable(text="old")))
    assert text.startswith("# k4 ")
    assert read(text, SCENE.rules, STATE) == ([], [])


def test_a_line_for_people_names_what_the_world_holds_and_nothing_else():
    hero = next(iter(STATE.world.all(Character)))
    order = TransferItems(sponsor=ref(hero), target=Ref("stack", 999), item="bread", count=2)
    shown = 'transfer items sponsor:"Ada the Bold" target:"a stack" item:bread count:2'
    assert line_of(order, STATE.world) == shown


@pytest.mark.parametrize(
    "data, says",
    [
        (b"x" * (256 * 1024 + 1), "larger than 256 KiB"),
        (b"stack \xff", "line 1 has a byte that is not UTF-8 text; save the file anew as UTF-8"),
        (b"stack\n\n\xff", "line 3 "),
        ("stack".encode("utf-16"), "not UTF-8 text"),
    ],
)
def test_a_file_that_is_no_text_or_too_large_is_refused(data: bytes, says: str):
    with pytest.raises(Unfit, match=says):
        decode(data)


@pytest.mark.parametrize("mark", ["#", ";", "//", "  ; "])
def test_remarks_are_written_as_in_other_games(mark: str):
    text = f"{mark} what I want\nstack rest stack:Nobody\n"
    _, [fault] = read(text, SCENE.rules, STATE)
    assert fault.line == 2


def test_a_strange_mark_is_told_with_its_line_its_place_and_what_it_is():
    _, [fault] = read("\nstack rest stack:\u202eGuard\n", SCENE.rules, STATE)
    assert fault.line == 2
    assert fault.says.startswith("Character 18 is a mark that turns the writing around (U+202E)")


def test_a_file_may_begin_with_a_byte_order_mark():
    assert decode(b"\xef\xbb\xbfstack") == "stack"


def test_a_million_orders_are_refused_at_once():
    assert faults("stack deactivate stack:x\n" * 1_000_000)[0].line == 0


def test_reading_ends_after_so_many_faults():
    found = faults("stack rise name:x\n" * 2000)
    assert len(found) == sheet.FAULTS + 1
    assert found[-1].line == sheet.FAULTS


WORDS = (
    "stack",
    "activate",
    "move",
    "k1:",
    "new:k1",
    "stack:1",
    '"',
    '\\"',
    ",",
    "#",
    "/",
    "in:",
    "\n",
)
HOSTILE = st.lists(
    st.text(max_size=8)
    | st.sampled_from(WORDS)
    | st.sampled_from(
        ("province:", "stack:", "route:", "name:", "@everyone", "../etc/passwd", " ")
    ),
    max_size=40,
).map("".join)


@settings(max_examples=60, deadline=None)
@given(text=HOSTILE, cut=st.sampled_from((" ", "")))
def test_no_text_breaks_the_reading_of_a_sheet(text: str, cut: str):
    orders, found = read(cut.join(text), SCENE.rules, STATE)
    assert all(isinstance(each.order, Order) for each in orders)
    assert all(fault.says for fault in found)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_no_text_of_a_command_raises_anything_but_a_refusal(data: Any):
    cls = data.draw(st.sampled_from(ORDERS))
    names = [parameter.name for parameter in parameters(cls)]
    texts = data.draw(st.dictionaries(st.sampled_from(names), HOSTILE | st.text()))
    try:
        order = order_of(cls, texts, Labels(STATE.world))
    except Unfit:
        return
    assert isinstance(order, cls)


def _class(path: tuple[str, str]) -> Callable[..., Order]:
    return SCENE.rules.orders[path]


Deactivate = _class(("stack", "deactivate"))


class Tour(Order):
    """A list of provinces."""

    path = ("tour", "go")
    rule = "cohorts.turn.failed-orders"
    phases = ("basic",)

    stops: tuple[Annotated[Ref, DESTINATION], ...]

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from ()

    def perform(self, state: State) -> None:
        """Nothing: it is only written and read."""
