"""Each limit passes at its edge and is reported one step beyond it."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.bot.front.record import RecordedRequest, Upload
from tests.bot.limits import check_command_payload, check_guild, check_request, command_text

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


COMMANDS = {
    "100 commands": (numbered(100, command), numbered(101, command), "slash commands: 101"),
    "names of 32": (one(name="x" * 32), one(name="x" * 33), "name has 33 characters"),
    "a name at all": (one(name="x"), one(name=""), "name has 0 characters"),
    "lower-case names": (one(name="muster"), one(name="Muster"), "not lower-case"),
    "names of letters": (one(name="übung-1_a"), one(name="a b"), "other characters"),
    "names used once": (
        [command("a"), command("b")],
        [command("a"), command("a")],
        "/a: named twice",
    ),
    "descriptions of 100": (
        one(description="d" * 100),
        one(description="d" * 101),
        "description has 101 characters",
    ),
    "a description at all": (one(description="d"), one(description=""), "fewer than 1"),
    "25 options": (
        one(options=numbered(25, option)),
        one(options=numbered(26, option)),
        "options: 26",
    ),
    "25 subcommands": (
        one(options=numbered(25, option, kind=1)),
        one(options=numbered(26, option, kind=1)),
        "subcommands: 26",
    ),
    "25 choices": (
        one(options=[option(choices=numbered(25, choice))]),
        one(options=[option(choices=numbered(26, choice))]),
        "choices: 26",
    ),
    "choice names of 100": (
        one(options=[option(choices=[choice("c" * 100)])]),
        one(options=[option(choices=[choice("c" * 101)])]),
        "name has 101 characters",
    ),
    "choice values of 100": (
        one(options=[option(choices=[choice(value="c" * 100)])]),
        one(options=[option(choices=[choice(value="c" * 101)])]),
        "value has 101 characters",
    ),
    "choices or autocomplete": (
        one(options=[option(autocomplete=True)]),
        one(options=[option(autocomplete=True, choices=[choice()])]),
        "both choices and autocomplete",
    ),
    "required options first": (
        one(options=[option("a", required=True), option("b")]),
        one(options=[option("a"), option("b", required=True)]),
        "/order b: required, but stands after",
    ),
    "required first in subcommands": (
        one(options=[option("s", 1, options=[option("a", required=True), option("b")])]),
        one(options=[option("s", 1, options=[option("a"), option("b", required=True)])]),
        "/order s b: required, but stands after",
    ),
    "option names used once": (
        one(options=[option("a"), option("b")]),
        one(options=[option("a"), option("a")]),
        "two options named a",
    ),
    "subcommands or options": (
        one(options=[option("s", 1), option("t", 1)]),
        one(options=[option("s", 1), option("a")]),
        "mixes subcommands with options",
    ),
    "two levels of subcommands": (
        one(options=[option("g", 2, options=[option("s", 1)])]),
        one(options=[option("g", 2, options=[option("h", 2, options=[option("s", 1)])])]),
        "a group inside a group",
    ),
    "no subcommand in a subcommand": (
        one(options=[option("s", 1, options=[option("a")])]),
        one(options=[option("s", 1, options=[option("t", 1)])]),
        "subcommands inside a subcommand",
    ),
    "5 menus of a kind": (
        [{"name": f"Menu {n}", "type": 3} for n in range(5)],
        [{"name": f"Menu {n}", "type": 3} for n in range(6)],
        "message menu commands: 6",
    ),
    "menu names of 32": (
        [{"name": "M" * 32, "type": 2}],
        [{"name": "M" * 33, "type": 2}],
        "name has 33 characters",
    ),
}


@pytest.mark.parametrize("good, bad, said", COMMANDS.values(), ids=COMMANDS)
def test_a_command_set_keeps_to(
    good: list[dict[str, Any]], bad: list[dict[str, Any]], said: str
) -> None:
    assert check_command_payload(good) == []
    found = check_command_payload(bad)
    assert any(said in violation for violation in found), found


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


REQUESTS = {
    "content of 2,000": (message(content="x" * 2000), message(content="x" * 2001), "content has"),
    "a nonce of 25": (message(nonce="x" * 25), message(nonce="x" * 26), "nonce has 26"),
    "files of 10 MiB": (files(1, 10 * MIB), files(1, 10 * MIB + 1), "more than 10 MiB"),
    "10 files": (files(10, 1), files(11, 1), "files: 11"),
    "requests of 25 MiB": (files(5, 5 * MIB), files(9, 3 * MIB), "more than 25 MiB"),
    "alt text of 1,024": (
        message(attachments=[{"id": 0, "description": "x" * 1024}]),
        message(attachments=[{"id": 0, "description": "x" * 1025}]),
        "alt text has 1025",
    ),
    "10 embeds": (message(embeds=[{}] * 10), message(embeds=[{}] * 11), "embeds: 11"),
    "embed titles of 256": (embed(title="x" * 256), embed(title="x" * 257), "embed title"),
    "embed descriptions of 4,096": (
        embed(description="x" * 4096),
        embed(description="x" * 4097),
        "embed description",
    ),
    "embed footers of 2,048": (
        embed(footer={"text": "x" * 2048}),
        embed(footer={"text": "x" * 2049}),
        "embed footer",
    ),
    "embed authors of 256": (
        embed(author={"name": "x" * 256}),
        embed(author={"name": "x" * 257}),
        "embed author",
    ),
    "25 embed fields": (fields(25), fields(26), "embed fields: 26"),
    "field names of 256": (fields(1, "x" * 256), fields(1, "x" * 257), "field name has 257"),
    "field names at all": (fields(1), fields(1, ""), "field name has 0"),
    "field values of 1,024": (
        fields(1, "n", "x" * 1024),
        fields(1, "n", "x" * 1025),
        "field value has 1025",
    ),
    "embeds of 6,000 in all": (
        message(embeds=[{"description": "x" * 3000}] * 2),
        message(embeds=[{"description": "x" * 3000}, {"description": "x" * 3000, "title": "x"}]),
        "6,001 characters in all",
    ),
    "5 rows": (
        rows(*(button(f"b{n}") for n in range(5))),
        rows(*(button(f"b{n}") for n in range(6))),
        "component rows: 6",
    ),
    "5 buttons in a row": (
        message(components=[{"type": 1, "components": [button(f"b{n}") for n in range(5)]}]),
        message(components=[{"type": 1, "components": [button(f"b{n}") for n in range(6)]}]),
        "components in a row: 6",
    ),
    "a row for each select": (
        rows(select(), button()),
        message(components=[{"type": 1, "components": [select(), button()]}]),
        "shares its row",
    ),
    "custom_id of 100": (rows(button("x" * 100)), rows(button("x" * 101)), "custom_id has 101"),
    "custom_id used once": (
        rows(button("a"), button("b")),
        rows(button("a"), button("a")),
        "used twice",
    ),
    "button labels of 80": (
        rows(button(label="x" * 80)),
        rows(button(label="x" * 81)),
        "button label has 81",
    ),
    "25 select options": (rows(select(25)), rows(select(26)), "select options: 26"),
    "a select option at all": (rows(select(1)), rows(select(0)), "without options"),
    "select placeholders of 150": (
        rows(select(placeholder="x" * 150)),
        rows(select(placeholder="x" * 151)),
        "select placeholder",
    ),
    "select labels of 100": (
        rows(select(options=[{"label": "x" * 100, "value": "v"}])),
        rows(select(options=[{"label": "x" * 101, "value": "v"}])),
        "select option label has 101",
    ),
    "select values used once": (
        rows(select(2)),
        rows(select(options=[{"label": "l", "value": "v"}] * 2)),
        "select value 'v' twice",
    ),
    "40 components in V2": (v2([text()] * 40), v2([text()] * 41), "components: 41"),
    "40 components in V2 however nested": (
        v2([{"type": 17, "components": [text()] * 39}]),
        v2([{"type": 17, "components": [text()] * 40}]),
        "components: 41",
    ),
    "4,000 characters in V2": (
        v2([text("x" * 2000)] * 2),
        v2([text("x" * 2000), text("x" * 2001)]),
        "4,001 characters in all",
    ),
    "no content beside V2": (v2([text()]), v2([text()], content="x"), "content beside"),
    "5 modal rows": (modal(5), modal(6), "modal rows: 6"),
    "a modal row at all": (modal(1), modal(0), "without rows"),
    "modal titles of 45": (modal(title="x" * 45), modal(title="x" * 46), "modal title has 46"),
    "25 autocomplete choices": (
        answer(8, choices=[choice()] * 25),
        answer(8, choices=[choice()] * 26),
        "autocomplete choices: 26",
    ),
    "autocomplete names of 100": (
        answer(8, choices=[choice("x" * 100)]),
        answer(8, choices=[choice("x" * 101)]),
        "name has 101",
    ),
    "answers of 2,000": (
        answer(4, content="x" * 2000),
        answer(4, content="x" * 2001),
        "content has 2001",
    ),
    "topics of 1,024": (channel(topic="x" * 1024), channel(topic="x" * 1025), "topic has 1025"),
    "channel names of 100": (
        channel(name="x" * 100),
        channel(name="x" * 101),
        "channel name has 101",
    ),
    "commands as they are synced": (
        RecordedRequest("PUT", "/applications/1/commands", json=one()),
        RecordedRequest("PUT", "/applications/1/commands", json=one(name="Order")),
        "not lower-case",
    ),
    "reasons of 512": (
        RecordedRequest("DELETE", "/channels/1", reason="x" * 512),
        RecordedRequest("DELETE", "/channels/1", reason="x" * 513),
        "audit log reason has 513",
    ),
}


@pytest.mark.parametrize("good, bad, said", REQUESTS.values(), ids=REQUESTS)
def test_a_request_keeps_to(good: RecordedRequest, bad: RecordedRequest, said: str) -> None:
    assert check_request(good) == []
    found = check_request(bad)
    assert any(said in violation for violation in found), found
    assert all(violation.startswith(f"{bad.method} {bad.path}: ") for violation in found)


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


def test_a_guild_holds_500_channels_250_roles_and_50_channels_in_a_category() -> None:
    loose: list[dict[str, Any]] = [{"id": str(n)} for n in range(500)]
    roles = [{"id": str(n)} for n in range(250)]
    assert check_guild(loose, roles) == []
    assert check_guild([*loose, {"id": "x"}], [*roles, {"id": "y"}]) == [
        "channels: 501, more than 500",
        "roles: 251, more than 250",
    ]
    crowded = [{"id": str(n), "parent_id": "9"} for n in range(51)]
    assert check_guild(crowded[:50], []) == []
    assert check_guild(crowded, []) == ["category 9: 51 channels, more than 50"]
