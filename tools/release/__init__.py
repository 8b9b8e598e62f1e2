"""All that people download, made the same each time: ``make release``."""
