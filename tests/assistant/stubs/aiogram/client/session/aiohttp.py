"""A session knows its server."""


class AiohttpSession:
    def __init__(self, api):
        self.api = api
