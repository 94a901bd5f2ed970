"""What every worker has from its birth; importing this module imports it all.

`bot.workers` has it imported once, in the process that workers are forked from. So nothing that is
imported here may start a thread or leave a file open, and only shipped packs are: installed packs
may do as they like, and are imported where they are first used.
"""

import gc
import importlib
import os
import pkgutil
from typing import Final

# The library under numpy starts a thread for each core as it is imported, and no job needs them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from bot import faces, jobs, resolving, verifying
from bot.archive import contents
from bot.ending import awards, ceremony
from bot.erasing import own_data, traces
from bot.help import examples
from bot.joining import starts
from bot.maps import marching
from bot.modules import comparing, rehearsal, uploads
from bot.moving import files
from bot.onlookers import maps
from bot.orders import done, made_forms, planned, read_sheets
from bot.seats import computers
from bot.world import rollback_preview
from engine.packs import SHIPPED, load

JOBS: Final = (
    contents,
    awards,
    ceremony,
    own_data,
    traces,
    examples,
    starts,
    marching,
    comparing,
    rehearsal,
    uploads,
    files,
    maps,
    done,
    made_forms,
    planned,
    read_sheets,
    resolving,
    computers,
    verifying,
    rollback_preview,
)
"""What workers compute for one subject, beside `bot.jobs`; none knows Discord (pyproject.toml)."""

for _job in pkgutil.iter_modules(jobs.__path__, "bot.jobs."):
    importlib.import_module(_job.name)
for _pack in SHIPPED:
    load(_pack)
    faces.load(_pack)

# What is never collected is never written to, so that all workers share the one copy of it.
gc.collect()
gc.freeze()
