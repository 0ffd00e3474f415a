"""Press: pads and decks ready to print at home or at a print shop, and what a print shop would object to."""
