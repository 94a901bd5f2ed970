import pytest
import pytest_asyncio

from tests.bot.seated import begin


@pytest.fixture
def extensions():
    return ["bot.cogs.guild_commands", "bot.cogs.queue"]


@pytest_asyncio.fixture
async def game(table):
    return await begin(table)


def show(msg):
    e = msg.embeds[0]
    print("=====", e.title)
    print(e.description)
    print("  foot:", e.footer.text)
    for row in msg.components:
        for c in row.children:
            if hasattr(c, "options"):
                print(
                    "  [menu]",
                    c.placeholder,
                    [(o.label, o.description) for o in c.options][:6],
                    len(c.options),
                    c.min_values,
                    c.max_values,
                )
            else:
                print("  (", c.label, "disabled" if c.disabled else "", ")", end="")
    print()


async def test_it(game):
    city, province, hero = await game.home(game.ada)
    a = await game.ask(game.ada, "show city", name=city.name)
    msg = a.response.message
    show(msg)
    d = await game.press(game.ada, a, "Do …")
    m = d.response.message
    show(m)

    async def sel(msg, values, placeholder):
        cid = next(
            c.custom_id
            for row in msg.components
            for c in row.children
            if getattr(c, "placeholder", None) and c.placeholder.startswith(placeholder)
        )
        r = await game.ada.select(msg, values, custom_id=cid)
        await game.table.rest()
        return r

    opts = [
        o for row in m.components for c in row.children if hasattr(c, "options") for o in c.options
    ]
    v = next(o.value for o in opts if o.label == "Form a stack")
    await sel(m, [v], "Do")
    m = d.response.message
    show(m)
    await sel(m, ["0", "1", "2"], "Who")
    m = d.response.message
    show(m)
    await sel(m, ["destination"], "More")
    m = d.response.message
    show(m)
    await sel(m, ["2"], "Destination")
    m = d.response.message
    show(m)
    r = await game.ada.click(m, label="Give 5 orders")
    await game.table.rest()
    m = d.response.message
    show(m)
    r = await game.ada.click(m, label="Do more with this")
    await game.table.rest()
    show(r.response.message)
