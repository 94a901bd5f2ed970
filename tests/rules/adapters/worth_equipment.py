"""What equipment gives, apart from its plain ratings, through real orders and real arming."""

from collections.abc import Mapping
from typing import Any

from engine.packs.cohorts.battle.arming import Stance, armed
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.battle import SpecialAttack
from engine.packs.cohorts.things.item_names import kind_called
from tests.rules.adapters.characters_acting import Camp
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Scene, module, ref

CONTENT = module().content(Content)
RING, SWORD = "gold_ring", "broadsword"


@rule("cohorts.item.equipment-characteristics")
def characteristics(given: Given) -> Result:
    worn = given.get("equipped", True)
    if "item_spell_level" in given:
        return {"can_cast": casts(given["item_spell_level"], given.get("magic_user", 0), worn)}
    if "item_talent" in given or "own_talent" in given:
        return {"af_bonus_percent": trained(given, worn)}
    racial, item = given.get("racial_fire_attack", 0), given.get("item_fire_attack", 0)
    found = soldiers(
        {
            "races": {"human": {"special": _fire(racial)}},
            "gear": {RING: {"special": _fire(item)}},
        },
        {"finger": RING} if worn else {},
    ).specials
    return {"fire_special_attack": round(sum(each.damage for each in found))}


def casts(level: int, magic_user: int, worn: bool) -> bool:
    """Whether a bearer without a spell book gets as far as the spell's other checks."""
    spell = next(each for each in CONTENT.spells.values() if each.level == level)
    equipment = {"finger": RING} if worn else {}
    # A priest without a deity has no attributes to help the skills: they are as a case says.
    scene = Camp(
        {"gear": {RING: {"spells": (spell.key,)}}},
        level=30,
        skills={"magic_user": magic_user},
        equipment=equipment,
    )
    hero = ref(scene.hero)
    code = scene.run(CharacterCastSpell(character=hero, spell=spell.key, target=hero)).code
    return code not in {"not_known", "unable"}


def trained(given: Given, worn: bool) -> float:
    """What talents add to the AF of soldiers of that training level with such a weapon."""

    def talents(key: str) -> tuple[str, ...]:
        found = kind_called(CONTENT.talents.values(), given[key]) if key in given else None
        return (found.key,) if found else ()

    classes = (given.get("weapon_class", "blade"),)
    content = {
        "weapons": {SWORD: {"classes": classes}},
        "gear": {RING: {"talents": talents("item_talent")}},
    }
    held = {"main_hand": SWORD, **({"finger": RING} if worn else {})}
    level = given.get("tl", 1)
    plain = soldiers({"weapons": {SWORD: {"classes": classes}}}, held, level=level)
    able = soldiers(content, held, level=level, talents=talents("own_talent"))
    return able.melee.af_percent - plain.melee.af_percent


def soldiers(content: Mapping[str, Any], equipment: Mapping[str, str], **values: Any) -> Any:
    """Soldiers as they go into battle."""
    scene = Scene(content=dict(content))
    one = scene.unit(scene.stack(2, 2), equipment=dict(equipment), **values)
    stance = Stance(0, "grassland")
    return armed(scene.world, scene.content, one, stance, slot=3, force=one.holder)


def _fire(strength: int) -> SpecialAttack | None:
    return SpecialAttack(type="fire", strength=strength) if strength else None
