"""How much work one file is worth: a hostile one ends here instead of running for ever."""

import time

from sheetgen.press.preflight.objects import TooMuchError

MAX_WORK = 2_000_000
MAX_SECONDS = 30.0
LOOK_AT_CLOCK = 4096


class Budget:
    """Steps and seconds that are left."""

    def __init__(self) -> None:
        self.left, self.end = MAX_WORK, time.process_time() + MAX_SECONDS
        self.next_look = self.left - LOOK_AT_CLOCK

    def spend(self, steps: int = 1) -> None:
        """Take some of it, or raise when nothing is left."""
        self.left -= steps
        if self.left < self.next_look:
            self.next_look = self.left - LOOK_AT_CLOCK
            if self.left < 0 or time.process_time() > self.end:
                raise TooMuchError("more to draw than can be looked at")
