"""A picture from its recipe, in a worker: a map, a battle, the standings, the end of a campaign.

Pictures have few colours and at most 1200 by some 2000 pixels, so none comes near Discord's limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot import faces
from bot.faces.agenda import NEW, AgendaEntry
from bot.faces.atlas import Atlas, MapPart
from bot.faces.map.frame import MapFrame
from bot.faces.map.survey import RecentEvent, Survey
from bot.faces.overview.standings import standings_card, standings_facts
from bot.faces.paint.picture import Picture
from bot.faces.week import week_card
from bot.faces.words.text import said_plainly
from bot.jobs.agenda import Person, Subject, make_agenda
from bot.jobs.knowing import PlanResult
from bot.jobs.looking_back import over, whole_world
from bot.jobs.opened import (
    ONLOOKERS,
    known_before,
    learned_at,
    rules_at,
    view_a_turn_before,
    view_at,
    world_at,
)
from bot.payload import (
    ArmsRecipe,
    BattleRecipe,
    FinalRecipe,
    KeepsakeRecipe,
    MapRecipe,
    Recipe,
    StandingsRecipe,
    WeekRecipe,
)
from bot.store.errors import NotFound
from bot.store.world import read_event_for
from engine.campaign import Player
from engine.events import Level, read
from engine.hexes import Hex
from engine.orders import Ref
from engine.preview import plan
from engine.world import World

NOTHING_PLANNED: Final = PlanResult((), ())


def draw_week(path: Path, campaign: int, recipe: WeekRecipe) -> Picture:
    """The card of the week that a production ended, as its faction knows it."""
    from bot.faces.cards.picture import draw_card

    tick, faction = recipe.tick, recipe.faction
    rules, view = rules_at(path, campaign, tick), view_at(path, campaign, tick, faction)
    shown = faces.of(rules)
    kinds = shown.week.sightings if shown.week else ()
    seen = learned_at(path, campaign, tick, faction, kinds)
    before = view_a_turn_before(path, campaign, tick, faction)
    subjects = _subjects(path, campaign, recipe)
    new = [
        said_plainly(entry.text)
        for each in subjects
        if each.name == NEW
        for entry in each.entries
        if entry.leads
    ]
    ready = [(each.name, first) for each in subjects if (first := _idea(each))]
    ideas = [f"{name}: {said_plainly(first.text)}" for name, first in ready]
    return draw_card(week_card(shown, view, before, faction, seen, new, ideas), view)


def _subjects(path: Path, campaign: int, recipe: WeekRecipe) -> Sequence[Subject]:
    """What Your turn of the faction's first player says."""
    view = view_at(path, campaign, recipe.tick, recipe.faction)
    players = [each for each in view.by(Player, "faction", recipe.faction) if each.active]
    if not players:
        return ()
    nobody = Person(submitted=False, looked=())
    agenda = make_agenda(
        path, campaign, recipe.tick, recipe.faction, players[0].id, [], NOTHING_PLANNED, nobody
    )
    return agenda.subjects


def _idea(subject: Subject) -> AgendaEntry | None:
    """The first line that says what to do, and not only whom there is something to do with."""
    return next(
        (
            entry
            for entry in subject.entries
            if any(lead.order or lead.recipe or lead.guided for lead in entry.leads)
        ),
        None,
    )


_SMALL: Final = 2_500
"""Hexes of a world that is opened a second time, as it was a turn before, without being asked."""

_ALL_KNOW: Final = "Seen by onlookers"

if TYPE_CHECKING:
    from bot.faces.map.chart import Chart, Focus


def draw(
    path: Path,
    campaign: int,
    recipe: Recipe,
    orders: Sequence[tuple[str, str]] = (),
    reach_of: Ref | None = None,
) -> Picture:
    """The picture that the recipe names: its bytes, alt text and file name.

    `orders` (key and stored form) of a map's player add the planned routes, and `reach_of` what a
    piece of that player can reach once they are done. Raises NotFound for a map of a world that has
    none, and as `bot.jobs.battles.draw_battle`.
    """
    # Only workers pay for what draws; the event loop imports this module to name the job.
    if isinstance(recipe, BattleRecipe):
        from bot.jobs.battles import draw_battle

        return draw_battle(path, campaign, recipe)
    if isinstance(recipe, StandingsRecipe):
        from bot.faces.cards.picture import draw_card

        rules = rules_at(path, campaign, recipe.tick)
        view = rules.public(world_at(path, campaign, recipe.tick))
        facts = standings_facts(view)
        if not facts.sides:
            raise NotFound("Nothing is told of the standings.")
        return draw_card(standings_card(facts, faces.of(rules).names(view)), view)
    if isinstance(recipe, WeekRecipe):
        from bot.jobs.draw import draw_week

        return draw_week(path, campaign, recipe)
    if isinstance(recipe, KeepsakeRecipe):
        return _keepsake(path, campaign, recipe)
    if isinstance(recipe, ArmsRecipe):
        from bot.faces.arms.coat import Arms
        from bot.faces.arms.picture import draw_arms

        return draw_arms(Arms.model_validate_json(recipe.arms))
    if isinstance(recipe, FinalRecipe):
        from bot.jobs.final import draw_final

        return draw_final(path, campaign)
    from bot.faces.map.picture import draw_map

    return draw_map(*_charted(path, campaign, recipe, orders, reach_of))


def _keepsake(path: Path, campaign: int, recipe: KeepsakeRecipe) -> Picture:
    """The picture of the end, from what all the world was told and may know."""
    rules = rules_at(path, campaign, recipe.tick)
    kept = faces.of(rules).keepsake
    body = read_event_for(path, campaign, recipe.faction, recipe.tick, recipe.event)
    event = read(rules.events, body).event.at(Level.PUBLIC)
    if kept is None or not isinstance(event, kept.event):
        raise NotFound("Nothing is drawn of that event.")
    return kept.draw(rules, rules.public(world_at(path, campaign, recipe.tick)), event)


def put_in_words(
    path: Path,
    campaign: int,
    recipe: MapRecipe,
    orders: Sequence[tuple[str, str]] = (),
    reach_of: Ref | None = None,
) -> tuple[str, ...]:
    """What the map of the recipe shows, in pages of words. Raises as `draw`."""
    from bot.faces.map.telling import map_words

    return map_words(*_charted(path, campaign, recipe, orders, reach_of))


def _charted(
    path: Path,
    campaign: int,
    recipe: MapRecipe,
    orders: Sequence[tuple[str, str]],
    reach_of: Ref | None,
) -> tuple[Chart, Focus]:
    """The chart of a recipe, and the part of it that is shown."""
    if not recipe.faction or (recipe.faction == ONLOOKERS and over(path, campaign)):
        return whole_world(path, campaign, recipe)
    rules = rules_at(path, campaign, recipe.tick)
    view = view_at(path, campaign, recipe.tick, recipe.faction)
    shown = faces.of(rules)
    if shown.atlas is None:
        raise NotFound("This world has no map.")
    part = _part(shown.atlas, view, recipe)
    survey = survey_of(path, campaign, recipe, orders, part.realm)
    layer = shown.layer(recipe.layer)
    chart = layer.fill(survey, shown.atlas.chart(survey))
    if recipe.faction == ONLOOKERS:
        chart = _for_nobody(chart)
    elif recipe.fresh or len(shown.atlas.grid(view)) <= _SMALL:
        known = shown.atlas.known
        before = known_before(path, campaign, recipe.tick, recipe.faction, known)
        chart = _refreshed(chart, before, part.realm)
    if reach_of and shown.atlas.marches:
        chart = shown.atlas.marches.reach(planned(survey), chart, reach_of)
    return chart, shown.atlas.focus(view, part, layer, recipe.legend)


def _for_nobody(chart: Chart) -> Chart:
    """The chart for who has seen nothing: nothing on it is remembered or new."""
    cells = tuple(cell if cell.heard else replace(cell, age=0) for cell in chart.cells)
    return replace(chart, title=_ALL_KNOW, cells=cells)


def _refreshed(chart: Chart, before: frozenset[Hex], realm: int) -> Chart:
    """The chart with what is new since then; nothing is where nothing was known.

    What is only known by its land was not seen, and so is not new.
    """
    if not before:
        return chart
    fresh = (not cell.heard and Hex(cell.x, cell.y, realm) not in before for cell in chart.cells)
    cells = zip(chart.cells, fresh, strict=True)
    return replace(
        chart, cells=tuple(replace(cell, fresh=True) if new else cell for cell, new in cells)
    )


def survey_of(
    path: Path,
    campaign: int,
    recipe: MapRecipe,
    orders: Sequence[tuple[str, str]],
    realm: int = 0,
) -> Survey:
    """What the recipe's faction knows, with the orders if they are of one of its players."""
    rules = rules_at(path, campaign, recipe.tick)
    view = view_at(path, campaign, recipe.tick, recipe.faction)
    atlas = faces.of(rules).atlas
    player = view.find(Player, recipe.player)
    theirs = player is not None and player.faction == recipe.faction
    queued = [rules.read_order(key, body) for key, body in orders] if theirs else []
    kinds = atlas.marked if atlas else ()
    learned = learned_at(path, campaign, recipe.tick, recipe.faction, kinds)
    return Survey(
        rules,
        view,
        recipe.faction,
        realm,
        recipe.player if theirs else 0,
        tuple(queued),
        tuple(RecentEvent(event, ago) for ago, event in learned),
    )


def planned(survey: Survey) -> Survey:
    """The same with the queued orders done, as far as they can be foreseen."""
    if not survey.orders:
        return survey
    made = plan(survey.rules, survey.view, survey.player, survey.orders)
    return replace(survey, view=made.world)


def _part(atlas: Atlas, view: World, recipe: MapRecipe) -> MapPart:
    """The part of the world that a recipe shows."""
    if recipe.known and not (recipe.centre or recipe.frame):
        return atlas.known_part(view, recipe.faction)
    frame = MapFrame(*recipe.frame) if recipe.frame else None
    return MapPart(recipe.centre, recipe.radius, recipe.realm, frame)
