"""Studies: many seeded games or device runs, on the cores of this computer or on a cluster."""
