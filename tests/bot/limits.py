"""Discord's limits that the simulated Discord lets pass, checked on what the bot really sends.

`check_command_payload` takes the body of a command sync, `check_request` one recorded request. Each
returns its violations as sentences, none if all is well.
Whether fields and types are right is the API description's business (`tests/bot/wire`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.bot.front.record import RecordedRequest

MIB = 1 << 20

COMMANDS, CONTEXT_MENUS, OPTIONS, CHOICES = 100, 5, 25, 25
COMMAND_TEXT = 8_000
NAME, DESCRIPTION, CHOICE_NAME, CHOICE_VALUE = 32, 100, 100, 100
NAME_FORM = re.compile(r"[-_'\w\u0900-\u097f\u0e00-\u0e7f]+")

NONCE = 25
FILE_SIZE, FILES, REQUEST_SIZE = 10 * MIB, 10, 25 * MIB
CONTENT, ALT_TEXT, ALL_TEXT_V2 = 2_000, 1_024, 4_000
EMBEDS, EMBED_TEXT = 10, 6_000
EMBED_PARTS = {"title": 256, "description": 4_096}
FIELDS, FIELD_NAME, FIELD_VALUE, FOOTER, AUTHOR = 25, 256, 1_024, 2_048, 256
ROWS, BUTTONS, COMPONENTS_V2, MODAL_ROWS = 5, 5, 40, 5
CUSTOM_ID, LABEL, PLACEHOLDER, SELECT_OPTIONS, MODAL_TITLE = 100, 80, 150, 25, 45
INPUT_LABEL, INPUT_PLACEHOLDER, INPUT_VALUE = 45, 100, 4_000

CHANNEL_NAME, TOPIC, REASON, ROLE_NAME = 100, 1_024, 512, 100

CHAT_INPUT = 1
SUBCOMMAND, GROUP = 1, 2
ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT, TEXT_DISPLAY, LABEL_COMPONENT = 1, 2, 3, 4, 10, 18
SELECTS = (3, 5, 6, 7, 8)
IS_COMPONENTS_V2 = 1 << 15
MODAL_ANSWER = 9
ADMINISTRATOR, MANAGE_ROLES = 1 << 3, 1 << 28

Payload = Mapping[str, Any]


def _long(where: str, text: object, most: int, least: int = 0) -> Iterator[str]:
    """At most one violation: `text` shorter than `least` or longer than `most` characters."""
    length = len(text) if isinstance(text, str) else 0
    if length > most:
        yield f"{where} has {length} characters, more than {most}"
    elif length < least:
        yield f"{where} has {length} characters, fewer than {least}"


def _many(where: str, things: Sequence[Any] | None, most: int) -> Iterator[str]:
    if things and len(things) > most:
        yield f"{where}: {len(things)}, more than {most}"


# Commands


def check_command_payload(commands: Sequence[Payload]) -> list[str]:
    """The violations in the body of a bulk command sync of one scope, global or one guild."""
    found: list[str] = []
    chat = [command for command in commands if command.get("type", CHAT_INPUT) == CHAT_INPUT]
    found += _many("slash commands", chat, COMMANDS)
    for kind, name in ((2, "user"), (3, "message")):
        menus = [command for command in commands if command.get("type") == kind]
        found += _many(f"{name} menu commands", menus, CONTEXT_MENUS)
    names = [(command.get("type", CHAT_INPUT), command["name"]) for command in commands]
    found += [
        f"/{name}: named twice"
        for kind, name in sorted(set(names))
        if names.count((kind, name)) > 1
    ]
    for command in chat:
        found += _command(command)
    for command in commands:
        if command not in chat:
            found += _long(f"menu {command['name']!r}: name", command["name"], NAME, 1)
    return found


def command_text(node: Payload) -> int:
    """Characters that count towards a command's 8,000: names, descriptions and choice values.

    Localized texts, which would count where longer, are not read: the bot has none.
    """
    count = len(node["name"]) + len(node.get("description") or "")
    for choice in node.get("choices") or ():
        count += len(choice["name"])
        count += len(choice["value"]) if isinstance(choice["value"], str) else 0
    return count + sum(command_text(option) for option in node.get("options") or ())


def _command(command: Payload) -> Iterator[str]:
    path = f"/{command['name']}"
    yield from _node(path, command)
    if (text := command_text(command)) > COMMAND_TEXT:
        yield f"{path}: {text:,} characters in all, more than {COMMAND_TEXT:,}"
    yield from _children(path, command, depth=0)


def _node(path: str, node: Payload) -> Iterator[str]:
    name = node["name"]
    yield from _long(f"{path}: name", name, NAME, 1)
    if name != name.lower():
        yield f"{path}: the name is not lower-case"
    if name and not NAME_FORM.fullmatch(name):
        yield f"{path}: the name has other characters than letters, digits, - and _"
    yield from _long(f"{path}: description", node.get("description"), DESCRIPTION, 1)


def _children(path: str, node: Payload, depth: int) -> Iterator[str]:
    options = node.get("options") or ()
    nested = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
    yield from _many(f"{path}: subcommands" if nested else f"{path}: options", options, OPTIONS)
    names = [option["name"] for option in options]
    yield from (f"{path}: two options named {n}" for n in sorted(set(names)) if names.count(n) > 1)
    if nested and len(nested) < len(options):
        yield f"{path}: mixes subcommands with options"
    if any(option["type"] == GROUP for option in nested) and depth > 0:
        yield f"{path}: a group inside a group, more than two levels"
    if nested and depth > 1:
        yield f"{path}: subcommands inside a subcommand, more than two levels"
    optional = False
    for option in options:
        below = f"{path} {option['name']}"
        yield from _node(below, option)
        if option["type"] in (SUBCOMMAND, GROUP):
            yield from _children(below, option, depth + (1 if option["type"] == GROUP else 2))
            continue
        if option.get("required") and optional:
            yield f"{below}: required, but stands after an optional one"
        optional = optional or not option.get("required")
        yield from _choices(below, option)


def _choices(path: str, option: Payload) -> Iterator[str]:
    choices = option.get("choices") or ()
    yield from _many(f"{path}: choices", choices, CHOICES)
    if choices and option.get("autocomplete"):
        yield f"{path}: has both choices and autocomplete"
    yield from _choice_texts(path, choices)


def _choice_texts(path: str, choices: Sequence[Payload]) -> Iterator[str]:
    for choice in choices:
        yield from _long(f"{path}: choice {choice['name']!r}: name", choice["name"], CHOICE_NAME, 1)
        if isinstance(choice["value"], str):
            yield from _long(
                f"{path}: choice {choice['name']!r}: value", choice["value"], CHOICE_VALUE
            )


# Requests


def check_request(request: RecordedRequest, *, bot_permissions: int | None = None) -> list[str]:
    """The violations of one recorded request.

    With `bot_permissions`, the bits that the bot has in the guild, overwrites are checked too: a
    bot may neither allow nor deny what it lacks, and only an administrator may set who manages
    a channel's permissions.
    """
    found = list(_files(request))
    found += _long("audit log reason", request.reason or "", REASON)
    body = request.json
    if isinstance(body, list) and request.path.endswith("/commands"):
        found += check_command_payload(body)
    elif isinstance(body, dict):
        answered = body.get("data") if request.path.endswith("/callback") else body
        if isinstance(answered, dict):
            modal = request.path.endswith("/callback") and body.get("type") == MODAL_ANSWER
            found += _modal(answered) if modal else _message(answered)
        found += _place(request, body)
        if bot_permissions is not None:
            found += _overwrites(request, body, bot_permissions)
    return [f"{request.method} {request.path}: {violation}" for violation in found]


def check_message(body: Payload) -> list[str]:
    """The violations of a message, as its embeds and components are sent."""
    return list(_message(body))


def _files(request: RecordedRequest) -> Iterator[str]:
    yield from _many("files", request.uploads, FILES)
    for upload in request.uploads:
        if len(upload.content) > FILE_SIZE:
            yield f"{upload.filename}: {len(upload.content):,} bytes, more than 10 MiB"
    if request.size > REQUEST_SIZE:
        yield f"the request: {request.size:,} bytes, more than 25 MiB"


def _message(body: Payload) -> Iterator[str]:
    if body.get("nonce") is not None:
        yield from _long("nonce", str(body["nonce"]), NONCE)
    yield from _long("content", body.get("content"), CONTENT)
    yield from _many("attachments", body.get("attachments"), FILES)
    for attachment in body.get("attachments") or ():
        yield from _long("alt text", attachment.get("description"), ALT_TEXT)
    yield from _embeds(body.get("embeds") or ())
    components = body.get("components") or ()
    if int(body.get("flags") or 0) & IS_COMPONENTS_V2:
        yield from _components_v2(body, components)
    else:
        yield from _many("component rows", components, ROWS)
    yield from _component_parts(components)
    if isinstance(body.get("choices"), list):
        yield from _many("autocomplete choices", body["choices"], CHOICES)
        yield from _choice_texts("autocomplete", body["choices"])


def _embeds(embeds: Sequence[Payload]) -> Iterator[str]:
    yield from _many("embeds", embeds, EMBEDS)
    total = 0
    for embed in embeds:
        parts = [(part, embed.get(part), most) for part, most in EMBED_PARTS.items()]
        parts.append(("footer", (embed.get("footer") or {}).get("text"), FOOTER))
        parts.append(("author", (embed.get("author") or {}).get("name"), AUTHOR))
        fields = embed.get("fields") or ()
        yield from _many("embed fields", fields, FIELDS)
        for field in fields:
            for part, most in (("name", FIELD_NAME), ("value", FIELD_VALUE)):
                yield from _long(f"embed field {part}", field.get(part), most, 1)
                total += len(field.get(part) or "")
        for part, text, most in parts:
            yield from _long(f"embed {part}", text, most)
            total += len(text or "")
    if total > EMBED_TEXT:
        yield f"embeds: {total:,} characters in all, more than {EMBED_TEXT:,}"


def _walk(components: Sequence[Payload]) -> Iterator[Payload]:
    for component in components:
        yield component
        yield from _walk(component.get("components") or ())
        for single in ("accessory", "component"):
            if isinstance(component.get(single), dict):
                yield from _walk([component[single]])


def _components_v2(body: Payload, components: Sequence[Payload]) -> Iterator[str]:
    everything = list(_walk(components))
    yield from _many("components", everything, COMPONENTS_V2)
    text = sum(len(c.get("content") or "") for c in everything if c["type"] == TEXT_DISPLAY)
    if text > ALL_TEXT_V2:
        yield f"text of the components: {text:,} characters in all, more than {ALL_TEXT_V2:,}"
    yield from (f"{part} beside Components V2" for part in ("content", "embeds") if body.get(part))


def _component_parts(components: Sequence[Payload]) -> Iterator[str]:
    everything = list(_walk(components))
    ids = [component["custom_id"] for component in everything if component.get("custom_id")]
    yield from (f"custom_id {i!r} is used twice" for i in sorted(set(ids)) if ids.count(i) > 1)
    for component in everything:
        kind = component["type"]
        yield from _long("custom_id", component.get("custom_id"), CUSTOM_ID)
        if kind == ACTION_ROW:
            yield from _row(component.get("components") or ())
        elif kind == BUTTON:
            yield from _long("button label", component.get("label"), LABEL)
        elif kind in SELECTS:
            yield from _select(component)
        for item in component.get("items") or ():
            yield from _long("alt text", item.get("description"), ALT_TEXT)


def _row(row: Sequence[Payload]) -> Iterator[str]:
    yield from _many("components in a row", row, BUTTONS)
    if len(row) > 1 and any(component["type"] in (*SELECTS, TEXT_INPUT) for component in row):
        yield "a select or text input shares its row"


def _select(select: Payload) -> Iterator[str]:
    yield from _long("select placeholder", select.get("placeholder"), PLACEHOLDER)
    options = select.get("options") or ()
    yield from _many("select options", options, SELECT_OPTIONS)
    if select["type"] == STRING_SELECT and not options:
        yield "a select without options"
    values = [option["value"] for option in options]
    yield from (f"select value {v!r} twice" for v in sorted(set(values)) if values.count(v) > 1)
    for option in options:
        for part, least in (("label", 1), ("value", 1), ("description", 0)):
            yield from _long(f"select option {part}", option.get(part), 100, least)


def _modal(modal: Payload) -> Iterator[str]:
    yield from _long("modal title", modal.get("title"), MODAL_TITLE, 1)
    yield from _long("modal custom_id", modal.get("custom_id"), CUSTOM_ID, 1)
    rows = modal.get("components") or ()
    yield from _many("modal rows", rows, MODAL_ROWS)
    if not rows:
        yield "a modal without rows"
    yield from _component_parts(rows)
    for component in _walk(rows):
        if component["type"] == LABEL_COMPONENT:
            yield from _long("modal label", component.get("label"), INPUT_LABEL, 1)
            yield from _long("modal label description", component.get("description"), 100)
        if component["type"] == TEXT_INPUT:
            if component.get("label") is not None:
                yield from _long("text input label", component["label"], INPUT_LABEL, 1)
            yield from _long(
                "text input placeholder", component.get("placeholder"), INPUT_PLACEHOLDER
            )
            yield from _long("text input value", component.get("value"), INPUT_VALUE)


# Channels and roles

CHANNEL_PATHS = re.compile(r"/guilds/\d+/channels|/channels/\d+")
ROLE_PATHS = re.compile(r"/guilds/\d+/roles(/\d+)?")
OVERWRITE_PATHS = re.compile(r"/channels/\d+/permissions/\d+")


def _place(request: RecordedRequest, body: Payload) -> Iterator[str]:
    if CHANNEL_PATHS.fullmatch(request.path):
        if body.get("name") is not None:
            yield from _long("channel name", body["name"], CHANNEL_NAME, 1)
        yield from _long("topic", body.get("topic"), TOPIC)
    elif ROLE_PATHS.fullmatch(request.path):
        yield from _long("role name", body.get("name"), ROLE_NAME)


def _overwrites(request: RecordedRequest, body: Payload, has: int) -> Iterator[str]:
    if has & ADMINISTRATOR:
        return
    overwrites: list[Payload] = list(body.get("permission_overwrites") or ())
    if OVERWRITE_PATHS.fullmatch(request.path):
        overwrites.append(body)
    for overwrite in overwrites:
        touched = int(overwrite.get("allow") or 0) | int(overwrite.get("deny") or 0)
        if lacking := touched & ~has:
            yield f"an overwrite allows or denies what the bot lacks: bits {lacking:#x}"
        if touched & MANAGE_ROLES:
            yield "an overwrite sets Manage Permissions, which only an administrator may"
    if ROLE_PATHS.fullmatch(request.path) and (lacking := int(body.get("permissions") or 0) & ~has):
        yield f"a role gets what the bot lacks: bits {lacking:#x}"
