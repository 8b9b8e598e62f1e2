"""Reliability by experiment: power cuts, a hostile link and long play, on the emulated chip."""
