"""The clock of a world."""

import re

UNITS_S = {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400}


class Clock:
    """Each method returns the state: `now_ms`, `is_frozen`, and `next_timer_ms` if a timer waits."""

    def __init__(self, context):
        self._context = context

    def state(self):
        return self._turn("getClock")

    def freeze(self):
        """Stops it: nothing is due until it is advanced or goes on."""
        return self._turn("freezeClock")

    def resume(self):
        return self._turn("resumeClock")

    def advance(self, by):
        """Moves it forward by seconds, or by a duration as `500ms`, `31s`, `5m`, `2h` or `1d`."""
        return self._turn("advanceClock", seconds=_seconds(by) if isinstance(by, str) else by)

    def run_to_next_timer(self):
        """Moves it to the next timer, such as the end of a long poll or the next attempt of a webhook."""
        return self._turn("runToNextTimer")

    def _turn(self, method, **params):
        self._context.begin()
        return self._context.client.developer(method, params)


def _seconds(duration):
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)", duration)
    if not match:
        raise ValueError(f"{duration} is no duration; write 500ms, 31s, 5m, 2h or 1d")
    return float(match[1]) * UNITS_S[match[2]]
