"""/roster, /relations, /standings, /goal and /history on a practice table, as players use them."""

import re
from typing import Any

from bot.show.panel import LEADS_ON
from engine.orders import Queued, Ref
from engine.packs.cohorts.agents.summoning import CharacterSummonAgent
from tests.bot.battles.test_battle import at_home
from tests.bot.pressing import menu
from tests.bot.seated import Game, embed, text


async def lead(game: Game, answer: Any, label: str) -> Any:
    """What opens when a line's lead is chosen."""
    return await game.choose(game.ada, answer, LEADS_ON, label)


async def test_the_roster_leads_to_each_thing_and_tells_what_is_ordered(game: Game) -> None:
    city, province, hero = await game.home(game.ada)
    answer = await game.ask(game.ada, "roster")
    assert f"**{city.name}** · {province.location}" in text(answer)
    assert f"• {hero.name}: can still act" in text(answer)
    assert "💤" in text(answer)
    (picture,) = answer.response.attachments
    assert picture.filename == "roster-turn-1.png"
    assert hero.name in picture.description
    opened = await lead(game, answer, hero.name)
    assert (embed(opened).title or "").startswith(hero.name)
    assert opened.response.ephemeral
    opened = await lead(game, answer, f"{city.name} {province.location}")
    assert (embed(opened).title or "").startswith(city.name)
    assert "📜" not in text(answer)
    order = CharacterSummonAgent(character=Ref(*hero.place), name="Whisper")
    async with game.host.stores.use(game.guild) as store:
        await store.drafts.add(game.campaign_id, game.ada.id, Queued("", order).to_json())
    answer = await game.ask(game.ada, "roster")
    assert "📜" in next(line for line in text(answer).splitlines() if hero.name in line)
    other = await game.ask(game.bram, "roster")
    assert f"• {hero.name}:" not in text(other), "everybody sees their own"


async def test_relations_tell_how_all_stand_and_lead_to_the_votes(game: Game) -> None:
    answer = await game.ask(game.ada, "relations")
    assert "You know of no other faction" in text(answer)
    await game.seat(game.cora, "Cora", "elderwood")
    answer = await game.ask(game.ada, "relations")
    assert "⚪ The Elderwood: neutral" in text(answer)
    assert "Played by Cora, not met yet" in text(answer)
    assert {each.label for each in menu(answer, LEADS_ON).options} == {
        "Vote for war with The Elderwood",
        "Vote to ally with The Elderwood",
    }
    (picture,) = answer.response.attachments
    assert "House Ashmark and The Elderwood: neutral." in picture.description
    await game.choose(game.ada, answer, "What to look at", "Between all")
    assert embed(answer).title == "Relations · Between all"


async def test_standings_come_with_a_production_and_lead_to_the_goal(game: Game) -> None:
    answer = await game.ask(game.ada, "standings")
    assert "They come with the production" in text(answer)
    assert answer.response.attachments == []
    await game.tick("weekly")
    answer = await game.ask(game.ada, "standings")
    assert re.search(r"• 1\. House Ashmark \(you\): \d\d points", text(answer))
    assert "cities: 2 for 20 points" in text(answer)
    (picture,) = answer.response.attachments
    assert picture.filename == "standings-turn-2.png"
    assert re.search(r"House Ashmark \(you\): \d\d points", picture.description)
    opened = await lead(game, answer, "How this campaign is won")
    assert embed(opened).title == "How this campaign is won"
    assert "52" in text(opened)
    assert "10 points for a city" in text(opened)
    assert "**You lead**" in text(opened)


async def test_history_leads_to_the_battle_the_map_and_the_rule(game: Game) -> None:
    await at_home(game)
    city, province, _ = await game.home(game.ada)
    answer = await game.ask(game.ada, "history")
    said = text(answer)
    assert f"⚔️ Battle of {city.name}" in said
    assert said.index("Battle of") < said.index("Ada joined"), "what weighs most comes first"
    leads = [each.label for each in menu(answer, LEADS_ON).options]
    battle = next(label for label in leads if label.startswith("Battle: "))
    opened = await lead(game, answer, battle)
    assert embed(opened).title == f"Battle of {city.name}"
    opened = await lead(game, answer, f"Map around {province.location}")
    (picture,) = opened.response.attachments
    assert picture.filename.startswith("map")
    opened = await lead(game, answer, "Rule: Battles")
    assert "wound" in text(opened).casefold()


async def test_history_finds_words_turns_and_kinds(game: Game) -> None:
    await at_home(game)
    await game.tick("weekly")
    found = await game.ask(game.ada, "history", words="BATTLE of")
    assert (embed(found).title or "").startswith("History: “BATTLE of”")
    assert "Battle of" in text(found)
    assert "Ada joined" not in text(found)
    nothing = await game.ask(game.ada, "history", words="dragons")
    assert "Nothing of “dragons”" in text(nothing)
    second = await game.ask(game.ada, "history", words="turn 2")
    assert "Battle of" not in text(second)
    offered = await game.ada.autocomplete(game.lobby, "history", "words", "quest")
    assert [each["value"] for each in offered] == ["quest", "Conquests", "Quests"]
