"""A front that lets a bot in a separate process talk to the simulated Discord, for tests.

It speaks Discord's HTTP API and gateway over loopback sockets: it authenticates, records, fails
when ordered, honours nonces, and leaves the rest to simcord's routes. It enforces request limits
where it is given some; `tests/bot/limits.py` checks those of size on the records. The bot itself
knows nothing of it, so that no setting can point it at another Discord.
"""

import asyncio
from collections.abc import Callable
from typing import Self, TypeVar

from aiohttp import web
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import BackendError
from simcord.http import routes as _routes  # noqa: F401  importing registers every route
from simcord.http.router import RouteNotImplemented, UnsupportedField, dispatch

from bot.practice import PATIENCE
from tests.bot.front.faults import Cut, Fault, Faults
from tests.bot.front.gateway import Gateway
from tests.bot.front.limits import Limits, Verdict
from tests.bot.front.nonces import Nonces
from tests.bot.front.record import API_PREFIX, RecordedRequest, readable_uploads, record
from tests.bot.front.redirect import ENVIRONMENT
from tests.bot.front.session import wire_text
from tests.bot.front.world import World

T = TypeVar("T")
TOKEN = "front-token"
LARGEST_BODY = 64 * 1024 * 1024
UNAUTHENTICATED = ("/interactions/", "/webhooks/")
"""Paths whose own token is their authority."""


class Front:
    """`async with Front() as front:` a Discord on 127.0.0.1 for bots of other processes.

    `front.world` arranges guilds and people, `front.gateway` breaks the gateway, `front.faults`
    orders REST faults, `front.limits` are those on requests if it has any, `front.requests` is what
    the bot asked, in order. `front.gaps` holds what simcord does not know and `front.errors` what
    broke in here; a test should find both empty.
    """

    def __init__(self, world: World | None = None, *, token: str = TOKEN) -> None:
        self.world = world or World()
        self.token = token
        self.faults = Faults()
        self.limits: Limits | None = None
        self.requests: list[RecordedRequest] = []
        self.gaps: list[BackendError] = []
        self.errors: list[Exception] = []
        self._addresses: dict[str, str] = {}
        self._wire = wire_text(self._addresses)
        self.gateway = Gateway(self.world, token, self._wire)
        self._nonces = Nonces(self.world.backend)
        self._closing = asyncio.Event()
        app = web.Application(client_max_size=LARGEST_BODY)
        app.router.add_get("/gateway", self.gateway.accept)
        app.router.add_get("/cdn/{path:.*}", self._file)
        app.router.add_route("*", API_PREFIX + "/{path:.*}", self._rest)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        self.api = ""

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host = f"127.0.0.1:{self._runner.addresses[0][1]}"
        self.api = f"http://{host}{API_PREFIX}"
        self.gateway.url = f"ws://{host}/gateway"
        self._addresses[CDN_BASE] = f"http://{host}/cdn"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closing.set()
        self.gateway.up.set()
        self.gateway.drop()
        await self._runner.cleanup()

    @property
    def environment(self) -> dict[str, str]:
        """What a bot's process needs in its environment to come here."""
        return {ENVIRONMENT: self.api, "DISCORD_TOKEN": self.token}

    def sent(self, method: str, ending: str) -> list[RecordedRequest]:
        """The recorded requests with this method whose path ends so."""
        return [r for r in self.requests if r.method == method and r.path.endswith(ending)]

    async def until(self, condition: Callable[[], T], *, within: float = PATIENCE, what: str) -> T:
        """The first truthy value of `condition()`; `TimeoutError` after `within` seconds."""
        return await self.world.bell.until(condition, within=within, what=what)

    async def _file(self, request: web.Request) -> web.Response:
        content = self.world.backend.cdn.get(f"{CDN_BASE}/{request.match_info['path']}")
        if content is None:
            return web.Response(status=404)
        return web.Response(body=content, content_type="application/octet-stream")

    async def _rest(self, request: web.Request) -> web.Response:
        try:
            recorded = await record(request)
        except ValueError as error:
            return self._json(400, {"message": f"Invalid body: {error}", "code": 50109})
        self.requests.append(recorded)
        fault = self.faults.strike(recorded)
        verdict = self.limits.judge(recorded.method, recorded.path) if self.limits else Verdict({})
        try:
            if verdict.retry_after is not None:
                recorded.status, recorded.answer = 429, verdict.body()
                return self._json(429, recorded.answer, verdict.headers)
            if fault is not None and not fault.after:
                return await self._fail(request, recorded, fault)
            recorded.status, recorded.answer = self._answer(recorded)
            if fault is not None:
                return await self._fail(request, recorded, fault)
            return self._json(recorded.status, recorded.answer, verdict.headers)
        finally:
            self.world.bell.ring()

    def _answer(self, request: RecordedRequest) -> tuple[int, object]:
        if (
            not request.path.startswith(UNAUTHENTICATED)
            and request.authorization != f"Bot {self.token}"
        ):
            return 401, {"message": "401: Unauthorized", "code": 0}
        if request.path in ("/gateway", "/gateway/bot"):
            limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
            return 200, {"url": self.gateway.url, "shards": 1, "session_start_limit": limit}
        try:
            earlier = self._nonces.earlier(request)
            answer = earlier if earlier is not None else self._route(request)
        except (RouteNotImplemented, UnsupportedField) as gap:
            self.gaps.append(gap)
            return gap.status, gap.to_json()
        except BackendError as refusal:
            return refusal.status, refusal.to_json()
        except Exception as error:
            self.errors.append(error)
            return 500, {"message": f"{type(error).__name__}: {error}", "code": 0}
        return (204, None) if answer is None else (200, answer)

    def _route(self, request: RecordedRequest) -> object:
        answer = dispatch(
            self.world.backend,
            request.method,
            request.path,
            json=request.json,
            params=dict(request.query),
            files=readable_uploads(request),
            reason=request.reason,
        )
        self._nonces.note(request, answer)
        return answer

    async def _fail(
        self, request: web.Request, recorded: RecordedRequest, fault: Fault
    ) -> web.Response:
        recorded.answer = None
        if isinstance(fault.outcome, int):
            recorded.status, recorded.answer = fault.outcome, fault.body()
            headers = {"Via": "1.1 front"}  # without it discord.py takes a 429 for a ban
            if fault.outcome == 429:
                headers["Retry-After"] = str(fault.retry_after)
            return self._json(fault.outcome, recorded.answer, headers)
        recorded.status = None
        if fault.outcome is Cut.SILENT:
            self.world.bell.ring()
            await self._closing.wait()
        if request.transport is not None:
            request.transport.close()
        return web.Response()

    def _json(
        self, status: int, answer: object, headers: dict[str, str] | None = None
    ) -> web.Response:
        if status == 204:
            return web.Response(status=204, headers=headers)
        # discord.py parses nothing but exactly this content type, without a charset.
        body = self._wire(answer).encode()
        return web.Response(
            status=status, body=body, content_type="application/json", headers=headers
        )
