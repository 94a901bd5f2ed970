"""Quests, adventures and rituals: what they ask, what they give, and what becomes of tokens."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from engine.battle import BATTLE, BattleRecord, Clash, Engagement, Odds
from engine.dice import Dice
from engine.module import key_of
from engine.orders import Queued
from engine.packs.cohorts.content import Adventure, Quest, Title
from engine.packs.cohorts.content.peoples import Attribute
from engine.packs.cohorts.diplomacy.hostility import safe
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.positions import Position, renown_of, tokens_of
from engine.packs.cohorts.pieces.records import Character, Stack
from engine.packs.cohorts.quests.adventures import PerformAdventure, PerformRitual
from engine.packs.cohorts.quests.questing import PerformQuest
from engine.packs.cohorts.stacks.leaving import DropUnit, GiftUnit
from engine.packs.cohorts.worth.bonuses import attribute
from engine.state import State
from engine.world import Place
from tests.rules.harness import Given, Result, UnknownKeyError, rule
from tests.rules.scene import CONTENT, Ran, Scene, ref

HOME = (5, 5)
SOMEBODY = {"name": "Somebody", "race": "orc", "level": 1, "soldiers": 5}


class Decided:
    """Battles that end as a case says, and touch nobody."""

    def __init__(self, winner: str) -> None:
        self.winner = winner
        self.fought: list[Clash] = []

    def muster(self, state: State, clash: Clash) -> tuple[None, tuple[None, ...]]:
        return None, (None, None)

    def fight(
        self, field: object, sides: tuple[object, ...], dice: Dice, clash: Clash
    ) -> BattleRecord:
        self.fought.append(clash)
        ended = Engagement(participants=(), events=(), winner=self.winner)
        return BattleRecord(system="decided", clash=clash, engagements=(ended,))

    def aftermath(self, state: State, record: BattleRecord) -> None:
        """Nobody is hurt."""

    def took_part(self, record: BattleRecord) -> tuple[Place, ...]:
        return ()

    def odds(self, state: State, clash: Clash) -> Iterator[Odds]:
        raise NotImplementedError


class Wild(Scene):
    """A stack of mine at a hot spot where all that the module knows can be done."""

    def __init__(self, won: bool = True, **content: Any) -> None:
        super().__init__(content=content)
        self.battles = Decided("attacker" if won else "defender")
        self.rules.contests = {BATTLE: self.battles}
        self.party = self.stack(*HOME)
        tasks = (*self.content.quests, *self.content.adventures)
        self.spot = self.world.add(
            HotSpot,
            province=self.at(*HOME).id,
            type="",
            name="Glade",
            icon="moon",
            text="",
            quests=tasks,
            hidden=False,
            uses=0,
        )

    def hero(self, level: int = 1, **values: Any) -> Character:
        """A character of mine in the stack, with the XP of its level."""
        xp = CONTENT.experience.needed_for(level)
        return self.character(self.party, **{"level": level, "xp": xp, **values})

    def owns(self, **values: Any) -> None:
        """Renown and tokens of mine."""
        self.world.add(Position, **{"player": self.me.id, "deactivated": (), **values})

    def adventure(self, name: str, hero: Character, choice: str = "") -> Ran:
        """Have a character do it."""
        return self.run(PerformAdventure(character=ref(hero), adventure=name, choice=choice))

    def quest(self, name: str, stack: Stack | None = None, choice: str = "") -> Ran:
        """Have the stack attempt it, in a separate turn."""
        self.produce()
        return self.run(PerformQuest(stack=ref(stack or self.party), quest=name, choice=choice))

    def tokens(self) -> int:
        """All tokens of mine."""
        return sum(tokens_of(self.world, self.me.id).values())


# ---------------------------------------------------------------- titles


@rule("cohorts.character.titles")
def titles(given: Given) -> Result:
    title = Title(
        key="crowned", name="Crowned", modifiers={"str_percent": given.get("title_percent", 0)}
    )
    ring = {"gem_ring": {"modifiers": {"str_percent": given.get("ring_percent", 0)}}}
    scene = Scene(content={"titles": {"crowned": title}, "gear": ring})
    bearer = scene.character(
        scene.at(1, 1),
        attributes={"STR": given["base_str"]},
        titles=("crowned",),
        equipment={"finger": "gem_ring"},
    )
    strength = attribute(scene.world, scene.content, bearer, "STR").value
    return {"effective_str": strength}


@rule("cohorts.quest.titles")
def quest_titles(given: Given) -> Result:
    gives = given["quest_gives"]
    held = tuple(given.get("holds", ()))
    earned = (*held, *given.get("earned_before", ()))
    quest = Quest.model_validate(
        {
            "key": "trial",
            "name": "Trial",
            "text": "Try.",
            "reward": {"title": gives, "replaces": given.get("replaces")},
        }
    )
    named = {key: Title(key=key, name=key, modifiers={}) for key in (*earned, gives)}
    scene = Wild(quests={"trial": quest}, titles=named)
    hero = scene.hero(titles=held, earned=earned)
    scene.quest("trial")
    now = scene.now(hero).titles
    return {"titles": list(now), "title_given": gives in now and gives not in held}


# ---------------------------------------------------------------- tokens


@rule("cohorts.quest.tokens")
@rule("cohorts.quest.missable")
def tokens(given: Given) -> Result:
    scene = Wild(won=given.get("ice_mage") != "failed")
    scene.owns(tokens={"snow_forest": given["tokens"]} if given.get("tokens") else {})
    heroes = [scene.hero(level) for level in given.get("character_levels", [1])]
    for quest in given.get("won", ()):
        assert not scene.quest(quest).refused
    gathered = scene.tokens()
    recruit = scene.stack(*HOME)
    scene.character(recruit, level=given.get("recruited_level", 1))
    ran = scene.quest("Ice Mage")
    mage = [scene.now(hero).titles for hero in heroes]
    bears = all("master_of_snow" in held for held in mage)
    return {
        "result": ran.result(),
        "tokens": gathered if "won" in given else scene.tokens(),
        "ice_mage_open": not ran.refused,
        "title": CONTENT.titles["master_of_snow"].name if bears else "",
        "recruit_may_attempt": not scene.quest("Ice Mage", recruit).refused,
    }


# ---------------------------------------------------------------- adventures


def task(given: Given) -> Adventure:
    """The adventure that a case describes."""
    wanted, asks = given.get("requirement", {}), dict[str, Any]()
    goods: dict[str, Any] = {}
    for key in wanted:
        value = wanted[key]
        match key.casefold():
            case "level_min" | "level_max":
                asks[key.casefold()] = value
            case "class" | "race" | "deity":
                many = {"class": "classes", "race": "races", "deity": "deities"}
                asks[many[key.casefold()]] = [key_of(value)]
            case "title":
                asks["titles"] = [value]
            case "skill":
                asks["skills"] = {key_of(value): wanted.get("skill_min", 1)}
            case "item":
                goods["items"] = {key_of(value): wanted.get("quantity", 1)}
            case "tokens":
                goods["tokens"] = {"snow_forest": value}
            case "renown":
                goods["renown"] = value
            case "quantity" | "consumed" | "skill_min":
                pass
            case _ if found := re.fullmatch(r"(str|dex|con|int|wis|cha)_min", key.casefold()):
                asks.setdefault("attributes", {})[found[1].upper()] = value
            case _:
                raise UnknownKeyError(f"an adventure asks for no {key!r}")
    return Adventure.model_validate(
        {
            "key": "deed",
            "name": "Deed",
            "text": "Do it.",
            "requires": asks,
            "consumes" if wanted.get("consumed") else "needs": goods,
            "reward": {key.casefold(): n for key, n in given.get("benefit", {}).items()},
            "open": opening(given.get("open", "")),
        }
    )


def opening(words: str) -> Result:
    """How often an adventure is open, from words such as `once per player`, `every 3 months`."""
    if found := re.match(r"every (\d+) months", words):
        return {"months": int(found[1])}
    found = re.fullmatch(r"once per (character|player|game)", words)
    return {"per": found[1], "once": True} if found else {}


@rule("cohorts.order.perform-adventure")
def adventure(given: Given) -> Result:
    deed = task(given)
    scene = Wild(adventures={"deed": deed})
    scene.owns(
        renown=given.get("renown", 0),
        tokens={"snow_forest": given["tokens"]} if "tokens" in given else {},
    )
    values: dict[str, Any] = {"attributes": {**TENS, **given.get("attributes", {})}}
    wanted = given.get("requirement", {})
    if "skill_level" in given:
        values["skills"] = {key_of(wanted["skill"]): given["skill_level"]}
    if "title" in given:
        values["titles"] = (given["title"],)
    level = given.get("level", 1)
    hero = scene.hero(level, job=key_of(given.get("class", "priest")), **values)
    hero = scene.change(hero, xp=0 if level == 1 else hero.xp)
    item = key_of(wanted.get("item", "gems"))
    if given.get("has"):
        scene.items(hero, **{item: given["has"]})
    if given.get("done_before"):
        assert not scene.adventure("deed", hero).refused
        scene.produce()
    before = renown_of(scene.world, scene.me.id)
    ran = scene.adventure("deed", hero)
    now = scene.now(hero)
    return {
        **outcome(ran),
        "has": scene.held(hero).get(item, 0),
        "XP": now.xp - hero.xp,
        "renown": renown_of(scene.world, scene.me.id) - before,
        "mana": now.mana,
        "action_points": now.action_points,
    }


TENS: Mapping[Attribute, int] = dict.fromkeys(("STR", "DEX", "CON", "INT", "WIS", "CHA"), 10)


def outcome(ran: Ran) -> dict[str, object]:
    """How an order of a character ended, with the reason if it was refused."""
    return {"result": ran.result("success"), **({"reason": ran.code} if ran.refused else {})}


@rule("cohorts.action.starter-adventures")
def starters(given: Given) -> Result:
    scene = Wild()
    hero = scene.hero(
        given["level"],
        job=key_of(given["class"]),
        attributes={**TENS, **given.get("attributes", {})},
    )
    ran = scene.adventure(given["adventure"], hero)
    now = scene.now(hero)
    named = [CONTENT.titles[key].name for key in now.titles]
    return {**outcome(ran), "XP": now.xp - hero.xp, "title": named[0] if named else ""}


@rule("cohorts.turn.rituals")
def rituals(given: Given) -> Result:
    rite = Adventure.model_validate(
        {"key": "rite", "name": "Rite", "text": "Chant.", "ritual": True}
    )
    scene = Wild(adventures={"rite": rite})
    used = given.get("movement_used_percent", 0)
    hero = scene.hero(
        actions=1 - given.get("actions_used", 0), action_points=given.get("action_points", 0)
    )
    hero = scene.change(hero, used=hero.used + used / 100)
    ran = scene.run(PerformRitual(character=ref(hero), adventure="rite"))
    now = scene.now(hero)
    return {
        "result": ran.result("performed"),
        "actions_left": now.actions + now.action_points,
        "movement_used_percent": int(100 * now.used),
    }


# ---------------------------------------------------------------- quests of stacks


@rule("cohorts.order.perform-quest")
def perform_quest(given: Given) -> Result:
    quest = Quest.model_validate(
        {
            "key": "hunt",
            "name": "Hunt",
            "text": "Hunt.",
            "requires": {"level_max": 5 if given["requirements_met"] else 1},
            "foes": [SOMEBODY],
            "reward": {"xp": 1},
        }
    )
    scene = Wild(won=given.get("battle") != "lost", quests={"hunt": quest})
    hero = scene.hero(2)
    scene.quest("hunt")
    return {
        "battle": ("won" if scene.battles.winner == "attacker" else "lost")
        if scene.battles.fought
        else "none",
        "quest": "done" if scene.now(hero).xp > hero.xp else "not done",
        "action_used": scene.now(scene.party).acted == "quest",
    }


@rule("cohorts.quest.safe-areas")
def safe_areas(given: Given) -> Result:
    scene = Wild()
    calm = given["province"] == "PVE"
    scene.province(*HOME, pvp_free=calm)
    scene.hero()
    if given.get("quest_battle"):
        ran = scene.quest("Snow Wolves")
        return {"allowed": not ran.refused and bool(scene.battles.fought)}
    foe = scene.someone("at_war") if given["attack"] == "player" else None
    target = scene.stack(*HOME, foe, **({} if foe else {"player": 0}))
    return {"allowed": not safe(scene.world, scene.party, target)}


# ---------------------------------------------------------------- starting characters


@rule("cohorts.character.starting-characters")
def starting(given: Given) -> Result:
    scene = Scene()
    mate = scene.someone("teammate")
    main = given["unit"] == "starting-character"
    hero = scene.character(scene.stack(2, 2), starting=main)
    orders = {
        "gift-unit": GiftUnit(piece=ref(hero), target=ref(mate)),
        "drop-unit": DropUnit(piece=ref(hero)),
    }
    return {"result": scene.run(Queued("k1", orders[given["order"]])).result()}
