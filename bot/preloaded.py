"""What every worker has from its birth; importing this module imports it all.

`bot.workers` has it imported once, in the process that workers are forked from. So nothing that is
imported here may start a thread or leave a file open, and only shipped packs are: installed packs
may do as they like, and are imported where they are first used.
"""

import gc
import importlib
import os
import pkgutil

# The library under numpy starts a thread for each core as it is imported, and no job needs them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from bot import faces, jobs
from engine.packs import SHIPPED, load

_JOBS = (
    "bot.archive.contents",
    "bot.ending.awards",
    "bot.ending.ceremony",
    "bot.erasing.own_data",
    "bot.erasing.traces",
    "bot.help.examples",
    "bot.joining.starts",
    "bot.maps.marching",
    "bot.modules.comparing",
    "bot.modules.rehearsal",
    "bot.modules.uploads",
    "bot.moving.files",
    "bot.onlookers.maps",
    "bot.orders.done",
    "bot.orders.made_forms",
    "bot.orders.planned",
    "bot.orders.read_sheets",
    "bot.resolving",
    "bot.seats.computers",
    "bot.verifying",
    "bot.world.rollback",
)
"""What workers compute for one subject, beside `bot.jobs`; it knows no Discord (pyproject.toml)."""

for _job in (*_JOBS, *(each.name for each in pkgutil.iter_modules(jobs.__path__, "bot.jobs."))):
    importlib.import_module(_job)
for _pack in SHIPPED:
    load(_pack)
    faces.load(_pack)

# What is never collected is never written to, so that all workers share the one copy of it.
gc.collect()
gc.freeze()
