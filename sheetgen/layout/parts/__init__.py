"""The parts that zones are composed of; one module per key of a zone."""
