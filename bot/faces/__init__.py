"""What shows a rule system to people, without Discord: one folder a system.

`words` and `paint` know no system; `map`, `sheet` and `battle` draw what any system may show. A
system's folder has one folder a subject, in which facts, words and picture of a thing lie side by
side, and offers all of it as one `Face` beside its `Pack`. The rest of `bot` asks `faces.of`.
"""

from __future__ import annotations

import importlib
import importlib.util
from functools import lru_cache
from typing import Final

from bot.faces.face import Face, Faces
from bot.faces.rules_home import Guide
from bot.faces.stories import Story
from engine.installed import installed
from engine.packs import SHIPPED, Rules, names

FACES: Final = "hexmuster.faces"
"""The group of entry points of faces: a pack's name, and where its `Face` is."""


@lru_cache(maxsize=16)
def of(rules: Rules) -> Faces:
    """The faces of the packs of a campaign's rules."""
    return Faces(rules, (load(pack.name) for pack in rules.packs))


def load(name: str) -> Face:
    """The face of the pack of that name; a pack without one is shown by other packs' faces.

    Raises:
        LookupError: what is installed under that name is no face of that pack.
    """
    if name in SHIPPED or name.rpartition(".")[0] in SHIPPED:
        if not _has_folder(name):
            return Face(pack=name)
        return importlib.import_module(f"bot.faces.{name}").FACE
    if name not in installed(FACES):
        return Face(pack=name)
    face = installed(FACES)[name].load()
    if not isinstance(face, Face) or face.pack != name:
        raise LookupError(f"what is installed as the face of {name!r} is no face of that pack")
    return face


def _has_folder(name: str) -> bool:
    """Whether a shipped pack has a face; of a part of a pack, whether its system has any."""
    system = name.rpartition(".")[0]
    if system and not _has_folder(system):
        return False
    return importlib.util.find_spec(f"bot.faces.{name}") is not None


def guide() -> Guide:
    """Where reading the rulebook begins for who is in no campaign: the first pack that says it."""
    return next(guide for name in names() if (guide := load(name).guide))


def stories() -> dict[str, Story]:
    """What the practice table can play, by module: of shipped packs first, in their order."""
    told = (story for name in names() for story in load(name).stories)
    found: dict[str, Story] = {}
    for story in told:
        found.setdefault(story.module, story)
    return found
