"""The checks, one small function each; `table` lists them."""
