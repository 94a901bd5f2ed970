"""Combat spells: loading them, the two phases of magic, whom they strike, and attacks."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from engine.packs.cohorts.battle.combatant import Combatant
from engine.packs.cohorts.battle.magic import casting
from engine.packs.cohorts.battle.magic.laid import Laid, LoadedSpell
from engine.packs.cohorts.battle.record import ChanceDrawn, CombatSpellCast, Hit
from engine.packs.cohorts.battle.slots import ATTACKER, DEFENDER, name_of
from engine.packs.cohorts.characters.loading import LoadCombatSpell
from engine.packs.cohorts.content import CombatSpell
from engine.packs.cohorts.content.combat import Bolt, Storm
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.worth.casters import combat_spell_called
from engine.packs.cohorts.worth.levels import heroic_level
from engine.world import Place
from tests.rules.adapters.battle_field import (
    CONTENT,
    RATINGS,
    STEADFAST,
    UNLUCKY,
    Battle,
    Lucky,
    Unlucky,
    going,
    hero,
    some,
    unit,
    whole,
)
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import Ran, Scene, ref
from tests.rules.tables.battle import effect_of

Casting = Callable[[CombatSpell, int, Combatant, Unlucky], tuple[Battle, Hit]]
HARDY = 1e15
"""Hit points that no spell can dent, nor bring a status to."""


def spell_of(name: str) -> CombatSpell:
    """The combat spell of that name."""
    spell = combat_spell_called(CONTENT, name)
    assert spell, name
    return spell


def caster(
    id: int, *spells: str, level: int = 5, side: int = ATTACKER, put_in: int = 0, **values: Any
) -> Combatant:
    """A character with these spells loaded, each in its place."""
    loaded = {
        f"{each.place}_spell": LoadedSpell(each, level, put_in) for each in map(spell_of, spells)
    }
    return hero(id, side, **{**values, **loaded})


def cast_all(battle: Battle) -> list[CombatSpellCast]:
    """Run both phases of magic, and tell what was cast."""
    casting.duel(battle.fight)
    casting.battle(battle.fight)
    return [each for each in battle.log if isinstance(each, CombatSpellCast)]


def level_in(given: Given, of: str = "") -> int:
    """The caster level of a case, which may give a heroic level instead."""
    name = f"{of}_" if of else ""
    if f"{name}cl" in given:
        return given[f"{name}cl"]
    return next(level for level in range(500) if heroic_level(level) == given[f"{name}hl"])


# ---------------------------------------------------------------- loading


def mage(scene: Scene, given: Given, *spells: str, **values: Any) -> Character:
    """A character of mine whose book holds these spells."""
    craft = given.get("spell_craft", 60)
    return scene.character(
        scene.stack(2, 2),
        level=given.get("level", 60),
        skills={"spell_craft": craft},
        spells=tuple(spell_of(each).key for each in spells),
        **values,
    )


def load(scene: Scene, who: Character, spell: str, place: str = "", mana: int = 0) -> Ran:
    order = LoadCombatSpell(character=ref(who), spell=spell, place=place, mana=mana)
    return scene.run(order)


@rule("cohorts.order.load-combat-spell")
def load_combat_spell(given: Given) -> Result:
    scene = Scene()
    book = () if given.get("in_book") is False or given["spell"] == "none" else (given["spell"],)
    someone = mage(scene, given, *book)
    if given.get("controlled") is False:
        stranger = scene.player("stranger", "others")
        someone = scene.change(someone, player=stranger.id)
    mana = next((given[name] for name in ("mana", "mana_put_in", "load_mana") if name in given), 0)
    ran = load(scene, someone, given["spell"], given.get("place", ""), mana)
    loaded = scene.now(someone).loaded
    assert ran.refused != bool(loaded) or given["spell"] == "none"
    return {"refused": ran.refused, "accepted": not ran.refused, "reason": ran.code}


@rule("cohorts.combat-spell.loading")
def loading(given: Given) -> Result:
    scene, names = Scene(), given.get("load") or list(given["loaded"].values())
    someone = mage(scene, given, *names)
    for each in names:
        assert not load(scene, someone, each).refused
    loaded = {place: each.spell for place, each in scene.now(someone).loaded.items()}
    foes = [hero(2, DEFENDER, hp=HARDY), unit(3, DEFENDER, hp=HARDY)]
    battle = Battle([going(scene, someone, slot=8), *foes], draws=[])
    told = {f"loaded_{place}": Name(spell) for place, spell in loaded.items()}
    return {"casts": [Name(each.spell) for each in cast_all(battle)], **told}


@rule("cohorts.combat-spell.caster-level")
def caster_level(given: Given) -> Result:
    """A spell out of a book, or with faith or magic user one of a deity or of an item."""
    scene = Scene(content={"deities": {"solanna": {"spells": {"1": ("flame_bolt",)}}}})
    put_in = given.get("mana_put_in", given.get("load_mana", 0))
    someone = mage(scene, given, *(() if {"faith", "magic_user"} & set(given) else ("Flame Bolt",)))
    if "faith" in given:
        skills = {"faith": given["faith"]}
        someone = scene.change(someone, deity="solanna", skills=skills)
    elif "magic_user" in given:
        usual = {"name": "Ring", "item": "ring", "plus": 1, "bestowed": ()}
        ring = scene.world.add(Unique, spell="flame_bolt", **usual)
        skills = {"magic_user": given["magic_user"]}
        worn = {"right_ring": f"ring+1#{ring.id}"}
        someone = scene.change(someone, equipment=worn, skills=skills)
    ran = load(scene, someone, "Flame Bolt", mana=put_in)
    if ran.refused:
        return {"refused": True, "reason": ran.code}
    one = going(scene, scene.change(someone, mana=given.get("mana_left", put_in)), slot=8)
    battle = Battle([one, hero(2, DEFENDER, hp=HARDY)], draws=[])
    (cast,) = cast_all(battle)
    laid = Laid(spell_of("Flame Bolt"), cast.level)
    left = battle[one].mana
    return {"cl": laid.level, "hl": laid.heroic, "mana_left": left, "refused": ran.refused}


# ---------------------------------------------------------------- whom they strike


def hexes(battle: Battle, where: Iterable[tuple[Combatant, str]]) -> None:
    for each, spot in where:
        battle.put(each, spot)


@rule("cohorts.battle.duel-magic-phase")
def duel_phase(given: Given) -> Result:
    mana = given.get("mana_put_in", 0)
    spell = given.get("duel_spell", "Flame Bolt")
    directive = given.get("directive", "")
    one = caster(1, spell, put_in=mana, mana=mana, slot=8, directive=directive)
    enemies = given["enemy_characters"] or {}
    foes = [
        (hero(int(text.split()[-1]), DEFENDER, hp=HARDY, name=text), spot)
        for spot, there in enemies.items()
        for text in there
    ]
    battle = Battle([one, unit(90, DEFENDER), *(foe for foe, _ in foes)], given)
    hexes(battle, [*foes, (one, given.get("caster_hex", "A8"))])
    cast = cast_all(battle)
    hits = [battle.fight.roster[hit.unit].unit.name for each in cast for hit in each.hits]
    return {
        "cast": bool(cast),
        "mana_spent": mana - battle[one].mana,
        "target": hits[0] if hits else None,
        "draws_used": battle.dice.used,
    }


@rule("cohorts.battle.battle-magic-phase")
def battle_phase(given: Given) -> Result:
    words = re.match(r"([AD]\d+)\b.*\bspell (.+)$", given["caster"])
    assert words, given["caster"]
    one = caster(1, words[2], name="caster")
    found: list[tuple[Combatant, str]] = [(one, words[1])]
    for side, name in ((ATTACKER, "friends"), (DEFENDER, "enemies")):
        for where, there in given.get(name, {}).items():
            for word in there:
                if word != "caster":
                    maker = hero if "character" in word else unit
                    found.append((maker(len(found) + 1, side, name=word, hp=HARDY), where))
    if "enemies" not in given:
        found.append((unit(99, DEFENDER), "D10"))
    battle = Battle([each for each, _ in found], given)
    hexes(battle, found)
    cast = cast_all(battle)
    units = [n for each in cast for n in (*each.laid, *(hit.unit for hit in each.hits))]
    if cast and cast[0].aura:
        units = [each.number for each in battle.fight.fighting[ATTACKER] if each.hex == cast[0].hex]
    return {
        "cast": bool(cast),
        "target_hex": name_of(cast[0].hex) if cast else None,
        "affected": [battle.fight.roster[n].unit.name for n in units],
        "draws_used": battle.dice.used,
    }


@rule("cohorts.combat-spell.no-friendly-fire")
def friendly_fire(given: Given) -> Result:
    one = caster(1, given["spell"])
    units: list[Combatant] = []
    for number, words in enumerate(given["slot_holds"], start=2):
        side = DEFENDER if "enemy" in words else ATTACKER
        maker = hero if "character" in words else unit
        units.append(maker(number, side, name=words, sar=1.0))
    battle = Battle([one, *units], draws=UNLUCKY)
    hexes(battle, [(each, "D3") for each in (one, *units)])
    cast_all(battle)
    return {"damaged": [each.name for each in units if battle[each].wounds]}


# ---------------------------------------------------------------- attacks


STURDY = 1e6
"""Hit points of a head that no spell dents, of which a chance in percent still shows."""


def damaging(spell: CombatSpell, **figures: Any) -> CombatSpell:
    """The same spell with other figures, such as one without its status."""
    return spell.model_copy(update={"effect": spell.effect.model_copy(update=figures)})


def foe_of(given: Given, spell: CombatSpell) -> Combatant:
    """Who is struck: by a duel spell a character, else a military unit."""
    given.takes(
        *("cl", "hl", "spell_craft", "level", "slot", "quality", "kind", "shape", "spell", "type"),
        *("multiplier", "attack_multiplier", "struck", "enemy_mu_hexes", "stream", *RATINGS),
    )
    duel = spell.group == "duel"
    heads = given.get("soldiers", 1 if duel else 100)
    said: dict[str, Any] = {"kind": "character" if duel else "mu", **given}
    return some(said, 2, DEFENDER, hp=STURDY * heads, morale=STEADFAST)


def armed_with(spell: CombatSpell, level: int) -> Combatant:
    """A character who has it loaded."""
    loaded: dict[str, Any] = {f"{spell.place}_spell": LoadedSpell(spell, level)}
    return hero(1, **loaded)


def cast_at(spell: CombatSpell, level: int, foe: Combatant, dice: Unlucky) -> tuple[Battle, Hit]:
    """Cast a spell on a unit beside the caster, and what it did to it."""
    one = armed_with(spell, level)
    battle = Battle([one, foe], dice=dice)
    hexes(battle, [(one, "A3"), (foe, "A3")])
    (made,) = cast_all(battle)
    return battle, made.hits[0]


def cast_further(
    spell: CombatSpell, level: int, foe: Combatant, dice: Unlucky
) -> tuple[Battle, Hit]:
    """Cast it on others of its kind, so that it reaches the unit in a further slot."""
    one = armed_with(spell, level)
    near = replace(foe, place=Place("unit", 9), hp=HARDY, sar=HARDY)
    battle = Battle([one, near, foe], dice=dice)
    hexes(battle, [(one, "A3"), (near, "A3"), (foe, "D3")])
    (made,) = cast_all(battle)
    wanted = battle[foe].number
    return battle, next(hit for hit in made.hits if hit.unit == wanted)


def struck(given: Given, spell: CombatSpell, level: int) -> dict[str, object]:
    """What a spell does to a unit in its slot and in further ones, and its chance of a status.

    The status is left out where wounds are wanted, and the wounds where its chance is.
    """
    foe = foe_of(given, spell)
    harmless = damaging(spell, quality=0)
    ways = {"in_slot": cast_at}
    if isinstance(spell.effect, Storm) and spell.effect.further:
        ways["in_further_slots"] = cast_further
    here = ways["in_further_slots" if given.get("slot") == "further" else "in_slot"]
    large = replace(foe, hp=STURDY * foe.soldiers, wounds=0.0)

    def points(cast: Casting, one: Combatant) -> float:
        return whole(cast(harmless, level, one, Unlucky())[1].wounds * STURDY / 100)

    def chance(one: Combatant) -> float:
        battle, hit = here(spell, level, replace(one, mar=HARDY), Unlucky())
        drawn = [each.chance for each in battle.events(ChanceDrawn) if each.chance]
        return drawn[0] if drawn else 100 if hit.status else 0

    nothing_resists = replace(large, mar=1.0, sar=0.0, sar_against={})
    weak = replace(nothing_resists, mar=HARDY, hp=0.01 * foe.soldiers)
    status = here(spell, level, weak, Lucky())[1].status
    return {
        "base": points(cast_at, nothing_resists),
        "points": points(here, large),
        **{f"points_{where}": points(cast, large) for where, cast in ways.items()},
        "wounds": whole(here(harmless, level, foe, Unlucky())[1].wounds),
        "chance": whole(chance(foe)),
        # With that many hit points a head the chance is a known part of the quality.
        "q": whole(chance(nothing_resists) * STURDY / 100),
        "status": Name(CONTENT.battle_statuses[status].name) if status else None,
    }


@rule("cohorts.combat-spell.attack-damage")
def attack_damage(given: Given) -> Result:
    """A bolt of that multiplier, cast by somebody with that skill."""
    multiplier = given.get("multiplier", given.get("attack_multiplier"))
    spell = damaging(spell_of("Flame Bolt"), multiplier=multiplier)
    level = level_in(given) if "cl" in given or "hl" in given else learned(given, spell)
    return struck(given, spell, level)


def learned(given: Given, spell: CombatSpell) -> int:
    """The caster level at which somebody goes into battle who has loaded the spell."""
    scene = Scene(content={"combat_spells": {spell.key: spell}})
    someone = mage(scene, given, spell.name)
    assert not load(scene, someone, spell.name).refused
    loaded = going(scene, someone, slot=8).duel_spell
    assert loaded
    return loaded.level


SHAPES = {
    "bolt": "Flame Bolt",
    "hail": "Flaming Hail",
    "storm": "Fire Storm",
    "tower": "Flame Tower",
    "wall": "Flame Wall",
}


@rule("cohorts.combat-spell.area-damage")
@rule("cohorts.combat-spell.flame-bolt")
@rule("cohorts.combat-spell.fireball")
@rule("cohorts.combat-spell.flaming-hail")
@rule("cohorts.combat-spell.flame-tower")
@rule("cohorts.combat-spell.flame-wall")
@rule("cohorts.combat-spell.typed-damage")
@rule("cohorts.combat-spell.status-chance")
def attack_spell(given: Given) -> Result:
    """A spell by its row of the list, by its shape, or of which the rule is."""
    name = given.about
    if "shape" in given:
        name = SHAPES[given["shape"]]
    spell = spell_of(given.get("spell", name))
    if "quality" in given:
        spell = damaging(spell, quality=given["quality"])
    level = level_in(given) if "cl" in given or "hl" in given else learned(given, spell)
    found = struck(given, spell, level)
    dice = Unlucky()
    cast_at(spell, level, foe_of(given, spell), dice)
    return {**found, "draws_used": dice.used}


@rule("cohorts.combat-spell.fire-storm")
def fire_storm(given: Given) -> Result:
    """Cast in the slot that is struck, with enemies there and in the others."""
    if "struck" not in given:
        return attack_spell(given)
    spots = given["enemy_mu_hexes"]
    spell = damaging(spell_of("Fire Storm"), quality=0)
    foes = [unit(2 + n, DEFENDER, hp=HARDY, morale=STEADFAST) for n in range(len(spots))]
    one = hero(1, battle_spell=LoadedSpell(spell, 5))
    battle = Battle([one, *foes], given)
    hexes(battle, [*zip(foes, spots, strict=True), (one, given["struck"])])
    (made,) = cast_all(battle)
    assert name_of(made.hex) == given["struck"]
    return {
        "further_slots": [name_of(each) for each in made.further],
        "draws_used": battle.dice.used,
    }


@rule("cohorts.combat-spell.list")
def listed(given: Given) -> Result:
    spell = spell_of(given["spell"])
    effect = spell.effect
    status = CONTENT.damage_types[spell.type].status if spell.type else None
    return {
        "level": spell.level,
        "place": spell.place,
        "hits": {"duel": "characters", "battle": "mus", "utility": "all"}[spell.group],
        "form": f"aura {spell.form}" if spell.aura else spell.form,
        "type": spell.type or None,
        "quality": effect.quality if isinstance(effect, Bolt | Storm) else None,
        "effect": effect_of(CONTENT, spell),
        "status": Name(CONTENT.battle_statuses[status].name) if status else None,
    }
