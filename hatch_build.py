"""The build hook: compiles the fast engine into the wheel where there is a C compiler; else the wheel has none.

A wheel with the compiled engine is for one platform and every version of Python (`py3-none-linux_x86_64`), one without
it for all platforms (`py3-none-any`). An editable install gets the engine beside its source.
"""

import importlib.util
import os
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = Path("sheetgen", "engine", "fast")


def _building(root: Path) -> ModuleType:
    """Return the module that compiles; by its path, since sheetgen is not installed yet."""
    spec = importlib.util.spec_from_file_location("building", root / FOLDER / "building.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError(root / FOLDER / "building.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class CoreBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # its parameter is the class of a configuration
    """Adds the compiled engine to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile; `version` is `editable` or `standard`, and `build_data` says what the wheel will be."""
        if os.environ.get("SHEETGEN_ENGINE") == "python":
            return
        root = Path(self.root)
        building = _building(root)
        try:
            if version == "editable":
                building.build(root / FOLDER / building.BINARY)
                return
            self.temporary = tempfile.TemporaryDirectory()
            made = Path(self.temporary.name) / building.BINARY
            building.build(made)
        except building.CannotBuildError as error:
            self.app.display_warning(f"without the fast engine: {error}")
            return
        build_data["force_include"][str(made)] = (FOLDER / building.BINARY).as_posix()
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{building.platform_tag()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled into a folder of its own."""
        if hasattr(self, "temporary"):
            self.temporary.cleanup()
