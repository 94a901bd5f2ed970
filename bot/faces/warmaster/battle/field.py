"""An army in its places on a field, without a battle: what a deployment looks like.

Units without a place of their own stand where the engine would put them when the battle begins.
Sources: warmaster.deploy.zones, warmaster.deploy.auto.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from bot.faces.battle.layout import liveries
from bot.faces.battle.scene import Side
from bot.faces.paint import palette
from bot.faces.paint.canvas import Canvas
from bot.faces.paint.card import Heading, draw_title
from bot.faces.paint.looks import Looks
from bot.faces.paint.palette import Livery, rgb
from bot.faces.paint.picture import Picture
from bot.faces.paint.png import encode
from bot.faces.paint.sprites import Sprite, words
from bot.faces.paint.text import fitted, measure
from bot.faces.sheet.sheet import alt_text, file_name
from bot.faces.warmaster.battle.counters import (
    PLATE,
    character_sign,
    directive_sign,
    put_counter,
    put_marks,
)
from bot.faces.warmaster.battle.ground import draw_ground
from bot.faces.warmaster.battle.layout import HEX, Plan
from bot.faces.warmaster.battle.pieces import Piece, Post, letter, pieces_of, posts_of
from bot.faces.warmaster.battle.terms import DIRECTIVES, ROLES
from bot.faces.words.text import listed, number
from engine.packs.warmaster.battle.deployment import drawn_up
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, SIDES, Army, Field

_ROWS: Final = ((9, 13), (0, 4))
"""The rows that are seen: the own zone, and what lies before it."""
_TOP: Final = palette.TITLE_HEIGHT + 14.0
_ROW: Final = 58.0
_LETTERS: Final = 25
_SMALL: Final = 22
_COLUMNS: Final = (34.0, 618.0)
_WIDE: Final = 548.0
_LEGEND: Final = 52.0
_ROSTER_PLATE: Final = 40.0


@dataclass(frozen=True, slots=True)
class Deployment:
    """An army that is drawn up for attack or defence, by its side."""

    title: str
    army: Army
    """Its `side` says whether it attacks, below, or defends, above."""
    side: Side
    """Whose it is."""
    subtitle: str = ""
    turn: int | None = None
    field: Field = dataclasses.field(default_factory=Field)
    """The ground, if it is known; else all is open."""
    looks: Looks = dataclasses.field(default_factory=Looks, compare=False, repr=False)


def draw_deployment(deployment: Deployment) -> Picture:
    """The army in its zone, and below it its roster; the same army gives the same bytes."""
    army = deployment.army
    side = SIDES.index(army.side)
    pieces, posts = pieces_of(army, deployment.looks), posts_of(drawn_up(army, deployment.field))
    (livery,) = liveries((deployment.side,))
    plan = Plan.zone([post.at for post in posts], _ROWS[side], 17.0, _TOP)
    plate = PLATE * plan.size / HEX
    rows = -(-len(pieces) // 2)
    below = round(_TOP + plan.tall + 14)
    height = round(below + _LEGEND + rows * _ROW + 16)
    canvas = Canvas(palette.WIDTH, height, palette.FRAME)
    image = canvas.picture
    draw_title(image, Heading(deployment.title, deployment.subtitle, deployment.turn))
    draw_ground(canvas, plan, deployment.field, deployment.looks, {side: livery})
    own = deployment.side.own
    for piece, post in zip(pieces, posts, strict=True):
        put_counter(image, piece, post, livery, plan.centre(post.at), plate, own=own)
    for piece, post in zip(pieces, posts, strict=True):
        put_marks(image, piece, post, plan.centre(post.at), plate)
    _draw_legend(image, pieces, posts, side, below)
    for place, (piece, post) in enumerate(zip(pieces, posts, strict=True)):
        x, y = _COLUMNS[place // max(rows, 1)], below + _LEGEND + (place % max(rows, 1)) * _ROW
        _draw_row(image, piece, post, livery, (x, y), own=own)
    part = "attack" if side == ATTACKER else "defence"
    name = file_name(deployment.title, part)
    return Picture(
        encode(image), alt_text(list(told_of(deployment))), name, image.width, image.height
    )


def told_of(deployment: Deployment) -> Iterator[str]:
    """What the picture shows, in sentences."""
    army = deployment.army
    pieces, posts = pieces_of(army, deployment.looks), posts_of(drawn_up(army, deployment.field))
    part = "defence" if army.side == SIDES[DEFENDER] else "attack"
    yield f"{deployment.title}, drawn up for {part}: {number(len(pieces), 'unit')}."
    for piece, post in zip(pieces, posts, strict=True):
        yield f"{piece.number} {piece.name} at {post.at[0]},{post.at[1]}{_more(piece, post)}."


def _more(piece: Piece, post: Post) -> str:
    parts = [DIRECTIVES[piece.directive].lower()] if piece.directive else []
    if piece.brigade:
        parts.append(f"brigade {letter(piece.brigade)}")
    if post.stands < piece.full:
        parts.append(f"{post.stands} of {number(piece.full, 'stand')}")
    if post.roles:
        parts.append(f"with {listed(ROLES[role] for role in post.roles)}")
    return f": {', '.join(parts)}" if parts else ""


# ---------------------------------------------------------------- below the field


def _draw_legend(
    image: Image.Image,
    pieces: tuple[Piece, ...],
    posts: tuple[Post, ...],
    side: int,
    top: float,
) -> None:
    """The marks that are on the counters, each with its word."""
    used = {piece.directive for piece in pieces}
    signs: list[tuple[Sprite, str]] = [
        (directive_sign(each, 15.0, down=side == DEFENDER), name)
        for each, name in DIRECTIVES.items()
        if each in used
    ]
    led = {role for post in posts for role in post.roles}
    signs += [(character_sign(each, 15.0), name) for each, name in ROLES.items() if each in led]
    x, y = _COLUMNS[0], top + 18
    wide = [44 + measure(name, "medium", _SMALL) for _, name in signs]
    gap = min(30.0, (1166 - x - sum(wide)) / max(len(signs) - 1, 1))
    for (sign, name), width in zip(signs, wide, strict=True):
        sign.paste(image, x + 15, y)
        _write(image, name, x + 38, y, _SMALL, palette.COORDINATE)
        x += width + gap


def _draw_row(
    image: Image.Image,
    piece: Piece,
    post: Post,
    livery: Livery,
    spot: tuple[float, float],
    *,
    own: bool,
) -> None:
    """A unit of the roster: its counter, its name with its number, and what it is told."""
    x, y = spot
    pen = ImageDraw.Draw(image)
    box = (x - 12, y + 2, x + _WIDE, y + _ROW - 4)
    pen.rounded_rectangle(box, 8, rgb(palette.PANEL))
    middle = y + _ROW / 2 - 1
    at = x + 16, middle
    put_counter(image, piece, post, livery, at, _ROSTER_PLATE, own=own)
    first = f"{piece.number}  {piece.name}"
    _write(image, first, x + 48, middle - 13, _LETTERS, palette.PARCHMENT, 330)
    place = f"hex {post.at[0]},{post.at[1]}"
    right = x + _WIDE - 14 - measure(place, "medium", _SMALL)
    _write(image, place, right, middle - 13, _SMALL, palette.COORDINATE)
    more = _more(piece, post).removeprefix(": ")
    _write(image, more, x + 48, middle + 14, _SMALL, palette.MUTED, _WIDE - 62)


def _write(
    image: Image.Image,
    text: str,
    x: float,
    y: float,
    size: int,
    paint: str,
    width: float = 600.0,
) -> None:
    sprite = words(fitted(text, "medium", size, width), size, paint, face="medium")
    sprite.paste(image, x - sprite.left, y)
