"""Recorded requests against an OpenAPI 3.1 description, such as the one Discord publishes.

It checks that the path and method exist, the path and query parameters, the JSON body or the
`payload_json` of a form, and the names of file parts. What Discord enforces beyond its
description is in `tests/bot/limits.py`; answers are not checked.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from tests.bot.front.record import RecordedRequest

FILE_PART = re.compile(r"files\[[0-9]\]")
DECIMAL = {"type": "string", "pattern": r"^(0|[1-9][0-9]*)$"}
BITSETS = ("allow", "deny", "permissions", "default_member_permissions")
"""Permissions are described as integers; Discord documents and takes them as strings too."""


class Description:
    """A described API: `Description.load(path).check(request)` gives the violations."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        document = _lenient(document)
        self._components = document.get("components", {})
        self._paths: list[tuple[list[str], dict[str, Any]]] = [
            (template.strip("/").split("/"), item) for template, item in document["paths"].items()
        ]

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a description from a JSON file. Raises `OSError` or `ValueError`."""
        return cls(json.loads(path.read_text(encoding="utf-8")))

    def operation(self, request: RecordedRequest) -> str | None:
        """The name of what is asked, such as `GET /channels/{channel_id}`; None if unknown."""
        found = self._match(request)
        return None if found is None else f"{request.method} /{'/'.join(found[0])}"

    def check(self, request: RecordedRequest) -> list[str]:
        """What is wrong with the request, one sentence each; none if nothing is."""
        found = self._match(request)
        if found is None:
            return [f"{request.method} {request.path}: there is no such operation"]
        template, item = found
        operation = item[request.method.lower()]
        declared = [*item.get("parameters", ()), *operation.get("parameters", ())]
        violations = [
            *self._path_parameters(template, request, declared),
            *self._query(request, declared),
            *self._body(request, operation.get("requestBody")),
        ]
        return [f"{request.method} {request.path}: {violation}" for violation in violations]

    def _match(self, request: RecordedRequest) -> tuple[list[str], dict[str, Any]] | None:
        segments = request.path.strip("/").split("/")
        fitting = [
            (template, item)
            for template, item in self._paths
            if request.method.lower() in item and _fits(template, segments)
        ]
        # `/messages/pins` is more precise than `/messages/{message_id}`.
        return min(fitting, key=lambda found: "".join(found[0]).count("{"), default=None)

    def _path_parameters(
        self, template: list[str], request: RecordedRequest, declared: list[dict[str, Any]]
    ) -> Iterator[str]:
        schemas = {p["name"]: p["schema"] for p in declared if p["in"] == "path"}
        for name, value in zip(template, request.path.strip("/").split("/"), strict=True):
            if name.startswith("{"):
                yield from self._against(f"path {name}", schemas[name[1:-1]], [value])

    def _query(self, request: RecordedRequest, declared: list[dict[str, Any]]) -> Iterator[str]:
        parameters = {p["name"]: p for p in declared if p["in"] == "query"}
        for name, parameter in parameters.items():
            if parameter.get("required") and name not in request.query:
                yield f"query {name}: it is required"
        for name, value in request.query.items():
            if name in parameters:
                readings = _readings(value)
                yield from self._against(f"query {name}", parameters[name]["schema"], readings)
            else:
                yield f"query {name}: there is no such parameter"

    def _body(self, request: RecordedRequest, described: Mapping[str, Any] | None) -> Iterator[str]:
        if described is None:
            if request.json is not None or request.uploads:
                yield "body: this operation takes none"
            return
        if not request.content_type:
            if described.get("required"):
                yield "body: it is required"
            return
        kind = described["content"].get(request.content_type)
        if kind is None:
            yield f"body: {request.content_type} is not taken"
            return
        body = request.json
        if request.content_type == "multipart/form-data":
            declared = self._names(kind["schema"])
            for upload in request.uploads:
                if upload.field not in declared and not FILE_PART.fullmatch(upload.field):
                    yield f"body: there is no file part {upload.field}"
            if isinstance(body, dict):
                body = {**body, **{upload.field: "" for upload in request.uploads}}
        yield from self._against("body", kind["schema"], [body])

    def _names(self, schema: Mapping[str, Any]) -> set[str]:
        names = set(schema.get("properties", ()))
        for part in (*schema.get("allOf", ()), *schema.get("anyOf", ())):
            names |= self._names(part)
        return names

    def _against(self, where: str, schema: Any, readings: list[Any]) -> Iterator[str]:
        """One violation, that of the first reading, if no reading of a value fits the schema."""
        validator = Draft202012Validator({"allOf": [schema], "components": self._components})
        if any(validator.is_valid(reading) for reading in readings):
            return
        error = best_match(validator.iter_errors(readings[0]))
        assert error is not None
        place = "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in error.absolute_path)
        yield f"{where}{place}: {error.message[:300]}"


def _fits(template: list[str], segments: list[str]) -> bool:
    return len(template) == len(segments) and all(
        name == value or (name.startswith("{") and value)
        for name, value in zip(template, segments, strict=True)
    )


def _readings(value: str) -> list[Any]:
    """What the text of a query parameter may mean."""
    readings: list[Any] = [value]
    if value.lower() in ("true", "false", "0", "1"):
        readings.append(value.lower() in ("true", "1"))
    if re.fullmatch(r"-?[0-9]+", value):
        readings.append(int(value))
    return [*readings, [value]]


def _lenient(node: Any, name: str = "") -> Any:
    """The description as Discord means it, where it says it otherwise.

    `oneOf` is read as `anyOf`: its alternatives overlap. Snowflakes and permission bits may be
    numbers or strings of digits.
    """
    if isinstance(node, list):
        return [_lenient(each) for each in node]
    if not isinstance(node, dict):
        return node
    if node.get("format") == "snowflake":
        return {"anyOf": [{"type": "integer", "minimum": 0}, DECIMAL]}
    read = {"anyOf" if k == "oneOf" else k: _lenient(each, k) for k, each in node.items()}
    if name in BITSETS and "integer" in node.get("type", ()):
        return {"anyOf": [read, DECIMAL]}
    return read
