"""What characters do with their actions, how often, and what it costs them."""

from collections.abc import Mapping
from typing import Any

from engine.dice import ScriptedDice, SeededDice, Whole
from engine.events import OrderFailed
from engine.module import key_of
from engine.orders import Order, Queued
from engine.packs.cohorts.characters.acting import deed
from engine.packs.cohorts.characters.brewing import (
    CharacterMakePotion,
    PotionsMade,
    RecipeResearched,
    ResearchItemRecipe,
)
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.characters.drilling import FieldTrainSoldiers
from engine.packs.cohorts.characters.drinking import DrinkPotion, PotionDrunk
from engine.packs.cohorts.characters.gathering import GatherFlora
from engine.packs.cohorts.characters.influencing import InfluenceCharacter
from engine.packs.cohorts.characters.practising import PracticeSkill
from engine.packs.cohorts.characters.renown import TransferRenown
from engine.packs.cohorts.characters.resting import TakeABreak
from engine.packs.cohorts.cities.acting import ConscriptRecruits
from engine.packs.cohorts.content import Potion, Weapon
from engine.packs.cohorts.content.item_keys import Item, item_of
from engine.packs.cohorts.covert.poisoning import MakePoisonWeapons
from engine.packs.cohorts.guilds.brewing import GuildMakePotion, PotionsBrewed
from engine.packs.cohorts.magic.lasting import waits
from engine.packs.cohorts.pieces.records import Unit
from engine.packs.cohorts.stacks.messages import ChangeMessage
from engine.packs.cohorts.stacks.training_camp import TrainingCamp
from engine.packs.cohorts.things.item_names import kind_called
from engine.packs.cohorts.worth.active_spells import own_shell
from engine.packs.cohorts.worth.bonuses import attribute
from engine.packs.cohorts.worth.chances import attempt
from engine.packs.cohorts.worth.drill import UnitDrilled
from engine.state import State
from engine.world import Record
from tests.rules.adapters.battle_field import going
from tests.rules.harness import Given, Result, UnknownKeyError, rule
from tests.rules.scene import CONTENT, SEED, Ran, Scene, ref

HOME = (5, 5)


class Camp(Scene):
    """A character of mine in a stack, with a herb garden around."""

    def __init__(self, content: Mapping[str, Any] | None = None, **hero: Any) -> None:
        super().__init__(content=content)
        self.party = self.stack(*HOME)
        # A priest without a deity has no attributes to help the skills: they are as a case says.
        self.hero = self.character(self.party, **{"job": "priest", "actions": 1, **hero})
        self.province(*HOME, deposits=("lavender",))

    def order(self, name: str, number: int = 0, *, point: bool = True) -> Order:
        """The order that a case calls so, with all that it needs at hand."""
        common: dict[str, Any] = {"character": ref(self.hero), "point": point}
        match name.split(" ", maxsplit=1)[0]:
            case "practice-skill":
                return PracticeSkill(**common, skill="ranger")
            case "gather-flora":
                return GatherFlora(**common, province=ref(self.at(*HOME)), flora="lavender")
            case "drink-potion":
                self.items(self.hero, **{f"healing_salve*{2 + number}": 2})
                return DrinkPotion(**common, potion=f"healing_salve*{2 + number}")
            case "take-a-break":
                return TakeABreak(**common)
            case "make-potion":
                return CharacterMakePotion(**common, potion="healing_salve")
            case "research-item-recipe":
                self.change(self.hero, skills={**self.now(self.hero).skills, "crafting": 5})
                return ResearchItemRecipe(**common, item="spear")
            case "field-train-soldiers":
                unit = self.unit(self.party)
                return FieldTrainSoldiers(**common, units=(ref(unit),))
            case "cast":
                return self._cast(name.removeprefix("cast "), common)
            case _:
                raise UnknownKeyError(f"no character action is called {name!r}")

    def _cast(self, name: str, common: Mapping[str, Any]) -> Order:
        spell = kind_called(self.content.spells.values(), name)
        assert spell, name
        known = {"spells": (*self.now(self.hero).spells, spell.key), "mana": 90, "level": 30}
        self.change(self.hero, **known, skills={"spell_craft": 30})
        foe = self.someone("at_war")
        target: Record = self.stack(*HOME, foe)
        if "stack" not in spell.targets:
            self.city(*HOME, foe)
            target = self.at(*HOME)
        return CharacterCastSpell(**common, spell=spell.key, target=ref(target), mana=0)

    def try_all(self, orders: list[Order], phases: Mapping[int, str] | None = None) -> Ran:
        """Give these orders in one turn."""
        named = phases or {}
        queued = (Queued(f"k{n}", order, named.get(n, "")) for n, order in enumerate(orders))
        return self.run(*queued)


def refusals(ran: Ran) -> dict[int, str]:
    """The reasons of the orders that were refused, by their place."""
    assert not ran.faults, ran.faults[0].traceback
    return {
        int(entry.order.removeprefix("k")): entry.event.code
        for entry in ran.entries
        if isinstance(entry.event, OrderFailed)
    }


def ended(ran: Ran, done: str = "success") -> dict[str, object]:
    """How a single order ended."""
    return {"result": ran.result(done), **({"reason": ran.code} if ran.refused else {})}


# ---------------------------------------------------------------- the frame of all actions


@rule("cohorts.action.percent-rolls")
def percent_rolls(given: Given) -> Result:
    scene = Camp()
    state = State(scene.rules, scene.world, ScriptedDice([Whole(given["roll"], 100)]))
    return {"success": attempt(state, scene.hero.place, "try", given["chance"]).succeeds}


@rule("cohorts.action.phases")
def phases(given: Given) -> Result:
    scene = Camp(level=10, action_points=given.get("action_points", 0))
    named = [str(each).partition(" (phase ") for each in given["orders"]]
    orders = [scene.order(name, number) for number, (name, _, _) in enumerate(named)]
    asked = {n: f"character-{p.rstrip(')')}" for n, (_, _, p) in enumerate(named) if p}
    refused = refusals(scene.try_all(orders, asked))
    return {
        "done": [name for number, (name, _, _) in enumerate(named) if number not in refused],
        "refused": {named[number][0]: code for number, code in refused.items()},
        "refused_second": refused.get(1),
    }


DIFFERENT = ("practice-skill", "gather-flora", "take-a-break", "research-item-recipe")


@rule("cohorts.action.action-points")
def action_points(given: Given) -> Result:
    scene = Camp(level=10, action_points=given["points"])
    number = given.get("actions_ordered", 0)
    kinds = DIFFERENT if given.get("all_different", True) else DIFFERENT[:1] * number
    names = given.get("orders") or kinds[:number]
    orders = [scene.order(name) for name in names]
    refused = refusals(scene.try_all(orders))
    return {
        "done": len(orders) - len(refused),
        "points_left": scene.now(scene.hero).action_points,
    }


@rule("cohorts.action.ratings")
def ratings(given: Given) -> Result:
    scene = Camp()
    rated = type("Rated", (TakeABreak,), {"rating": given["rating"], "__module__": __name__})
    order: Order = rated(character=ref(scene.hero))
    if given.get("result") == "aborted":  # what is not yet bought with renown
        scene.change(scene.hero, starting=True)
        other = scene.change(scene.character(scene.at(*HOME)), player=0)
        order = InfluenceCharacter(sponsor=ref(scene.hero), target=ref(other), offer=1)
    assert not scene.run(order).refused
    weeks = given.get("now", 0) - given.get("done_turn", 0)
    for _ in range(given.get("weekly_productions_since", weeks)):
        scene.produce()
    for _ in range(given.get("monthly_productions_since", 0)):
        scene.produce(monthly=True)
    return {"ready": waits(scene.world, scene.hero.place, deed(order)) is None}


@rule("cohorts.action.order-failure")
def order_failure(given: Given) -> Result:
    scene = Camp(level=10, skills={"healing": 10}, recipes=("healing_salve",))
    if given.get("ingredients"):
        scene.items(scene.hero, lavender=given["ingredients"])
    states = {"prisoner": {"captor": 99}, "dead": {"dead": True}}
    husks = {each: {"statuses": {each: 10}} for each in ("husk", "stoned")}
    if "sponsor" in given:
        scene.change(scene.hero, **{**states, **husks}[given["sponsor"]])
    dice = ScriptedDice([Whole(100, 100)]) if given.get("roll_fails") else None
    ran = scene.run(scene.order(given["order"], point=False), dice=dice)
    return {
        **ended(ran, "failed" if given.get("roll_fails") else "success"),
        "action_used": not scene.now(scene.hero).actions,
    }


@rule("cohorts.turn.failed-orders")
def failed_orders(given: Given) -> Result:
    scene = Camp(level=10)
    holds = given.get("conditions_hold", True)
    if given.get("order") == "city action":
        people = {"human": 9000} if holds else {}
        city = scene.city(1, 1, scene.me, actions=1, population=people)
        scene.run(ConscriptRecruits(city=ref(city)))
        return {"action_used": scene.now(city).actions < 1}
    if "order" in given:
        dice = ScriptedDice([Whole(100, 100)]) if given.get("roll") == "fails" else None
        name = str(given["order"]).replace(" ", "-")
        order = scene.order(name)
        if not holds:
            scene.change(scene.hero, captor=99)
        scene.run(order, dice=dice)
        return {"action_used": not scene.now(scene.hero).actions}
    known: dict[str, Order] = {
        "transfer-renown": TransferRenown(target=ref(scene.someone("teammate")), amount=10),
        "change-message": ChangeMessage(bearer=ref(scene.hero), message="Hail"),
    }
    names = [str(each).partition(" ")[0] for each in given["orders"]]
    failed = refusals(scene.try_all([known[name] for name in names]))
    done = [name for number, name in enumerate(names) if number not in failed]
    return {"executed": done, "failed": len(failed)}


# ---------------------------------------------------------------- brewing and recipes


SKILLS = {"potions": "magic", "poisons": "poison", "antidotes": "antidote", "healing": "healing"}


@rule("cohorts.order.character-make-potion")
@rule("cohorts.skill.potions")
@rule("cohorts.skill.healing")
@rule("cohorts.skill.poisons-and-antidotes")
def make_potion(given: Given) -> Result:
    if "guild_level" in given:
        return made_by_a_guild(given)
    skill = next((name for name in SKILLS if name in given), "potions")
    potion = first_of(SKILLS[skill], given.get("item_level", 0))
    scene = Camp(
        level=given.get("character_level", given.get("level", 35)),
        skills={skill: given.get(skill, 35)},
        recipes=(potion.key,) if given.get("recipe_known", True) else (),
    )
    number = given.get("ingredients_for", 9)
    scene.items(scene.hero, **{key: number * each for key, each in potion.ingredients.items()})
    ran = scene.run(CharacterMakePotion(character=ref(scene.hero), potion=potion.key))
    made = next(iter(ran.events(PotionsMade)), None)
    quality = item_of(made.item).quality if made else 0
    return {
        **ended(ran),
        "made": made.number if made else 0,
        "quality_index": quality,
        "quality": CONTENT.brewing.name_of(quality) if made else "",
    }


def made_by_a_guild(given: Given) -> Result:
    """The quality of what a mage guild brews."""
    potion = first_of("magic", 0)
    scene = Scene()
    deposits = tuple(potion.ingredients)
    scene.province(*HOME, deposits=deposits)
    city = scene.city(*HOME, scene.me, secrets=(potion.key,))
    guild = scene.guild(city, "mage", given["guild_level"])
    (brewed,) = scene.run(GuildMakePotion(guild=ref(guild), potion=potion.key)).events(
        PotionsBrewed
    )
    quality = item_of(brewed.item).quality
    return {
        "made": brewed.number,
        "quality_index": quality,
        "quality": CONTENT.brewing.name_of(quality),
    }


def first_of(keyword: str, item_level: int) -> Potion:
    """The first of what is brewed with a keyword at an item level, that anyone can make."""
    return next(
        each
        for each in CONTENT.potions.values()
        if each.keyword == keyword and each.item_level == item_level
    )


@rule("cohorts.order.research-item-recipe")
def research(given: Given) -> Result:
    potion = first_of("healing", 0)
    content = {"potions": {potion.key: {"item_level": given["item_level"]}}}
    scene = Camp(content, level=50, skills={"healing": given["skill"]})
    if given.get("known"):
        scene.change(scene.hero, recipes=(potion.key,))
    dice = ScriptedDice([Whole(given["roll"], 100)]) if "roll" in given else None
    ran = scene.run(ResearchItemRecipe(character=ref(scene.hero), item=potion.key), dice=dice)
    told = next(iter(ran.events(RecipeResearched)), None)
    return {
        **ended(ran),
        "chance": told.chance if told else None,
        "known": potion.key in scene.now(scene.hero).recipes,
    }


# ---------------------------------------------------------------- drinking


STATUSES = ("Poisoned", "Plagued", "Insane", "Frightened", "Frozen", "Bleeding", "Soulless")
ATTRIBUTES = ("STR", "DEX", "CON", "INT", "WIS", "CHA")


def drinking(given: Given, name: str) -> Result:
    """The result of drinking, and what it leaves."""
    potion = kind_called(CONTENT.potions.values(), name)
    assert potion, name
    key = str(Item(potion.key, quality=given.get("quality_index", 1)))
    belt = {"cloak": {"modifiers": charm(potion, given.get("charm_percent", 0))}}
    scene = Camp(
        {"gear": belt},
        attributes={each: given.get(each, 10) for each in ATTRIBUTES},
        equipment={"back": "cloak"},
        wounds=given.get("wounds", 0),
        mana=given.get("pool", 0),
        skills={"magic_user": given.get("capacity", 0)} if given.get("capacity") else {},
        statuses={each.casefold(): given[each] for each in STATUSES if each in given},
    )
    scene.items(scene.hero, **{key: 1})
    ran = scene.run(DrinkPotion(character=ref(scene.hero), potion=key))
    told, now = next(iter(ran.events(PotionDrunk)), None), scene.now(scene.hero)
    left = {status.capitalize(): level for status, level in now.statuses.items()}
    inflicted = told.status.capitalize() if told else ""
    effective = {
        each: attribute(scene.world, scene.content, now, each).value for each in ATTRIBUTES
    }
    return {
        **ended(ran),
        **effective,
        "consumed": not scene.held(scene.hero),
        "wounds": now.wounds,
        "pool": now.mana,
        "shell": own_shell(scene.world, scene.content, now.place),
        "action_points": now.action_points,
        "cured": bool(told and told.cured),
        "left": left,
        "status": inflicted,
        "level": left.get(inflicted),
    }


def charm(potion: Potion, percent: int) -> dict[str, float]:
    """A bonus of other origin to what the potion raises."""
    return dict.fromkeys(potion.modifiers, percent) if percent else {}


@rule("cohorts.action.potion-recipes")
def potion_recipes(given: Given) -> Result:
    if "maker_level" not in given:
        return drinking(given, given["potion"])
    potion = kind_called(CONTENT.potions.values(), given["potion"])
    assert potion
    scene = Camp(level=given["maker_level"], skills={"potions": 35}, recipes=(potion.key,))
    scene.items(scene.hero, **potion.ingredients)
    return ended(scene.run(CharacterMakePotion(character=ref(scene.hero), potion=potion.key)))


@rule("cohorts.action.poison-recipes")
def poison_recipes(given: Given) -> Result:
    """An assassin puts a vial on a weapon by order, and then goes into battle with it."""
    if given.get("drunk"):
        return drinking(given, given["poison"])
    venom = kind_called(CONTENT.potions.values(), given["poison"])
    assert venom
    assert venom.coating
    wanted = key_of(
        given.get("weapon_class", "" if "weapon" in given else venom.coating.classes[0])
    )
    weapons: list[Weapon] = list(CONTENT.weapons.values())
    weapon = next(
        each
        for each in weapons
        if (not wanted or wanted in each.classes)
        and ("weapon" not in given or key_of(given["weapon"]) == key_of(each.key))
    )
    scene = Camp(level=50, skills={"assassin": 50})
    vial = str(Item(venom.key, quality=given.get("quality_index", 1)))
    scene.items(scene.hero, **{vial: 1, weapon.key: 1})
    order = MakePoisonWeapons(character=ref(scene.hero), weapon=weapon.key, poison=vial, number=1)
    ran = scene.run(order)
    coated = next((item for item in scene.held(scene.hero) if item_of(item).poison), "")
    place = next(each for each in ("main_hand", "ranged") if weapon.fits(each))
    armed_one = scene.change(scene.hero, equipment={place: coated} if coated else {})
    one = going(scene, armed_one)
    special = next(iter(one.specials), None)
    return {
        "accepted": not ran.refused,
        "type": special.type if special else None,
        "damage": special.damage if special else 0,
        "value": special.quality if special else 0,
    }


@rule("cohorts.action.antidote-recipes")
def antidote_recipes(given: Given) -> Result:
    return drinking(given, given["antidote"])


@rule("cohorts.action.healing-draught-recipes")
def draught_recipes(given: Given) -> Result:
    return drinking(given, given["draught"])


@rule("cohorts.order.drink-potion")
def drink(given: Given) -> Result:
    scene = Camp(wounds=given.get("wounds", 0))
    if given.get("second_this_turn"):
        orders = [scene.order("drink-potion", number) for number in (0, 1)]
        reason = refusals(scene.try_all(orders)).get(1)
        return {"result": "refused" if reason else "success", "reason": reason}
    potion = kind_called(CONTENT.potions.values(), given["item"])
    quality = given.get("quality_index", 1)
    item = str(Item(potion.key, quality=quality)) if potion else given["item"]
    holder = scene.party if given.get("in") == "stack possessions" else scene.hero
    scene.items(holder, **{item: 1})
    ran = scene.run(DrinkPotion(character=ref(scene.hero), potion=item))
    return {
        **ended(ran),
        "wounds": scene.now(scene.hero).wounds,
        "consumed": 1 - scene.held(holder).get(item, 0),
    }


# ---------------------------------------------------------------- training


def soldiers_for(level: int, encounter: int) -> int:
    """The number for which a unit of the level has that encounter level."""
    return 25 * (encounter - level) ** 2


@rule("cohorts.order.field-train-soldiers")
def field_train(given: Given) -> Result:
    scene = Camp(level=50, skills={"troop_training": given.get("training", 10)})
    encounter = given.get("unit_EL", 3)
    level = given.get("unit_level", encounter)
    xp = CONTENT.experience.needed_for(level)
    units: list[Unit] = [
        scene.unit(scene.party, level=level, xp=xp, soldiers=soldiers_for(level, encounter) or 5)
        for _ in range(given.get("units", 1))
    ]
    script = [Whole(given["roll"], 20) for _ in units] if "roll" in given else []
    ran = scene.run(
        FieldTrainSoldiers(character=ref(scene.hero), units=tuple(ref(unit) for unit in units)),
        dice=ScriptedDice(script) if script else SeededDice(SEED, 1),
    )
    told = next(iter(ran.events(UnitDrilled)), None)
    gap = CONTENT.experience.gap(level)
    return {
        **ended(ran),
        "total": told.total if told else None,
        "XP": told.xp if told else 0,
        "gain_percent": CONTENT.drill.percent(given["roll"], told.total) if told else 0,
        "gap": gap,
    }


@rule("cohorts.order.training-camp")
def training_camp(given: Given) -> Result:
    scene = Scene()
    stack = scene.stack(*HOME)
    before = given.get("xp", CONTENT.experience.needed_for(given["level"]))
    unit = scene.unit(stack, level=given["level"], xp=before)
    for _ in range(given.get("camps", 1)):
        assert not scene.run(TrainingCamp(stack=ref(stack))).refused
        scene.produce()
    now = scene.now(unit)
    return {"xp": now.xp if "camps" in given else now.xp - before, "level": now.level}
