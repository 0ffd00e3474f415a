"""The least and the greatest value of options, for the command line and the library."""

SHEETS = (1, 10_000)  # of one pad
SHEETS_ON_A_PAGE = (1, 64)
DOTS_PER_INCH = (36, 1200)
DOTS = 200_000_000  # of a picture: A4 with 1200 dots per inch has 139 million, which take half a gigabyte of memory
GAMES = (1, 10_000_000)
TRAINING_MINUTES = (0.01, 10_000)  # of computing
SEEDS = (0, 2**31 - 1)  # the seed of a game is this one and its number, 32 bits each
PROCESSES = (1, 256)
PLAYERS = (1, 9)  # of a simulated game; the edition may allow fewer
SCALE = (20, 200)  # percent of a sheet's size
BACK_OFFSET = (-50, 50)  # millimetres, in both directions
PAD_MARGIN = (1, 40)  # millimetres: the strip to glue at
PORTS = (0, 65535)  # 0 finds a free one
