"""The pages that were fetched for previews in one world, followed by one who waits for a preview."""

import time

# How long one request waits for news. Between two of them, the end of a program is seen.
WAIT_S = 1


class PreviewLog:
    def __init__(self, client):
        self._client = client
        self._pages = {}
        self._revision = 0

    def next(self, deadline, is_over=lambda: False):
        """Waits until something was fetched. Returns False if the time was over, or `is_over`."""
        while time.monotonic() < deadline and not is_over():
            left_s = deadline - time.monotonic()
            page = {"after": self._revision, "timeout": WAIT_S}
            try:
                found = self._client.developer("listLinkPreviews", page, timeout=max(left_s, 0.001))["previews"]
            except TimeoutError:
                continue
            for each in found:
                self._pages[each["id"]] = each
                self._revision = each["revision"]
            if found:
                return True
        return False

    @property
    def summary(self):
        """Sentences about the pages without a preview; empty if there are none."""
        failed = [each for each in self._pages.values() if "reason" in each]
        return "".join(f" {each['url']}: {each['reason']}." for each in failed)
