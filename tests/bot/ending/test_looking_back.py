"""A campaign of computer players looked back on: its film, records, chronicles, and its secrets."""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.archive.contents import final_told, index_of
from bot.cli import main
from bot.ending.awards import awards
from bot.ending.ceremony import PARTS, ceremony_part
from bot.faces.film import cutting
from bot.faces.film.packing import bind, draw_strip
from bot.faces.film.reel import NOBODY, UNSEEN, Reel, spread
from bot.file_commands import FAULT
from bot.jobs.draw import draw
from bot.jobs.final import draw_final
from bot.jobs.looking_back import ended, revealed_at, whole_world
from bot.jobs.memoirs import chronicle_pages, chronicle_text
from bot.jobs.opened import Recent, view_at, world_at
from bot.jobs.reel import make_reel
from bot.payload import FilmRecipe, FinalRecipe, MapRecipe
from bot.store.errors import NotFound
from bot.store.records import CampaignState
from bot.store.world import read_campaign
from data import FOLDER
from engine.campaign import Faction
from engine.hexes import Hex
from engine.module import load
from engine.packs import Rules
from tests.bot.kept_game import kept_game

TURNS = 3


def _played(folder: Path, module: str, *, end: bool = True) -> tuple[Path, int]:
    rules = Rules.of(load(module, [FOLDER / "modules"]))
    return kept_game(rules, folder, TURNS, end=end)


@pytest.fixture(scope="module")
def regency(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """One of Kingdoms, which its rules end after three turns."""
    return _played(tmp_path_factory.mktemp("regency"), "regency", end=False)


@pytest.fixture(scope="module")
def reel(regency: tuple[Path, int]) -> Reel:
    return make_reel(*regency)


@pytest.fixture(scope="module")
def film(reel: Reel) -> bytes:
    cut = cutting.Cut(320, 200)
    strips = [draw_strip(reel, cut, first) for first in cutting.parts(reel)]
    return bind(reel, strips).png


# ---------------------------------------------------------------- the film


def test_the_reel_holds_whose_every_hex_was_after_every_turn(regency, reel: Reel) -> None:
    past = ended(*regency)
    assert past.campaign.state is CampaignState.ENDED
    assert [shot.turn for shot in reel.shots] == [1, 2, 3]
    land_history, last = past.faces.land_history, past.last_of()
    assert land_history
    sides = {each.id: number for number, each in enumerate(past.world.all(Faction))}
    for shot in reel.shots:
        path, campaign = regency
        held = land_history.holders(world_at(path, campaign, last[shot.turn]))
        for realm, land in enumerate(reel.lands):
            for cell, owner in zip(land.cells, shot.owners[realm], strict=True):
                faction = held.get(Hex(cell.x, cell.y, realm), 0)
                assert owner == sides.get(faction, NOBODY)
        assert sum(shot.held) == len(held)
    assert reel.shots[-1].caption.startswith("The campaign is over · ")
    assert reel.outcome.endswith(" won")
    assert reel.places[0].rank == 1


def test_a_film_says_in_words_what_it_shows_and_is_the_same_whenever_it_is_made(
    reel: Reel, film: bytes
) -> None:
    cut = cutting.Cut(320, 200)
    again = bind(reel, [draw_strip(reel, cut, first) for first in cutting.parts(reel)])
    assert again.png == film
    assert again.filename.endswith(".gif")
    assert len(again.alt) <= 1024
    assert again.alt.startswith(f"Film of {reel.title}, 3 turns. At the end, in provinces: ")


def test_a_film_has_a_card_then_every_turn_then_a_card_and_shows_only_what_changed(
    reel: Reel, film: bytes
) -> None:
    from bot.faces.film.cards import end_card, title_card
    from bot.faces.film.stage import FilmStage

    image: Any = Image.open(io.BytesIO(film))
    stage = FilmStage(reel, width=320)
    assert image.size == stage.size
    assert image.n_frames >= len(reel.shots) + 2
    lengths = []
    for number in range(image.n_frames):
        image.seek(number)
        lengths.append(image.info["duration"])
    assert lengths[0] > max(lengths[1:-1]) < lengths[-1]
    for number, drawn in (
        (0, title_card(stage)),
        (image.n_frames - 2, stage.draw(reel.shots[-1], reel.shots[-2])),
        (image.n_frames - 1, end_card(stage)),
    ):
        image.seek(number)
        # Where few colours are left to choose from, hardly any is far off.
        far = sum(
            max(abs(a - b) for a, b in zip(one, other, strict=True)) > 40
            for one, other in zip(_some(image.convert("RGB")), _some(drawn), strict=True)
        )
        assert far <= len(_some(drawn)) // 200


def _some(image: Image.Image) -> list[tuple[int, int, int]]:
    """Every fifth pixel of every fifth row."""
    small = image.resize((image.width // 5, image.height // 5), Image.Resampling.NEAREST)
    return list(small.get_flattened_data())  # type: ignore[arg-type]


def test_parts_drawn_apart_are_the_film_drawn_at_once(reel: Reel, monkeypatch) -> None:
    cut = cutting.Cut(320, 200)
    whole = bind(reel, [draw_strip(reel, cut, 0)]).png
    monkeypatch.setattr(cutting, "PART", 1)
    monkeypatch.setattr("bot.faces.film.packing.PART", 1)
    assert list(cutting.parts(reel)) == [0, 1, 2]
    assert bind(reel, [draw_strip(reel, cut, first) for first in cutting.parts(reel)]).png == whole


def test_a_film_that_would_be_too_large_is_drawn_smaller_and_ends_at_the_smallest() -> None:
    cut: cutting.Cut | None = cutting.Cut(cutting.WIDTHS[0], 200)
    widths = []
    while cut:
        widths.append(cut.width)
        cut = cutting.narrower(cut, cutting.LARGEST * 2)
    assert widths[0] > widths[1]
    assert widths[-1] == cutting.WIDTHS[-1]
    assert cutting.foreseen(cutting.LARGEST, 1, 4) > cutting.LARGEST
    assert not cutting.foreseen(cutting.LARGEST // 4, 1, 4)


def test_of_a_very_long_campaign_shots_are_spread_from_the_first_turn_to_the_last() -> None:
    turns = list(range(1, 1001))
    chosen = spread(turns, 240)
    assert (chosen[0], chosen[-1], len(chosen)) == (1, 1000, 240)
    assert {b - a for a, b in pairwise(chosen)} <= {4, 5}
    assert spread(turns[:50]) == tuple(turns[:50])


def test_the_film_of_a_faction_shows_no_hex_that_it_had_not_seen(regency) -> None:
    path, campaign = regency
    past = ended(path, campaign)
    for faction in past.world.all(Faction):
        reel = make_reel(path, campaign, faction.id)
        assert reel.whose == faction.name
        assert past.faces.atlas
        for shot in reel.shots:
            view = view_at(path, campaign, past.last_of()[shot.turn], faction.id)
            known = {hex_.spot for hex_ in past.faces.atlas.known(view)}
            for cell, owner in zip(reel.lands[0].cells, shot.owners[0], strict=True):
                if owner != UNSEEN:
                    assert (cell.x, cell.y) in known
        assert UNSEEN in reel.shots[0].owners[0]


def test_a_host_draws_the_film_at_full_size_from_the_command_line(
    regency, under_way, tmp_path: Path, capsys
) -> None:
    target = tmp_path / "out.gif"
    assert main(["film", str(regency[0]), "--to", str(target)]) == 0
    with Image.open(target) as image:
        assert image.width == cutting.FULL_WIDTH
    assert str(target) in capsys.readouterr().out
    assert main(["film", str(under_way[0]), "--to", str(target)]) == FAULT
    assert "no campaign of it has ended" in capsys.readouterr().err
    assert main(["film", str(under_way[0]), "--campaign", "1", "--to", str(target)]) == FAULT
    assert "goes on" in capsys.readouterr().err


# ---------------------------------------------------------------- the world, records, chronicles


def test_the_whole_world_is_revealed_with_everybodys_people(regency) -> None:
    path, campaign = regency
    row, _ = read_campaign(path, campaign)
    made = draw(path, campaign, MapRecipe(tick=row.tick, faction=0))
    assert made.alt.startswith("The whole world, turn ")
    assert "0 never seen" in made.alt
    assert ", 0 remembered" in made.alt
    assert "Homes: " in made.alt


def test_records_name_who_won_them_and_leave_out_what_nobody_did(regency) -> None:
    lines = awards(*regency)
    assert any(line.startswith("🗺️ **Largest realm:** ") for line in lines)
    assert any(line.startswith("💰 **Richest kingdom:** ") for line in lines)
    assert all(":** " in line and "nothing" not in line.casefold() for line in lines)
    assert not any("('" in line for line in lines), "words, no tuples"


def test_the_story_tells_turn_by_turn_what_changed_hands(regency) -> None:
    path, campaign = regency
    told = [c.text for _, each in ceremony_part(path, campaign, "story") for c in each.cards]
    lines = "\n".join(told).splitlines()
    assert all(line.split()[1] == "🏰" and " took " in line for line in lines)
    turns = [int(line.split("**")[1]) for line in lines]
    assert turns == sorted(turns)


def test_every_side_has_its_chronicle_as_a_text_and_in_pages(regency) -> None:
    path, campaign = regency
    for faction in ended(path, campaign).world.all(Faction):
        text = chronicle_text(path, campaign, faction.id)
        assert text.startswith(f"The chronicle of {faction.name}\n")
        assert "Turn 1 · " in text
        assert "**" not in text
        name, pages = chronicle_pages(path, campaign, faction.id)
        assert name == faction.name
        assert all(len(page) <= 1900 for page in pages)


def test_the_final_standings_are_told_though_they_were_secret(regency) -> None:
    lines, drawn = final_told(*regency)
    assert lines[0].startswith("1. **")
    assert any("a computer player" in line for line in lines)
    assert drawn
    assert drawn.alt.startswith("Standings, turn 3. Points (after turn 3): ")


def test_an_index_names_turns_sides_and_layers(regency) -> None:
    index = index_of(*regency)
    assert [turn for turn, _, _ in index.turns] == [1, 2, 3]
    assert len(index.factions) == 2
    assert index.mapped
    assert index.layers


# ---------------------------------------------------------------- before the end

SECRETS: dict[str, Callable[[Path, int], object]] = {
    "reel": make_reel,
    "index": index_of,
    "records": awards,
    "standings": draw_final,
    "final": final_told,
    "chronicle": lambda path, campaign: chronicle_text(path, campaign, 1),
    "pages": lambda path, campaign: chronicle_pages(path, campaign, 1),
    "world": lambda path, campaign: revealed_at(path, campaign, 1),
    "map": lambda path, campaign: whole_world(path, campaign, MapRecipe(tick=1, faction=0)),
    "picture": lambda path, campaign: draw(path, campaign, FinalRecipe()),
    **{
        f"ceremony: {part}": lambda path, campaign, part=part: ceremony_part(path, campaign, part)
        for part in (*PARTS, "seed")
    },
}


@pytest.fixture(scope="module")
def under_way(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A campaign of which one tick is missing to its end."""
    rules = Rules.of(load("regency", [FOLDER / "modules"]))
    return kept_game(rules, tmp_path_factory.mktemp("under-way"), TURNS - 1, end=False)


@pytest.mark.parametrize("secret", SECRETS)
def test_nothing_is_told_one_turn_before_the_end(secret: str, under_way) -> None:
    row, _ = read_campaign(*under_way)
    assert row.state is CampaignState.RUNNING
    with pytest.raises(NotFound, match="goes on"):
        SECRETS[secret](*under_way)


# ---------------------------------------------------------------- without a map


def test_a_campaign_without_a_map_has_a_ceremony_all_the_same(regency, monkeypatch) -> None:
    path, campaign = regency
    shown = ended(path, campaign).faces
    monkeypatch.setattr(shown, "land_history", None)
    monkeypatch.setattr(shown, "atlas", None)
    monkeypatch.setattr("bot.jobs.looking_back._REVEALED", Recent(1))
    reel = make_reel(path, campaign)
    assert not reel.lands
    assert reel.counts == "points"
    assert max(reel.shots[-1].held) > 0
    assert bind(reel, [draw_strip(reel, cutting.Cut(320, 200), 0)]).png.startswith(b"GIF89a")
    told = [each for part in PARTS for each in ceremony_part(path, campaign, part)]
    assert {role for role, _ in told} == {"herald", "faction:1", "faction:2"}
    images = [type(image) for _, payload in told for image in payload.images]
    assert MapRecipe not in images
    assert FilmRecipe in images
    with pytest.raises(NotFound, match="no map"):
        make_reel(path, campaign, 1)
