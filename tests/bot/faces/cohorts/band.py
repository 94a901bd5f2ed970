"""Stacks for tests of panels: a usual one, and one in which everything is as much as may be."""

from dataclasses import dataclass

from engine.campaign import Player
from engine.packs.cohorts.pieces.records import Character, Stack, Unit
from engine.packs.cohorts.worth.active_spells import ActiveSpell
from tests.bot.faces.cohorts.town import LONGEST
from tests.rules.scene import Scene

ABLE = {"STR": 12, "DEX": 14, "CON": 11, "INT": 15, "WIS": 12, "CHA": 9}


@dataclass(frozen=True)
class Band:
    """The stack and two of those in it."""

    stack: Stack
    hero: Character
    unit: Unit


def band(scene: Scene, owner: Player | None = None, **hero: object) -> Band:
    """A band of a player, by default of `me`, at 5,5."""
    owner = owner or scene.me
    stack = scene.stack(5, 5, owner, name="Iron Guard")
    values: dict[str, object] = {
        "name": "Elowen",
        "race": "elf",
        "job": "mage",
        "level": 7,
        "xp": scene.content.experience.needed_for(7) + 10,
        "wounds": 12,
        "mana": 4,
        "skills": {"blade": 3, "magic_user": 7, "ranger": 2, "spell_craft": 7},
        "skill_points": 3,
        "attribute_points": 1,
        "attributes": ABLE,
        "equipment": {"armor": "soft_leather", "main_hand": "broadsword+2"},
        "spells": ("charm_of_speed", "provincial_shell", "locate_character"),
        "recipes": ("spear",),
    }
    mage = scene.character(stack, owner, **{**values, **hero})
    unit = scene.unit(
        stack,
        owner,
        name="Old Spears",
        soldiers=200,
        level=4,
        xp=scene.content.experience.needed_for(4),
        wounds=8,
        morale=80,
        equipment={"armor": "soft_leather", "main_hand": "spear"},
    )
    scene.agent(stack, owner, name="Whisper", type="knave")
    return Band(stack, mage, unit)


def host(scene: Scene) -> Band:
    """A stack with everything that can be in it, on it and about it, and with the longest names."""
    content = scene.content
    stack = scene.stack(5, 5, name=LONGEST, message=LONGEST * 6)
    everything = {
        "name": LONGEST,
        "level": 99,
        "xp": 10**9,
        "wounds": 99,
        "morale": 1,
        "talents": tuple(content.talents),
        "statuses": dict.fromkeys(("insane", "plagued", "poisoned"), 9),
        "message": LONGEST * 6,
    }
    hero = scene.character(
        stack,
        job="priest",
        deity=next(iter(content.deities)),
        attributes=dict.fromkeys(ABLE, 30),
        skills=dict.fromkeys(content.skills, 99),
        spells=tuple(content.spells),
        titles=tuple(content.titles),
        recipes=(*content.weapons, *content.potions),
        draughts=dict.fromkeys(content.potions, 1),
        equipment={"armor": "plate", "main_hand": "broadsword+9", "off_hand": "dagger"},
        mana=99,
        action_points=99,
        skill_points=999,
        attribute_points=999,
        **everything,
    )
    unit = scene.unit(stack, soldiers=9_999, equipment={"main_hand": "spear+9"}, **everything)
    for number in range(40):
        scene.unit(stack, name=f"{LONGEST} {number}"[:32], soldiers=9_999, level=50, morale=2)
    scene.items(stack, **dict.fromkeys(content.weapons, 99_999))
    scene.items(hero, **dict.fromkeys(content.weapons, 99_999))
    for place in (stack.place, hero.place, unit.place):
        for spell in content.spells.values():
            if spell.family == "charm":
                on = {"on": place, "spell": spell.key, "strength": 99, "level": 99}
                scene.world.add(ActiveSpell, faction=scene.ours.id, side=-1, **on)
    return Band(stack, hero, unit)
