"""The chip engine's compiled loop: C code that runs the emulated core, built on this machine."""
