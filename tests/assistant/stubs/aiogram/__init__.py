"""Stands in for aiogram 3 where it is not installed: the part that a first program uses."""
from wire import call, updates


class F:
    @staticmethod
    def text(message):
        return hasattr(message, "text")


class Bot:
    def __init__(self, token, session):
        self._token, self._api = token, session.api

    def url(self, method):
        return self._api.api_url(self._token, method)


class Dispatcher:
    def __init__(self):
        self._handlers = []

    def message(self, fits):
        def decorate(callback):
            self._handlers.append((fits, callback))
            return callback

        return decorate

    async def start_polling(self, bot):
        call(bot.url("getMe"))
        for update in updates(bot.url):
            message = update.message
            message.answer = _answering(bot, message.chat.id)
            for fits, callback in self._handlers:
                if fits(message):
                    await callback(message)


def _answering(bot, chat_id):
    async def answer(text):
        call(bot.url("sendMessage"), chat_id=chat_id, text=text)

    return answer
