"""The reel of an ended campaign, read off its file: whose the land was after every turn.

Only the records that say who holds what are read, one state after the other, so that a long
campaign need not be opened a hundred times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.faces.atlas import Atlas
from bot.faces.film.reel import (
    MOST_SIDES,
    NOBODY,
    UNSEEN,
    FilmSide,
    FilmTown,
    Placed,
    Reel,
    Shot,
    spread,
)
from bot.faces.land_history import LandHistory, Town
from bot.faces.map.chart import Cell, Chart
from bot.faces.map.survey import Survey
from bot.faces.words.names import Names
from bot.faces.words.news import NewsRank
from bot.faces.words.telling import news_of
from bot.faces.words.text import clean, listed
from bot.jobs.looking_back import Past, ended, revealed_at, someone
from bot.jobs.opened import view_at
from bot.store.errors import NotFound
from engine.campaign import Faction, Player
from engine.ending import CampaignEnded, Reckoning, Standing
from engine.events import Event, Level
from engine.hexes import Grid, Hex
from engine.module.art import emblem_icon
from engine.world import Missing, World

if TYPE_CHECKING:
    from bot.faces.film.cutting import Cut
    from bot.faces.film.packing import Strip
    from bot.faces.paint.picture import Picture

HEXES_OF_VIEWS: Final = 60_000
"""Hexes that the film of one faction looks through: of a large world fewer shots are taken."""
_LEAST_SHOTS: Final = 8
_NEAR: Final = 3  # hexes between a battle and the town that names it


def make_reel(path: Path, campaign: int, faction: int = 0, *, every: bool = False) -> Reel:
    """The film's reel: of the truth, or of what a faction knew at the time.

    `every` takes a shot of every turn, however many there are. Raises NotFound as
    `bot.jobs.looking_back.ended`, or if there is no such faction.
    """
    past = ended(path, campaign)
    if faction:
        return _Known(past, faction).reel()
    return _Truth(past, every=every).reel()


@dataclass(frozen=True, slots=True)
class _Land:
    """The land of a world that has a map."""

    atlas: Atlas
    land_history: LandHistory
    charts: tuple[Chart, ...]
    hexes: tuple[tuple[Hex, ...], ...]
    """By realm those of the chart's cells."""
    grid: Grid

    def owners(self, held: Mapping[Hex, int], sides: Mapping[int, int]) -> tuple[bytes, ...]:
        """Who holds each cell of each realm."""
        numbers = {hex_: sides.get(faction, NOBODY) for hex_, faction in held.items()}
        return tuple(bytes([numbers.get(hex_, NOBODY) for hex_ in hexes]) for hexes in self.hexes)


def _land(past: Past) -> _Land | None:
    """The land of the campaign, bare; None of a world without a map."""
    atlas, land_history = past.faces.atlas, past.faces.land_history
    if atlas is None or land_history is None:
        return None
    try:
        world = revealed_at(past.path, past.campaign.id, past.campaign.tick)
        grid = atlas.grid(world)
    except (Missing, NotFound):
        return None
    charts = tuple(
        _bare(atlas.chart(Survey(past.rules, world, someone(world), realm)))
        for realm in range(len(grid.realms))
    )
    hexes = tuple(
        tuple(Hex(cell.x, cell.y, realm) for cell in chart.cells)
        for realm, chart in enumerate(charts)
    )
    return _Land(atlas, land_history, charts, hexes, grid)


def _bare(chart: Chart) -> Chart:
    """The land of a chart alone, with its rivers."""
    return Chart(
        chart.width,
        chart.height,
        tuple(Cell(cell.x, cell.y, cell.terrain, height=cell.height) for cell in chart.cells),
        wrap=chart.wrap,
        realm=chart.realm,
        links=tuple(each for each in chart.links if each.kind == "river"),
        lands=chart.lands,
        terms=chart.terms,
    )


class _Reader:
    """What both kinds of reel are made of."""

    def __init__(self, past: Past) -> None:
        self.past = past
        self.world = past.world
        self.land = _land(past)
        self.names = past.faces.names(self.world, clean)
        self.factions = list(self.world.all(Faction))[:MOST_SIDES]
        self.sides = {each.id: number for number, each in enumerate(self.factions)}
        self.last_of = past.last_of()

    def reel(self, whose: str, shots: tuple[Shot, ...], towns: tuple[FilmTown, ...]) -> Reel:
        year = self.past.rules.module.year
        turns = [shot.turn for shot in shots] or [self.past.campaign.turn]
        charts = self.land.charts if self.land else ()
        return Reel(
            title=clean(self.past.campaign.name),
            subtitle=f"{year.date_of(turns[0])} to {year.date_of(turns[-1])}",
            whose=whose,
            sides=tuple(self.film_sides()),
            lands=charts,
            towns=towns,
            shots=shots,
            outcome=self.outcome(),
            places=tuple(self.places()),
            counts=charts[0].terms.hexes if charts else "points",
        )

    def film_sides(self) -> Iterator[FilmSide]:
        for each in self.factions:
            players = tuple(clean(one.name) for one in self.world.by(Player, "faction", each.id))
            yield FilmSide(clean(each.name), each.colour, emblem_icon(each.emblem), players)

    def outcome(self) -> str:
        told = [event for _, event in self.past.events([CampaignEnded])]
        if not told:
            return "Ended by its moderators"
        ending = told[-1]
        assert isinstance(ending, CampaignEnded)
        victors = [self.names.thing(each) for each in ending.ending.victors]
        return f"{listed(victors, most=3)} won" if victors else "Nobody won"

    def places(self) -> Iterator[Placed]:
        for each in self.past.rules.standings(self.world):
            side, players = self.side_of(each)
            points = self.names.points(each.points)
            yield Placed(each.rank, self.names.thing(each.who), points, side, players)

    def side_of(self, standing: Standing) -> tuple[int, tuple[str, ...]]:
        """The number of a standing's side, and who played it."""
        who = self.world.at(standing.who)
        faction = who.faction if isinstance(who, Player) else standing.who.id
        if isinstance(who, Player):
            side = self.world.find(Faction, faction)
            return self.sides.get(faction, -1), (clean(side.name),) if side else ()
        played = self.world.by(Player, "faction", faction)
        return self.sides.get(faction, -1), tuple(clean(each.name) for each in played)


class _Truth(_Reader):
    """A reel of what was."""

    def __init__(self, past: Past, *, every: bool) -> None:
        super().__init__(past)
        turns = sorted(self.last_of)
        self.turns = tuple(turns) if every else spread(turns)

    def reel(self) -> Reel:  # type: ignore[override]
        if self.land is None:
            return super().reel("", tuple(self.figures_alone()), ())
        shots, towns = self.shots(self.land)
        return super().reel("", shots, towns)

    def shots(self, land: _Land) -> tuple[tuple[Shot, ...], tuple[FilmTown, ...]]:
        """A shot after each of the turns, with the towns of all of them."""
        ends = {self.last_of[turn]: turn for turn in self.turns}
        told = self.told(land)
        year = self.past.rules.module.year
        found: dict[Town, int] = {}
        held: Mapping[Hex, int] = {}
        shots: list[Shot] = []
        for tick, world in self.past.states(land.land_history.kinds):
            turn = ends.get(tick)
            if turn is None:
                continue
            before, held = held, _held(land.land_history, world)
            towns = [
                found.setdefault(town, len(found)) for town in _towns(land.land_history, world)
            ]
            battles, headline = told.pop(turn, ((), ""))
            counts = Counter(held.values())
            taken = _taken(list(found), held, before, self.factions) if shots else ""
            near = self.near(land, list(found), battles)
            shots.append(
                Shot(
                    turn=turn,
                    date=str(year.date_of(turn)),
                    owners=shots[-1].owners
                    if shots and held == before
                    else land.owners(held, self.sides),
                    towns=tuple(towns),
                    battles=tuple((each.realm, each.x, each.y) for each in battles),
                    caption=headline if headline.startswith(_END) else taken or headline or near,
                    held=tuple(counts[each.id] for each in self.factions),
                    figures=tuple(f"{counts[each.id]:,}" for each in self.factions),
                )
            )
        spots = tuple(FilmTown(t.hex.realm, t.hex.x, t.hex.y, clean(t.name)) for t in found)
        return tuple(shots), spots

    def told(self, land: _Land | None) -> dict[int, tuple[tuple[Hex, ...], str]]:
        """By turn of a shot, where battles were fought and the weightiest headline."""
        fights = self.past.fights
        kinds = dict.fromkeys((*fights, *self.past.faces.heralded, CampaignEnded))
        fought: dict[int, dict[Hex, None]] = {}
        headlines: dict[int, tuple[int, str]] = {}
        for tick, event in self.past.events(tuple(kinds)):
            turn = self.shot_of(self.past.turns[tick])
            if land and isinstance(event, fights) and (hex_ := self.past.where(event)):
                fought.setdefault(turn, {})[hex_] = None
            told = _headline(event, self.names)
            if told and told < headlines.get(turn, (10_000, "")):
                headlines[turn] = told
        return {
            turn: (tuple(fought.get(turn, {})), headlines.get(turn, (0, ""))[1])
            for turn in {*fought, *headlines}
        }

    def shot_of(self, turn: int) -> int:
        """The turn of the shot that a turn belongs to."""
        return next((each for each in self.turns if each >= turn), self.turns[-1])

    def near(self, land: _Land, towns: Sequence[Town], battles: Sequence[Hex]) -> str:
        """Where battles were fought, in words."""
        if not battles:
            return ""
        first = battles[0]
        around = [town for town in towns if town.hex.realm == first.realm]
        grid = land.grid
        town = min(around, key=lambda each: grid.distance(first, each.hex), default=None)
        where = f"at {first.x},{first.y}"
        if town and grid.distance(first, town.hex) <= _NEAR:
            where = f"near {clean(town.name)}"
        more = len(battles) - 1
        return f"Battle {where}" + (f", and {more} more" if more else "")

    def figures_alone(self) -> Iterator[Shot]:
        """Shots of a world without a map: the points after each turn."""
        told = self.told(None)
        year, names = self.past.rules.module.year, self.names
        kept = {each.turn: each for each in self.world.all(Reckoning)}
        final = {side: each for each in self.past.rules.standings(self.world)
                 if (side := self.side_of(each)[0]) >= 0}  # fmt: skip
        points = [0] * len(self.factions)
        for turn in self.turns:
            if turn in kept:
                points = self.summed(kept[turn].standings)
            elif turn == self.turns[-1]:
                points = self.summed(tuple(final.values()))
            yield Shot(
                turn=turn,
                date=str(year.date_of(turn)),
                owners=(),
                towns=(),
                caption=told.get(turn, ((), ""))[1],
                held=tuple(points),
                figures=tuple(names.figure(each) for each in points),
            )

    def summed(self, standings: Iterable[Standing]) -> list[int]:
        """The points of every side, of its players together."""
        points = [0] * len(self.factions)
        for each in standings:
            side, _ = self.side_of(each)
            if side >= 0:
                points[side] += each.points
        return points


class _Known(_Reader):
    """A reel of what a faction knew at the time."""

    def __init__(self, past: Past, faction: int) -> None:
        super().__init__(past)
        found = self.world.find(Faction, faction)
        if found is None:
            raise NotFound("There was no such faction.")
        self.faction = found

    def reel(self) -> Reel:  # type: ignore[override]
        if self.land is None:
            raise NotFound("This world has no map of which a faction could know a part.")
        hexes = sum(len(chart.cells) for chart in self.land.charts)
        most = max(_LEAST_SHOTS, HEXES_OF_VIEWS // max(hexes, 1))
        turns = spread(sorted(self.last_of), most)
        shots = tuple(self.shot(self.land, turn) for turn in turns)
        towns = tuple(
            FilmTown(each.hex.realm, each.hex.x, each.hex.y, clean(each.name))
            for each in _towns(self.land.land_history, self.world)
        )
        shown = tuple(replace(shot, towns=self.seen(shot, towns)) for shot in shots)
        return super().reel(clean(self.faction.name), shown, towns)

    def shot(self, land: _Land, turn: int) -> Shot:
        past, tick = self.past, self.last_of[turn]
        view = view_at(past.path, past.campaign.id, tick, self.faction.id)
        keys = {each.key: number for number, each in enumerate(self.factions)}
        owners: list[bytes] = []
        counts = Counter[int]()
        for realm, bare in enumerate(land.charts):
            chart = land.atlas.chart(Survey(past.rules, view, self.faction.id, realm))
            known = {
                (cell.x, cell.y): keys.get(cell.owner or "", NOBODY)
                for cell in chart.cells
                if not cell.heard
            }
            cells = bytes(known.get((cell.x, cell.y), UNSEEN) for cell in bare.cells)
            owners.append(cells)
            counts.update(cells)
        return Shot(
            turn=turn,
            date=str(past.rules.module.year.date_of(turn)),
            owners=tuple(owners),
            towns=(),
            held=tuple(counts[number] for number in range(len(self.factions))),
            figures=tuple(f"{counts[number]:,}" for number in range(len(self.factions))),
        )

    def seen(self, shot: Shot, towns: Sequence[FilmTown]) -> tuple[int, ...]:
        """The towns on land that it knew by then."""
        assert self.land
        places = [
            {(cell.x, cell.y): at for at, cell in enumerate(chart.cells)}
            for chart in self.land.charts
        ]
        return tuple(
            number
            for number, each in enumerate(towns)
            if shot.owners[each.realm][places[each.realm][each.x, each.y]] != UNSEEN
        )


_END: Final = "The campaign is over"


def _headline(event: Event, names: Names) -> tuple[int, str] | None:
    """How much a headline weighs, and what it says; None of what is none."""
    if isinstance(event, CampaignEnded):
        return -1, f"{_END} · {news_of(event, names).title.partition(', and ')[2]}"
    news = news_of(event.at(Level.PUBLIC), names)
    if news.rank is not NewsRank.HEADLINE:
        return None
    return news.weight, news.title[:1].upper() + news.title[1:]


def _held(land_history: LandHistory, world: World) -> Mapping[Hex, int]:
    """Who holds what; nobody anything before the world is made."""
    try:
        return land_history.holders(world)
    except Missing:
        return {}


def _towns(land_history: LandHistory, world: World) -> tuple[Town, ...]:
    try:
        return tuple(land_history.towns(world))
    except Missing:
        return ()


def _taken(
    towns: Sequence[Town],
    held: Mapping[Hex, int],
    before: Mapping[Hex, int],
    factions: Sequence[Faction],
) -> str:
    """Which places have changed hands, in words."""
    names = {each.id: clean(each.name) for each in factions}
    taken = [
        (names.get(held.get(town.hex, 0)), clean(town.name), names.get(before.get(town.hex, 0)))
        for town in towns
        if held.get(town.hex, 0) != before.get(town.hex, 0)
    ]
    if not taken:
        return ""
    # What somebody took from somebody weighs most, then what was settled.
    taken.sort(key=lambda each: (each[0] is None or each[2] is None, each[0] is None))
    who, town, whose = taken[0]
    if who is None:
        said = f"{whose} loses {town}"
    else:
        said = f"{who} takes {town}" + (f" from {whose}" if whose and whose not in town else "")
    more = len(taken) - 1
    return said + (f", and {more} more change hands" if more else "")


# ---------------------------------------------------------------- drawing it


def draw_part(reel: Reel, cut: Cut, first: int) -> Strip:
    """The frames of the part that begins with a shot."""
    # Only workers pay for what draws.
    from bot.faces.film.packing import draw_strip

    return draw_strip(reel, cut, first)


def bind_film(reel: Reel, strips: tuple[Strip, ...]) -> Picture:
    """The animation of all its parts."""
    from bot.faces.film.packing import bind

    return bind(reel, strips)
