"""Reading the zip of a module that somebody handed in, trusting nothing that it says of itself.

Nothing is ever written to a disk: what comes out is names with bytes, each within bounds that were
counted while it was unpacked. How a module is checked is the engine's matter.
"""

from __future__ import annotations

import io
import re
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from engine.module import Fault, ModuleError, key_of
from engine.module.files import TOO_DEEP
from engine.names import visible

MOST_ZIPPED: Final = 1024 * 1024
"""Bytes of a zip; the largest shipped module needs 50,000."""
MOST_FILES: Final = 100
MOST_OF_FILE: Final = 512 * 1024  # bytes, unpacked
MOST_UNPACKED: Final = 2 * 1024 * 1024  # bytes of all files together
_MOST_ENTRIES: Final = 2 * MOST_FILES  # folders among them
_CHUNK: Final = 64 * 1024
_LONGEST_PATH: Final = 120

KINDS: Final = {
    ".toml": "tables",
    ".map": "a map of letters",
    ".txt": "text",
    ".md": "text",
    ".png": "a picture",
}
_TEXTS: Final = (".toml", ".map", ".txt", ".md")
_TABLES: Final = (".toml", ".map")
_BY_HABIT: Final = ("__macosx", "thumbs.db", "desktop.ini", "__pycache__")
_LICENCES: Final = ("license", "licence", "copying", "notice", "authors")
_LEFTOVERS: Final = ("~", ".bak", ".swp", ".orig", ".tmp")
"""What systems, editors and GitHub put into zips unasked; it is passed over, as is what begins with
a full stop."""
_RELEASE: Final = re.compile(r"-(?:main|master|v?\d+(?:\.\d+)*)\Z")
"""What GitHub puts behind the name of a repository's folder."""
_MODULE: Final = "module.toml"
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{1,39}")
_FILE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_RESERVED: Final = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
)
_ZIPPED: Final = (
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"\x1f\x8b",
    b"7z\xbc\xaf",
    b"Rar!",
    b"BZh",
    b"\xfd7zXZ",
)


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A module's files as they came out of a zip."""

    name: str
    files: Mapping[str, bytes]
    """By name; pictures among them."""


def unpack(data: bytes, called: str) -> Unpacked:
    """The files of a module in a zip; `called` is the zip's name, for a zip without a folder.

    Raises:
        ModuleError: it is no zip of a module, or lies out of bounds; every fault that was found
            before anything of it was unpacked, or the first that was found then.
    """
    called = _told(called)
    if len(data) > MOST_ZIPPED:
        raise _refused(called, f"has {len(data):,} bytes, and a zip may have {MOST_ZIPPED:,}")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _unpacked(archive, called)
    except ModuleError:
        raise
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError) as error:
        raise _refused(called, f"is no zip that can be read: {_short(error)}") from None
    except (ValueError, OSError, EOFError, OverflowError, IndexError):
        raise _refused(called, "is a damaged zip; make it anew") from None


def pack(files: Mapping[str, bytes], name: str) -> bytes:
    """A zip of a module's files in one folder; the same bytes for the same files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in sorted(files):
            entry = zipfile.ZipInfo(f"{name}/{each}")  # dated 1980, as every zip of ours
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, files[each])
    return out.getvalue()


def _unpacked(archive: zipfile.ZipFile, called: str) -> Unpacked:
    entries = archive.infolist()
    if len(entries) > _MOST_ENTRIES:
        raise _refused(called, f"holds {len(entries):,} entries, and may hold {MOST_FILES} files")
    faults = [fault for each in entries for fault in _faults_of(each)]
    if faults:
        raise ModuleError(faults)
    wanted = [each for each in entries if not _is_folder(each) and not _by_habit(_path(each))]
    name, inside = _folder(wanted, called)
    faults = [*_same_names(inside), *_kinds(inside)]
    if len(wanted) > MOST_FILES:
        faults.append(_fault(called, f"holds {len(wanted):,} files, and may hold {MOST_FILES}"))
    declared = sum(each.file_size for each in wanted)
    if declared > MOST_UNPACKED:
        faults.append(
            _fault(called, f"unpacks to {declared:,} bytes, and may to {MOST_UNPACKED:,}")
        )
    if faults:
        raise ModuleError(faults)
    files: dict[str, bytes] = {}
    left = MOST_UNPACKED
    for each, entry in inside.items():
        files[each] = _read(archive, entry, each, min(left, MOST_OF_FILE))
        left -= len(files[each])
    if _MODULE not in files:
        raise _refused(called, "has no module.toml in the folder of its module")
    return Unpacked(name, files)


def _path(entry: zipfile.ZipInfo) -> str:
    """Where an entry lies, as it stands in the file: `filename` would end at a NUL.

    The zips of PowerShell 5 part folders by a backslash.
    """
    return entry.orig_filename.replace("\\", "/")


def _is_folder(entry: zipfile.ZipInfo) -> bool:
    return _path(entry).endswith("/")


def _faults_of(entry: zipfile.ZipInfo) -> Iterator[Fault]:
    """What is wrong with an entry, by what the zip says of it."""
    raw = _path(entry)
    path = _told(raw)
    if wrong := _wrong_path(raw):
        yield _fault(path, wrong)
    if _by_habit(raw):
        return  # it is never unpacked
    if not wrong and (wrong := _wrong_name(raw)):
        yield _fault(path, wrong)
    mode = entry.external_attr >> 16
    kind = stat.S_IFMT(mode)
    if stat.S_ISLNK(mode):
        yield _fault(path, "is a link; put the file itself into the zip")
    elif kind and kind not in (stat.S_IFREG, stat.S_IFDIR):
        yield _fault(path, "is a device or a pipe, no file")
    if entry.flag_bits & 0x41:  # encrypted, in the old way or the strong one
        yield _fault(path, "is encrypted; make a zip without a password")
    elif entry.compress_type not in _METHODS:
        yield _fault(path, "is packed in a rare way; make an ordinary zip")
    if not _is_folder(entry) and entry.file_size > MOST_OF_FILE:
        most = f"{MOST_OF_FILE:,}"
        yield _fault(path, f"unpacks to {entry.file_size:,} bytes, and a file may to {most}")


def _wrong_path(raw: str) -> str:
    """What is wrong with where an entry would lie; empty for nothing."""
    parts = raw.removesuffix("/").split("/")
    if any(each < " " or each == "\x7f" for each in raw):
        return "has a control character in its name"
    if raw.startswith("/") or re.match(r"[A-Za-z]:", raw):
        return "has an absolute path; a module's files lie in its folder"
    if {"..", ".", ""} & set(parts):
        return "leads out of its folder, or round about in it"
    return ""


def _wrong_name(raw: str) -> str:
    """What is wrong with what an entry is called; empty for nothing."""
    parts = raw.removesuffix("/").split("/")
    if len(raw) > _LONGEST_PATH:
        return f"has a name of {len(raw):,} characters, and may have {_LONGEST_PATH}"
    if not all(_FILE.fullmatch(part) for part in parts):
        return "has a name with other signs than letters a to z, digits, . _ and -"
    if any(part.partition(".")[0].casefold() in _RESERVED for part in parts):
        return "has a name that is reserved on some systems"
    return "has a name that ends with a full stop" if parts[-1].endswith(".") else ""


def _folder(entries: list[zipfile.ZipInfo], called: str) -> tuple[str, dict[str, zipfile.ZipInfo]]:
    """The module's name, and its files by their names in its folder.

    Texts and pictures outside it, such as those of a repository, are passed over.
    """
    if not entries:
        raise _refused(called, "is empty")
    paths = {each: PurePosixPath(_path(each)) for each in entries}
    homes = {path.parent for path in paths.values() if path.name == _MODULE}
    homes = homes or {PurePosixPath(*path.parts[:-1][:1]) for path in paths.values()}
    if len(homes) > 1:
        raise _refused(called, "holds more than the folder of one module")
    home = homes.pop()
    name = _RELEASE.sub("", home.name) if home.name else PurePosixPath(called).stem
    if not _NAME.fullmatch(name) or name in _RESERVED:
        raise _refused(
            called,
            f"holds a module called “{_told(name)}”; a name has 2 to 40 letters a to z, digits, _ "
            "or -, and begins with a letter",
        )
    inside: dict[str, zipfile.ZipInfo] = {}
    for each, path in paths.items():
        if path.parent != home:
            if home in path.parents:
                raise _refused(str(path), TOO_DEEP)
            if path.suffix in _TABLES:
                raise _refused(str(path), f"lies outside the folder of its module, {home}")
        elif path.name in inside:
            raise _refused(str(path), "is in the zip twice")
        else:
            inside[path.name] = each
    return name, inside


def _same_names(inside: Mapping[str, zipfile.ZipInfo]) -> Iterator[Fault]:
    """Files whose names some systems would take for one."""
    seen: dict[str, str] = {}
    for each in inside:
        other = seen.setdefault(key_of(unicodedata.normalize("NFKC", each)), each)
        if other != each:
            yield _fault(each, f"has the same name as {other} on some systems")


def _kinds(inside: Mapping[str, zipfile.ZipInfo]) -> Iterator[Fault]:
    for each in inside:
        if PurePosixPath(each).suffix not in KINDS:
            kinds = ", ".join(KINDS)
            yield _fault(each, f"is no file that a module has; those are {kinds}")


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str, most: int) -> bytes:
    """The bytes of an entry, counted as they come, whatever it says of its size."""
    found = bytearray()
    try:
        with archive.open(entry) as file:
            while chunk := file.read(min(_CHUNK, most + 1 - len(found))):
                found += chunk
                if len(found) > most:
                    raise _refused(name, "unpacks to more than a module may have")
    except zipfile.BadZipFile as error:
        wrong = "is damaged: its checksum does not fit" if "CRC" in str(error) else None
        raise _refused(name, wrong or f"is damaged: {_short(error)}") from None
    data = bytes(found)
    if len(data) != entry.file_size:
        raise _refused(name, "has another size than the zip says")
    if data.startswith(_ZIPPED):
        raise _refused(name, "is an archive in the archive")
    if name.endswith(_TEXTS) and b"\0" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _refused(name, "has bytes that are no text")
    return data


def _by_habit(path: str) -> bool:
    parts = path.casefold().rstrip("/").split("/")
    if parts[-1] == _MODULE and "__macosx" not in parts:
        return False
    return (
        any(part in _BY_HABIT or part.startswith(".") for part in parts)
        or parts[-1].endswith(_LEFTOVERS)
        or parts[-1] in _LICENCES
    )


def _told(path: str) -> str:
    """A path as it can be told: short, and without signs that show nothing."""
    shown = "".join(each if visible(each) else "?" for each in path)
    return shown if len(shown) <= 80 else shown[:79] + "…"


def _short(error: BaseException) -> str:
    return _told(str(error)) or type(error).__name__


def _fault(path: str, message: str) -> Fault:
    return Fault(path, None, "", "", message)


def _refused(path: str, message: str) -> ModuleError:
    return ModuleError([_fault(_told(path), message)])
