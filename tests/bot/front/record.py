"""What a bot asked of Discord: one record per REST request, as it came over the wire.

Records are what the limits and the API description are checked against. They judge nothing
themselves.
"""

import io
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from aiohttp import BodyPartReader, web

API_PREFIX = "/api/v10"


@dataclass(frozen=True, slots=True)
class Upload:
    """One file part of a multipart request."""

    field: str
    filename: str
    content_type: str
    content: bytes


@dataclass(slots=True)
class RecordedRequest:
    """One REST request and what it was answered with.

    `path` is without the API prefix and query, percent-encoded as sent. `json` is the JSON body
    or the `payload_json` part; `form` the other text parts; `size` the length of the body in
    bytes. `status` is None until answered, and stays None when the connection was cut instead.
    """

    method: str
    path: str
    query: dict[str, str] = field(default_factory=dict)
    json: Any = None
    form: dict[str, str] = field(default_factory=dict)
    uploads: tuple[Upload, ...] = ()
    content_type: str = ""
    authorization: str = ""
    reason: str | None = None
    size: int = 0
    status: int | None = None
    answer: Any = None


@dataclass(slots=True)
class ReadableUpload:
    """An upload in the shape in which simcord's routes read discord.py's files."""

    filename: str
    description: str | None
    fp: io.BytesIO


def readable_uploads(request: RecordedRequest) -> list[ReadableUpload]:
    """The request's files with their alt texts, which travel in the JSON beside them."""
    body = request.json if isinstance(request.json, dict) else {}
    described = body.get("attachments") or (body.get("data") or {}).get("attachments") or []
    alt = {str(item.get("id")): item.get("description") for item in described}
    return [
        ReadableUpload(upload.filename, alt.get(str(index)), io.BytesIO(upload.content))
        for index, upload in enumerate(request.uploads)
    ]


async def record(request: web.Request) -> RecordedRequest:
    """Read the whole request. Raises `ValueError` for a body that is not what its type says."""
    reason = request.headers.get("X-Audit-Log-Reason")
    recorded = RecordedRequest(
        method=request.method,
        path=request.rel_url.raw_path.removeprefix(API_PREFIX),
        query=dict(request.query),
        content_type=request.content_type if request.body_exists else "",
        authorization=request.headers.get("Authorization", ""),
        reason=unquote(reason) if reason is not None else None,
    )
    if recorded.content_type == "multipart/form-data":
        await _read_parts(request, recorded)
    else:
        body = await request.read()
        recorded.size = len(body)
        recorded.json = json.loads(body) if body else None
    return recorded


async def _read_parts(request: web.Request, recorded: RecordedRequest) -> None:
    uploads: list[Upload] = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise ValueError("a part of the form is itself multipart")
        content = bytes(await part.read())
        recorded.size += len(content)
        name = part.name or ""
        if part.filename is not None:
            kind = part.headers.get("Content-Type", "")
            uploads.append(Upload(name, part.filename, kind, content))
        elif name == "payload_json":
            recorded.json = json.loads(content)
        else:
            recorded.form[name] = content.decode()
    recorded.uploads = tuple(uploads)
    if recorded.json is None and recorded.form:
        recorded.json = dict(recorded.form)
