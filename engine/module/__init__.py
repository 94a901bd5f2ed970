"""Modules: the data packs that a campaign is played from.

A module is a folder of TOML files. `load` makes one frozen `Module` of it, `check` says
everything that is wrong with it. What the sections of a rule pack look like is the pack's matter
(`sections.declare`); nothing here knows a rule.
"""

from engine.module.check import Fault, ModuleError
from engine.module.load import Head, check, described, load, resolve
from engine.module.names import key_of
from engine.module.schema import Module
from engine.module.sections import declare

__all__ = [
    "Fault",
    "Head",
    "Module",
    "ModuleError",
    "check",
    "declare",
    "described",
    "key_of",
    "load",
    "resolve",
]
