"""The fast engine: the rules in C, played from tables that are compiled from an edition."""
