"""The studio: a local page where a designer writes a layout, sees it, plays it and prints it."""
