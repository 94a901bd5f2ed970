"""A small campaign whose every tick must come out the same, byte for byte, on every machine.

After a change that is meant to change ticks, renew what is stored and look at the difference:
`python -m tests.golden --write`.
"""
