"""Combat spells: loading them, the two phases of magic, whom they strike, and attacks."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from engine.packs.cohorts.battle.arming import Stance, armed
from engine.packs.cohorts.battle.combatant import Combatant
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.magic import attacks, casting
from engine.packs.cohorts.battle.magic.loaded import LoadedSpell
from engine.packs.cohorts.battle.record import Cast
from engine.packs.cohorts.battle.slots import ATTACKER, DEFENDER, hex_named, name_of
from engine.packs.cohorts.battle.special import Blow
from engine.packs.cohorts.characters.loading import LoadCombatSpell
from engine.packs.cohorts.content import CombatSpell
from engine.packs.cohorts.content.combat import Bolt, Storm
from engine.packs.cohorts.items import Unique
from engine.packs.cohorts.levels import heroic_level
from engine.packs.cohorts.magic.caster import combat_spell_called
from engine.packs.cohorts.records import Character
from tests.rules.adapters.battle_field import (
    CONTENT,
    UNLUCKY,
    Battle,
    figures,
    hero,
    unit,
    whole,
)
from tests.rules.harness import Given, Name, rule
from tests.rules.scene import Ran, Scene, ref
from tests.rules.tables.combat import effect_of

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


def cast_all(battle: Battle) -> list[Cast]:
    """Run both phases of magic, and tell what was cast."""
    casting.duel(battle.fight)
    casting.battle(battle.fight)
    return [each for each in battle.log if isinstance(each, Cast)]


def level_in(given: Given, of: str = "") -> int:
    """The caster level of a case, which may give a heroic level instead."""
    name = f"{of}_" if of else ""
    return given[f"{name}cl"] if f"{name}cl" in given else 5 * given[f"{name}hl"]


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


def ready(scene: Scene, who: Character) -> Combatant:
    """The character as it goes into battle."""
    stance, now = Stance(ATTACKER, "grassland"), scene.now(who)
    return armed(scene.world, scene.content, now, stance, slot=8, force=now.holder)


@rule(
    "cohorts.order.load-combat-spell",
    *(
        "place",
        "spell",
        "spell_craft",
        "level",
        "mana",
        "mana_put_in",
        "load_mana",
        "in_book",
        "controlled",
    ),
)
def load_combat_spell(given: Given) -> Mapping[str, object]:
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


@rule("cohorts.combat-spell.loading", "loaded", "load")
def loading(given: Given) -> Mapping[str, object]:
    scene, names = Scene(), given.get("load") or list(given["loaded"].values())
    someone = mage(scene, given, *names)
    for each in names:
        assert not load(scene, someone, each).refused
    loaded = {place: each.spell for place, each in scene.now(someone).loaded.items()}
    foes = [hero(2, DEFENDER, hp=HARDY), unit(3, DEFENDER, hp=HARDY)]
    battle = Battle([ready(scene, someone), *foes], draws=[])
    told = {f"loaded_{place}": Name(spell) for place, spell in loaded.items()}
    return {"casts": [Name(each.spell) for each in cast_all(battle)], **told}


@rule(
    "cohorts.combat-spell.caster-level",
    *("level", "spell_craft", "faith", "magic_user", "mana_put_in", "mana_left", "load_mana"),
)
def caster_level(given: Given) -> Mapping[str, object]:
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
    one = ready(scene, scene.change(someone, mana=given.get("mana_left", put_in)))
    battle = Battle([one, hero(2, DEFENDER, hp=HARDY)], draws=[])
    (cast,) = cast_all(battle)
    left = battle[one].mana
    return {"cl": cast.level, "hl": heroic_level(cast.level), "mana_left": left, "refused": False}


# ---------------------------------------------------------------- whom they strike


def hexes(battle: Battle, where: Iterable[tuple[Combatant, str]]) -> None:
    for each, spot in where:
        battle.put(each, spot)


@rule(
    "cohorts.battle.duel-magic-phase",
    *("caster_hex", "enemy_characters", "duel_spell", "mana_put_in", "stream", "directive"),
)
def duel_phase(given: Given) -> Mapping[str, object]:
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


@rule("cohorts.battle.battle-magic-phase", "caster", "enemies", "friends", "stream")
def battle_phase(given: Given) -> Mapping[str, object]:
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


@rule("cohorts.combat-spell.no-friendly-fire", "spell", "slot_holds")
def friendly_fire(given: Given) -> Mapping[str, object]:
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


def target(given: Given, spell: CombatSpell | None = None) -> Combatant:
    """What a case says of who is struck: by a duel spell or without soldiers a character."""
    single = spell.group == "duel" if spell else "soldiers" not in given
    against = {name[4:]: given[name] for name in given if name.startswith("sar_")}
    maker = hero if single else unit
    return maker(2, DEFENDER, **{"hp": HARDY, **figures(given), "sar_against": against})


def points_of(blow: Blow) -> int:
    """Damage points, on every head of a military unit."""
    one = blow.target
    return round(blow.wounds * one.hp / one.soldiers / 100)


def struck(given: Given, effect: Bolt | Storm, foe: Combatant) -> dict[str, object]:
    """What an attack does to a unit in its slot, and further away."""
    level = level_in(given) if "cl" in given or "hl" in given else given["spell_craft"]
    battle = Battle([hero(1), foe])
    one = battle[foe]
    if isinstance(effect, Bolt):
        blow = further = attacks.bolt(battle.fight, effect, level, one)
    else:
        blow = attacks.storm(battle.fight, effect, level, one)
        percent = effect.further_percent
        further = attacks.storm(battle.fight, effect, level, one, percent)
    if given.get("slot") == "further":
        blow = further
    quality = effect.quality * heroic_level(level) ** 2
    if given.get("slot") == "further" and isinstance(effect, Storm):
        quality = quality * effect.further_percent // 100
    status = CONTENT.damage_types[effect.type].status
    return {
        "base": attacks.base(effect, level) if isinstance(effect, Storm) else None,
        "points": points_of(blow),
        "points_in_slot": points_of(blow),
        "points_in_further_slots": points_of(further),
        "wounds": whole(min(100.0, blow.wounds)),
        "chance": whole(blow.chance),
        "q": quality,
        "status": Name(CONTENT.battle_statuses[status].name) if status else None,
    }


@rule("cohorts.combat-spell.attack-damage", "spell_craft", "multiplier", "mad", "sad", "hl", "cl")
def attack_damage(given: Given) -> Mapping[str, object]:
    bolt = Bolt(does="bolt", type="fire", multiplier=given["multiplier"])
    return struck(given, bolt, target(given))


SHAPES = {
    "hail": "Flaming Hail",
    "storm": "Fire Storm",
    "tower": "Flame Tower",
    "wall": "Flame Wall",
}


@rule(
    "cohorts.combat-spell.area-damage",
    *("cl", "shape", "mad", "sad", "mar", "sar", "hp", "soldiers"),
)
def area_damage(given: Given) -> Mapping[str, object]:
    spell = spell_of(SHAPES[given["shape"]])
    assert isinstance(spell.effect, Storm)
    return struck(given, spell.effect, target(given, spell))


ATTACKED = (
    *("cl", "hl", "mar", "sar", "mad", "sad", "sar_fire", "sar_cold", "sar_poison", "sar_evil"),
    *("sar_holy", "sar_vorpal", "sar_light", "sar_paralysis", "sar_fear", "sar_stone"),
    *("hp", "soldiers", "wounds", "slot", "quality"),
)


@rule("cohorts.combat-spell.flame-bolt", *ATTACKED)
@rule("cohorts.combat-spell.fireball", *ATTACKED)
@rule("cohorts.combat-spell.flaming-hail", *ATTACKED)
@rule("cohorts.combat-spell.flame-tower", *ATTACKED)
@rule("cohorts.combat-spell.flame-wall", *ATTACKED)
@rule("cohorts.combat-spell.typed-damage", "spell", *ATTACKED)
@rule("cohorts.combat-spell.status-chance", "spell", *ATTACKED)
def attack_spell(given: Given) -> Mapping[str, object]:
    """A spell by its row of the list; a quality that a case gives must be that of the row."""
    spell = spell_of(given.get("spell", given.where.split("/")[0].rpartition(".")[2]))
    effect, foe = spell.effect, target(given, spell)
    assert isinstance(effect, Bolt | Storm)
    assert given.get("quality", effect.quality) == effect.quality
    one = caster(1, spell.name, level=level_in(given))
    battle = Battle([one, foe], draws=UNLUCKY)
    cast_all(battle)
    return {**struck(given, effect, foe), "draws_used": battle.dice.used}


@rule("cohorts.combat-spell.fire-storm", "struck", "enemy_mu_hexes", "stream", *ATTACKED)
def fire_storm(given: Given) -> Mapping[str, object]:
    if "struck" not in given:
        return attack_spell(given)
    effect = spell_of("Fire Storm").effect
    assert isinstance(effect, Storm)
    spots = given["enemy_mu_hexes"]
    foes = [unit(2 + number, DEFENDER) for number in range(len(spots))]
    battle = Battle([hero(1), *foes], given)
    hexes(battle, zip(foes, spots, strict=True))
    enemies: list[Fighter] = battle.fight.enemies(battle.fight.roster[0])
    found = attacks.further_hexes(
        battle.fight, battle.fight.roster[0], hex_named(given["struck"]), enemies, effect.further
    )
    return {"further_slots": [name_of(each) for each in found], "draws_used": battle.dice.used}


@rule("cohorts.combat-spell.list", "spell")
def listed(given: Given) -> Mapping[str, object]:
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
