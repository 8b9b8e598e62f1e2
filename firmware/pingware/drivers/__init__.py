"""Drivers of one physical part each. They get its peripherals as arguments."""
