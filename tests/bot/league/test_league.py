"""Campaigns of computer players alone: played without a host, the same for the same number."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from bot.cli import main
from bot.league.games import Game, Played
from bot.league.pictures import draw
from bot.league.playing import Season, play_all, told
from bot.league.table import table
from engine.campaign import Player
from engine.rivals import STRENGTHS
from tests.packs.kingdoms.crowns.table import rules as kings
from tests.rules.scene import MODULES as SHIPPED
from tests.systems.installed import skirmish_installed
from tests.systems.scene import MODULES, rules


@pytest.fixture(autouse=True)
def installed() -> Iterator[None]:
    with skirmish_installed():
        yield


def game(number: int = 1, turns: int = 99) -> Game:
    """A season of the small system, until somebody has won it."""
    game = Game(rules(laurels=2), number, STRENGTHS)
    for _ in game.turns(turns):
        pass
    return game


def test_a_game_goes_on_until_it_is_over_and_says_who_has_won() -> None:
    played = game().played
    assert played.faults == []
    assert played.events["campaign-ended"] == 1
    assert played.winners
    assert set(played.winners) <= {seat.player for seat in played.seats}
    assert played.orders["fighter step"]
    assert played.reasons["nearest_foe"]


def test_the_same_number_plays_the_same_game_and_another_one_another() -> None:
    one, same, other = game(1).played, game(1).played, game(2).played
    assert one == same
    assert (one.events, one.seats) != (other.events, other.seats)


def test_players_have_the_points_of_their_faction_where_factions_are_ranked() -> None:
    one = game()
    ranked = one.course.points[-1]  # as they stood when it was noted last
    assert set(one.played.points) == {seat.player for seat in one.played.seats}
    for player, points in one.played.points.items():
        assert points == ranked[one.world.get(Player, player).faction]
        assert sum(one.played.made[player].values()) == points


def test_a_game_stops_after_as_many_turns_as_were_asked_for() -> None:
    assert game(turns=1).played.turns == 1


def test_strengths_are_shared_out_anew_in_every_game() -> None:
    strengths = [game(number, turns=1).played.seats[0].strength for number in (1, 2, 3)]
    assert sorted(strengths) == sorted(STRENGTHS)


def test_strengths_change_sides_in_one_world_and_are_compared_there() -> None:
    games = [game(number) for number in (1, 2, 3, 4)]
    assert [each.played.world for each in games] == [1, 1, 1, 2]
    assert len({each.seed for each in games}) == 2
    for key in {seat.faction for seat in games[0].played.seats}:
        met = [s.strength for g in games[:3] for s in g.played.seats if s.faction == key]
        assert set(met) == set(STRENGTHS)
    played = [each.played for each in games]
    for each in played:
        each.points = {s.player: STRENGTHS.index(s.strength) for s in each.seats}
    lines = [line for line in table(played) if " against " in line]
    assert lines == [
        "middle against weak: 1 worlds won, 0 lost, of 1",
        "strong against weak: 1 worlds won, 0 lost, of 1",
        "strong against middle: 1 worlds won, 0 lost, of 1",
    ], "a world of which games are missing says nothing"


def test_the_table_counts_victories_by_all_that_tells_players_apart() -> None:
    games = [game(1).played, game(2).played]
    lines = list(table(games))
    assert lines[0].startswith("2 games, ")
    assert lines[0].endswith(" 0 faults.")
    for sort in ("faction", "nature", "strength"):
        assert any(line.startswith(f"By {sort}") for line in lines)
    won = sum(len(each.winners) for each in games)
    sources = next(place for place, line in enumerate(lines) if line.startswith("Points of"))
    sorts = tuple(f"  {strength}" for strength in STRENGTHS)
    rows = [line.split() for line in lines[:sources] if line.startswith(sorts)]
    assert sum(int(row[2]) for row in rows) == won
    made = [line.split()[1:] for line in lines[sources:] if line.startswith(sorts)]
    means = [sum(float(each) for each in row) for row in made]
    points = [float(row[4]) for row in rows]
    assert means == pytest.approx(points, abs=0.2), "but for rounding they add up"
    assert list(table([])) == ["No game was played."]


def test_somebody_may_give_nothing_and_the_table_says_when_it_has_less() -> None:
    one = Game(rules(laurels=2), 1, ["middle"], idle=1)
    idle, *others = one.played.seats
    for _ in one.turns(2):
        pass
    assert idle.idle
    assert not any(seat.idle for seat in others)
    assert one.world.get(Player, idle.player).last_run == 0
    assert all(one.world.get(Player, seat.player).last_run for seat in others)
    one.played.figures = [{idle.player: {"cities": left}} for left in (3, 3, 2)]
    told = [line for line in table([one.played]) if "gave nothing" in line]
    assert told == [
        f"Game 1: {idle.name} of {idle.faction}, who gave nothing, had fewer cities in turn 3."
    ]
    with pytest.raises(LookupError, match="none is 99"):
        Game(rules(laurels=2), 1, ["middle"], idle=99)


def test_pictures_show_how_factions_grew_and_who_won(tmp_path: Path) -> None:
    games = [game(1).played, game(2).played]
    factions = {seat.faction for each in games for seat in each.seats}
    for each in games:
        assert len(each.course) == len(each.figures)
        assert all(set(points) == factions for points in each.course)
    files = draw(games, tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted(files)
    for file in files:
        with Image.open(file) as picture:
            colours = picture.convert("RGB").getcolors(picture.width * picture.height) or []
            assert (0, 114, 178) in [colour for _, colour in colours], "the first faction's line"
    (tmp_path / "none").mkdir()
    assert draw([Played(1)], tmp_path / "none") == ()


def test_a_turn_is_told_order_by_order_with_its_reasons() -> None:
    text = "\n".join(told(Game(rules(laurels=2), 1, ["middle"])))
    assert "because the nearest foe is that way" in text
    assert "Player 1" in text


def test_kings_take_their_thrones_with_all_points_spent() -> None:
    played = Game(kings(), 1, ["middle"]).played
    assert len(played.seats) == 4
    assert all(set(seat.traits) == {"race", "alignment"} for seat in played.seats)


def season(module: str = "arena", turns: int = 1) -> Season:
    return Season(MODULES / module, (SHIPPED,), turns, ("middle",))


def test_games_that_are_kept_are_not_played_again(tmp_path: Path) -> None:
    ended = list[int]()

    def over(game: Played) -> None:
        ended.append(game.number)

    first = play_all(season(), [1, 2], processes=1, kept=tmp_path, over=over)
    one, other = sorted(tmp_path.iterdir())
    other.unlink()
    marked = one.read_text().replace('"turns":1', '"turns":7')
    one.write_text(marked)
    again = play_all(season(), [1, 2, 3], processes=1, kept=tmp_path, over=over)
    assert [game.number for game in again] == [1, 2, 3]
    assert again[0].turns == 7, "read, not played"
    assert again[1] == first[1]
    assert ended == [1, 2, 1, 2, 3]
    assert len(list(tmp_path.iterdir())) == 3
    one.write_text("half a ga")
    (whole,) = play_all(season(), [1], processes=1, kept=tmp_path, over=over)
    assert whole == first[0]


def test_games_of_another_season_are_others(tmp_path: Path) -> None:
    for turns in (1, 2):
        (game,) = play_all(
            season(turns=turns), [1], processes=1, kept=tmp_path, over=lambda _: None
        )
        assert game.turns == turns
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.soak  # processes take seconds to start
def test_games_are_played_side_by_side_as_they_are_one_by_one() -> None:
    regency = Season(SHIPPED / "regency", (), 1, ("middle",))
    (alone,) = play_all(regency, [2], processes=1, kept=None, over=lambda _: None)
    both = play_all(regency, [1, 2], processes=2, kept=None, over=lambda _: None)
    assert [game.number for game in both] == [1, 2]
    assert both[1] == alone


def test_the_command_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["league", str(MODULES / "arena"), "--turns", "1", "--tell", "1"]) == 0
    out = capsys.readouterr().out
    assert "because" in out
    assert "By nature" in out


def test_a_module_that_is_not_there_is_told_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["league", "nowhere"]) == 2
    assert "nowhere" in capsys.readouterr().err
