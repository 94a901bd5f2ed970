"""What players do between turns: give orders, plan, submit. Commands call these use cases."""
