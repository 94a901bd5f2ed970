"""The card behind a picture: its title bar."""

from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from bot.faces.paint import palette
from bot.faces.paint.palette import FactionLook, rgb
from bot.faces.paint.sprites import plate, shield, words
from bot.faces.paint.text import Face, fitted, lettering, measure

_LEAST_TEXT: Final = 20
_BAR_Y: Final = 40  # the middle of the title bar


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands in the title bar of a picture."""

    title: str
    subtitle: str = ""  # the date, or what the picture is about
    turn: int | None = None
    faction: FactionLook | None = None  # whose shield leads it
    own: bool = True  # whether that faction is the one who looks


def draw_title(image: Image.Image, heading: Heading) -> None:
    """The shield, title, date and turn, with a brass line under them."""
    pen = ImageDraw.Draw(image)
    right = palette.WIDTH - palette.MARGIN
    pen.rectangle(
        (palette.MARGIN, palette.TITLE_HEIGHT - 1, right - 1, palette.TITLE_HEIGHT),
        rgb(palette.BRASS),
    )
    if heading.turn is not None:
        right = _draw_turn(image, f"TURN {heading.turn}", right) - 20
    if heading.subtitle:
        text, size = _sized(heading.subtitle, "italic", palette.SUBTITLE_TEXT, 380)
        piece = lettering(text, "italic", size, palette.MUTED)
        right -= round(piece.width)
        place = right + piece.left, _BAR_Y + 10 + piece.top
        image.paste(piece.image, place, piece.image)
        right -= 24
    left = palette.MARGIN + 8
    if heading.faction is not None:
        livery = palette.livery(heading.faction.colour, heading.faction.emblem)
        shield(livery, own=heading.own, width=46.0).paste(image, left + 25, _BAR_Y)
        left += 66
    title, size = _sized(heading.title, "title", palette.TITLE_TEXT, right - left)
    if title:
        piece = lettering(title, "title", size, palette.PARCHMENT)
        place = left + piece.left, _BAR_Y + round(17 * size / palette.TITLE_TEXT) + piece.top
        image.paste(piece.image, place, piece.image)


def _sized(text: str, face: Face, size: int, room: float) -> tuple[str, int]:
    """A text with the size in which all of it fits; cut only if the least does not either."""
    wide = measure(text, face, size)
    fits = size if wide <= room else max(_LEAST_TEXT, int(size * room / wide) - 1)
    fits = min(fits, size)
    return fitted(text, face, fits, room), fits


def _draw_turn(image: Image.Image, text: str, right: int) -> int:
    """The brass pill with the turn; gives its left edge."""
    wide = measure(text, "title", palette.TURN_TEXT) + 40
    middle = right - wide / 2
    plate(wide, 52, 12, palette.BRASS).paste(image, middle, _BAR_Y)
    words(text, palette.TURN_TEXT, palette.INK, face="title").paste(image, middle, _BAR_Y)
    return round(right - wide)
