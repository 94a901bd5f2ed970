"""/turn, its button under messages and the question before submitting, as players use them."""

from typing import Any

from bot.orders.guarding import ANYWAY
from engine.packs.cohorts.pieces.records import Character
from tests.bot.limits import EMBED_TEXT
from tests.bot.pressing import buttons, menus
from tests.bot.seated import Game, embed, text

COGS = [
    "bot.guild_commands",
    "bot.commands.knowing",
    "bot.orders.queue",
    "bot.turn.command",
]


async def ask_again(game: Game) -> None:
    """Have Ada asked before she submits, as people are."""
    async with game.host.stores.use(game.guild) as store:
        await store.turn_notes.silence(game.campaign_id, game.ada.id, silent=False)


def labels(answer: Any) -> list[str]:
    """Every line that leads on."""
    return [option.label for menu in menus(answer) for option in menu.options]


async def choose(game: Game, answer: Any, label: str) -> None:
    """Follow a line of Your turn."""
    for menu in menus(answer):
        if label in [option.label for option in menu.options]:
            await game.choose(game.ada, answer, menu.placeholder or "", label)
            return
    raise LookupError(label)


# ---------------------------------------------------------------- /turn


async def test_your_turn_opens_with_what_there_is_to_decide(game: Game) -> None:
    city, _, hero = await game.home(game.ada)
    answer = await game.ask(game.ada, "turn")
    assert answer.response.ephemeral
    assert (embed(answer).title or "").startswith("Your turn · Turn 1 · ")
    shown = text(answer)
    assert len(shown) <= EMBED_TEXT
    assert "**Not submitted.** The next cut-off is <t:" in shown
    assert "Runs are on Monday to Friday; your turn runs once a week." in shown
    assert f"• **{city.name}** {city.actions} actions left (200 recruits waiting): " in shown
    assert f"• **{hero.name}** (" in shown
    assert {f"{city.name}: train 125 (spear)", f"{city.name}: everything else"} <= set(
        labels(answer)
    )
    assert [*buttons(answer)] == ["Orders", "Preview", "Map", "Submit", "Refresh"]
    off = [label for label, on in buttons(answer).items() if not on]
    assert off == ["Preview", "Submit"], "there is no order yet"
    assert len(answer.response.message.components) <= 5


async def test_a_line_leads_on_and_is_gone_once_the_order_is_given(game: Game) -> None:
    city, _, hero = await game.home(game.ada)
    answer = await game.ask(game.ada, "turn")
    await choose(game, answer, f"{city.name}: attract population")
    assert embed(answer).title == "Attract population"
    await game.press(game.ada, answer, "Cancel")
    assert (embed(answer).title or "").startswith("Your turn")
    for _ in range(city.actions):
        given = await game.ask(game.ada, "city attract", city=city.name)
        assert embed(given).title == "Order taken"
    name = hero.name
    skill, *_ = await game.ada.autocomplete(
        game.lobby, "character practice-skill", "skill", "", character=name
    )
    given = await game.ask(
        game.ada, "character practice-skill", character=name, skill=skill["value"]
    )
    assert embed(given).title == "Order taken", text(given)
    shown = text(answer)  # it has followed the list by itself
    assert "Cities with actions" not in shown
    assert f"**{hero.name}**" not in shown.partition("**Characters with actions**")[2]
    assert "**Your orders**\n• 3 orders." in shown


async def test_what_will_fail_is_counted_with_the_worst_reason(game: Game) -> None:
    _, province, _ = await game.home(game.ada)
    spot = f"{province.x},{province.y}"
    await game.ask(game.ada, "stack activate", province=spot, name="Iron Guard")
    await game.ask(game.ada, "stack activate", province=spot, name="Far Riders")
    await game.ask(game.ada, "set message", bearer="Far Riders", message="Ho!")
    await game.ask(game.ada, "orders remove", orders="k2")
    shown = text(await game.ask(game.ada, "turn"))
    assert "• 2 orders, **1 will fail**. `k3`: " in shown


async def test_the_buttons_at_the_foot_open_list_and_preview_and_map(game: Game) -> None:
    _, province, _ = await game.home(game.ada)
    spot = f"{province.x},{province.y}"
    await game.ask(game.ada, "stack activate", province=spot, name="Iron Guard")
    answer = await game.ask(game.ada, "turn")
    assert embed(await game.press(game.ada, answer, "Orders")).title == "Your orders"
    preview = await game.press(game.ada, answer, "Preview")
    assert embed(preview).title == "What your orders would do"
    drawn = await game.press(game.ada, answer, "Map")
    (file,) = (drawn.followups[-1] if drawn.followups else drawn.response).attachments
    assert file.filename.endswith(".png")


# ---------------------------------------------------------------- submitting


async def test_what_is_unused_is_asked_about_once(game: Game) -> None:
    city, _, hero = await game.home(game.ada)
    await ask_again(game)
    await game.ask(game.ada, "city attract", city=city.name)
    asked = await game.ask(game.ada, "orders submit")
    assert embed(asked).title == "Submit with things unused?"
    assert f"1 action in {city.name} (200 recruits waiting), {hero.name} has not acted" in text(
        asked
    )
    assert "**not submitted**" in text(asked)
    await game.press(game.ada, asked, ANYWAY)
    assert embed(asked).title == "Turn submitted"
    assert "Runs are on Monday to Friday, and your orders run once" in text(asked)
    again = await game.ask(game.ada, "orders submit")
    assert embed(again).title == "Turn submitted", "the same draft is not asked about twice"
    await game.ask(game.ada, "set message", bearer=hero.name, message="Ho!")
    assert embed(await game.ask(game.ada, "orders submit")).title != "Turn submitted"


async def test_a_question_that_discord_lost_is_asked_again(game: Game) -> None:
    city, _, _ = await game.home(game.ada)
    await ask_again(game)
    await game.ask(game.ada, "city attract", city=city.name)
    game.table.env.inject_error("POST", "/webhooks/*", status=404, code=10015)
    await game.ada.slash(game.lobby, "orders submit")
    await game.table.rest()
    game.table.env.errors.clear()
    asked = await game.ask(game.ada, "orders submit")
    assert embed(asked).title == "Submit with things unused?"
    assert embed(await game.ask(game.ada, "orders submit")).title == "Turn submitted"


async def test_the_question_shows_your_turn(game: Game) -> None:
    city, _, _ = await game.home(game.ada)
    await ask_again(game)
    await game.ask(game.ada, "city attract", city=city.name)
    asked = await game.ask(game.ada, "orders submit")
    shown = await game.press(game.ada, asked, "Show")
    assert (embed(shown).title or "").startswith("Your turn")
    assert city.name in text(shown)


async def test_who_wants_no_question_is_never_asked_again(game: Game) -> None:
    city, _, hero = await game.home(game.ada)
    await ask_again(game)
    await game.ask(game.ada, "city attract", city=city.name)
    asked = await game.ask(game.ada, "orders submit")
    await game.press(game.ada, asked, "Submit, and do not ask again")
    assert embed(asked).title == "Turn submitted"
    await game.ask(game.ada, "set message", bearer=hero.name, message="Ho!")
    assert embed(await game.ask(game.ada, "orders submit")).title == "Turn submitted"


async def test_a_turn_that_cannot_be_submitted_is_refused_before_any_question(game: Game) -> None:
    await ask_again(game)
    assert "no orders to submit" in text(await game.ask(game.ada, "orders submit"))
    city, _, _ = await game.home(game.ada)
    await game.ask(game.ada, "city attract", city=city.name)
    answer = await game.ask(game.ada, "orders submit", date="2026-01-04")
    assert "No turns are run on Sunday" in text(answer)


async def test_submitting_from_your_turn_is_shown_there(game: Game) -> None:
    city, _, _ = await game.home(game.ada)
    await game.ask(game.ada, "city attract", city=city.name)
    answer = await game.ask(game.ada, "turn")
    done = await game.press(game.ada, answer, "Submit")
    assert embed(done).title == "Turn submitted"
    (card,) = answer.response.embeds
    assert "✅ **Submitted**: it runs <t:" in (card.description or "")


# ---------------------------------------------------------------- the first turn


async def test_a_new_players_steps_are_ticked_one_by_one(game: Game) -> None:
    city, province, _ = await game.home(game.ada)
    heroes = [hero for hero in await mine(game) if hero != (await baron(game))]

    async def ticks() -> str:
        shown = text(await game.ask(game.ada, "turn"))
        return "".join(line[0] for line in shown.splitlines() if line[:1] in "☐☑" and line)

    assert await ticks() == "☐☐☐☐☐"
    answer = await game.ask(game.ada, "turn")
    await choose(game, answer, f"Look at {city.name}")
    assert await ticks() == "☑☐☐☐☐"
    await game.ask(game.ada, "city train", city=city.name, race="human", quantity=125, name="Foot")
    assert await ticks() == "☑☑☐☐☐"
    spot = f"{province.x},{province.y}"
    await game.ask(game.ada, "stack activate", province=spot, name="Iron Guard")
    assert await ticks() == "☑☑☐☐☐", "nobody is in it yet"
    answer = await game.ask(game.ada, "turn")
    assert f"{heroes[0]} joins Iron Guard" in labels(answer)
    await game.ask(game.ada, "transfer character", character=heroes[0], target="Iron Guard")
    assert await ticks() == "☑☑☑☐☐"
    answer = await game.ask(game.ada, "turn")
    goal = next(each for each in labels(answer) if each.startswith("Iron Guard: to "))
    assert labels(answer).count(goal) == 1, "what leads on to the same is offered once"
    x_y = goal.rsplit(" ", 1)[1]
    given = await game.ask(game.ada, "stack move", stack="Iron Guard", destination=x_y)
    assert embed(given).title == "Order taken", text(given)
    assert await ticks() == "☑☑☑☑☐"
    await game.ask(game.ada, "orders submit")
    assert await ticks() == "☑☑☑☑☑"


async def mine(game: Game) -> list[str]:
    """The names of Ada's characters."""
    view, seat = await game.view(game.ada), await game.seat_of(game.ada)
    return [each.name for each in view.by(Character, "player", seat.player)]


async def baron(game: Game) -> str:
    """The name of the baron of Ada's city."""
    city, _, _ = await game.home(game.ada)
    return (await game.view(game.ada)).get(Character, city.baron).name


async def test_a_week_that_passed_without_a_turn_says_so_and_which_orders_still_stand(game: Game):
    hero = (await game.home(game.ada))[2]
    await game.ask(game.ada, "set message", bearer=hero.name, message="Halt!")
    assert "week passed" not in text(await game.ask(game.ada, "turn"))
    await game.tick("weekly")
    async with game.host.stores.use(game.guild) as store:
        ticks = await store.campaigns.ticks(game.campaign_id, last=1)
        posted = str(await store.outbox.of_tick(game.campaign_id, ticks[0].number))
    assert "1 order of the list was not run" in posted
    assert "Halt!" not in posted, "what stands in a list is its player's own"
    told = text(await game.ask(game.ada, "turn"))
    assert "Your week passed without a submitted turn.** This order was not run" in told
    assert "Change message" in told
    await game.ask(game.ada, "orders submit")
    assert "week passed" not in text(await game.ask(game.ada, "turn"))
