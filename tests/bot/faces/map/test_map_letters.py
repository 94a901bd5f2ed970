"""Words and assets: fallback fonts, cut names, exact colours, credits."""

import io
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import data
from bot.faces.map.terrain import DRAWERS, VARIANTS, symbol
from bot.faces.paint import fonts, palette
from bot.faces.paint.looks import PLAIN, WATERS
from bot.faces.paint.png import encode
from bot.faces.paint.shapes import icon
from bot.faces.paint.text import fitted, lettering, measure, plain
from engine.module.art import icons, symbols

ART = Path(data.__file__).parent / "art"
ACCENTED = (
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ"
    "ĄąĆćČčĎďĐđĘęĚěĞğİıŁłŃńŇňŐőŒœŘřŚśŞşŠšŤťŮůŰűŹźŻżŽžȘșȚț"
)


def test_a_name_is_one_line_without_control_characters() -> None:
    assert plain(" a\n\tb\x00c\u202ed ") == "a bcd"
    assert plain("e\u0301") == "é"
    assert plain("x" * 10_000) == "x" * 200


def test_a_name_that_is_too_wide_ends_in_an_ellipsis_and_fits() -> None:
    short = fitted("The Marches of Aldermere and Beyond", "bold", 29, 200)
    assert short.endswith("…")
    assert measure(short, "bold", 29) <= 200
    assert fitted("Hollin", "bold", 29, 200) == "Hollin"
    assert fitted("Hollin", "bold", 29, 1) == "…"


@pytest.mark.parametrize("face", ["bold", "medium", "italic", "title"])
def test_accented_latin_is_in_the_shipped_fonts(face) -> None:
    assert set(ACCENTED) <= fonts.letters(fonts.own(face))


def test_letters_that_the_fonts_lack_are_still_drawn() -> None:
    for text in ("Ψυχή → Ω", "漢", "👑", ""):
        assert lettering(text, "title", 30, "#FFFFFF").image.width >= 1


def test_a_halo_surrounds_the_letters() -> None:
    bare = lettering("Aldermere", "bold", 29, "#15181F")
    haloed = lettering("Aldermere", "bold", 29, "#15181F", "#FBF4E2")
    assert haloed.image.width == bare.image.width + 6
    assert haloed.width == bare.width


def test_the_palette_keeps_the_interface_and_faction_colours_exact() -> None:
    colours = palette.exact_colours()
    noise = (np.arange(300 * 300 * 3) * 7919 % 251).reshape(300, 300, 3).astype(np.uint8)
    for row, colour in enumerate(colours):
        noise[row, :40] = palette.rgb(colour)
    kept = Image.open(io.BytesIO(encode(Image.fromarray(noise)))).convert("RGB")
    for row, colour in enumerate(colours):
        assert kept.getpixel((20, row)) == palette.rgb(colour)


def test_every_emblem_has_its_icon() -> None:
    for name in {palette.livery(number).emblem for number in range(1, 30)}:
        assert icon(name) is not None, name
    assert icon("no such icon") is None


def test_what_a_module_may_name_is_what_can_be_drawn() -> None:
    assert all(icon(name) is not None for name in icons())
    assert set(symbols()) == set(DRAWERS)
    for name in symbols():
        for variant in range(VARIANTS):
            assert isinstance(symbol(name, variant), tuple)
    assert set(WATERS) < set(symbols())
    assert PLAIN in symbols()


def test_every_icon_is_credited_to_its_author() -> None:
    table = json.loads((ART / "icons.json").read_text(encoding="utf-8"))
    credits = (ART / "ICONS.md").read_text(encoding="utf-8")
    credited = set(credits.replace("|", ",").replace("\n", ",").replace(", ", ",").split(","))
    credited = {each.strip() for each in credited}
    assert set(table) - {"unit"} <= credited
    assert credits.startswith("> Icons by Lorc, Delapouite, Carl Olsen, HeavenlyDog, Kier Heyl,")


def test_every_font_comes_with_its_licence() -> None:
    for font in (ART / "fonts").glob("*/*.?tf"):
        licence = (font.parent / "OFL.txt").read_text(encoding="utf-8")
        assert licence.startswith("Copyright")
        assert "SIL Open Font License" in licence or "SIL OPEN FONT LICENSE" in licence


def test_the_colours_of_any_two_factions_differ_clearly() -> None:
    colours = [np.array(palette.rgb(each), dtype=float) for each in palette.LIVERY_COLOURS]
    gaps = [np.abs(a - b).sum() for i, a in enumerate(colours) for b in colours[:i]]
    assert min(gaps) > 90
