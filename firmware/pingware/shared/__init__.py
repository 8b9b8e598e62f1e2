"""Pure modules that device and host share: protocol, requests, settings, tunes, tables."""
