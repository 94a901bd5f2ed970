"""The validator tells good requests from bad ones, on a small description of the same make."""

from typing import Any

import pytest

from tests.bot.front.record import RecordedRequest, Upload
from tests.bot.wire.openapi import Description

SNOWFLAKE = {"$ref": "#/components/schemas/SnowflakeType"}
MESSAGE = {"$ref": "#/components/schemas/Message"}
FILES = {"type": "object", "properties": {"files[0]": {"type": "string"}}}
CHANNEL = {"name": "channel_id", "in": "path", "required": True, "schema": SNOWFLAKE}
DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "paths": {
        "/channels/{channel_id}/messages": {
            "parameters": [CHANNEL],
            "get": {
                "parameters": [
                    {"name": "after", "in": "query", "schema": SNOWFLAKE},
                    {
                        "name": "limit",
                        "in": "query",
                        "schema": {"type": "integer", "minimum": 1, "maximum": 100},
                    },
                    {"name": "brief", "in": "query", "schema": {"type": "boolean"}},
                ]
            },
            "post": {
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {"schema": MESSAGE},
                        "multipart/form-data": {"schema": {"allOf": [MESSAGE, FILES]}},
                    },
                }
            },
        },
        "/channels/{channel_id}/messages/pins": {
            "parameters": [CHANNEL],
            "get": {"parameters": [{"name": "before", "in": "query", "schema": SNOWFLAKE}]},
        },
        "/channels/{channel_id}/messages/{message_id}": {
            "parameters": [CHANNEL, {**CHANNEL, "name": "message_id"}],
            "get": {},
            "delete": {},
        },
        "/search": {
            "get": {
                "parameters": [
                    {"name": "q", "in": "query", "required": True, "schema": {"type": "string"}},
                    {
                        "name": "in",
                        "in": "query",
                        "schema": {"type": "array", "items": SNOWFLAKE},
                    },
                ]
            }
        },
    },
    "components": {
        "schemas": {
            "SnowflakeType": {"type": "string", "pattern": "^[0-9]+$", "format": "snowflake"},
            "Message": {
                "type": "object",
                "required": ["content"],
                "properties": {
                    "content": {"type": "string", "maxLength": 5},
                    "reply": {"oneOf": [{"type": "null"}, SNOWFLAKE]},
                    "part": {"oneOf": [{"type": "integer"}, {"type": "number"}]},
                    "allow": {"type": ["integer", "null"]},
                    "count": {"type": "integer"},
                    "rows": {
                        "type": "array",
                        "items": {"type": "object", "required": ["type"]},
                    },
                },
            },
        }
    },
}


@pytest.fixture(scope="module")
def description() -> Description:
    return Description(DOCUMENT)


def get(path: str, **query: str) -> RecordedRequest:
    return RecordedRequest("GET", path, query=query)


def post(body: object, *fields: str, kind: str = "application/json") -> RecordedRequest:
    uploads = tuple(Upload(field, "a.png", "image/png", b"x") for field in fields)
    kind = "multipart/form-data" if uploads else kind
    return RecordedRequest(
        "POST", "/channels/1/messages", json=body, uploads=uploads, content_type=kind
    )


GOOD = {
    "no query": get("/channels/1/messages"),
    "an integer in the query": get("/channels/1/messages", limit="100"),
    "a snowflake in the query": get("/channels/1/messages", after="7"),
    "a boolean word in the query": get("/channels/1/messages", brief="true"),
    "a boolean digit in the query": get("/channels/1/messages", brief="1"),
    "a list of one in the query": get("/search", **{"q": "x", "in": "5"}),
    "a literal path before a parameter": get("/channels/1/messages/pins", before="7"),
    "a path with two parameters": RecordedRequest("DELETE", "/channels/1/messages/2"),
    "a body": post({"content": "hello"}),
    "a snowflake as a number": post({"content": "x", "reply": 12}),
    "a snowflake as a string": post({"content": "x", "reply": "12"}),
    "a value of two overlapping alternatives": post({"content": "x", "part": 3}),
    "permissions as a string": post({"content": "x", "allow": "1024"}),
    "permissions as a number": post({"content": "x", "allow": 1024}),
    "a form with a file": post({"content": "x"}, "files[0]"),
    "a form with a file beyond those described": post({"content": "x"}, "files[9]"),
}

BAD = {
    "an unknown path": (get("/channel/1"), "no such operation"),
    "an unknown method": (
        RecordedRequest("PATCH", "/channels/1/messages/2"),
        "no such operation",
    ),
    "a path parameter that is no snowflake": (get("/channels/x/messages"), "path {channel_id}"),
    "an empty path parameter": (get("/channels//messages"), "no such operation"),
    "an unknown query parameter": (get("/channels/1/messages", from_="1"), "no such parameter"),
    "a parameter of the other path": (get("/channels/1/messages/pins", limit="1"), "query limit"),
    "a number out of range": (get("/channels/1/messages", limit="101"), "query limit"),
    "a word for a number": (get("/channels/1/messages", limit="all"), "query limit"),
    "a word for a boolean": (get("/channels/1/messages", brief="maybe"), "query brief"),
    "a missing query parameter": (get("/search"), "query q: it is required"),
    "no body": (RecordedRequest("POST", "/channels/1/messages"), "body: it is required"),
    "a body where none is taken": (
        RecordedRequest("GET", "/channels/1/messages", json={}),
        "takes none",
    ),
    "an unknown kind of body": (post({"content": "x"}, kind="text/plain"), "text/plain"),
    "a missing part": (post({}), "body: 'content' is a required property"),
    "a text too long": (post({"content": "longer"}), "body.content: 'longer' is too long"),
    "a wrong type": (post({"content": "x", "count": "3"}), "body.count"),
    "a snowflake of letters": (post({"content": "x", "reply": "abc"}), "body.reply"),
    "permissions of letters": (post({"content": "x", "allow": "send"}), "body.allow"),
    "a fault deep inside": (post({"content": "x", "rows": [{"type": 1}, {}]}), "body.rows[1]"),
    "a bad form": (post({"content": "longer"}, "files[0]"), "body.content"),
    "a form without payload": (post(None, "files[0]"), "body"),
    "an unknown file part": (post({"content": "x"}, "picture"), "no file part picture"),
    "an eleventh file": (post({"content": "x"}, "files[10]"), "no file part files[10]"),
}


@pytest.mark.parametrize("request_", GOOD.values(), ids=GOOD)
def test_a_good_request_is_accepted(description: Description, request_: RecordedRequest) -> None:
    assert description.check(request_) == []


@pytest.mark.parametrize("request_, said", BAD.values(), ids=BAD)
def test_a_bad_request_is_refused_with_the_reason(
    description: Description, request_: RecordedRequest, said: str
) -> None:
    found = description.check(request_)
    assert len(found) == 1, found
    assert said in found[0]
    assert found[0].startswith(f"{request_.method} {request_.path}: ")


def test_an_operation_is_named_by_its_template(description: Description) -> None:
    named = description.operation(get("/channels/1/messages/2"))
    assert named == "GET /channels/{channel_id}/messages/{message_id}"
    assert description.operation(get("/channels/1/messages/pins")) == (
        "GET /channels/{channel_id}/messages/pins"
    )
    assert description.operation(get("/nowhere")) is None
