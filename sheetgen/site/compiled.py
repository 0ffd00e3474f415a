"""Compiled templates of the pages' frame, kept from one run to the next; a damaged file is compiled anew."""

from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from sheetgen.files import write_file
from sheetgen.resources import cache_folder

SEAL = 32  # bytes


class CompiledTemplates(BytecodeCache):
    """One file per template, which ends with its checksum: code that is not whole must not be run."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or cache_folder() / "templates"

    def _path(self, bucket: Bucket) -> Path:
        return self.folder / f"{bucket.key}.bin"

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take over what was compiled before, if it is whole."""
        try:
            data = self._path(bucket).read_bytes()
        except OSError:
            return
        code, seal = data[:-SEAL], data[-SEAL:]
        if code and _seal(code) == seal:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        code = bucket.bytecode_to_string()
        with suppress(OSError):  # a folder that cannot be written only means to compile again
            self.folder.mkdir(parents=True, exist_ok=True)
            write_file(self._path(bucket), code + _seal(code))


def _seal(code: bytes) -> bytes:
    return blake2b(code, digest_size=SEAL).digest()
