"""The imperial offices: how a kingdom stands for each of them."""
