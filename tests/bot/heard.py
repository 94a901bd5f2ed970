"""Everything that people read of a game of computer players, by the place where it stands.

Its players also give orders by chance, so that much is refused and much fails.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

from bot import faces
from bot.faces.choices.asking import Asking, Unanswered
from bot.faces.words.news import heading
from bot.faces.words.pages import Section
from bot.faces.words.telling import tell
from bot.jobs.agenda import Person, make_agenda
from bot.jobs.battles import battle_account, open_battle, past_battles
from bot.jobs.draw import draw
from bot.jobs.knowing import plan
from bot.jobs.panels import make_panel
from bot.league.games import Seated
from bot.orders.texts import order_line, outcome
from bot.payload import AccountRecipe, BattleRecipe, WeekRecipe
from bot.reports.faction import learned, report
from bot.reports.tick import MOST_TITLE
from engine import preview
from engine.campaign import Faction, Player
from engine.orders import Queued
from engine.packs import Rules
from engine.turn import DueKind, Submission, TickOutcome
from engine.world import Missing
from tests.bot.figures import Figures
from tests.bot.kept_game import KeptGame, kept_file
from tests.bot.league.whims import Whims

_FIRST = 900
"""From which the keys of orders by chance count, so that they are nobody else's."""


class HeardGame(KeptGame):
    """A kept game of which everything that is told is noted as it is played."""

    def __init__(
        self, rules: Rules, path: Path, campaign: int, number: int = 1, *, tries: int = 6
    ) -> None:
        """Each player tries that many orders by chance a turn, beside the computer's own."""
        self.faces = faces.of(rules)
        self.whims, self.tries = Whims(rules, number), tries
        self.texts: dict[str, str] = {}
        """Where each text was first read, by the text."""
        self.figures = Figures()
        """Of the last state."""
        super().__init__(rules, path, campaign, number)

    def hear(self, where: str, *texts: str) -> None:
        """Note that these are read there."""
        for text in texts:
            self.texts.setdefault(text, where)

    def _submissions(self, seats: Sequence[Seated]) -> tuple[Submission, ...]:
        found: list[Submission] = []
        for turn in super()._submissions(seats):
            whims = self.whims.turn(self.world, turn.player, self.tries)
            orders = [
                Queued(f"k{_FIRST + n}", each.order, each.phase) for n, each in enumerate(whims)
            ]
            found.append(Submission(turn.player, (*turn.orders, *orders)))
            self._planned(found[-1])
        return tuple(found)

    def _resolve(self, kind: DueKind, day: dt.date, turns: tuple[Submission, ...]) -> TickOutcome:
        out, self.figures = super()._resolve(kind, day, turns), Figures()
        for faction in out.world.all(Faction):
            self._reported(out, faction.id, {turn.player: turn.orders for turn in turns})
        return out

    def _planned(self, turn: Submission) -> None:
        """What the answers to orders and the preview say."""
        faction = self.world.get(Player, turn.player).faction
        view = self.rules.view(self.world, faction)
        made = preview.plan(self.rules, view, turn.player, turn.orders)
        names = self.faces.names(made.world, planned=True, reader=faction)
        given = {each.key: each for each in turn.orders}
        for each in made.orders:
            queued = given[each.key]
            path = " ".join(queued.order.path)
            self.hear(f"order {path}", order_line(queued, made.world, self.rules))
            self.hear(f"plan {path}", outcome(each, names))

    def _reported(
        self, out: TickOutcome, faction: int, orders: Mapping[int, Sequence[Queued]]
    ) -> None:
        """What the faction's report says, and every event by itself."""
        players = {each.id: each for each in out.world.by(Player, "faction", faction)}
        names = self.faces.names(self.rules.view(out.world, faction), reader=faction)
        told = learned(enumerate(out.entries), faction, players, self.tick)
        for each in told:
            self.hear(f"event {type(each.event).__name__}", tell(each.event, names))
        own = {player: given for player, given in orders.items() if player in players}
        for full in (False, True):
            made = report(self.faces, names, told, own, full=full)
            self.hear("headline", *([heading(made.heads, MOST_TITLE)] if made.heads else []))
            for section in made.sections:
                self.hear(f"report {section.title}", *section.lines)
                rows = section.table.rows if section.table else ()
                self.hear(f"report {section.title}", *(str(cell) for row in rows for cell in row))
                for player in players.values():
                    self._counted(player.name, section)

    def _counted(self, reader: str, section: Section) -> None:
        where = f"report {section.title}"
        self.figures.read(reader, where, "", "\n".join(section.lines))
        if (table := section.table) is None:
            return
        for row in table.rows:
            for what, value in zip(table.columns[1:], row[1:], strict=True):
                self.figures.note(reader, where, str(row[0]), what.lower(), int(value))

    # ------------------------------------------------------------------ afterwards

    def look_around(self, most: int) -> None:
        """Look at every panel, of at most that many things each, at battles, and at Your turn.

        Your turn is looked at by one player of each faction, for what it advises takes a second.
        """
        for player in self.world.all(Player):
            self._panels(player, most)
        for faction in self.world.all(Faction):
            self._turn(next(self.world.by(Player, "faction", faction.id)))
            self._battles(faction.id, most)
            self._week(faction)

    def _week(self, faction: Faction) -> None:
        """The card of the week, and whether it counts what all players' panels do."""
        card = draw(self.path, self.campaign, WeekRecipe(tick=self.tick, faction=faction.id))
        self.hear("picture week", card.alt)
        readers = [each.name for each in self.world.by(Player, "faction", faction.id)]
        totals = {
            what: self.figures.together(readers, "Roster", what)
            for what in ("cities", "stacks", "all_soldiers")
        }
        for reader in readers:
            self.figures.read(reader, "picture week", faction.name, card.alt)
            for what, total in totals.items():
                if total:
                    self.figures.note(reader, "rosters together", faction.name, what, total)

    def _panels(self, player: Player, most: int) -> None:
        view = self.rules.view(self.world, player.faction)
        asking = Asking(self.faces, view, player.faction, player.id)
        for name, panel in self.faces.panels.items():
            wanted: list[str | None] = [None]
            if about := panel.about:
                wanted = [each.value for each in islice(about.offers(asking, ""), most)]
            for thing in wanted:
                try:
                    meant = panel.about.named(asking, thing) if panel.about else ""
                    made = make_panel(
                        self.path, self.campaign, self.tick, player.faction, player.id, name, meant
                    )
                except (Unanswered, Missing) as error:
                    self.hear(f"panel {name} unanswered", str(error))
                    continue
                self.hear(f"panel {name}", made.title)
                for tab in made.tabs:
                    where = f"panel {name}, {tab.name}"
                    self.hear(where, *tab.pages, tab.hint)
                    self.figures.read(player.name, where, made.title, "\n".join(tab.pages))
                if made.picture:
                    self.hear(f"picture {name}", made.picture.alt)
                    self.figures.read(player.name, f"picture {name}", made.title, made.picture.alt)

    def _turn(self, player: Player) -> None:
        where = self.path, self.campaign, self.tick, player.faction, player.id
        made = make_agenda(*where, (), plan(*where, ()), Person(False, ()))
        self.hear("turn", made.goal)
        own = self.world.get(Faction, player.faction).name
        self.figures.read(player.name, "turn goal", own, made.goal)
        for subject in made.subjects:
            for entry in subject.entries:
                leads = [text for lead in entry.leads for text in (lead.label, lead.note)]
                self.hear(f"turn {subject.name}", entry.text, entry.unused, *leads)
                self.figures.read(player.name, f"turn {subject.name}", own, entry.text)

    def _battles(self, faction: int, most: int) -> None:
        for each in past_battles(self.path, self.campaign, self.tick, faction)[:most]:
            tick, event = each.tick, each.event
            self.hear("battle", each.told)
            account = AccountRecipe(tick=tick, faction=faction, event=event, name="battle.txt")
            self.hear("account", battle_account(self.path, self.campaign, account))
            recipe = BattleRecipe(tick=tick, faction=faction, event=event)
            made = open_battle(self.path, self.campaign, recipe)
            self.hear("battle", made.summary, made.picture.alt)
            for step in made.steps:
                self.hear(f"battle {step.name}", *step.pages)


def hear(rules: Rules, folder: Path, turns: int, most: int, number: int = 1) -> HeardGame:
    """A game of that many turns, everything of which was read."""
    game = HeardGame(rules, *asyncio.run(kept_file(rules, folder)), number)
    for _ in game.turns(turns):
        pass
    game.look_around(most)
    return game
