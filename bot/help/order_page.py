"""The page of one order in `/help`, made from its class."""

import discord

from bot.callers.embeds import card, clipped
from bot.faces.words.rulebook import cited
from engine.orders import Order, Parameter, parameters
from engine.packs import Rules


def help_page(rules: Rules, cls: type[Order], way: str = "") -> discord.Embed:
    """The page of one order, made from its class; `way` is how the reader could give it."""
    group, name = cls.path
    params = parameters(cls)
    usage = " ".join(p.name if p.required else f"[{p.name}]" for p in params)
    lines = [" ".join((cls.__doc__ or "").split()), "", f"`/{group} {name} {usage}`".rstrip()]
    lines += [
        f"• **{p.name}**{'' if p.required else ' (optional)'}: {_explained(p)}" for p in params
    ]
    titles = [rules.phases[phase].title for phase in cls.phases if phase in rules.phases]
    if cls.at_once:
        lines.append("\nIt is carried out at once, whatever stands in your list of orders.")
    else:
        lines.append(f"\nIt runs in: {titles[0]}.")
    if len(titles) > 1:
        later = " or ".join(rules.when(phase) for phase in cls.phases[1:])
        lines.append(f"If it is refused there, it runs {later}; `when` chooses it beforehand.")
    if cls.makes:
        lines.append(
            f"Later orders can use this {cls.makes}: choose it from the suggestions, or write "
            "`new:` and this order's key, such as `new:k3`."
        )
    if way:
        lines.append(f"\n**With your pieces**\n{way}")
    return card(
        f"/{group} {name}", clipped("\n".join(lines)), f"{cited(cls.rule)} · /rules shows it"
    )


def _explained(parameter: Parameter) -> str:
    """What a parameter asks for, and what its own words leave unsaid."""
    help, parts = parameter.help, [parameter.help]
    if not all(option in help.lower() for option in parameter.options):
        parts.append(f"one of {', '.join(parameter.options)}")
    span = f"{parameter.least} to {parameter.most}"
    if parameter.kind == "number" and "None" not in span and span not in help:
        parts.append(span)
    if parameter.many:
        parts.append("several with commas")
    return "; ".join(parts)
