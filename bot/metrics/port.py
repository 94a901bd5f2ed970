"""Serves the figures on the host's port, at /metrics, on the bot's own event loop."""

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client.exposition import choose_encoder

from bot.metrics.counted import Metrics
from bot.settings import WAYS_OUT, ListenAddress, SettingsError

_VARIABLE = "HEXMUSTER_METRICS"


@asynccontextmanager
async def served(metrics: Metrics, at: ListenAddress) -> AsyncGenerator[int]:
    """Serve the figures for as long as the block runs; gives the port, for 0 takes a free one.

    Raises SettingsError if the address cannot be had.
    """

    async def show(request: web.Request) -> web.Response:
        await metrics.present.look()
        encode, content_type = choose_encoder(request.headers.get("Accept", ""))
        body = encode(metrics.registry)
        answer = web.Response(body=body, headers={"Content-Type": content_type})
        answer.enable_compression()
        return answer

    app = web.Application()
    app.add_routes([web.get("/metrics", show)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, at.host, at.port).start()
        except OSError as error:
            # asyncio says the address once more; a name that nobody knows has no such number.
            number = error.errno or 0
            why = os.strerror(number) if number > 0 else error.strerror
            told = f"{_VARIABLE}: {at} cannot be opened ({why})"
            raise SettingsError((f"{told}; {WAYS_OUT[_VARIABLE]}.",)) from error
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()
