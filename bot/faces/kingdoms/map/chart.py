"""From what a faction knows to what its map shows.

Everything is read off the faction's view, which holds no more than the faction knows. Drawing is in
`bot.faces.map`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.kingdoms.looks import HIRE, PERSON, SITE, looks_of
from bot.faces.kingdoms.places import grid, hex_of
from bot.faces.map import chart
from bot.faces.map.chart import Chart
from bot.faces.map.survey import Survey
from engine.campaign import Faction, Now
from engine.hexes import Hex
from engine.module.art import emblem_icon
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.pieces.records import (
    Army,
    CharacterSighting,
    Crown,
    Holding,
    Region,
    Ruler,
    Site,
)
from engine.packs.kingdoms.pieces.records import Survey as Surveyed
from engine.world import World

TERMS: Final = chart.MapTerms(
    hexes="provinces",
    settlements="homes",
    forces="characters and garrisons",
    force="force",
    unnamed="garrison",
    step="phase",
    kinds=(("capital", "home province"), ("hot-spot", "feature")),
)
"""The system's names for things on its maps."""
HEARD: Final = 4
"""As if seen that many turns ago: how thick the veil is over land that nobody of theirs has
seen."""
LEAST_SEA: Final = 4
"""How many hexes in a row a sea's name needs to be written across them."""
MERCENARIES: Final = "Mercenaries"
_HIGHEST: Final = 100  # of `Holding.height`


def chart_of(survey: Survey) -> Chart:
    """The chart of the world in a faction's view; layers fill in what they alone show."""
    return _Reader(survey).chart()


class _Reader:
    """A view being read."""

    def __init__(self, survey: Survey) -> None:
        self.rules, self.view = survey.rules, survey.view
        self.me = self.view.find(Faction, survey.faction)
        self.turn = self.view.get(Now, 1).turn
        self.grid = grid(self.view)
        self.armies = self.rules.module.content(ArmyContent)
        self.finds = self.rules.module.content(EncounterContent)
        self.looks = looks_of(self.rules)
        keys = {each.id: each.key for each in self.view.all(Faction)}
        self.sides = {each.id: keys[each.faction] for each in self.view.all(Crown)}
        """The key of each known kingdom's faction."""
        self.own = {
            each.id: None for each in self.view.by(Crown, "faction", survey.faction) if each.player
        }

    def chart(self) -> Chart:
        lands = tuple(self.looks.lands.values())
        return Chart(
            self.grid.width,
            self.grid.height,
            tuple(self.cells()),
            wrap=self.grid.wraps,
            factions=tuple(factions_of(self.view)),
            own=self.me.key if self.me else "",
            settlements=tuple(self.homes()),
            stacks=(*self.forces(), *self.garrisons(), *self.strangers()),
            sites=tuple(self.features()),
            waters=tuple(self.waters()),
            lands=lands,
            samples=chart.Samples(lands, lands),
            title=self.me.name if self.me else "",
            subtitle=self.rules.module.year.date_of(self.turn),
            turn=self.turn,
            terms=TERMS,
        )

    # ------------------------------------------------------------------ land

    def cells(self) -> Iterator[chart.Cell]:
        for holding in self.view.all(Holding):
            owner = holding.owner if holding.knows("owner") else 0
            yield chart.Cell(
                holding.x,
                holding.y,
                holding.terrain,
                height=holding.height / _HIGHEST,
                age=self.age(holding),
                heard=not self.was_seen(holding),
                owner=self.sides.get(owner),
                territory=holding.region or None,
            )

    def age(self, holding: Holding) -> int:
        """Turns since the province was in view; that of one never in view counts from the start.

        Its terrain is known to all the world, so that none is left out.
        """
        if holding.knows("owner") and holding.owner in self.own:
            return 0
        seen = max((each.seen for each in self.view.by(Surveyed, "holding", holding.id)), default=0)
        now = max((each.seen for each in self.view.all(Surveyed)), default=0)
        return max(0, now - seen) if seen else HEARD

    def was_seen(self, holding: Holding) -> bool:
        """Whether the faction knows anything of a province but its terrain."""
        if holding.knows("owner") or holding.knows("tax"):
            return True
        return any(each.seen for each in self.view.by(Surveyed, "holding", holding.id))

    def homes(self) -> Iterator[chart.Settlement]:
        for crown in self.view.all(Crown):
            if crown.player and crown.knows("home"):
                holding = self.view.get(Holding, crown.home)
                owner = holding.owner if holding.knows("owner") else 0
                yield chart.Settlement(
                    holding.x, holding.y, "capital", crown.name, self.sides.get(owner)
                )

    def waters(self) -> Iterator[chart.Water]:
        """The names of seas, each where it has most hexes in a row."""
        runs: dict[int, tuple[int, int, int]] = {}
        for holding in self.view.all(Holding):
            if not holding.region or not self.armies.grounds[holding.terrain].sea:
                continue
            length = self.run(holding)
            if length > runs.get(holding.region, (LEAST_SEA - 1, 0, 0))[0]:
                x = (holding.x + length // 2) % self.grid.width
                runs[holding.region] = (length, x, holding.y)
        for region, (_, x, y) in runs.items():
            named = self.view.find(Region, region)
            if named:
                yield chart.Water(x, y, named.name)

    def run(self, first: Holding) -> int:
        """How many provinces of the same sea lie in a row from one eastwards."""
        count = 0
        while count < self.grid.width:
            x = first.x + count
            if x >= self.grid.width and not self.grid.wraps:
                break
            there = Hex(x % self.grid.width, first.y)
            holding = self.view.get(Holding, self.grid.index(there) + 1)
            if holding.region != first.region:
                break
            count += 1
        return count

    # ------------------------------------------------------------------ who is where

    def forces(self) -> Iterator[chart.Stack]:
        """Own characters, each with the number of led armies."""
        for crown in self.own:
            for ruler in self.view.by(Ruler, "crown", crown):
                if not ruler.alive:
                    continue
                led = list(self.view.by(Army, "leader", ruler.id))
                here = hex_of(self.view, ruler.holding)
                fleet = any(self.armies.army_types[army.type].sails for army in led)
                yield chart.Stack(
                    here.x, here.y, ruler.name, self.sides[crown], len(led), bool(led), fleet
                )

    def garrisons(self) -> Iterator[chart.Stack]:
        """Armies without a leader: own ones, mercenaries, and foreign ones that were seen."""
        counts: dict[tuple[int, int], int] = {}
        for army in self.view.all(Army):
            if not army.leader:
                place = (army.holding, army.crown)
                counts[place] = counts.get(place, 0) + 1
        for (holding, crown), count in counts.items():
            here = hex_of(self.view, holding)
            name = "" if crown else MERCENARIES
            sign = "" if crown else HIRE
            yield chart.Stack(here.x, here.y, name, self.sides.get(crown), count, sign=sign)
        seen: dict[int, Surveyed] = {}
        for each in self.view.all(Surveyed):
            if each.seen and each.seen > getattr(seen.get(each.holding), "seen", 0):
                seen[each.holding] = each
        for id, survey in seen.items():
            holding = self.view.get(Holding, id)
            if survey.garrison and survey.owner and survey.owner not in self.own:
                yield chart.Stack(
                    holding.x, holding.y, "", self.sides.get(survey.owner),
                    survey.garrison, age=self.age(holding),
                )  # fmt: skip

    def strangers(self) -> Iterator[chart.Stack]:
        """Foreign characters where they were noticed last."""
        for ruler in self.view.all(Ruler):
            if ruler.crown in self.own or not ruler.knows("holding") or not ruler.alive:
                continue
            here = hex_of(self.view, ruler.holding)
            last = max(
                self.view.by(CharacterSighting, "ruler", ruler.id),
                key=lambda each: each.turn,
                default=None,
            )
            led = len(last.armies) if last else 0
            age = max(0, self.turn - last.turn - 1) if last else 0
            owner = self.sides.get(ruler.crown)
            yield chart.Stack(
                here.x, here.y, ruler.name, owner, led, bool(led), age=age, sign=PERSON
            )

    def features(self) -> Iterator[chart.Site]:
        """Features that the faction has discovered."""
        for site in self.view.all(Site):
            here = hex_of(self.view, site.holding)
            kind = self.finds.sites[site.feature]
            icon = self.looks.icon("sites", site.feature, SITE)
            yield chart.Site(here.x, here.y, "hot-spot", icon, name=kind.name)


def factions_of(world: World) -> Iterator[chart.FactionLook]:
    """All sides, with their colours and emblems."""
    for each in world.all(Faction):
        yield chart.FactionLook(each.key, each.name, each.colour, emblem_icon(each.emblem))
