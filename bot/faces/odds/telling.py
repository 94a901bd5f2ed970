"""How a forecast is told: one maker for all faces that reckon by the same facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bot.faces.choices.asking import Asking
from bot.faces.forecasts import Brief, Forecast
from bot.faces.odds.card import odds_card, odds_text
from bot.faces.odds.facts import EVEN, OddsFacts, OddsQuestion
from bot.faces.odds.texts import brief
from engine.battle import Odds
from engine.packs import Rules
from engine.world import World


class Reckoned(Protocol):
    """What a faction may expect of a fight, on that faction's view."""

    def __call__(
        self,
        rules: Rules,
        view: World,
        faction: int,
        question: OddsQuestion,
        odds: Odds,
        *,
        counting: bool = False,
    ) -> OddsFacts:
        """`counting` says that the odds are still being counted."""
        ...


@dataclass(frozen=True, slots=True)
class Telling:
    """The answers of a face."""

    facts: Reckoned
    hint: str
    """What else one can look at."""

    def brief(self, asking: Asking, question: OddsQuestion, odds: Odds) -> Brief:
        """In a few sentences, for a preview."""
        facts = self.facts(asking.rules, asking.view, asking.faction, question, odds)
        return Brief(brief(facts), facts.mine.wins >= EVEN)

    def tell(self, asking: Asking, question: OddsQuestion, odds: Odds, counting: bool) -> Forecast:
        """In full, with the picture."""
        from bot.faces.cards.picture import draw_card

        at = asking.rules, asking.view, asking.faction
        facts = self.facts(*at, question, odds, counting=counting)
        return Forecast(
            title=facts.title,
            turn=facts.turn,
            text=odds_text(facts),
            picture=draw_card(odds_card(facts), asking.view),
            counting=counting,
            hint=self.hint,
            leads=facts.wanting,
        )
