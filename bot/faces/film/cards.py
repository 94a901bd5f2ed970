"""The first and the last picture of a film: what was played by whom, and how all stood."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from bot.faces.film.reel import FilmSide, Placed
from bot.faces.film.stage import WIDTH, FilmStage, write
from bot.faces.paint import palette
from bot.faces.paint.palette import livery, rgb
from bot.faces.paint.sprites import shield
from bot.faces.paint.text import measure

_NAME: Final = (84, 72, 60, 48, 40)  # sizes of the title, the largest first
_LEAST_STEP, _STEP = 62, 96  # between two sides
_MOST: Final = 12


def title_card(stage: FilmStage) -> Image.Image:
    """The campaign's name and its sides."""
    reel = stage.reel
    image = _blank(stage)
    middle = WIDTH / 2
    room = WIDTH - 160
    size = next((s for s in _NAME if measure(reel.title, "title", s) <= room), _NAME[-1])
    _write_middle(image, reel.title, 150, size, palette.PARCHMENT, room)
    _rule(image, 214)
    below = f"As {reel.whose} knew it · {reel.subtitle}" if reel.whose else reel.subtitle
    _write_middle(image, below, 254, 32, palette.MUTED, room)
    sides = [reel.sides[number] for number in stage.order][:_MOST]
    columns = 2 if len(sides) > 4 else 1
    rows = -(-len(sides) // columns)
    space = stage.height - 330 - 40
    step = min(_STEP, max(_LEAST_STEP, space // max(rows, 1)))
    top = 320 + max(0, (space - rows * step) // 2) + step / 2
    wide = (WIDTH - 160) / columns
    for place, side in enumerate(sides):
        row, column = place % rows, place // rows
        x = 80 + column * wide + (0 if columns == 2 else middle - 80 - 260)
        _side(image, side, x, top + row * step, wide - 40 if columns == 2 else 700)
    return stage.shrunk(image)


def end_card(stage: FilmStage) -> Image.Image:
    """Who won, and how all stood."""
    reel = stage.reel
    image = _blank(stage)
    room = WIDTH - 120
    size = next((s for s in _NAME[2:] if measure(reel.outcome, "title", s) <= room), _NAME[-1])
    _write_middle(image, reel.outcome, 110, size, palette.PARCHMENT, room)
    _rule(image, 166)
    if reel.shots:
        last = reel.shots[-1]
        _write_middle(image, f"Turn {last.turn} · {last.date}", 204, 30, palette.MUTED, room)
    space = stage.height - 250 - 30
    fits = max(1, min(_MOST, space // _LEAST_STEP))
    places = reel.places[:fits]
    step = min(_STEP, max(_LEAST_STEP, space // max(len(places), 1)))
    for row, each in enumerate(places):
        _place(image, stage, each, 250 + (row + 0.5) * step)
    return stage.shrunk(image)


def _side(image: Image.Image, side: FilmSide, x: float, y: float, room: float) -> None:
    shield(livery(side.colour, side.emblem), own=False, width=50.0).paste(image, x + 30, y)
    players = ", ".join(side.players)
    write(image, side.name, (x + 70, y - (14 if players else 0)), 34, palette.PARCHMENT,
          room=room - 70)  # fmt: skip
    if players:
        write(image, players, (x + 70, y + 20), 25, palette.MUTED, room=room - 70, face="medium")


def _place(image: Image.Image, stage: FilmStage, each: Placed, y: float) -> None:
    left, right = 90, WIDTH - 90
    write(image, f"{each.rank}.", (left + 40, y), 36, palette.BRASS, align="right")
    if each.side >= 0:
        shield(stage.liveries[each.side], own=False, width=46.0).paste(image, left + 88, y)
    room = right - left - 130 - measure(each.points, "bold", 34) - 30
    write(image, each.name, (left + 130, y - (13 if each.players else 0)), 34, palette.PARCHMENT,
          room=room)  # fmt: skip
    if each.players:
        players = ", ".join(each.players)
        write(image, players, (left + 130, y + 20), 24, palette.MUTED, room=room, face="medium")
    write(image, each.points, (right, y), 34, palette.WHITE, align="right")


def _blank(stage: FilmStage) -> Image.Image:
    """A panel in a frame."""
    image = Image.new("RGB", (WIDTH, stage.height), rgb(palette.FRAME))
    pen = ImageDraw.Draw(image)
    inner = palette.MARGIN
    box = (inner, inner, WIDTH - inner - 1, stage.height - inner - 1)
    pen.rectangle(box, rgb(palette.PANEL), rgb(palette.BRASS), 2)
    return image


def _rule(image: Image.Image, y: float) -> None:
    """A short line of brass in the middle."""
    pen = ImageDraw.Draw(image)
    pen.rectangle((WIDTH / 2 - 130, y, WIDTH / 2 + 130, y + 2), rgb(palette.BRASS))


def _write_middle(
    image: Image.Image, text: str, y: float, size: int, paint: str, room: float
) -> None:
    face = "title" if size >= _NAME[-1] else "bold"
    write(image, text, (WIDTH / 2, y), size, paint, room=room, align="middle", face=face)
