"""What can be wrong with an order for the press."""


class PressError(ValueError):
    """Something that cannot be printed as it was ordered; the message says what would work."""
