"""What adapters of battles share, words as combatants, dice and a fight; the formulas of combat."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from engine.dice import Draw, Percent, Pick, Real100, ScriptedDice, Whole
from engine.facts import Tagged
from engine.packs.cohorts.battle import turns, values
from engine.packs.cohorts.battle.arming import Stance, armed
from engine.packs.cohorts.battle.combatant import Attack, Combatant, Special, joined
from engine.packs.cohorts.battle.fight import BattleSetting, Fight
from engine.packs.cohorts.battle.fighter import Fighter
from engine.packs.cohorts.battle.magic import attacks
from engine.packs.cohorts.battle.magic.casting import lay
from engine.packs.cohorts.battle.magic.laid import Laid
from engine.packs.cohorts.battle.record import Attacked
from engine.packs.cohorts.battle.slots import ATTACKER, DEFENDER, HEXES, name_of
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.bonus import Bonus
from engine.packs.cohorts.content.combat import KEYWORDS, Alter
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.worth.active_spells import ActiveSpell
from engine.world import Place
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import SOURCE, Scene, changed, module
from tests.rules.words import ATTRIBUTES, attributes, key

T = TypeVar("T")
E = TypeVar("E", bound=Tagged)
CONTENT = changed(module().content(Content), SOURCE)
FIELD = BattleSetting(CONTENT.battle, CONTENT.battle_statuses, CONTENT.damage_types)
AT_SEA = replace(FIELD, naval=True)
UNLUCKY = [Real100(99.999999)] * 99
"""Percent draws of which none makes anything happen."""
STEADFAST = 1e6
"""A morale that nothing shakes."""


def script(given: Mapping[str, Any]) -> list[Draw]:
    """The stream of a case."""
    made: list[Draw] = []
    for draw in given.get("stream", []):
        ((kind, value),) = draw.items()
        made.append({"d20": Whole, "pct": Real100, "pick": Pick}[kind](value))
    return made


def unit(id: int = 1, side: int = 0, **values: Any) -> Combatant:
    """A military unit of 100 soldiers and 1000 HP in slot 3, unless it is said otherwise."""
    usual: dict[str, Any] = {"slot": 3, "soldiers": 100, "hp": 1000.0, "name": f"Unit {id}"}
    place = Place("unit", id)
    return Combatant(**{"place": place, "side": side, "character": False, **usual, **values})


def hero(id: int = 1, side: int = 0, **values: Any) -> Combatant:
    """A character of 100 hit points in slot 3, unless it is said otherwise."""
    usual: dict[str, Any] = {"slot": 3, "soldiers": 1, "hp": 100.0, "name": f"Hero {id}"}
    place = Place("character", id)
    return Combatant(**{"place": place, "side": side, "character": True, **usual, **values})


RATINGS = (
    *("hp", "soldiers", "wounds", "level", "el", "dex", "con", "df", "df_percent", "res"),
    *("mar", "sar", "mad", "sad", "sar_vs", "lasting", "morale", "mult", "af", "pow"),
    *(f"sar_{type_}" for type_ in CONTENT.damage_types),
    *("undead", "lycanthrope", "possession", "religious", "keyword", "keywords"),
)
"""What a case may say of a unit in a battle, beside who it is (cohorts.battle.unit-record)."""
_SAME = ("soldiers", "wounds", "level", "dex", "con", "df", "df_percent", "res", "mar", "sar")
_OTHERWISE = {"mad": "mar", "sad": "sar", "lasting": "morale", "morale": "morale"}


def figures(given: Mapping[str, Any]) -> dict[str, Any]:
    """The figures that a case gives of a unit, as a combatant has them."""
    made: dict[str, Any] = {name: given[name] for name in _SAME if name in given}
    made |= {field: given[name] for name, field in _OTHERWISE.items() if name in given}
    if "hp" in given:
        made["hp"] = float(given["hp"])
    if "el" in given:
        made["encounter_level"] = given["el"]
    against = dict(given.get("sar_vs", {}))
    for type_ in CONTENT.damage_types:
        if f"sar_{type_}" in given:
            against[type_] = given[f"sar_{type_}"]
    words = [*given.get("keywords", ()), given.get("keyword", "")]
    words += [word for word in KEYWORDS if given.get(word)]
    if against:
        made["sar_against"] = {key(type_): value for type_, value in against.items()}
    if any(words):
        made["keywords"] = tuple(key(word) for word in words if word)
    if "pow" in given or "af" in given or "mult" in given:
        made["melee"] = Attack(
            given.get("mult", 1.0), given.get("af", 1.0), power=given.get("pow", 0.0)
        )
    return made


def some(
    given: Mapping[str, Any], id: int = 1, side: int = 0, *, usual: str = "", **values: Any
) -> Combatant:
    """A unit as a case tells of it, or of the `usual` kind.

    Where neither says it, what has no soldiers is a character.
    """
    kind = given.get("kind", usual or ("mu" if "soldiers" in given else "character"))
    return (hero if key(kind) == "character" else unit)(id, side, **{**values, **figures(given)})


def hex_named(name: str) -> int:
    """The hex of a name such as D3."""
    return [name_of(each) for each in range(HEXES)].index(name)


def going(
    scene: Scene, piece: Character | Unit, side: int = ATTACKER, slot: int = 3, **place: Any
) -> Combatant:
    """A piece of a world as it goes into battle, with all its effects."""
    stance = Stance(side, place.get("terrain", "grassland"), tuple(place.get("gives", ())))
    now = scene.now(piece)
    return armed(scene.world, scene.content, now, stance, slot=slot, force=now.holder)


def soldiers(content: Mapping[str, Any], equipment: Mapping[str, str], **values: Any) -> Combatant:
    """Soldiers by such content and so equipped as they go into battle."""
    scene = Scene(content=content)
    return going(scene, scene.unit(scene.stack(2, 2), equipment=dict(equipment), **values))


def boons(*bonuses: Bonus) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Talents of a module that give these bonuses, one each, and their names."""
    plain = next(iter(CONTENT.talents.values())).model_copy(
        update={"guilds": {}, "terrain": None, "terrain_cost_percent": 0}
    )
    names = tuple(f"boon_{number}" for number, _ in enumerate(bonuses))
    made = {
        name: plain.model_copy(update={"key": name, "name": name, "bonuses": (bonus,)})
        for name, bonus in zip(names, bonuses, strict=True)
    }
    return {"talents": made}, names


class Unlucky:
    """Dice with which nothing happens that need not; they count how often they were asked."""

    def __init__(self) -> None:
        self.used = 0

    def whole(self, sides: int, *, chance: Percent | None = None) -> int:
        self.used += 1
        return 1

    def real100(self, *, chance: Percent | None = None) -> float:
        self.used += 1
        return 99.999999

    def pick(self, options: Sequence[T]) -> T:
        self.used += 1
        return options[0]


class Lucky(Unlucky):
    """Dice with which all happens that may."""

    def real100(self, *, chance: Percent | None = None) -> float:
        self.used += 1
        return 0.0


class Battle:
    """A fight that is not begun, with scripted dice; without a script nothing happens by chance."""

    def __init__(
        self,
        units: Iterable[Combatant],
        given: Mapping[str, Any] | None = None,
        field: BattleSetting = FIELD,
        draws: Sequence[Draw] | None = None,
        dice: ScriptedDice | Unlucky | None = None,
    ) -> None:
        self.log: list[Tagged] = []
        if draws is None and given and "stream" in given:
            draws = script(given)
        self.dice = dice or (Unlucky() if draws is None else ScriptedDice(draws))
        self.fight = Fight(field, units, self.dice, self.log)

    def __getitem__(self, place: Combatant | Place) -> Fighter:
        wanted = place.place if isinstance(place, Combatant) else place
        return next(one for one in self.fight.roster if one.unit.place == wanted)

    def events(self, cls: type[E]) -> list[E]:
        """What happened of one kind, in order."""
        return [event for event in self.log if isinstance(event, cls)]

    def strike(
        self, one: Combatant, *foes: Combatant, missile: bool = False, charging: bool = False
    ) -> Attacked:
        """One attack with a weapon on all of these, and what it did."""
        struck = [self[foe] for foe in foes]
        turns.strike(self.fight, self[one], struck, missile=missile, charging=charging)
        return self.events(Attacked)[-1]

    def put(self, one: Combatant, hex_: str) -> Fighter:
        """Stand a unit in a hex by its name."""
        fighter = self[one]
        fighter.hex = hex_named(hex_)
        return fighter

    def give(self, one: Combatant, *statuses: str, heroic: int = 0) -> Fighter:
        """Give a unit battle statuses, without what they do at once."""
        fighter = self[one]
        for each in statuses:
            self.fight.afflict(fighter, key(each), heroic)
        return fighter


def whole(value: float) -> float:
    """A number as a case writes it: without a fraction where it has none."""
    value = round(value, 6)
    return int(value) if value == int(value) else value


def of_types(sources: Iterable[Mapping[str, Any]]) -> tuple[Special, ...]:
    """The special attacks of several sources, which may give one figure for both values."""
    found = [
        (key(s["type"]), s.get("damage", s.get("strength")), s.get("quality", s.get("strength")))
        for s in sources
    ]
    return joined(found, CONTENT.damage_types)


def special(type: str, damage: float, quality: float | None = None) -> Special:
    """A special attack; one figure is both damage value and quality."""
    return Special(type, damage, damage if quality is None else quality)


STURDY = 1e9
"""Hit points that no blow dents."""
PLAIN: Mapping[str, Any] = {
    **dict.fromkeys(("df", "power", "resistance", "mar", "sar"), 0),
    "hp": 10,
    "af": 1.0,
    "damage": 1.0,
    "resist": {},
}
"""What a race is born with for battle if a case says nothing of it."""
BLADE = {"classes": ("blade",), "hands": (1,), "missile_damage": 0}
POWERS = ("charm_of_power", "task_of_power")


def born(
    combat: Mapping[str, Any],
    *bonuses: Bonus,
    more: Mapping[str, Any] | None = None,
    troop: bool = False,
    **values: Any,
) -> Combatant:
    """Someone of a race with these figures for battle and of nothing else than these bonuses."""
    content, talents = boons(*bonuses)
    content |= {"races": {"human": {"combat": {**PLAIN, **combat}, **values.pop("race", {})}}}
    scene = Scene(content={**content, **(more or {})})
    maker = scene.unit if troop else scene.character
    laid: Mapping[str, int] = values.pop("laid", {})
    one = maker(scene.stack(2, 2), talents=talents, **values)
    for name, level in laid.items():
        spell = {"on": one.place, "spell": name, "strength": 1, "level": level, "faction": 0}
        scene.world.add(ActiveSpell, **spell)
    return going(scene, one)


def added(target: Any, amounts: Iterable[float]) -> list[Bonus]:
    return [Bonus(target=target, add=amount) for amount in amounts]


def percents(target: Any, amounts: Iterable[float]) -> list[Bonus]:
    return [Bonus(target=target, percent=amount) for amount in amounts]


def with_statuses(one: Combatant, figure: str, amounts: Iterable[float]) -> Battle:
    """A battle of one unit on which battle statuses lie, each of them changing one figure."""
    plain = CONTENT.battle_statuses["blinded"]
    none = {"melee_af": 0, "missile_af": 0, "df": 0}
    made = {
        f"hex_{n}": plain.model_copy(update={**none, "key": f"hex_{n}", figure: amount})
        for n, amount in enumerate(amounts)
    }
    battle = Battle([one], field=replace(FIELD, statuses=made))
    battle.give(one, *made)
    return battle


# ---------------------------------------------------------------- hit points and power


@rule("cohorts.formula.hp")
def hp(given: Given) -> Result:
    """A military unit if soldiers are given; it has the constitution of its race."""
    bonus = given.get("bonus", 0)
    amounts = bonus if isinstance(bonus, list) else [bonus]
    own = attributes(given)
    troop = "soldiers" in given or given.get("kind") == "mu"
    bearing: dict[str, Any] = {"attributes": own}
    if troop:
        bearing = {"race": {"attributes": own}, "soldiers": given.get("soldiers", 1)}
    combat = {"hp": given["racial_hp"]}
    one = born(combat, *added("HP", amounts), troop=troop, level=given["level"], **bearing)
    return {"hp": one.hp}


@rule("cohorts.formula.pow")
def power(given: Given) -> Result:
    """With a blade in a hand that is trained in nothing else; a military unit has no skills."""
    troop, skill = given.get("kind", "character") == "mu", given.get("skill", 0)
    bearing: dict[str, Any] = {"equipment": {"main_hand": "broadsword"}}
    if not troop:
        # A class that does not teach the weapon adds nothing to the skill.
        bearing |= {"job": "mage", "level": 60, "skills": {"blade": skill}}
    one = born(
        {"power": given["racial"]},
        *added("POW", given.get("modifiers", ())),
        more={"weapons": {"broadsword": {**BLADE, "melee_power": given["weapon"]}}},
        troop=troop,
        laid={name: 5 * given[name] for name in POWERS if name in given},
        **bearing,
    )
    battle = Battle([one])
    return {"pow": whole(values.power(battle.fight, battle[one]))}


@rule("cohorts.formula.pow-modifiers")
def modifiers(given: Given) -> Result:
    """What is left of a POW far from 0 when that is taken away."""
    far = 1000
    amounts = [*given.get("modifiers", ()), *([given["item"]] if "item" in given else [])]
    laid = {name: 5 * given[name] for name in POWERS if name in given}
    one = born({"power": far}, *added("POW", amounts), laid=laid)
    battle = Battle([one])
    return {"modifier": whole(values.power(battle.fight, battle[one]) - far)}


# ---------------------------------------------------------------- attack


@rule("cohorts.formula.dam")
def dam(given: Given) -> Result:
    """The damage of a blow; the changes are those of spells of different names."""
    one = born(
        {"damage": given["racial"], "af": given["af"]},
        more={"weapons": {"broadsword": {**BLADE, "melee_damage": given["weapon"]}}},
        equipment={"main_hand": "broadsword"},
        wounds=given.get("wounds", 0),
    )
    one = replace(one, hp=float(given["hp"]))
    foe = unit(99, DEFENDER, hp=STURDY)
    battle = Battle([one, foe])
    spell = CONTENT.combat_spells["increased_damage"]
    assert isinstance(spell.effect, Alter)
    for number, percent in enumerate(given.get("damage_changes", ())):
        effect = spell.effect.model_copy(update={"amount": percent, "per": "level"})
        named = {"key": f"{spell.key}_{number}", "effect": effect}
        lay(battle.fight, battle[one], Laid(spell.model_copy(update=named), 1))
    return {"dam": whole(battle.strike(one, foe).damage)}


@rule("cohorts.formula.weapon-choice")
def weapon_choice(given: Given) -> Result:
    off, arms = given.get("off"), {"broadsword": blade(given["main"])}
    held = {"main_hand": "broadsword"}
    if isinstance(off, Given):
        arms["dagger"] = blade(off)
        held["off_hand"] = "dagger"
    elif off:
        held["off_hand"] = key(off)
    found = born({}, more={"weapons": arms}, equipment=held).melee
    return {"damage": found.damage, "pow": found.power}


def blade(given: Given) -> dict[str, Any]:
    return {**BLADE, "melee_damage": given["damage"], "melee_power": given.get("pow", 0)}


@rule("cohorts.formula.weapon-attribute")
def weapon_attribute(given: Given) -> Result:
    """With a weapon of as many classes as there are attributes that it should name."""
    own = {name.upper(): value for name, value in given["attribute"].items()}
    classes = dict(zip(("blade", "axe", "hammer", "bow", "pole", "exotic"), own, strict=False))
    one = born(
        {},
        more={
            "weapons": {"broadsword": {**BLADE, "classes": tuple(classes) or ("shield",)}},
            "attack_attributes": {"melee": classes},
        },
        job="mage",
        attributes={**dict.fromkeys(ATTRIBUTES, 10), **own},
        equipment={"main_hand": "broadsword"},
    )
    return {"af_bonus": whole(one.melee.af_percent)}


@rule("cohorts.formula.af")
def af(given: Given) -> Result:
    one = born({"af": given["base"]}, *percents("AF", given.get("bonuses", ())))
    battle = with_statuses(one, "melee_af", given.get("status", ()))
    return {"af": whole(values.af(battle.fight, battle[one]))}


# ---------------------------------------------------------------- defense


@rule("cohorts.formula.res")
def res(given: Given) -> Result:
    resist = dict(given.get("type_modifier", {}))
    one = born({"resist": resist}, *added("RES", given["sources"]))
    battle = Battle([one])
    return {"res": whole(values.res(battle.fight, battle[one], given.get("attack_type", "")))}


@rule("cohorts.formula.df")
def df(given: Given) -> Result:
    bonuses = [*added("DF", given["flat"]), *percents("DF", given.get("percent", ()))]
    one = born({}, *bonuses, level=given.get("level", 0))
    battle = with_statuses(one, "df", given.get("status", ()))
    return {"df": whole(values.df(battle.fight, battle[one]))}


@rule("cohorts.formula.mad-sad")
def mad_sad(given: Given) -> Result:
    against = [
        Bonus(target="SAR", add=more, when={"type": type_})
        for type_, more in given.get("sar_vs", {}).items()
    ]
    one = born({"mar": given["mar"], "sar": given["sar"]}, *against)
    battle = Battle([one])
    fight, fighter, type_ = battle.fight, battle[one], given["type"]
    return {
        "mad": whole(values.mad(fight, fighter)),
        "sad": whole(values.sad(fight, fighter, type_)),
        "spell_divisor": whole(attacks.divisor(fight, fighter, type_)),
    }


# ---------------------------------------------------------------- derived figures


@rule("cohorts.formula.wounds")
def wounds(given: Given) -> Result:
    """A blow at the unit, and the same at one so large that no point is lost."""
    shielded = {"df": float(given["df"]), "res": float(given["res"]), "morale": STEADFAST}
    one = unit(1, hp=float(given["dam"]), melee=Attack(power=given["pow"]))
    struck = unit(2, DEFENDER, hp=float(given["hp"]), **shielded)
    large = unit(3, DEFENDER, hp=STURDY, **shielded)
    (full,) = Battle([one, large]).strike(one, large).hits
    battle = Battle([one, struck])
    (hit,) = battle.strike(one, struck).hits
    return {
        "points": whole(full.wounds * STURDY / 100),
        "wounds": whole(hit.wounds),
        "dead": battle[struck].state == "dead",
    }
