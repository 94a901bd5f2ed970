"""/rules and /about on a practice table."""

import json
from typing import Any

from bot.practice.table import Table
from tests.bot.chosen import meant
from tests.bot.limits import check_command_payload
from tests.bot.pressing import choose, menus, press
from tests.bot.samples import says
from tests.bot.seated import Game

COGS = ["bot.commands.knowing", "bot.commands.campaign", "bot.desk.command"]
ALONE = True
READ = "Read a rule"


def shown(answer: Any) -> tuple[str, str]:
    """The text of the answer's embed, and its footer."""
    (embed,) = answer.response.embeds
    return embed.description, embed.footer.text or ""


async def test_a_rule_is_shown_by_its_id_with_the_rules_beside_it(table: Table) -> None:
    answer = await says(table, "Ada", "rules", search="cohorts.order.activate-stack")
    assert answer.response.ephemeral
    assert "cohorts.order.activate-stack" in shown(answer)[0]
    beside = menus(answer)[-2]
    assert "cohorts.order.deactivate-stack" in [meant(each.to_dict()) for each in beside.options]
    await choose(table, "Ada", answer, READ, "cohorts.order.deactivate-stack")
    assert "Order: deactivate stack" in shown(answer)[0]


async def test_a_long_rule_has_pages_and_a_search_offers_what_it_found(table: Table) -> None:
    answer = await says(table, "Ada", "rules", search="construct a village")
    assert "cohorts.order.construct-village" in json.dumps(answer.response.components)
    long = await says(table, "Ada", "rules", search="cohorts.world.resource-table")
    assert shown(long)[1].startswith("Page 1 of ")
    await press(table, "Ada", long, "Next")
    assert shown(long)[1].startswith("Page 2 of ")


async def test_the_rulebook_is_browsed_by_chapters(table: Table) -> None:
    answer = await says(table, "Ada", "rules")
    reading, chapters = menus(answer)[-2:]
    assert (reading.placeholder, chapters.placeholder) == (READ, "Chapters")
    # All systems together have more chapters than a menu holds.
    assert chapters.options[-1].label == "More chapters ..."
    await choose(table, "Ada", answer, "Chapters", "Cities")
    assert shown(answer)[0].startswith("**Cities** · Actions, people, buildings")
    await choose(table, "Ada", answer, "Chapters", "more")
    assert "A Warlords battle" in [each.label for each in menus(answer)[-1].options]
    await choose(table, "Ada", answer, READ, "cohorts.city.actions")
    assert shown(answer)[0].startswith("**City: actions**")


async def test_rules_are_offered_by_words_and_ids(table: Table) -> None:
    ada, lobby = table.guild.people["Ada"], next(table.guild.channels())
    offered = await ada.autocomplete(lobby, "rules", "search", "cohorts.turn.cut")
    assert offered[0]["value"] == "cohorts.turn.cut-off"
    assert offered[0]["name"].startswith("Turn: cut off – Turns run at the same time every game")
    asked = await ada.autocomplete(lobby, "rules", "search", "attack a city")
    assert asked[0]["value"] == "cohorts.order.conquer-city"
    begun = await ada.autocomplete(lobby, "rules", "search", "")
    assert begun[0]["value"] == "cohorts.turn.weekly-turn"


async def test_who_asks_for_nothing_reads_where_to_start_and_how_to_ask(table: Table) -> None:
    answer = await says(table, "Ada", "rules")
    assert shown(answer)[0].startswith("**Start here** · Turns, phases and your pieces")
    assert answer.response.content == (
        "Ask in your own words, such as *attack a city*, or choose a chapter."
    )


async def test_what_is_searched_for_can_mention_nobody(table: Table) -> None:
    answer = await says(table, "Ada", "rules", search="@everyone")
    assert "@everyone" not in shown(answer)[0]


async def test_about_names_version_art_and_the_campaigns_here(game: Game) -> None:
    answer = await game.ask(game.ada, "about")
    (embed,) = answer.response.embeds
    assert embed.title.startswith("Hexmuster 0.")
    fields = {field.name: field.value for field in embed.fields}
    assert fields["Campaigns here"] == "The Long March: running, turn 1"
    assert "game-icons.net" in fields["Art"]
    assert "Well:" in fields["Host"]


async def test_the_commands_keep_within_discords_limits(table: Table) -> None:
    tree = table.bot.tree
    payload = [command.to_dict(tree) for command in tree.get_commands()]
    names = {each["name"] for each in payload}
    assert names == {"map", "battle", "report", "rules", "help", "about", "campaign"}
    assert check_command_payload(payload) == []
