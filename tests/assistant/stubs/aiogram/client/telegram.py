"""Which server is called: as in aiogram, its methods are at the base, `/bot`, the token, a slash and the method."""


class TelegramAPIServer:
    def __init__(self, base):
        self._base = base

    @classmethod
    def from_base(cls, base):
        return cls(base.rstrip("/"))

    def api_url(self, token, method):
        return f"{self._base}/bot{token}/{method}"
