"""Magic items: who may carry them, what they cost, and what they do."""

import re
from collections.abc import Sequence
from typing import Any

from engine.packs.warmaster.battle import combat, command, engagement, figures, magic, orders
from engine.packs.warmaster.battle.blows import (
    EngagementEnded,
    Retreated,
    RoundFought,
    SpellboundRolled,
    WizardCast,
)
from engine.packs.warmaster.battle.happenings import Blundered, Ordered
from engine.packs.warmaster.battle.losing import suffer
from engine.packs.warmaster.battle.state import Battle
from engine.packs.warmaster.battle.values import DEFENDER, Captain, ItemUse, Spot
from engine.packs.warmaster.content.items import ROLES, surplus
from engine.packs.warmaster.content.points import BoughtUnit, unit_price
from engine.packs.warmaster.orders.equipping import EquipMagicItem
from tests.packs.warmaster.scene import MusterScene
from tests.rules.adapters.warmaster.casting import (
    AIMED,
    AWAY,
    COVERED,
    FAR,
    HERE,
    LASTING,
    Falling,
    armour_of,
    armour_text,
    enemy,
    first,
    foot,
    happened,
    leader,
    next_to,
    one_stand,
    or_played,
    own,
    stage,
    sum_of_two,
    told,
    with_effect,
    with_spell,
    wizard,
)
from tests.rules.adapters.warmaster.fighting import unsaved
from tests.rules.adapters.warmaster.scene import LISTS, LORE, captain, key_of_item, type_of
from tests.rules.harness import Given, Result, UnknownKeyError, rule
from tests.rules.scene import ref

THERE = next_to(HERE)
NOBODY_OBEYS = (6, 5)
"""Two dice of a test that fails and is no blunder."""

# ---------------------------------------------------------------- costs and carriers


@rule("warmaster.item.points")
def points(given: Given) -> Result:
    kind = type_of(given["unit"])
    one = next(each for each in LISTS.values() if kind in each.units.values())
    bought = BoughtUnit(kind.key, item=key_of_item(given["item"]))
    return {"points": unit_price(one, LORE.items, bought)}


def legal(carrier: str, names: Sequence[str]) -> bool:
    """Whether a unit of a kind, or a character of a role, may carry all these."""
    found = [LORE.items[key_of_item(name)] for name in names]
    usual = 5, 3
    costs = [
        each.cost_for_role(carrier) if carrier in ROLES else each.cost_for(carrier, *usual)  # pyright: ignore[reportArgumentType]
        for each in found
    ]
    return None not in costs


@rule("warmaster.item.one-each")
def one_each(given: Given) -> Result:
    scene, wizard = MusterScene(), given["carrier"] == "wizard"
    stack = scene.stack(2, 2)
    scene.items(stack, **dict.fromkeys(given["items"], 1))
    bearer = scene.character(stack, job="mage") if wizard else scene.troop(stack, "halberdiers")
    took = [scene.run(EquipMagicItem(piece=ref(bearer), item=item)) for item in given["items"]]
    assert not took[0].refused
    return {"legal": not any(ran.refused for ran in took)}


@rule("warmaster.item.carriers")
@rule("warmaster.item.standards")
@rule("warmaster.item.weapons")
@rule("warmaster.item.devices")
def carriers(given: Given) -> Result:
    names = given["items"] if "items" in given else [given["item"]]
    return {"legal": legal(given["carrier"], names)}


@rule("warmaster.item.unique")
def unique(given: Given) -> Result:
    keys = [key_of_item(re.sub(r" \(.*\)", "", name)) for name in given["army_items"]]
    return {"legal": not list(surplus(keys))}


# ---------------------------------------------------------------- standards


class Fated:
    """Dice of which the first after each result of a round or a retreat is told, all others 1."""

    def __init__(self, plan: Sequence[int]) -> None:
        self.plan = plan
        self.battle: Battle | None = None
        self._seen: set[int] = set()

    def whole(self, sides: int, *, chance: object = None) -> int:
        assert self.battle is not None
        results = (RoundFought, Retreated, EngagementEnded)
        done = sum(isinstance(event, results) for event in self.battle.events)
        if done in self._seen:
            return 1
        self._seen.add(done)
        return self.plan[done] if done < len(self.plan) else 1


HAPPENS = ("round", "pursuit round", "advance", "drawn", "next turn round")
"""What may happen to a unit in its first engagement and behind it."""


@rule("warmaster.item.first-engagement")
def first_engagement(given: Given) -> Result:
    events: list[str] = given["events"]
    if strange := [each for each in events if each not in HAPPENS]:
        raise UnknownKeyError(f"{given.where}: events are {', '.join(HAPPENS)}, not {strange[0]!r}")
    plan: list[int] = []
    hits: list[int] = [LASTING]
    for place, event in enumerate(events):
        following = events[place + 1] if place + 1 < len(events) else ""
        if event == "advance":
            plan.append(1)  # the engagement before has ended
            hits.append(LASTING)
        elif event == "drawn":
            plan.append(1)
        else:
            if event == "pursuit round":
                plan.append(1)  # the retreat before
            plan.append(4 if following in ("pursuit round", "advance") else 1)
            if following == "advance":
                hits[-1] = 1
    spots: list[Spot] = [THERE, (HERE[0] + 2, HERE[1] - 1)]
    foes = [
        one_stand(at=spot, hits=most, directive="hold")
        for spot, most in zip(spots, hits, strict=False)
    ]
    dice = Fated(plan)
    battle = stage([one_stand(item="battle-banner")], foes, dice=dice)
    dice.battle = battle
    combat.phase(battle)
    if "next turn round" in events:
        battle.active = DEFENDER
        magic.fade(battle)
        combat.phase(battle)
    rounds = happened(battle, RoundFought)
    assert len(rounds) == sum(event.endswith("round") for event in events)
    ours = next(each for each in rounds[-1].attacks if each.side == "attacker")
    return {"still_first": any(part.cause == "standard" for part in ours.parts)}


@or_played("warmaster.item.battle-banner")
def battle_banner(given: Given) -> Result:
    troop = foot(attacks=given["attacks"], stands=given["stands"], item="battle-banner")
    battle = stage([troop], [foot(at=THERE)])
    unit = own(battle)
    unit.charged = given["charging_bonus"] > 0
    unit.bout = "first" if given.flag("first_engagement") else "later"
    return {"dice": engagement.attacks(battle, unit, enemy(battle), 1).own}


def bought(key: str, *, armour: int = 5, hits: int = 3) -> dict[str, object]:
    """What a ranked standard costs a unit of infantry of these printed values."""
    cost = LORE.items[key].cost_for("infantry", armour, hits)
    return {"legal": cost is not None, "cost": cost}


@rule("warmaster.item.banner-of-shielding")
def shielding(given: Given) -> Result:
    armour = armour_of(given["armour"])
    battle = stage([foot(armour=armour, item="banner-of-shielding")], [foot(at=FAR)])
    unit = own(battle)
    if given.get("stand_lost", False):
        suffer(battle, unit, unsaved(LASTING))
    return {
        **bought("banner-of-shielding", armour=armour),
        "armour_with_banner": armour_text(figures.armour(battle, unit)),
    }


@rule("warmaster.item.banner-of-fortitude")
def fortitude(given: Given) -> Result:
    stands, struck = given.get("stands", 3), given.get("unsaved_in_first_engagement", 0)
    troop = foot(
        at=THERE,
        hits=given["hits"],
        stands=stands,
        attacks=1,
        directive="hold",
        item="banner-of-fortitude",
    )
    foe = one_stand(attacks=max(1, struck), directive="hold")
    battle = stage([foe], [troop], dice=Falling([4] * struck))
    unit = enemy(battle)
    unit.bout = "first"
    most = figures.hits(battle, unit)
    unit.bout = ""
    combat.phase(battle)
    return {
        **bought("banner-of-fortitude", hits=given["hits"]),
        "hits_in_first_engagement": most,
        "stands_after_engagement": unit.stands,
    }


@rule("warmaster.item.banner-of-steadfastness")
def steadfastness(given: Given) -> Result:
    armour = armour_of(given["armour"])
    troop = foot(armour=armour, item="banner-of-steadfastness")
    battle = stage([foot(at=FAR)], [troop])
    unit = enemy(battle)
    if given.get("stand_lost", False):
        suffer(battle, unit, unsaved(LASTING))
    volleys = given.get("volleys", [given.get("unsaved", 0)])
    counted = sum(suffer(battle, unit, unsaved(hits), shooting=True).counted for hits in volleys)
    return {**bought("banner-of-steadfastness", armour=armour), "counted": counted}


@or_played("warmaster.item.banner-of-fortune")
def fortune(given: Given) -> Result:
    key = "banner-of-fortune"
    rolls = [*given["first"], *given["second"]]
    battle = stage(
        [one_stand(attacks=len(given["first"]), item=key)],
        [foot(at=THERE)],
        dice=Falling(rolls),
        lore=with_effect(key, least=1, share=0),  # whatever was rolled
        uses=(ItemUse(item=key, forbidden=not given["used"]),),
    )
    return {"hits": engagement.attack(battle, own(battle), enemy(battle), 1).hits}


# ---------------------------------------------------------------- weapons


@rule("warmaster.item.sword-of-destruction")
def destruction(given: Given) -> Result:
    rolls = [*[4] * given["hits"], 1, *given["saves_rolled"], given.get("reroll", 1)]
    foe = one_stand(at=THERE, armour=armour_of(given["armour"]), directive="hold")
    battle = stage(
        [one_stand(attacks=given["hits"], item="sword-of-destruction", directive="hold")],
        [foe],
        dice=Falling(rolls),
    )
    combat.phase(battle)
    fought: RoundFought = first(happened(battle, RoundFought))
    (harm,) = fought.harms
    assert list(harm.saves) == given["saves_rolled"]
    return {"unsaved": harm.counted}


@rule("warmaster.item.sword-of-fate")
def fate(given: Given) -> Result:
    troop = foot(attacks=given["attacks"], stands=given["stands"], item="sword-of-fate")
    battle = stage([troop], [foot(at=THERE)])
    unit, foe = own(battle), enemy(battle)
    for _ in range(given["combat"] - 1):
        engagement.attack(battle, unit, foe, 1)
    for number in range(1, given["round"]):
        engagement.attack(battle, unit, foe, number)
    return {"dice": engagement.attacks(battle, unit, foe, given["round"]).own}


@rule("warmaster.item.sword-of-cleaving")
def cleaving(given: Given) -> Result:
    terrain = COVERED[given["needs"] - 4]
    battle = stage(
        [one_stand(attacks=len(given["dice"]), item="sword-of-cleaving")],
        [foot(at=THERE)],
        terrain={terrain: [THERE]},
        dice=Falling([*given["dice"], *([given["reroll"]] if "reroll" in given else [])]),
    )
    return {"hits": engagement.attack(battle, own(battle), enemy(battle), 1).hits}


# ---------------------------------------------------------------- devices of command


def ordering(item: str, *rolls: int, hero: bool = False, before: int = 0, **changes: Any) -> Battle:
    """The General's Command phase, with a unit that has obeyed that many orders before.

    With a `hero` it is the Hero who orders, and the General has nothing to order.
    """
    lore = changes.pop("lore", LORE)
    uses = changes.pop("uses", ())
    leaders = [captain("general", with_=1, item=item, **changes)]
    units = [foot()]
    if hero:
        units.append(foot(at=(0, 13), directive="hold"))
        leaders = [
            captain("hero", with_=1, command=10, bonus=0),
            captain("general", with_=2, item=item),
        ]
    battle = stage(
        units,
        [foot(at=FAR, directive="hold")],
        captains=leaders,
        dice=Falling(rolls, then=NOBODY_OBEYS),
        lore=lore,
        boldness=2,
        uses=uses,
    )
    own(battle).obeyed = before
    command.phase(battle)
    return battle


@or_played("warmaster.item.crown-of-command")
def crown(given: Given) -> Result:
    rolls = list(sum_of_two(given["roll"]))
    penalties = given.get("penalties", 0)
    general = {"command": given.get("command", 9)}
    if given["first_order"]:
        battle = ordering("crown-of-command", *rolls, before=penalties, **general)
        place = 0
    else:
        # An order that is obeyed comes first, by the Crown, and counts as one of the penalties.
        battle = ordering("crown-of-command", 1, 2, *rolls, before=penalties - 1, **general)
        place = 1
    tested = happened(battle, Ordered)[place]
    assert tested.dice == tuple(rolls)
    return {
        "success": tested.success,
        "blunder": bool(happened(battle, Blundered)),
        "crown_works": not leader(battle).used,
    }


@or_played("warmaster.item.helm-of-dominion")
def helm(given: Given) -> Result:
    general = captain("general", with_=1, command=given["command"], item="helm-of-dominion")
    battle = stage([foot()], [foot(at=FAR)], captains=[general])
    battle.round = 2 if given["helm_turn"] else 1
    return {"command": orders.command_of(battle, leader(battle))}


@or_played("warmaster.item.orb-of-majesty")
def orb(given: Given) -> Result:
    rolls = (*sum_of_two(given["first_roll"]), *sum_of_two(given["second_roll"]))
    battle = ordering("orb-of-majesty", *rolls, before=given["penalties"], command=given["command"])
    tested = happened(battle, Ordered)[1]
    assert tested.item == "orb-of-majesty"
    return {"success": tested.success, "blunder": bool(happened(battle, Blundered))}


@or_played("warmaster.item.sceptre-of-sovereignty")
def sceptre(given: Given) -> Result:
    key = "sceptre-of-sovereignty"
    rolls = [*sum_of_two(given["roll"])]
    if "blunder_die" in given:
        rolls.append(given["blunder_die"])
    battle = ordering(
        key,
        *rolls,
        hero=given["by"] == "hero",
        lore=with_effect(key, dice=(1, 2, 3, 4, 5, 6)),  # whatever the die shows
        uses=(ItemUse(item=key, forbidden=not given["used"]),),
    )
    blunders = [each for each in happened(battle, Blundered) if not each.ignored_by]
    return {
        "success": own(battle).obeyed > 0,
        "blunder": bool(blunders),
        "may_continue": len(happened(battle, Ordered)) > 1,
    }


# ---------------------------------------------------------------- devices of magic


def tried(
    *rolls: int,
    item: str = "",
    enemies: Sequence[Captain] = (),
    score: int = 5,
    targets: Sequence[Spot] = (AWAY,),
    force: Sequence[str] = (),
) -> Battle:
    """A Wizard casts a spell of that score; the items in `force` are used for whatever it is."""
    uses = tuple(ItemUse(item=key, spell=AIMED) for key in force)
    battle = stage(
        [foot()],
        [foot(at=spot) for spot in targets],
        captains=[wizard(item=item)],
        enemy_captains=enemies,
        dice=Falling(rolls),
        lore=with_spell(AIMED, score=score),
        uses=uses,
    )
    battle.armies = (battle.armies[0], battle.armies[1].replace(uses=uses))
    magic.cast_all(battle)
    return battle


def works(battle: Battle, number: int = 1) -> bool:
    """Whether a cast worked and nothing stopped it."""
    cast = told(battle, number)
    return cast.worked and not cast.stopped


SCROLL = "scroll-of-dispelling"


@or_played("warmaster.item.ring-of-magic")
def ring(given: Given) -> Result:
    scrolls = [wizard(item=SCROLL)] if given.get("scroll", False) else []
    force = ("ring-of-magic", SCROLL)
    battle = tried(item="ring-of-magic", enemies=scrolls, score=given["score"], force=force)
    thrown: Any = battle.dice
    return {"works": works(battle), "dice_rolled": thrown.thrown}


@or_played("warmaster.item.staff-of-spellbinding")
def staff(given: Given) -> Result:
    scroll = SCROLL if given.get("dispelled", False) else ""
    bearers = [wizard(item="staff-of-spellbinding"), wizard(item=scroll)]
    rolls = [2 if given["enemy_failed"] else 6, *([given["roll"]] if "roll" in given else [])]
    battle = tried(*rolls, enemies=bearers)
    bearer = battle.characters[DEFENDER][0]
    return {
        "spellbound": leader(battle).spellbound > 0,
        "staff_works": not bearer.used,
        "rolled": bool(happened(battle, SpellboundRolled)),
    }


@or_played("warmaster.item.scroll-of-dispelling")
def scroll(given: Given) -> Result:
    smith = "antimagic_roll" in given
    rolls = [6 if given["spell_worked"] else 2, *([given["antimagic_roll"]] if smith else [])]
    bearer = wizard(role="runesmith" if smith else "wizard", item=SCROLL)
    cast = told(tried(*rolls, enemies=[bearer]))
    return {"spell_stopped": cast.stopped}


@or_played("warmaster.item.wand-of-power")
def wand(given: Given) -> Result:
    item = "wand-of-power" if given["wand"] else ""
    battle = tried(given["roll"], item=item, score=given["score"], force=("wand-of-power",))
    return {"works": works(battle)}


@or_played("warmaster.item.rod-of-repetition")
def rod(given: Given) -> Result:
    same = given.get("same_spell_same_unit", False)
    targets = [AWAY] if same else [AWAY, (HERE[0] - 3, HERE[1])]
    scrolls = [wizard(item=SCROLL)] if given["first"] == "dispelled" else []
    battle = tried(
        2 if given["first"] == "fails" else 6,
        given.get("second_roll", 6),
        item="rod-of-repetition",
        enemies=scrolls,
        score=given.get("score", 5),
        targets=targets,
        force=(SCROLL,),
    )
    casts = happened(battle, WizardCast)
    again = len(casts) > 1
    if again and same:
        assert casts[1].targets == casts[0].targets
    return {"second_allowed": again, "second_works": again and works(battle, 2)}
