"""Starts `heliogram dev` for a run of tests."""

import json
import shlex
import subprocess


class Service:
    """`command` is how the command `heliogram` is called, as `npx heliogram`."""

    def __init__(self, command):
        words = [*shlex.split(command), "dev", "--json", "--port", "0", "--no-assistant"]
        self._process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{' '.join(words)} has ended with {self._process.wait()}")
        self.url = json.loads(line)["url"]

    def close(self):
        self._process.terminate()
        self._process.wait()
        self._process.stdout.close()
