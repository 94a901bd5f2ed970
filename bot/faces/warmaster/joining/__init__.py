"""Joining a Warmaster campaign: as in Cohorts, with the army list that one musters by."""
