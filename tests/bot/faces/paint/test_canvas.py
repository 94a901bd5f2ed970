"""What is put upon a canvas without being drawn: pictures, single pixels, and it upon others."""

import numpy as np
import pytest
from PIL import Image

from bot.faces.paint.canvas import Canvas, polygons
from bot.faces.paint.shapes import Part, box
from bot.faces.paint.sprites import strew

GREEN, RED = (0, 255, 0), (255, 0, 0)


def red(canvas: Canvas) -> set[tuple[int, int]]:
    """Where the canvas is red, as column and row."""
    rows, columns = np.nonzero((np.asarray(canvas.image())[..., :3] == RED).all(axis=2))
    return set(zip(columns.tolist(), rows.tolist(), strict=True))


def test_a_picture_is_pasted_through_its_mask_inside_the_clip_alone() -> None:
    canvas = Canvas(10, 8, "#00FF00")
    canvas.clip((2, 2, 8, 6))
    mask = Image.new("L", (4, 3), 255)
    mask.putpixel((3, 2), 0)
    picture = Image.new("RGBA", (4, 3), (*RED, 255))
    canvas.paste([(picture, mask, 0, 1), (picture, mask, 7, 5), (picture, mask, 20, 20)])
    assert red(canvas) == {(2, 2), (3, 2), (2, 3), (7, 5)}
    assert (np.asarray(canvas.image())[..., 3] == 255).all()


def test_what_is_half_seen_through_mixes_with_the_ground() -> None:
    canvas = Canvas(1, 1, "#00FF00")
    canvas.paste([(Image.new("RGBA", (1, 1), (*RED, 255)), Image.new("L", (1, 1), 128), 0, 0)])
    assert canvas.image().getpixel((0, 0)) == (128, 127, 0, 255)


def test_pixels_are_set_inside_the_clip_and_left_where_there_is_nothing() -> None:
    canvas = Canvas(4, 3, "#00FF00")
    canvas.clip((1, 1, 4, 3))
    pixels = np.zeros((2, 3, 4), dtype=np.uint8)
    pixels[0, 1] = pixels[1, 2] = (*RED, 255)
    canvas.set_pixels(pixels.view(np.uint32)[..., 0])
    assert red(canvas) == {(2, 1), (3, 2)}


@pytest.mark.parametrize("alpha, shade", [(1.0, RED), (0.5, (128, 127, 0))])
def test_what_was_drawn_is_laid_upon_a_picture(alpha: float, shade: tuple[int, ...]) -> None:
    canvas = Canvas(6, 6)
    corners = np.array([[(1, 2), (4, 2), (4, 5), (1, 5)]], dtype=float)
    canvas.fill(polygons(corners), "#FF0000", alpha)
    picture = Image.new("RGB", (20, 20), GREEN)
    canvas.lay(picture, (10, 3))
    found = np.argwhere((np.asarray(picture) != GREEN).any(axis=2))
    assert (found.min(axis=0).tolist(), found.max(axis=0).tolist()) == ([5, 11], [7, 13])
    assert np.allclose(np.asarray(picture)[6, 12], shade, atol=1)


@pytest.mark.parametrize("alpha, shade", [(1.0, RED), (0.5, (128, 127, 0))])
def test_a_box_is_filled_inside_the_clip_alone(alpha: float, shade: tuple[int, ...]) -> None:
    canvas = Canvas(6, 6, "#00FF00")
    canvas.clip((2, 0, 6, 4))
    canvas.fill_box((1, 2, 4.2, 9), "#FF0000", alpha)
    found = np.argwhere((np.asarray(canvas.image())[..., :3] != GREEN).any(axis=2))
    assert (found.min(axis=0).tolist(), found.max(axis=0).tolist()) == ([2, 2], [3, 3])
    assert np.allclose(np.asarray(canvas.image())[3, 3, :3], shade, atol=1)


def test_nothing_drawn_changes_no_picture() -> None:
    picture = Image.new("RGB", (5, 5), GREEN)
    Canvas(5, 5).lay(picture)
    assert (np.asarray(picture) == GREEN).all()


def test_a_drawing_is_strewn_about_its_centres_on_whole_pixels() -> None:
    canvas = Canvas(30, 10, "#00FF00")
    parts = (Part(box(-0.5, -0.5, 0.5, 0.5), "ground"),)
    strew(canvas, [(parts, np.array([(5.3, 5.4), (20.6, 4.7)]))], 4.0, {"ground": "#FF0000"})
    assert red(canvas) == {
        (x + dx, y + dy) for x, y in ((5, 5), (21, 5)) for dx in range(-2, 2) for dy in range(-2, 2)
    }
