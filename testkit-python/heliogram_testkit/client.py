"""The HTTP client of the kit: the developer API and the user API of one world."""

import json
import uuid
from http.client import HTTPConnection
from urllib.parse import urlsplit

# For calls that do not wait for news.
TIMEOUT_S = 60


class CallRefused(Exception):
    """The service has refused a call."""

    def __init__(self, caller, method, error_code, description):
        super().__init__(f"{caller}: {method} was refused with {error_code}: {description}")
        self.method = method
        self.error_code = error_code
        self.description = description


class Client:
    """`world` names the world whose developer methods are called; the main one if it is None."""

    def __init__(self, url, world=None):
        self.url = url.rstrip("/")
        self.world = world
        self._address = urlsplit(self.url).netloc

    def developer(self, method, params=None, timeout=TIMEOUT_S):
        """Calls a method of the developer API. Raises CallRefused, and TimeoutError after `timeout` seconds."""
        body = dict(params or {})
        if self.world is not None:
            body["world"] = self.world
        return self._call("the test", method, f"/developer/{method}", body, {}, timeout)

    def user(self, caller, access_token, method, params, files=None):
        """Calls a method of the user API as a person. Raises CallRefused."""
        headers = {"authorization": f"Bearer {access_token}"}
        return self._call(caller, method, f"/api/{method}", params, headers, TIMEOUT_S, files)

    def _call(self, caller, method, path, params, headers, timeout, files=None):
        content_type, body = _encode(params, files)
        connection = HTTPConnection(self._address, timeout=timeout)
        try:
            connection.request("POST", path, body, {**headers, "content-type": content_type})
            response = connection.getresponse()
            answer = _read(response.read())
        finally:
            connection.close()
        if answer.get("ok") is not True:
            code = answer.get("error_code", response.status)
            raise CallRefused(caller, method, code, answer.get("description", "the answer is no JSON"))
        return answer.get("result")


def _read(body):
    try:
        return json.loads(body)
    except ValueError:
        return {}


def _encode(params, files):
    """JSON, or a form if there are files: by field, the name and the bytes of each."""
    if not files:
        return "application/json", json.dumps(params).encode()
    boundary = uuid.uuid4().hex
    parts = []
    for name, value in params.items():
        text = value if isinstance(value, str) else json.dumps(value)
        parts.append(_part(boundary, f'name="{name}"', text.encode()))
    for name, (file_name, content) in files.items():
        parts.append(_part(boundary, f'name="{name}"; filename="{file_name}"', content))
    return f"multipart/form-data; boundary={boundary}", b"".join(parts) + f"--{boundary}--\r\n".encode()


def _part(boundary, disposition, content):
    head = f"--{boundary}\r\ncontent-disposition: form-data; {disposition}\r\n\r\n"
    return head.encode() + content + b"\r\n"
