"""Boards: one file of data each, which of them this firmware is for, and its peripherals."""
