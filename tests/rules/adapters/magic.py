"""Casters, mana, countdowns, who may cast on whom, and lasting statuses, through real orders."""

from typing import Any

from engine.dice import ScriptedDice, Whole
from engine.orders import BY_NAME, Ref
from engine.packs.cohorts.characters.casting import CharacterCastSpell
from engine.packs.cohorts.diplomacy.votes import Vote
from engine.packs.cohorts.guilds.casting import GuildCastSpell, PerformMiracle
from engine.packs.cohorts.guilds.studying import GuildLearnSpellFromCharacter, GuildResearchSpell
from engine.packs.cohorts.magic.cast import SpellResolution
from engine.packs.cohorts.magic.casting import SpellCast
from engine.packs.cohorts.magic.lasting import waits
from engine.packs.cohorts.magic.studying import SpellResearched
from engine.packs.cohorts.pieces.guilds import most_mana
from engine.packs.cohorts.pieces.records import Character, Guild
from engine.packs.cohorts.stacks.harm import cured, inflict
from engine.packs.cohorts.stacks.rest import Rest
from engine.packs.cohorts.things.scrolls import scroll_of
from engine.packs.cohorts.things.uniques import Unique
from engine.packs.cohorts.worth.casters import caster_of, highest_item_spell, highest_miracle
from engine.packs.cohorts.worth.levels import heroic_level
from engine.packs.cohorts.worth.losses import LOST_SOUL, die
from engine.packs.cohorts.worth.mana import capacity
from tests.rules.adapters.magic_scene import HOME, MANA, Magic, felt, outcome, told
from tests.rules.harness import Given, Name, Result, folded, rule
from tests.rules.scene import Ran, Scene, ref

DEITY, MIRACLE = "solanna", "provincial_shell"
"""A deity, and one of the least of its miracles."""

# ---------------------------------------------------------------- the orders of guilds


def spent(scene: Scene, guild: Guild, ran: Ran) -> dict[str, object]:
    """What an order of a guild took, and why it failed."""
    fails = {"fails": ran.code} if ran.refused else {}
    return {"spent": guild.actions - scene.now(guild).actions, **fails}


@rule("cohorts.order.guild-cast-spell")
def guild_casts(given: Given) -> Result:
    scene = Magic(given["guild_level"], given.get("mana_pool", 0))
    scene.learn(*given.get("knows", ()))
    spell = scene.content.spells[scene.key(given["spell"])]
    things = {
        "stack": scene.foes if spell.side == "hostile" else scene.mine,
        "character": scene.foe if spell.side == "hostile" else scene.hero,
        "province": scene.away,
        "city": lambda: scene.seat,
    }
    order = GuildCastSpell(
        guild=ref(scene.mages),
        spell=given["spell"],
        target=ref(things[spell.targets[0]]()),
        mana=given.get("mana_used", 0),
    )
    ran = scene.run(order)
    cast = next(iter(ran.events(SpellCast)), None)
    return {
        "caster_level": cast.strength - cast.mana if cast else 0,
        "mana_pool": scene.now(scene.mages).mana,
        **spent(scene, scene.mages, ran),
    }


@rule("cohorts.order.perform-miracle")
def miracle(given: Given) -> Result:
    levels: dict[str, list[str]] = {}
    for spell, level in given["deity_spells"].items():
        levels.setdefault(str(level), []).append(spell)
    spells = {level: tuple(keys) for level, keys in levels.items()}
    scene = Scene(content={"deities": {"verda": {"spells": spells}}})
    city = scene.city(*HOME, scene.me)
    church = scene.guild(city, "church", given["guild_level"], deity="verda")
    name = given["miracle"]
    hurt = scene.character(city, wounds=90)
    target = hurt if "character" in scene.content.spells[name].targets else scene.at(*HOME)
    ran = scene.run(PerformMiracle(guild=ref(church), spell=name, target=ref(target)))
    cast = next(iter(ran.events(SpellCast)), None)
    return {"caster_level": cast.strength if cast else 0, **spent(scene, church, ran)}


@rule("cohorts.order.guild-research-spell")
def guild_research(given: Given) -> Result:
    scene = Magic(given["guild_level"])
    spell = next(s for s in scene.content.spells.values() if s.level == given["spell_level"])
    dice = ScriptedDice([Whole(given.get("roll_d100", 100), sides=100)])
    ran = scene.run(GuildResearchSpell(guild=ref(scene.mages), spell=spell.name), dice=dice)
    tried = next(iter(ran.events(SpellResearched)), None)
    return {
        "chance_percent": tried.chance if tried else 0,
        "learned": spell.key in scene.now(scene.mages).spells,
        **spent(scene, scene.mages, ran),
    }


@rule("cohorts.order.guild-learn-spell-from-character")
def guild_learns(given: Given) -> Result:
    scene = Magic(given["guild_level"])
    spell = next(s for s in scene.content.spells.values() if s.level == given["spell_level"])
    owner = scene.someone(given.get("teacher_faction", "own"))
    teacher = scene.character(
        scene.stack(*HOME, owner),
        owner,
        skills={"spell_craft": given.get("teacher_spell_craft", 10)},
        spells=(spell.key,),
    )
    order = GuildLearnSpellFromCharacter(
        guild=ref(scene.mages), character=ref(teacher), spell=spell.name
    )
    ran = scene.run(order)
    return {
        "learned": spell.key in scene.now(scene.mages).spells,
        **spent(scene, scene.mages, ran),
    }


# ---------------------------------------------------------------- casters

SPELL = "charm_of_strength"
SKILLED = {"spell_craft": 20, "magic_user": 20}


def caster(scene: Scene, given: Given, **values: Any) -> Any:
    """A character of mine as the case says, who holds `SPELL` as it says."""
    attributes = dict.fromkeys(("STR", "DEX", "CON", "INT", "WIS", "CHA"), 10)
    for key in attributes:
        attributes[key] = given.get(key, attributes[key])
    skills = {key: given[key] for key in ("spell_craft", "magic_user", "faith") if key in given}
    if given.get("from") == "item":
        values_of = {"item": "silver_ring", "plus": 1, "bestowed": (), "spell": SPELL}
        unique = scene.world.add(Unique, name="Ring", **values_of)
        values["equipment"] = {"finger": f"silver_ring+1#{unique.id}"}
    else:
        values["spells"] = (SPELL,)
    job = given.get("class", "Mage").casefold()
    level = given.get("level", 20)
    usual = {"job": job, "level": level, "attributes": attributes, "skills": skills}
    return scene.character(scene.stack(*HOME), **{**usual, **values})


def cast_by(scene: Scene, character: Any, mana: int = 0) -> Ran:
    """Have a character cast `SPELL` on itself."""
    who = ref(character)
    return scene.run(CharacterCastSpell(character=who, spell=SPELL, target=who, mana=mana))


@rule("cohorts.magic.caster-level")
def caster_level(given: Given) -> Result:
    """A charm is cast on one's own by a guild, a church or a character; it lies at that level."""
    scene = Magic(given.get("guild_level", 1))
    by = folded(given.get("caster", "guild" if "guild_level" in given else "character"))
    if "church" in by:
        ran = _miracle(scene, given["guild_level"])
    elif "guild" in by:
        ran = scene.cast(SPELL, scene.hero())
    else:
        ran = _by_character(scene, given)
    if ran.refused:
        return outcome(ran)
    (lies,) = ran.events(SpellCast)
    level = lies.strength - lies.mana
    return {"caster_level": level, "heroic_level": heroic_level(level)}


def _miracle(scene: Magic, level: int) -> Ran:
    church = scene.guild(scene.seat, "church", level, deity=DEITY)
    order = PerformMiracle(guild=ref(church), spell=MIRACLE, target=ref(scene.away()), mana=0)
    return scene.run(order)


def _by_character(scene: Scene, given: Given) -> Ran:
    """By spell book, as a miracle of its deity, by a scroll or an item that grants the spell."""
    source = given.get("from", "spell_book")
    if source == "miracle":
        who = caster(scene, given, spells=(), deity=given.get("deity", DEITY).casefold())
        ground = ref(scene.at(*HOME))
        return scene.run(
            CharacterCastSpell(character=ref(who), spell=MIRACLE, target=ground, mana=0)
        )
    if source == "scroll":
        who = caster(scene, given, spells=())
        scroll = scroll_of(scene.content.spells[SPELL], given["scroll_level"])
        scene.items(who, **{scroll: 1})
        return scene.run(
            CharacterCastSpell(character=ref(who), spell=scroll, target=ref(who), mana=0)
        )
    return cast_by(scene, caster(scene, given))


@rule("cohorts.magic.spell-sources")
def sources(given: Given) -> Result:
    return {
        "highest_miracle_level": highest_miracle(given.get("faith", given.get("church_level", 0))),
        "highest_item_spell_level": highest_item_spell(given.get("magic_user", 0)),
    }


@rule("cohorts.magic.deities")
def deities(given: Given) -> Result:
    scene = Scene()
    deity = (given["deity"] or "").casefold()
    skills = {"faith": given["faith"]}
    priest = scene.character(scene.stack(*HOME), level=30, deity=deity, skills=skills)
    held = caster_of(scene.world, scene.content, priest).levels
    return {"spells": [Name(spell) for spell in held]}


@rule("cohorts.magic.mana-pool")
def pool(given: Given) -> Result:
    if "magic_user" in given or "faith" in given:
        scene = Scene()
        mage = caster(scene, given, job="warrior")
        return {"capacity": capacity(scene.world, scene.content, mage)}
    if "guild_level" in given:
        return {"capacity": most_mana(Scene().content, "mage", given["guild_level"])}
    scene = Magic(30, given.get("pool", MANA))
    spell = given.get("spell", "provincial-shell")
    if spell == "teleport-city":
        goal = scene.province(HOME[0] + 1, HOME[1], barony=scene.seat.barony)
        ran = scene.cast(spell, scene.seat, destination=ref(goal))
    else:
        ran = scene.cast(spell, scene.away(), given.get("mana_added", 0))
    left = scene.now(scene.mages).mana
    return {"mana_cost": scene.mages.mana - left, "pool_after": left, **outcome(ran)}


@rule("cohorts.order.character-cast-spell")
def character_casts(given: Given) -> Result:
    assert given.get("checks", "pass") == "pass"
    scene = Scene()
    mage = caster(scene, given, mana=given.get("pool", 0), skills=SKILLED)
    ran = cast_by(scene, mage, given["mana"])
    now = scene.now(mage)
    return {
        "action_used": now.actions < mage.actions,
        "mana_spent": mage.mana - now.mana,
        **outcome(ran),
    }


# ---------------------------------------------------------------- countdowns, mana, checks


@rule("cohorts.magic.spell-frequency")
def frequency(given: Given) -> Result:
    """A guild casts a spell of that level, waits, and tries again if it has an action left."""
    scene = Magic(60, content={"spells": {SPELL: {"level": given["spell_level"]}}})
    target = scene.hero()
    assert not scene.cast(SPELL, target).refused
    months = given.get("monthly_productions_since", 0)
    weeks = given.get("again_turn", 0) - given.get("cast_turn", 0)
    weeks = max(given.get("weekly_productions_since", weeks), months)
    for week in range(weeks):
        scene.produce(monthly=week < months)
    scene.change(scene.mages, actions=given.get("actions_left", 1), mana=MANA)
    order = GuildCastSpell(guild=ref(scene.mages), spell=SPELL, target=ref(target))
    return {"ready": not scene.run(order).refused}


@rule("cohorts.magic.mana-boost")
@rule("cohorts.magic.detection-family")
@rule("cohorts.magic.charm-family")
@rule("cohorts.magic.protection-family")
@rule("cohorts.magic.life-family")
def boost(given: Given) -> Result:
    usual = "heal-unit" if "life-family" in given.where else "provincial-shell"
    cast = cast_of(Magic(given["caster_level"]), given.get("spell", usual), given.get("mana", 0))
    return {
        "strength": cast.strength,
        "level": cast.strength,
        "heroic_level": cast.heroic,
        "range": cast.range,
    }


def cast_of(scene: Magic, spell: str, mana: int) -> SpellResolution:
    """A casting of the guild, as the rules look at it."""
    return SpellResolution(
        caster=caster_of(scene.world, scene.content, scene.mages),
        spell=scene.content.spells[scene.key(spell)],
        level=scene.mages.level,
        mana=mana,
        target=scene.away(),
        side=-1,
        destination=None,
        item="",
        status="",
    )


@rule("cohorts.magic.cast-checks")
def checks(given: Given) -> Result:
    """A guild casts a charm on a friend, or a spell on one whom it knows by name alone.

    `target` is `unseen`, called by name, or `no such name`; `spell` is then Read Character unless
    it is said otherwise.
    """
    if given.get("caster") == "prisoner":
        scene = Scene()
        mage = caster(scene, given, captor=scene.someone("at_war").id, skills={"spell_craft": 9})
        return outcome(cast_by(scene, mage))
    scene = Magic(5 * (given.get("range", 9) // 3))
    away, target = given.get("distance", 0), given.get("target", "own")
    spell = scene.key(given.get("spell", "charm-of-intelligence"))  # has a countdown
    if target == "own":
        named = ref(scene.hero(away))
    else:
        spell = scene.key(given.get("spell", "read-character"))
        named = Ref(BY_NAME, 0, "", "Bela")
        if target == "unseen":
            owner = scene.someone(given.get("relation", "at_war"))
            stack = scene.stack(HOME[0] + away, HOME[1], owner)
            scene.character(stack, owner, name="Bela")
    scene.learn(spell)

    def cast(mana: int) -> Ran:
        scene.change(scene.mages, actions=1)
        return scene.run(
            GuildCastSpell(guild=ref(scene.mages), spell=spell, target=named, mana=mana)
        )

    if given.get("spell_ready") is False:
        assert not cast(0).refused
    before = scene.now(scene.mages)
    ran = cast(0 if given.get("mana_ok", True) else MANA + 1)
    now = scene.now(scene.mages)
    return {
        "action_used": now.actions < 1,
        "mana_spent": before.mana - now.mana,
        **outcome(ran),
    }


@rule("cohorts.magic.cast-outcomes")
def outcomes(given: Given) -> Result:
    level = 15
    scene = Magic(level)
    if "target_wounds" in given:
        target = scene.hero(wounds=given["target_wounds"])
    else:
        target = scene.foe()
        scene.shells(given, shell=target)
    ran = scene.cast(given["spell"], target, given.get("strength", level) - level)
    owner = felt(ran)
    now = scene.now(scene.mages)
    return {
        "action_used": now.actions < 1,
        "mana_spent": MANA - now.mana == told(ran).mana and told(ran).mana > 0,
        "countdown_started": waits(scene.world, now.place, scene.key(given["spell"])) is not None,
        "owner_told": owner is not None,
        "caster_named": bool(owner and owner.caster),
        **outcome(ran),
    }


@rule("cohorts.magic.target-relations")
def relations(given: Given) -> Result:
    """`suing` says that my faction sues the target's for peace; `target_in` may be `own barony`."""
    scene = Magic()
    if given.get("suing", False):
        foe = scene.faction("at_war")
        scene.relation(scene.ours, foe, "at_war")
        scene.world.add(Vote, player=scene.me.id, target=foe.id, matter="peace")
    if given.get("target_in") == "own barony":
        scene.change(scene.away(1), barony=scene.seat.barony)
    if "province_controlled_by" in given:
        who = given["province_controlled_by"].removesuffix(" player")
        if who != "nobody":
            scene.city(HOME[0] + 1, HOME[1], scene.someone(who.replace(" ", "_")))
        scene.tower(HOME[0] + 1, HOME[1])
        return outcome(scene.cast(given["spell"], scene.away(1)))
    safe = given.get("target_province") == "no-PvP"
    scene.change(scene.away(1), pvp_free=safe)
    words = given["target"].removesuffix(" player").split()
    who = " ".join(words).replace("at war", "at_war")
    if who == "own stack":
        target = scene.mine(1)
        scene.put("stack_shell", target, 1)
    else:
        owner = scene.someone(who)
        stack = scene.foes(1, who)
        target = scene.character(stack, owner)
        scene.change(stack, player=owner.id)
    return outcome(scene.cast(given["spell"], target))


@rule("cohorts.magic.mana-recovery")
def recovery(given: Given) -> Result:
    """What a monthly production, or a rest, gives back to a guild or a character.

    A character's nature brings the supernatural percent, a cloak what items give.
    """
    if "guild_level" in given:
        scene = Magic(1)
        pool = given.get("pool", 0)
        kind = given.get("guild", "church")
        guild = scene.guild(scene.seat, kind, given["guild_level"], mana=pool)
        scene.change(scene.seat, besieged=given.get("besieged", False))
        scene.produce(monthly=True)
        return {"recovered": scene.now(guild).mana - pool, "pool_after": scene.now(guild).mana}
    percent = given.get("supernatural_percent", 0)
    content = {
        "races": {"human": {"combat": {"mana_percent": int(100 * given.get("race_rate", 1))}}},
        "natures": {"lich": {"modifiers": {"mana_percent": percent}}},
        "gear": {"cloak": {"modifiers": {"mana_at_production": given.get("items", 0)}}},
    }
    scene = Scene(content=content)
    stack = scene.stack(*HOME)
    mage = scene.character(
        stack,
        level=given["level"],
        mana=given.get("pool", 0),
        skills={"magic_user": given["capacity"]},
        equipment={"back": "cloak"},
        nature="lich" if percent else "",
        actions=0,
    )
    if given.get("event") == "rest":
        assert not scene.run(Rest(stack=ref(stack))).refused
        return {"pool_after": scene.now(mage).mana}
    scene.produce(monthly=True)
    return {"pool_after_month": scene.now(mage).mana, "pool_after": scene.now(mage).mana}


def named(text: str) -> tuple[str, int]:
    """Name and level of a status such as `with Poisoned level 8`."""
    *_, name, _, level = text.split()
    return name.casefold(), int(level)


def shown(piece: Character) -> dict[str, int]:
    return {name.capitalize(): level for name, level in piece.statuses.items()}


@rule("cohorts.status.persistent")
def persistent(given: Given) -> Result:
    if "spell_caster_level" in given:
        scene = Magic(given["spell_caster_level"])
        foe = scene.foe()
        dice = ScriptedDice([Whole(1, sides=100)])
        scene.cast("mind-flay", foe, given["mana"], dice=dice)
        return {"status_level": scene.now(foe).statuses["insane"]}
    scene = Magic()
    if "remover_level" in given:
        hero = scene.hero(statuses={"poisoned": given["status_level"]})
        return {"removed": cured(hero, given["remover_level"], "poisoned") == ("poisoned",)}
    status = given.get("status", "").casefold()
    old = named(given["unit"]) if "unit" in given else (status, given["old_level"])
    new = named(given["new"]) if "new" in given else (status, given["new_level"])
    hero = scene.hero(statuses=dict([old]))
    inflict(scene.state(), hero, *new)
    now = scene.now(hero)
    return {"level": now.statuses.get(status), "statuses": shown(now)}


@rule("cohorts.status.soulless")
def soulless(given: Given) -> Result:
    scene = Magic(30)
    hero = scene.hero(statuses={given["status"].casefold(): 5}, deity="solanna")
    if given["event"].startswith("status removed"):
        assert not scene.cast("remove-status", hero, status="soulless").refused
    die(scene.world, scene.now(hero))
    mark = LOST_SOUL in scene.now(hero).statuses
    scene.change(scene.mages, type="church", deity="solanna")
    order = PerformMiracle(guild=ref(scene.mages), spell="resurrect-character", target=ref(hero))
    scene.change(scene.mages, actions=1)
    return {"mark": "Lost Soul" if mark else None, "resurrectable": not scene.run(order).refused}
