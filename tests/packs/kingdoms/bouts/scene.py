"""Fighters and dice for tests of encounters."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from engine.dice import Seed, SeededDice
from engine.packs.kingdoms.arts.content import ArtsContent
from engine.packs.kingdoms.bouts.fighters import EncounterFighter, Meeting, by_key, gifts_of
from engine.packs.kingdoms.bouts.making import lore_of, monster
from engine.packs.kingdoms.bouts.plans import entries
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.pieces.abilities import Ability, levels_of
from engine.packs.kingdoms.pieces.alignment import ALIGNMENTS
from tests.rules.scene import module

MODULE = module("kingdoms")
CONTENT = MODULE.content(EncounterContent)
ARTS = MODULE.content(ArtsContent)
LORE = lore_of(CONTENT, ARTS.arts, ARTS.casting)
MEETINGS: tuple[Meeting, ...] = ("search", "random", "pursue", "revenge", "duel")
TEMPERS = ("Berserk", "Brave", "Cautious", "Cowardly")


def hero(hits: int = 20, **more: Any) -> EncounterFighter:
    """A hero of whom only what is named is special."""
    levels = levels_of(more.pop("levels", {}))
    carried = tuple(more.pop("items", ()))
    gifts = gifts_of(by_key(CONTENT.artifacts, carried))
    return EncounterFighter(
        hits=hits, full=hits, levels=levels, carried=carried, gifts=gifts, **more
    )


def beast(key: str, hits: int | None = None, **more: Any) -> EncounterFighter:
    """A monster of the module."""
    being = CONTENT.beings[key]
    return monster(being, being.hits, hits, **more)


def dice(seed: int = 0) -> Any:
    """The dice of one encounter."""
    return SeededDice(Seed(seed.to_bytes(32, "big")), 1).stream("test", "bout")


@st.composite
def heroes(draw: st.DrawFn) -> EncounterFighter:
    """Any character with any plan."""
    abilities: tuple[Ability, ...] = ("ME", "AR", "WH", "PS", "IL", "EL", "NE", "DR", "TH")
    levels: dict[Ability, int] = {each: draw(st.integers(0, 5)) for each in abilities}
    hits = draw(st.integers(1, 45))
    alignment = draw(st.sampled_from(ALIGNMENTS))
    carried = draw(st.lists(st.sampled_from(sorted(CONTENT.artifacts)), max_size=4))
    return EncounterFighter(
        name="Hero",
        royal=draw(st.booleans()),
        alignment=alignment,
        kingdom=draw(st.sampled_from(("", *ALIGNMENTS))),
        temper=draw(st.sampled_from(TEMPERS)),
        refusal=draw(st.integers(0, 100)),
        hits=hits,
        full=draw(st.integers(hits, 45)),
        levels=levels_of(levels),
        kinds=("undead",) if alignment == "Undead" else (),
        plan=tuple(draw(st.lists(st.sampled_from(entries()), min_size=1, max_size=10))),
        leads=draw(st.booleans()),
        carried=tuple(carried),
        gifts=gifts_of(by_key(CONTENT.artifacts, carried), undead=alignment == "Undead"),
    )


@st.composite
def beasts(draw: st.DrawFn) -> EncounterFighter:
    """Any monster, with any hoard."""
    being = CONTENT.beings[draw(st.sampled_from(sorted(CONTENT.beings)))]
    keys = sorted(CONTENT.artifacts)
    hoard = draw(st.lists(st.sampled_from(keys), max_size=2, unique=True))
    carried = draw(st.lists(st.sampled_from(keys), max_size=1))
    full = draw(st.integers(1, being.hits + 5))
    return monster(
        being,
        full,
        draw(st.integers(1, full)),
        hoard=hoard,
        carried=[each for each in carried if each not in hoard],
        gold=draw(st.integers(0, 60)),
    )
