"""Checking a module that somebody handed in, in a worker: its zip, its files, its world.

A worker that takes too long over it, or runs out of memory, is ended, and nothing was kept.
"""

import io
import struct
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from bot.modules import library
from bot.modules.zipped import Unpacked, pack, unpack
from bot.store.records import ModuleCopy
from bot.store.uploads import NewUpload
from engine.dice import Seed, SeededDice
from engine.module import Fault, ModuleError, load, resolve
from engine.module.names import key_of
from engine.module.shelves import HeldFolder, Shelf
from engine.packs import Rules

MOST_PIXELS: Final = 1024
"""To a side."""
COVER: Final = "cover.png"
"""The picture that is shown with its module."""
_HEAD: Final = struct.Struct(">8sI4sII")
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


def redrawn(name: str, data: bytes) -> bytes:
    """The picture as a PNG of ours. Raises ModuleError if it is none, or too large."""
    if len(data) < _HEAD.size or data[:8] != _SIGNATURE:
        raise _refused(name, "is not a PNG")
    _, _, kind, width, height = _HEAD.unpack_from(data)
    if kind != b"IHDR" or not width or not height:
        raise _refused(name, "is a damaged PNG")
    if max(width, height) > MOST_PIXELS:  # asked of the head, before a pixel is unpacked
        size = f"{width:,} by {height:,} pixels"
        raise _refused(name, f"has {size}, and a picture may have {MOST_PIXELS:,} to a side")
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings(), Image.open(io.BytesIO(data), formats=["PNG"]) as image:
            warnings.simplefilter("ignore")
            plain = image.convert("RGBA")
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, struct.error) as error:
        raise _refused(name, f"is a damaged PNG: {error}") from None
    out = io.BytesIO()
    plain.save(out, "PNG")
    return out.getvalue()


def _refused(name: str, message: str) -> ModuleError:
    return ModuleError([Fault(name, None, "", "", message)])


LIMIT: Final = 60.0
"""Seconds that a check may take; the largest shipped module takes two."""
_SEED: Final = Seed(sha256(b"a world to try").digest())

Sources = Sequence[tuple[str, bytes]]
"""The zips of the modules that a guild keeps, by name."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A module that can be played."""

    new: NewUpload
    warnings: tuple[str, ...]
    packs: tuple[str, ...]
    factions: tuple[str, ...]


def check_upload(data: bytes, called: str, kept: Sources) -> Checked:
    """Everything that is asked of a module before it is kept; `kept` are those it may extend.

    Raises ModuleError with every fault found.
    """
    found = unpack(data, called)
    if any(key_of(found.name) == key_of(each.name) for each in library.offers(drafts=True)):
        message = "is the name of a module that every server has; give yours another"
        raise ModuleError([Fault(found.name, None, "", "", message)])
    files = {
        name: redrawn(name, body) if name.endswith(".png") else body
        for name, body in found.files.items()
    }
    folder = HeldFolder.of_files(found.name, files)
    roots = roots_of([each for each in kept if each[0] != found.name], folder)
    module, faults = resolve(folder, roots)
    wrong = [each for each in faults if not each.warning]
    if module is None or wrong:
        raise ModuleError(wrong)
    rules = Rules.of(module)
    _try_world(rules)
    meta, source = module.meta, pack(files, found.name)
    unpack(source, f"{found.name}.zip")  # as it will be read from now on: pictures may have grown
    base = load(module.lineage[0], roots) if module.lineage else None
    new = NewUpload(
        ModuleCopy.of(module),
        meta.title,
        meta.version,
        meta.description,
        ModuleCopy.of(base) if base else None,
        source,
    )
    names = tuple(each.name for each in module.factions.values())
    return Checked(new, tuple(str(each) for each in faults), meta.packs, names)


def roots_of(kept: Iterable[tuple[str, bytes]], *more: HeldFolder) -> tuple[Shelf, ...]:
    """Where modules are looked for in a guild: those of the host, then its own."""
    held = [HeldFolder.of_files(each.name, each.files) for each in map(_kept, kept)]
    return (*library.folders(), HeldFolder.of_modules([*held, *more]))


def cover_of(source: bytes, name: str) -> bytes | None:
    """The picture that is shown with a module, if it has one."""
    return unpack(source, f"{name}.zip").files.get(COVER)


def _kept(source: tuple[str, bytes]) -> Unpacked:
    return unpack(source[1], f"{source[0]}.zip")


def _try_world(rules: Rules) -> None:
    """Make the module's world once. Raises ModuleError if it cannot be made."""
    if rules.found is None:
        return
    try:
        rules.found(rules, SeededDice(_SEED, 0), {})
    except ValueError as error:
        message = f"cannot be played, for its world cannot be made: {error}"
        raise ModuleError([Fault(rules.module.name, None, "", "", message)]) from None
