"""Runs a command on a terminal of its own, and answers what it asks.

Arguments: a JSON array of [what is asked, answer], then the command. Prints what the terminal has shown; ends as the command does.
"""

import json
import os
import pty
import sys

answers = json.loads(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
shown = ""
while True:
    try:
        chunk = os.read(terminal, 4096)
    except OSError:
        break
    if not chunk:
        break
    shown += chunk.decode()
    if answers and answers[0][0] in shown.split("\n")[-1]:
        os.write(terminal, answers.pop(0)[1].encode())
_, status = os.waitpid(pid, 0)
sys.stdout.write(shown)
sys.exit(os.waitstatus_to_exitcode(status))
