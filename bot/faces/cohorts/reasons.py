"""Why computer players of Cohorts give their orders, in words that go behind "because"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

REASONS: Final[Mapping[str, str]] = {
    # Cities.
    "grow": "{things} is to grow",
    "recruits": "recruits wait in {things}",
    "few_soldiers": "{things} has too few recruits",
    "deposits": "nobody works the deposits of {things}",
    "village": "{things} can do more",
    "better_land": "{things} has nothing to work where it is",
    "roads": "{things} is slow to reach",
    "walls": "{things} is to be held",
    "lookout": "{things} ought to see who comes",
    "castle": "{things} needs a stronghold",
    "works": "{things} lacks workshops",
    "arms": "{things} can be better armed",
    "founder": "{things} is experienced enough to found a guild",
    # Guilds, learning and magic.
    "guild": "{things} can still rise",
    "lessons": "{things} has somebody to teach",
    "drill": "{things} has nothing better to do than to learn",
    "learned": "{things} has points to spend",
    "ready": "{things} should be ready for a fight",
    "spells": "{things} wants to know more spells",
    "spell": "a spell of {things} is of use",
    "recipes": "{things} wants to know how more is made",
    "brew": "what {things} brews is of use",
    "enchant": "{things} can make good things better",
    "unique": "{things} can make something that there is but once",
    "flora": "{things} knows herbs",
    "poison": "{things} knows poisons",
    "faith": "{things} cannot bear another creed",
    "practice": "practice does {things} good",
    "hurt": "{things} has wounds to tend",
    "weary": "{things} has lost heart",
    # People.
    "host": "{things} needs people",
    "scouts": "somebody has to go with {things}",
    "stranded": "{things} has lost the way home",
    "new_stack": "there are people to spare in {things}",
    "nobody_left": "nobody is left in {things}",
    "join_forces": "{things} is stronger with others",
    "in_line": "{things} is fit to fight",
    "too_green": "{things} is too green to fight",
    "too_hurt": "the wounded of {things} would not be fit for months",
    "helper": "a helper is of use to {things}",
    "guard": "somebody near {things} needs a guard",
    "renown": "there is renown to spend",
    "guild_there": "renown wins people at {things}",
    "guild_lacks": "{things} has no guild yet",
    "renown_there": "renown may win the garrison of {things}",
    "gather": "hosts gather at {things}",
    # Secrets.
    "secrets": "{things} can find out what others hide",
    "spies_about": "{things} may find out who sneaks about",
    "loot": "{things} can take what others do not watch",
    "unrest": "{things} can weaken others without a fight",
    "blade": "{things} can strike unseen",
    "captive": "{things} is a prisoner",
    "rescue": "a friend of {things} is a prisoner",
    # Tasks and land.
    "task": "{things} can do what waits there",
    "task_there": "something can be done at {things}",
    "quest": "{things} can be done, with a chance of {figure}%",
    "unknown_land": "nobody knows what lies beyond {things}",
    # War.
    "weakly_held": "{things} can be taken, with a chance of {figure}%",
    "harry": "{things} can be harmed, though not taken: the chance is {figure}%",
    "threatened": "{things} is in danger",
    "intruders": "enemies near {things} can be beaten, with a chance of {figure}%",
    "garrison": "the garrison of {things} should know whom to fight",
    "good_neighbour": "{things} may win friends by it",
    "worn": "{things} is worn out",
    "home": "hosts gather at {things}",
    # Others.
    "prey": "{things} is in reach",
    "no_war": "it is no time to fight {things}",
    "enough": "the war with {things} brings nothing more",
    "friend": "{things} is better had as a friend",
    "in_the_way": "the alliance with {things} is in the way",
    "market": "{things} has more than it needs",
    "trade": "both sides gain by it",
}
"""By the reason's key; `things` are what it is about, `figure` the number that weighed."""
