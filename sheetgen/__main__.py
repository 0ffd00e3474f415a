"""`python -m sheetgen` is the command line."""

from sheetgen.cli import main

if __name__ == "__main__":
    main()
