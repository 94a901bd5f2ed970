"""The calendar of a campaign as people change it: holidays, extensions, vacations, early runs."""
