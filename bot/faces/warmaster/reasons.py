"""Why computer players of Warmaster give their orders, in words behind "because"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

REASONS: Final[Mapping[str, str]] = {
    # Armies.
    "mixed_arms": "the army has too little of what {things} can train",
    "brigade": "{things} and others are better ordered together",
    "apart": "the brigade of {things} is together no more",
    "place": "{things} is to have a place in the line",
    "on_walls": "{things} has walls to stand on",
    "round_flank": "somebody has to go round a flank, and {things} is fast",
    "as_usual": "{things} has nothing else to do than is usual",
    "boldness": "the player dares so much",
    "line": "the player wants it so",
    # Leaders and magic.
    "commander": "nobody there leads better than {things}",
    "wing": "a wing needs somebody who is heard there: {things}",
    "behind": "magic works best from behind the line: {things}",
    "sure_spells": "{things} had best try first what works most often",
    "magic_item": "{things} can make something that wins battles",
    "item": "{things} makes the most of it",
    "better_hands": "it is of more use with {things}",
    "kept_for": "{things} has it for the moment that counts",
    # Battles for honour.
    "army": "whoever would fight for honour needs an army",
    "arranged": "an army fights better when everybody knows a place",
    "unlucky": "with this army more was lost than won",
    "honour": "{things} asked for a battle",
    "no_duel": "there is better to do",
    "no_answer": "nobody has answered",
    "ladder": "{things} stands in the way up the ladder",
}
"""By reason (`engine.rivals.Reason`); `{things}` is what it is about."""
