"""`/odds` of a Warmaster campaign: by its own engine, and plain about what cannot be known."""

from __future__ import annotations

from itertools import islice

import pytest

from bot.faces.choices.asking import Asking, Unanswered
from bot.faces.forecasts import Fight, Forecast
from engine.battle import Odds
from engine.packs.cohorts.knowledge.spied import insight, learn
from engine.packs.warmaster.orders.directing import GiveDirective
from tests.bot.faces.warmaster.muster import Muster
from tests.rules.scene import ref

ATTACK = Fight(("Iron Guard",), "Red Horde")


def odds(muster: Muster, fight: Fight = ATTACK, most: int = 1) -> tuple[Odds, Forecast]:
    """What the first estimates tell, and the last of them in words."""
    asking: Asking = muster.look()
    forecasts = muster.faces.forecasts
    assert forecasts
    question = forecasts.asked(asking, fight)
    estimate = list(islice(forecasts.estimates(asking, question), most))[-1]
    return estimate, forecasts.tell(asking, question, estimate, False)


def test_a_battle_is_tried_by_the_engine_and_what_was_taken_for_the_unknown_is_said() -> None:
    muster = Muster()
    estimate, told = odds(muster)
    assert estimate.battles == 20
    assert {fate.piece.kind for fate in estimate.fates} == {"unit", "character"}
    assert "What they told their army is not known" in told.text
    assert "Not known of Tusk Warriors: stands lost and magic item and the like" in told.text
    assert "trial battles" in told.text
    assert told.picture.alt


def test_own_orders_count_and_the_same_question_has_the_same_answer(muster: Muster) -> None:
    before, _ = odds(muster, most=2)
    again, _ = odds(muster, most=2)
    assert before == again
    muster.told(*(GiveDirective(unit=ref(unit), directive="hold") for unit in muster.units))
    after, _ = odds(muster, most=2)
    assert after.fates != before.fates
    assert after.attacker_wins < before.attacker_wins  # who attacks and stays has lost by time


def test_against_a_player_no_forecast_is_sure_even_when_all_was_read(muster: Muster) -> None:
    state = muster.scene.state()
    read = insight(state, muster.tusks, "wounds", "talents", "slot", "level")
    learn(state, muster.scene.ours.id, muster.theirs.province, [(muster.tusks, read)])
    _, told = odds(muster)
    assert "What they told their army is not known" in told.text
    assert "at worst" in told.text


def test_being_attacked_is_asked_about_too_and_nonsense_is_refused(muster: Muster) -> None:
    _, told = odds(muster, Fight(("Iron Guard",), "Red Horde", defending=True))
    assert "hold at" in told.text
    with pytest.raises(Unanswered):
        odds(muster, Fight(("Red Horde",), "Iron Guard"))
