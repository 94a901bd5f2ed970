"""Fifty zips that mean harm, or do it by mistake: each is refused in words, and nothing is kept."""

from __future__ import annotations

import io
import resource
import struct
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Final

import pytest

from bot.modules.uploads import LIMIT, check_upload
from bot.modules.zipped import MOST_OF_FILE, MOST_UNPACKED, MOST_ZIPPED, unpack
from engine.module import ModuleError
from tests.bot.modules.zips import SMALL, marches, zipped

MEMORY: Final = 150 * 1024 * 1024  # bytes more than before, for any of them


def entry(name: str, data: bytes = b"", mode: int = 0, **fields: int) -> bytes:
    """The sound module with one entry more, whose name, kind and flags are as given."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("marches/module.toml", SMALL)
        info = zipfile.ZipInfo()
        info.filename = info.orig_filename = name
        info.compress_type = zipfile.ZIP_DEFLATED
        info.external_attr = mode << 16
        archive.writestr(info, data)
        for field, value in fields.items():
            setattr(info, field, value)
    return out.getvalue()


def patched(data: bytes, old: bytes, new: bytes) -> bytes:
    """A zip in which some bytes stand in place of as many others."""
    assert old in data
    assert len(old) == len(new)
    return data.replace(old, new)


def encrypted() -> bytes:
    """Says of its entries that a password opens them."""
    data = bytearray(marches())
    for head, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(head) + flags] |= 1
    return bytes(data)


def lying(size: int) -> bytes:
    """Unpacks to 64 MiB of blanks, and says that it is some bytes."""
    data = bytearray(zipped({"module.toml": SMALL, "big.toml": b" " * (64 << 20)}))
    head = data.index(b"PK\x03\x04", 4)
    struct.pack_into("<I", data, head + 22, size)
    central = data.rindex(b"PK\x01\x02")
    struct.pack_into("<I", data, central + 24, size)
    return bytes(data)


def overlapping() -> bytes:
    """Many entries of the directory that all unpack the same data."""
    data = zipped({"module.toml": SMALL, "a.toml": b"#" * 400_000})
    start = data.index(b"PK\x01\x02")
    end = data.index(b"PK\x05\x06")
    directory = data[start:end]
    last = directory[directory.rindex(b"PK\x01\x02") :]
    more = [last.replace(b"a.toml", b"%c.toml" % letter) for letter in range(ord("b"), ord("f"))]
    both = directory + b"".join(more)
    count = 2 + len(more)
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, count, count, len(both), start, 0)
    return data[:start] + both + tail


def wrong_sum() -> bytes:
    data = bytearray(marches())
    for head, at in ((b"PK\x03\x04", 14), (b"PK\x01\x02", 16)):
        where = data.index(head) + at
        data[where] ^= 0xFF
    return bytes(data)


def rare() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("marches/module.toml", SMALL)
    return out.getvalue()


def twice() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("marches/module.toml", SMALL)
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("marches/module.toml", SMALL + b"# other")
    return out.getvalue()


def png(width: int, height: int, body: bytes = b"") -> bytes:
    """A picture that says that it is so large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        sum_ = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", sum_)

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(body)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + data


def module(extra: str = "", **meta: str) -> bytes:
    """A module with other facts; `meta` replaces lines of its head."""
    head = {
        "extends": '"narrows"',
        "title": '"Harm"',
        "version": '"1.0"',
        "description": '"x"',
        **meta,
    }
    lines = "".join(f"{key} = {value}\n" for key, value in head.items())
    return zipped({"module.toml": f"[meta]\n{lines}{extra}"})


def years(form: str) -> bytes:
    return module(f'[year]\ndate_form = "{form}"\n')


S_LINK, S_FIFO, S_CHARACTERS, S_BLOCKS = 0o120777, 0o010644, 0o020666, 0o060666

HOSTILE: Final[dict[str, tuple[Callable[[], bytes], str]]] = {
    # ---- zips that are none
    "nothing": (lambda: b"", "is no zip that can be read"),
    "text": (lambda: b"[meta]\ntitle = 'not a zip'\n", "is no zip that can be read"),
    "noise": (lambda: bytes(range(256)) * 64, "is no zip that can be read"),
    "cut off": (lambda: marches()[:-30], "is no zip that can be read"),
    "cut in the middle": (lambda: marches()[40:], "is a damaged zip"),
    "an empty zip": (lambda: zipped({}), "is empty"),
    "a zip of more than a mebibyte": (lambda: b"PK" * MOST_ZIPPED, "bytes, and a zip may have"),
    "a wrong checksum": (wrong_sum, "is damaged: its checksum does not fit"),
    "a password": (encrypted, "is encrypted"),
    "a rare way of packing": (rare, "is packed in a rare way"),
    # ---- bombs
    "a bomb of one file": (
        lambda: zipped({"module.toml": SMALL, "big.toml": b" " * (64 << 20)}),
        "unpacks to 67,108,864 bytes",
    ),
    "a bomb that lies": (lambda: lying(100), "is damaged: its checksum does not fit"),
    "a bomb that says nothing": (lambda: lying(0), "is damaged: its checksum does not fit"),
    "a bomb of many files": (
        lambda: zipped({f"f{n}.toml": b"#" * MOST_OF_FILE for n in range(40)}),
        f"and may to {MOST_UNPACKED:,}",
    ),
    "a bomb of overlapping entries": (overlapping, "is damaged: File name in directory"),
    "a zip in the zip": (lambda: marches(more_txt=marches()), "is an archive in the archive"),
    "10,000 files": (
        lambda: zipped({f"{n}.toml": b"" for n in range(10_000)}, "m/"),
        "holds 10,000 entries",
    ),
    "101 files": (lambda: zipped({f"f{n}.toml": b"" for n in range(101)}), "holds 101 files"),
    # ---- names and kinds
    "a path out": (lambda: entry("marches/../../etc/passwd.toml"), "leads out of its folder"),
    "a path out at once": (lambda: entry("../evil.toml"), "leads out of its folder"),
    "an absolute path": (lambda: entry("/etc/cron.d/evil.toml"), "has an absolute path"),
    "a drive": (lambda: entry("C:/Windows/evil.toml"), "has an absolute path"),
    "backslashes": (lambda: entry("marches\\..\\evil.toml"), "leads out of its folder"),
    "a NUL in a name": (lambda: entry("marches/a.toml\0.png"), "has a control character"),
    "a line break in a name": (lambda: entry("marches/a\r\nb.toml"), "has a control character"),
    "a name that turns round": (lambda: entry("marches/a\u202elmot.exe"), "has a name with other"),
    "a look-alike name": (lambda: entry("marches/m\u043edule.toml"), "has a name with other"),
    "two cases of a name": (lambda: entry("marches/Module.toml"), "has the same name as"),
    "a reserved name": (lambda: entry("marches/aux.toml"), "has a name that is reserved"),
    "a long name": (lambda: entry(f"marches/{'a' * 300}.toml"), "characters, and may have 120"),
    "deep folders": (lambda: entry("marches/a/b/c/d/e/f.toml"), "lies too deep"),
    "two modules": (lambda: entry("other/module.toml", SMALL), "more than the folder of one"),
    "the same file twice": (twice, "is in the zip twice"),
    "a link": (lambda: entry("marches/a.toml", b"/etc/passwd", S_LINK), "is a link"),
    "a pipe": (lambda: entry("marches/a.toml", b"", S_FIFO), "is a device or a pipe"),
    "a device": (lambda: entry("marches/a.toml", b"", S_CHARACTERS), "is a device or a pipe"),
    "a disk": (lambda: entry("marches/a.toml", b"", S_BLOCKS), "is a device or a pipe"),
    "a program": (lambda: marches(evil_py="import os"), "is no file that a module has"),
    "no module": (lambda: zipped({"readme.md": "Hello"}), "has no module.toml"),
    "a module's name that is taken": (
        lambda: zipped({"module.toml": SMALL}, "cohorts/"),
        "is the name of a module that every server has",
    ),
    "a module without a name": (
        lambda: zipped({"module.toml": SMALL}, "..hidden/"),
        "has a name with other signs",
    ),
    # ---- pictures
    "a picture of 60,000 by 60,000": (
        lambda: marches(cover_png=png(60_000, 60_000)),
        "has 60,000 by 60,000 pixels",
    ),
    "a picture that is none": (lambda: marches(cover_png=b"<svg/>" * 9), "is not a PNG"),
    "a picture without pixels": (lambda: marches(cover_png=png(64, 64)), "is a damaged PNG"),
    # ---- texts
    "text with NULs": (lambda: marches(a_toml=b"a = 1\0\n"), "has bytes that are no text"),
    "text of another encoding": (
        lambda: marches(a_toml=b"a = '\xff\xfe\xfa'"),
        "not text in UTF-8",
    ),
    "text in UTF-16": (
        lambda: marches(a_toml="a = 1\n".encode("utf-16")),
        "is text in UTF-16; save it as UTF-8",
    ),
    "bare carriage returns": (lambda: marches(a_toml=b"a = 1\rb = 2\r"), "is not TOML"),
    "a figure of 100,000 digits": (
        lambda: module(f"[diplomacy]\nwar = {'9' * 100_000}\n"),
        "is beyond reason",
    ),
    "an endless figure": (lambda: module("[diplomacy]\nwar = inf\n"), "is beyond reason"),
    "lists in lists": (lambda: module(f"a = {'[' * 5000}{']' * 5000}\n"), "nests tables and lists"),
    "tables in tables": (lambda: module(f"[{'.'.join('a' * 400)}]\n"), "nests tables and lists"),
    "half a million values": (
        lambda: module("a = [" + "0," * 200_000 + "]\n"),
        "has more than 20,000 keys and entries",
    ),
    "20,000 faults": (
        lambda: module("[factions]\n" + "".join(f"f{n} = {{}}\n" for n in range(9_000))),
        "more faults; mend these first",
    ),
    "a map of a million hexes": (
        lambda: module("[map]\nwidth = 1000\nheight = 1000\n"),
        "must be 200 or less",
    ),
    "forty realms": (
        lambda: module(
            "[map]\nname = 'x'\nwidth = 200\nheight = 200\n"
            + "".join(
                f"[alternate_realms.r{n}]\nwidth = 200\nheight = 200\nname = 'r{n}'\n"
                for n in range(40)
            )
        ),
        "and 40,000 are the most",
    ),
    "a million players": (
        lambda: module("[factions.ashmark]\nplayers = 1000000\n"),
        "its world cannot be made",
    ),
    "a date as wide as memory": (lambda: years("{day:>2000000000}"), "date_form may use"),
    "a date that asks around": (lambda: years("{day.__class__.__mro__}"), "date_form may use"),
    "a mention for a name": (
        lambda: module('[factions.ashmark]\nname = "@everyone"\n'),
        "has signs of markup, a mention or a link",
    ),
    "a name of 1,000 letters": (
        lambda: module(f'[factions.ashmark]\nname = "{"a" * 1000}"\n'),
        "has 1,000 characters, and may have 80",
    ),
    "a name that turns writing round": (
        lambda: module('[factions.ashmark]\nname = "Ash\u202ekram"\n'),
        "turns the writing around (U+202E)",
    ),
    "a wrong type everywhere": (
        lambda: marches(a_toml="factions = 3\nmap = []\nyear = 'x'\n"),
        "factions",
    ),
    # ---- inheritance
    "a module that extends itself": (lambda: module(extends='"marches"'), "goes round in a circle"),
    "a module that extends nothing known": (
        lambda: module(extends='"../../secret"'),
        "which is not here",
    ),
    "a module that extends a table": (lambda: module(extends="{ a = 1 }"), "which is not here"),
    "a rule pack that is none": (lambda: module(packs='["os"]'), "which is not here"),
    "two games in one": (
        lambda: module(packs='["cohorts", "kingdoms.crowns"]'),
        "ventures is missing",
    ),
}


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_hostile_zip_is_refused_in_bounded_time_and_memory(
    hostile: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    make, says = HOSTILE[hostile]
    data = make()
    monkeypatch.chdir(tmp_path)  # whatever it wrote would be found
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, process_time()
    with pytest.raises(ModuleError) as refused:
        check_upload(data, "marches.zip", ())
    assert says in str(refused.value)
    assert all(each.isprintable() or each == "\n" for each in str(refused.value))
    assert process_time() - began < LIMIT  # in truth about a second
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 < MEMORY
    assert not list(tmp_path.iterdir())


def test_there_are_fifty_and_they_differ():
    made = {make() for make, _ in HOSTILE.values()}
    assert len(made) == len(HOSTILE) >= 50


def test_modules_that_extend_each_other_go_round_in_a_circle():
    one = zipped({"module.toml": SMALL.replace(b"narrows", b"further")})
    other = zipped({"module.toml": SMALL.replace(b"narrows", b"marches")}, "further/")
    with pytest.raises(ModuleError, match="goes round in a circle"):
        check_upload(one, "marches.zip", [("further", other)])


def test_unpacking_stops_at_the_bound_whatever_the_zip_says():
    data = lying(1000)
    tracemalloc.start()
    try:
        with pytest.raises(ModuleError):
            unpack(data, "marches.zip")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 8 * MOST_UNPACKED
