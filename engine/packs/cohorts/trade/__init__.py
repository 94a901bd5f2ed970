"""Trade between cities: what they have, what is open for trade, agreements, the books of it.

It stands on `pieces` alone, as what a city has access to is asked by almost everything. The orders
that merchants' guilds carry out are in `guilds`, those of merchant agents in `agents`.
"""
