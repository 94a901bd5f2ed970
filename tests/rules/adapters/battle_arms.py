"""What weapons make of an attack: which one strikes, how hard, and by whose strength."""

from collections.abc import Mapping
from typing import Any

from engine.packs.cohorts.battle import turns
from engine.packs.cohorts.battle.arming import Stance, armed
from engine.packs.cohorts.battle.combatant import Attack, Combatant
from engine.packs.cohorts.battle.formulas import attribute_bonus
from tests.rules.adapters.battle_field import CONTENT, Battle, key, unit
from tests.rules.harness import Given, Name, Result, rule
from tests.rules.scene import Scene

# Weapons of cases that the module has not, or whose figures are to be told apart.
_ARMS: dict[str, dict[str, Any]] = {
    "hand_axe": {"melee_damage": 2.0, "missile_damage": 3.0, "hands": (1,)},
    "short_bow": {"melee_damage": 0.0, "missile_damage": 5.0},
}
_STANDS_FOR = {"throwing axe": "hand_axe", "bow": "short_bow"}
_DAMAGE = {
    figure: name
    for name, stands in _STANDS_FOR.items()
    for figure in (_ARMS[stands]["melee_damage"], _ARMS[stands]["missile_damage"])
    if figure
}


def _soldiers(content: Mapping[str, Any], equipment: Mapping[str, str]) -> Combatant:
    scene = Scene(content=dict(content))
    one = scene.unit(scene.stack(2, 2), equipment=dict(equipment))
    return armed(scene.world, scene.content, one, Stance(0, "grassland"), slot=3, force=one.holder)


@rule("cohorts.item.weapon-switching")
def weapon_switching(given: Given) -> Result:
    places = {place: given.get(place) for place in ("main_hand", "ranged")}
    held = {place: _STANDS_FOR.get(name, key(name)) for place, name in places.items() if name}
    one = _soldiers({"weapons": _ARMS, "races": {"human": {"combat": {"damage": 1.0}}}}, held)
    foe = unit(2, 1)
    battle = Battle([one, foe])
    near = {"same slot": "A3", "distant": "D3"}[given["target"]]
    shooter = battle.put(one, "A3")
    battle.put(foe, near)
    attack = one.missile if turns.shoots(battle.fight, shooter) else one.melee
    assert isinstance(attack, Attack)
    return {"attacks_with": Name(_DAMAGE.get(attack.damage, "bare hands"))}


@rule("cohorts.item.direct-bonuses")
def direct_bonuses(given: Given) -> Result:
    one = _soldiers(
        {
            "weapons": {"broadsword": {"melee_power": given["weapon_power"]}},
            "races": {"human": {"combat": {"power": given["racial_power"]}}},
        },
        {"main_hand": "broadsword"},
    )
    return {"power": one.melee.power}


@rule("cohorts.item.weapon-characteristics")
def weapon_characteristics(given: Given) -> Result:
    if "attributes" in given:
        return _attribute_value(given["attributes"], given["modifiers"])
    main, off = given["main_hand"], given["off_hand"]
    one = _soldiers(
        {
            "weapons": {
                "broadsword": {"melee_damage": main["melee_af"], "melee_power": main["power"]},
                "dagger": {"melee_damage": off["melee_af"], "melee_power": off["power"]},
            },
            "races": {"human": {"combat": {"power": 0, "damage": 1.0}}},
        },
        {"main_hand": "broadsword", "off_hand": "dagger"},
    )
    return {"melee_af": one.melee.damage, "power": one.melee.power}


def _attribute_value(attributes: Mapping[str, int], modifiers: list[str]) -> Result:
    """The attribute value whose bonus a weapon with such classes gives."""
    by_class = CONTENT.attack_attributes.melee
    classes = [next(c for c, each in by_class.items() if each == name) for name in modifiers]
    per_point = CONTENT.battle.percent_per_attribute_point
    one = _soldiers(
        {
            "weapons": {"broadsword": {"classes": tuple(classes)}},
            "races": {"human": {"attributes": dict(attributes)}},
        },
        {"main_hand": "broadsword"},
    )
    plain = attribute_bonus(per_point, [0.0])
    return {"attribute_value": (one.melee.af_percent - plain) / per_point}
