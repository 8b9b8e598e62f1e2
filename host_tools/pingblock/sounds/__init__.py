"""Custom sounds: reads, checks and renders them, and puts them on a device."""
