"""Pictures that come with a module: looked at by their head, then drawn anew.

What is kept is our own drawing of the picture, so nothing that was hidden in the file is passed on.
"""

import io
import struct
import warnings
from typing import Final

from engine.module import Fault, ModuleError

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
