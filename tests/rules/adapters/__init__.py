"""One function per rule that has cases: it puts what is given to the real code.

An adapter translates words into calls and results into words. It computes nothing itself.
"""
