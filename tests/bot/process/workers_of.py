"""The workers of a bot that runs as a separate process."""

import psutil


def workers_of(pid: int) -> list[psutil.Process]:
    """Those of the bot of that process id: they are forked from one child, or are its children.

    Raises `psutil.NoSuchProcess` if the bot has ended.
    """
    children = psutil.Process(pid).children()
    forked = [each for child in children for each in child.children()]
    return forked or [each for each in children if "spawn_main" in " ".join(each.cmdline())]
