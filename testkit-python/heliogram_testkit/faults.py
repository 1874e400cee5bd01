"""The fault rules of a world: calls, updates and webhooks into which faults are injected."""


class Faults:
    def __init__(self, context):
        self._context = context

    def next(self, method, error_code, count=1, **rule):
        """Lets the next call of a method fail, with `retry_after` and others as `/developer/addFault` has them."""
        return self.add(method=method, error_code=error_code, count=count, **rule)

    def add(self, **rule):
        """Adds a rule of `/developer/addFault`. Returns it."""
        for name in ("bot", "chat"):
            if name in rule:
                rule[name] = self._context.directory.id_of(rule[name])
        return self._context.client.developer("addFault", rule)["fault"]

    def list(self):
        """The rules in the order in which they were added, those that are over as well."""
        return self._context.client.developer("listFaults")["faults"]

    def remove(self, fault):
        self._context.client.developer("removeFault", {"id": fault["id"]})

    def clear(self):
        """Removes all rules. Calls that are delayed or hang go on at once."""
        self._context.client.developer("removeAllFaults")
