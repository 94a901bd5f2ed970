"""Why computer kings give their orders, in words that go behind "because"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

REASONS: Final[Mapping[str, str]] = {
    # Land and war.
    "weakly_held": "{things} can be taken, with a chance of {figure}%",
    "undefended": "nobody defends {things}",
    "march": "{things} is worth the march",
    "threatened": "{things} is in danger",
    "gather": "a host of {figure} armies is to gather against {things}",
    "home": "armies are to be had at {things}",
    "hand_over": "others are to lead these armies",
    "lead": "somebody has to lead these armies",
    "garrison": "{things} lies on the border, and should have more armies behind its walls",
    "muster": "{things} gives armies, and there is gold to pay them",
    "ships": "hosts must go over the sea, and {things} gives ships",
    "mercenary": "{things} serves nobody, and would for {figure} gold",
    "unpayable": "the armies cost {figure} gold a turn more than the land pays",
    # Finds, people and learning.
    "unexplored": "{things} is explored to {figure}% only",
    "beatable": "the guardian of {things} can be dealt with, with a chance of {figure}%",
    "unguarded": "nothing guards {things} any more",
    "hero_free": "{things} serves nobody, and may come with a chance of {figure}%",
    "practise": "{things} may learn by it, with a chance of {figure}%",
    "graves": "the dead lie at {things}, and rise with a chance of {figure}%",
    "bearer": "{things} are best together",
    "lies": "{things} lies with somebody dead",
    "spell": "the spell is of use, and works with a chance of {figure}%",
    "secrets": "one ought to know what goes on at {things}",
    "shadow": "{things} leads armies nearby, and can be followed with a chance of {figure}%",
    "alone": "{things} goes without an army, and may be slain with a chance of {figure}%",
    # At court.
    "peace": "{things} is a neighbour better had as a friend",
    "accept": "{things} offers peace",
    "prey": "{things} is weak, and there is no other land left",
    "heir": "{things} has yet to be taught",
    "plan": "{things} fights best that way",
    "talk": "{things} may be heard where blows would not help",
    "steal": "{things} is better at stealing than at fighting",
    "line": "the strongest of {figure} armies should stand in front at {things}",
    "sleeper": "{things} sleeps, nobody can end it, and pay is {figure} gold above what comes in",
    "gift": "{things} is a friend in a time of war, and needs the gold more",
    "hurt": "{things} has {figure} hit points left",
    "tribute": "{figure} gold was promised at {things}",
}
"""By the reason's key; `things` are what it is about, `figure` the number that weighed."""
