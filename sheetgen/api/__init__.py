"""The library behind `import sheetgen`: all that the commands can do, as functions.

- `layouts`: list, load, check, show, schema, a new layout, the translations
- `prints`: draw, pads and decks, the calibration page, preflight, building everything
- `games`: play, replay, score, odds, simulations, balance, rating bands
- `sites`: the rules site and the studio

An edition is given as a shipped id (`"classic"`), as the path of a layout file, or as a layout that was loaded before.
Wrong input raises `SheetgenError`, with one line per problem; a wrong value of an option raises its subclass
`WrongValueError`. Sizes are in millimetres.
"""
