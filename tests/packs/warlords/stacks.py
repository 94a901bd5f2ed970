"""Random small stacks for properties of the Warlords battle. Every draw is Hypothesis's."""

from hypothesis import strategies as st

from engine.packs.warlords.battle.cards import (
    Company,
    Field,
    FighterCard,
    KeptSpell,
    SideName,
    fight_order,
)
from engine.packs.warlords.battle.condition import Condition
from engine.packs.warlords.content import KINDS
from engine.world import Place

_PLAIN = (
    "leadership",
    "morale",
    "fortification",
    "chaos",
    "fear",
    "siege",
    "group_warding",
    "curse",
    "poison",
    "disease",
    "acid",
    "lightning",
    "assassination",
    "missile",
    "trample",
    "warding",
    "banding",
    "lifedrain",
    "slayer_dragon",
    "slayer_undead",
)
FEW = st.dictionaries(st.sampled_from(_PLAIN), st.integers(1, 5), max_size=4)
EFFECTS = st.builds(
    lambda plain, flying: {**plain, **({"flying": 1} if flying else {})}, FEW, st.booleans()
)
CONDITIONS = st.builds(
    Condition,
    blessed=st.booleans(),
    medals=st.integers(0, 4),
    poisoned=st.booleans(),
    diseased=st.booleans(),
)


def fighters(first: int) -> st.SearchStrategy[FighterCard]:
    """A unit or hero; `first` keeps the ids of two sides apart."""
    return st.builds(
        FighterCard,
        piece=st.integers(first, first + 999).map(lambda id: Place("unit", id)),
        name=st.just("Unit"),
        type=st.sampled_from(["Rat", "Knight"]),
        hero=st.booleans(),
        slot=st.integers(1, 10),
        strength=st.integers(1, 9),
        hits=st.integers(1, 4),
        abilities=EFFECTS,
        terrain=st.just({"open": 1}) | st.just({}),
        kinds=st.lists(st.sampled_from(KINDS), max_size=2, unique=True).map(tuple),
        items=st.lists(EFFECTS, max_size=1).map(tuple),
        condition=CONDITIONS,
    )


def sides(side: SideName, most: int) -> st.SearchStrategy[Company]:
    """One company in fight order, with a spell perhaps."""
    first = 1 if side == "attacker" else 1001
    units = st.lists(fighters(first), min_size=1, max_size=most, unique_by=lambda unit: unit.piece)
    cast = st.lists(EFFECTS.map(lambda effect: KeptSpell(effect=effect)), max_size=1)
    return st.builds(
        lambda who, what: Company(side=side, fighters=fight_order(who), spells=tuple(what)),
        units,
        cast,
    )


FIELDS = st.builds(
    Field,
    terrains=st.just(("open",)),
    fortification=st.just(0),
    die=st.sampled_from([18, 20, 30]),
)
