"""The lab: players, simulated games, and what they tell about a layout."""
