"""A painter's canvas over matplotlib's Agg: shapes in pixels, y down, each over the one before.

No figure, axes or pyplot: paths go straight to the renderer, in the order of the calls. Text and
finished sprites are not drawn here but pasted with Pillow, afterwards or in between (`picture`).
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from matplotlib.backend_bases import GraphicsContextBase
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.path import Path
from matplotlib.transforms import Affine2D, Bbox, IdentityTransform
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from bot.faces.paint.palette import rgb

Floats = NDArray[np.float64]
Box = tuple[float, float, float, float]  # left, top, right, bottom

_AS_IT_IS: Final = IdentityTransform()
_POINTS_PER_INCH: Final = 72  # at this resolution a line's width in points is its width in pixels


def colour(hex_colour: str, alpha: float = 1.0) -> tuple[float, float, float, float]:
    """A #RRGGBB colour as matplotlib takes it."""
    red, green, blue = rgb(hex_colour)
    return red / 255, green / 255, blue / 255, alpha


def polygons(corners: Floats) -> Path:
    """Many closed polygons of equally many corners, (n, k, 2), as one path."""
    count, size = corners.shape[:2]
    vertices = np.concatenate((corners, corners[:, :1]), axis=1).reshape(-1, 2)
    codes = np.full((count, size + 1), Path.LINETO, dtype=np.uint8)
    codes[:, 0] = Path.MOVETO
    codes[:, -1] = Path.CLOSEPOLY
    return Path(vertices, codes.reshape(-1))


def polylines(points: Floats) -> Path:
    """Many open lines of equally many points, (n, k, 2), as one path."""
    count, size = points.shape[:2]
    codes = np.full((count, size), Path.LINETO, dtype=np.uint8)
    codes[:, 0] = Path.MOVETO
    return Path(points.reshape(-1, 2), codes.reshape(-1))


class _Outline(NamedTuple):
    """All that Agg asks of a path: matplotlib's own looks long at the points that it is given."""

    vertices: Floats
    codes: None = None
    should_simplify: bool = False
    simplify_threshold: float = 0.0


class Canvas:
    """A picture in the making, `width` by `height` pixels; transparent without a ground."""

    def __init__(self, width: int, height: int, ground: str | None = None) -> None:
        self.width, self.height = width, height
        self._renderer = RendererAgg(width, height, _POINTS_PER_INCH)
        self._flip = Affine2D().scale(1, -1).translate(0, height)
        self._clip: Bbox | None = None
        # Kept, for a picture has hundreds of fills and lines.
        self._filling: GraphicsContextBase | None = None
        self._stroking: dict[str, GraphicsContextBase] = {}
        if ground:
            opaque = np.array((*rgb(ground), 255), dtype=np.uint8)
            self._pixels().view(np.uint32)[:] = opaque.view(np.uint32)

    @cached_property
    def picture(self) -> Image.Image:
        """The pixels of an opaque canvas as a picture: what is pasted on it is on the canvas."""
        size, pixels = (self.width, self.height), self._pixels()
        picture = Image.frombuffer("RGBX", size, pixels, "raw", "RGBX", 0, 1)
        picture.readonly = 0  # it shares the pixels, which is wanted
        return picture

    @cached_property
    def pen(self) -> ImageDraw.ImageDraw:
        """What draws plain boxes and lines on its picture."""
        return ImageDraw.Draw(self.picture)

    def clip(self, box: Box | None) -> None:
        """Draw only inside the box from now on, or everywhere."""
        self._filling, self._stroking = None, {}
        if box is None:
            self._clip = None
        else:
            left, top, right, bottom = box
            self._clip = Bbox.from_extents(left, self.height - bottom, right, self.height - top)

    def placing(self, x: float, y: float, scale: float) -> Affine2D:
        """What draws a shape, its y up, about a spot: costs less than a path for that spot."""
        return Affine2D.from_values(scale, 0.0, 0.0, scale, x, self.height - y)

    def fill(
        self,
        path: Path,
        paint: str,
        alpha: float = 1.0,
        *,
        smooth: bool = True,
        placing: Affine2D | None = None,
    ) -> None:
        """Fill the path; what overlaps within one path is filled once."""
        if np.size(path.vertices):
            if self._filling is None:
                self._filling = self._context()
                self._filling.set_linewidth(0)
            context = self._filling
            context.set_antialiased(smooth)
            self._renderer.draw_path(context, path, placing or self._flip, colour(paint, alpha))

    def fill_box(self, box: Box, paint: str, alpha: float = 1.0) -> None:
        """Fill a box of whole pixels: sooner than as a path, above all where the ground shows."""
        within, (left, top, right, bottom) = self._inner(), map(round, box)
        left, top = max(left, within[0]), max(top, within[1])
        right, bottom = min(right, within[2]), min(bottom, within[3])
        if left < right and top < bottom:
            size = right - left, bottom - top
            mask = None if alpha == 1 else Image.new("L", size, round(255 * alpha))
            self.picture.paste(rgb(paint), (left, top, right, bottom), mask)

    def fill_each(self, corners: Floats, colours: Floats) -> None:
        """Fill each of many polygons, (n, k, 2), with its colour of 0 to 255, (n, 3).

        Sooner than a path for each colour, for which all rows from its first polygon to its last
        are gone through.
        """
        context = self._context()
        context.set_linewidth(0)
        paths = [_Outline(polygon) for polygon in corners]
        faces = np.concatenate((colours / 255, np.ones((len(colours), 1))), axis=1)
        none, alike, nowhere = np.empty((0, 4)), np.empty((0, 3, 3)), np.empty((0, 2))
        shown = paths, alike, nowhere, _AS_IT_IS, faces, none, [0.0], [(0, None)], [True], [None]
        # Of such paths and of arrays for colours matplotlib's types know nothing.
        draw: Any = self._renderer.draw_path_collection
        draw(context, self._flip, *shown, "screen")

    def stroke(
        self,
        path: Path,
        paint: str,
        width: float,
        alpha: float = 1.0,
        *,
        dashes: tuple[float, float] | None = None,
        ahead: float = 0.0,
        cap: Literal["round", "butt"] = "round",
        placing: Affine2D | None = None,
    ) -> None:
        """Draw along the path; where it meets itself it is not drawn twice.

        `dashes` are the lengths of dash and gap; the path starts `ahead` of a dash's beginning.
        """
        if not np.size(path.vertices):
            return
        path.should_simplify = False
        if cap not in self._stroking:
            self._stroking[cap] = self._context()
            self._stroking[cap].set_joinstyle("round" if cap == "round" else "miter")
            self._stroking[cap].set_capstyle(cap)
        context = self._stroking[cap]
        context.set_linewidth(width)
        context.set_foreground(colour(paint, alpha), isRGBA=True)
        context.set_dashes(ahead, list(dashes) if dashes else None)
        self._renderer.draw_path(context, path, placing or self._flip)

    def paste(self, pieces: Iterable[tuple[Image.Image, Image.Image, int, int]]) -> None:
        """Put pictures without transparency on it, each with its mask and upper left corner."""
        size, pixels = (self.width, self.height), self._pixels()
        ground = Image.frombuffer("RGBA", size, pixels, "raw", "RGBA", 0, 1)
        ground.readonly = 0  # it shares the pixels, which is wanted
        left, top, right, bottom = self._inner()
        for picture, mask, x, y in pieces:
            wide, tall = picture.size
            box = max(left - x, 0), max(top - y, 0), min(right - x, wide), min(bottom - y, tall)
            if box[0] < box[2] and box[1] < box[3]:
                whole = box == (0, 0, wide, tall)
                shown = (picture, mask) if whole else (picture.crop(box), mask.crop(box))
                place = x + box[0], y + box[1], x + box[2], y + box[3]
                ground.im.paste(shown[0].im, place, shown[1].im)

    def set_pixels(self, pixels: NDArray[np.uint32]) -> None:
        """Set all pixels inside the clip, each to its four bytes; what is 0 stays as it was."""
        left, top, right, bottom = self._inner()
        inside = self._pixels().view(np.uint32)[top:bottom, left:right, 0]
        np.copyto(inside, pixels, where=pixels != 0)

    def lay(self, onto: Image.Image, corner: tuple[int, int] = (0, 0)) -> None:
        """Put what has been drawn on a picture; pixels where nothing is cost nothing."""
        drawn = self.image()
        mask = drawn.getchannel("A")
        box = mask.getbbox()
        if box:
            drawn, mask = drawn.crop(box), mask.crop(box)
            least, _ = mask.getextrema()
            place = corner[0] + box[0], corner[1] + box[1]
            onto.paste(drawn, place, None if least == 255 else mask)

    def image(self) -> Image.Image:
        """The picture so far, with its transparency."""
        return Image.fromarray(np.asarray(self._renderer.buffer_rgba()))

    def _pixels(self) -> NDArray[np.uint8]:
        """The four bytes of every pixel, to be read and set."""
        return np.asarray(self._renderer.buffer_rgba())

    def _inner(self) -> tuple[int, int, int, int]:
        """The clip in whole pixels."""
        if self._clip is None:
            return 0, 0, self.width, self.height
        left, right = (max(0, round(float(x))) for x in self._clip.intervalx)
        bottom, top = (max(0, round(self.height - float(y))) for y in self._clip.intervaly)
        return left, top, right, bottom

    def _context(self):  # noqa: ANN202 - matplotlib's own graphics context
        context = self._renderer.new_gc()
        context.set_snap(False)
        if self._clip is not None:
            context.set_clip_rectangle(self._clip)
        return context
