"""Order sheets as people, and people of ill will, may upload them."""

import json

import pytest

from bot.orders.ordering import MOST_ORDERS
from engine.sheet import BYTES
from tests.bot.surface.scene import Scene

pytestmark = pytest.mark.asyncio(loop_scope="module")

MIB = 1 << 20
PING = "@everyone @here <@&1> <@2> <#3> https://example.org **bold** `code`"

UNREADABLE: list[tuple[str, bytes, str]] = [
    ("ten_megabytes", b"x" * (10 * MIB), "at most 256 KiB"),
    ("one_byte_too_large", b"#" * (BYTES + 1), "at most 256 KiB"),
    ("a_picture", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "not UTF-8 text"),
    ("utf_16", "stack rest stack:1\n".encode("utf-16"), "not UTF-8 text"),
    ("half_a_pair", b"stack rest stack:\xed\xa0\x80\n", "not UTF-8 text"),
    ("a_million_orders", b"stack rest stack:1\n" * 1_000_000, "at most 256 KiB"),
    ("a_million_blank_lines", b"\n" * 200_000, "more than 2000 lines"),
    ("nothing", b"", "no order in this sheet"),
    ("comments_alone", b"# stack rest stack:1\n", "no order in this sheet"),
    ("a_null", b"stack rest stack:\0\n", "U+0000"),
    ("control_characters", b"stack rest stack:\x1b[31m\x07\n", "U+001B"),
    ("marks_that_turn_text", "stack rest stack:\u202egnik\n".encode(), "U+202E"),
    ("a_line_too_long", b"stack rest stack:" + b"x" * 5000, "longer than 4000 characters"),
    ("mentions", PING.encode(), "there is no order"),
    ("mentions_as_a_key", f"{PING[:9]}: stack rest stack:1\n".encode(), "no key of an order"),
    ("mentions_as_a_thing", f"stack rest stack:{json.dumps(PING)}\n".encode(), "no stack called"),
    ("paths", b"stack rest stack:../../etc/passwd\n", "no stack called"),
    ("drives", b'stack rest stack:"C:\\\\x"\n', "no stack called"),
    ("no_such_order", b"stack dance stack:1\n", "there is no order “stack dance”"),
    ("a_misspelt_order", b"stak rest stack:1\n", "Did you mean stack rest?"),
    ("a_misspelt_parameter", b"stack rest stak:1\n", "Did you mean stack?"),
    ("a_parameter_twice", b"stack rest stack:stack:1 stack:stack:2\n", "there twice"),
    ("a_parameter_missing", b"stack rest\n", "stack is missing"),
    ("a_key_twice", b"k1: orders\nk1: stack rest stack:stack:1\n", "Line 1"),
    ("no_key", b"k0: stack rest stack:stack:1\n", "no key of an order"),
    ("an_open_quotation", b'stack rest stack:"Iron\n', "closing"),
    ("text_behind_one", b'stack rest stack:"Iron"Guard\n', "behind a closing quotation mark"),
    ("loose_words", b"stack rest Iron Guard\n", "belongs to no parameter"),
    ("another_phase", b"stack rest stack:stack:1 in:never\n", "does not run in “never”"),
    ("no_number", b'set slot piece:"Maud Harrowgate" slot:many\n', "no whole number"),
    ("a_number_too_large", b'set slot piece:"Maud Harrowgate" slot:11\n', "from 0 to 10"),
    (
        "a_number_out_of_all_bounds",
        b'set slot piece:"Maud Harrowgate" slot:9' + b"9" * 99,
        "number",
    ),
    ("a_name_of_33", b"stack activate province:0,0 name:" + b"n" * 33, "province at 0,0"),
    ("what_no_order_makes", b"stack rest stack:new:k7\n", "k7 is no order in the list"),
]


@pytest.mark.parametrize("data, says", [case[1:] for case in UNREADABLE], ids=lambda _: "")
async def test_a_sheet_that_cannot_be_read_is_refused_with_its_faults(
    scene: Scene, data: bytes, says: str
) -> None:
    told = await scene.refuses("Ada", "orders upload", file=("orders.txt", data))
    assert says in told.replace("\\", "")
    assert "What you can do" in told
    assert len(told) < 2000


@pytest.mark.parametrize("name", ["../../x", "C:\\x", "a\0b", "@everyone.txt", "x" * 255, "."])
async def test_the_name_of_an_uploaded_file_means_nothing(scene: Scene, name: str) -> None:
    before = sorted(scene.host.path(scene.guild).parent.rglob("*"))
    told = await scene.refuses("Ada", "orders upload", file=(name, b"stak rest stack:1\n"))
    assert "Line 1: there is no order “stak rest”" in told
    assert sorted(scene.host.path(scene.guild).parent.rglob("*")) == before


async def test_only_the_first_faults_of_many_are_told(scene: Scene) -> None:
    sheet = "\n".join(f"stack rest stack:Nobody{n}" for n in range(500))
    told = await scene.refuses("Ada", "orders upload", file=("orders.txt", sheet.encode()))
    assert "Line 1: " in told
    assert "more" in told
    assert told.count("\n") < 20


@pytest.mark.asyncio(loop_scope="function")
async def test_a_full_sheet_is_taken_and_one_order_more_is_refused(own: Scene) -> None:
    home = own.names["home"]
    lines = [f"stack activate province:{home} name:Company{n}\n" for n in range(MOST_ORDERS)]
    over = await own.upload("Ada", ("".join(lines) + "stack rest stack:1\n").encode())
    assert "more than 2000 lines" in over.text
    asked = await own.upload("Ada", "".join(lines).encode())
    assert "2,000 orders" in asked.text
    await own.press("Ada", asked, "Take it")
    assert len(await own.drafted("Ada")) == MOST_ORDERS
    full = await own.say("Ada", "stack activate", province=home, name="Another")
    assert "no room for more" in full.text
