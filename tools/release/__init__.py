"""Makes all downloads of a release, with the same bytes each time: ``make release``."""
