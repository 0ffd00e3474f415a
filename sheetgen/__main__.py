"""`python -m sheetgen` is the command line."""

import os
import sys

# Python looks for modules in the folder that one is in: a json.py among somebody's layouts must not be taken for one.
_HERE = os.getcwd()
if sys.path[:1] in ([""], [_HERE]) and os.path.dirname(os.path.dirname(os.path.abspath(__file__))) != _HERE:
    del sys.path[0]

from sheetgen.cli import main  # noqa: E402  # only now

if __name__ == "__main__":
    main()
