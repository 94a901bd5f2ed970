"""What the packs of Kingdoms have in common: the records, and the words of the rules for them."""
