"""Small pieces of HTML and Markdown that the tables share."""

from collections.abc import Iterable, Sequence
from html import escape


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, css: str = "", caption: str = "") -> str:
    """A table whose first column names the rows."""
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>' + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:]) + "</tr>"
        for row in rows
    )
    own = f' class="{css}"' if css else ""
    return f"<table{own}>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def markdown_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    r"""A table in Markdown, which search finds the words of.

    >>> print(markdown_table(["a", "b"], [["1", "x | y"]]))
    | a | b |
    |---|---|
    | 1 | x \| y |
    """
    lines = [_row(heads), "|" + "---|" * len(heads), *(_row(row) for row in rows)]
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"
