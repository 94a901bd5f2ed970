"""Skirmish: a whole small rule system that is not shipped, installed beside the bot.

Fighters of some schools stand on the sand of an arena. All step at once; who comes for a place that
another holds or wants must fight a duel for it. It builds on no other system, so it shows what a
system of one's own has to bring, and that nothing else in the bot need change for it.
"""
