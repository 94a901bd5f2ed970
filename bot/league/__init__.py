"""Campaigns that computer players play among themselves, without Discord and without a store."""
