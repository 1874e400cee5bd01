"""Saved states of a world, to which it can be set back."""


class Snapshots:
    def __init__(self, context):
        self._context = context
        # The chats of the world when it was made, and those of each snapshot that was saved here.
        self._made = list(context.directory.chats)
        self._saved = {}

    def save(self, name):
        """Saves everything that is stored, and the clock, in place of an earlier snapshot of this name."""
        chats = list(self._context.directory.chats)
        saved = self._context.client.developer("saveSnapshot", {"snapshot": name})
        self._saved[name] = chats
        return saved

    def restore(self, name):
        """
        Sets the world back to a snapshot. Tokens keep working, and bots that run go on. Fault rules, rate limits and
        the transcript begin anew. Raises CallRefused if there is none of this name.
        """
        self._set_back(f"the snapshot {name}", "restoreSnapshot", {"snapshot": name}, self._saved.get(name))

    def reset(self):
        """Sets the world back to the state in which it was made."""
        self._set_back("its beginning", "resetWorld", {}, self._made)

    def list(self):
        return self._context.client.developer("listSnapshots")["snapshots"]

    def _set_back(self, state, method, params, chats):
        self._context.calls.sync()
        self._context.client.developer(method, params)
        self._context.restart(state)
        if chats is not None:
            self._context.directory.chats[:] = chats
