"""A kingdom is taken, and its first turn played, on the unchanged bot, by tapping."""

from __future__ import annotations

from bot.orders.guarding import ANYWAY
from bot.practice.table import Table
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.pieces.abilities import ABILITIES
from engine.packs.kingdoms.pieces.records import Ruler
from tests.bot.samples import EXTENSIONS, says, told
from tests.bot.tables import Sitting
from tests.bot.tapping import Thumb

FIRST = "Your first turn"
KING = "Aldric the Steadfast"

COGS = [
    *EXTENSIONS,
    "bot.guild_commands",
    "bot.orders.queue",
    "bot.turn.command",
    "bot.commands.knowing",
]


async def seated(table: Table, **start: str) -> Thumb:
    """Ada's answer to `/join` in a campaign that has begun."""
    await says(table, "Morgan", "campaign create", module="kingdoms", name="The Vacant Throne")
    await says(table, "Morgan", "campaign open")
    await says(table, "Bram", "join", faction="thistledown", start="warden")
    await says(table, "Morgan", "campaign start")
    joined = await says(table, "Ada", "join", faction="vesperine", **start)
    return Thumb(Sitting(table), table.guild.people["Ada"], joined)


def lead(turn: Thumb, says: str) -> str:
    """The first line that leads on to this."""
    return next(label for label in turn.options(FIRST) if says in label)


async def test_a_ready_made_king_is_taken_and_the_first_turn_played_by_taps(table: Table) -> None:
    thumb = await seated(table, start="marshal")
    assert KING in thumb.text
    turn = thumb.on(await thumb.press("Your turn"))
    assert turn.text.count("☐") == 5
    assert "6 phases left" in await turn.read()
    assert "100 gold now" in turn.text
    assert not [e for e in turn.options(FIRST) if e.endswith(": explore")], "the home is known"

    await turn.choose(FIRST, lead(turn, f"Look at {KING}"))
    recruit = turn.on(await turn.choose(FIRST, lead(turn, f"{KING}: recruit")))
    await recruit.choose("Army", next(each for each in recruit.options("Army") if "Legion" in each))
    await recruit.press("Give order")
    assert "would recruit an army of Legion" in recruit.text
    practise = turn.on(await turn.choose(FIRST, lead(turn, f"{KING}: practise")))
    await practise.press("Give order")
    assert practise.text.count("chance") <= 1

    shown = turn.on(await says(table, "Ada", "map"))
    hero = next(each for each in shown.options("My pieces") if KING not in each)
    await shown.choose("My pieces", hero)
    there = shown.options("Where to")[0]
    assert shown.buttons()["Give order"] is False
    await shown.choose("Where to", there)
    given = shown.on(await shown.press("Give order"))
    assert "would go from" in given.text

    ada, lobby = table.guild.people["Ada"], next(table.guild.channels())
    offered = await ada.autocomplete(lobby, "odds", "enemy", "", mine=KING)
    odds = await says(table, "Ada", "odds", mine=KING, enemy=offered[0]["value"])
    assert f"for {KING} to come off well at" in told(odds)

    turn = turn.on(await says(table, "Ada", "turn"))
    assert turn.text.count("☑") == 3, "looked, moved and recruited"
    asked = turn.on(await turn.press("Submit"))
    await asked.press(ANYWAY)
    assert asked.title == "Turn submitted"
    assert asked.taps <= 20


async def test_whatever_is_tapped_a_king_made_by_points_may_rule(table: Table) -> None:
    thumb = await seated(table)
    person, message = thumb.person, thumb.message

    async def tap(button: str) -> None:
        await person.click(message, custom_id=button)
        await table.rest()

    async def choose(menu: str, value: str) -> bool:
        menus = {each.custom_id: each for each in thumb.menus()}
        offered = {option.value for option in menus[menu].options} if menu in menus else set()
        if value in offered:
            await person.select(message, [value], custom_id=menu)
            await table.rest()
        return value in offered

    await tap("join:design")
    await choose("join:race", "elf")
    await choose("join:alignment", "Undead")
    await tap("join:abilities")
    taken = []
    for ability in ABILITIES[:9]:
        await choose("join:ability", ability)
        taken.append(await choose("join:points", "3"))
        await choose("join:skill", "3")
    assert taken.count(True) < len(taken), "in the end there is nothing left to be spent"
    await tap("join:back")
    asked = await person.click(message, custom_id="join:king")
    await person.submit_modal(asked, {"line": "Ilse the Late"})
    await table.rest()
    await tap("join:join")
    await tap("join:join")  # levels of skill are left, which is asked about once
    game = Sitting(table)
    king = next(each for each in (await game.truth()).all(Ruler) if each.name == "Ilse the Late")
    assert (king.race, king.alignment, king.rank) == ("elf", "Undead", "king")
    rules = await game.host.rules(game.guild, await game.campaign())
    content = rules.module.content(RulerContent)
    assert sum(king.aptitude) <= content.kings.aptitude_points
    gift = ABILITIES.index("NE")
    for place, (skill, aptitude) in enumerate(zip(king.skill, king.aptitude, strict=True)):
        assert skill <= aptitude + (place == gift)
