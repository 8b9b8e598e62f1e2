"""One physical part each, handed its peripherals."""
