"""Pure modules that device and host both use: protocol, requests, settings, tunes, tables."""
