"""The library behind `import sheetgen`: all that the commands can do, as functions.

- `layouts`: what there is, load, check, show, schema, a new layout, the translations
- `prints`: draw, pads and decks, the calibration page, preflight, the whole collection
- `games`: play, replay, score, odds, simulations, balance, rating bands
- `sites`: the rules site and the studio

An edition is given as a shipped id (`"classic"`), as the path of a layout file, or as a layout that was loaded before.
Whatever is wrong with what is given raises `SheetgenError`, with one line per problem; a value that is none of the
known or possible ones raises its subclass `WrongValueError`. Sizes are in millimetres.
"""
