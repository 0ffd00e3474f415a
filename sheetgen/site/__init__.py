"""The rules site: pages with computed examples, tables and pictures, one mkdocs build per language."""
