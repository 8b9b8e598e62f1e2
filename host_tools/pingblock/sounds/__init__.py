"""Sounds of one's own: read, judged, rendered, and put on a device."""
