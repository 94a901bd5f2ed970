"""Point discord.py at another API address, which must be on this machine.

For tests that run the bot as a process against `tests.bot.front`. It is not a way to reach
another Discord: any address that is not loopback is refused, so no token can leave the machine.
"""

import ipaddress

from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

ENVIRONMENT = "HEXMUSTER_DISCORD_API"
"""The environment variable that carries the address: the tests' own bots read it, no other does."""


def redirect(api_base: str) -> None:
    """Send every later REST call to `api_base` and every gateway connection beside it.

    `api_base` looks like `http://127.0.0.1:8123/api/v10`; the gateway is `/gateway` of the same
    host and port. Call it before the client logs in. Raises `ValueError` for an address that is
    not plain http on a loopback IP address.
    """
    url = URL(api_base)
    try:
        loopback = ipaddress.ip_address(url.host or "").is_loopback
    except ValueError:
        loopback = False
    if url.scheme != "http" or not loopback or url.explicit_port is None or url.user is not None:
        raise ValueError(
            f"{ENVIRONMENT} is for tests and takes only a loopback address such as "
            f"http://127.0.0.1:8123/api/v10, not {api_base!r}."
        )
    Route.BASE = api_base.rstrip("/")
    DiscordWebSocket.DEFAULT_GATEWAY = URL.build(
        scheme="ws", host=url.host or "", port=url.explicit_port, path="/gateway"
    )
