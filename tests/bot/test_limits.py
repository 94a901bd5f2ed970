"""Each limit passes at its edge and is reported one step beyond it."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.bot.front.record import RecordedRequest, Upload
from tests.bot.limits import check_command_payload, check_request, command_text

MIB = 1 << 20
SEND, MANAGE_CHANNELS, MANAGE_ROLES, ADMINISTRATOR = 1 << 11, 1 << 4, 1 << 28, 1 << 3


def command(name: str = "order", **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "Give an order", "type": 1, **more}


def option(name: str = "stack", kind: int = 3, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "A stack", "type": kind, **more}


def numbered(count: int, make: Callable[..., dict[str, Any]], **more: Any) -> list[dict[str, Any]]:
    return [make(f"n{number}", **more) for number in range(count)]


def choice(name: str = "north", value: str = "n") -> dict[str, str]:
    return {"name": name, "value": value}


def one(**more: Any) -> list[dict[str, Any]]:
    return [command(**more)]


def of(length: int) -> str:
    return "x" * length


def chosen(*choices: dict[str, str], **more: Any) -> list[dict[str, Any]]:
    """A command with one option of these choices."""
    return one(options=[option(choices=list(choices), **more)])


AT_MOST: dict[str, tuple[Callable[[int], list[dict[str, Any]]], int, str]] = {
    "commands": (lambda n: numbered(n, command), 100, "slash commands: 101"),
    "a name": (lambda n: one(name=of(n)), 32, "name has 33 characters"),
    "a description": (lambda n: one(description=of(n)), 100, "description has 101 characters"),
    "options": (lambda n: one(options=numbered(n, option)), 25, "options: 26"),
    "subcommands": (
        lambda n: one(options=numbered(n, option, kind=1)),
        25,
        "subcommands: 26",
    ),
    "choices": (lambda n: chosen(*numbered(n, choice)), 25, "choices: 26"),
    "the name of a choice": (lambda n: chosen(choice(of(n))), 100, "name has 101 characters"),
    "the value of a choice": (
        lambda n: chosen(choice(value=of(n))),
        100,
        "value has 101 characters",
    ),
    "menus of a kind": (
        lambda n: [{"name": f"Menu {each}", "type": 3} for each in range(n)],
        5,
        "message menu commands: 6",
    ),
    "the name of a menu": (lambda n: [{"name": of(n), "type": 2}], 32, "name has 33 characters"),
}


@pytest.mark.parametrize("made, most, said", AT_MOST.values(), ids=AT_MOST)
def test_a_command_set_holds_at_most(
    made: Callable[[int], list[dict[str, Any]]], most: int, said: str
) -> None:
    assert check_command_payload(made(most)) == []
    [violation] = check_command_payload(made(most + 1))
    assert said in violation


WRONG = {
    "no name": (one(name=""), "name has 0 characters"),
    "capitals": (one(name="Muster"), "not lower-case"),
    "other than letters": (one(name="a b"), "other characters"),
    "one name twice": ([command("a"), command("a")], "/a: named twice"),
    "no description": (one(description=""), "fewer than 1"),
    "choices and autocomplete": (
        chosen(choice(), autocomplete=True),
        "both choices and autocomplete",
    ),
    "a required option last": (
        one(options=[option("a"), option("b", required=True)]),
        "/order b: required, but stands after",
    ),
    "that in a subcommand": (
        one(options=[option("s", 1, options=[option("a"), option("b", required=True)])]),
        "/order s b: required, but stands after",
    ),
    "an option twice": (one(options=[option("a"), option("a")]), "two options named a"),
    "a subcommand beside an option": (
        one(options=[option("s", 1), option("a")]),
        "mixes subcommands with options",
    ),
    "a group in a group": (
        one(options=[option("g", 2, options=[option("h", 2, options=[option("s", 1)])])]),
        "a group inside a group",
    ),
    "a subcommand in a subcommand": (
        one(options=[option("s", 1, options=[option("t", 1)])]),
        "subcommands inside a subcommand",
    ),
}


@pytest.mark.parametrize("commands, said", WRONG.values(), ids=WRONG)
def test_a_command_set_has_not(commands: list[dict[str, Any]], said: str) -> None:
    found = check_command_payload(commands)
    assert any(said in violation for violation in found), found


def test_a_command_set_may_have_all_that_is_allowed() -> None:
    grouped = option("g", 2, options=[option("s", 1, options=[option("a", required=True)])])
    assert (
        check_command_payload(
            [
                command("übung-1_a", options=[option("a", required=True), option("b")]),
                command("x", options=[option("s", 1), grouped]),
                command("y", options=[option(autocomplete=True)]),
            ]
        )
        == []
    )


@pytest.mark.parametrize("last, violations", [(28, 0), (29, 1)])
def test_a_command_holds_8000_characters_in_all(last: int, violations: int) -> None:
    # 5 + 13 for the command, 4 * (1 + 7) for its options, 99 * 80 for their choices: 7,970.
    choices = [choice(f"{number:02}", "v" * 78) for number in range(99)]
    choices.append(choice("99", "v" * last))
    options = [option(f"{n}", choices=choices[25 * n : 25 * n + 25]) for n in range(4)]
    commands = one(options=options)
    assert command_text(commands[0]) == 7_972 + last
    found = check_command_payload(commands)
    assert len(found) == violations
    assert all("8,001 characters in all" in violation for violation in found)


def message(**body: Any) -> RecordedRequest:
    return RecordedRequest("POST", "/channels/1/messages", json=body)


def embed(**parts: Any) -> RecordedRequest:
    return message(embeds=[parts])


def files(count: int, size: int) -> RecordedRequest:
    uploads = tuple(
        Upload(f"files[{n}]", f"{n}.png", "image/png", b"x" * size) for n in range(count)
    )
    return RecordedRequest(
        "POST", "/channels/1/messages", json={}, uploads=uploads, size=count * size
    )


def rows(*components: dict[str, Any]) -> RecordedRequest:
    return message(components=[{"type": 1, "components": [each]} for each in components])


def button(custom_id: str = "b", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": custom_id, **more}


def select(count: int = 1, **more: Any) -> dict[str, Any]:
    options = [{"label": f"l{n}", "value": f"v{n}"} for n in range(count)]
    return {"type": 3, "custom_id": "s", "options": options, **more}


def answer(kind: int, **data: Any) -> RecordedRequest:
    return RecordedRequest("POST", "/interactions/1/t/callback", json={"type": kind, "data": data})


def modal(count: int = 1, **more: Any) -> RecordedRequest:
    inputs = [{"type": 4, "custom_id": f"i{n}", "style": 1, "label": "L"} for n in range(count)]
    components = [{"type": 1, "components": [each]} for each in inputs]
    return answer(9, **{"title": "T", "custom_id": "m", "components": components, **more})


def v2(components: list[dict[str, Any]], **more: Any) -> RecordedRequest:
    return message(flags=1 << 15, components=components, **more)


def text(content: str = "x") -> dict[str, Any]:
    return {"type": 10, "content": content}


def channel(**body: Any) -> RecordedRequest:
    return RecordedRequest("PATCH", "/channels/1", json=body)


def fields(count: int, name: str = "n", value: str = "v") -> RecordedRequest:
    return embed(fields=[{"name": name, "value": value}] * count)


def in_one_row(count: int) -> RecordedRequest:
    return message(components=[{"type": 1, "components": buttons(count)}])


def buttons(count: int) -> list[dict[str, Any]]:
    return [button(f"b{number}") for number in range(count)]


def labelled(length: int) -> RecordedRequest:
    return rows(select(options=[{"label": of(length), "value": "v"}]))


REQUESTS: dict[str, tuple[Callable[[int], RecordedRequest], int, str]] = {
    "content": (lambda n: message(content=of(n)), 2000, "content has 2001"),
    "a nonce": (lambda n: message(nonce=of(n)), 25, "nonce has 26"),
    "bytes of a file": (lambda n: files(1, n), 10 * MIB, "more than 10 MiB"),
    "files": (lambda n: files(n, 1), 10, "files: 11"),
    "MiB of a request": (lambda n: files(5, n * MIB // 5), 25, "more than 25 MiB"),
    "alt text": (
        lambda n: message(attachments=[{"id": 0, "description": of(n)}]),
        1024,
        "alt text has 1025",
    ),
    "embeds": (lambda n: message(embeds=[{}] * n), 10, "embeds: 11"),
    "the title of an embed": (lambda n: embed(title=of(n)), 256, "embed title has 257"),
    "the description of an embed": (
        lambda n: embed(description=of(n)),
        4096,
        "embed description has 4097",
    ),
    "the footer of an embed": (
        lambda n: embed(footer={"text": of(n)}),
        2048,
        "embed footer has 2049",
    ),
    "the author of an embed": (
        lambda n: embed(author={"name": of(n)}),
        256,
        "embed author has 257",
    ),
    "fields of an embed": (fields, 25, "embed fields: 26"),
    "the name of a field": (lambda n: fields(1, of(n)), 256, "field name has 257"),
    "the value of a field": (lambda n: fields(1, "n", of(n)), 1024, "field value has 1025"),
    "all of an embed": (
        lambda n: message(embeds=[{"description": of(3000)}, {"description": of(n - 3000)}]),
        6000,
        "6,001 characters in all",
    ),
    "rows": (lambda n: rows(*buttons(n)), 5, "component rows: 6"),
    "buttons in a row": (in_one_row, 5, "components in a row: 6"),
    "a custom_id": (lambda n: rows(button(of(n))), 100, "custom_id has 101"),
    "the label of a button": (lambda n: rows(button(label=of(n))), 80, "button label has 81"),
    "options of a select": (lambda n: rows(select(n)), 25, "select options: 26"),
    "the placeholder of a select": (
        lambda n: rows(select(placeholder=of(n))),
        150,
        "select placeholder has 151",
    ),
    "the label of an option": (labelled, 100, "select option label has 101"),
    "components in V2": (lambda n: v2([text()] * n), 40, "components: 41"),
    "nested components in V2": (
        lambda n: v2([{"type": 17, "components": [text()] * (n - 1)}]),
        40,
        "components: 41",
    ),
    "characters in V2": (
        lambda n: v2([text(of(2000)), text(of(n - 2000))]),
        4000,
        "4,001 characters in all",
    ),
    "rows of a modal": (modal, 5, "modal rows: 6"),
    "the title of a modal": (lambda n: modal(title=of(n)), 45, "modal title has 46"),
    "offered choices": (
        lambda n: answer(8, choices=[choice()] * n),
        25,
        "autocomplete choices: 26",
    ),
    "the name of an offered choice": (
        lambda n: answer(8, choices=[choice(of(n))]),
        100,
        "name has 101",
    ),
    "an answer": (lambda n: answer(4, content=of(n)), 2000, "content has 2001"),
    "a topic": (lambda n: channel(topic=of(n)), 1024, "topic has 1025"),
    "the name of a channel": (lambda n: channel(name=of(n)), 100, "channel name has 101"),
    "a reason": (
        lambda n: RecordedRequest("DELETE", "/channels/1", reason=of(n)),
        512,
        "audit log reason has 513",
    ),
}


@pytest.mark.parametrize("made, most, said", REQUESTS.values(), ids=REQUESTS)
def test_a_request_holds_at_most(
    made: Callable[[int], RecordedRequest], most: int, said: str
) -> None:
    assert check_request(made(most)) == []
    bad = made(most + 1)
    found = check_request(bad)
    assert any(said in violation for violation in found), found
    assert all(violation.startswith(f"{bad.method} {bad.path}: ") for violation in found)


REFUSED = {
    "a field without a name": (fields(1, ""), "field name has 0"),
    "a select that shares its row": (
        message(components=[{"type": 1, "components": [select(), button()]}]),
        "shares its row",
    ),
    "a custom_id twice": (rows(button("a"), button("a")), "used twice"),
    "a select without options": (rows(select(0)), "without options"),
    "a value twice": (
        rows(select(options=[{"label": "l", "value": "v"}] * 2)),
        "select value 'v' twice",
    ),
    "content beside V2": (v2([text()], content="x"), "content beside"),
    "a modal without rows": (modal(0), "without rows"),
    "commands that break a limit": (
        RecordedRequest("PUT", "/applications/1/commands", json=one(name="Order")),
        "not lower-case",
    ),
}


@pytest.mark.parametrize("request_, said", REFUSED.values(), ids=REFUSED)
def test_a_request_has_not(request_: RecordedRequest, said: str) -> None:
    found = check_request(request_)
    assert any(said in violation for violation in found), found


def overwrite(allow: int = 0, deny: int = 0) -> RecordedRequest:
    granted = [{"id": "1", "type": 0, "allow": str(allow), "deny": str(deny)}]
    return RecordedRequest("POST", "/guilds/1/channels", json={"permission_overwrites": granted})


@pytest.mark.parametrize("bits", [{"allow": MANAGE_CHANNELS}, {"deny": MANAGE_CHANNELS}])
def test_an_overwrite_may_not_set_what_the_bot_lacks(bits: dict[str, int]) -> None:
    assert check_request(overwrite(**bits), bot_permissions=SEND | MANAGE_CHANNELS) == []
    assert check_request(overwrite(**bits), bot_permissions=ADMINISTRATOR) == []
    [violation] = check_request(overwrite(**bits), bot_permissions=SEND)
    assert "bits 0x10" in violation


def test_a_single_overwrite_is_checked_as_well() -> None:
    put = RecordedRequest("PUT", "/channels/1/permissions/2", json={"allow": "16", "type": 0})
    assert check_request(put, bot_permissions=MANAGE_CHANNELS) == []
    assert len(check_request(put, bot_permissions=SEND)) == 1


def test_only_an_administrator_sets_who_manages_a_channels_permissions() -> None:
    granted = overwrite(allow=MANAGE_ROLES)
    assert check_request(granted, bot_permissions=ADMINISTRATOR) == []
    [violation] = check_request(granted, bot_permissions=MANAGE_ROLES)
    assert "Manage Permissions" in violation


def test_a_role_may_not_get_what_the_bot_lacks() -> None:
    role = RecordedRequest("POST", "/guilds/1/roles", json={"name": "R", "permissions": "16"})
    assert check_request(role, bot_permissions=MANAGE_CHANNELS) == []
    assert len(check_request(role, bot_permissions=SEND)) == 1
