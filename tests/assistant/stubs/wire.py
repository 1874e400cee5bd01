"""What both stand-ins share: calls over HTTP, and objects that are read by their attributes."""
import json
import urllib.parse
import urllib.request
from types import SimpleNamespace


def call(url, **params):
    body = urllib.parse.urlencode(params).encode()
    with urllib.request.urlopen(url, body) as answer:
        return json.load(answer, object_hook=lambda fields: SimpleNamespace(**fields)).result


def updates(url_of):
    """Those with a message, by long polling without an end."""
    offset = 0
    while True:
        for update in call(url_of("getUpdates"), offset=offset, timeout=10):
            offset = update.update_id + 1
            if hasattr(update, "message"):
                yield update
