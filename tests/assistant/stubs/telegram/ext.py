"""The part of python-telegram-bot 20+ that a first program uses. As there, an address is the base, the token, the method."""
import asyncio

from wire import call, updates


class _Filters:
    @staticmethod
    def TEXT(message):
        return hasattr(message, "text")


filters = _Filters()


class MessageHandler:
    def __init__(self, fits, callback):
        self.fits, self.callback = fits, callback


class ApplicationBuilder:
    def __init__(self):
        self._given = {}

    def token(self, token):
        return self._with(token=token)

    def base_url(self, base_url):
        return self._with(base_url=base_url)

    def base_file_url(self, base_file_url):
        return self._with(base_file_url=base_file_url)

    def _with(self, **more):
        self._given.update(more)
        return self

    def build(self):
        return _Application(**self._given)


class _Application:
    def __init__(self, token, base_url, base_file_url):
        self._base = base_url + token
        if base_file_url != base_url.removesuffix("/bot") + "/file/bot":
            raise ValueError(base_file_url)
        self._handlers = []

    def add_handler(self, handler):
        self._handlers.append(handler)

    def run_polling(self):
        call(self._url("getMe"))
        call(self._url("deleteWebhook"))
        for update in updates(self._url):
            message = update.message
            message.reply_text = self._replying(message.chat.id)
            for handler in self._handlers:
                if handler.fits(message):
                    asyncio.run(handler.callback(update, None))

    def _url(self, method):
        return f"{self._base}/{method}"

    def _replying(self, chat_id):
        async def reply_text(text):
            call(self._url("sendMessage"), chat_id=chat_id, text=text)

        return reply_text
