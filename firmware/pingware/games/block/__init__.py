"""The Question Block: rules, odds, notices about the cells."""
