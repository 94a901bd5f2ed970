"""Idempotent channel messages: `nonce` with `enforce_nonce`, which simcord ignores.

Only Create Message has it; interaction answers, follow-ups and webhooks do not.
"""

import re
from datetime import datetime, timedelta
from typing import Any

from simcord.backend import Backend, serializers

from tests.bot.front.record import RecordedRequest

CREATE_MESSAGE = re.compile(r"/channels/(\d+)/messages")
KEPT = timedelta(minutes=5)
"""Discord says "the past few minutes"."""


class Nonces:
    """Remembers which message each nonce of each channel made."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._made: dict[tuple[int, str], tuple[datetime, int]] = {}

    def earlier(self, request: RecordedRequest) -> dict[str, Any] | None:
        """The message that this very nonce made before, if Discord still remembers."""
        key = self._key(request)
        if key is None or key not in self._made:
            return None
        made, message_id = self._made[key]
        message = self._backend.messages[key[0]].get(message_id)
        if message is None or self._backend.clock.now() - made > KEPT:
            return None
        return {**serializers.message_payload(self._backend, message), "nonce": key[1]}

    def note(self, request: RecordedRequest, answer: object) -> None:
        """Remember a message that was just made, and show its nonce in the answer."""
        key = self._key(request)
        if key is not None and isinstance(answer, dict):
            self._made[key] = self._backend.clock.now(), int(answer["id"])
            answer["nonce"] = key[1]

    @staticmethod
    def _key(request: RecordedRequest) -> tuple[int, str] | None:
        place = CREATE_MESSAGE.fullmatch(request.path)
        body = request.json
        if request.method != "POST" or place is None or not isinstance(body, dict):
            return None
        if not body.get("enforce_nonce") or body.get("nonce") is None:
            return None
        return int(place[1]), str(body["nonce"])
