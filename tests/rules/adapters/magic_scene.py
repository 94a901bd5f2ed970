"""A scene for spells, and those of detection, life and teleportation."""

from collections.abc import Mapping
from typing import Any

from engine.campaign import Player
from engine.dice import Streams
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.guilds.casting import GuildCastSpell, PerformMiracle
from engine.packs.cohorts.magic.casting import SpellCast, SpellFelt
from engine.packs.cohorts.magic.effects.revealing import BaronyRead, CharacterLocated, PiecesRead
from engine.packs.cohorts.magic.lasting import lay, lies_on
from engine.packs.cohorts.pieces.records import Character, Province, Stack, Unit, Village
from engine.packs.cohorts.worth.bonuses import attribute
from engine.packs.cohorts.worth.casters import spell_called
from engine.world import Record
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Ran, Scene, ref

HOME = (5, 5)
MANA = 99


class Magic(Scene):
    """A mage guild of mine at `HOME`; what stands that many provinces away is east of it."""

    def __init__(
        self, level: int = 12, mana: int = MANA, *, content: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(48, 10, content=content)
        self.seat = self.city(*HOME, self.me)
        self.mages = self.guild(self.seat, "mage", level, mana=mana)

    # ------------------------------------------------------------------ what is cast on

    def away(self, distance: int = 0) -> Province:
        """The province so far away."""
        return self.at(HOME[0] + distance, HOME[1])

    def mine(self, distance: int = 0) -> Stack:
        """A stack of mine so far away."""
        return self.stack(HOME[0] + distance, HOME[1])

    def foes(self, distance: int = 0, relation: str = "at_war") -> Stack:
        """A stack of a faction at war so far away, which a scout of mine there knows."""
        self.character(self.mine(distance), name="Scout")
        return self.stack(HOME[0] + distance, HOME[1], self.someone(relation))

    def hero(self, distance: int = 0, **values: Any) -> Character:
        """A character of mine so far away."""
        return self.character(self.mine(distance), **values)

    def foe(self, distance: int = 0, **values: Any) -> Character:
        """A character of a faction at war so far away."""
        stack = self.foes(distance)
        return self.character(stack, self.owner(stack), **values)

    def foe_unit(self, distance: int = 0, **values: Any) -> Unit:
        """A military unit of a faction at war so far away."""
        stack = self.foes(distance)
        return self.unit(stack, self.owner(stack), **values)

    def owner(self, stack: Stack) -> Player:
        """The player who has a stack."""
        return self.world.get(Player, stack.player)

    # ------------------------------------------------------------------ what lies there

    def key(self, name: str) -> str:
        """The module's own spelling of a spell."""
        spell = spell_called(self.content, name)
        assert spell, f"the module has no {name!r}"
        return spell.key

    def put(self, name: str, on: Record, strength: int, side: int = -1, level: int = 1) -> None:
        """A spell of mine that is active already; nothing for strength 0."""
        spell = self.content.spells[self.key(name)]
        if strength:
            lay(
                self.world,
                spell,
                on.place,
                strength=strength,
                level=level,
                side=side,
                faction=self.ours.id,
            )

    def strength(self, name: str, on: Record, side: int = -1) -> int:
        """How strong a spell lies there now, 0 if it does not."""
        found = lies_on(self.world, on.place, self.key(name), side)
        return found.strength if found else 0

    def shells(self, given: Given, **on: Record) -> None:
        """The shells that a case names, each on its named holder."""
        kinds = {"province": "provincial", "stack": "stack", "city": "city", "unit": "character"}
        for word, record in on.items():
            kind = kinds.get(record.kind, "character")
            self.put(f"{kind}_shell", record, given.get(word, 0))

    # ------------------------------------------------------------------ casting

    def learn(self, *spells: str) -> None:
        """Put spells into the guild's book."""
        known = self.now(self.mages).spells
        self.change(self.mages, spells=(*known, *(self.key(spell) for spell in spells)))

    def cast(
        self, spell: str, target: Record, mana: int = 0, dice: Streams | None = None, **more: Any
    ) -> Ran:
        """Have the guild cast, with an action for it."""
        self.learn(spell)
        self.change(self.mages, actions=1)
        order = GuildCastSpell(
            guild=ref(self.mages), spell=spell, target=ref(target), mana=mana, **more
        )
        return self.run(order, dice=dice)


def told(ran: Ran) -> SpellCast:
    """What the caster was told of the one casting."""
    (event,) = ran.events(SpellCast)
    return event


def felt(ran: Ran) -> SpellFelt | None:
    """What the owner of the target was told, None for nothing."""
    return next(iter(ran.events(SpellFelt)), None)


def outcome(ran: Ran) -> dict[str, Any]:
    """How a casting ended: refused with a reason, or as the caster was told."""
    if ran.refused:
        return {"result": "refused", "reason": ran.code}
    return {"result": told(ran).outcome.replace(" ", "_")}


# ---------------------------------------------------------------- detection


@rule("cohorts.spell.locate-character")
def locate(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    foe = scene.foe(given["distance"])
    scene.shells(given, shell=foe)
    ran = scene.cast("locate-character", foe, given.get("mana", 0))
    (event,) = ran.events(CharacterLocated)
    reveals: object = ["stack", "province"] if event.holder and event.province else {}
    if event.away >= 0:
        reveals = {"distance": event.away}
    if event.beyond:
        reveals = {"not_within": event.beyond}
    return {**outcome(ran), "reveals": reveals, "action_used": not scene.now(scene.mages).actions}


@rule("cohorts.spell.read-province")
@rule("cohorts.spell.read-character")
@rule("cohorts.spell.read-party")
@rule("cohorts.spell.read-legion-fleet")
@rule("cohorts.spell.read-city")
def read(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    away = given.get("distance", 1)
    foe = scene.foe(away)
    stack = scene.world.get(Stack, foe.holder.id)
    ground = scene.away(away)
    city = scene.city(ground.x, ground.y, scene.owner(stack))
    things: dict[str, Record] = {"province": ground, "character": foe, "city": city}
    target = things.get(given.about.removeprefix("read-"), stack)
    scene.shells(
        given,
        shell=foe,
        character_shell=foe,
        stack_shell=stack,
        city_shell=city,
        province_shell=ground,
    )
    ran = scene.cast(given.about, target, given.get("mana", 0))
    listed = [each.name for event in ran.events(PiecesRead) for each in event.pieces]
    return {**outcome(ran), "character_listed": foe.name in listed}


@rule("cohorts.spell.read-barony")
def read_barony(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    x, y = HOME[0] + given.get("distance", 1), HOME[1]
    lands = [(x + step, y) for step, _ in enumerate(given["province_shells"])]
    barony = scene.barony(*lands)
    city = scene.city(x, y, scene.someone("at_war"), barony=barony.id)
    scene.character(scene.stack(x, y))  # who sees the city, knows of it
    for land, shell in zip(lands, given["province_shells"], strict=True):
        scene.put("provincial-shell", scene.at(*land), shell)
    ran = scene.cast("read-barony", city, given["mana"])
    event = next(iter(ran.events(BaronyRead)), None)
    return {
        **outcome(ran),
        "revealed": event.read if event else 0,
        "hidden": len(event.hidden) if event else len(lands),
    }


# ---------------------------------------------------------------- life


@rule("cohorts.spell.remove-status")
def remove_status(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    statuses = {"poisoned": given.get("status_level", 1)}
    hero = scene.hero(given.get("distance", 0), statuses=statuses)
    ran = scene.cast("remove-status", hero, given["mana"], status="Poisoned")
    return {**outcome(ran), "removed": not scene.now(hero).statuses}


@rule("cohorts.spell.remove-all-statuses")
def remove_all(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    statuses = {name.casefold(): level for name, level in given["statuses"].items()}
    hero = scene.hero(statuses=statuses)
    ran = scene.cast("remove-all-statuses", hero, given.get("mana", 0))
    left = {name.capitalize(): level for name, level in scene.now(hero).statuses.items()}
    return {**outcome(ran), "left": left}


@rule("cohorts.spell.heal-unit")
def heal_unit(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    statuses = {given["status"].casefold(): 1} if "status" in given else {}
    hero = scene.hero(given.get("distance", 0), wounds=given["wounds"], statuses=statuses)
    ran = scene.cast("heal-unit", hero, given.get("mana", 0))
    return {**outcome(ran), "wounds": scene.now(hero).wounds}


@rule("cohorts.spell.heal-units")
def heal_units(given: Given) -> Result:
    scene = Magic(given["caster_level"])
    away = given.get("distance", 0)
    hurt: dict[str, Record] = {}
    for who, wounds in given.get("wounds", {"own": 5}).items():
        owner = scene.someone("self" if who == "own" else who)
        stack = scene.stack(HOME[0] + away, HOME[1], owner)
        hurt[who] = scene.character(stack, owner, wounds=wounds)
    ran = scene.cast("heal-units", scene.away(away), given.get("mana", 0))
    left = {who: scene.now(piece) for who, piece in hurt.items()}
    wounds = {who: piece.wounds for who, piece in left.items() if isinstance(piece, Character)}
    return {**outcome(ran), "wounds": wounds}


@rule("cohorts.spell.resurrect-character")
def resurrect(given: Given) -> Result:
    """Cast by a church, for a mage guild has no deity."""
    # A cloak makes the effective CON another than the base, by points added flat.
    more = given.get("effective_CON", given["base_CON"]) - given["base_CON"]
    scene = Magic(content={"gear": {"cloak": {"modifiers": {"con": more}}}})
    church = scene.guild(
        scene.seat, "church", given.get("caster_level", 21), mana=MANA, deity="solanna"
    )
    soulless = given.get("status_at_death") == "Soulless"
    body = scene.hero(
        given.get("distance", 0),
        attributes=dict.fromkeys(("STR", "DEX", "INT", "WIS", "CHA"), 10)
        | {"CON": given["base_CON"]},
        deity="solanna" if given["same_deity"] else "gorath",
        equipment={"back": "cloak"},
        dead=True,
        wounds=100,
        statuses={"lost_soul": 0} if soulless else {},
    )
    order = PerformMiracle(
        guild=ref(church),
        spell="resurrect-character",
        target=ref(body),
        mana=given.get("mana", 0),
    )
    if "effective_CON" in given:
        effective = attribute(scene.world, scene.content, body, "CON").value
        assert effective == given["effective_CON"]
    ran = scene.run(order)
    now = scene.now(body)
    return {**outcome(ran), "wounds": now.wounds, "alive": not now.dead}


# ---------------------------------------------------------------- teleportation


def mage(scene: Magic, level: int, stack: Stack, **values: Any) -> Character:
    """A mage of mine who casts himself."""
    skills = {"spell_craft": level, "magic_user": MANA}
    usual = {"job": "mage", "level": level, "skills": skills, "mana": MANA}
    return scene.character(stack, **{**usual, **values})


def teleport(
    scene: Magic, caster: Character, spell: str, target: Record, mana: int, **more: Any
) -> Ran:
    """Have the mage cast a spell, which is put into the mage's book."""
    scene.change(caster, spells=(scene.key(spell),))
    order = CharacterCastSpell(
        character=ref(caster), spell=spell, target=ref(target), mana=mana, **more
    )
    return scene.run(order)


def laden(capacity: int) -> Magic:
    """A scene in which a human carries so much, and a spear weighs 1."""
    races = {"human": {"land": {"rate": 30, "capacity": capacity}}}
    return Magic(content={"races": races, "weapons": {"spear": {"weight": 1}}})


@rule("cohorts.magic.teleport-family")
@rule("cohorts.spell.teleport-self")
def teleport_self(given: Given) -> Result:
    if "target_province" in given:
        return teleport_stack(given)
    scene = laden(given.get("land_capacity", 1000))
    hero = mage(scene, given.get("caster_level", 10), scene.mine())
    if given.get("burden"):
        scene.items(hero, spear=given["burden"])
    goal = scene.mine(given.get("distance", 1))
    ran = teleport(scene, hero, "teleport-self", goal, given.get("mana", 0))
    there = scene.now(hero).holder == goal.place
    return {**outcome(ran), "unencumbered": there}


@rule("cohorts.spell.teleport-item")
def teleport_item(given: Given) -> Result:
    scene = Magic(given.get("caster_level", 12))
    scene.items(scene.seat, spear=5)
    away = given.get("distance", 0)
    relation = given.get("stack_of", "own").removesuffix(" faction")
    stack = scene.mine(away) if relation == "own" else scene.foes(away, relation)
    number = given.get("quantity", 1)
    item = "spear" if number == 1 else f"{number} spear"  # an order has no number to name
    ran = scene.cast("teleport-item", stack, given.get("mana", 0), item=item)
    return outcome(ran)


@rule("cohorts.spell.teleport-character")
def teleport_character(given: Given) -> Result:
    scene = Magic(given.get("caster_level", 12))
    owner = scene.someone(given.get("character_of", "self"))
    hero = scene.character(scene.stack(*HOME, owner), owner)
    goal = scene.mine(given.get("distance", 1))
    ran = scene.cast("teleport-character", hero, given.get("mana", 0), destination=ref(goal))
    return outcome(ran)


@rule("cohorts.spell.teleport-party")
@rule("cohorts.spell.teleport-legion")
@rule("cohorts.spell.teleport-fleet")
def teleport_stack(given: Given) -> Result:
    spell = given.get("spell", given.about)
    scene = Magic(given.get("caster_level", 12))
    holds = {"party": "character", "legion": "soldiers", "fleet": "ship"}[spell.split("-")[1]]
    stack = scene.mine()
    extra = {"military unit": "soldiers"}
    named = given.get("stack_holds", holds)
    scene.fill(stack, [extra.get(named) or named])
    x, y = HOME[0] + given.get("distance", 1), HOME[1]
    terrain = given.get("target_terrain", "sea" if holds == "ship" else "grassland")
    if terrain == "coastal":
        scene.province(x + 1, y, terrain="sea")
    scene.province(x, y, terrain="sea" if terrain == "sea" else "grassland")
    enemy = "war" in given.get("target_province", "").replace("_", " ")
    if enemy:
        scene.city(x, y, scene.someone("at_war"))
    ran = scene.cast(spell, stack, given.get("mana", 0), destination=ref(scene.at(x, y)))
    if not ran.refused:
        assert scene.now(stack).province == scene.at(x, y).id
    return outcome(ran)


@rule("cohorts.spell.teleport-city")
def teleport_city(given: Given) -> Result:
    scene = Magic(mana=given["pool"])
    x, y = HOME[0] + 2, HOME[1]
    inside = given.get("target", "province of the barony") == "province of the barony"
    goal: Province = scene.province(x, y, barony=scene.seat.barony if inside else 0)
    if "village_there" in given:
        scene.village(x, y, given["village_there"])
    ran = scene.cast("teleport-city", scene.seat, destination=ref(goal))
    village = scene.world.first(Village, "province", goal.id)
    return {
        **outcome(ran),
        "pool_after": scene.now(scene.mages).mana,
        "village": village.level if village else 0,
    }
