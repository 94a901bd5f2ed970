"""Discord refusing, silent, cut off or changed under the real bot: reports still arrive once.

And all that people send and are sent gets over the network at all.
"""

import asyncio
from datetime import timedelta

import pytest

from tests.bot.front.faults import Cut
from tests.bot.process.campaign import RUN, heroes
from tests.bot.process.scene import Scene

MESSAGES = "/channels/*/messages"


async def test_each_report_is_posted_once_whatever_discord_answers(scene: Scene) -> None:
    """Runs with a turn in them and productions by turns, each with a different trouble.

    After a success that the bot did not learn of Discord forgets the nonce too.
    """
    troubles = [
        (0, 429, False),
        (6, 503, False),
        (7, 503, True),
        (13, Cut.DROPPED, False),
        (14, Cut.DROPPED, True),
    ]
    async with scene.begun() as bot:
        for day, outcome, after in troubles:
            if day in (7, 14):  # a run without a turn is not told of; the first has its turns
                for person in (scene.ada, scene.ben):
                    await scene.give(person, f"This is day {day}.")
                    await scene.answered(await scene.ask(person, "orders submit"))
            fault = scene.front.faults.order("POST", MESSAGES, outcome, times=2, after=after)
            scene.move_to(RUN + timedelta(days=day), bot)
            if after:
                await scene.until(lambda fault=fault: fault.times == 0)
                scene.front.world.backend.advance_clock(600)
            await scene.settle(bot)
            assert fault.times == 0
            scene.check()
        assert await bot.stop() == 0


async def test_a_bot_killed_while_discord_is_silent_finds_its_report_again(scene: Scene) -> None:
    async with scene.begun() as bot:
        fault = scene.front.faults.order("POST", MESSAGES, Cut.SILENT, after=True)
        scene.move_to(RUN, bot)
        await scene.until(lambda: fault.times == 0)
        await bot.kill()
    scene.front.world.backend.advance_clock(600)  # Discord has forgotten the nonce
    async with scene.bot() as bot:
        await scene.run(bot)


async def test_a_gateway_lost_during_a_run_costs_nothing(scene: Scene) -> None:
    async with scene.begun() as bot:
        async with scene.front.gateway.outage():
            asking = asyncio.create_task(scene.give(scene.ada))
            scene.move_to(RUN, bot)
            await scene.until(scene.made)
        assert await asking
        assert scene.front.gateway.resumed == 1
        await scene.settle(bot)
        assert await bot.stop() == 0
    scene.check()


async def test_however_the_gateway_breaks_the_bot_hears_people_again(scene: Scene) -> None:
    gateway = scene.front.gateway
    async with scene.begun():
        for breaks in (gateway.close, gateway.reconnect, gateway.invalidate):
            begun = gateway.identified + gateway.resumed
            await breaks()
            await scene.until(lambda begun=begun: gateway.identified + gateway.resumed > begun)
            await scene.give(scene.ada)
        assert (gateway.identified, gateway.resumed) == (2, 2), "anew only without a session"


@pytest.mark.parametrize("everywhere", [False, True])
async def test_an_answer_that_is_put_off_comes_in_its_time(scene: Scene, everywhere: bool) -> None:
    async with scene.begun():
        fault = scene.front.faults.order(
            "POST", "/interactions/*/callback", 429, everywhere=everywhere
        )
        await scene.give(scene.ada)
        assert fault.times == 0


async def test_choices_buttons_files_and_forms_go_over_the_network(scene: Scene) -> None:
    ada, morgan, here = scene.ada, scene.morgan, scene.channels["herald"]
    async with scene.begun():
        offered = await morgan.autocomplete(here, "campaign create", "module", "")
        assert "cohorts" in [each["value"] for each in offered]
        [hero, *_] = heroes(scene.file, 1)
        sheet = f'set message bearer:"{hero}" message:"Ho!"\n'.encode()
        asked = await scene.ask(ada, "orders upload", file=("orders.txt", sheet))
        await ada.click(await scene.answered(asked), label="Take it")
        drafted = "SELECT 1 FROM draft_order WHERE user = ? AND body LIKE '%Ho!%'"
        await scene.until(lambda: scene.rows(drafted, ada.id))
        drawn = await scene.answered(await scene.ask(ada, "map"))
        assert drawn.attachments[0].description
        assert scene.front.sent("PATCH", "/messages/@original")[-1].uploads[0].content
        form = await scene.ask(morgan, "announce")
        await morgan.submit_modal(form, {"text": "A feast!"})
        await scene.until(
            lambda: any("A feast!" in str(each.embeds) for each in scene.posted("faction:1"))
        )
