"""Movement of Cohorts: rates and burdens, what steps cost, barriers, routes, and who drowns.

It stands on `knowledge`, as routes are planned by what is known. The moves themselves, and whom
they meet, are in `marching`.
"""
