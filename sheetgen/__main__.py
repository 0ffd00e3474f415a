"""Run the command line as `python -m sheetgen`."""

import os
import sys

# `python -m` imports from the current folder first: a json.py among the user's layouts must not replace the real one.
_FOLDER = os.getcwd()
if sys.path[:1] in ([""], [_FOLDER]) and os.path.dirname(os.path.dirname(os.path.abspath(__file__))) != _FOLDER:
    del sys.path[0]

from sheetgen.cli import main  # noqa: E402  # after the path is changed

if __name__ == "__main__":
    main()
