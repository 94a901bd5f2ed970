"""Orders by tapping: what can be done, forms made from the classes of orders, and their answers."""
