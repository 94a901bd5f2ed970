"""Battles outside any campaign, in which a league measures the balance of Cohorts."""
