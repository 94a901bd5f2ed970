"""The real bot as a process of its own, on a clock that a test moves.

Everything is as `python -m bot bot` has it but the source of time: it stands at the instant that a
file names, and is read again whenever the process gets SIGUSR1.
"""

import asyncio
import os
import signal
import sys
from datetime import datetime
from pathlib import Path

from bot import cli, clock
from bot.clock import MovableClock

CLOCK = "TEST_CLOCK"
"""The environment variable that names the file."""


class FileClock(MovableClock):
    """Stands where the file says."""

    def __init__(self) -> None:
        self._file = Path(os.environ[CLOCK])
        super().__init__(self._read())
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, lambda: self.move_to(self._read()))

    def _read(self) -> datetime:
        return datetime.fromisoformat(self._file.read_text())


if __name__ == "__main__":
    clock.SystemClock = FileClock  # type: ignore[misc]
    # TEMPORARY
    import gc, time
    st=[0.0]
    def cb(phase, info):
        if phase=="start": st[0]=time.perf_counter()
        elif (d:=time.perf_counter()-st[0])>0.02: print(f"GC gen{info['generation']} {d*1000:.0f} ms at {time.perf_counter():.3f}", flush=True)
    gc.callbacks.append(cb)
    from bot import client
    wanted = [*client.EXTENSIONS]
    wanted += [e for e in ("bot.cogs.knowing", "bot.cogs.order_commands", "bot.cogs.queue") if e not in wanted]
    client.HostBot.__init__.__kwdefaults__["extensions"] = wanted
    client.create_bot.__kwdefaults__["extensions"] = wanted
    sys.exit(cli.main(["bot"]))
