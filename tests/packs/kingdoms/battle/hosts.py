"""Sides of battles in lines as Hypothesis makes them up."""

from fractions import Fraction

from hypothesis import strategies as st

from engine.packs.kingdoms.battle.values import (
    ArmyFactor,
    Contingent,
    Fielded,
    Leader,
    Refuges,
    Side,
)
from engine.packs.kingdoms.pieces.alignment import ALIGNMENTS
from engine.world import Place
from tests.rules.adapters.kingdoms.armies import RACES, TYPES

LEVEL = st.integers(0, 5)
PLACES = st.sampled_from([(), (7,), (7, 8)])
HUMANOIDS = sorted(key for key, each in RACES.items() if each.humanoid)


@st.composite
def armies(draw: st.DrawFn, id: int) -> Fielded:
    """Any army at all."""
    code = draw(st.sampled_from(sorted(TYPES)))
    return Fielded(
        piece=Place("army", id),
        type=code,
        race=TYPES[code].race or draw(st.sampled_from(HUMANOIDS)),
        quality=draw(st.integers(-1, 5)),
        skeletal=draw(st.booleans()),
        home=draw(st.booleans()),
        blessed=draw(st.integers(0, 2)),
        strength=draw(st.sampled_from([Fraction(1), Fraction(1, 3)])),
    )


@st.composite
def leaders(draw: st.DrawFn, id: int) -> Leader:
    """Any leader at all."""
    return Leader(
        piece=Place("ruler", id),
        race=draw(st.sampled_from(HUMANOIDS)),
        alignment=draw(st.sampled_from(ALIGNMENTS)),
        tactical=draw(LEVEL),
        naval=draw(LEVEL),
        march=draw(LEVEL),
        druid=draw(LEVEL),
        oratory=draw(st.booleans()),
        phantasm=draw(LEVEL),
        learns=draw(st.booleans()),
    )


@st.composite
def sides(draw: st.DrawFn, number: int, most: int = 8) -> Side:
    """A side of one or two leaders and a garrison; some may have no army at all."""
    found: list[Contingent] = []
    for place in range(draw(st.integers(0, 2))):
        first = number * 1000 + place * 100
        count = draw(st.integers(0, most // 2))
        led = tuple(draw(armies(first + n)) for n in range(count))
        origin = draw(st.sampled_from([0, 4])) if number == 1 else 0
        found.append(
            Contingent(leader=draw(leaders(number * 10 + place)), armies=led, origin=origin)
        )
    count = draw(st.integers(0, most // 2))
    if count:
        garrison = tuple(draw(armies(number * 1000 + 500 + n)) for n in range(count))
        found.append(Contingent(armies=garrison))
    return Side(
        crown=number,
        alignment=draw(st.sampled_from(ALIGNMENTS)),
        explored=draw(st.integers(0, 100)),
        king_race=draw(st.sampled_from(["", *HUMANOIDS])),
        king_druid=draw(LEVEL),
        boons=draw(st.sampled_from([(), (ArmyFactor(name="steel", factor=Fraction(11, 10)),)])),
        contingents=tuple(found),
        refuges=Refuges(land=draw(PLACES), sea=draw(PLACES), water=draw(PLACES), adjacent=(7, 8)),
    )
