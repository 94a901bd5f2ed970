"""The modules of a guild: those that every server has, and those that its people handed in.

Each act is one unit of the store with its entry in the guild's log.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from bot.answers import Refused
from bot.faces.words.text import plain
from bot.host import Host
from bot.modules import library
from bot.modules.library import Offer
from bot.modules.uploads import LIMIT, Checked, check_upload
from bot.store.guild import GuildStore
from bot.store.records import ModuleCopy, Trace
from bot.store.uploads import Upload
from bot.workers import WorkerError
from engine.module.names import key_of

UPLOADED, REMOVED, RESTORED = "module uploaded", "module removed", "module restored"
"""How the log names what is done with modules."""
MOST_NAMES: Final = 10
"""Modules that a guild keeps, so that a menu holds them with those that every server has."""
MOST_VERSIONS: Final = 60
"""Of all of them together, those taken away too."""


async def take_in(
    host: Host, guild: int, who: int, data: bytes, called: str
) -> tuple[Upload, Checked]:
    """Check a zip and keep what it holds as the next version of its name.

    Raises `engine.module.ModuleError` with its faults, and `Refused` if it takes too long or there
    is no room; then nothing is kept.
    """
    async with host.stores.use(guild) as store:
        _room(await store.uploads.all(), None)
        kept = await store.uploads.sources()
    try:
        checked = await host.workers.run(check_upload, data, called, kept, limit=LIMIT, long=True)
    except WorkerError as error:
        raise Refused(
            f"It could not be checked within {LIMIT:.0f} s, so it is not kept.",
            way_out="Make it smaller: a smaller map, fewer tables. Then upload it again.",
        ) from error
    new = checked.new
    async with host.stores.use(guild) as store, store.unit():
        known = await store.uploads.all()
        same = [each for each in known if each.name == new.copy.name]
        if same and same[0].digest == new.copy.digest:
            again = (
                f"The desk offers {same[0].key} again: More …, Modules."
                if same[0].removed
                else None
            )
            raise Refused(
                f"It is the same as {same[0].key}, which is kept here already.",
                way_out=again or "Nothing needs to be done.",
            )
        await store.uploads.drop([each.id for each in _room(known, new.copy.name)])
        after = json.dumps({"module": new.copy.name, "digest": new.copy.digest})
        entry = await store.audit.note(None, who, UPLOADED, trace=Trace(after=after))
        return await store.uploads.add(new, entry.id), checked


async def remove(host: Host, guild: int, who: int, named: str, why: str) -> list[Upload]:
    """Offer a module no longer: one version, or all of a name. Raises `Refused`."""
    async with host.stores.use(guild) as store, store.unit():
        known = await store.uploads.all()
        gone = [each for each in _named(known, named) if not each.removed]
        if not gone:
            raise Refused(
                f"{plain(named)} is taken away already.",
                way_out="The desk offers it again: More …, Modules.",
            )
        trace = Trace(before=json.dumps({"modules": [each.key for each in gone]}))
        entry = await store.audit.note(None, who, REMOVED, why=why, trace=trace)
        await store.uploads.remove([each.id for each in gone], entry.id)
    return gone


async def restore(host: Host, guild: int, who: int, named: str, why: str) -> list[Upload]:
    """Offer again what was taken away: one version, or all of a name. Raises `Refused`."""
    async with host.stores.use(guild) as store, store.unit():
        known = await store.uploads.all()
        back = [each for each in _named(known, named) if each.removed]
        if not back:
            raise Refused(
                f"{plain(named)} is offered already.",
                way_out="/module list shows what is offered.",
            )
        offered = {each.name for each in known if not each.removed} | {each.name for each in back}
        if len(offered) > MOST_NAMES:
            raise _full()
        undoes = {each.removed for each in back}
        trace = Trace(
            after=json.dumps({"modules": [each.key for each in back]}),
            undoes=undoes.pop() if len(undoes) == 1 else None,
        )
        if trace.undoes and await store.audit.undone_by(trace.undoes):
            trace = Trace(after=trace.after)  # of its modules another was brought back before
        await store.audit.note(None, who, RESTORED, why=why, trace=trace)
        await store.uploads.restore([each.id for each in back])
    return back


async def find(store: GuildStore, named: str) -> Upload:
    """The module that is meant: `marches v2`, or the newest `marches`. Raises `Refused`."""
    return _named(await store.uploads.all(), named)[0]


async def offered(host: Host, guild: int) -> dict[str, Offer]:
    """The modules that a guild may play, by name.

    Those that its people handed in come first, of each name the newest version.
    """
    newest: dict[str, Upload] = {}
    async with host.stores.use(guild) as store:
        for each in await store.uploads.all():
            if not each.removed:
                newest.setdefault(each.name, each)
    own = {each.name: Offer(each.name, each.title, each.description) for each in newest.values()}
    return own | {each.name: each for each in shipped()}


def shipped() -> tuple[Offer, ...]:
    """The modules that every guild has; looked for once, as a host adds them by a restart."""
    return _found_in(library.folders())


@cache
def _found_in(folders: tuple[Path, ...]) -> tuple[Offer, ...]:
    return tuple(library.offers())


async def take(host: Host, guild: int, name: str) -> ModuleCopy:
    """A module for a new campaign: one that every server has, or one of this guild.

    Raises `Refused` if there is none, and `engine.module.ModuleError`.
    """
    async with host.stores.use(guild) as store:
        for each in await store.uploads.all():
            if not each.removed and key_of(name) in map(key_of, (each.name, each.key)):
                return await store.campaigns.module(each.digest)
    return await host.workers.run(library.take, name)


def _named(known: Sequence[Upload], named: str) -> list[Upload]:
    """Those meant, the newest first; of a name those offered come before others."""
    wanted = key_of(named)
    found = [each for each in known if wanted in map(key_of, (each.name, each.key))]
    if not found:
        raise Refused(
            f"There is no module called “{plain(named[:60])}” among those uploaded here.",
            way_out="/module list names them; /module upload brings one.",
        )
    return sorted(found, key=lambda each: each.removed is not None)


def _room(known: Sequence[Upload], name: str | None) -> list[Upload]:
    """What goes for good so that another version of that name has room. Raises `Refused`."""
    offered = {each.name for each in known if not each.removed}
    if name and name not in offered and len(offered) >= MOST_NAMES:
        raise _full()
    more = len(known) + 1 - MOST_VERSIONS
    if more <= 0:
        return []
    gone = sorted((each for each in known if each.removed), key=lambda each: each.id)
    if len(gone) < more:
        raise _full()
    return gone[:more]


def _full() -> Refused:
    return Refused(
        f"This server keeps {MOST_NAMES} modules in {MOST_VERSIONS} versions, and no more.",
        way_out="The desk takes one away: More …, Modules.",
    )
