"""The studio as a page of the site: the same front end, with Python running in the reader's browser."""
