"""Fighters of encounters, as cases tell of them; the rules stand in the files beside this one."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.module.names import key_of
from engine.packs.kingdoms.arts.content import ArtsContent
from engine.packs.kingdoms.bouts.bout import Bout
from engine.packs.kingdoms.bouts.fighters import EncounterFighter, Meeting, by_key, gifts_of
from engine.packs.kingdoms.bouts.making import lore_of
from engine.packs.kingdoms.bouts.sides import EncounterSide
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.pieces.abilities import ABILITIES, Ability, levels_of
from tests.rules.adapters.kingdoms.chance import Script, script
from tests.rules.harness import Given
from tests.rules.scene import module

MODULE = module("kingdoms")
CONTENT = MODULE.content(EncounterContent)
ARTS = MODULE.content(ArtsContent)
LORE = lore_of(CONTENT, ARTS.arts, ARTS.casting)

WORDS: Mapping[str, Ability] = {
    "melee": "ME",
    "archery": "AR",
    "missile": "AR",
    "druid": "DR",
    "thief": "TH",
    "white": "WH",
    "psychic": "PS",
    "illusory": "IL",
    "elemental": "EL",
    "necromancy": "NE",
}
FIGHTER = (
    "name",
    "king",
    "kind",
    "alignment",
    "kingdom",
    "temper",
    "refusal",
    "hit_points",
    "maximum",
    "damage",
    "missile_damage",
    "speed",
    "intelligence",
    "kinds",
    "talk",
    "plan",
    "items",
    "leads_army",
    *WORDS,
    *ABILITIES,
)


def being_of(name: str) -> str:
    """The key of a monster by its name.

    Raises:
        LookupError: there is no such monster.
    """
    known = known_being(name)
    if known is None:
        raise LookupError(name)
    return known


def known_being(name: str) -> str | None:
    """The key of a monster by its name, None for a name that is in no table."""
    return next((key for key in CONTENT.beings if key_of(key) == key_of(name)), None)


def artifact_of(name: str) -> str:
    """The key of an item by its name in the rulebook."""
    wanted = key_of(name.replace("'", ""))
    return next(key for key in CONTENT.artifacts if key_of(key) == wanted)


def fighter(given: Mapping[str, Any], *, monster: bool = False) -> EncounterFighter:
    """Who fights; a monster is told by its name, and is Medium and does 1-6 unless it is said."""
    if isinstance(given, Given):
        given.takes(*FIGHTER)
    name = given.get("name", "")
    being = ""
    told: dict[str, Any] = {}
    if monster:
        being = known_being(name) or "beast"
        if being in CONTENT.beings:
            known = CONTENT.beings[being]
            told = {
                "alignment": known.alignment,
                "temper": known.temper,
                "intelligence": known.intelligence,
                "talk": known.talk,
                "kinds": known.kinds,
            }
    levels: dict[Ability, int] = {
        ability: given[word] for word, ability in WORDS.items() if word in given
    }
    levels.update({ability: given[ability] for ability in ABILITIES if ability in given})
    for name_of in ("alignment", "kingdom", "temper", "refusal", "speed", "intelligence", "talk"):
        if name_of in given:
            told[name_of] = given[name_of]
    for name_of in ("damage", "missile_damage", "kinds", "plan"):
        if name_of in given:
            told[name_of] = tuple(given[name_of])
    carried = tuple(artifact_of(item) for item in given.get("items", ()))
    hits = given.get("hit_points", 20)
    casts = tuple(
        entry.removeprefix("CA-") for entry in told.get("plan", ()) if entry.startswith("CA-")
    )
    return EncounterFighter(
        name=name,
        being=being,
        royal=given.get("king", given.get("kind") in ("king", "heir")),
        hits=hits,
        full=given.get("maximum", hits),
        levels=levels_of(levels),
        casts=casts if monster else (),
        carried=carried,
        leads=given.get("leads_army", False),
        gifts=gifts_of(
            by_key(CONTENT.artifacts, carried), undead=told.get("alignment") == "Undead"
        ),
        **told,
    )


def side(
    given: Mapping[str, Any] | None = None, *, monster: bool = False, **more: Any
) -> EncounterSide:
    """A combatant in the middle of an encounter."""
    return EncounterSide.of("initiator", fighter({**(given or {}), **more}, monster=monster))


def bout(
    one: EncounterFighter,
    other: EncounterFighter,
    dice: Script,
    meeting: Meeting = "search",
    at: str = "spell",
) -> Bout:
    """An encounter that has begun, at a range."""
    made = Bout.of(meeting, one, other, LORE, dice)
    made.at, made.number = at, 1  # type: ignore[assignment]
    return made


def drawn(given: Given) -> Script:
    """Dice that fall as the case lists them."""
    draws: Sequence[int] = given.get("draws", ())
    return script(draws)
