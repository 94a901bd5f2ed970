"""`/archive`: a campaign that has ended can still be read, by anybody and whosever it was.

Nothing of a campaign that goes on is shown here: the command asks first whether it has ended, and
so do the jobs that make what it shows.
"""
