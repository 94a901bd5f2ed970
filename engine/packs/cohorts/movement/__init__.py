"""Movement of Cohorts: rates and burdens, what steps cost, routes, and whom a move meets."""
