"""Pins and peripherals of each board; the only room that touches the chip."""
