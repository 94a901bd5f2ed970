"""Zips of modules for tests: a sound one, small enough to be played, and what it is made with."""

import io
import zipfile
from collections.abc import Mapping

SMALL = b"""\
[meta]
extends = "narrows"
title = "The Little Marches"
version = "1.2"
description = "Two harbors and less timber."

[diplomacy]
war = 1
"""


def zipped(files: Mapping[str, bytes | str], folder: str = "marches/") -> bytes:
    """A zip of files by their names, each in the folder."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(folder + name, data)
    return out.getvalue()


def marches(**more: bytes | str) -> bytes:
    """The sound module, with other files beside: `terms_toml` is `terms.toml`."""
    files = {name.replace("_", "."): data for name, data in more.items()}
    return zipped({"module.toml": SMALL, **files})
