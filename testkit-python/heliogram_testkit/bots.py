"""A bot of the world: its token, and what it does."""

from . import criteria
from .call_log import bot_call
from .waiting import wait_for, wait_for_none


class Bot:
    def __init__(self, context, id, name, username, token):
        self._context = context
        self.id = id
        self.name = name
        self.username = username
        # The credential of the bot's program.
        self.token = token

    def calls(self):
        """Every call that it has made and that was answered, but for those that only wait for updates."""
        self._context.calls.sync()
        calls = [bot_call(record) for record in self._context.calls.calls]
        return [call for call in calls if call and call.bot_id == self.id and call.method != "getUpdates"]

    def wait_for(self, name, *args, timeout=None, **options):
        """Waits until a criterion of `criteria.py` is satisfied. Raises AssertionError with the transcript."""
        return wait_for(self._context, self, self._criterion(name, *args, **options), self._timeout(timeout))

    def wait_for_none(self, name, *args, timeout=None, **options):
        """Waits until the bot has handled all its updates. Raises AssertionError if a criterion is satisfied."""
        wait_for_none(self._context, self, self._criterion(name, *args, **options), self._timeout(timeout))

    def _criterion(self, name, *args, **options):
        if name == "any_call":
            return criteria.any_call(*args, **options)
        return getattr(criteria, name)(self._context, *args, **options)

    def _timeout(self, timeout):
        return self._context.timeout if timeout is None else timeout
