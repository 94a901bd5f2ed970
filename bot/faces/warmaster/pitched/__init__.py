"""Pitched battles: the builder of armies of points, challenges, the ladder of duels, trials.

`draft` is an army as it is being put together, `builder` and `posting` its pages, `making` the form
of them; `panel` is `/show pitched`, `trials` what `/odds` tells of armies of points.
"""
