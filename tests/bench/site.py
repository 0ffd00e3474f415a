"""What the site costs, against a bare mkdocs build of as many pages without pictures and examples."""

import re
import tempfile
from pathlib import Path

from sheetgen.site.build import open_site, plan_site, write_tree
from sheetgen.site.templates import render
from tests.bench.measure import Row, medians, python

MOST = 2.0
PARTS = re.compile("<!--part:.*?-->|<span data-part=.*?></span>")
RUNS = 3

SITE = """
import sys
from pathlib import Path
from sheetgen.site.build import build_site, plan_site
build_site(plan_site(with_downloads=False), Path(sys.argv[1]))
"""
# One build after the other with nothing but the theme and its search.
FLOOR = """
import logging, os, sys
from pathlib import Path
os.environ["NO_MKDOCS_2_WARNING"] = "1"
from mkdocs.commands.build import build
from mkdocs.config.defaults import MkDocsConfig
logging.getLogger("mkdocs").setLevel(logging.CRITICAL)
for tree in sorted(Path(sys.argv[1]).iterdir()):
    config = MkDocsConfig(config_file_path=str(tree / "mkdocs.yml"))
    config.load_dict({
        "site_name": "floor", "docs_dir": str(tree / "docs"), "site_dir": str(tree / "site"),
        "use_directory_urls": False, "theme": {"name": "material", "language": tree.name, "font": False},
        "plugins": ["search"], "markdown_extensions": ["attr_list", "admonition", "tables", "toc"],
    })
    config.validate()
    build(config)
"""


def site() -> list[Row]:
    """All languages; both programs start cold."""
    with tempfile.TemporaryDirectory() as name:
        trees = Path(name) / "trees"
        for language in plan_site().languages:
            own = open_site(plan_site(), language)
            write_tree(own, [render(own, page) for page in own.pages], trees / language / "docs")
            for path in (trees / language / "docs").rglob("*.md"):
                path.write_text(PARTS.sub("", path.read_text("utf-8")), "utf-8")
        quick = medians(
            {
                "floor: bare mkdocs": python("-c", FLOOR, str(trees)),
                "the site, all languages": python("-c", SITE, str(Path(name) / "site")),
            },
            runs=RUNS,
        )
    floor = quick["floor: bare mkdocs"]
    return [
        Row(what, seconds, seconds / floor, most_ratio=MOST if what.startswith("the site") else None)
        for what, seconds in quick.items()
    ]
