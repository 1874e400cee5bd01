"""The programs of bots that a test runs: those of a library in this process, and programs of their own."""

import os
import subprocess
import threading

# Time to end, before a program is killed.
GRACE_S = 5
# A program may begin another poll before it knows that it is to end.
BETWEEN_POLLS_S = 0.1
# What is kept of a program's output, in characters.
MAX_OUTPUT = 4000


class Programs:
    """All programs of one world."""

    def __init__(self):
        self._stops = []
        self._crash = None
        self._is_reported = False
        self._is_closing = False

    @property
    def crashed(self):
        return self._crash is not None

    def report(self):
        """Why a program has ended without being asked to. It counts as reported from now on."""
        self._is_reported = self._is_reported or self.crashed
        return self._crash

    def run(self, updater):
        """Starts an `Updater` of python-telegram-bot 13."""
        updater.start_polling()
        self._stops.append(updater.stop)

    def spawn(self, command, env=None, cwd=None):
        """Starts a program of its own. It may not end before the test does."""
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        watcher = threading.Thread(target=self._watch, args=(command, process), daemon=True)
        watcher.start()
        self._stops.append(lambda: _end(process, watcher))

    def close(self, end_polls):
        """
        Ends all programs, some of which wait for the end of their poll. Raises RuntimeError if one has ended before and
        no expectation has said so.
        """
        self._is_closing = True
        stopping = [threading.Thread(target=stop) for stop in self._stops]
        for thread in stopping:
            thread.start()
        for thread in stopping:
            while thread.is_alive():
                end_polls()
                thread.join(BETWEEN_POLLS_S)
        if self.crashed and not self._is_reported:
            raise RuntimeError(self._crash)

    def _watch(self, command, process):
        output = ""
        for line in process.stdout:
            output = (output + line)[-MAX_OUTPUT:]
        code = process.wait()
        if not self._is_closing and self._crash is None:
            self._crash = f"{' '.join(map(str, command))} has ended with {code} and said:\n{output}"


def _end(process, watcher):
    process.terminate()
    try:
        process.wait(GRACE_S)
    except subprocess.TimeoutExpired:
        process.kill()
    watcher.join()
