"""Trade between cities: what is open for trade, offers, agreements, and the books of it all."""
